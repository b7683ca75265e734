"""Who may do what in a tournament: a member of staff by number and PIN, for the part that his role has in it.

The nominated director is another matter: that the tournament itself asks. Who did it, and all chance, is filled
in here, and never by whoever sends.
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import structlog
from pydantic import ValidationError

from config.roles import RIGHTS, Part
from config.schema import StaffMember
from controller.pins import Pins
from controller.tournament.answers import Answers, Unfit
from controller.tournament.loop import TournamentLoop
from controller.tournament.people import People
from games import events as e
from games.outcomes import Refusal, text
from games.tournament.acts import Act, acts
from games.tournament.events import COMMANDS, EVENT, KINDS
from games.tournament.outcomes import Outcome

log = structlog.get_logger()

IDLE_MINUTES = 10
NOBODYS = (KINDS.keys() | e.KINDS.keys()) - COMMANDS.keys()  # what only tables and the daemon say


@dataclass
class Visit:
    """One connection: who has signed in there, and until when without a touch."""

    member: StaffMember | None = None
    until_ms: int = 0


@dataclass(frozen=True, slots=True)
class Done:
    refusal: Refusal | None = None
    outcomes: list[Outcome] = field(default_factory=list)


def part_of(member: StaffMember | None) -> Part:
    return RIGHTS[member.role].conducts if member is not None else ""


def written(args: Mapping[str, Any]) -> str:
    """As two can be compared: 1 is not true."""
    return json.dumps(args, sort_keys=True)


class TournamentAuthority:
    def __init__(
        self,
        *,
        loop: TournamentLoop,
        pins: Pins,
        answers: Answers,
        people: People,
        now_ms: Callable[[], int],
        draw: Callable[[int], int] = secrets.randbelow,
        idle_minutes: int = IDLE_MINUTES,
    ) -> None:
        self._loop = loop
        self._pins = pins
        self._answers = answers
        self._people = people
        self._now_ms = now_ms
        self._draw = draw
        self._idle_ms = idle_minutes * 60_000

    # ------------------------------------------------------------ who is there

    def member(self, visit: Visit) -> StaffMember | None:
        if self._now_ms() > visit.until_ms:
            visit.member = None
        return visit.member

    def stays(self, visit: Visit) -> None:
        visit.until_ms = self._now_ms() + self._idle_ms

    async def sign_in(self, visit: Visit, number: object, pin: object) -> Refusal | None:
        member = await self._pins.member(number, pin)
        if isinstance(member, Refusal):
            return member
        if not part_of(member):
            return Refusal(say=text("no_part_in_tournament"))
        visit.member = member
        self.stays(visit)
        return None

    def sign_out(self, visit: Visit) -> None:
        visit.member = None

    # ------------------------------------------------------------ what is done

    def do(self, visit: Visit, kind: str, args: Mapping[str, Any], said: Mapping[str, Any]) -> Done:
        """Only what is offered now is done, as it is offered. Raises ValueError or KeyError for nonsense."""
        member = self.member(visit)
        if member is None:
            return Done(Refusal(say=text("not_signed_in")))
        if kind in NOBODYS:
            log.warning("command_refused_at_the_door", kind=kind)
            return Done(Refusal(say=text("nobodys_to_say")))
        speaker = COMMANDS[kind].said_by
        if part_of(member) != speaker:
            return Done(Refusal(say=text("not_your_part", part=speaker)))
        act = self._offered(kind, args)
        if act is None:
            return Done(Refusal(say=text("not_offered")))
        if act.blocked is not None:
            return Done(Refusal(say=act.blocked, rule=act.rule))
        try:
            fields = self._answers.read(act, said)
            name = self._answers.name(said)
        except Unfit as unfit:
            return Done(unfit.refusal)
        return self._take(act, member, fields, name)

    def _offered(self, kind: str, args: Mapping[str, Any]) -> Act | None:
        wanted = written(args)
        return next(
            (act for act in acts(self._loop.tournament) if act.command == kind and written(act.args) == wanted),
            None,
        )

    def _take(self, act: Act, member: StaffMember, fields: dict[str, Any], name: str) -> Done:
        command = {"kind": act.command, **act.args, **fields, "by": member.number}
        if act.draws is not None:
            command["chance"] = [self._draw(most) for most in act.draws]
        try:
            event = EVENT.validate_json(json.dumps(command))
        except ValidationError:
            return Done(Refusal(say=text("answer_impossible")))
        outcomes = self._loop.take(event)
        first = outcomes[0] if outcomes else None
        if isinstance(first, Refusal):
            return Done(first)
        if name:
            self._remember(str(fields["person"]), name)
        return Done(outcomes=outcomes)

    # ------------------------------------------------------------ names, in no journal

    def _remember(self, number: str, name: str) -> None:
        """What was done is done, whether the name could be kept or not: then the number stands alone."""
        try:
            self._people.put(number, name)
        except OSError as error:
            log.error("name_not_written", error=error.strerror)

    def erase(self, visit: Visit, number: str) -> Refusal | None:
        member = self.member(visit)
        if member is None:
            return Refusal(say=text("not_signed_in"))
        if part_of(member) != "shift_manager":
            return Refusal(say=text("not_your_part", part="shift_manager"))
        if not self._people.name_of(number):
            return Refusal(say=text("no_such_name"))
        try:
            self._people.erase(number)
        except OSError:
            return Refusal(say=text("names_not_written"))
        return None
