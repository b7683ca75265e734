"""What only people see, and say: of what, where, and when it can be ruled on."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from games.deal import Due
from games.events import BOARD, RACK, Report
from games.every_game.dealing import ask_discarded
from games.every_game.placing import place_card
from games.every_game.questions import ask, ask_exposed, drop, possible
from games.every_game.state import State, require
from games.outcomes import Outcome


def _always(state: Any) -> bool:
    return True


@dataclass(frozen=True, slots=True)
class Reportable:
    """`places` are those it can be said of; None where it is said of no place."""

    rule_on: Callable[[Any, Report], list[Outcome]]
    places: Callable[[Any], list[str]] | None = None
    of_a_card: bool = False  # which one, and the face that people saw
    may_now: Callable[[Any], bool] = _always


def reportables(state: State) -> dict[str, Reportable]:
    """What this game can rule on, in the order in which people are asked."""
    return {**REPORTED, **state.game.reports, "other": OTHER}


def may_be_ruled_on(state: State, what: str) -> bool:
    """What would be asked has an answer that the rules still allow."""
    abouts = state.game.exposures if what == "card_exposed" else (what,)
    known = [about for about in abouts if about in state.irregularities]
    return not known or any(possible(state, about) for about in known)


def report(state: State, event: Report) -> list[Outcome]:
    require(state.may_report, "nothing_to_report", state.numbers.exposed)
    require(event.place != BOARD or bool(state.deal.slots(BOARD)), "which_box", state.numbers.deal)
    known = reportables(state).get(event.what)
    require(known is not None, "not_of_this_game")
    assert known is not None
    asked = known.rule_on(state, event)
    drop(state, "shoe_held")  # it was held for this report
    return asked


def report_by_table(state: State, event: Report) -> list[Outcome]:
    """The table of irregularities says all that there is to say."""
    about = "board_wrong" if event.place == BOARD else event.what
    require(about in state.irregularities, "not_of_this_game")
    return ask(state, about, report=event, place=event.place or "")


def _report_exposed(state: State, event: Report) -> list[Outcome]:
    place, nth, rule = event.place or "", event.nth or 0, state.numbers.exposed
    require(event.place not in (None, RACK) and event.nth is not None, "which_card", rule)
    require(event.seen is not None, "which_face", rule)
    require(not state.void, "nothing_to_report", rule)
    ahead = _dealt_meanwhile(state, place, nth)
    dealt = state.deal.at(place, nth)
    require(dealt is not None or bool(ahead), "card_not_dealt", rule, place=place, nth=nth)
    up = ahead[-1].up if dealt is None else dealt.up
    require(not up, "card_is_up", state.numbers.face_down, place=place, nth=nth)
    require(dealt is None or not dealt.exposed, "card_counts_already", rule, place=place, nth=nth)
    came = [outcome for _ in ahead for outcome in place_card(state, None)]
    dealt = state.deal.at(place, nth)
    assert dealt is not None
    guessed = (place, nth) in state.withdrawn  # a second report of a card: the first could have been a guess
    differs = dealt.card is not None and event.seen != dealt.card.open()
    about = "exposed_card_differs" if guessed or differs else state.game.exposure(state, event)
    return [*came, *ask_exposed(state, about, event)]


def _dealt_meanwhile(state: State, place: str, nth: int) -> list[Due]:
    """In a deal by hand a card that people speak of has been dealt, and with it all that were due before."""
    coming = state.deal.stretch if state.by_hand and state.dealing else []
    names = [(due.place, due.nth) for due in coming]
    return coming[: names.index((place, nth)) + 1] if (place, nth) in names else []


def _report_discarded(state: State, event: Report) -> list[Outcome]:
    place, rule = event.place or "", state.numbers.discarded
    require(state.has_hand(place), "which_box", rule)
    require(not state.hand_over(place) and not state.void, "hand_is_over", rule, box=int(place))
    return ask_discarded(state, place, event)


# ---------------------------------------------------------------- places


def places_with_a_card(state: State) -> list[str]:
    """Where a card lies face down that is not known to everybody; in a void round that matters no more."""
    if state.void:
        return []
    places = state.places_in_play()
    return [place for place in places if not all(known for _, known in state.reportable(place))]


def hands_in_play(state: State) -> list[str]:
    return [place for place in state.places_in_play() if state.hand_over(place) is False and not state.void]


def places_in_play(state: State) -> list[str]:
    return state.places_in_play()


def places_and_board(state: State) -> list[str]:
    return state.places_in_play() + ([BOARD] if state.deal.slots(BOARD) else [])


REPORTED: dict[str, Reportable] = {
    "card_exposed": Reportable(_report_exposed, places_with_a_card, of_a_card=True),
    "wrong_box": Reportable(report_by_table, places_in_play),
    "too_many_cards": Reportable(report_by_table, places_and_board),
    "too_few_cards": Reportable(report_by_table, places_and_board),
    "hand_in_discards": Reportable(_report_discarded, hands_in_play),
}
OTHER = Reportable(report_by_table)
