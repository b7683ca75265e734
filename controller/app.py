"""Builds the daemon from a valid configuration, and takes it down again."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import secrets
import signal
import socket
import time
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass
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
from controller.inbox import Inbox, Incoming
from controller.journal.journal import Journal
from controller.journal.seal import load_seal
from controller.lines.enrolment import Enrolment
from controller.lines.felt import heard_of
from controller.lines.keeper import Keeper
from controller.lines.keys import Keys
from controller.lines.lamps import Lamps
from controller.lines.usb_watch import UsbWatch
from controller.loop import TableLoop
from controller.pins import Pins
from controller.screens.connection import Role
from controller.screens.panel import Panel
from controller.screens.scene import Look
from controller.screens.sign import TableSign
from controller.tournament.host import Host
from controller.tournament.page import page_of
from controller.web.server import Server
from drivers.driver import Heard
from drivers.links import AnySettings
from games.catalogue import game_class
from games.events import ApproveDevice, DeviceReady, Event, Held, Restarted
from games.outcomes import Outcome
from games.table.known_devices import objection
from games.table.table import Setup

if TYPE_CHECKING:
    from controller.screens.bench import Autoplay
    from simulators.bench import Bench

log = structlog.get_logger()

ROLES = ("dealer", "bench", "sign", "director")
SEED = 20_260_901  # the same simulated cards in every demonstration


class CannotStart(Exception):
    """The text says what to do."""


@dataclass(frozen=True, slots=True)
class Addresses:
    dealer: str
    sign: str
    bench: str | None
    director: str | None


class _Web(uvicorn.Server):
    """Uvicorn would end the process itself on a signal, before the devices are closed."""

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield

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
        self._config = config
        self._seed = seed
        _make_folder(config.state)
        self._socket = _listen(config.table.panel.port)
        self.port: int = self._socket.getsockname()[1]
        self._tokens = _tokens(config.state / "tokens.json")
        journal_path = config.state / "journal.db"
        self._journal = Journal(journal_path)
        self._seal = seal = load_seal(config.state / "seal.key", may_create=self._journal.empty)
        setup = Setup(config.table.table, config.game, config.table.boxes, config.options, config.shoe)
        self.loop = TableLoop(self._journal, seal, setup, _wall_ms)
        self.inbox = Inbox(asyncio.get_running_loop())
        self.host = Host(config, _wall_ms) if config.tournament is not None else None
        self._alarm = Alarm(self.inbox, lambda: self.loop.table, _wall_ms)
        self._bench = simulated_table(config, seed) if config.simulated else None
        self._enrolment = Enrolment(
            config, seal, self._is_checking, lambda event: self.inbox.put(Incoming(event))
        )
        self.keepers = {device.name: self._keeper(device) for device in config.devices}
        self.loop.tell(self._approved)
        self.loop.tell(self._enrolment.heard)
        look = Look.of(config.table.panel)
        self._pins = pins = Pins(config.staff, _steady_ms, config.state / "wrong-pins.json")
        authority = Authority(loop=self.loop, inbox=self.inbox, pins=pins, now_ms=_steady_ms)
        self._panel = Panel(
            loop=self.loop,
            authority=authority,
            keepers=self.keepers,
            look=look,
            now_ms=_wall_ms,  # that of the events: a player's time ends by it
            clock=lambda: f"{datetime.now():%H:%M}",
            simulated=config.simulated,
            hours=config.table.hours or "",
        )
        self._autoplay: Autoplay | None = None
        self.server = self._server()

    @property
    def addresses(self) -> Addresses:
        dealer, bench, sign, director = (
            f"http://127.0.0.1:{self.port}/{role}#{self._tokens[role]}" for role in ROLES
        )
        return Addresses(dealer, sign, bench if self._bench else None, director if self.host else None)

    async def serve(self) -> None:
        """Until Ctrl-C or SIGTERM."""
        settings = uvicorn.Config(
            self.server.app,
            log_config=None,
            lifespan="off",
            access_log=False,
            server_header=False,
            timeout_graceful_shutdown=1,
            ws_max_size=65_536,
            ws_per_message_deflate=False,  # loopback is faster than any packing
        )
        web = _Web(settings)
        for number in (signal.SIGINT, signal.SIGTERM):
            asyncio.get_running_loop().add_signal_handler(number, web.end)
        async with self._running(web):
            await web.serve(sockets=[self._socket])

    @contextlib.asynccontextmanager
    async def _running(self, web: _Web) -> AsyncIterator[None]:
        if self.loop.comes_back:
            self.inbox.put(Incoming(Restarted()))
        table = asyncio.create_task(self.loop.run(self.inbox))
        table.add_done_callback(lambda _: web.end())  # without its loop the table must not seem alive
        usb = asyncio.create_task(UsbWatch().run(self.inbox))
        self._alarm.set()
        if self.host is not None:
            self.host.start(self.loop, self.inbox, self._journal, self._seal)
        for keeper in self.keepers.values():
            keeper.start()
        try:
            yield
        finally:
            if self._autoplay:
                await self._autoplay.stop()
            await asyncio.to_thread(self._stop_devices)
            table.cancel()
            usb.cancel()
            self._alarm.stop()
            if self.host is not None:
                self.host.stop()
            self._journal.close()
            self._socket.close()

    def _stop_devices(self) -> None:
        for keeper in self.keepers.values():
            keeper.stop()
        if self._bench:
            if not self.loop.table.game.state.in_round:
                self._bench.do("stop")
            # In a round the cards stay where they lie, as real ones would; the process ends by itself.
            self._bench.close()

    # ------------------------------------------------------------ parts

    def _keeper(self, device: Device) -> Keeper:
        def heard() -> Heard | None:
            return heard_of(self.loop.table.devices.get(device.name))

        def objects(said: DeviceReady) -> Held:
            table = self.loop.table
            return objection(table.devices.get(device.name), said, device.firmware, in_round=table.round_is_on)

        return Keeper(device, link_of(self._config, device), self.inbox, heard, objects, self._enrolment)

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
        return page_of(
            host.loop,
            pins=self._pins,
            staff=self._config.staff,
            folder=self._config.state,
            look=self._panel.look,
            now_ms=_wall_ms,
            steady_ms=_steady_ms,
            simulated=self._config.simulated,
        )

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
                f"127.0.0.1:{self.port}", self._tokens["dealer"], dealer, str(self._config.state), self._seed
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


def _tokens(path: Path) -> dict[str, str]:
    """Kept over a restart, so that a screen finds its daemon again without a person."""
    kept = _kept_tokens(path)
    if kept.keys() >= set(ROLES):
        return kept
    tokens = {role: kept.get(role) or secrets.token_urlsafe(24) for role in ROLES}
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "w") as file:
        json.dump(tokens, file)
    return tokens


def _kept_tokens(path: Path) -> dict[str, str]:
    """None at the first start, or from a file cut short: new ones only ask for new addresses."""
    try:
        kept = json.loads(path.read_text()).items()
    except (OSError, ValueError, AttributeError):
        return {}
    return {role: token for role, token in kept if role in ROLES and isinstance(token, str) and token}


def _wall_ms() -> int:
    return time.time_ns() // 1_000_000


def _steady_ms() -> int:
    return time.monotonic_ns() // 1_000_000
