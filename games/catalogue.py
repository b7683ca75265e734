"""Which games there are: what a name in the configuration stands for. Nothing else lists them."""

from __future__ import annotations

from functools import cache
from importlib.metadata import EntryPoint, entry_points
from inspect import isabstract
from typing import Annotated

from pydantic import AfterValidator

from games.canberra_poker.game import CanberraPoker
from games.casino_holdem.game import CasinoHoldem
from games.every_game.game import Game
from games.faro.game import PokerFaro
from games.omaha.game import PokerOmaha
from games.seven_card_stud.game import PokerSevenCardStud

GAMES: dict[str, type[Game]] = {
    game.name: game for game in (CanberraPoker, CasinoHoldem, PokerOmaha, PokerFaro, PokerSevenCardStud)
}
DOCUMENTS = {game.document.name: game.document for game in GAMES.values()}
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


def game_names() -> tuple[str, ...]:
    installed = sorted(entry.name for entry in entry_points(group=ENTRY_POINT_GROUP))
    return (*GAMES, *(name for name in installed if name not in GAMES))


def _checked(name: str, loaded: object) -> type[Game]:
    """What a game of the right kind has not said of itself, has failed where it was imported."""
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
