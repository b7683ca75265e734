"""tablectl diagram: the phases of a game, to be drawn."""

from __future__ import annotations

import argparse

from controller.commands import OK
from games.catalogue import game_class, game_names


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", choices=sorted(game_names()))


def run(asked: argparse.Namespace) -> int:
    print(game_class(asked.game).phases.mermaid(), end="")
    return OK
