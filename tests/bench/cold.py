"""Builds one set of tables in a process that has none yet, and says as JSON how long that took."""

from __future__ import annotations

import json
import sys
import time
from random import Random
from typing import Any

from games.cards import FULL_DECK
from games.hand_order import HandOrder
from games.hand_tables import any_five
from games.two_and_three import as_dealt, two_and_three

ORDER = HandOrder(ace_low=True)
SEED = 20_260_902
HANDS = 1_000
BOARD_CARDS = 5


def main(table: str, hole: int) -> dict[str, float]:
    began = time.perf_counter()
    lookup = _built(table, hole)
    build_s = time.perf_counter() - began
    if table != "two_and_three":
        return {"build_s": build_s}
    hands = _hands(lookup, hole)
    return {"build_s": build_s, "cold_s": _each_s(lookup, hands), "warm_s": _each_s(lookup, hands)}


def _built(table: str, hole: int) -> Any:
    if table == "two_and_three":
        return two_and_three(ORDER, hole)
    return {"as_dealt": as_dealt, "any_five": any_five}[table](ORDER)


def _hands(lookup: Any, hole: int) -> list[tuple[list[int], list[int]]]:
    chance = Random(SEED)
    drawn = [[lookup.code[card] for card in chance.sample(FULL_DECK, hole + BOARD_CARDS)] for _ in range(HANDS)]
    return [(cards[:hole], cards[hole:]) for cards in drawn]


def _each_s(lookup: Any, hands: list[tuple[list[int], list[int]]]) -> float:
    strength = lookup.strength
    began = time.perf_counter()
    for hole, board in hands:
        strength(hole, board)
    return (time.perf_counter() - began) / len(hands)


if __name__ == "__main__":
    sys.stdout.write(json.dumps(main(sys.argv[1], int(sys.argv[2]) if sys.argv[2:] else 0)))
