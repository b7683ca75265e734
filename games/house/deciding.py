"""When all cards are dealt, and when the last player has decided (rule 7)."""

from __future__ import annotations

from games.every_game.devices import need_shoe
from games.house.state import State
from games.outcomes import Outcome


def close_decisions(state: State) -> list[Outcome]:
    if state.undecided() or state.game.decisions_wait(state):
        return []
    over = [*state.game.decisions_over(state), state.move("all_decided")]
    over += state.game.after_decisions(state)
    return [*over, *need_shoe(state)] if state.dealing else over


def all_dealt(state: State) -> list[Outcome]:
    """Usually the players decide now; if every hand is void already, nobody has anything to decide."""
    moved = [state.move("last_card")]
    return [*moved, *close_decisions(state)] if state.phase == "decide" else moved
