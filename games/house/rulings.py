"""What a house game does about wagers when a person has ruled, and penalties.

NI2004-492: 13.2
NI2004-492: 16.2
NI2007-208: 12.2
NI2007-208: 15.2
"""

from __future__ import annotations

from games.events import Penalise
from games.every_game.state import require
from games.house.deciding import close_decisions
from games.house.settlement import as_never_settled, given_back
from games.house.state import Box, State
from games.house.wagers import side_open, side_payments
from games.outcomes import Outcome, Ruling, text
from games.rulebook import Rule


def penalty_rule(state: State, event: Penalise) -> Rule:
    return state.numbers.exchange_voids if event.ground == "collusion" else state.numbers.breach


def penalise(state: State, event: Penalise) -> list[Outcome]:
    """By the operator, either penalty or both (PENALTY-ANDOR)."""
    rule = penalty_rule(state, event)
    require(event.reason.strip() != "", "reason_needed", rule)
    require(event.wagers_void or event.excluded, "no_penalty", rule)
    require(event.box in state.boxes, "no_such_box", rule, box=event.box)
    require(state.phase != "closed" and not state.void, "not_now", rule)
    box = state.boxes[event.box]
    require(state.in_play(box) or not event.wagers_void, "hand_is_over", rule, box=event.box)
    outcomes: list[Outcome] = [_penalty(event, rule)]
    if event.wagers_void:
        outcomes += void_wagers(state, box, rule)
    if event.excluded:
        box.excluded = True
    if event.excluded and not state.in_round:
        box.player_gone()
    return outcomes


def _penalty(event: Penalise, rule: Rule) -> Ruling:
    penalty = "both" if event.wagers_void and event.excluded else "void" if event.wagers_void else "excluded"
    say = text(f"penalty_{penalty}", box=event.box)
    return Ruling(about="penalty", choice=penalty, say=say, rule=rule, by=event.by, reason=event.reason)


def give_all_back(state: State, rule: Rule) -> list[Outcome]:
    """As if the round had never been played, folded and paid wagers included (VOID-MONEY)."""
    outcomes: list[Outcome] = []
    for box in state.playing():
        wagers = given_back(state.stakes(box), "void", rule) + side_payments(state, box, "void", rule)
        payments = [as_never_settled(payment, box.payments) for payment in wagers]
        box.payments += payments
        outcomes += payments
    return outcomes


def void_wagers(state: State, box: Box, rule: Rule) -> list[Outcome]:
    """The box is out of the round and its wagers go back; a bonus that was settled stands (VOID-PARTIAL)."""
    box.void = box.settled = True
    payments = given_back(state.stakes(box), "returned", rule)
    if side_open(state, box):
        payments += side_payments(state, box, "returned", rule)
    box.payments += payments
    return [*payments, *_after_hand_void(state)]


def _after_hand_void(state: State) -> list[Outcome]:
    """It may have been the last one that anything was still to be done for."""
    if state.phase == "decide":
        return close_decisions(state)
    nothing_changes = (
        state.phase in ("deal", "announce") or not state.undecided_yet
    )  # or the cards are being collected already
    if nothing_changes or state.to_settle():
        return []
    return [state.move("all_settled" if state.phase == "settle" else "hands_gone")]
