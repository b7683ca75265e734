"""A simulated table, the real drivers and the real rules in one thread and in pretended time, without a port.

Bytes go through the same damage as on a pty. What the keeper of a device does (`controller/lines/keeper.py`) is
done here without its thread: a fresh driver for each connection, an acknowledgement only for what is taken.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random
from typing import Any

from config.load import Config, load
from config.schema import Device
from controller.app import _as_simulated
from controller.lines.felt import Felt, heard_of
from controller.lines.keeper import Backoff
from drivers.driver import Driver, Step
from drivers.registry import driver_class
from games import events as e
from games.catalogue import GAMES
from games.outcomes import Outcome
from games.table.known_devices import objection
from games.table.table import Setup, Table, is_refused
from simulators.specs import DEVICE_SPECS
from simulators.table import SimulatedTable
from simulators.wire import SETTLE_MS, Wire
from tests.daemon import ROOT

TICK_MS = 10
QUIET_MS = 80
LONGEST_MS = 180_000  # people are no quicker than the slowest line
NEVER_QUIET = ("pn532", "feig_obid")  # they are asked again and again

Door = Callable[[e.Event], list[Outcome]]


class MemoryWire(Wire):
    """The PC's end are two buffers instead of a terminal."""

    def plug(self) -> None:
        if not self.plugged:
            self._master = -1
            self.listening = False
            self.to_pc, self.to_device = bytearray(), bytearray()

    def unplug(self) -> None:
        self._master, self.listening = None, False
        self._line_down()

    def open(self) -> None:
        self.listening = True
        self.to_pc.clear()
        self.to_device.clear()

    def hang_up(self) -> None:
        self.listening = False

    def read(self) -> bytes:
        data = bytes(self.to_pc)
        self.to_pc.clear()
        return data

    @property
    def busy(self) -> bool:
        return bool(self._queue or self.to_pc or self.to_device)

    def _pc_is_there(self) -> bool:
        return self.plugged and self.listening

    def _push(self, count: int) -> None:
        self.to_pc += self._queue[:count]
        del self._queue[:count]

    def _pull(self) -> bytes:
        data = bytes(self.to_device)
        self.to_device.clear()
        return data


@dataclass
class Line:
    """One device as its keeper keeps it."""

    device: Device
    wire: MemoryWire
    table: Callable[[], Table]
    door: Door
    driver: Driver | None = None
    next_try_ms: int = 0
    told: str = ""  # the edge that the table has heard of last
    backoff: Backoff = field(default_factory=Backoff)

    def __post_init__(self) -> None:
        self.felt = Felt(self.device)

    def pump(self, now_ms: int) -> bool:
        """Whether something was said."""
        if not self.wire.plugged:
            self._lost("it was unplugged", now_ms)
            return False
        if self.driver is None:
            return self._connect(now_ms) if now_ms >= self.next_try_ms else False
        data = self.wire.read()
        self._take(self.driver.received(data, now_ms) if data else self.driver.idle(now_ms), now_ms)
        return bool(data) and self.device.driver not in NEVER_QUIET

    def _connect(self, now_ms: int) -> bool:
        heard = heard_of(self.table().devices.get(self.device.name))
        chosen = driver_class(self.device.driver)
        self.driver = chosen(chosen.Options.model_validate(self.device.options), heard)
        self.wire.open()
        if not chosen.introduces_itself:
            self._put(self.felt.ready())
            self.told = "ready"
        self._take(self.driver.connected(now_ms), now_ms)
        return True

    def _take(self, step: Step, now_ms: int) -> None:
        self.wire.to_device += step.send
        for report in step.reports:
            event = self.felt.event(report)
            if isinstance(event, e.DeviceReady):
                table = self.table()
                known = table.devices.get(self.device.name)
                why = objection(known, event, self.device.firmware, in_round=table.round_is_on)
                if why:
                    self._held(why, event, now_ms)
                    return
                self.told = "ready"
            if event is not None:
                self._put(event)
        if step.silent:
            self._lost(step.silent, now_ms)

    def _put(self, event: e.Fact) -> None:
        assert event.source is not None
        outcomes = self.door(event)
        assert not is_refused(outcomes), f"a fact was refused: {event}"
        if self.driver is not None:
            self.wire.to_device += self.driver.committed(event.source.boot, event.source.sequence)

    def _lost(self, why: str, now_ms: int) -> None:
        self._hang_up(now_ms)
        if self.told != "lost":
            self.told = "lost"
            self.door(self.felt.lost(why))

    def _held(self, why: e.Held, said: e.DeviceReady, now_ms: int) -> None:
        self._hang_up(now_ms)
        told = f"held {said.model} {said.serial} {said.firmware}"
        if self.told != told:
            self.told = told
            self.door(self.felt.held(why, said))

    def _hang_up(self, now_ms: int) -> None:
        self.wire.hang_up()
        self.driver, self.next_try_ms = None, now_ms + 200


class Wired:
    """Everything of one table. `door` is where events go in; without one, straight to the rules."""

    def __init__(self, name: str, seed: int, door: Callable[[Setup], tuple[Door, Callable[[], Table]]]) -> None:
        self.config: Config = load(ROOT / f"config/tables/{name}.toml")
        self.now_ms = 1_000
        table = self.config.table
        setup = Setup(table.table, self.config.game, table.boxes, self.config.options, self.config.shoe)
        self._door, self._table = door(setup)
        self.events: deque[e.Event] = deque(maxlen=400)
        self.outcomes: list[Outcome] = []
        self.physical = self._simulated(seed)
        self.lines = {
            device.name: Line(device, self._wire(device.name), lambda: self.table, self.take)
            for device in self.config.devices
        }

    def _simulated(self, seed: int) -> SimulatedTable:
        game = GAMES[self.config.game](self.config.options, self.config.table.boxes)
        return SimulatedTable(
            Path("nowhere"),
            DEVICE_SPECS.validate_python([_as_simulated(device) for device in self.config.devices]),
            self.config.table.boxes,
            seed,
            boots=Random(seed),
            faces=[str(card) for card in game.deck(game.state)],
            wires=MemoryWire,
        )

    def _wire(self, name: str) -> MemoryWire:
        wire = self.physical._device(name).wire
        assert isinstance(wire, MemoryWire)
        return wire

    @property
    def table(self) -> Table:
        return self._table()

    @property
    def state(self) -> Any:
        return self.table.game.state

    def take(self, event: e.Event) -> list[Outcome]:
        event = replace(event, at_ms=self.now_ms)
        self.events.append(event)
        outcomes = self._door(event)
        self.outcomes += outcomes
        return outcomes

    def step(self) -> bool:
        self.now_ms += TICK_MS
        self.physical.tick(self.now_ms)
        return max([line.pump(self.now_ms) for line in self.lines.values()])

    def settle(self, quiet_ms: int = QUIET_MS) -> None:
        """Until nobody has said anything for a while, or for very long."""
        began = quiet_since = self.now_ms
        while self.now_ms - quiet_since < quiet_ms and self.now_ms - began < LONGEST_MS:
            busy = any(line.wire.busy and line.device.driver not in NEVER_QUIET for line in self.lines.values())
            if self.step() or busy:
                quiet_since = self.now_ms

    def open(self) -> None:
        self.settle(QUIET_MS + SETTLE_MS)

    def place(self, place: str) -> list[str]:
        """The faces that really lie there, in the order in which they came."""
        return [card.face for card in self.physical._places[at(place)]]


def at(place: str) -> str:
    return f"box-{place}" if place.isdigit() else place


def straight(setup: Setup) -> tuple[Door, Callable[[], Table]]:
    table = Table(setup)
    return table.take, lambda: table
