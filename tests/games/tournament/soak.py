"""Plays as many random tournaments as it is asked for, on every core, and stops by itself.

Each has fees, prizes, players and sessions of its own, and people who do whatever is offered: at its end the
till, the prizes, the places and the chips are reckoned a second time. A failure names its seed.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from multiprocessing import Pool
from random import Random, SystemRandom
from typing import Any

from games.tournament.conditions import Conditions
from tests.games.tournament import real_tables
from tests.games.tournament.playing import Hall, conditions_of, play_whole

GAMES = ("demo_omaha", "demo_canberra_poker", "demo_faro", "demo_seven_card_stud")
SHIPPED = {name: conditions_of(name) for name in GAMES}
TELL_S = 10
STEPS = 2_000
AT_REAL_TABLES = 20  # one in so many is dealt, card by card


def conditions(chance: Random) -> tuple[Conditions, int]:
    """And how many enter."""
    made = SHIPPED[chance.choice(GAMES)]
    players = chance.randint(2, 7)
    session = made.sessions[-1].model_copy(update={"tables": chance.choice([1, 1, 2]), "chips_cents": None})
    if "rounds" in made.rules.counts and chance.random() < 0.7:
        ends = session.ends.model_copy(
            update={"rounds": chance.randint(1, 4), "minutes": None, "players_left": None}
        )
        session = session.model_copy(update={"ends": ends})
    fee = made.fee.model_copy(
        update={
            "entry_cents": chance.randint(1_000, 9_999),
            "chips_cents": chance.choice([20_000, 50_000]),
            "commission": made.fee.commission.model_copy(update=commission(chance)),
        }
    )
    prizes = made.prizes.model_copy(
        update={"breakdown_basis_points": breakdown(chance), "unit_cents": chance.choice([1, 1, 100])}
    )
    rebuys = made.rebuys.model_copy(update={"fee_cents": chance.randint(500, 5_000)}) if made.rebuys else None
    changes: dict[str, Any] = {
        "players_least": 2,
        "players_most": 7,
        "sessions": (session,),
        "tables": made.tables.model_copy(update={"most_per_table": 7}),
        "rebuys": rebuys if chance.random() < 0.5 else None,
    }
    return made.model_copy(update={"fee": fee, "prizes": prizes, **changes}), players


def commission(chance: Random) -> dict[str, int | None]:
    if chance.random() < 0.5:
        return {"cents_per_entry": chance.randint(0, 900), "basis_points": None}
    return {"cents_per_entry": None, "basis_points": chance.randint(0, 2_000)}


def breakdown(chance: Random) -> tuple[int, ...]:
    left, shares = 10_000, []
    for _ in range(chance.randint(0, 3)):
        shares.append(chance.randint(0, left))
        left -= shares[-1]
    return (*shares, left)


def played(seed: int) -> Hall:
    chance = Random(seed)
    if seed % AT_REAL_TABLES == 0:
        return real_tables.played(chance.choice(GAMES), seed)
    made, players = conditions(chance)
    hall = Hall(made, {"T1": 7, "T2": 7}, seed)
    play_whole(hall, players, wild=chance.choice([0.0, 0.0, 0.2]), rounds=STEPS)
    return hall


def fault(seed: int) -> str:
    try:
        hall = played(seed)
        reckon(hall)
    except Exception as failed:
        return f"seed {seed}: {failed!r}"
    return ""


def reckon(hall: Hall) -> None:
    """From what went over the counter and what was told, by arithmetic of its own."""
    state, cash = hall.state, hall.state.cash
    till = sum(row.cents for row in cash)
    if state.stage == "cancelled":
        assert till == 0, f"{till} cents are left"
        return
    fees = sum(row.cents for row in cash if row.what in ("fee", "fee_returned", "rebuy"))
    terms = state.conditions.fee.commission
    kept = sum(row.what == "fee" for row in cash) - sum(row.what == "fee_returned" for row in cash)
    keeps = (terms.cents_per_entry or 0) * kept + fees * (terms.basis_points or 0) // 10_000
    paid = -sum(row.cents for row in cash if row.what == "prize")
    assert till == keeps, f"{till} cents are in the till, and {keeps} are the commission"
    assert paid == fees - keeps, f"{paid} cents were paid of a pool of {fees - keeps}"
    placed = [number for group in state.placed for number in group]
    assert len(placed) == len(set(placed)), f"somebody has two places: {placed}"
    assert not hall.notices("chips_do_not_add_up"), "a round of play has made or lost chips"


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.games.tournament.soak", description=__doc__)
    parser.add_argument("tournaments", nargs="?", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=SystemRandom().randrange(10**9), help="of the first one")
    asked = parser.parse_args()
    cores = os.cpu_count() or 1
    say(f"{asked.tournaments:,} tournaments on {cores} cores, seeds from {asked.seed} on")
    began, told_at = time.monotonic(), 0.0
    seeds = range(asked.seed, asked.seed + asked.tournaments)
    with Pool(cores) as pool:
        for done, failure in enumerate(pool.imap_unordered(fault, seeds, chunksize=50), start=1):
            if failure:
                pool.terminate()
                say(f"{done:,} tournaments, {rate(done, began)}: {failure}")
                return 1
            if time.monotonic() - told_at > TELL_S:
                told_at = time.monotonic()
                say(f"{done:>12,} tournaments, {rate(done, began)}")
    took = rate(asked.tournaments, began)
    say(f"{asked.tournaments:,} tournaments, {took}: every cent and place as it should")
    return 0


def rate(done: int, began: float) -> str:
    seconds = time.monotonic() - began
    return f"{seconds:,.0f} s, {done / max(seconds, 0.001):,.0f} a second"


def say(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
