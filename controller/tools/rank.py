"""What hands are and how strong, asked a line at a time: the hand order for those who only want that."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Literal, TextIO

from pydantic import BaseModel, ConfigDict, ValidationError

from controller.language import Language
from games import hands
from games.cards import FULL_DECK, JOKER, RANKS, SUITS, Card, Joker
from games.catalogue import GAMES, GameName, game_class
from games.hand_order import HandOrder, Mode
from games.hands import Dealt, Shape


def _takes(name: str, shapes: Sequence[Shape]) -> str:
    return f"            {name}: {', or '.join(_count(shape.hole, shape.communal) for shape in shapes)}"


def _count(hole: int, board: int) -> str:
    return f"{hole} in hole and {board} on the board" if board else f"{hole} in hole alone"


FORMAT = """\
a request:
  {"game": "omaha", "hole": ["As", "Ks", "Kd", "2c"], "board": ["Td", "Kh", "Jc", "Js", "3c"],
   "options": {"deck": 52, "joker": false, "ace_low": false, "mode": "high", "low_ace": "high"}}
  game      by its name; in any game five in hole alone are ranked as they are, besides
{games}
  options   as above if left out. deck: 52 48 44 40 36 32; mode: high, low, low8 (eight or better);
            low_ace: where the ace stands in a low. The house games have one order, played high with 52 cards.
  cards     rank of 23456789TJQKA and suit of shdc; Jk is the joker
an answer:
  {"category": "full_house", "strength": 7188480, "cards": ["Kd", "Kh", "Ks", "Jc", "Js"],
   "words": "Full house, kings over jacks"}
  The greater strength wins, also among lows; strengths compare under the same options only. The joker is shown
  as the card it stands for. {"category": null}: no low qualifies. {"error": "...", "line": 3}: line 3 could not
  be understood; the others are answered all the same, and the exit status is 1 at the end.
""".replace("{games}", ";\n".join(_takes(name, game.shapes) for name, game in GAMES.items() if game.shapes))
LINE_LIMIT = 10_000  # characters; what is longer is refused unread
KEY_LIMIT = 40  # of a key that is not known, as far as it is repeated
ALL_CARDS: tuple[Dealt, ...] = (*FULL_DECK, JOKER)
CARDS: dict[str, Dealt] = {card: card for card in ALL_CARDS}


class Unanswerable(Exception):
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

    game: GameName
    options: Options = Options()
    hole: list[str]
    board: list[str] = []


def rank_lines(requests: TextIO) -> Iterator[dict[str, Any]]:
    """An answer for every line that is not empty."""
    english = Language("en")
    number = 0
    while line := requests.readline(LINE_LIMIT + 1):
        number += 1
        if len(line) > LINE_LIMIT and not line.endswith("\n"):
            _skip_rest(requests)
            yield {"error": f"longer than {LINE_LIMIT} characters", "line": number}
        elif line.strip():
            try:
                yield _ranked(line, english)
            except Unanswerable as refused:
                yield {"error": str(refused), "line": number}


def _skip_rest(requests: TextIO) -> None:
    while (rest := requests.readline(LINE_LIMIT)) and not rest.endswith("\n"):
        pass


def _ranked(line: str, language: Language) -> dict[str, Any]:
    try:
        request = Request.model_validate_json(line)
    except ValidationError as error:
        raise Unanswerable(_complaint(error)) from None
    order = _order(request)
    hole, board = (_cards(order, texts) for texts in (request.hole, request.board))
    _different((*hole, *board))
    hand = hands.best_five(_shape(request), order, hole, board)
    if hand is None:
        return {"category": None}
    return {
        "category": hand.category.word,
        "strength": hand.strength,
        "cards": hand.cards,
        "words": language.hand_title(hand.words),
    }


def _complaint(error: ValidationError) -> str:
    first = error.errors(include_url=False)[0]
    where = ".".join(map(str, first["loc"]))[:KEY_LIMIT]
    said = first["msg"].removeprefix("Value error, ")
    if first["type"] == "extra_forbidden":
        said = "there is no such key"
    return f"{where}: {said}" if where else said


def _order(request: Request) -> HandOrder:
    """The house games have one order, in which the ace is high and low, whatever is asked (2.6). An option that
    has no effect is left out, so that tables are not built twice."""
    options = request.options
    only = game_class(request.game).hand_order
    if only is None:
        idle = "low_ace" if options.mode == "high" else "ace_low"
        return HandOrder(**options.model_dump(exclude={idle}))
    if (options.deck, options.joker, options.mode) != (only.deck, only.joker, only.mode):
        raise Unanswerable(f"options: {request.game} is played high, with 52 cards and no joker")
    return only


def _shape(request: Request) -> Shape:
    possible = (*game_class(request.game).shapes, hands.FIVE)
    for shape in possible:
        if (shape.hole, shape.communal) == (len(request.hole), len(request.board)):
            return shape
    wanted = ", or ".join(_count(shape.hole, shape.communal) for shape in possible)
    raise Unanswerable(
        f"{request.game} takes {wanted}; here are {_count(len(request.hole), len(request.board))}"
    )


def _cards(order: HandOrder, texts: Sequence[str]) -> tuple[Dealt, ...]:
    for text in texts:
        if text not in CARDS:
            shown = text if len(text) <= 8 else f"{text[:8]}…"
            raise Unanswerable(
                f'"{shown}" is no card: write a rank of {RANKS} and a suit of {SUITS}, like Td, or Jk'
            )
        if CARDS[text] not in order.cards:
            raise Unanswerable(
                "there is no joker in this deck" if text == JOKER else f"a deck of {order.deck} has no {text}"
            )
    return tuple(CARDS[text] for text in texts)


def _different(cards: Sequence[Card | Joker]) -> None:
    twice = next((card for card in cards if cards.count(card) > 1), None)
    if twice:
        raise Unanswerable(f"{twice} is there twice")
