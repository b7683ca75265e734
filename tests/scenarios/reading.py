"""Reads scenarios: played rounds and tournaments as data, told in the words of tests/games/table_talk.py, or of
tests/games/tournament/talk.py.

A word is a method of the table's talk, what is said with it are the method's arguments. So a new word
needs nothing here.
"""

from __future__ import annotations

import inspect
import tomllib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from inspect import Parameter
from pathlib import Path
from typing import Any, get_args, get_origin, get_type_hints

from pydantic import TypeAdapter, ValidationError

from games.catalogue import rule_documents
from games.rulebook import CANBERRA_POKER, CASINO_HOLDEM, FARO, OMAHA, SEVEN_CARD_STUD
from tests.games.canberra_tournament_talk import TournamentTable, at_the_tournament_table
from tests.games.pot_talk import (
    PotSupervisor,
    PotTable,
    at_a_pot_table,
    at_the_faro_table,
    at_the_omaha_table,
    at_the_stud_table,
    pot_options,
)
from tests.games.shuffling_talk import ShufflingTable, at_the_shuffling_table
from tests.games.table_talk import (
    Supervisor,
    Table,
    at_the_holdem_table,
    at_the_table,
    at_the_whole_table,
    holdem_options,
    house_options,
)
from tests.games.tournament.talk import TournamentTalk, in_the_hall

ROOT = Path(__file__).parent
NOT_FOR_FILES = ("happens", "says", "orders")  # they take things that only a program has
SUPERVISOR = "supervisor_"
IN_A_FILE = {"amount": "dollars", "round_": "round"}  # a parameter's name there, and what a file calls it
HEAD, SCENARIO = {"document", "scenario"}, {"title", "rules", "table", "tournament", "steps"}


POT_TABLES: dict[str, Callable[..., Table]] = {
    OMAHA.name: at_the_omaha_table,
    FARO.name: at_the_faro_table,
    SEVEN_CARD_STUD.name: at_the_stud_table,
}
PLAYED = (CANBERRA_POKER.name, CASINO_HOLDEM.name, *POT_TABLES)


class Wrong(ValueError):
    """A scenario that cannot be played as it is written."""


@dataclass(frozen=True)
class Step:
    number: int
    written: object
    word: str
    args: list[Any]
    kwargs: dict[str, Any]

    def play(self, table: Any) -> None:
        speaker, word = table, self.word
        if word.startswith(SUPERVISOR):
            speaker, word = table.supervisor, word.removeprefix(SUPERVISOR)
        getattr(speaker, word)(*self.args, **self.kwargs)


@dataclass(frozen=True)
class Scenario:
    file: str
    title: str
    document: str
    rules: tuple[str, ...]
    sits_down: Callable[..., Any]
    table: dict[str, Any]
    whole: bool
    steps: tuple[Step, ...]

    def play(self) -> Any:
        table = self.sits_down(**self.table)
        if self.whole:
            at_the_whole_table(table)
        for step in self.steps:
            try:
                step.play(table)
            except (AssertionError, KeyError) as failed:
                raise AssertionError(f"{self._at(step)}: {failed}") from failed
        table.ends()
        return table

    def _at(self, step: Step) -> str:
        return f"{self.file}, {self.title!r}, step {step.number}, {step.written}"


def all_scenarios() -> list[Scenario]:
    return [scenario for path in sorted(ROOT.rglob("*.toml")) for scenario in read(path)]


def read(path: Path) -> list[Scenario]:
    file = str(path.relative_to(ROOT)) if path.is_relative_to(ROOT) else path.name
    try:
        written = tomllib.loads(path.read_text(encoding="utf-8"))
    except tomllib.TOMLDecodeError as error:
        raise Wrong(f"{file}: not TOML: {error}") from error
    _keys(file, written, HEAD, needed=HEAD)
    return [
        _scenario(file, f"{file}, scenario {number}", written["document"], one)
        for number, one in enumerate(written["scenario"], start=1)
    ]


def _scenario(file: str, where: str, document: str, written: dict[str, Any]) -> Scenario:
    _keys(where, written, SCENARIO, needed=SCENARIO - {"table", "tournament"})
    where = f"{file}, {written['title']!r}"
    _check(document in PLAYED, where, f"no game that is played has {document}")
    for rule in written["rules"]:
        _check(rule in rule_documents()[document].entries, where, f"{document} has no rule {rule}")
    _check(bool(written["rules"]), where, "names no rule")
    wanted = {"hall": written["tournament"]} if "tournament" in written else dict(written.get("table", {}))
    whole = wanted.pop("whole", False)
    sits_down, talk, table = _table(where, document, wanted)
    words = words_of(talk)
    steps = [_step(where, number, step, words) for number, step in enumerate(written["steps"], start=1)]
    _check(any(step.word.startswith("expect") for step in steps), where, "nothing is to be heard in it")
    rules = tuple(written["rules"])
    return Scenario(file, written["title"], document, rules, sits_down, table, whole, tuple(steps))


def _table(where: str, document: str, wanted: dict[str, Any]) -> tuple[Callable[..., Any], type, dict]:
    """Who sits down, how they talk, and how the table differs from the usual one."""
    if "hall" in wanted:
        hall = wanted["hall"]
        known = set(inspect.signature(in_the_hall).parameters)
        _keys(f"{where}, tournament", hall, known, needed={"conditions"})
        return in_the_hall, TournamentTalk, hall
    sits_down, options, talk = at_the_table, house_options, Table
    if "tournament" in wanted:
        chips = {int(box): dollars for box, dollars in wanted.pop("tournament").items()}
        sits_down, talk, wanted = at_the_tournament_table, TournamentTable, {**wanted, "chips": chips}
        wanted["shoe"] = "shuffling" if wanted.pop("shuffling_shoe", False) else "reading"
    elif wanted.pop("shuffling_shoe", False):
        sits_down, talk = at_the_shuffling_table, ShufflingTable
    if document == CASINO_HOLDEM.name:
        sits_down, options = at_the_holdem_table, holdem_options
    makers: tuple[Callable, ...] = (sits_down, options)
    if document in POT_TABLES:
        sits_down, talk = POT_TABLES[document], PotTable
        makers = (at_a_pot_table, pot_options)
    known = {name for makes in makers for name in inspect.signature(makes).parameters}
    _keys(f"{where}, table", wanted, known - {"more", "options", "jackpot", "game"})
    return sits_down, talk, wanted


# ---------------------------------------------------------------- one step


def words_of(talk: type) -> dict[str, Callable]:
    """Every word that may be said at such a table, by dealer, players, devices and supervisor."""
    own = inspect.getmembers(talk, inspect.isfunction)
    if talk is TournamentTalk:
        return {name: method for name, method in own if not name.startswith("_")}
    speaks = PotSupervisor if issubclass(talk, PotTable) else Supervisor
    hers = [(SUPERVISOR + name, method) for name, method in inspect.getmembers(speaks, inspect.isfunction)]
    return {
        name: method
        for name, method in own + hers
        if not name.removeprefix(SUPERVISOR).startswith("_")
        and name.removeprefix(SUPERVISOR) not in NOT_FOR_FILES
    }


def _step(where: str, number: int, written: object, words: Mapping[str, Callable]) -> Step:
    where = f"{where}, step {number}"
    word, said = _word(where, written)
    if word not in words:
        raise Wrong(f"{where}: unknown word {word!r}{_nearest(word, words)}")
    args, kwargs = _arguments(f"{where}, {word}", words[word], said)
    return Step(number, written, word, args, kwargs)


def _word(where: str, written: object) -> tuple[str, Any]:
    """A bare word says nothing more."""
    if isinstance(written, str):
        return written, {}
    if not isinstance(written, dict) or len(written) != 1:
        raise Wrong(f"{where}: a step is one word and what is said with it, not {written!r}")
    return next(iter(written.items()))


def _arguments(where: str, method: Callable, said: Any) -> tuple[list[Any], dict[str, Any]]:
    parameters = {
        IN_A_FILE.get(name, name): parameter
        for name, parameter in inspect.signature(method).parameters.items()
        if name != "self"
    }
    hints = get_type_hints(method)
    given = _by_name(where, said, parameters, hints)
    free = {name for name, parameter in parameters.items() if parameter.kind is Parameter.VAR_KEYWORD}
    needed = {name for name, p in parameters.items() if p.default is Parameter.empty and p.kind in _NAMED}
    _keys(where, given, set(parameters) - free, needed=needed, more=bool(free))
    args: list[Any] = []
    kwargs: dict[str, Any] = {}
    for name, value in given.items():
        parameter = parameters.get(name)
        hint = hints[parameter.name if parameter else parameters[next(iter(free))].name]
        if parameter is not None and parameter.kind is Parameter.VAR_POSITIONAL:
            args += _value(f"{where}, {name}", list[hint], value if isinstance(value, list) else [value])
        else:
            kwargs[parameter.name if parameter else name] = _value(f"{where}, {name}", hint, value)
    return _in_order(parameters, args, kwargs)


_NAMED = (Parameter.POSITIONAL_OR_KEYWORD, Parameter.KEYWORD_ONLY)


def _in_order(
    parameters: Mapping[str, Parameter], args: list[Any], kwargs: dict[str, Any]
) -> tuple[list[Any], dict[str, Any]]:
    """What stands before a list of anything cannot be passed by name."""
    if not args:
        return [], kwargs
    before = [p.name for p in parameters.values() if p.kind is Parameter.POSITIONAL_OR_KEYWORD]
    return [*(kwargs.pop(name) for name in before if name in kwargs), *args], kwargs


def _by_name(
    where: str, said: Any, parameters: Mapping[str, Parameter], hints: Mapping[str, Any]
) -> dict[str, Any]:
    """Names what was said without a name: the first thing that the word takes."""
    first = next(iter(parameters), None)
    if not isinstance(said, dict):
        if first is None:
            raise Wrong(f"{where}: nothing is said with this word; write it as {where.rpartition(' ')[2]!r}")
        return {first: said}
    if first is None or not _is_mapping(hints[parameters[first].name]):
        return said
    inner = {name: value for name, value in said.items() if name not in parameters}
    others = {name: value for name, value in said.items() if name in parameters}
    return {first: inner, **others} if inner else others


def _is_mapping(hint: Any) -> bool:
    """Boxes with their hands, antes or results: written straight into the step."""
    return any(get_origin(kind) is Mapping for kind in (hint, *getattr(hint, "__args__", ())))


def _value(where: str, hint: Any, value: Any) -> Any:
    if get_origin(hint) is Iterable:
        hint = list[get_args(hint)]  # or the second look at it would find nothing
    try:
        return TypeAdapter(hint).validate_python(value)
    except ValidationError as error:
        raise Wrong(f"{where}: {value!r}: {error.errors()[0]['msg']}") from error


# ---------------------------------------------------------------- complaints


def _keys(where: str, given: Any, known: set[str], needed: set[str] = frozenset(), more: bool = False) -> None:
    for name in given:
        _check(more or name in known, where, f"unknown key {name!r}{_nearest(name, known)}")
    for name in sorted(needed):
        _check(name in given, where, f"{name!r} is missing")


def _nearest(name: str, known: Any) -> str:
    near = get_close_matches(name, list(known), n=1)
    return f"; is it {near[0]!r}?" if near else f"; known are {', '.join(sorted(known))}" if known else ""


def _check(right: bool, where: str, otherwise: str) -> None:
    if not right:
        raise Wrong(f"{where}: {otherwise}")
