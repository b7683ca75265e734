"""A rule book: numbered rules of one document, and the one way to cite them."""

from __future__ import annotations

from collections.abc import Iterable, Set
from dataclasses import dataclass
from enum import StrEnum


class Treatment(StrEnum):
    ENFORCE = "enforce"  # the software does not let it be broken, or rules on the breach
    PROMPT = "prompt"  # the dealer is told
    RECORD = "record"  # a person decides; it is written down
    CONFIGURE = "configure"  # the casino sets it
    INFORM = "inform"  # shown in the rule book


ENFORCE, PROMPT, RECORD, CONFIGURE, INFORM = Treatment


@dataclass(frozen=True, slots=True)
class Rule:
    """A citation: what every prompt, ruling, payment and refusal carries."""

    document: str
    number: str

    def __str__(self) -> str:
        return f"{self.document} {self.number}"


@dataclass(frozen=True, slots=True)
class RuleRow:
    rule: Rule
    treatment: Treatment
    text: str


@dataclass(frozen=True, slots=True)
class Reading:
    """How we read a rule that leaves something open."""

    name: str
    numbers: tuple[str, ...]
    text: str
    # Irregularities, answers to them and other entries that it speaks of. On a page that is signed for another
    # it does not stand, though it is of the same rule.
    of: tuple[str, ...] = ()


class Document:
    def __init__(
        self, name: str, title: str, rules: Iterable[tuple[str, Treatment, str]], readings: Iterable[Reading]
    ) -> None:
        self.name = name
        self.title = title
        self.entries = {
            number: RuleRow(Rule(name, number), treatment, text) for number, treatment, text in rules
        }
        self.readings = tuple(readings)
        for reading in self.readings:
            for number in reading.numbers:
                self[number]

    def __getitem__(self, number: str) -> Rule:
        """Citing a number that the document does not have fails when the module is imported."""
        try:
            return self.entries[number].rule
        except KeyError:
            raise KeyError(f"{self.name} has no rule {number}") from None

    def numbers_between(self, first: str, last: str) -> list[str]:
        """From 2.5 to 2.9 with all their parts."""
        low, high = (tuple(map(int, stem.split("."))) for stem in (first, last))
        return [number for number in self.entries if low <= tuple(map(int, _stem(number).split("."))) <= high]

    def readings_of(self, number: str) -> list[Reading]:
        return [reading for reading in self.readings if number in reading.numbers]

    def readings_for(self, number: str, what: Set[str]) -> list[Reading]:
        """Those of the rule that speak of one of these."""
        return [reading for reading in self.readings_of(number) if not what.isdisjoint(reading.of)]

    def with_parts(self, number: str) -> list[RuleRow]:
        """The rule, what it is part of, and its own parts: what a finger on "Rule 6.3" opens."""
        return [entry for key, entry in self.entries.items() if _stem(key) == _stem(number)]

    def within(self, number: str) -> list[str]:
        """The rule and all that it is divided into: 16 has 16.1, and 16.1 has 16.1(a)."""
        parts = tuple(number + sign for sign in ".( ")
        return [key for key in self.entries if key == number or key.startswith(parts)]


def _stem(number: str) -> str:
    """8.1 ANTE and 2.6(b) belong to 8.1 and 2.6."""
    return number.partition(" ")[0].partition("(")[0]
