"""What the players have notice of before it is so: the closing of the table, and what a game adds."""

from __future__ import annotations

from games.events import AnnounceClosing, CloseTable, TimeCame
from games.every_game.state import State, notice, require
from games.outcomes import Outcome

MINUTE_MS = 60_000

# ---------------------------------------------------------------- closing


def announce_closing(state: State, event: AnnounceClosing) -> list[Outcome]:
    rule = state.numbers.closing
    require(state.phase != "closed", "not_now", rule)
    state.no_more_rounds = False
    if event.in_minutes is None:
        require(state.closing_ms is not None, "no_closing_announced", rule)
        state.closing_ms = None
        return [notice("table_stays_open", rule)]
    state.closing_ms = event.at_ms + event.in_minutes * MINUTE_MS
    return [notice("closing_announced", rule, from_ms=state.closing_ms)]


def close_table(state: State, event: CloseTable) -> list[Outcome]:
    """The cards are checked once more; whoever closes without that, has it to do afterwards."""
    rule = state.numbers.closing
    require(not state.in_round and state.phase != "closed", "finish_the_round", rule)
    require(not state.game.wagers_lie(state), "give_antes_back", rule)
    require(state.no_more_rounds, "give_notice_first", rule)
    if state.phase == "verify":
        state.unchecked = True
        return [notice("check_cards_later", state.numbers.check), state.move("close")]
    state.closing = True
    return [state.move("last_check")]


# ---------------------------------------------------------------- the moment comes


def time_came(state: State, event: TimeCame) -> list[Outcome]:
    return []  # what is due is looked at after every event


def what_is_due(state: State, at_ms: int) -> list[Outcome]:
    """Never in a round, and never under a wager that was placed before: its player has bet by the old sign."""
    if state.in_round or state.pending or state.phase == "closed" or state.game.wagers_lie(state):
        return []
    outcomes = state.game.own_notice_due(state, at_ms)
    if state.coming is not None and state.coming.from_ms <= at_ms:
        coming, state.coming = state.coming, None
        outcomes += state.game.new_limits(state, coming)
    if state.closing_ms is not None and state.closing_ms <= at_ms and not state.no_more_rounds:
        state.no_more_rounds = True
        outcomes.append(notice("last_round_played", state.numbers.closing))
    return outcomes


def next_moment_ms(state: State) -> int | None:
    """When the table wants to be told the time."""
    announced_ms = state.coming.from_ms if state.coming is not None else None
    moments = (announced_ms, state.closing_ms, state.own_moment_ms(), state.watch.next_moment_ms)
    return min((at_ms for at_ms in moments if at_ms is not None and at_ms > state.now_ms), default=None)
