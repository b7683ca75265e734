"""What the enrolment file says of the tags that readers see. Their threads ask it, the loop changes it."""

from __future__ import annotations

import structlog

from config.deck import Deck
from config.load import Config, ConfigError, read_packs
from games.cards import SealedTag
from games.events import AllCardsRead, ChangeCards, DeckCheckedByHand, Enrolled, Event, ReplaceShoe
from games.outcomes import Outcome

log = structlog.get_logger()

FOREIGN = Enrolled(known=False)


class Enrolment:
    def __init__(self, config: Config) -> None:
        self._config = config
        self._deck = config.deck
        self._names = _names(config.deck)
        self._other_cards = False  # since the file was read

    def __call__(self, tag: SealedTag) -> Enrolled | None:
        names = self._names
        return None if names is None else names.get(tag, FOREIGN)

    def heard(self, event: Event | None, outcomes: list[Outcome]) -> None:
        """Of other cards the old file says nothing; the new one is read when their check is completed."""
        if isinstance(event, ChangeCards | ReplaceShoe):
            self._other_cards = True
        elif isinstance(event, AllCardsRead | DeckCheckedByHand) and self._config.table.deck is not None:
            self._read_again()

    def _read_again(self) -> None:
        try:
            deck = read_packs(self._config)
        except ConfigError as error:
            log.error("enrolment_not_readable", detail=str(error))
            self._names = None
            return
        if self._other_cards and deck == self._deck:
            log.warning("enrolment_is_of_other_cards", detail="enrol the new cards, then check the deck again")
            self._names = None
            return
        self._deck, self._names, self._other_cards = deck, _names(deck), False


def _names(deck: Deck | None) -> dict[SealedTag, Enrolled] | None:
    return None if deck is None else deck.names()
