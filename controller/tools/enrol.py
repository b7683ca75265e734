"""Enrols cards with a reader and a keypad alone: the program names a card, somebody lays it on the reader.

Twice, by two people, the second time the other way round: who lays the wrong card once lays it in another place
the next time. No tag is ever shown.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from typing import Protocol

from config.deck import Card, Pack
from config.roles import RIGHTS
from config.schema import Device, StaffMember
from controller.cannot_go_on import CannotGoOn
from drivers.driver import Driver, Step
from drivers.links import AnySettings, LinkLost, open_link
from drivers.registry import build_driver
from drivers.reports import TagArrived, TagGone, TagsPresent
from games.cards import AnyCard, SealedTag
from games.events import Colour
from games.outcomes import Refusal

LIES_WITHIN_S = 6.0
AGAIN_S = 0.5
BACK = "-"

Ask = Callable[[str], str]  # a line that somebody types
Say = Callable[[str], None]
Check = Callable[[str, str], StaffMember | Refusal]


class NotEnrolled(CannotGoOn):
    """The text says what to do."""


class Plate(Protocol):
    """Where the cards are laid."""

    def lies(self, other_than: SealedTag | None) -> SealedTag | None:
        """The one tag there, if it is not that one; None if there is none, or more than one."""


class Reader:
    """A cable that is out for a moment costs nobody the cards that are named already."""

    def __init__(self, device: Device, settings: AnySettings, say: Say = print) -> None:
        self._device, self._settings, self._say = device, settings, say
        self._connect()

    def close(self) -> None:
        self._link.close()

    def lies(self, other_than: SealedTag | None) -> SealedTag | None:
        until_s = time.monotonic() + LIES_WITHIN_S
        while time.monotonic() < until_s:
            try:
                self._hear()
            except LinkLost as lost:
                self._connect_again(lost)
                until_s = time.monotonic() + LIES_WITHIN_S
            tags = {SealedTag(tag.hex()) for lying in self._lying.values() for tag in lying}
            if len(tags) == 1 and other_than not in tags:
                return tags.pop()
        return None

    def _connect(self) -> None:
        self._link = open_link(self._settings)
        self._driver: Driver = build_driver(self._device.driver, self._device.options, None)
        self._lying: dict[int, set[bytes]] = {}  # what lay there while nobody looked may have gone
        self._take(self._driver.connected(_now_ms()))

    def _connect_again(self, lost: LinkLost) -> None:
        """Until it is there: whoever does not want to wait ends it with Ctrl-C."""
        self._say(f"\nThe reader is lost: {lost}. It goes on here when the reader is back.")
        self._link.close()
        while True:
            try:
                self._connect()
            except LinkLost:
                self._link.close()
                time.sleep(AGAIN_S)
            else:
                self._say("The reader is back.")
                return

    def _hear(self) -> None:
        data = self._link.read()
        self._take(self._driver.received(data, _now_ms()) if data else self._driver.idle(_now_ms()))

    def _take(self, step: Step) -> None:
        if step.send:
            self._link.write(step.send)
        if step.silent:
            raise LinkLost(f"{step.silent}: check its power and its cable")
        for report in step.reports:
            if isinstance(report, TagsPresent):
                self._lying[report.antenna] = {tag.open() for tag in report.tags}
            elif isinstance(report, TagArrived):
                self._lying.setdefault(report.antenna, set()).add(report.tag.open())
            elif isinstance(report, TagGone):
                self._lying.setdefault(report.antenna, set()).discard(report.tag.open())
            if report.sequence is not None:  # or it would say it again and nothing else
                self._link.write(self._driver.committed(report.boot, report.sequence))


def enrol(
    plate: Plate, faces: Sequence[AnyCard], colour: Colour, *, check: Check, ask: Ask, ask_pin: Ask, say: Say
) -> Pack:
    first_by = _who(check, ask, ask_pin, say, what="dealer")
    first = _one_pass(plate, faces, ask, say)
    _who(check, ask, ask_pin, say, what="casino supervisor", other_than=first_by)
    second = _one_pass(plate, list(reversed(faces)), ask, say)
    differing = [face.short for face in faces if first[face] != second[face]]
    if differing:
        raise NotEnrolled(
            f"the passes differ at {', '.join(differing[:3])} ({len(differing)} cards): nothing is written; "
            "begin again"
        )
    return Pack(colour=colour, cards=tuple(Card(face=face, tag=first[face]) for face in faces))


def _who(
    check: Check, ask: Ask, ask_pin: Ask, say: Say, *, what: str, other_than: StaffMember | None = None
) -> StaffMember:
    """Asked until somebody has shown who he is: a finger that slipped must not cost a pass of cards. How often
    is counted by number and made slow by `check`, as at the panel."""
    say(f"This pass is the {what}'s.")
    while True:
        found = check(ask("Staff number: ").strip(), ask_pin("PIN: ").strip())
        if isinstance(found, StaffMember) and (why := _may_not(found, what, other_than)) is None:
            return found
        say(_refused(found) if isinstance(found, Refusal) else f"{why}.")


def _may_not(found: StaffMember, what: str, other_than: StaffMember | None) -> str | None:
    rights = RIGHTS[found.role]
    if not (rights.rules if what == "casino supervisor" else rights.deals):
        return f"{found.name} is no {what} here"
    if other_than is not None and found.number == other_than.number:
        return "The second pass is made by somebody else"
    return None


def _refused(refusal: Refusal) -> str:
    if refusal.say.code == "pin_locked":
        return (
            f"That number is locked for {refusal.say.words['seconds']} seconds: wait, or somebody else does it."
        )
    return "Number and PIN do not fit: once more."


def _one_pass(plate: Plate, faces: Sequence[AnyCard], ask: Ask, say: Say) -> dict[AnyCard, SealedTag]:
    say(f"Lay each card on the reader alone, then Enter. {BACK} and Enter: the card before once more.")
    named: list[SealedTag] = []
    while len(named) < len(faces):
        face = faces[len(named)]
        answer = ask(f"{len(named) + 1} of {len(faces)}   {face.short}  ").strip()
        if answer == BACK:
            named = named[:-1]
        elif answer:
            say("Only Enter, or - and Enter.")
        else:
            named += _laid(plate, named, faces, say)
    return dict(zip(faces, named, strict=True))


def _laid(plate: Plate, named: list[SealedTag], faces: Sequence[AnyCard], say: Say) -> Iterator[SealedTag]:
    tag = plate.lies(named[-1] if named else None)
    if tag is None:
        say("No new card lies there, or more than one: lay this card there alone.")
    elif tag in named:
        say(f"That card was laid there as {faces[named.index(tag)].short}.")
    else:
        yield tag


def _now_ms() -> int:
    return time.monotonic_ns() // 1_000_000
