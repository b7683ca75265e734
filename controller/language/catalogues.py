"""The sentences that every game shares, and those that a game brings along in its own folder.

A game that is installed has `sentences.en.toml` and `sentences.de.toml` beside its module, in the groups of our
own catalogues. What it says otherwise than all games do stands in a group of `[instead]`.
"""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from games.every_game.game import Game

Book = dict[str, Any]  # group -> name of a sentence -> the sentence

LANGUAGES = ("en", "de")
SENTENCES = ("prompts", "explains", "notices", "refusals", "rulings", "choices", "buttons", "forms")
INSTEAD = "instead"


@cache
def shared(language: str) -> Book:
    """Read once: who packs a thousand rounds speaks of each in both languages. Nobody changes it."""
    return tomllib.loads((Path(__file__).parent / f"{language}.toml").read_text("utf-8"))


def own_sentences(game: type[Game], language: str) -> Book:
    """Empty for a game that says nothing of its own."""
    folder = game.__module__.rpartition(".")[0]
    file = files(folder) / file_name(language) if folder else None
    return tomllib.loads(file.read_text("utf-8")) if file is not None and file.is_file() else {}


def file_name(language: str) -> str:
    return f"sentences.{language}.toml"


def with_own(book: Book, own: Book) -> Book:
    whole = {**book}
    for groups in (own.get(INSTEAD, {}), own):
        for group, said in groups.items():
            if group != INSTEAD:
                whole[group] = {**whole[group], **said}
    return whole
