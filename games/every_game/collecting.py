"""The cards counted back, and with them the round is over."""

from __future__ import annotations

from games.events import Collected
from games.every_game.closed_rounds import note_closed
from games.every_game.questions import ask
from games.every_game.state import State, require
from games.every_game.tournament import played
from games.outcomes import Outcome


def collected(state: State, event: Collected) -> list[Outcome]:
    require(state.phase == "collect", "not_now", state.numbers.count_back)
    if event.count != state.cards_out:
        return ask(state, "count_back_differs", count=event.count, out=state.cards_out)
    return close_round(state)


def close_round(state: State) -> list[Outcome]:
    before = state.pools
    results = state.game.results(state)
    note_closed(state, results, before)
    results += played(state)
    moved = state.move("collected")
    state.round += 1
    state.start_round()
    return [*results, moved]
