"""Hands into the discard rack, one by one and counted, and then all cards (7.4 and 9.7; 7.4 and 9.5).

NI2004-492: 9.7
NI2007-208: 9.5
"""

from __future__ import annotations

from games.events import Collected, CollectHand
from games.every_game import collecting
from games.every_game.questions import ask
from games.every_game.state import require
from games.house.state import State
from games.outcomes import Outcome


def collect_hand(state: State, event: CollectHand) -> list[Outcome]:
    """Until then a player may declare what his hand wins (CLAIM-UNTIL-COLLECTED)."""
    rule = state.numbers.count_back
    require(state.hands_lie, "not_now", rule)
    box = next((box for box in state.to_collect() if box.number == event.box), None)
    require(box is not None, "no_hand_to_collect", rule, box=event.box)
    assert box is not None
    require(not state.game.prize_of(state, box), "pay_prize_first", rule, box=event.box)
    out = len(state.deal.hand(str(box.number)))
    if event.count != out:
        return ask(state, "hand_count_differs", place=str(box.number), count=event.count, out=out)
    box.collected = True
    payments = state.game.hand_collected(state, box)
    box.payments += payments
    return [*payments]


def collected(state: State, event: Collected) -> list[Outcome]:
    rule = state.numbers.count_back
    require(state.phase == "collect", "not_now", rule)
    require(state.void or not state.to_collect(), "collect_hands_first", rule)
    return collecting.collected(state, event)
