"""When the last player has decided (rule 7)."""

from __future__ import annotations

from games.house.devices import need_shoe
from games.house.state import State
from games.outcomes import Outcome


def close_decisions(state: State) -> list[Outcome]:
    if state.undecided() or state.game.decisions_wait(state):
        return []
    over = [*state.game.decisions_over(state), state.move("all_decided")]
    return [*over, *need_shoe(state)] if state.dealing else over
