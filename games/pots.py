"""The pots of a round of play: who may win each, who wins it, and what every winner is paid.

Whole cents. A player is his seat. Strengths are those of hands.py: greater wins, equal ties, 0 is no low.

NI2017-583, NI2005-67, NI2005-74: 13.2
NI2017-583, NI2005-67, NI2005-74: 14.2
NI2017-583, NI2005-67, NI2005-74: 15.2
NI2017-583, NI2005-67, NI2005-74: 17.9
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import repeat
from operator import le
from types import MappingProxyType
from typing import NamedTuple

from games.commission import Charged, Commission, commission, shared_by_equals

Cents = Mapping[int, int]  # by seat
NOTHING: Cents = MappingProxyType({})


class Pot(NamedTuple):
    amount_cents: int
    eligible: tuple[int, ...]  # in the order of the contributions, as are the contributors
    contributors: tuple[int, ...]
    only_posted: bool = False  # antes and blinds and nothing else, 15.2(d)


class Uncalled(NamedTuple):
    seat: int
    cents: int


class Formed(NamedTuple):
    pots: list[Pot]  # the main pot first
    uncalled: Uncalled | None


class Division(NamedTuple):
    """What a pot is divided by."""

    clockwise: Sequence[int]  # the first player after the button first, the button last (ODD-BUTTON)
    smallest_chip_cents: int
    commission: Commission | None = None  # None in a tournament, or where it is paid by time (15.3)


class Won(NamedTuple):
    pot: Pot
    commission_cents: int
    high_winners: tuple[int, ...]
    low_winners: tuple[int, ...]
    paid: dict[int, int]


# ---------------------------------------------------------------- forming


def form_pots(paid: Cents, live: Collection[int], posted: Cents = NOTHING, dead: Cents = NOTHING) -> Formed:
    """`paid` is what each put in during the whole round of play, `posted` how much of it was blind or ante.

    `dead` are missed blinds that count towards no bet (MISSED-BLIND): they lie in the main pot. A player shares
    every chip up to his own total (SIDE-POT), so the totals of those still in are the borders of the pots.
    """
    uncalled = _uncalled(paid, live)
    if uncalled:
        paid = {**paid, uncalled.seat: paid[uncalled.seat] - uncalled.cents}
    borders = sorted({paid[seat] for seat in live} - {0}) or [0]
    # What a folded hand put in above the last border has no contender of its own (SIDE-ORPHAN).
    borders[-1] = max(paid.values())
    if not borders[-1]:  # a dead blind is a pot even where nothing else is left in it (DEAD-BLIND-ALONE)
        alone = Pot(sum(dead.values()), tuple(live), tuple(dead), only_posted=True)
        return Formed([alone] if dead else [], uncalled)
    pots, below = [], 0
    for border in borders:
        pots.append(_pot(paid, live, posted, below, border))
        below = border
    if dead:
        pots[0] = _with_dead(pots[0], dead)
    return Formed(pots, uncalled)


def _uncalled(paid: Cents, live: Collection[int]) -> Uncalled | None:
    """15.2(b), a blind's unmatched part among it (COMM-UNCALLED). A folded hand gets nothing back (17.9)."""
    second, most = sorted([0, *paid.values()])[-2:]
    if second == most:
        return None
    seat = next(seat for seat, cents in paid.items() if cents == most)
    return Uncalled(seat, most - second) if seat in live else None


def _pot(paid: Cents, live: Collection[int], posted: Cents, below: int, border: int) -> Pot:
    within = {seat: cents if cents < border else border for seat, cents in paid.items() if cents > below}
    return Pot(
        sum(within.values()) - below * len(within),
        tuple([seat for seat in within if seat in live]) or tuple(live),
        tuple(within),
        all(map(le, within.values(), map(posted.get, within, repeat(0)))),
    )


def _with_dead(main: Pot, dead: Cents) -> Pot:
    late = tuple(seat for seat in dead if seat not in main.contributors)
    return main._replace(
        amount_cents=main.amount_cents + sum(dead.values()), contributors=main.contributors + late
    )


# ---------------------------------------------------------------- winning


def settle(pots: Iterable[Pot], high: Cents, low: Cents | None, table: Division) -> list[Won]:
    """`low` only in high/low split games; the strengths of a low ball game stand in `high`.

    Whoever shows no hand is in neither, and cannot win (MUCK) unless nobody else may.
    """
    pots = list(pots)
    winners = _winners(pots, high, low)
    charged = [
        Charged(pot.amount_cents, pot.only_posted or shared_by_equals(pot.contributors, *won))
        for pot, won in zip(pots, winners, strict=True)
    ]
    taken = commission(table.commission, charged) if table.commission else [0] * len(pots)
    return [
        Won(pot, cents, *won, divide(pot.amount_cents - cents, *won, table))
        for pot, cents, won in zip(pots, taken, winners, strict=True)
    ]


def settled_on(  # noqa: PLR0917
    won: Sequence[Won], paid: int, live: Collection[int], high: Cents, low: Cents | None, table: Division
) -> list[Won]:
    """So many are paid, and stand. The others are for those still in (17.9); the commission is the same."""
    contenders, pots = tuple(live), []
    for each in won:
        contenders = tuple([seat for seat in each.pot.eligible if seat in live]) or contenders  # SIDE-ORPHAN
        pots.append(each.pot._replace(eligible=contenders))
    anew = [
        Won(pot, was.commission_cents, *by, divide(pot.amount_cents - was.commission_cents, *by, table))
        for pot, was, by in zip(pots, won, _winners(pots, high, low), strict=True)
    ]
    return [*won[:paid], *anew[paid:]]


Winners = tuple[tuple[int, ...], tuple[int, ...]]


def _winners(pots: list[Pot], high: Cents, low: Cents | None) -> list[Winners]:
    found: list[Winners] = []
    contenders: tuple[int, ...] = ()
    for pot in pots:
        if len(pot.eligible) == 1:  # nobody called him: he need not show
            found.append((pot.eligible, ()))
            continue
        # If none of them shows, the best of the next lower pot has it (like SIDE-ORPHAN).
        contenders = tuple([seat for seat in pot.eligible if seat in high]) or contenders
        assert contenders, "nobody has shown a hand"
        found.append((_best(contenders, high), _best(contenders, low) if low else ()))
    return found


def _best(contenders: Sequence[int], strengths: Cents) -> tuple[int, ...]:
    """Nobody, if no low qualifies: the high hand then takes the whole pot (HILO-NO-LOW)."""
    best = max([strengths.get(seat, 0) for seat in contenders])
    return tuple([seat for seat in contenders if strengths.get(seat) == best]) if best else ()


def divide(
    cents: int, high_winners: Collection[int], low_winners: Collection[int], table: Division
) -> dict[int, int]:
    """13.2, in units of the smallest chip; every remainder whole to one player (ODD-REMAINDER, ODD-SUBUNIT)."""
    if not low_winners:
        return _equally(cents, high_winners, table)
    half = cents // 2 // table.smallest_chip_cents * table.smallest_chip_cents
    paid = _equally(half, high_winners, table)
    for seat, share in _equally(half, low_winners, table).items():
        paid[seat] = paid.get(seat, 0) + share
    if odd := cents - 2 * half:  # to the nearest of either half (ODD-HILO)
        paid[_nearest({*high_winners, *low_winners}, table)] += odd
    return paid


def _equally(cents: int, winners: Collection[int], table: Division) -> dict[int, int]:
    chip = table.smallest_chip_cents
    share = cents // len(winners) // chip * chip
    paid = dict.fromkeys(winners, share)
    if odd := cents - share * len(winners):
        paid[_nearest(winners, table)] += odd
    return paid


def _nearest(winners: Collection[int], table: Division) -> int:
    return next(seat for seat in table.clockwise if seat in winners)


# ---------------------------------------------------------------- hands with a wrong number of cards


def left_to_win(rightly_dealt: Sequence[int], folded_in_order: Sequence[int]) -> tuple[int, ...]:
    """17.9, after the fouled hands are folded: one wins, several show. `folded_in_order` are those before them.

    If nobody holds the right number the last who folded before wins all pots (FOUL-LAST-FOLDED, FOUL-SIDE);
    if nobody had folded either, none does, and the round is void under 19.3 (FOUL-NOFOLD).
    """
    return tuple(rightly_dealt) or tuple(folded_in_order[-1:])


def given_back(paid: Cents, dead: Cents = NOTHING) -> dict[int, int]:
    """What the dictionary's void means: no pot is won, every chip goes back, no commission (COMM-MISDEAL)."""
    return {seat: cents + dead.get(seat, 0) for seat, cents in paid.items()}
