"""Antes in a tournament, one player after the other (17.14 to 17.16).

A player's opportunity begins when the dealer asks him and ends when the next one is asked. Whoever wagers
before or after it wagers out of order.

NI2004-492: 17.13-17.16, 17.18
"""

from __future__ import annotations

from games.canberra_poker.state import CanberraState
from games.canberra_poker.tournament import chips_beside_cents, chips_cents, here_of, holder, in_order, players
from games.events import AskAnte, Bet, CloseBetting, PlaceAnte, TakeBackAnte
from games.every_game import tournament
from games.every_game.questions import ask
from games.every_game.rulings import Effect
from games.every_game.state import Pending, Refused, notice, require
from games.house import wagers
from games.house.settlement import given_back
from games.house.state import Box
from games.outcomes import Outcome, Refusal, Text, text
from games.rulebook import CANBERRA_POKER as C
from games.rulebook import Rule

# ---------------------------------------------------------------- how far it is


def next_to_ask(state: CanberraState) -> int | None:
    """The box of the player who is asked next; None when all have been."""
    waits = (box for box in in_order(state) if box not in state.asked and box not in state.excused)
    return next(waits, None)


def waits_for(state: CanberraState) -> Box | None:
    """Whoever was asked last, if he has still to wager, is still there, and plays."""
    box = state.boxes.get(state.asking)
    if box is None or box.ante_cents or here_of(state).is_absent(box.number):
        return None
    return box if box.number in players(state) else None


def is_missing(state: CanberraState, box: int) -> bool:
    """He is not there, and has not wagered before he went."""
    return here_of(state).is_absent(box) and not state.boxes[box].ante_cents


def without_ante(state: CanberraState) -> list[int]:
    """Players who are there, and have still to wager (17.14)."""
    here = here_of(state)
    return [
        box
        for box in in_order(state)
        if not (state.boxes[box].ante_cents or box in state.excused or here.is_absent(box))
    ]


def all_were_asked(state: CanberraState) -> bool:
    return tournament.why_waits(state) is None and holder(state) > 0 and next_to_ask(state) is None


def most_cents(state: CanberraState, box: Box) -> int:
    """That he can ante: he has no more chips (17.13)."""
    chips = chips_cents(state, box.number)
    return chips - chips % state.limits.multiple_cents


def fault_of(state: CanberraState, box: Box) -> Refusal | None:
    """Why no ante may be placed at that box now, however much it is."""
    number = box.number
    entrant = here_of(state).entrants.get(number)
    waits = tournament.why_waits(state)
    if waits is not None:
        return Refusal(say=text("tournament_waits"), rule=tournament.waits_by(state))
    if entrant is None or not here_of(state).takes_part(number):
        return Refusal(say=text("nobody_plays_there", box=number), rule=C["17.7"])
    if number not in players(state):
        return Refusal(say=text("cannot_wager_minimum", box=number), rule=C["17.14"])
    if not entrant.taken:
        return Refusal(say=text("absent_antes_not", box=number), rule=C["17.16"])  # CP-ABSENT
    if not holder(state):
        return Refusal(say=text("give_marker_first"), rule=C["17.15"])
    if box.ante_cents and number != state.asking:
        return Refusal(say=text("ante_is_fixed", box=number), rule=C["17.15"])
    return None


# ---------------------------------------------------------------- commands


def ask_ante(state: CanberraState, event: AskAnte) -> list[Outcome]:
    require(state.tournament is not None, "no_such_tournament_here", C["17.16"])
    require(state.phase == "antes", "not_now", C["17.16"])
    require(tournament.why_waits(state) is None, "tournament_waits", C["17.20"])
    require(holder(state) > 0, "give_marker_first", C["17.15"])
    due = next_to_ask(state)
    require(due is not None, "all_were_asked", C["17.16"])
    require(event.box == due, "ask_in_order", C["17.15"], box=event.box, due=due)
    if is_missing(state, event.box):
        return ask(state, "entrant_absent", box=event.box, place=str(event.box))
    state.asked.append(event.box)
    state.asking = event.box
    return []


def place_ante(state: CanberraState, event: PlaceAnte) -> list[Outcome]:
    if state.tournament is None:
        return wagers.place_ante(state, event)
    box = wagers.open_box(state, event.box)
    limits, numbers = state.limits, state.numbers
    require(not state.no_more_rounds, "no_more_rounds", numbers.closing)
    fault = fault_of(state, box)
    if fault is not None:
        raise Refused(fault)
    cents, lies_cents, chips = event.amount_cents, box.ante_cents, chips_cents(state, event.box)
    # CP-UNDERMIN-TOURN
    require(cents >= limits.minimum_cents, "under_level", C["17.14"], minimum_cents=limits.minimum_cents)
    fits = cents % limits.multiple_cents == 0
    require(fits, "not_a_multiple", numbers.multiples, multiple_cents=limits.multiple_cents)
    require(cents <= chips, "not_so_many_chips", C["17.13"], box=event.box, chips_cents=chips)
    own = not lies_cents or event.instead_of_cents == lies_cents
    require(own, "ante_lies", numbers.one_player, box=event.box, amount_cents=lies_cents)
    box.ante_cents = cents
    if lies_cents:
        words = {"box": event.box, "was_cents": lies_cents, "amount_cents": cents}
        return [notice("ante_changed", C["17.16"], **words), *wagers.over_maximum(state, box)]
    over = wagers.over_maximum(state, box)
    return over if event.box == state.asking else [*over, *_out_of_order(state, box)]


def _out_of_order(state: CanberraState, box: Box) -> list[Outcome]:
    """It stands, with advice the first time (17.15, CP-FIRST-ANTE), before the player was asked as after it
    (CP-LATE-ANTE)."""
    kept, entry = state.in_tournament, here_of(state).entrants[box.number].entry
    if entry in kept.advised:
        place, lies_cents = str(box.number), box.ante_cents
        return ask(state, "ante_out_of_order", box=box.number, place=place, amount_cents=lies_cents)
    kept.advised.append(entry)
    return [notice("ante_out_of_order_advice", C["17.15"], box=box.number)]


def take_back_ante(state: CanberraState, event: TakeBackAnte) -> list[Outcome]:
    """As long as it may be changed."""
    if state.tournament is not None:
        wagers.open_box(state, event.box)
        require(event.box == state.asking, "ante_is_fixed", C["17.15"], box=event.box)
    return wagers.take_back_ante(state, event)


def close_betting(state: CanberraState, event: CloseBetting) -> list[Outcome]:
    if state.tournament is not None and state.phase == "antes":
        fault = not_complete(state)
        if fault is not None:
            raise Refused(fault)
    return wagers.close_betting(state, event)


def not_complete(state: CanberraState) -> Refusal | None:
    """Why the deal cannot begin yet."""
    if not all_were_asked(state):
        return Refusal(say=text("ask_all_first"), rule=C["17.16"])
    missing = without_ante(state)
    if missing:
        return Refusal(say=text("all_must_wager", boxes=missing), rule=C["17.14"])
    return None


def start_deal(state: CanberraState) -> list[Outcome]:
    """The marker lies where it belongs, and nobody is asked any more."""
    if state.tournament is None:
        return wagers.start_deal(state)
    kept = state.in_tournament
    missing = [notice("has_not_wagered", C["17.14"], box=box) for box in without_ante(state)]
    kept.marker, kept.moves = holder(state), False
    return [*missing, *wagers.start_deal(state)]


def entrant_marked(state: CanberraState, number: int) -> list[Outcome]:
    """Who is not there after all, or is there again, is to be asked in his turn."""
    if not state.boxes[number].ante_cents and not state.in_round:
        state.is_to_be_asked(number)
    return []


# ---------------------------------------------------------------- bets


def bet(state: CanberraState, event: Bet) -> list[Outcome]:
    if event.box in state.boxes and state.phase == "decide":
        fault = no_bet(state, state.boxes[event.box])
        if fault is not None:
            raise Refused(Refusal(say=fault, rule=C["7.2"]))
    return wagers.second_wager(state, event)


def no_bet(state: CanberraState, box: Box) -> Text | None:
    """Who cannot place exactly twice the ante may only fold (7.2, CP-MIN-BET)."""
    if state.tournament is None or box.number not in state.tournament.entrants or box.decided:
        return None
    beside_cents = chips_beside_cents(state, box)
    if beside_cents >= state.second_of(box):
        return None
    return text("cannot_bet", box=box.number, chips_cents=beside_cents, required_cents=state.second_of(box))


# ---------------------------------------------------------------- what each ruling does


def _ante_stands(state: CanberraState, pending: Pending, rule: Rule) -> list[Outcome]:
    return []


def _ante_void(state: CanberraState, pending: Pending, rule: Rule) -> list[Outcome]:
    """It goes back. Whoever has been asked already has had his opportunity."""
    assert pending.box is not None
    box = state.boxes[pending.box]
    payments = given_back(state.stakes(box), "void", rule)
    box.clear()
    if box.number in state.asked:
        state.excused.add(box.number)
    return [*payments]


def _wait(state: CanberraState, pending: Pending, rule: Rule) -> list[Outcome]:
    return []


def _without_him(state: CanberraState, pending: Pending, rule: Rule) -> list[Outcome]:
    assert pending.box is not None
    state.excused.add(pending.box)
    return []


def _exclude(state: CanberraState, pending: Pending, rule: Rule) -> list[Outcome]:
    assert pending.box is not None
    box = state.boxes[pending.box]
    box.player_gone()
    box.barred = True
    return []


EFFECTS: dict[str, Effect] = {
    "ante_stands": _ante_stands,
    "ante_void": _ante_void,
    "wait_for_entrant": _wait,
    "round_without_him": _without_him,
    "exclude_entrant": _exclude,
}
