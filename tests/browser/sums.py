"""Canberra Poker's money, worked out a second time from the rules' words: nothing here knows the controller."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

ORDER = "23456789TJQKA"
NO_PAIR, ONE_PAIR, TWO_PAIRS, THREE, STRAIGHT, FLUSH, FULL_HOUSE, FOUR, STRAIGHT_FLUSH, ROYAL = range(10)
BET_ODDS = (1, 1, 2, 3, 4, 5, 7, 20, 50, 250)  # rule 9.4
MAXIMUM = 200  # rule 3.5, in dollars
MOST = 5_000  # rule 8.2


def strength(faces: Sequence[str]) -> tuple[int, list[int]]:
    ranks = Counter(ORDER.index(face[0]) for face in faces)
    by_count = sorted(ranks, key=lambda rank: (ranks[rank], rank), reverse=True)
    shape = sorted(ranks.values(), reverse=True)
    flush = len({face[1] for face in faces}) == 1
    highest = _straight_to(by_count) if len(ranks) == 5 else None
    if highest is not None:
        kind = STRAIGHT if not flush else ROYAL if highest == ORDER.index("A") else STRAIGHT_FLUSH
        return kind, [highest]
    if flush:
        return FLUSH, by_count
    kinds = {(4, 1): FOUR, (3, 2): FULL_HOUSE, (3, 1, 1): THREE, (2, 2, 1): TWO_PAIRS, (2, 1, 1, 1): ONE_PAIR}
    return kinds.get(tuple(shape), NO_PAIR), by_count


def _straight_to(ranks: list[int]) -> int | None:
    if ranks[0] - ranks[4] == 4:
        return ranks[0]
    return ORDER.index("5") if [ORDER[rank] for rank in ranks] == list("A5432") else None


def dealer_plays(faces: Sequence[str]) -> bool:
    """Rule 9.2: an ace and a king, or higher."""
    kind, ranks = strength(faces)
    return kind > NO_PAIR or [ORDER[rank] for rank in ranks[:2]] == ["A", "K"]


@dataclass(frozen=True)
class Settled:
    title: str
    sums: tuple[str, ...]
    net: int


def settled(box: int, ante: int, mine: Sequence[str], dealers: Sequence[str], jackpot: bool = False) -> Settled:
    """In dollars, for a box that has bet twice its ante and holds no jackpot hand."""
    counted = min(ante, MAXIMUM)
    bet, over = 2 * counted, ante - counted
    back = (f"{over} above the maximum goes back.", f"{2 * over} above the maximum goes back.") if over else ()
    if jackpot:  # its wager is taken with the cards
        back += ("Jackpot not declared: its wager stays until the cards are collected.",)
    if not dealer_plays(dealers):
        title = f"Box {box}: pay ante {counted}, bet back"
        return Settled(title, (f"Ante {counted} x 1 = {counted}.", *back), counted)
    if strength(mine) < strength(dealers):
        title = f"Box {box} loses: take {counted} and {bet}"
        return Settled(title, back, -counted - bet)
    if strength(mine) == strength(dealers):
        return Settled(f"Box {box} ties: ante and bet go back", back, 0)
    odds = BET_ODDS[strength(mine)[0]]
    won = min(odds * bet, MOST)
    sums = (f"Ante {counted} x 1 = {counted}.", f"Bet {bet} x {odds} = {won}.", *back)
    return Settled(f"Box {box} wins: pay {counted} and {won}", sums, counted + won)
