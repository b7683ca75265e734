"""How fast hands are ranked, against four libraries that rank hands; and what the tables cost at the start."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from games.cards import FULL_DECK
from games.hand_order import HandOrder
from games.hand_tables import any_five
from games.two_and_three import as_dealt, two_and_three
from tests.bench import agreement, peers
from tests.bench.peers import Contender, Deal
from tests.bench.report import MICROSECONDS, MILLIONS_A_SECOND, MILLISECONDS, Line, Suite, line
from tests.bench.rounds import ROUNDS, Round, Task, turn_about

ROOT = Path(__file__).parents[2]
SEED = 20_260_901
PEERS_ORDER = HandOrder(ace_low=True)  # the only one that the peers know
TABLES_LIMIT_S = 0.25
COLD_TABLES = ("as_dealt", "any_five", "two_and_three 4", "two_and_three 5")
COLD_WAIT_S = 30

ABOUT = (
    "how fast hands are ranked: one thread, the same random hands for both, read beforehand, caches warm,\n"
    "       in CPU time; then how long the tables take, each time in a new process, against the limit"
)


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of hand: ours, who else can do it, and the ratio to reach against phevaluator."""

    name: str
    hole: int
    board: int
    ours: Contender
    peers: tuple[Contender, ...]
    to_reach: float


def kinds() -> tuple[Kind, ...]:
    five, seven = _counted_together(as_dealt(PEERS_ORDER)), _counted_together(any_five(PEERS_ORDER))
    return (
        Kind("5 cards", 2, 3, five, peers.FIVE_CARDS, to_reach=2),
        Kind("7 cards", 2, 5, seven, peers.SEVEN_CARDS, to_reach=1.3),
        Kind("Omaha 4+5", 4, 5, _two_and_three(4), peers.OMAHA, to_reach=0.95),
        Kind("Faro 5+5", 5, 5, _two_and_three(5), peers.FARO, to_reach=40),
    )


def _counted_together(lookup: Any) -> Contender:
    def written(deal: Deal) -> tuple[int, ...]:
        return tuple(lookup.code[card] for card in deal.cards)

    return Contender("ours", lookup.strength, peers.each, written)


def _two_and_three(hole: int) -> Contender:
    lookup = two_and_three(PEERS_ORDER, hole)

    def written(deal: Deal) -> tuple[Any, Any]:
        return tuple(lookup.code[card] for card in deal.hole), tuple(lookup.code[card] for card in deal.board)

    return Contender("ours", lookup.strength, peers.each_hole_and_board, written)


def measure() -> Suite:
    warm = [found for kind in kinds() for found in _compared(kind)]
    return Suite("hands", ABOUT, (*warm, *_cold()))


def random_deals(hole: int, board: int, count: int) -> list[Deal]:
    chance = Random(SEED)
    drawn = (chance.sample(FULL_DECK, hole + board) for _ in range(count))
    return [Deal(tuple(cards[:hole]), tuple(cards[hole:])) for cards in drawn]


def _compared(kind: Kind) -> list[Line]:
    deals = random_deals(kind.hole, kind.board, peers.MANY)
    return [_against(kind, peer, deals[: peer.hands]) for peer in kind.peers]


def _against(kind: Kind, peer: Contender, deals: Sequence[Deal]) -> Line:
    ours, theirs = ([each.written(deal) for deal in deals] for each in (kind.ours, peer))
    _agree(kind, peer, deals, kind.ours.answers(ours), peer.answers(theirs))  # and the caches of both are warm
    rounds = turn_about(_task(kind.ours, ours), _task(peer, theirs), clock=time.process_time)
    to_reach = kind.to_reach if peer.name.startswith("phevaluator") else None
    return line(kind.name, peer.name, MILLIONS_A_SECOND, rounds, to_reach)


def _agree(kind: Kind, peer: Contender, deals: Sequence[Deal], ours: list[int], theirs: list[Any]) -> None:
    try:
        agreement.check(deals, ours, theirs, lowest_wins=peer.lowest_wins)
    except agreement.Disagreement as difference:
        raise agreement.Disagreement(f"{kind.name}, {peer.name}: {difference}") from None


def _task(contender: Contender, hands: list[Any]) -> Task:
    return Task(lambda: contender.loop(contender.call, hands), len(hands)).lasting(clock=time.process_time)


# ---------------------------------------------------------------- from nothing


def _cold() -> list[Line]:
    """One process after the other, each table once a round."""
    found = [{table: _in_a_fresh_process(table) for table in COLD_TABLES} for _ in range(ROUNDS)]
    lines = [_built(table, [each[table]["build_s"] for each in found]) for table in COLD_TABLES]
    return [*lines, _first_thousand([each["two_and_three 4"] for each in found])]


def _in_a_fresh_process(table: str) -> dict[str, float]:
    command = [sys.executable, "-m", "tests.bench.cold", *table.split()]
    said = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True, timeout=COLD_WAIT_S)
    times: dict[str, float] = json.loads(said.stdout)
    return times


def _built(table: str, took_s: list[float]) -> Line:
    rounds = [Round(ours=took, theirs=TABLES_LIMIT_S) for took in took_s]
    return line(f"tables of {table}", "the limit", MILLISECONDS, rounds, to_reach=1)


def _first_thousand(found: list[dict[str, float]]) -> Line:
    rounds = [Round(ours=times["cold_s"], theirs=times["warm_s"]) for times in found]
    return line("first 1,000 Omaha hands", "the same again, warm", MICROSECONDS, rounds)
