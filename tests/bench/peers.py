"""The peers' public calls. Each is given the cards in its own form, made beforehand."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations, starmap
from typing import Any

import eval7
import phevaluator
import pokerkit
import treys

from games.cards import RANKS

MANY = 20_000
TREYS = treys.Evaluator()


@dataclass(frozen=True, slots=True)
class Deal:
    hole: tuple[str, ...]
    board: tuple[str, ...]

    @property
    def cards(self) -> tuple[str, ...]:
        return self.hole + self.board

    def two_and_three(self) -> Iterable[Deal]:
        """Each way to take two of the hole and three of the board."""
        for two in combinations(self.hole, 2):
            for three in combinations(self.board, 3):
                yield Deal(two, three)


Call = Callable[..., Any]
Loop = Callable[[Call, Sequence[Any]], None]


def each(call: Call, hands: Sequence[Any]) -> None:
    for cards in hands:
        call(cards)


def each_hole_and_board(call: Call, hands: Sequence[tuple[Any, Any]]) -> None:
    for hole, board in hands:
        call(hole, board)


def each_spread_out(call: Call, hands: Sequence[tuple[Any, ...]]) -> None:
    for cards in hands:
        call(*cards)


@dataclass(frozen=True, slots=True)
class Contender:
    name: str
    call: Call
    loop: Loop  # calls it as its own users would
    written: Callable[[Deal], Any]  # as the loop wants it
    lowest_wins: bool = False
    hands: int = MANY  # fewer for the slow ones

    def answers(self, hands: Sequence[Any]) -> list[Any]:
        said: list[Any] = []
        self.loop(lambda *hand: said.append(self.call(*hand)), hands)
        return said


# ---------------------------------------------------------------- each peer's own cards


def _phevaluator_id(card: str) -> int:
    return RANKS.index(card[0]) * 4 + "cdhs".index(card[1])


def _ids(deal: Deal) -> tuple[int, ...]:
    """The board first, as its Omaha calls want it; its others do not mind."""
    return tuple(map(_phevaluator_id, deal.board + deal.hole))


def _eval7_cards(deal: Deal) -> list[eval7.Card]:
    return [eval7.Card(card) for card in deal.cards]


def _treys_cards(deal: Deal) -> tuple[list[int], list[int]]:
    return [treys.Card.new(card) for card in deal.hole], [treys.Card.new(card) for card in deal.board]


def _pokerkit_hole_and_board(deal: Deal) -> tuple[Any, Any]:
    return tuple(pokerkit.Card.parse("".join(deal.hole))), tuple(pokerkit.Card.parse("".join(deal.board)))


def _pokerkit_cards(deal: Deal) -> tuple[Any, ...]:
    return tuple(pokerkit.Card.parse("".join(deal.cards)))


# ---------------------------------------------------------------- all ways to take two and three, one by one


def _phevaluator_best(ways: Iterable[tuple[int, ...]]) -> int:
    return min(starmap(phevaluator.evaluate_5cards, ways))


def _eval7_best(ways: Iterable[list[eval7.Card]]) -> int:
    return max(map(eval7.evaluate, ways))


def _treys_best(ways: Iterable[tuple[list[int], list[int]]]) -> int:
    return min(starmap(TREYS.evaluate, ways))


def _each_way(written: Callable[[Deal], Any]) -> Callable[[Deal], list[Any]]:
    return lambda deal: [written(way) for way in deal.two_and_three()]


# ---------------------------------------------------------------- who is met on which line


def _phevaluator(name: str, call: Call) -> Contender:
    return Contender(name, call, each_spread_out, _ids, lowest_wins=True)


def _phevaluator_ways(name: str, hands: int) -> Contender:
    return Contender(name, _phevaluator_best, each, _each_way(_ids), lowest_wins=True, hands=hands)


def _eval7_ways(name: str, hands: int) -> Contender:
    return Contender(name, _eval7_best, each, _each_way(_eval7_cards), hands=hands)


def _treys(hands: int) -> Contender:
    return Contender("treys", TREYS.evaluate, each_hole_and_board, _treys_cards, lowest_wins=True, hands=hands)


def _treys_ways(name: str, hands: int) -> Contender:
    return Contender(name, _treys_best, each, _each_way(_treys_cards), lowest_wins=True, hands=hands)


def _pokerkit(call: Call, hands: int) -> Contender:
    return Contender("pokerkit", call, each_hole_and_board, _pokerkit_hole_and_board, hands=hands)


EVAL7 = Contender("eval7", eval7.evaluate, each, _eval7_cards)

FIVE_CARDS = (
    _phevaluator("phevaluator evaluate_cards", phevaluator.evaluate_cards),
    _phevaluator("phevaluator evaluate_5cards", phevaluator.evaluate_5cards),
    EVAL7,
    _treys(MANY),
    Contender("pokerkit", pokerkit.StandardHighHand, each, _pokerkit_cards, hands=4_000),
)
SEVEN_CARDS = (
    _phevaluator("phevaluator evaluate_cards", phevaluator.evaluate_cards),
    _phevaluator("phevaluator evaluate_7cards", phevaluator.evaluate_7cards),
    EVAL7,
    _treys(4_000),
    _pokerkit(pokerkit.StandardHighHand.from_game, hands=200),
)
OMAHA = (
    _phevaluator("phevaluator evaluate_omaha_cards", phevaluator.evaluate_omaha_cards),
    _eval7_ways("eval7, 60 calls", hands=2_000),
    _treys_ways("treys, 60 calls", hands=1_000),
    _pokerkit(pokerkit.OmahaHoldemHand.from_game, hands=100),
)
FARO = (
    _phevaluator_ways("phevaluator, 100 calls", hands=1_000),
    _eval7_ways("eval7, 100 calls", hands=1_000),
    _treys_ways("treys, 100 calls", hands=500),
    _pokerkit(pokerkit.OmahaHoldemHand.from_game, hands=60),
)
