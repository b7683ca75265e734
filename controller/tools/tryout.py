"""Plays an installed game by chance before its table opens: what it offers it must take, say and hand on.

What a game forgets to say of itself is found when it is imported; this finds what only play can show.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from config.load import Config
from config.schema import Panel
from controller.journal.records import table_again, write
from controller.journal.seal import KEY_BYTES, Seal
from controller.language import LANGUAGES, Language, language_of
from controller.screens.dealer_screen import dealer_screen
from controller.screens.forms import name_of
from controller.screens.scene import Look, Scene
from controller.screens.sign import in_words
from controller.screens.states import State
from controller.tools.by_chance import by_chance, command
from games import events as e
from games.cards import AnyCard, SealedCard
from games.catalogue import game_class
from games.offers import Choice, Draft, Money, Offer
from games.outcomes import Outcome, Refusal, RoundClosed
from games.table.table import Setup, Table, is_refused

EVENTS = 2_000
BESIDE = 0.03  # the share of touches that are not about the round itself
READS = ("reading", "counting")  # shoes that tell of every card in the check
ONWARD = 0.5  # the share of others that are what is proposed


class Tryout:
    def __init__(self, config: Config, seed: int = 1) -> None:
        table = config.table
        self.table = Table(Setup(table.table, config.game, table.boxes, config.options, config.shoe))
        self.table.take(e.SignIn(by="1", name="A"))
        self._chance = Random(seed)  # noqa: S311 - a seed must play the same again
        self._screens = Screens(config.game)
        self._seal = Seal(bytes(KEY_BYTES))  # nothing of it is kept
        self._deck: list[AnyCard] = []
        self.rounds = 0

    def fault(self, events: int = EVENTS) -> str:
        """What went wrong, and with which event; empty if nothing did."""
        doing = "the table opens"
        try:
            self._screens.say(self.table, [])
            for _ in range(events):
                event, must = self._next()
                doing = f"{self.table.game.state.phase}: {event.kind}"
                outcomes = self.table.take(event)
                if must and is_refused(outcomes):
                    return f"{doing} is offered and then refused: {self._why(outcomes)}"
                self._write(event, outcomes)
                self._screens.say(self.table, outcomes)
        except Exception as error:
            return f"{doing}: {type(error).__name__}: {error}"
        return ""

    def _why(self, outcomes: list[Outcome]) -> str:
        refusal = outcomes[0]
        assert isinstance(refusal, Refusal)
        return self._screens.languages[0].say(refusal.say)

    # ------------------------------------------------------------ what happens

    def _next(self) -> tuple[e.Event, bool]:
        """And whether it must be taken: an amount that somebody types may still be refused."""
        state = self.table.game.state
        if self.table.deck_check_is_on and len(state.checked) < len(self.table.deck) and state.shoe in READS:
            return e.CardDrawn(card=SealedCard(self.table.deck[len(state.checked)])), False
        if state.dealing and not state.question and not state.by_hand and self._chance.random() > BESIDE:
            return e.CardDrawn(card=SealedCard(self._card()) if state.shoe == "reading" else None), False
        offers = [offer for offer in self.table.offers() if offer.blocked is None]
        assert offers, "nothing is offered, and no card is due"
        offer = self._chosen(offers)
        typed = any(isinstance(field, Money) for field in offer.fields)
        return command(offer, by_chance(self._chance, self._faces)), not typed

    def _chosen(self, offers: list[Offer]) -> Offer:
        near = [offer for offer in offers if offer.where == "row"] or offers
        proposed = [offer for offer in offers if offer.proposed]
        if self._chance.random() < BESIDE:
            return self._chance.choice(offers)
        return self._chance.choice(proposed if proposed and self._chance.random() < ONWARD else near)

    def _card(self) -> AnyCard:
        state = self.table.game.state
        if not state.deal.dealt or not self._deck:
            self._deck = self._chance.sample(self.table.deck, len(self.table.deck))
        return self._deck.pop()

    def _faces(self, count: int) -> tuple[AnyCard, ...]:
        dealt = self.table.game.state.deal.dealt
        known = {one.card.open() for one in dealt if one.card is not None}
        return tuple(self._chance.sample([card for card in self.table.deck if card not in known], count))

    # ------------------------------------------------------------ what is written

    def _write(self, event: e.Event, outcomes: list[Outcome]) -> None:
        """As the journal does; and each round begins as after a restart, with what the last one handed on."""
        write(self._seal, event, outcomes)
        if any(isinstance(outcome, RoundClosed) for outcome in outcomes):
            self.table = table_again(self._seal, self.table)
            self.rounds += 1


class Screens:
    """Everything that the screens of a table can show, in every language, once for each moment of its kind."""

    def __init__(self, game: str) -> None:
        self.languages = [language_of(name, game_class(game)) for name in LANGUAGES]
        self._look = Look.of(Panel())
        self._said: set[object] = set()

    def say(self, table: Table, outcomes: list[Outcome]) -> list[State]:
        """What a dealer may see now, whatever is opened above it; nothing if it was looked at before."""
        offers = table.offers()
        codes = {(type(outcome), getattr(getattr(outcome, "say", None), "code", "")) for outcome in outcomes}
        commands = [offer.command for offer in offers]
        moment = frozenset({*codes, table.game.state.phase, table.game.prompt().say.code, *commands})
        if moment in self._said:
            return []
        self._said.add(moment)
        for language in self.languages:
            for outcome in outcomes:
                language.told(outcome)
            in_words(language, table.seen("players"))
        ways = [(language, sheet) for language in self.languages for sheet in ((), *_sheets(offers))]
        return [dealer_screen(self._scene(table, language, sheet)) for language, sheet in ways]

    def _scene(self, table: Table, language: Language, sheet: tuple[Any, ...]) -> Scene:
        look = self._look
        return Scene(table, None, language, look, simulated=True, health={}, clock="12:00", sheet=sheet)


def _sheets(offers: list[Offer]) -> Iterator[tuple[Any, ...]]:
    yield from (("more",), ("history",), ("rules",), ("report",))
    yield from (("box", box) for box in {offer.box for offer in offers} if box is not None)
    pages = [offer for offer in offers if offer.fields and isinstance(offer.fields[0], Choice | Draft)]
    yield from (("form", name_of(offer)) for offer in pages)
