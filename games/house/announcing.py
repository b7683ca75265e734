"""Other limits, of which the players have notice before they hold (rule 3.1)."""

from __future__ import annotations

from games.events import ChangeLimits
from games.every_game.announcing import give_notice
from games.every_game.carry import Coming
from games.every_game.state import Refused, notice, require
from games.house.state import State
from games.limits import Limits
from games.outcomes import Outcome, Refusal, Text, text

MOST_CENTS = 10_000_000


def change_limits(state: State, event: ChangeLimits) -> list[Outcome]:
    rule = state.numbers.limits
    require(state.phase != "closed", "not_now", rule)
    fault = limits_fault(event.minimum_cents, event.maximum_cents, event.multiple_cents)
    if fault is not None:
        raise Refused(Refusal(say=fault, rule=rule))
    limits = Limits(
        minimum_cents=event.minimum_cents,
        maximum_cents=event.maximum_cents,
        multiple_cents=event.multiple_cents,
    )
    if limits == state.limits:
        state.coming = None
        return [notice("limits_stay", rule)]
    given = give_notice(state, event.in_minutes, event.at_ms, rule)
    state.coming = Coming(limits, given)
    return [notice("limits_announced", rule, **limits.model_dump(), from_ms=given.from_ms)]


def limits_fault(minimum_cents: int, maximum_cents: int, multiple_cents: int) -> Text | None:
    """Why a table could not be played with such limits."""
    if not 0 < multiple_cents <= minimum_cents <= maximum_cents:
        return text("limits_in_order")
    if minimum_cents % multiple_cents or maximum_cents % multiple_cents:
        return text("limits_in_multiples", multiple_cents=multiple_cents)
    if maximum_cents > MOST_CENTS:
        return text("limits_too_high", most_cents=MOST_CENTS)
    return None


def new_limits(state: State, coming: Coming) -> list[Outcome]:
    """Markers stay where they lie: those that lift their box above the sign now are said again."""
    state.limits = coming.limits
    changed = notice("limits_changed", state.numbers.limits, **state.limits.model_dump())
    return [changed, *markers_hold(state)]


def markers_hold(state: State) -> list[Outcome]:
    return [
        notice("marker_holds", state.numbers.marker, box=box.number, maximum_cents=state.maximum_cents(box))
        for box in state.boxes.values()
        if state.maximum_cents(box) > state.limits.maximum_cents
    ]
