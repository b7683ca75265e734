"""A hole card of Omaha that is replaced by the first burn card.

NI2017-583: 17.20
"""

from __future__ import annotations

from dataclasses import replace

from games.deal import Due
from games.events import BURN
from games.every_game.rulings import Effect, named_card
from games.every_game.state import Pending
from games.outcomes import Outcome
from games.pot.rulings import is_initial_deal
from games.pot.state import PotState
from games.rulebook import Rule


def replace_card(state: PotState, pending: Pending, rule: Rule) -> list[Outcome]:
    """When all are dealt the first burn card takes its place; none is burnt before the flop."""
    dealt = named_card(state, pending)
    due = dealt.due
    state.deal.lay_elsewhere(dealt, replace(due, place=BURN))
    dealt.exposed = True
    state.deal.plan.append(Due(due.place, due.nth, up=False, rule=rule))
    state.current.no_burn_next = True
    if state.phase == "bet":
        state.current.street_is_out = True
        return [state.move("card_replaced")]
    return []


def may_be_replaced(state: PotState) -> bool:
    first_betting = state.play is not None and state.play.street == 1
    return is_initial_deal(state) or (first_betting and not state.somebody_has_acted)


EFFECTS: dict[str, Effect] = {"replace_card": replace_card}
