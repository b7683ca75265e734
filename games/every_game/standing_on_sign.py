"""How the table of any game stands, as its sign tells the players."""

from __future__ import annotations

from collections.abc import Iterator

from games.every_game.state import State
from games.outcomes import Text
from games.seen import SeenBySign, Standing, on_sign


def sign(state: State) -> SeenBySign:
    if state.phase == "closed":
        return SeenBySign(standing=(Standing("closed", on_sign("closed")),))
    standing = (*state.game.own_standing(state), *_standing(state))
    return SeenBySign(standing=standing or (Standing("open", on_sign("open")),))


def _standing(state: State) -> Iterator[Standing]:
    here = state.tournament
    if here is not None and here.waiting == "break" and not state.in_round:
        until = on_sign("break_until", until_ms=here.until_ms)
        yield Standing("break", on_sign("clock_stands_here") if here.clock_stands else until)
    if state.no_more_rounds or state.closing or state.closing_ms is not None:
        yield Standing("closing", _closing(state))
    if state.announced_ms is not None:
        yield Standing("limits", _limits_change(state.announced_ms, state.now_ms))
    if state.phase == "verify" and not state.closing:
        yield Standing("opening", on_sign("opening"))


def _closing(state: State) -> Text:
    """The moment has come, but a round goes on: it is the last one (rules 15.2 and 14.2)."""
    if state.no_more_rounds or state.closing or state.closing_ms is None:
        return on_sign("no_more_rounds")
    if state.closing_ms <= state.now_ms:
        return on_sign("last_round")
    return on_sign("closing_at", from_ms=state.closing_ms)


def _limits_change(from_ms: int, now_ms: int) -> Text:
    """Never within a round, so whoever has wagered plays on by the old ones (rule 3.1)."""
    if from_ms <= now_ms:
        return on_sign("limits_next_round")
    return on_sign("limits_from", from_ms=from_ms)
