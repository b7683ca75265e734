"""What every wager of a round comes to, reckoned a second time, plainly and straight from the instruments.

Nothing of the games' own arithmetic is used here: not their order of hands, their odds or their prizes.
Amounts are cents, cards are written as "As".
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cache
from itertools import combinations

from tests.games.by_the_book import high

BET_ODDS = {  # 8.1 of Canberra Poker
    "no_pair": 1,
    "one_pair": 1,
    "two_pairs": 2,
    "three_of_a_kind": 3,
    "straight": 4,
    "flush": 5,
    "full_house": 7,
    "four_of_a_kind": 20,
    "straight_flush": 50,
    "royal_flush": 250,
}
ANTE_ODDS = {  # 8.1 of Casino Hold-em; all others 1 to 1
    "flush": 2,
    "full_house": 3,
    "four_of_a_kind": 10,
    "straight_flush": 20,
    "royal_flush": 100,
}
BONUS_ODDS = {  # 11.1 of Casino Hold-em
    "two_pairs": 7,
    "three_of_a_kind": 7,
    "straight": 7,
    "flush": 20,
    "full_house": 30,
    "four_of_a_kind": 40,
    "straight_flush": 50,
    "royal_flush": 100,
}
MINOR_PRIZES = {"four_of_a_kind": 500_00, "full_house": 150_00, "flush": 100_00}  # 11.1 of Canberra Poker
DEAD_MANS_HAND = 50_00
PARTS = {"royal_flush": 10, "straight_flush": 1}  # 11.2

Value = tuple[int, list[int], str]
Result = tuple[int, int]  # of a wager: how much of it goes back, how much is paid on it
LOST = (0, 0)


@dataclass
class Player:
    """One box in a round: what was put down on it, and what its player did."""

    maximum: int
    ante: int = 0
    side: int = 0
    second: int = 0
    folded: bool = False
    given_back: bool = False  # the hand could not be reconstructed, or its wagers were declared void
    declared: bool = False  # as a jackpot or bonus hand, in time
    too_late: bool = False  # the time to declare a bonus ended before the hand was given back


@dataclass
class Pools:
    prize: int
    reserve: int
    displayed: int
    won: bool = False  # a major prize was won before: from then on the pool limits (11.3)


@dataclass
class Round:
    players: dict[int, Player] = field(default_factory=dict)
    cards: dict[str, list[str]] = field(default_factory=dict)
    void: bool = False


# ---------------------------------------------------------------- rule 2: what beats what


def value(five: Iterable[str]) -> Value:
    five = list(five)
    return _value("".join(sorted(card[0] for card in five)), len({card[1] for card in five}) == 1)


@cache
def _value(faces: str, one_suit: bool) -> Value:
    suits = "sssss" if one_suit else "shdcs"
    five = [face + suit for face, suit in zip(faces, suits, strict=True)]
    return high(five, deck=52, joker=False, ace_low=True)


def best(cards: list[str]) -> Value:
    return max(value(five) for five in combinations(cards, 5))


def ace_king_or_higher(hand: Value) -> bool:
    return hand[2] != "no_pair" or hand[1][:2] == [14, 13]


def pair_of_fours_or_higher(hand: Value) -> bool:
    return hand[2] not in ("no_pair", "one_pair") or (hand[2] == "one_pair" and hand[1][0] >= 4)


# ---------------------------------------------------------------- ante and second wager


def compared(mine: Value, dealer: Value) -> int:
    return (mine[:2] > dealer[:2]) - (mine[:2] < dealer[:2])


def to_the_maximum(player: Player) -> tuple[int, int]:
    """Rule 3.5: what of ante and second wager is paid or collected."""
    ante = min(player.ante, player.maximum)
    return ante, (2 * ante if player.second else 0)


def collected(player: Player) -> tuple[Result, Result]:
    ante, second = to_the_maximum(player)
    return (player.ante - ante, 0), (player.second - second, 0)


def canberra_wagers(player: Player, mine: list[str], dealers: list[str], most: int) -> tuple[Result, Result]:
    if player.given_back:
        return (player.ante, 0), (player.second, 0)
    if player.folded:
        return collected(player)
    ante, second = to_the_maximum(player)
    dealer = value(dealers)
    if not ace_king_or_higher(dealer):
        return (player.ante, ante), (player.second, 0)
    hand = value(mine)
    higher = compared(hand, dealer)
    if higher < 0:
        return collected(player)
    if higher == 0:
        return (player.ante, 0), (player.second, 0)
    return (player.ante, ante), (player.second, min(most, BET_ODDS[hand[2]] * second))


def holdem_wagers(
    player: Player, mine: list[str], dealers: list[str], board: list[str], most: int
) -> tuple[Result, Result]:
    if player.given_back:
        return (player.ante, 0), (player.second, 0)
    if player.folded:
        return collected(player)
    ante, second = to_the_maximum(player)
    dealer, hand = best(dealers + board), best(mine + board)
    paid = min(most, ANTE_ODDS.get(hand[2], 1) * ante)
    if not pair_of_fours_or_higher(dealer):
        return (player.ante, paid), (player.second, 0)
    higher = compared(hand, dealer)
    if higher < 0:
        return collected(player)
    if higher == 0:
        return (player.ante, 0), (player.second, 0)
    return (player.ante, paid), (player.second, second)


# ---------------------------------------------------------------- the Super Aces Bonus


def bonus_wager(player: Player, five: list[str]) -> Result:
    """Hole cards and flop. What has been won or lost by then stands when the hand is given back."""
    if player.declared:
        hand = value(five)
        odds = BONUS_ODDS.get(hand[2], 0)
        if hand[2] == "one_pair" and hand[1][0] == 14:
            odds = 7
        return (player.side, odds * player.side) if odds else LOST
    return (player.side, 0) if player.given_back and not player.too_late else LOST


# ---------------------------------------------------------------- the Boomerang Jackpot


def jackpot_line(five: list[str]) -> str | None:
    hand = value(five)
    if hand[2] in PARTS or hand[2] in MINOR_PRIZES:
        return hand[2]
    faces = [card[0] for card in five]
    dead_mans = hand[2] == "two_pairs" and faces.count("A") == faces.count("8") == 2
    return "dead_mans_hand" if dead_mans else None


def major_prizes(winners: dict[int, str], pools: Pools) -> dict[int, int]:
    """Rules 11.1 to 11.3, for all royal and straight flushes that were declared in the round."""
    alone = {
        "royal_flush": max(10_000_00, pools.displayed),
        "straight_flush": max(1_000_00, pools.displayed // 10),
    }
    at_most = min(pools.displayed, pools.prize) if pools.won else pools.displayed
    if sum(alone[line] for line in winners.values()) <= at_most:
        return {box: alone[line] for box, line in winners.items()}
    parts = sum(PARTS[line] for line in winners.values())
    return {box: at_most * PARTS[line] // parts for box, line in winners.items()}


def majors(played: Round) -> dict[int, str]:
    """Boxes that have declared one and whose hand has a result."""
    lines = {
        box: jackpot_line(played.cards[str(box)])
        for box, player in played.players.items()
        if player.declared and not (player.given_back or played.void)
    }
    return {box: line for box, line in lines.items() if line in PARTS}


def jackpot_wager(player: Player, five: list[str], major_prize: int | None) -> Result:
    if player.given_back:
        return player.side, 0
    if not player.declared:
        return LOST
    if major_prize is not None:
        return player.side, major_prize
    line = jackpot_line(five)
    return player.side, DEAD_MANS_HAND if line == "dead_mans_hand" else MINOR_PRIZES[line]


def pools_after(
    played: Round, pools: Pools, share_percent: int, *, sign_follows: bool
) -> tuple[Pools, int, int]:
    """The pools when the round is over, and what has come in and gone out."""
    prizes = sum(major_prizes(majors(played), pools).values())
    lost = [
        player.side
        for player in played.players.values()
        if player.side and not (player.declared or player.given_back or played.void)
    ]
    into_prize = sum(side * share_percent // 100 for side in lost)
    prize = max(0, pools.prize - prizes) + into_prize
    displayed = prize // 100 * 100 if sign_follows and (lost or prizes) else pools.displayed
    after = Pools(prize, pools.reserve + sum(lost) - into_prize, displayed, pools.won or prizes > 0)
    return after, sum(lost), prizes


# ---------------------------------------------------------------- a whole round


def canberra_round(played: Round, pools: Pools, most: int) -> dict[tuple[int, str], Result]:
    results: dict[tuple[int, str], Result] = {}
    prizes = major_prizes(majors(played), pools)
    for box, player in played.players.items():
        mine, dealers = played.cards.get(str(box), []), played.cards.get("dealer", [])
        if played.void:
            ante, bet, jackpot = (player.ante, 0), (player.second, 0), (player.side, 0)
        else:
            ante, bet = canberra_wagers(player, mine, dealers, most)
            jackpot = jackpot_wager(player, mine, prizes.get(box))
        _note(results, box, player, {"ante": ante, "bet": bet, "jackpot": jackpot})
    return results


def holdem_round(played: Round, most: int) -> dict[tuple[int, str], Result]:
    results: dict[tuple[int, str], Result] = {}
    board, dealers = played.cards.get("board", []), played.cards.get("dealer", [])
    for box, player in played.players.items():
        mine = played.cards.get(str(box), [])
        if played.void:
            ante, call, bonus = (player.ante, 0), (player.second, 0), (player.side, 0)
        else:
            ante, call = holdem_wagers(player, mine, dealers, board, most)
            bonus = bonus_wager(player, mine + board[:3])
        _note(results, box, player, {"ante": ante, "call": call, "bonus": bonus})
    return results


def _note(results: dict[tuple[int, str], Result], box: int, player: Player, found: dict[str, Result]) -> None:
    """Only wagers that were made have a result."""
    made = {"ante": player.ante, "bet": player.second, "call": player.second}
    for wager, result in found.items():
        if made.get(wager, player.side):
            results[box, wager] = result
