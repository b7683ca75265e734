"""What hands are and how strong, asked a line at a time: the hand order for those who only want that."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Literal, TextIO

from pydantic import BaseModel, ConfigDict, ValidationError

from controller.language import Language
from games import hands
from games.cards import FULL_DECK, JOKER, RANKS, SUITS, Card, Joker
from games.hand_order import HOUSE, HandOrder, Mode
from games.hands import Dealt, Shape

LINE_LIMIT = 10_000  # characters; what is longer is refused unread
CARDS: dict[str, Dealt] = dict(zip((*FULL_DECK, JOKER), (*FULL_DECK, JOKER), strict=True))
SHAPES = {
    "canberra_poker": (),
    "casino_holdem": (hands.CASINO_HOLDEM, hands.SUPER_ACES),
    "omaha": (hands.OMAHA,),
    "faro": (hands.FARO,),
    "seven_card_stud": (hands.SEVEN_CARD_STUD, hands.STUD_SHARED_CARD),
}  # besides five cards as they are
HOUSE_GAMES = ("canberra_poker", "casino_holdem")


class Refused(Exception):
    """The request cannot be answered; its text says why."""


class Options(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)

    deck: Literal[52, 48, 44, 40, 36, 32] = 52
    joker: bool = False
    ace_low: bool = False
    mode: Mode = "high"
    low_ace: Literal["high", "low"] = "high"


class Request(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)

    game: Literal["canberra_poker", "casino_holdem", "omaha", "faro", "seven_card_stud"]
    options: Options = Options()
    hole: list[str]
    board: list[str] = []


def rank_lines(requests: TextIO) -> Iterator[dict[str, Any]]:
    """An answer for every line that is not empty."""
    english = Language("en")
    number = 0
    while line := requests.readline(LINE_LIMIT):
        number += 1
        if len(line) == LINE_LIMIT and not line.endswith("\n"):
            _skip_rest(requests)
            yield {"error": f"longer than {LINE_LIMIT} characters", "line": number}
        elif line.strip():
            try:
                yield _ranked(line, english)
            except Refused as refused:
                yield {"error": str(refused), "line": number}


def _skip_rest(requests: TextIO) -> None:
    while (rest := requests.readline(LINE_LIMIT)) and not rest.endswith("\n"):
        pass


def _ranked(line: str, language: Language) -> dict[str, Any]:
    try:
        request = Request.model_validate_json(line)
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(map(str, first["loc"]))
        raise Refused(f"{where}: {first['msg']}" if where else first["msg"]) from None
    order = _order(request)
    hole, board = (_cards(order, texts) for texts in (request.hole, request.board))
    _different((*hole, *board))
    hand = hands.best_hand(_shape(request), order, hole, board)
    if hand is None:
        return {"category": None}
    return {
        "category": hand.category.word,
        "strength": hand.strength,
        "cards": hand.cards,
        "words": language.hand_title(hand.words),
    }


def _order(request: Request) -> HandOrder:
    """The house games have one order. An ace counts low in their straights, whatever is asked (2.6)."""
    options = request.options
    if request.game not in HOUSE_GAMES:
        return HandOrder(**options.model_dump())
    if (options.deck, options.joker, options.mode) != (HOUSE.deck, HOUSE.joker, HOUSE.mode):
        raise Refused(f"options: {request.game} is played high, with 52 cards and no joker")
    return HOUSE


def _shape(request: Request) -> Shape:
    possible = (*SHAPES[request.game], hands.FIVE)
    for shape in possible:
        if (shape.hole, shape.communal) == (len(request.hole), len(request.board)):
            return shape
    wanted = ", or ".join(f"{shape.hole} hole and {shape.communal} board" for shape in possible)
    given = f"{len(request.hole)} hole and {len(request.board)} board"
    raise Refused(f"{request.game} takes {wanted} cards, not {given}")


def _cards(order: HandOrder, texts: Sequence[str]) -> tuple[Dealt, ...]:
    for text in texts:
        if text not in CARDS:
            shown = text if len(text) <= 8 else f"{text[:8]}…"
            raise Refused(
                f'"{shown}" is no card: write a rank of {RANKS} and a suit of {SUITS}, like Td, or Jk'
            )
        if CARDS[text] not in order.cards:
            raise Refused(
                "there is no joker in this deck" if text == JOKER else f"a deck of {order.deck} has no {text}"
            )
    return tuple(CARDS[text] for text in texts)


def _different(cards: Sequence[Card | Joker]) -> None:
    twice = next((card for card in cards if cards.count(card) > 1), None)
    if twice:
        raise Refused(f"{twice} is there twice")
