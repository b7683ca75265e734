"""What goes wrong in Canberra Poker alone: an exposed card of the dealer's becomes the card face up (14.2)."""

from __future__ import annotations

from games.canberra_poker import rule_twelve
from games.canberra_poker.numbers import NUMBERS
from games.cards import SealedCard
from games.events import DEALER, Report
from games.every_game.placing import ask_twice, turned
from games.every_game.rulings import Effect, named_card
from games.every_game.state import Pending
from games.house.irregularities import common
from games.house.state import State
from games.irregularities import Irregularities, Irregularity
from games.outcomes import Choice, Outcome
from games.rulebook import CANBERRA_POKER as C
from games.rulebook import Rule

DEALER_FIRST_FOUR = range(1, 5)

WITH_SINGLE_CARDS: Irregularities = {
    **common(NUMBERS),
    "dealer_card_exposed": Irregularity(C["14.2"], (Choice(code="use_as_up_card", rule=C["14.2"]),)),
}
IRREGULARITIES: Irregularities = {**WITH_SINGLE_CARDS, **rule_twelve.OF_PACKS}  # whatever the shoe


def exposure(state: State, report: Report) -> str:
    """Rule 14.2 for one of the dealer's first four, once; rule 14.1 for all others. No card of the dealer's
    counts towards three (CP-EXPOSED, CP-DEALER-TWO)."""
    if report.place == DEALER:
        first = report.nth in DEALER_FIRST_FOUR and state.dealer_up_card() is None
        return "dealer_card_exposed" if first else "card_exposed"
    return exposed_card(state)


def exposed_card(state: State) -> str:
    return "third_card_exposed" if state.exposed >= 2 else "card_exposed"


def _use_as_up_card(state: State, pending: Pending, rule: Rule) -> list[Outcome]:
    """The face that everybody has seen is the card, whatever was recorded."""
    assert pending.report is not None
    assert pending.report.seen is not None
    dealt, seen = named_card(state, pending), SealedCard(pending.report.seen)
    state.deal.forget(dealt)
    dealt.exposed = True
    twice = state.read_twice(seen)
    state.deal.name(dealt, seen)
    outcomes = _turn_up(state, dealt.due.nth)
    return [*outcomes, *(ask_twice(state, dealt) if twice else [])]


def _turn_up(state: State, nth: int) -> list[Outcome]:
    """The exposed one is the card face up, and the fifth goes down."""
    exposed = state.deal.at(DEALER, nth)
    assert exposed is not None
    for dealt in state.deal.hand(DEALER):
        dealt.up = dealt is exposed
    state.deal.turn_up_instead(nth, DEALER, C["14.2"])
    return turned(exposed)


EFFECTS: dict[str, Effect] = {"use_as_up_card": _use_as_up_card}
