"""Whatever is said by somebody whose it is not changes nothing, in whatever state.

Games that are played by chance at real tables with real journals, through the real doors; and the daemon itself
with a dealer's PIN at its WebSocket.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path
from random import Random
from typing import Any

import pytest
from websockets.asyncio.client import connect

from config.load import load
from config.roles import RIGHTS, StaffRole
from config.schema import StaffMember
from controller.authority import Authority, Session
from controller.inbox import Incoming
from controller.journal.history import History
from controller.loop import TableLoop
from controller.pins import Pins
from controller.tools.by_chance import by_chance, filled
from controller.tools.tryout import Tryout
from controller.tournament.answers import Answers
from controller.tournament.authority import TournamentAuthority, Visit
from controller.tournament.people import People
from games import events as e
from games.offers import Offer
from games.outcomes import Refusal, RoundClosed
from games.table.table import Setup, Table
from games.tournament import events as t
from games.tournament.acts import acts
from simulators.screen import Screen
from tests.controller.room import remembered
from tests.controller.test_scripted_dealer import daemon_of
from tests.controller.test_tournament_room import PLAYED_AT, TABLES, hall
from tests.controller.tournament_room import Room, TableRoom
from tests.daemon import DEALER, Daemon

CASH_TABLES = ("demo", "demo_shuffler", "demo_holdem", "demo_omaha", "demo_faro", "demo_stud")
EVENTS, LOOKED_AT = 900, 45
STEPS = 220
PIN = "4826"
MARTA = StaffMember(number="1182", name="Marta", role="dealer", demo_pin=PIN)
RUTH = StaffMember(number="2001", name="Ruth", role="supervisor", demo_pin=PIN)
NOT_SAID_BY_PEOPLE = {
    kind: command
    for kind, command in e.KINDS.items()
    if not issubclass(command, e.Command) or command.said_by in ("daemon", "tournament")
}
ASKED_OF_DEALERS = {  # by whoever is signed in, through doors of their own
    "sign_in": {},
    "sign_out": {},
    "lock": {},
    "unlock": {},
    "print_sheet": {"record": 1},
}


class AtOnce:
    """An inbox that does not wait."""

    def __init__(self, loop: TableLoop) -> None:
        self._loop = loop

    def put(self, incoming: Incoming) -> None:
        self._loop.handle(incoming)


class Door:
    """The table's, with a dealer before it, and now and then a supervisor."""

    def __init__(self, loop: TableLoop, folder: Path, seed: int) -> None:
        self.loop = loop
        pins = Pins([MARTA, RUTH], lambda: 0, folder / "wrong-pins.json")
        self._authority = Authority(loop=loop, inbox=AtOnce(loop), pins=pins, now_ms=lambda: 0)  # type: ignore[arg-type]
        self._chance = Random(seed)
        self._moments: set[object] = set()
        self._told = 0
        self.said: set[str] = set()
        loop.tell(self._heard)

    def _heard(self, event: e.Event | None, outcomes: list[Any]) -> None:
        self._told += 1

    @property
    def is_new_here(self) -> bool:
        """A phase with what is offered in it is looked at once."""
        table = self.loop.table
        if len(self._moments) >= LOOKED_AT or not table.dealer or table.locked:
            return False
        offered = frozenset(offer.command for offer in table.offers())
        question = table.game.state.question
        moment = table.game.state.phase, question and question.question.about, offered
        if moment in self._moments:
            return False
        self._moments.add(moment)
        return True

    async def hears_what_is_not_theirs(self) -> None:
        """As the dealer who is signed in; once more with a supervisor's number and PIN just given."""
        dealer, supervisor = Session(), Session()
        assert await self._authority.authorise(supervisor, RUTH.number, PIN) is None
        offers = [offer for offer in self.loop.table.offers() if self._is_a_supervisors(offer)]
        forms = [(offer.command, self._as_offered(offer)) for offer in offers]
        _reckoned(self.loop.table.setup.options)
        before = self._stands()
        for kind in NOT_SAID_BY_PEOPLE:
            args = self._args(kind)
            for session in (dealer, supervisor):
                refusal = await self._authority.do(session, kind, args)
                assert code(refusal) == "nobodys_to_say", (kind, args, self.loop.table.game.state.phase)
                self.said.add(kind)
        for kind, args in forms:
            refusal = await self._authority.do(dealer, kind, args)
            assert code(refusal) != "done", (kind, args)
            self.said.add(kind)
        assert self._stands() == before

    def _is_a_supervisors(self, offer: Offer) -> bool:
        """Of what either may say, a card that he has entered himself is the dealer's to put right."""
        is_sure = offer.command not in ("correct_card", "change_determinations")
        return offer.role == "supervisor" and offer.blocked is None and is_sure

    def _stands(self) -> object:
        """What the table knows, how far its journal has come, and what anybody was told."""
        journal = self.loop._journal
        number = journal.last_number
        return remembered(self.loop.table), number, journal.hash_of(number), self._told

    def _args(self, kind: str) -> dict[str, Any]:
        """Orders as they would fit: the next number, an entrant who sits there, a seat that is free."""
        table = self.loop.table
        here = table.game.state.tournament
        sits = next(iter(here.entrants.items()), None) if here is not None else None
        box, entry = (sits[0], sits[1].entry) if sits is not None else (1, 7)
        free = next((n for n in range(1, table.setup.boxes + 1) if here and n not in here.entrants), 1)
        order = {"order": here.orders + 1 if here is not None else self._chance.choice((1, 1_000))}
        fitting: dict[str, dict[str, Any]] = {
            "join_tournament": {"tournament": "X-9"},
            "leave_tournament": {},
            "seat_entrant": {"box": free, "entry": 77, "chips_cents": 500_000},
            "unseat_entrant": {"box": box, "entry": entry},
            "give_chips": {"box": box, "entry": entry, "chips_cents": 5_000_000},
            "follow_levels": {"levels": [{"number": 1, "minimum_cents": 100, "maximum_cents": 200}]},
            "play_session": {"session": 1, "until_round": 99},
        }
        return {**order, **fitting[kind]} if kind in fitting else dict(ASKED_OF_DEALERS.get(kind, {}))

    def _as_offered(self, offer: Offer) -> dict[str, Any]:
        known = {dealt.card.open() for dealt in self.loop.table.game.state.deal.dealt if dealt.card}
        left = [card for card in self.loop.table.deck if card not in known]
        said = filled(offer, by_chance(self._chance, lambda count: tuple(self._chance.sample(left, count))))
        return {name: str(value.code) if hasattr(value, "code") else value for name, value in said.items()}


def _reckoned(options: object) -> None:
    """What options remember once it was asked is no change of a table."""
    for kind in type(options).__mro__:
        for name, value in vars(kind).items():
            if isinstance(value, cached_property):
                getattr(options, name)


def code(refusal: Refusal | None) -> str:
    return refusal.say.code if refusal is not None else "done"


class CashTable:
    """Played by chance, through a loop that writes it down."""

    def __init__(self, folder: Path, name: str, seed: int) -> None:
        config = load(TABLES / f"{name}.toml")
        table = config.table
        self._chance = Tryout(config, seed)
        self.now_ms = 1_790_000_000_000
        setup = Setup(table.table, config.game, table.boxes, config.options, config.shoe)
        self.room = TableRoom(folder, setup, self)  # type: ignore[arg-type]
        self.rounds = 0

    def time(self) -> int:
        self.now_ms += 1_000
        return self.now_ms

    def step(self) -> None:
        table = self.room.loop.table
        if not table.dealer:
            self.room.say(e.SignIn(by=MARTA.number, name=MARTA.name))
        self._chance.table = table
        event, _ = self._chance._next()
        outcomes = self.room.say(event)
        self.rounds += any(isinstance(outcome, RoundClosed) for outcome in outcomes)


@pytest.mark.parametrize("name", CASH_TABLES)
def test_at_a_cash_table_whatever_is_not_theirs_to_say_changes_nothing(tmp_path: Path, name: str) -> None:
    async def played() -> None:
        table = CashTable(tmp_path / "table", name, seed=3)
        door = Door(table.room.loop, tmp_path, seed=3)
        try:
            for _ in range(EVENTS):
                table.step()
                if door.is_new_here:
                    await door.hears_what_is_not_theirs()
        finally:
            table.room.close()
        assert table.rounds > 1
        assert len(door._moments) > 10
        assert door.said > set(NOT_SAID_BY_PEOPLE)
        assert len(door.said - set(NOT_SAID_BY_PEOPLE)) >= 5

    asyncio.run(played())


@pytest.mark.parametrize("name", PLAYED_AT)
def test_in_a_tournament_whatever_is_not_theirs_to_say_changes_nothing(tmp_path: Path, name: str) -> None:
    async def played() -> None:
        room = hall(tmp_path, name, seed=1)
        try:
            doors = [Door(table.loop, table.folder, seed=1) for table in room.tables.values()]
            office = Office(room, tmp_path)
            for _ in walked(room):
                for door in doors:
                    if door.is_new_here:
                        await door.hears_what_is_not_theirs()
                office.hears_what_is_not_theirs()
            assert {stage for stage, *_ in office.moments} >= {"entries", "drawn", "playing"}
            assert all(door.said >= set(NOT_SAID_BY_PEOPLE) for door in doors)
        finally:
            room.close()

    asyncio.run(played())


def walked(room: Room) -> Iterator[None]:
    """A part of a tournament, from before its entries."""
    yield
    room.take_entries(5)
    for _ in range(STEPS):
        yield
        if not room._office() and not sum(table.step() for table in room.tables.values()):
            room.now_ms += 30_000
            room.loop.take(t.TimeCame())
        room.settle()


class Office:
    """The tournament's own door, with everybody before it who has a part, and some who have none."""

    def __init__(self, room: Room, folder: Path) -> None:
        people = People(folder / "people.json")
        self._room = room
        self._door = TournamentAuthority(
            loop=room.loop,
            pins=Pins([], lambda: 0, folder / "wrong.json"),
            answers=Answers([], people, set),
            people=people,
            now_ms=lambda: 0,
        )
        self.moments: set[Any] = set()

    def hears_what_is_not_theirs(self) -> None:
        offered = [act for act in acts(self._room.loop.tournament) if act.blocked is None]
        moment = self._room.state.stage, frozenset(act.command for act in offered)
        if moment in self.moments:
            return
        self.moments.add(moment)
        stood = self._room.journal.last_number, self._room.state.copied()
        for visit in visits():
            for kind in (t.KINDS.keys() | e.KINDS.keys()) - t.COMMANDS.keys():
                assert self._refuses(visit, kind, {}) in ("nobodys_to_say", "not_signed_in"), kind
            for act in offered:
                if visit.member is None or RIGHTS[visit.member.role].conducts != act.speaker:
                    assert self._refuses(visit, act.command, act.args) in ("not_your_part", "not_signed_in"), (
                        act
                    )
                elif act.speaker == "director" and visit.member.number != self._room.state.director:
                    assert not self._does(visit, act.command, act.args), act
        assert (self._room.journal.last_number, self._room.state) == stood

    def _refuses(self, visit: Visit, kind: str, args: Any) -> str:
        return code(self._door.do(visit, kind, args, {}).refusal)

    def _does(self, visit: Visit, kind: str, args: Any) -> bool:
        try:
            return self._door.do(visit, kind, args, {}).refusal is None
        except ValueError:  # a form that was not filled in
            return False


def visits() -> Iterator[Visit]:
    yield Visit()
    roles: tuple[StaffRole, ...] = ("dealer", "supervisor", "cashier", "shift_manager", "tournament_director")
    for number, role in enumerate(roles):
        yield Visit(StaffMember(number=f"77{number:02}", name=role, role=role, demo_pin=PIN), until_ms=1)


# ---------------------------------------------------------------- what a class says


def test_a_command_that_is_a_supervisors_needs_no_line_of_its_own_to_be_refused_a_dealer(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    config = load(TABLES / "demo.toml")
    table = Table(Setup("T", config.game, config.table.boxes, config.options, config.shoe))
    table.take(e.SignIn(by="1182", name="Marta"))
    monkeypatch.setattr(e.CallFloor, "said_by", "supervisor")
    assert [outcome.say.code for outcome in table.take(e.CallFloor(by="1182"))] == ["supervisor_only"]  # type: ignore[union-attr]
    assert not table.floor_called_ms
    table.take(e.CallFloor(by="2001", role="supervisor", at_ms=5))
    assert table.floor_called_ms == 5


# ---------------------------------------------------------------- at the daemon's WebSocket


async def says(daemon: Daemon, commands: list[dict[str, Any]]) -> list[str]:
    """With a dealer's number and PIN."""
    address = f"127.0.0.1:{daemon.port}"
    async with connect(f"ws://{address}/ws", origin=f"http://{address}") as socket:  # type: ignore[arg-type]
        screen = Screen(socket, print)
        await screen.hello(daemon.token("dealer"))
        badge, pin = DEALER
        assert await screen.order("sign_in", {"badge": badge, "pin": pin}) == ""
        return [await screen.order("do", command) for command in commands]


def commands_in(daemon: Daemon) -> list[str]:
    """All that stand in the table's journal."""
    with History(daemon.state / "journal.db") as history:
        lines = [line for record in history.records(1) for line in record.body.splitlines()]
    events = [line.split(b" ")[1].decode() for line in lines if line.startswith(b"event ")]
    return [kind for kind in events if kind in e.COMMANDS]


NOT_FOR_A_SCREEN = "No screen may say that: the table, its devices and its tournament say it by themselves."


def test_a_dealers_screen_gives_no_order_at_a_cash_table() -> None:
    orders: list[dict[str, Any]] = [
        {"command": "join_tournament", "order": 1, "tournament": "X-9"},
        {"command": "join_tournament", "order": 1_000, "tournament": "X-9"},
        {"command": "seat_entrant", "order": 2, "box": 3, "entry": 7, "chips_cents": 500_000},
        {"command": "give_chips", "order": 3, "box": 3, "entry": 7, "chips_cents": 500_000_000},
        {"command": "print_sheet", "record": 1},
        {"command": "open_table"},
    ]
    with daemon_of("demo") as daemon:
        told = asyncio.run(says(daemon, orders))
        assert told == [*[NOT_FOR_A_SCREEN] * 5, ""]
        assert commands_in(daemon) == ["sign_in", "open_table"]


def test_a_dealers_screen_gives_no_order_in_a_tournament() -> None:
    orders: list[dict[str, Any]] = [
        *(
            {"command": "join_tournament", "order": n, "tournament": "one_table_canberra_poker"}
            for n in (1, 4, 1_000)
        ),
        *({"command": "seat_entrant", "order": n, "box": 3, "entry": 7, "chips_cents": 1} for n in range(1, 8)),
        *({"command": "give_chips", "order": n, "box": 3, "entry": 7, "chips_cents": 1} for n in range(1, 8)),
    ]
    with daemon_of("demo_tournament") as daemon:
        told = asyncio.run(says(daemon, orders))
        assert told == [NOT_FOR_A_SCREEN] * len(orders)
        assert not {"seat_entrant", "give_chips"} & set(commands_in(daemon))
        assert "hearer_failed" not in daemon.log.read_text()
