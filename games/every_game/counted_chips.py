"""What lies before each player when a session is over, counted and compared with what was reckoned.

NI2004-492: 17.13
"""

from __future__ import annotations

from collections.abc import Iterator

from games import events as e
from games.every_game import tournament
from games.every_game.questions import ask
from games.every_game.state import Pending, State, require
from games.offers import Money, Offer
from games.outcomes import ChipsCounted, Outcome, Prompt, text
from games.rulebook import Rule

MOST_CENTS = 1_000_000_000


def is_over(state: State) -> bool:
    """The session, as far as this table has played in it, and chips are counted by its game."""
    here = state.tournament
    between = not state.in_round and state.phase not in ("closed", "verify")
    over = here is not None and between and here.waiting == "session" and here.played > 0
    return over and "chips_differ" in state.irregularities


def to_count(state: State) -> list[int]:
    """The boxes or seats whose chips are still to be counted."""
    here = state.tournament
    if here is None or not is_over(state):
        return []
    return [
        box
        for box in sorted(here.entrants)
        if box not in here.counted and state.game.entrant_chips_cents(state, box)
    ]


def count_chips(state: State, event: e.CountChips) -> list[Outcome]:
    here, numbers = state.tournament, state.game.tournament
    require(here is not None and numbers is not None, "no_such_tournament_here")
    assert here is not None
    assert numbers is not None
    require(event.box in here.entrants, "nobody_sits_there", numbers.seats, box=event.box)
    require(is_over(state), "count_when_over", numbers.chips_stand)
    reckoned_cents = state.game.entrant_chips_cents(state, event.box)
    if event.amount_cents == reckoned_cents:
        return _counted(state, event.box, event.amount_cents, reckoned_cents)
    return ask(
        state,
        "chips_differ",
        box=event.box,
        place=str(event.box),
        amount_cents=event.amount_cents,
        reckoned_cents=reckoned_cents,
    )


def _counted(state: State, box: int, counted_cents: int, reckoned_cents: int) -> list[Outcome]:
    here = state.tournament
    assert here is not None
    here.counted = sorted({*here.counted, box})
    entry = here.entrants[box].entry
    return [ChipsCounted(box=box, entry=entry, counted_cents=counted_cents, reckoned_cents=reckoned_cents)]


# ---------------------------------------------------------------- where the two differ


def _found(state: State, pending: Pending) -> list[Outcome]:
    assert pending.box is not None
    counted_cents, reckoned_cents = (
        int(str(pending.words[name])) for name in ("amount_cents", "reckoned_cents")
    )
    return _counted(state, pending.box, counted_cents, reckoned_cents)


def count_holds(state: State, pending: Pending, rule: Rule) -> list[Outcome]:
    assert pending.box is not None
    state.game.chips_counted(state, pending.box, int(str(pending.words["amount_cents"])))
    return [*_found(state, pending), *tournament.corrected(state)]


def reckoned_holds(state: State, pending: Pending, rule: Rule) -> list[Outcome]:
    return [*_found(state, pending), *tournament.corrected(state)]


# ---------------------------------------------------------------- what the dealer is told and offered


def count_prompt(state: State) -> Prompt | None:
    left = to_count(state)
    if not left:
        return None
    assert state.game.tournament is not None
    explain = text("count_chips_explained", left=len(left))
    return Prompt(
        say=text("count_chips", place=str(left[0])), explain=explain, rule=state.game.tournament.chips_stand
    )


def count_offers(state: State) -> Iterator[Offer]:
    for turn, box in enumerate(to_count(state)):
        place = str(box)
        amount = Money(
            "amount_cents",
            text("count_chips_title", place=place),
            text("amounts_why", least_cents=0, most_cents=MOST_CENTS),
            least_cents=0,
            most_cents=MOST_CENTS,
        )
        say = text("do_count_chips", place=place)
        shown_on = None if turn == 0 else box
        yield Offer("count_chips", say, {"box": box}, (amount,), proposed=turn == 0, box=shown_on)
