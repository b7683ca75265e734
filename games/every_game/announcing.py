"""What the players have notice of before it is so: the closing of the table, and what a game adds."""

from __future__ import annotations

from games.events import AnnounceClosing, CloseTable, TimeCame
from games.every_game.carry import PriorNotice
from games.every_game.state import State, notice, require
from games.every_game.tournament import are_seated, level_due, next_level_ms
from games.outcomes import Outcome, Text, text
from games.rulebook import Rule

MINUTE_MS = 60_000
OFTEN_MINUTES = (0, 5, 15, 30)

# ---------------------------------------------------------------- prior notice (NOTICE-LEAST)


def least_minutes(state: State) -> int:
    """Nobody at the table: at once."""
    least: int = state.options.least_notice_minutes
    return least if state.game.has_players(state) else 0


def notice_minutes(state: State) -> list[int]:
    """What is offered of it."""
    least = least_minutes(state)
    return sorted({least, *(minutes for minutes in OFTEN_MINUTES if minutes >= least)})


def give_notice(state: State, minutes: int, at_ms: int, rule: Rule) -> PriorNotice:
    least = least_minutes(state)
    require(minutes >= least, "notice_too_short", rule, minutes=least)
    return PriorNotice(at_ms + minutes * MINUTE_MS, state.last_begun)


def waits_for_round(state: State, given: PriorNotice) -> bool:
    """Time alone is none: one more round is begun by the old sign, if there is anybody to play it."""
    return least_minutes(state) > 0 and state.last_begun <= given.behind_round and state.game.may_play(state)


def has_run_out(state: State, given: PriorNotice, at_ms: int) -> bool:
    return given.from_ms <= at_ms and not waits_for_round(state, given)


# ---------------------------------------------------------------- closing


def announce_closing(state: State, event: AnnounceClosing) -> list[Outcome]:
    rule = state.numbers.closing
    require(state.phase != "closed", "not_now", rule)
    if event.in_minutes is None:
        require(state.closes is not None, "no_closing_announced", rule)
        state.closes = None
        state.no_more_rounds = False
        return [notice("table_stays_open", rule)]
    require(not are_seated(state), "tournament_is_on", rule)
    given = give_notice(state, event.in_minutes, event.at_ms, rule)
    state.closes, state.no_more_rounds = given, False
    return [notice("closing_announced", rule, from_ms=given.from_ms)]


def close_table(state: State, event: CloseTable) -> list[Outcome]:
    """The cards are checked once more; whoever closes without that, has it to do afterwards."""
    rule = state.numbers.closing
    require(not state.in_round and state.phase != "closed", "finish_the_round", rule)
    require(not state.game.wagers_lie(state), "give_antes_back", rule)
    require(not are_seated(state), "tournament_is_on", rule)
    require(state.no_more_rounds or not _time_is_over(state), "notice_waits_for_round", rule)
    require(state.no_more_rounds, "give_notice_first", rule)
    if state.phase == "verify":
        state.unchecked = True
        return [notice("check_cards_later", state.numbers.check), state.move("close")]
    state.closing = True
    return [state.move("last_check")]


def not_yet(state: State) -> Text | None:
    """Why the table is not closed yet, though no round is played."""
    if state.no_more_rounds:
        return None
    return text("notice_waits_for_round") if _time_is_over(state) else text("give_notice_first")


def _time_is_over(state: State) -> bool:
    return state.closes is not None and state.closes.from_ms <= state.now_ms


# ---------------------------------------------------------------- the moment comes


def time_came(state: State, event: TimeCame) -> list[Outcome]:
    return []  # what is due is looked at after every event


def what_is_due(state: State, at_ms: int) -> list[Outcome]:
    """Never in a round, and never under a wager that was placed before: its player has bet by the old sign."""
    if state.in_round or state.pending or state.phase == "closed" or state.game.wagers_lie(state):
        return []
    outcomes = [*level_due(state, at_ms), *state.game.own_notice_due(state, at_ms)]
    if state.coming is not None and has_run_out(state, state.coming.notice, at_ms):
        coming, state.coming = state.coming, None
        outcomes += state.game.new_limits(state, coming)
    closes = state.closes is not None and has_run_out(state, state.closes, at_ms)
    if closes and not state.no_more_rounds and not are_seated(state):
        state.no_more_rounds = True
        outcomes.append(notice("last_round_played", state.numbers.closing))
    return outcomes


def next_moment_ms(state: State) -> int | None:
    """When the table wants to be told the time."""
    announced_ms = state.coming.notice.from_ms if state.coming is not None else None
    own_ms, reader_ms, level_ms = state.own_moment_ms(), state.watch.next_moment_ms, next_level_ms(state)
    moments = (announced_ms, state.closing_ms, own_ms, reader_ms, level_ms)
    return min((at_ms for at_ms in moments if at_ms is not None and at_ms > state.now_ms), default=None)
