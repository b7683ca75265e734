"""Which games there are: what a name in the configuration stands for. Nothing else lists them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from inspect import isabstract
from typing import TYPE_CHECKING, Annotated

from pydantic import AfterValidator

if TYPE_CHECKING:
    from games.every_game.game import Game
    from games.rulebook.book import Document

OURS = {
    "canberra_poker": "CanberraPoker",
    "casino_holdem": "CasinoHoldem",
    "omaha": "PokerOmaha",
    "faro": "PokerFaro",
    "seven_card_stud": "PokerSevenCardStud",
}


class _Games(Mapping[str, "type[Game]"]):
    """Each is imported when it is asked for: whoever looks into one table's journal needs no other game."""

    def __getitem__(self, name: str) -> type[Game]:
        of_its_room = OURS[name]
        game: type[Game] = getattr(import_module(f"games.{name}.game"), of_its_room)
        assert game.name == name
        return game

    def __contains__(self, name: object) -> bool:
        return name in OURS

    def __iter__(self) -> Iterator[str]:
        return iter(OURS)

    def __len__(self) -> int:
        return len(OURS)


GAMES: Mapping[str, type[Game]] = _Games()
ENTRY_POINT_GROUP = "table_controller.games"


class UnknownGame(ValueError):
    pass


@cache
def game_class(name: str) -> type[Game]:
    """A game of ours is never replaced by an installed one of the same name."""
    if name in GAMES:
        return GAMES[name]
    for entry in entry_points(group=ENTRY_POINT_GROUP, name=name):
        return _checked(name, _loaded(entry))
    raise UnknownGame(f"there is no game {name!r}; known are {', '.join(game_names())}")


def _loaded(entry: EntryPoint) -> object:
    """Whatever stops its import, who checks a configuration is told which game it is and what is wrong."""
    try:
        return entry.load()
    except Exception as error:
        raise UnknownGame(
            f"the installed game {entry.name!r} cannot be imported ({entry.value}): {error}"
        ) from error


@cache
def rule_documents() -> dict[str, Document]:
    """Those that our games are played by."""
    return {game.document.name: game.document for game in GAMES.values()}


def game_names() -> tuple[str, ...]:
    installed = sorted(entry.name for entry in entry_points(group=ENTRY_POINT_GROUP))
    return (*GAMES, *(name for name in installed if name not in GAMES))


def _checked(name: str, loaded: object) -> type[Game]:
    """What a game of the right kind has not said of itself, has failed where it was imported."""
    from games.every_game.game import Game  # noqa: PLC0415  it takes as long as a game of ours

    if not (isinstance(loaded, type) and issubclass(loaded, Game)):
        fault = "is not a subclass of Game"
    elif isabstract(loaded):
        fault = f"does not say its {', '.join(sorted(loaded.__abstractmethods__))}"
    elif getattr(loaded, "name", "") != name:
        fault = f"calls itself {getattr(loaded, 'name', '')!r}"
    else:
        return loaded
    raise UnknownGame(f"the installed game {name!r} {fault}: update or remove its package")


def _known(name: str) -> str:
    return game_class(name).name


GameName = Annotated[str, AfterValidator(_known)]
