"""What a house game does about wagers when a person has ruled, and penalties.

NI2004-492: 13.2
NI2004-492: 16.2
NI2007-208: 12.2
NI2007-208: 15.2
"""

from __future__ import annotations

from dataclasses import replace

from games.events import NewPlayer, Penalise
from games.every_game.rulings import Effect
from games.every_game.state import Pending, notice, require
from games.house.deciding import close_decisions
from games.house.settlement import as_never_settled, given_back, moves_of
from games.house.state import Box, State
from games.house.wagers import side_open, side_payments
from games.outcomes import Outcome, Payment, Ruling, text
from games.rulebook import Rule


def penalty_rule(state: State, event: Penalise) -> Rule:
    return state.numbers.exchange_voids if event.ground == "collusion" else state.numbers.breach


def penalise(state: State, event: Penalise) -> list[Outcome]:
    """By the operator, either penalty or both (PENALTY-ANDOR). Who has colluded is out of the round
    (COLLUSION-WAGERS)."""
    rule = penalty_rule(state, event)
    out_of_round = event.ground == "collusion" and (event.wagers_void or event.excluded)
    wagers_void, excluded = event.wagers_void or out_of_round, event.excluded or out_of_round
    require(event.reason.strip() != "", "reason_needed", rule)
    require(wagers_void or excluded, "no_penalty", rule)
    require(event.box in state.boxes, "no_such_box", rule, box=event.box)
    require(state.phase != "closed" and not state.void, "not_now", rule)
    box = state.boxes[event.box]
    require(box.has_player, "nobody_at_box", rule, box=event.box)
    reached = within_reach(state, box, rule)
    require(bool(reached) or not event.wagers_void, "hand_is_over", rule, box=event.box)
    if out_of_round and not event.wagers_void:
        reached = [payment for payment in reached if payment.returned_cents]
    payments = reached if wagers_void or (excluded and not state.in_round) else []
    penalty = "out_of_round" if out_of_round else _penalty(wagers_void=bool(payments), excluded=excluded)
    say = text(f"penalty_{penalty}", box=event.box, moves=moves_of(event.box, payments))
    ruling = Ruling(about="penalty", choice=penalty, say=say, rule=rule, by=event.by, reason=event.reason)
    return [ruling, *_carried_out(state, box, payments, excluded=excluded)]


def _penalty(*, wagers_void: bool, excluded: bool) -> str:
    return "both" if wagers_void and excluded else "void" if wagers_void else "excluded"


def within_reach(state: State, box: Box, rule: Rule) -> list[Payment]:
    """Any wager of the player's that is open, verified or paid (PENALTY-REACH). What is lost stays lost."""
    wagers = given_back(state.stakes(box), "returned", rule) if box.ante_cents else []
    wagers += side_payments(state, box, "returned", rule)
    void = [as_never_settled(payment, box.payments) for payment in wagers]
    return [
        replace(payment, given_back_cents=0)
        for payment in void
        if payment.returned_cents or payment.taken_back_cents
    ]


def _carried_out(state: State, box: Box, payments: list[Payment], *, excluded: bool) -> list[Outcome]:
    """From now on, or when the round is over, the box is barred (EXCLUDED-STAYS)."""
    if not state.in_round:
        box.clear()
        if excluded:
            box.player_gone()
            box.barred = True
        return [*payments]
    box.excluded = box.excluded or excluded
    return [*payments, *_out_of_round(state, box, payments)] if payments else []


def _out_of_round(state: State, box: Box, payments: list[Payment]) -> list[Outcome]:
    box.payments += payments
    box.void = box.settled = True
    return _after_hand_void(state)


def exclude_players(state: State, pending: Pending, rule: Rule) -> list[Outcome]:
    """Out of this round, all who took part in it (13.2; 12.3, COLLUSION-WAGERS)."""
    outcomes: list[Outcome] = []
    for place in (pending.words.get("place"), pending.words.get("other")):
        box = state.box_at(str(place or ""))
        if box is not None and box.ante_cents and not state.void:
            still_open = [one for one in within_reach(state, box, rule) if one.returned_cents]
            outcomes += _carried_out(state, box, still_open, excluded=True)
    return outcomes


def new_player(state: State, event: NewPlayer) -> list[Outcome]:
    """Who plays at the box now is not the one who was excluded (EXCLUDED-STAYS)."""
    rule = state.numbers.breach
    require(event.box in state.boxes, "no_such_box", rule, box=event.box)
    require(state.boxes[event.box].barred, "box_not_barred", rule, box=event.box)
    state.boxes[event.box].barred = False
    return [notice("new_player", rule, box=event.box)]


EFFECTS: dict[str, Effect] = {"exclude_players": exclude_players}


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
    after = state.game.hand_is_void(state)
    if after:
        return after
    nothing_changes = (
        state.phase in ("deal", "announce", "jackpot") or not state.undecided_yet
    )  # or the cards are being collected already
    if nothing_changes or state.to_settle():
        return []
    return [state.move("all_settled" if state.phase == "settle" else "hands_gone")]
