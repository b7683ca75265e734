"""Who may do what at a table, wherever it is asked: at the panel, by a key, and by whatever comes to ask.

Two people give commands: the dealer who is signed in, and a supervisor whose number and PIN were just given.
What the daemon itself says, a tournament or a device, is nobody's to say, whoever is signed in.
Whether the command is right at this moment is not asked here: that the rules say, with their number.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from typing import Any, TypeGuard

import structlog

from config.roles import RIGHTS
from config.schema import StaffMember
from controller.inbox import Inbox, InboxFull, Incoming
from controller.loop import TableLoop
from controller.pins import Pins
from games import events as e
from games.outcomes import Outcome, Refusal, text
from games.table.table import Table, is_refused

log = structlog.get_logger()

AUTHORISED_MS = 60_000
FILLED_BY_THE_DAEMON = {"kind", "by", "role", "at_ms", "source"}


def needs(command: type[e.Command]) -> e.Role:
    """Whose command it is. What either may give, as some answers, is the supervisor's where one is there."""
    return "supervisor" if command.said_by in ("supervisor", "either") else "dealer"


def is_a_persons(kind: type[e.Event]) -> TypeGuard[type[e.Command]]:
    return issubclass(kind, e.Command) and kind.said_by in e.PERSONS


def nobody_deals(table: Table) -> Refusal | None:
    """Nobody is signed in, or the panel is locked."""
    return None if table.dealer and not table.locked else Refusal(say=text("sign_in_first"))


def may(member: StaffMember | None, command: type[e.Event], table: Table) -> Refusal | None:
    """Whether this member of staff may say this now. None: whoever is signed in as the dealer."""
    if not is_a_persons(command):
        return Refusal(say=text("nobodys_to_say"))
    if (refusal := nobody_deals(table)) is not None:
        return refusal
    if member is None:
        return None
    rights = RIGHTS[member.role]
    deals = rights.deals and member.number == table.dealer
    rules = rights.rules and needs(command) == "supervisor"
    return None if deals or rules else Refusal(say=text("not_your_command"))


class Session:
    """One place from which commands come. A supervisor's authority is given at one, and holds there alone."""

    def __init__(self) -> None:
        self.supervisor: StaffMember | None = None
        self.until_ms = 0
        self.while_changes = 0

    def end(self) -> None:
        self.supervisor = None


class Authority:
    """Of one table."""

    def __init__(self, *, loop: TableLoop, inbox: Inbox, pins: Pins, now_ms: Callable[[], int]) -> None:
        self._loop = loop
        self._inbox = inbox
        self._pins = pins
        self._now_ms = now_ms
        e.EVENT.rebuild()  # now, and not while the first touch waits
        self._changes = 0  # of who is there: whoever was authorised before one may have left
        loop.tell(self._heard)
        pins.tell(self._locked_out)
        pins.tell_let_in(self._let_in)

    def _heard(self, event: e.Event | None, outcomes: list[Outcome]) -> None:
        if isinstance(event, e.SignIn | e.SignOut | e.Lock | e.Unlock):
            self._changes += 1

    def supervisor(self, session: Session) -> StaffMember | None:
        """Whose authority holds at this place now."""
        if session.while_changes != self._changes or self._now_ms() > session.until_ms:
            session.end()
        return session.supervisor

    def _locked_out(self, number: str, seconds: int) -> None:
        """Somebody may be guessing: the journal has it, and the table is told."""
        try:
            self._inbox.put(Incoming(e.PinLockedOut(number=number, seconds=seconds)))
        except InboxFull:
            log.warning("lock_out_not_noted", number=number)

    def _let_in(self, number: str) -> None:
        try:
            self._inbox.put(Incoming(e.PinLetIn(number=number)))
        except InboxFull:
            log.warning("let_in_not_noted", number=number)

    # ------------------------------------------------------------ commands

    async def do(self, session: Session, kind: str, args: dict[str, Any]) -> Refusal | None:
        """Raises ValueError or KeyError for what nobody could say at all."""
        command = e.KINDS[kind]
        rules = is_a_persons(command) and needs(command) == "supervisor"
        supervisor = self.supervisor(session) if rules else None
        refusal = may(supervisor, command, self._loop.table)
        if refusal:
            if not is_a_persons(command):
                log.warning("command_refused_at_the_door", kind=kind)
            return refusal
        refusal = await self._put(self._signed(supervisor, kind, args))
        if refusal is None and supervisor:
            session.end()  # one authority is for one ruling
        return refusal

    def _signed(self, supervisor: StaffMember | None, kind: str, args: dict[str, Any]) -> e.Event:
        """Who did it is never what the sender says."""
        if FILLED_BY_THE_DAEMON & set(args):
            raise ValueError("not for the sender to say")
        by = supervisor.number if supervisor else self._loop.table.dealer
        role: e.Role = "supervisor" if supervisor else "dealer"
        return e.EVENT.validate_json(json.dumps({"kind": kind, **args, "by": by, "role": role}))

    async def lock(self) -> Refusal | None:
        return await self._put(e.Lock(by=self._loop.table.dealer))

    async def sign_out(self) -> Refusal | None:
        return await self._put(e.SignOut(by=self._loop.table.dealer))

    async def print_sheet(self, record: int, printer: str = "") -> Refusal | None:
        """Of a record that has one: whoever asks has looked."""
        return nobody_deals(self._loop.table) or await self._put(
            e.PrintSheet(record=record, printer=printer, by=self._loop.table.dealer)
        )

    async def _put(self, event: e.Event) -> Refusal | None:
        answer: asyncio.Future[list[Outcome]] = asyncio.get_running_loop().create_future()

        def hear(outcomes: list[Outcome]) -> None:
            if not answer.cancelled():  # the sender may have gone while it waited
                answer.set_result(outcomes)

        try:
            self._inbox.put(Incoming(event, hear))
        except InboxFull:
            return Refusal(say=text("table_stopped"))
        outcomes = await answer
        first = outcomes[0] if is_refused(outcomes) else None
        return first if isinstance(first, Refusal) else None

    # ------------------------------------------------------------ who is there

    async def sign_in(self, number: object, pin: object) -> Refusal | None:
        """A dealer takes the table, or unlocks it. A supervisor may deal too."""
        member = await self._pins.member(number, pin)
        if isinstance(member, Refusal):
            return member
        if not RIGHTS[member.role].deals:
            return Refusal(say=text("may_not_deal"))
        return await self._put(self._as_dealer(member))

    def _as_dealer(self, member: StaffMember) -> e.Event:
        """With a question open nobody else takes the table, but a supervisor may unlock it to answer."""
        table = self._loop.table
        answering = table.game.state.question is not None and RIGHTS[member.role].rules
        if table.locked and (member.number == table.dealer or answering):
            return e.Unlock(by=member.number)
        return e.SignIn(by=member.number, name=member.name)

    async def authorise(self, session: Session, number: object, pin: object) -> Refusal | None:
        """From now on this place may give a supervisor's command: one, and not for long."""
        if self._loop.table.locked:
            return Refusal(say=text("sign_in_first"))
        changes = self._changes
        member = await self._pins.member(number, pin)
        if isinstance(member, Refusal):
            return member
        if not RIGHTS[member.role].rules:
            return Refusal(say=text("not_a_supervisor"))
        if changes != self._changes:
            return Refusal(say=text("stale"))
        session.supervisor, session.until_ms = member, self._now_ms() + AUTHORISED_MS
        session.while_changes = changes
        return None
