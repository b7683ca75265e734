"""Who may do what at a table, asked without any screen."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, get_args

import pytest

from config.roles import RIGHTS, StaffRole
from config.schema import StaffMember
from controller.authority import AUTHORISED_MS, WITH_A_PIN, Authority, Session, may, needs
from controller.inbox import Inbox
from controller.staff import Staff
from games import events as e
from games.outcomes import Refusal
from games.table.table import Table
from tests.controller.room import Room, setup, talk, to_the_antes

PIN = "4826"


def member(number: str, role: StaffRole = "dealer") -> StaffMember:
    return StaffMember(number=number, name=role, role=role, demo_pin=PIN)


MARTA, JONAS = member("1182"), member("1207")
OTHERS = {role: member(f"20{place:02}", role) for place, role in enumerate(RIGHTS)}
RUTH = OTHERS["supervisor"]
SOME = (e.OpenTable, e.Fold, e.CallFloor, e.Lock)


class At:
    """A table and who may do what there."""

    def __init__(self, folder: Path) -> None:
        self.room = Room(folder, setup())
        self.now_ms = 1_000_000
        self.inbox = Inbox(asyncio.get_running_loop())
        staff = Staff([MARTA, JONAS, *OTHERS.values()], lambda: self.now_ms)
        self.authority = Authority(
            loop=self.room.loop, inbox=self.inbox, staff=staff, now_ms=lambda: self.now_ms
        )
        self.heard: list[Any] = []
        self.room.loop.tell(lambda event, outcomes: self.heard.append(event))

    async def signs_in(self, who: StaffMember) -> str:
        return code(await self.authority.sign_in(who.number, PIN))

    async def authorises(self, session: Session, who: StaffMember = RUTH) -> str:
        return code(await self.authority.authorise(session, who.number, PIN))

    async def does(self, session: Session, kind: str, **args: Any) -> str:
        return code(await self.authority.do(session, kind, args))


def code(refusal: Refusal | None) -> str:
    return refusal.say.code if refusal else "done"


def played(test: Callable[[At], Awaitable[None]]) -> Callable[[Path], None]:
    def run(tmp_path: Path) -> None:
        async def at_a_table() -> None:
            at = At(tmp_path / "table")
            table = asyncio.create_task(at.room.loop.run(at.inbox))
            try:
                await test(at)
            finally:
                table.cancel()
                at.room.close()

        asyncio.run(at_a_table())

    run.__name__ = test.__name__
    return run


def a_table(dealer: StaffMember | None = MARTA, *, locked: bool = False) -> Table:
    table = Table(setup())
    if dealer:
        table.take(e.SignIn(by=dealer.number, name=dealer.name))
    if locked:
        table.take(e.Lock(by=table.dealer))
    return table


# ---------------------------------------------------------------- what each role may


def test_every_role_of_the_staff_file_has_its_rights() -> None:
    assert set(get_args(StaffRole)) == set(RIGHTS)


@pytest.mark.parametrize("role", RIGHTS)
def test_only_who_deals_gives_a_dealers_commands(role: StaffRole) -> None:
    who = OTHERS[role]
    for command in SOME:
        assert (may(who, command, a_table(who)) is None) == (role in ("dealer", "supervisor", "shift_manager"))
        assert may(who, command, a_table(MARTA)) is not None  # somebody else deals


@pytest.mark.parametrize("role", RIGHTS)
def test_only_who_rules_gives_a_supervisors_commands(role: StaffRole) -> None:
    for command in (e.Answer, e.VoidRound, e.CloseTable, e.ApproveDevice):
        rules = role in ("supervisor", "shift_manager")
        assert (may(OTHERS[role], command, a_table()) is None) == rules


@pytest.mark.parametrize("who", [None, MARTA, RUTH], ids=["whoever deals", "a dealer", "a supervisor"])
def test_nobody_does_anything_at_a_table_that_is_locked_or_nobodys(who: StaffMember | None) -> None:
    for table in (a_table(None), a_table(locked=True)):
        for command in (*SOME, e.VoidRound):
            assert code(may(who, command, table)) == "sign_in_first"


@pytest.mark.parametrize("who", [None, MARTA, RUTH], ids=["whoever deals", "a dealer", "a supervisor"])
def test_nobody_says_what_a_device_says_or_signs_in_without_a_pin(who: StaffMember | None) -> None:
    facts = [kind for kind in e.KINDS.values() if issubclass(kind, e.Fact)]
    for command in (*facts, *WITH_A_PIN):
        assert code(may(who, command, a_table())) == "unknown_touch"


def test_what_only_a_supervisor_does_needs_one() -> None:
    """The rules refuse a dealer each of these with `supervisor_only`."""
    table = a_table()
    for kind, command in e.KINDS.items():
        if issubclass(command, e.VoidRound | e.OrderDeckCheck | e.AnnounceClosing | e.ChangeLimits):
            assert needs(command) == "supervisor", kind
            assert may(None, command, table) is None  # and it is they who say so, with their number


# ---------------------------------------------------------------- without a screen


@played
async def test_who_did_it_is_filled_in_here(at: At) -> None:
    session = Session()
    await at.signs_in(MARTA)
    assert await at.authorises(session) == "done"
    assert await at.does(session, "open_table") == "done"
    assert await at.does(session, "deck_checked_by_hand") == "done"
    assert [(event.kind, event.by, event.role) for event in at.heard] == [
        ("sign_in", "1182", "dealer"),
        ("open_table", "1182", "dealer"),
        ("deck_checked_by_hand", RUTH.number, "supervisor"),
    ]
    for said in ({"by": "2001"}, {"role": "supervisor"}, {"at_ms": 5}, {"source": None}, {"kind": "bet"}):
        with pytest.raises(ValueError, match="not for the sender"):
            await at.authority.do(session, "shuffled", said)


@pytest.mark.parametrize("role", RIGHTS)
def test_who_may_sign_in_and_who_may_authorise(tmp_path: Path, role: StaffRole) -> None:
    rights = RIGHTS[role]

    @played
    async def body(at: At) -> None:
        assert await at.signs_in(OTHERS[role]) == ("done" if rights.deals else "may_not_deal")
        await at.signs_in(MARTA)
        session = Session()
        assert await at.authorises(session, OTHERS[role]) == ("done" if rights.rules else "not_a_supervisor")
        await at.does(session, "open_table")
        ruled = await at.does(session, "deck_checked_by_hand")
        assert ruled == ("done" if rights.rules else "supervisor_only")

    body(tmp_path)


@played
async def test_a_shift_manager_unlocks_a_table_that_has_a_question(at: At) -> None:
    await at.signs_in(MARTA)
    to_the_antes(talk(at.room))
    await at.signs_in(MARTA)
    talk(at.room).closes_betting()
    talk(at.room).report("other")
    await at.authority.lock()
    assert await at.signs_in(JONAS) == "answer_first"
    assert await at.signs_in(OTHERS["cashier"]) == "may_not_deal"
    assert await at.signs_in(OTHERS["shift_manager"]) == "done"
    assert (at.room.table.locked, at.room.table.dealer) == (False, "1182")


@played
async def test_authority_is_for_one_place_one_ruling_and_a_minute(at: At) -> None:
    await at.signs_in(MARTA)
    here, there = Session(), Session()
    await at.authorises(here)
    await at.does(there, "open_table")
    assert await at.does(there, "deck_checked_by_hand") == "supervisor_only"
    assert await at.does(here, "void_round", ground="disturbance") != "done"  # refused: it is not used up
    at.now_ms += AUTHORISED_MS
    assert await at.does(here, "deck_checked_by_hand") == "done"
    assert at.authority.supervisor(here) is None
    await at.authorises(here)
    at.now_ms += AUTHORISED_MS + 1
    assert at.authority.supervisor(here) is None


@pytest.mark.parametrize("leaves", ["lock", "the same dealer", "another dealer", "a key"])
def test_authority_ends_everywhere_when_anybody_locks_or_signs_in(tmp_path: Path, leaves: str) -> None:
    """Whoever was authorised at one screen may have gone while somebody did that at another."""

    @played
    async def body(at: At) -> None:
        here, there = Session(), Session()
        await at.signs_in(MARTA)
        await at.does(there, "open_table")
        await at.authorises(here)
        if leaves == "lock":
            await at.authority.lock()
            await at.signs_in(MARTA)
        elif leaves == "a key":
            at.room.handle(e.Lock(by="1182"))
            at.room.handle(e.Unlock(by="1182"))
        else:
            await at.signs_in(MARTA if leaves == "the same dealer" else JONAS)
        assert at.authority.supervisor(here) is None
        assert await at.does(here, "deck_checked_by_hand") == "supervisor_only"

    body(tmp_path)


@played
async def test_nobody_is_authorised_at_a_locked_table(at: At) -> None:
    await at.signs_in(MARTA)
    await at.authority.lock()
    session = Session()
    assert await at.authorises(session) == "sign_in_first"
    at.room.handle(e.Unlock(by="1182"))
    assert at.authority.supervisor(session) is None


@played
async def test_a_pin_that_was_given_before_the_lock_authorises_nobody_after_it(at: At) -> None:
    """Checking takes a while: what was asked of one dealer must not hold for the next."""
    await at.signs_in(MARTA)
    session = Session()
    asked = asyncio.create_task(at.authorises(session))
    await asyncio.sleep(0)
    at.room.handle(e.SignIn(by="1207", name="Jonas"))
    assert await asked == "stale"
    assert at.authority.supervisor(session) is None


@played
async def test_what_was_refused_ends_no_authority(at: At) -> None:
    await at.signs_in(MARTA)
    to_the_antes(talk(at.room))
    talk(at.room).closes_betting()
    talk(at.room).report("other")
    session = Session()
    await at.authorises(session)
    assert await at.signs_in(JONAS) == "answer_first"
    assert at.authority.supervisor(session) == RUTH
