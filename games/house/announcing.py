"""What the players have notice of before it is so: other limits (rule 3.1) and the closing of the table."""

from __future__ import annotations

from games.events import AnnounceClosing, ChangeLimits, CloseTable, Event, TimeCame
from games.house.options import Limits
from games.house.state import Coming, Refused, State, notice, require
from games.outcomes import Outcome, Refusal, Text, text

MINUTE_MS = 60_000
MOST_CENTS = 10_000_000


# ---------------------------------------------------------------- limits, rule 3.1


def change_limits(state: State, event: ChangeLimits) -> list[Outcome]:
    rule = state.book["3.1"]
    require(event.role == "supervisor", "supervisor_only", rule)
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
    state.coming = Coming(limits=limits, from_ms=event.at_ms + event.in_minutes * MINUTE_MS)
    return [notice("limits_announced", rule, **limits.model_dump(), from_ms=state.coming.from_ms)]


def limits_fault(minimum_cents: int, maximum_cents: int, multiple_cents: int) -> Text | None:
    """Why a table could not be played with such limits."""
    if not 0 < multiple_cents <= minimum_cents <= maximum_cents:
        return text("limits_in_order")
    if minimum_cents % multiple_cents or maximum_cents % multiple_cents:
        return text("limits_in_multiples", multiple_cents=multiple_cents)
    if maximum_cents > MOST_CENTS:
        return text("limits_too_high", most_cents=MOST_CENTS)
    return None


def _new_limits(state: State, coming: Coming) -> list[Outcome]:
    """A marker that no longer lifts its box above the sign has lost its meaning."""
    state.limits, state.coming = coming.limits, None
    for box in state.boxes.values():
        if box.marked_cents is not None and box.marked_cents <= state.limits.maximum_cents:
            box.marked_cents = box.maximum_cents = None
    return [notice("limits_changed", state.book["3.1"], **state.limits.model_dump())]


# ---------------------------------------------------------------- closing, rules 15.2 and 14.2


def announce_closing(state: State, event: AnnounceClosing) -> list[Outcome]:
    rule = state.numbers.closing
    require(event.role == "supervisor", "supervisor_only", rule)
    require(state.phase != "closed", "not_now", rule)
    state.no_more_rounds = False
    if event.in_minutes is None:
        require(state.closing_ms is not None, "no_closing_announced", rule)
        state.closing_ms = None
        return [notice("table_stays_open", rule)]
    state.closing_ms = event.at_ms + event.in_minutes * MINUTE_MS
    return [notice("closing_announced", rule, from_ms=state.closing_ms)]


def close_table(state: State, event: CloseTable) -> list[Outcome]:
    """The cards are checked once more (2.2); whoever closes without that, has it to do afterwards."""
    rule = state.numbers.closing
    require(event.role == "supervisor", "supervisor_only", rule)
    require(not state.in_round and state.phase != "closed", "finish_the_round", rule)
    require(not state.has_antes(), "give_antes_back", rule)
    require(state.no_more_rounds, "give_notice_first", rule)
    if state.phase == "verify":
        return [notice("check_cards_later", state.book["2.2"]), state.move("close")]
    state.closing = True
    return [state.move("last_check")]


# ---------------------------------------------------------------- the moment comes


def time_came(state: State, event: TimeCame) -> list[Outcome]:
    return []  # what is due is looked at after every event


def what_is_due(state: State, event: Event) -> list[Outcome]:
    """Never in a round, and never under a wager that was placed before: its player has bet by the old sign."""
    state.now_ms = event.at_ms
    if state.in_round or state.has_antes() or state.pending or state.phase == "closed":
        return []
    outcomes: list[Outcome] = []
    if state.coming is not None and state.coming.from_ms <= event.at_ms:
        outcomes += _new_limits(state, state.coming)
    if state.closing_ms is not None and state.closing_ms <= event.at_ms and not state.no_more_rounds:
        state.no_more_rounds = True
        outcomes.append(notice("last_round_played", state.numbers.closing))
    return outcomes


def next_moment_ms(state: State) -> int | None:
    """When the table wants to be told the time."""
    moments = (state.coming.from_ms if state.coming is not None else None, state.closing_ms)
    return min((at_ms for at_ms in moments if at_ms is not None and at_ms > state.now_ms), default=None)
