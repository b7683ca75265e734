"""Reads what a person has said for an act. What was not asked for, or is none of the choices, is not taken."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from datetime import datetime
from decimal import Decimal, InvalidOperation
from typing import Any

from config.schema import StaffMember
from controller.tournament.people import LONGEST_NAME, People
from games.outcomes import Refusal, text
from games.tournament.acts import Act, Ask

LONGEST_TEXT = 300
LONGEST_DRAW = 3_000  # more does not go through the wire in one touch
MOST_MINUTES = 1_440
MOST_CENTS = 10_000_000_000
NAME = "person_name"  # stands beside a person's number, and goes into no journal
TABLE = re.compile(r"[A-Za-z0-9-]{1,16}")
PERSON = re.compile(r"[A-Za-z0-9-]{1,32}")
Fields = dict[str, Any]


class Unfit(Exception):
    """What was said cannot be meant."""

    def __init__(self, code: str, /, **words: Any) -> None:
        super().__init__(code)
        self.refusal = Refusal(say=text(code, **words))


class Answers:
    def __init__(
        self, directors: Iterable[StaffMember], people: People, persons: Callable[[], Collection[str]]
    ) -> None:
        """`persons`: the numbers that the tournament knows already."""
        self._directors = {member.number: member.name for member in directors}
        self._people = people
        self._persons = persons
        self._kinds: dict[str, Callable[[Ask, Mapping[str, Any]], Fields]] = {
            "text": self._text,
            "person": self._person,
            "staff": self._staff,
            "yes": self._yes,
            "minutes": self._minutes,
            "moment": self._moment,
            "money": self._money,
            "entry": self._entry,
            "place": self._place,
            "draw": self._draw,
        }

    def read(self, act: Act, said: Mapping[str, Any]) -> Fields:
        """The fields of the command. Raises ValueError for nonsense."""
        asked = {name for ask in act.asks for name in names_of(ask)}
        if set(said) != asked:
            raise ValueError("not what was asked")
        fields: Fields = {}
        for ask in act.asks:
            fields |= self._kinds[ask.kind](ask, said)
        return fields

    def name(self, said: Mapping[str, Any]) -> str:
        """What the person is called, for the book of names."""
        return _line(said[NAME], LONGEST_NAME) if NAME in said else ""

    # ------------------------------------------------------------ by kind

    def _text(self, ask: Ask, said: Mapping[str, Any]) -> Fields:
        line = _line(said[ask.name], LONGEST_TEXT)
        if not line:
            raise Unfit("text_missing")
        return {ask.name: line}

    def _person(self, ask: Ask, said: Mapping[str, Any]) -> Fields:
        """By number. Who has none gets one; but two of a name may be one person, so then somebody says."""
        number, name = _line(said[ask.name], 32), self.name(said)
        if number:
            return {ask.name: _person_number(number)}
        known = self._people.known_as(name) if name else None
        if known is not None:
            raise Unfit("name_is_known", number=known)
        if not name:
            raise Unfit("person_missing")
        return {ask.name: self._people.new_number(self._persons())}

    def _staff(self, ask: Ask, said: Mapping[str, Any]) -> Fields:
        number = said[ask.name]
        if number not in self._directors:
            raise Unfit("choose_one")
        return {ask.name: number, "name": self._directors[number]}

    def _yes(self, ask: Ask, said: Mapping[str, Any]) -> Fields:
        if not isinstance(said[ask.name], bool):
            raise TypeError("yes or no")
        return {ask.name: said[ask.name]}

    def _minutes(self, ask: Ask, said: Mapping[str, Any]) -> Fields:
        minutes = _line(said[ask.name], 8)
        if not (minutes.isascii() and minutes.isdigit() and 0 < int(minutes) <= MOST_MINUTES):
            raise Unfit("no_minutes")
        return {ask.name: int(minutes)}

    def _moment(self, ask: Ask, said: Mapping[str, Any]) -> Fields:
        try:
            at = datetime.strptime(_line(said[ask.name], 16), "%Y-%m-%dT%H:%M").astimezone()
            return {ask.name: int(at.timestamp() * 1000)}
        except (ValueError, OverflowError, OSError):
            raise Unfit("moment_wrong") from None

    def _money(self, ask: Ask, said: Mapping[str, Any]) -> Fields:
        try:
            cents = Decimal(_line(said[ask.name], 16)) * 100
        except InvalidOperation:
            raise Unfit("money_wrong") from None
        if not cents.is_finite() or cents != int(cents) or not 0 < cents <= MOST_CENTS:
            raise Unfit("money_wrong")
        return {ask.name: int(cents)}

    def _entry(self, ask: Ask, said: Mapping[str, Any]) -> Fields:
        chosen = next((one for one in ask.options if str(one) == said[ask.name]), None)
        if chosen is None:
            raise Unfit("choose_one")
        return {ask.name: chosen}

    def _place(self, ask: Ask, said: Mapping[str, Any]) -> Fields:
        chosen = next((one for one in ask.options if place_name(*one) == said[ask.name]), None)
        if chosen is None:
            raise Unfit("choose_one")
        return {"table": chosen[0], "seat": chosen[1]}

    def _draw(self, ask: Ask, said: Mapping[str, Any]) -> Fields:
        if not isinstance(said[ask.name], str) or len(said[ask.name]) > LONGEST_DRAW:
            raise Unfit("text_too_long")
        rows = list(_drawn(said[ask.name]))
        if not rows:
            raise Unfit("text_missing")
        return {ask.name: rows}


def names_of(ask: Ask) -> tuple[str, ...]:
    return (ask.name, NAME) if ask.kind == "person" else (ask.name,)


def place_name(table: str, seat: int) -> str:
    return f"{table}/{seat}"


def _person_number(number: str) -> str:
    if not PERSON.fullmatch(number):
        raise Unfit("person_number_wrong")
    return number


def _line(said: object, longest: int) -> str:
    if not isinstance(said, str):
        raise TypeError("text is asked for")
    line = " ".join(said.split())
    if len(line) > longest:
        raise Unfit("text_too_long")
    if not line.isprintable():
        raise Unfit("text_unreadable")
    return line


def _drawn(said: str) -> Iterator[dict[str, Any]]:
    for number, line in enumerate(said.splitlines(), start=1):
        parts = line.split()
        if not parts:
            continue
        if len(parts) != 3 or not (_is_number(parts[0]) and TABLE.fullmatch(parts[1]) and _is_number(parts[2])):
            raise Unfit("draw_line_wrong", row=number)
        yield {"entry": int(parts[0]), "table": parts[1], "seat": int(parts[2])}


def _is_number(part: str) -> bool:
    return re.fullmatch(r"[1-9][0-9]{0,3}", part) is not None
