"""What goes wrong in Canberra Poker alone: an exposed card of the dealer's becomes the card face up (14.2)."""

from __future__ import annotations

from games.canberra_poker import rule_twelve
from games.canberra_poker.numbers import NUMBERS
from games.canberra_poker.tournament_irregularities import OF_TOURNAMENTS
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
    **OF_TOURNAMENTS,
    "dealer_card_exposed": Irregularity(C["14.2"], (Choice(code="use_as_up_card", rule=C["14.2"]),)),
    "dealer_card_exposed_late": Irregularity(
        C["14.2"],
        (
            Choice(code="turn_fifth_down", rule=C["14.2"], needs="supervisor"),
            Choice(code="both_up", rule=C["16.4"], needs="supervisor"),
            Choice(code="void", rule=C["16.3"], needs="supervisor"),
        ),
    ),
}
IRREGULARITIES: Irregularities = {**WITH_SINGLE_CARDS, **rule_twelve.OF_PACKS}  # whatever the shoe


def exposure(state: State, report: Report) -> str:
    """Rule 14.2 for one of the dealer's first four, once, and it does not count (CP-EXPOSED); rule 14.1 for all
    others (CP-DEALER-TWO, DEALER-EXPOSED-COUNT). When the fifth lies face up, a supervisor decides
    (CP-14.2-LATE)."""
    up = state.dealer_up_card()
    if report.place != DEALER or report.nth not in DEALER_FIRST_FOUR or (up is not None and up.exposed):
        return exposed_card(state)
    return "dealer_card_exposed" if up is None else "dealer_card_exposed_late"


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


def _both_up(state: State, pending: Pending, rule: Rule) -> list[Outcome]:
    """Everybody has seen it, and somebody may have acted on it."""
    dealt = named_card(state, pending)
    fifth = state.dealer_up_card()
    outcomes = _use_as_up_card(state, pending, rule)
    if fifth is not None:
        fifth.up = True
    dealt.up = True
    return outcomes


EFFECTS: dict[str, Effect] = {
    "use_as_up_card": _use_as_up_card,
    "turn_fifth_down": _use_as_up_card,
    "both_up": _both_up,
}
