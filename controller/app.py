"""Builds the daemon from a valid configuration, and takes it down again."""

from __future__ import annotations

import asyncio
import contextlib
import signal
import socket
import time
from collections.abc import AsyncIterator, Callable, Iterator
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

import structlog
import uvicorn

from config.load import Config
from config.roles import RIGHTS
from config.schema import Device, SimulatedLink, StaffMember
from controller.alarm import Alarm
from controller.authority import Authority
from controller.bytecode import BesideTheTable
from controller.cannot_go_on import CannotGoOn
from controller.clock import boot_id, table_clock
from controller.inbox import Inbox, Incoming
from controller.journal.beforehand import Marks, check_plain
from controller.journal.closing import Closing, first_here
from controller.journal.errors import JournalDamaged, JournalError
from controller.journal.keys import key_in_use, key_places, seal_of_table
from controller.journal.no_journal import NoJournal, open_journal
from controller.journal.seal import Seal, SealError
from controller.journal.sealing_key import SEALING_KEY
from controller.journal.witness import FileWitness, reached
from controller.lines.enrolment import Enrolment
from controller.lines.felt import heard_of
from controller.lines.keeper import Keeper
from controller.lines.keys import Keys
from controller.lines.lamps import Lamps
from controller.lines.printer import printer_of
from controller.lines.usb_watch import UsbWatch
from controller.logbook import Logbook, note_start
from controller.lookout import Lookout
from controller.loop import STOPPED, TableLoop
from controller.past.hand_history import HandHistory
from controller.past.keeping_lines import KeepingLines
from controller.past.reading import Past
from controller.pins import Pins
from controller.proving import Proving
from controller.screens.connection import Role
from controller.screens.panel import Panel
from controller.screens.scene import Look
from controller.screens.sign import TableSign
from controller.service import Service
from controller.tournament.host import Host
from controller.tournament.page import page_of
from controller.upkeep import KeepsJournal, Upkeep, stepped_meanwhile
from controller.version import this_program
from controller.web.addresses import hand_over, take_back
from controller.web.connections import MOST_WAITING
from controller.web.server import Server
from controller.web.tokens import FORMER_S, ROLES, new_tokens
from controller.witnesses import Witnesses
from drivers.driver import Heard
from drivers.links import AnySettings
from games.catalogue import game_class
from games.events import ApproveDevice, DeviceReady, Event, Fact, Held, LinkHeld, Restarted, SealingStopped
from games.outcomes import Outcome
from games.table.known_devices import objection
from games.table.table import Setup

if TYPE_CHECKING:
    from controller.screens.bench import Autoplay
    from simulators.bench import Bench

log = structlog.get_logger()

SEED = 20_260_901  # the same simulated cards in every demonstration


class CannotStart(CannotGoOn):
    """The text says what to do."""


class _Web(uvicorn.Server):
    """Uvicorn would end the process itself on a signal, before the devices are closed."""

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield

    def __init__(self, settings: uvicorn.Config, ready: Callable[[], None]) -> None:
        super().__init__(settings)
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Many may wait at the door while few are let in at once: who knocks in vain waits a second or more."""
        await super().startup(sockets)
        for listener in sockets or ():
            listener.listen(MOST_WAITING)
        self._ready()

    def end(self) -> None:
        self.should_exit = True


def _deck_at_first(config: Config) -> list[str]:
    """As configured. What is determined at the table comes with a new deck from the bench."""
    game = game_class(config.game)(config.options, config.table.boxes)
    return [str(card) for card in game.deck(game.state)]


class App:
    """Everything that one table needs, wired together once."""

    def __init__(self, config: Config, seed: int = SEED) -> None:
        """`seed` is of the simulated cards alone."""
        structlog.contextvars.bind_contextvars(table=config.table.table)
        note_start(config)
        self._config = config
        self._seed = seed
        _make_folder(config.state)
        self._socket = _listen(config.table.panel.port)
        self.port: int = self._socket.getsockname()[1]
        self._tokens_path = config.state / "tokens.json"
        check_plain([self._tokens_path, config.keys / SEALING_KEY])
        witnesses = [FileWitness(Path(path)) for path in config.table.witness]
        self._journal = open_journal(config.state / "journal.db", _marks(config, witnesses))
        self._seal = seal = self._seal_of(config)
        self._journal.watch(key_in_use(config.keys))
        self._tokens = new_tokens(self._tokens_path)  # once this is the table's only daemon
        self._clock = clock = table_clock(config.state / "clock.json", self._journal.last_ms)
        with contextlib.suppress(JournalDamaged):  # the table says so when it plays from it
            self._journal.seal_with(config.table.table, config.keys / SEALING_KEY, clock.now_ms)
        setup = Setup(config.table.table, config.game, config.table.boxes, config.options, config.shoe)
        self.loop = TableLoop(self._journal, seal, setup, clock.now_ms)
        self._service = Service()
        self.inbox = Inbox(asyncio.get_running_loop())
        self._lookout = Lookout(self._socket, self._journal.disk.waits_s, self._service.is_alive)
        self._witnesses = Witnesses(witnesses, self.inbox, self.loop.table.witnessed)
        self._journal.tell_head(self._witnesses.tell)
        self.host = Host(config, self.loop.table, clock) if config.tournament is not None else None
        self._alarm = Alarm(self.inbox, lambda: self.loop.table, clock.now_ms)
        self._bench = simulated_table(config, seed) if config.simulated else None
        self._enrolment = Enrolment(
            config, seal, self._is_checking, lambda event: self.inbox.put(Incoming(event))
        )
        self._keep_the_past(config, seal)
        self.keepers = {device.name: self._keeper(device) for device in config.devices}
        self.loop.tell(Logbook(self.loop).heard)
        self.loop.tell(lambda event, outcomes: self._service.says(self._status()))
        self.loop.tell(self._approved)
        self.loop.tell(self._enrolment.heard)
        look = Look.of(config.table.panel)
        self._pins = pins = Pins(config.staff, _steady_ms, config.state / "wrong-pins.json")
        authority = Authority(loop=self.loop, inbox=self.inbox, pins=pins, now_ms=_steady_ms)
        wake = asyncio.get_running_loop().call_soon_threadsafe

        def ready() -> None:
            wake(self.server.changed)

        self._history = HandHistory(lambda: Past(self._journal.path, seal=seal), ready)
        self.loop.tell(self._history.heard)
        self._panel = Panel(
            loop=self.loop,
            authority=authority,
            keepers=self.keepers,
            look=look,
            now_ms=clock.now_ms,  # that of the events: a player's time ends by it
            clock=lambda: f"{datetime.now():%H:%M}",
            simulated=config.simulated,
            hours=config.table.hours or "",
            history=self._history,
            standing=self._journal_stands,
        )
        self._autoplay: Autoplay | None = None
        self.server = self._server()

    @property
    def addresses(self) -> dict[str, str]:
        """By role; a role that this table does not have is left out."""
        roles = [role for role in ROLES if role in self.server.roles]
        return {role: f"http://127.0.0.1:{self.port}/{role}#{self._tokens.of(role)}" for role in roles}

    async def serve(self) -> None:
        """Until Ctrl-C or SIGTERM."""
        if self._journal.sealing not in ("sealed", None):
            key = self._config.keys / SEALING_KEY
            say = log.warning if self._journal.sealing == "not_sealed" else log.error
            say("journal_not_sealed", why=self._journal.sealing, key=str(key))
        web = _Web(self.server.settings, self._is_ready)
        for number in (signal.SIGINT, signal.SIGTERM):
            asyncio.get_running_loop().add_signal_handler(number, web.end)
        async with self._running(web):
            hand_over(self._config.screens, self.addresses, self._config.table.screens_group)
            await web.serve(sockets=[self._socket])

    @contextlib.asynccontextmanager
    async def _running(self, web: _Web) -> AsyncIterator[None]:
        watch = asyncio.create_task(self._service.watch(self._look))
        for fact in self._found_at_start():
            self.inbox.put(Incoming(fact))
        table = asyncio.create_task(self.loop.run(self.inbox))
        table.add_done_callback(lambda _: web.end())  # without its loop the table must not seem alive
        usb = asyncio.create_task(UsbWatch().run(self.inbox))
        self._witnesses.start()
        self._lookout.start()
        upkeep = asyncio.create_task(Upkeep(self._loops, self._clock, self.inbox).run())
        beside = [asyncio.create_task(work) for work in (self._proving.run(), self._program.look())]
        self._alarm.set()
        if self.host is not None:
            self.host.start(self.loop, self.inbox, self._journal, self._seal)
        elif (here := self.loop.table.game.state.tournament) is not None and here.held is None:
            log.error("tournament_not_conducted", tournament=here.tournament)
            self.inbox.put(Incoming(LinkHeld(why="not_conducted")))
        for keeper in self.keepers.values():
            keeper.start()
        forget = asyncio.get_running_loop().call_later(FORMER_S, self._tokens.forget_former, self._tokens_path)
        try:
            yield
        finally:
            self._service.stops()
            watch.cancel()
            forget.cancel()
            take_back(self._config.screens)
            if self._autoplay:
                await self._autoplay.stop()
            await asyncio.to_thread(self._stop_devices)
            await self._closing.stop()
            for one in beside:
                one.cancel()
            await asyncio.gather(*beside, return_exceptions=True)
            await self._keeping_lines.stop()
            table.cancel()
            usb.cancel()
            upkeep.cancel()
            self.loop.seal("stop")
            self._witnesses.stop()
            self._lookout.stop()
            self._alarm.stop()
            if self.host is not None:
                self.host.stop()
            self._history.close()
            self._journal.close()
            self._socket.close()

    def _is_ready(self) -> None:
        self._service.is_ready(self._status())

    def _status(self) -> str:
        stands = f"stopped: {' '.join(self.loop.trouble.detail.split())}" if self.loop.trouble else ""
        return f"Table {self._config.table.table}, {self._config.game}, " + (
            stands or f"round {self.loop.table.game.state.round}"
        )

    def _look(self, told: Callable[[], None]) -> None:
        """Whether an event would go through the inbox and the journal now."""
        if self.loop.trouble is None:
            self.inbox.look(told)
        else:
            told()  # it stands still and says why: to be started again would not help

    def _stop_devices(self) -> None:
        for keeper in self.keepers.values():
            keeper.stop()
        if self._bench:
            if not self.loop.table.game.state.in_round:
                self._bench.do("stop")
            # In a round the cards stay where they lie, as real ones would; the process ends by itself.
            self._bench.close()

    # ------------------------------------------------------------ parts

    def _seal_of(self, config: Config) -> Seal:
        try:
            return seal_of_table(config.state, config.keys, may_create=self._journal.empty)
        except SealError as error:
            if isinstance(self._journal, NoJournal):  # no panel without a key, and that is the greater harm
                raise CannotStart(f"{self._journal.why}. And {error}") from error
            raise

    def _keeper(self, device: Device) -> Keeper:
        def heard() -> Heard | None:
            return heard_of(self.loop.table.devices.get(device.name))

        def objects(said: DeviceReady) -> Held:
            table = self.loop.table
            return objection(table.devices.get(device.name), said, device.firmware, in_round=table.round_is_on)

        return Keeper(device, link_of(self._config, device), self.inbox, heard, objects, self._enrolment)

    @property
    def _loops(self) -> list[KeepsJournal]:
        return [self.loop, *([self.host] if self.host is not None else [])]

    def _keep_the_past(self, config: Config, seal: Seal) -> None:
        """What is done with the journal beside the game: put away, listed, ruled on again."""
        self._closing = Closing(self._journal, config.table.journal, self._clock.now_ms, self._record)
        self.loop.tell(self._closing.heard)
        self._program = BesideTheTable()
        self._proving = Proving(self.loop, self._journal, key_in_use(config.keys), self._record)
        self._keeping_lines = KeepingLines(self._journal.path, seal)
        self.loop.tell(self._keeping_lines.heard)

    async def _record(self, fact: Fact) -> None:
        """Returns when it is on disk."""
        told = asyncio.get_running_loop().create_future()
        self.inbox.put(Incoming(fact, told.set_result))
        if STOPPED in await told:
            raise JournalError("the table is stopped: nothing is written down now")

    def _found_at_start(self) -> Iterator[Fact]:
        stepped = stepped_meanwhile(self.loop.table.clock_shift_ms, self._clock)
        if stepped is not None:
            yield stepped
        yield self._started()
        if self._journal.sealing == "sealing_key_missing":
            yield SealingStopped(why="missing")
        elif self._journal.sealing == "sealing_key_wrong":
            yield SealingStopped(why="wrong")

    def _started(self) -> Restarted:
        """The first that counts the starts writes down, too, what had been let go of without a record."""
        table = self.loop.table
        return Restarted(
            program=str(this_program()),
            start=table.starts + 1,
            boot=boot_id(),
            came_back=self.loop.comes_back,
            gone=0 if table.starts or self.loop.trouble else first_here(self._journal) - 1,
        )

    def _journal_stands(self) -> list[tuple[str, bool, str]]:
        """What is to be known of the journal: which sentence, whether it is bad, and of what."""
        sealing = self._journal.sealing
        return [
            *([("disk_slow", True, "")] if self._journal.disk.was_slow() else []),
            *([] if self.loop.past_is_whole else [("past_damaged", True, "")]),
            *([("program_changed", True, "")] if self._program.is_changed else []),
            *([("round_differs", True, "")] if self._proving.differs else []),
            *([(sealing, sealing not in ("sealed", "not_sealed"), "")] if sealing is not None else []),
            *(
                (beside.standing, beside.standing != "witness_reached", beside.witness.name)
                for beside in self._witnesses.beside
            ),
        ]

    def _is_checking(self) -> bool:
        return self.loop.table.deck_check_is_on

    def _approved(self, event: Event | None, outcomes: list[Outcome]) -> None:
        """A supervisor has: the device need not wait for its next attempt."""
        if isinstance(event, ApproveDevice):
            self.keepers[event.device].try_now()

    def _server(self) -> Server:
        roles: dict[str, Role] = {"dealer": self._panel, "sign": self._sign()}
        server = Server(roles, self._tokens, self.port)
        self.loop.tell(lambda event, outcomes: server.changed())
        self.loop.tell(lambda event, outcomes: self._alarm.set())
        self.loop.tell(Keys(self._config.devices, self.loop, self.inbox).heard)
        self.loop.tell(Lamps([(keeper.device, keeper) for keeper in self.keepers.values()], self.loop).heard)
        if self.host is not None:
            roles["director"] = self._director_page(self.host)
            self.host.loop.tell(lambda event, outcomes: server.changed())
        if self._bench:
            roles["bench"] = self._bench_role(self._bench, server)
        return server

    def _director_page(self, host: Host) -> Role:
        page = page_of(
            host.loop,
            pins=self._pins,
            staff=self._config.staff,
            folder=self._config.state,
            look=self._panel.look,
            now_ms=self._clock.now_ms,
            steady_ms=_steady_ms,
            simulated=self._config.simulated,
            printer=printer_of(self.keepers.values()),
        )
        self.loop.tell(page.heard_at_the_table)
        return page

    def _sign(self) -> TableSign:
        table = self._config.table
        return TableSign(
            loop=self.loop,
            settings=table.sign,
            hours=table.hours or "",
            simulated=self._config.simulated,
            tournament=self.host.loop if self.host is not None else None,
        )

    def _bench_role(self, bench: Bench, server: Server) -> Role:
        from controller.screens.bench import Autoplay, BenchRole  # noqa: PLC0415

        # A scripted dealer signs in like anybody else: it needs somebody's PIN in clear.
        dealer = next((member for member in self._config.staff if _may_demonstrate(member)), None)
        if dealer is not None:
            self._autoplay = Autoplay(
                f"127.0.0.1:{self.port}", self._tokens.of("dealer"), dealer, str(self._config.state), self._seed
            )
        return BenchRole(
            bench=bench,
            loop=self.loop,
            look=self._panel.look,
            language=self._panel.languages[self._panel.look.language],
            autoplay=self._autoplay,
            changed=server.changed,
        )


def _may_demonstrate(member: StaffMember) -> bool:
    return member.demo_pin is not None and RIGHTS[member.role].deals


def link_of(config: Config, device: Device) -> AnySettings:
    if not isinstance(device.link, SimulatedLink):
        return device.link
    from simulators.usb_bus import settings_of  # noqa: PLC0415 - only where the configuration says so

    return settings_of(config.state, device.name)


def simulated_table(config: Config, seed: int = SEED) -> Bench:
    """A process of its own: it lives on if this one is killed, as a real shoe would."""
    from simulators.bench import BenchLost, start_or_find  # noqa: PLC0415

    devices = [_as_simulated(device) for device in config.devices if isinstance(device.link, SimulatedLink)]
    try:
        return start_or_find(config.state, devices, config.table.boxes, seed, faces=_deck_at_first(config))
    except BenchLost as error:
        raise CannotStart(str(error)) from error


def _marks(config: Config, witnesses: list[FileWitness]) -> Marks:
    return Marks(key_places(config.state, config.keys), config.keys / SEALING_KEY, reached(witnesses))


def _make_folder(path: Path) -> None:
    try:
        path.mkdir(parents=True, exist_ok=True, mode=0o700)
    except OSError as error:
        raise CannotStart(f"the state folder {path} cannot be made ({error.strerror}): see to state") from error


def _as_simulated(device: Device) -> dict[str, object]:
    spec: dict[str, object] = {
        "name": device.name,
        "role": device.role,
        "driver": device.driver,
        "options": device.options,
    }
    if device.places:
        spec["antennas"] = _antennas(device)
    if device.button_mark is not None:
        spec["button_mark"] = device.button_mark
    return spec


def _antennas(device: Device) -> dict[str, str]:
    return {
        str(number): f"box-{place}" if place.isdigit() else place
        for number, place in enumerate(device.places, start=1)
    }


def _listen(port: int) -> socket.socket:
    """Loopback only: nobody on the network reaches a dealer's panel."""
    # Named as TCP, or asyncio leaves small messages waiting for each other (Nagle): 45 ms a touch.
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind(("127.0.0.1", port))
    except OSError as error:
        listener.close()
        raise CannotStart(
            f"port {port} is taken ({error.strerror}): stop the other program or set panel.port"
        ) from error
    return listener


def _steady_ms() -> int:
    return time.monotonic_ns() // 1_000_000
