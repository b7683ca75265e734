"""Who may do what at a table, asked without any screen."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, get_args

import pytest

from config.roles import RIGHTS, StaffRole
from config.schema import StaffMember
from controller import pins as module
from controller.authority import AUTHORISED_MS, Authority, Session, may, needs
from controller.cli import main
from controller.inbox import Inbox
from controller.pins import Pins, hashed, let_in
from games import events as e
from games.outcomes import Notice, Refusal
from games.table.table import Table
from tests.controller.room import Room, setup, talk, to_the_antes
from tests.daemon import Daemon

PIN = "4826"
# As the house decided; never read from the program that is to keep it.
WRONG_PINS, LONGEST_NUMBER = 5, 8
WAITS_S = (60, 120, 240, 480, 900)  # one, two, four, eight minutes, then a quarter of an hour each


def member(number: str, role: StaffRole = "dealer") -> StaffMember:
    return StaffMember(number=number, name=role, role=role, demo_pin=PIN)


MARTA, JONAS = member("1182"), member("1207")
OTHERS = {role: member(f"20{place:02}", role) for place, role in enumerate(RIGHTS)}
RUTH = OTHERS["supervisor"]
SOME = (e.OpenTable, e.Fold, e.CallFloor)


class At:
    """A table and who may do what there."""

    def __init__(self, folder: Path) -> None:
        self.room = Room(folder, setup())
        self.now_ms = 1_000_000
        self.inbox = Inbox(asyncio.get_running_loop())
        staff = [MARTA, JONAS, *OTHERS.values()]
        self.pins = Pins(staff, lambda: self.now_ms, folder / "wrong-pins.json")
        self.authority = Authority(
            loop=self.room.loop, inbox=self.inbox, pins=self.pins, now_ms=lambda: self.now_ms
        )
        self.heard: list[Any] = []
        self.room.loop.tell(lambda event, outcomes: self.heard.append(event))

    async def guesses(self, number: str, pin: str = "0000") -> str:
        return code(await self.authority.sign_in(number, pin))

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
def test_nobody_says_what_is_the_daemons_a_tournaments_or_a_devices(who: StaffMember | None) -> None:
    for command in (e.SignIn, e.Unlock, e.Lock, e.SignOut, e.PrintSheet, *e.ORDERS, e.TimeCame, e.CardDrawn):
        assert code(may(who, command, a_table())) == "nobodys_to_say"


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


# ---------------------------------------------------------------- PINs


@played
async def test_wrong_pins_are_counted_for_each_number(at: At) -> None:
    """A dealer who guesses between two times of giving the right PIN of his own is not let on."""
    for _ in range(WRONG_PINS):
        assert await at.guesses(RUTH.number) == "wrong_pin"
        assert await at.signs_in(MARTA) == "done"
    assert code(await at.authority.authorise(Session(), RUTH.number, PIN)) == "pin_locked"
    assert await at.signs_in(JONAS) == "done"  # nobody else has to wait


def pins(folder: Path, now_ms: Callable[[], int] = lambda: 0, *, clear: bool = True) -> Pins:
    staff = [MARTA, RUTH] if clear else [in_hash(MARTA), in_hash(RUTH)]
    return Pins(staff, now_ms, folder / "wrong-pins.json")


def in_hash(who: StaffMember) -> StaffMember:
    return StaffMember(number=who.number, name=who.name, role=who.role, pin_scrypt=hashed(PIN))


def tried(pins: Pins, number: str, pin: str = "0000", times: int = 1) -> str | list[str]:
    answers = [pins.check(number, pin) for _ in range(times)]
    codes = [answer.say.code if isinstance(answer, Refusal) else "right" for answer in answers]
    return codes[0] if times == 1 else codes


def waits(pins: Pins, number: str) -> int:
    answer = pins.check(number, PIN)
    assert isinstance(answer, Refusal)
    return int(answer.say.words["seconds"])


@pytest.mark.parametrize("number", ["2001", "9999", "", "nobody", "\ud800", "9" * 4_000])
def test_who_guesses_waits_longer_and_longer_whether_anybody_has_the_number(
    tmp_path: Path, number: str
) -> None:
    member_number = RUTH.number if number == "2001" else number
    now_ms, waited, told = 0, [], []
    made = pins(tmp_path, lambda: now_ms)
    made.tell(lambda *said: told.append(said))
    assert tried(made, member_number, times=WRONG_PINS) == ["wrong_pin"] * WRONG_PINS
    for _ in range(len(WAITS_S) + 1):
        waited.append(waits(made, member_number))
        now_ms += 1_000 * waited[-1] - 1
        assert waits(made, member_number) == 1
        now_ms += 1
        assert tried(made, member_number) == "wrong_pin"
    assert waited == [*WAITS_S, WAITS_S[-1]]
    said = member_number if member_number.isdigit() and len(member_number) <= LONGEST_NUMBER else "?"
    assert told == [(said, seconds) for seconds in [*waited, WAITS_S[-1]]]


def test_only_the_right_pin_of_that_number_ends_its_count(tmp_path: Path) -> None:
    made = pins(tmp_path)
    for _ in range(3):
        tried(made, RUTH.number, times=WRONG_PINS - 1)
        assert tried(made, MARTA.number, PIN) == "right"
        assert tried(made, RUTH.number, PIN) == "right"
    tried(made, RUTH.number, times=WRONG_PINS - 1)
    tried(made, MARTA.number, PIN)
    tried(made, RUTH.number)
    assert tried(made, RUTH.number, PIN) == "pin_locked"


def test_a_restart_forgets_no_wrong_pin_and_begins_the_wait_again(tmp_path: Path) -> None:
    for _ in range(WRONG_PINS - 1):
        assert tried(pins(tmp_path), RUTH.number) == tried(pins(tmp_path), "9999") == "wrong_pin"
    last = pins(tmp_path)
    tried(last, RUTH.number)
    tried(last, "9999")
    now_ms = 10_000  # of another clock
    again = pins(tmp_path, lambda: now_ms)
    assert waits(again, RUTH.number) == waits(again, "9999") == WAITS_S[0]
    assert tried(again, MARTA.number, PIN) == "right"
    now_ms += 1_000 * WAITS_S[0]
    assert tried(again, RUTH.number, PIN) == "right"
    assert tried(pins(tmp_path), RUTH.number, PIN) == "right"


@pytest.mark.parametrize(
    "damage",
    [b"", b"{", b"[]", b"\xff", b'{"secret": "00", "wrong": {}}', b'{"wrong": {"2001": -1}}'],
    ids=repr,
)
def test_a_damaged_file_lets_nobody_guess_afresh(tmp_path: Path, damage: bytes) -> None:
    now_ms = 0
    (tmp_path / "wrong-pins.json").write_bytes(damage)
    made = pins(tmp_path, lambda: now_ms)
    assert [waits(made, number) for number in (RUTH.number, MARTA.number, "9999")] == [WAITS_S[0]] * 3
    now_ms += 1_000 * WAITS_S[0]
    assert tried(made, MARTA.number, PIN) == "right"
    tried(made, RUTH.number)
    assert waits(made, RUTH.number) == WAITS_S[1]
    assert waits(pins(tmp_path), RUTH.number) == WAITS_S[1]


def test_the_file_tells_no_pin_and_no_number_of_a_stranger_and_does_not_grow(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "UNKNOWN", 8)
    made = pins(tmp_path)
    for number in range(60):
        tried(made, f"77{number:06}", "13572468")
    tried(made, RUTH.number, "86427531")
    file = tmp_path / "wrong-pins.json"
    assert file.stat().st_mode & 0o777 == 0o600
    assert file.stat().st_size < 300
    for told in ("13572468", "86427531", PIN, "77000001", "77000059"):
        assert told not in file.read_text()
    assert [path.name for path in tmp_path.iterdir()] == ["wrong-pins.json"]


def test_where_nothing_can_be_written_wrong_pins_still_count(tmp_path: Path) -> None:
    made = Pins([MARTA], lambda: 0, tmp_path / "no folder" / "wrong-pins.json")
    tried(made, MARTA.number, times=WRONG_PINS)
    assert tried(made, MARTA.number, PIN) == "pin_locked"


def test_a_hashed_pin_is_checked_like_one_in_clear_and_a_strangers_as_long(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = pins(tmp_path, clear=False)
    assert tried(made, MARTA.number, PIN) == "right"
    assert tried(made, MARTA.number, "4827") == "wrong_pin"
    assert hashed(PIN) != hashed(PIN)
    hashes: list[str] = []
    honest = module.scrypt
    monkeypatch.setattr(module, "scrypt", lambda pin, salt: (hashes.append(pin), honest(pin, salt))[1])
    for number in (RUTH.number, "9999", "", "nobody"):
        assert tried(made, number, "1357") == "wrong_pin"
    assert hashes == ["1357"] * 4


@played
async def test_each_lock_out_is_written_down_and_told(at: At) -> None:
    for number in (RUTH.number, "9999"):
        for _ in range(WRONG_PINS):
            await at.guesses(number)
    await at.signs_in(MARTA)  # whatever came before it is done
    noted = [event for event in at.heard if isinstance(event, e.PinLockedOut)]
    assert [(event.number, event.seconds) for event in noted] == [(RUTH.number, 60), ("9999", 60)]
    told = [outcome.say for _, outcome in at.room.table.story if isinstance(outcome, Notice)]
    assert [say.words["number"] for say in told if say.code == "pin_locked_out"] == [RUTH.number, "9999"]


@played
async def test_a_lock_out_leaves_the_round_and_its_undo_alone(at: At) -> None:
    await at.signs_in(MARTA)
    to_the_antes(talk(at.room))
    entry = at.room.table.undoable()
    assert entry is not None
    at.room.handle(e.PinLockedOut(number="2001", seconds=60))
    assert at.room.table.undoable() is entry
    at.room.handle(e.Undo(by=entry.by))
    assert at.room.table.undoable() is not entry


# ---------------------------------------------------------------- a second way in


def locked_out(folder: Path) -> Pins:
    made = pins(folder)
    tried(made, RUTH.number, times=WRONG_PINS)
    assert tried(made, RUTH.number, PIN) == "pin_locked"
    return made


def test_who_is_kept_out_by_others_is_let_in_at_the_machine(tmp_path: Path) -> None:
    made = locked_out(tmp_path)
    told: list[str] = []
    made.tell_let_in(told.append)
    let_in(tmp_path / "wrong-pins.json", RUTH.number)
    assert tried(made, RUTH.number, PIN) == "right"
    assert told == [RUTH.number]
    assert not (tmp_path / "let-in").exists()


def test_it_is_one_try_and_no_way_to_guess(tmp_path: Path) -> None:
    """Also for who has been waiting at the panel for it: a wrong one waits again, over a restart too."""
    made = locked_out(tmp_path)
    let_in(tmp_path / "wrong-pins.json", RUTH.number)
    assert tried(made, RUTH.number, "1111") == "wrong_pin"
    assert tried(made, RUTH.number, PIN) == "pin_locked"
    assert tried(pins(tmp_path), RUTH.number, PIN) == "pin_locked"


def test_it_is_for_that_number_alone(tmp_path: Path) -> None:
    made = locked_out(tmp_path)
    let_in(tmp_path / "wrong-pins.json", MARTA.number)
    assert tried(made, RUTH.number, PIN) == "pin_locked"


@pytest.mark.parametrize("holds", [b"", b"\xff\xfe", b"2001 9999", None])
def test_what_stands_there_may_be_anything(tmp_path: Path, holds: bytes | None) -> None:
    made = locked_out(tmp_path)
    if holds is None:
        (tmp_path / "let-in").mkdir()
    else:
        (tmp_path / "let-in").write_bytes(holds)
    assert tried(made, RUTH.number, PIN) == "pin_locked"


@played
async def test_at_the_table_it_is_on_record(at: At) -> None:
    for _ in range(WRONG_PINS):
        await at.guesses(RUTH.number)
    let_in(at.room.folder / "wrong-pins.json", RUTH.number)
    assert await at.authority.authorise(Session(), RUTH.number, PIN) is None
    assert await at.signs_in(MARTA) == "done"  # what was said before it has been written down
    assert any(b"event pin_let_in" in one.body for one in at.room.journal.records())


def test_the_command_knows_whom_the_table_knows(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    daemon = Daemon(tmp_path)
    daemon.state.mkdir()
    assert main(["let-in", "2001", "--config", str(daemon.config)]) == 0
    assert (daemon.state / "let-in").read_text() == "2001"
    assert (daemon.state / "let-in").stat().st_mode & 0o777 == 0o600
    assert main(["let-in", "4711", "--config", str(daemon.config)]) == 1
    assert "has the number 4711: see its staff file" in capsys.readouterr().err
