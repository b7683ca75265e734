"""The words of a script: one plain sentence a line, read and checked before anything is started."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any

from simulators.serving import HANDS
from simulators.table import SimulatedTable

# The words in brackets are what the sentence is about. Any number of spaces stands between two words.
SENTENCES = {
    "play": r"play (?P<rounds>\d+) rounds?",
    "play_until": r"play until (?P<phase>\w+)",
    "deal": r"deal (?P<cards>\d+) (?:cards?|packs?)",
    "answer": r"answer (?P<choice>\w+)(?: because (?P<reason>.+))?",
    "approve": r"approve (?P<device>\S+)",
    "order": r"(?P<who>dealer|supervisor) says (?P<command>\w+)(?P<args>(?: \w+=\S+)*)",
    "touch": r"touch (?P<button>\S+)",
    "press": r"press (?P<button>\S+)",
    "expect_no_question": r"expect no question",
    "expect_phase": r"expect phase (?P<phase>\w+)",
    "expect_question": r"expect question (?P<about>\w+)(?: rule (?P<rule>\S+))?",
    "expect_ruling": r"expect ruling (?P<about>\w+)(?: (?P<choice>(?!rule\b)\w+))?(?: rule (?P<rule>\S+))?",
    "expect_prompt": r"expect prompt (?P<words>.+?)(?: rule (?P<rule>\S+))?",
    "expect_notice": r"expect notice (?P<words>.+?)(?: rule (?P<rule>\S+))?",
    "expect_rounds": r"expect (?P<rounds>\d+) rounds?",
    "kill": r"kill",
    "wait_ready": r"wait ready",
    "wait": r"wait (?P<seconds>\d+(?:\.\d+)?) seconds?",
}
FORMS = {name: re.compile(form.replace(" ", " +")) for name, form in SENTENCES.items()}
SPOKEN = {  # as people say what the bench calls otherwise
    "next card": "next_card_goes",
    "next card goes": "next_card_goes",
    "open the door": "door yes",
    "close the door": "door no",
}
BEGINNINGS = (
    *("play", "deal", "answer", "approve", "dealer says", "supervisor says", "touch", "press", "kill"),
    *("expect question", "expect no question", "expect phase", "expect ruling", "expect prompt"),
    *(
        "expect notice",
        "expect rounds",
        "wait ready",
        "wait",
        *SPOKEN,
        *(verb.replace("_", " ") for verb in HANDS),
    ),
)
MOST_TOLD = 20  # of the lines that are not understood
MOST_OF_LINE = 80  # characters of one
COMMENT = re.compile(r"(^|\s)#.*")


class ScriptError(Exception):
    """Each line that is wrong or went otherwise, with its number."""


@dataclass(frozen=True, slots=True)
class Line:
    number: int
    said: str
    does: str  # the name of a sentence, or "hand" for what the bench calls a verb
    words: dict[str, Any]


def read(text: str) -> list[Line]:
    """Lines that are not understood are named together, not only the first."""
    lines, wrong = [], []
    for number, said in _sentences(text):
        try:
            lines.append(Line(number, said, *_understood(said)))
        except ScriptError as error:
            wrong.append(f"line {number}: {error}")
    if wrong:
        more = [f"and {len(wrong) - MOST_TOLD} more lines"] if len(wrong) > MOST_TOLD else []
        raise ScriptError("\n".join([*wrong[:MOST_TOLD], *more]))
    return lines


def _sentences(text: str) -> Iterator[tuple[int, str]]:
    for number, line in enumerate(text.splitlines(), start=1):
        if said := COMMENT.sub("", line).strip():
            yield number, said


def _understood(said: str) -> tuple[str, dict[str, Any]]:
    for name, form in FORMS.items():
        if match := form.fullmatch(said):
            return name, match.groupdict()
    return "hand", _hand(said)


def _hand(said: str) -> dict[str, Any]:
    words = said.split()
    for spoken, meant in SPOKEN.items():
        if f"{said} ".startswith(f"{spoken} "):
            words = [*meant.split(), *said[len(spoken) :].split()]
    for count in range(len(words), 0, -1):  # "take decks out" before "take"
        if (verb := "_".join(words[:count])) in HANDS:
            return {"verb": verb, "with": _arguments(verb, words[count:])}
    shown = said if len(said) <= MOST_OF_LINE else f"{said[:MOST_OF_LINE]}…"
    raise ScriptError(f'"{shown}" is not understood{_nearest(shown)}')


def _arguments(verb: str, words: list[str]) -> dict[str, Any]:
    """In the order in which the table wants them; a list takes all that is left."""
    wants = list(inspect.signature(getattr(SimulatedTable, verb)).parameters.values())[1:]
    if wants and wants[-1].annotation.startswith("list") and len(words) >= len(wants):
        return {wants[0].name: words}
    needed = [want.name for want in wants if want.default is inspect.Parameter.empty]
    if not len(needed) <= len(words) <= len(wants):
        known = " ".join(want.name if want.name in needed else f"[{want.name}]" for want in wants)
        raise ScriptError(f'"{verb.replace("_", " ")}" wants {known or "nothing behind it"}')
    return {want.name: word for want, word in zip(wants, words, strict=False)}


def _nearest(said: str) -> str:
    for words in (2, 1, 3):
        begun = " ".join(said.split()[:words])
        if near := get_close_matches(begun, BEGINNINGS, n=1, cutoff=0.7):
            return f": did you mean {near[0]}?"
    return ": tablectl rehearse --help lists the sentences"
