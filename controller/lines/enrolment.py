"""What the enrolment file says of the tags that readers see, and the deck checks that write it.

The readers' threads ask it, the loop changes it.
"""

from __future__ import annotations

from collections.abc import Callable

import structlog

from config.deck import Deck
from config.load import Config, ConfigError, read_packs
from controller.journal.seal import Seal
from controller.lines.enrolling import PASSES, Passes, pack_of, write_packs
from games import events as e
from games.cards import SealedTag
from games.events import Enrolled
from games.outcomes import Outcome

log = structlog.get_logger()

FOREIGN = Enrolled(known=False)
COLOUR = "unknown"  # a table with one pack asks for none

Tell = Callable[[e.CardsEnrolled], None]
IsChecking = Callable[[], bool]  # whether a deck check is on


class Enrolment:
    def __init__(
        self,
        config: Config,
        seal: Seal | None = None,
        is_checking: IsChecking = lambda: False,
        tell: Tell = lambda event: None,
    ) -> None:
        self._config = config
        self._seal = seal
        self._is_checking = is_checking
        self._tell = tell
        self._passes = Passes()
        self._deck = config.deck or self._read_sealed()
        self._names = _names(self._deck)
        self._other_cards = False  # since the file was read

    def __call__(self, tag: SealedTag) -> Enrolled | None:
        names = self._names
        return None if names is None else names.get(tag, FOREIGN)

    def _read_sealed(self) -> Deck | None:
        if self._seal is None or not self._config.deck_path.exists():
            return None
        try:
            return read_packs(self._config, self._seal.open)
        except ConfigError as error:  # a table without names of tags is better than none
            log.error("enrolment_not_readable", detail=str(error))
            return None

    def heard(self, event: e.Event | None, outcomes: list[Outcome]) -> None:
        """Of other cards the old file says nothing; the new one is read when their check is completed."""
        if isinstance(event, e.ChangeCards | e.ReplaceShoe):
            self._other_cards = True
        checked = isinstance(event, e.AllCardsRead | e.DeckCheckedByHand)
        if isinstance(event, e.AllCardsRead) and event.role == "supervisor":
            self._passes.over()
            if self._passes.count == PASSES and self._enrol():
                return
        elif self._is_checking():
            self._watch(event)
        if checked:
            self._passes.forget()
            self._read_again()

    # ------------------------------------------------------------ enrolled here

    def _watch(self, event: e.Event | None) -> None:
        if isinstance(event, e.CardDrawn):
            self._passes.drawn(event.card)
        elif isinstance(event, e.CardSeen):
            self._passes.seen(event.tag)
        elif isinstance(event, e.ReadAgain):
            self._passes.over()
        elif isinstance(event, e.ChangeCards | e.OrderDeckCheck | e.Undo | e.ReportsMissed):
            self._passes.forget()

    def _enrol(self) -> bool:
        """By dealer and supervisor, each with a pass of their own."""
        if self._config.table.deck is not None or self._seal is None:
            return False  # the file of a station stands
        named = self._passes.agreed()
        self._passes.forget()
        pack = pack_of(named, self._config.faces, COLOUR)
        if pack is None:
            self._tell(e.CardsEnrolled(count=len(named), complete=False))
            return False
        deck = Deck(pack=(pack,))
        try:
            write_packs(self._config.deck_path, deck, self._seal)
        except OSError as error:
            log.error("enrolment_not_written", error=error.strerror)
            self._tell(e.CardsEnrolled(count=len(named), complete=False))
            return False
        self._deck, self._names, self._other_cards = deck, _names(deck), False
        self._tell(e.CardsEnrolled(count=len(named), complete=True))
        return True

    # ------------------------------------------------------------ read again

    def _read_again(self) -> None:
        if self._config.table.deck is None and not self._config.deck_path.exists():
            return
        try:
            deck = read_packs(self._config, self._seal.open if self._seal else None)
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
