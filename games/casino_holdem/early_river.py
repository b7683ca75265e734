"""A card that comes while players decide is one of the river, too soon (rule 6.6, EARLY-RIVER)."""

from __future__ import annotations

from games.cards import SealedCard
from games.casino_holdem.state import HoldemState
from games.events import BOARD
from games.every_game.placing import place_card
from games.every_game.questions import ask
from games.every_game.state import Pending
from games.outcomes import Outcome
from games.rulebook import Rule

RIVER = (4, 5)


def has_come(state: HoldemState, card: SealedCard | None) -> list[Outcome] | None:
    """None: it is none of the river."""
    free = [nth for nth in RIVER if nth not in state.early]
    if state.phase != "decide" or not free:
        return None
    state.early[free[0]] = card
    return ask(state, "early_river", place=BOARD, nth=free[0])


def keep_down(state: HoldemState, pending: Pending, rule: Rule) -> list[Outcome]:
    """It is turned when all have decided."""
    return []


def set_aside(state: HoldemState, pending: Pending, rule: Rule) -> list[Outcome]:
    nth = pending.words.get("nth")
    if pending.question.about == "early_river" and nth in state.early:
        del state.early[int(str(nth))]
        state.set_aside += 1
    return []


def deal(state: HoldemState) -> list[Outcome]:
    """All have decided: what was kept is the river; or it belongs to nobody, if nobody plays on."""
    kept = [state.early[nth] for nth in sorted(state.early)]
    state.early.clear()
    if not state.dealing:
        state.set_aside += len(kept)
        return []
    return [outcome for card in kept for outcome in place_card(state, card)]
