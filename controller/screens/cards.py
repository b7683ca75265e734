"""Cards as a screen may show them. The one place where a face leaves: because it lies up, or was just said."""

from __future__ import annotations

from controller.screens.scene import Json
from games.deal import Dealt
from games.every_game.state import State


def cards(state: State, place: str) -> list[Json]:
    dealt = [_card(state, place, card) for card in state.deal.hand(place)]
    return dealt + [
        {"id": f"{place}-{nth}", "slot": True} for nth in range(len(dealt) + 1, state.deal.slots(place) + 1)
    ]


def _card(state: State, place: str, dealt: Dealt) -> Json:
    """A face leaves only by `dealt.up`, or because a person has just said what they saw."""
    name = f"{place}-{dealt.due.nth}"
    seen = _just_seen(state, place, dealt)
    if seen:
        return {"id": name, "up": True, "face": seen, "mark": "exposed"}
    unread = dealt.card is None and state.shoe == "reading"  # another never reads
    mark = "exposed" if dealt.exposed else "unread" if unread else ""
    if dealt.up and dealt.card is not None:
        return {"id": name, "up": True, "face": str(dealt.card.open()), "mark": mark}
    return {"id": name, "up": False, "mark": mark}


def _just_seen(state: State, place: str, dealt: Dealt) -> str | None:
    report = state.question.report if state.question else None
    if report is None or report.seen is None or (report.place, report.nth) != (place, dealt.due.nth):
        return None
    return str(report.seen)
