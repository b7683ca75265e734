"""What an installed game would say, and nobody has written: asked before its table opens.

Our own games are held to the same by tests/controller/test_language.py.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from importlib.resources import files
from string import Formatter
from typing import NamedTuple

from controller.language.catalogues import (
    INSTEAD,
    LANGUAGES,
    SENTENCES,
    Book,
    file_name,
    own_sentences,
    shared,
    with_own,
)
from games.every_game.game import Game

LONGEST_PROMPT = 40

# Function -> the groups that its sentences may stand in, and which argument is the name.
SAYERS = {
    "text": (SENTENCES, 0),
    "notice": (("notices",), 0),
    "require": (SENTENCES, 1),
    "caption": (("captions",), 0),
    "on_sign": (("sign",), 0),
    "wager_head": (("sign",), 0),
}


class Fault(NamedTuple):
    file: str
    where: str
    what: str


class Spoken(NamedTuple):
    """A sentence that is said by its name. `words` are those given with it; None: they cannot be seen."""

    groups: tuple[str, ...]
    name: str
    by: str
    words: frozenset[str] | None = None


def faults_of(game: type[Game]) -> list[Fault]:
    books = {language: own_sentences(game, language) for language in LANGUAGES}
    faults = [fault for language, book in books.items() for fault in _of_book(language, book, books)]
    if faults:
        return faults
    spoken = [*_declared(game), *_in_source(game)]
    for language, book in books.items():
        whole = with_own(shared(language), book)
        faults += [fault for said in spoken if (fault := _unsaid(file_name(language), whole, said))]
    return [*dict.fromkeys(faults), *_unreadable(game)]


# ---------------------------------------------------------------- the catalogues


def _of_book(language: str, book: Book, books: dict[str, Book]) -> Iterator[Fault]:
    """It adds what nobody says yet, replaces only what it means to replace, and does so in each language."""
    file, ours, here = file_name(language), shared(language), _keys(book)
    for (instead, group, name), sentence in here.items():
        where = ".".join((INSTEAD, group, name) if instead else (group, name))
        if group not in ours:
            yield Fault(file, where, f"there is no group {group!r}: there are {', '.join(ours)}")
        elif instead and name not in ours[group]:
            yield Fault(file, where, "no game says that, so it cannot be replaced")
        elif instead and (more := _blanks(sentence) - _blanks(ours[group][name])):
            yield Fault(file, where, f"nothing is known there for {', '.join(sorted(more))}")
        elif not instead and any(name in ours[one] for one in _one_name_space(group)):
            yield Fault(file, where, f"every game says it: rename it, or put it under [{INSTEAD}.{group}]")
        elif group == "prompts" and len(_shortest(sentence)) > LONGEST_PROMPT:
            yield Fault(file, where, f"a prompt holds at most {LONGEST_PROMPT} characters when it is filled")
    for other in books.values():
        for (instead, group, name), sentence in _keys(other).items():
            where = ".".join((INSTEAD, group, name) if instead else (group, name))
            if (instead, group, name) not in here:
                yield Fault(file, where, "is missing, and there in another language")
            elif _blanks(here[instead, group, name]) != _blanks(sentence):
                yield Fault(file, where, "has other blanks than in another language")


def _keys(book: Book) -> dict[tuple[bool, str, str], str]:
    """Whether it replaces another, its group, its name -> the sentence."""
    own = {group: said for group, said in book.items() if group != INSTEAD}
    return {
        (instead, group, name): str(sentence)
        for instead, groups in ((False, own), (True, book.get(INSTEAD, {})))
        for group, said in groups.items()
        for name, sentence in said.items()
    }


def _one_name_space(group: str) -> tuple[str, ...]:
    return SENTENCES if group in SENTENCES else (group,)


def _blanks(sentence: str) -> set[str]:
    return {blank for _, blank, _, _ in Formatter().parse(sentence) if blank}


def _shortest(sentence: str) -> str:
    return "".join(said + ("0" if blank else "") for said, blank, _, _ in Formatter().parse(sentence))


# ---------------------------------------------------------------- what is said


def _unsaid(file: str, book: Book, said: Spoken) -> Fault | None:
    template = next((book[group][said.name] for group in said.groups if said.name in book[group]), None)
    if template is None:
        group = f"{said.groups[0]}." if len(said.groups) == 1 else ""
        return Fault(file, f"{group}{said.name}", f"is missing: {said.by} says it")
    unfilled = _blanks(template) - said.words - {"hand"} if said.words is not None else set()
    return Fault(said.by, said.name, f"does not give its {', '.join(sorted(unfilled))}") if unfilled else None


def _declared(game: type[Game]) -> Iterator[Spoken]:
    yield from (Spoken((group,), name, game.__name__) for group, name in game.says())


def _in_source(game: type[Game]) -> Iterator[Spoken]:
    for file, node in _nodes(game):
        by = f"{file}, line {getattr(node, 'lineno', 0)}"
        if isinstance(node, ast.Dict):
            yield from (Spoken(("hands",), name, by) for name in _hands(node))
        if isinstance(node, ast.Call) and (said := _said_by(node)) is not None:
            groups, expression = said
            given = {keyword.arg for keyword in node.keywords}
            words = None if None in given else frozenset(map(str, given))
            yield from (Spoken(groups, name, by, words) for name in _names(expression))


def _unreadable(game: type[Game]) -> Iterator[Fault]:
    """A name that is put together in the round can be checked by nobody before."""
    for file, node in _nodes(game):
        said = _said_by(node) if isinstance(node, ast.Call) else None
        if said is not None and not list(_names(said[1])):
            yield Fault(file, f"line {said[1].lineno}", "write out the name of the sentence")


def _nodes(game: type[Game]) -> Iterator[tuple[str, ast.AST]]:
    folder = game.__module__.rpartition(".")[0]
    for file in files(folder).iterdir() if folder else ():
        if file.name.endswith(".py"):
            for node in ast.walk(ast.parse(file.read_text("utf-8"))):
                yield file.name, node


def _said_by(call: ast.Call) -> tuple[tuple[str, ...], ast.expr] | None:
    function = getattr(call.func, "id", getattr(call.func, "attr", ""))
    groups, place = SAYERS.get(function, ((), 0))
    return (groups, call.args[place]) if groups and len(call.args) > place else None


def _names(expression: ast.expr) -> Iterator[str]:
    """What it can become, as far as it is written out."""
    match expression:
        case ast.Constant(value=str(name)):
            yield name
        case ast.IfExp(body=one, orelse=other):
            yield from _names(one)
            yield from _names(other)


def _hands(words: ast.Dict) -> Iterator[str]:
    """What a hand of the game's own is called."""
    for key, value in zip(words.keys, words.values, strict=True):
        if isinstance(key, ast.Constant) and key.value == "hand":
            yield from _names(value)
