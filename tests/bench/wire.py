"""How long a card takes from the shoe's last byte into the inbox, against a bare `add_reader` on like ports."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import pty
import time
import tty
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from multiprocessing.sharedctypes import SynchronizedArray
from statistics import median

from config.schema import Device
from controller.inbox import Inbox, Incoming
from controller.lines.keeper import Keeper
from drivers.links import SerialSettings
from games.events import CardDrawn
from simulators.angel_eye import card_data, message
from tests.bench.report import MICROSECONDS, Suite, line
from tests.bench.rounds import ROUNDS, Round

DEVICES = 8  # the first is the shoe that is timed
CARDS = 150
PAUSE_S = 0.004
QUIET_S = 0.3  # until all ports are open
TO_REACH = 2
FRAME = len(message(0x30, "D", card_data(1, "Td")))

ABOUT = (
    f"from the shoe's last byte until its card is in the inbox, while {DEVICES} devices talk,\n"
    "      against a bare asyncio add_reader with os.read on the same ports"
)

Ports = list[tuple[int, int]]


def measure() -> Suite:
    found = [_round(number) for number in range(ROUNDS)]
    return Suite("wire", ABOUT, (line("one card", "add_reader", MICROSECONDS, found, TO_REACH),))


def _round(number: int) -> Round:
    """In every second round the other way about."""
    turns: list[Callable[[Ports], list[int]]] = [_ours, _bare]
    took = {}
    for turn in turns[:: -1 if number % 2 else 1]:
        with _ports() as ports:
            took[turn] = _seconds(ports, turn)
    return Round(took[_ours], took[_bare])


@contextmanager
def _ports() -> Iterator[Ports]:
    ports = [pty.openpty() for _ in range(DEVICES)]
    for master, slave in ports:
        tty.setraw(slave)
        os.set_blocking(master, False)
    try:
        yield ports
    finally:
        for end in (end for port in ports for end in port):
            os.close(end)


def _seconds(ports: Ports, arrivals: Callable[[Ports], list[int]]) -> float:
    """The devices are a process of their own, as real ones would be: they share no lock with who listens."""
    spoke = multiprocessing.Array("q", CARDS)
    devices = multiprocessing.Process(target=_talk, args=([master for master, _ in ports], spoke), daemon=True)
    devices.start()
    try:
        arrived = arrivals(ports)
    finally:
        devices.join(timeout=10)
    return median(there - said for there, said in zip(arrived, spoke, strict=True)) / 1e9


def _talk(masters: list[int], spoke: SynchronizedArray[int]) -> None:
    time.sleep(QUIET_S)
    for number in range(CARDS):
        said = message(0x30 + number % 10, "D", card_data(number % 6 + 1, "Td"))
        for master in masters[1:]:
            os.write(master, said)
        time.sleep(PAUSE_S)
        spoke[number] = time.perf_counter_ns()
        os.write(masters[0], said)


def _ours(ports: Ports) -> list[int]:
    return asyncio.run(_kept(ports))


class StampedInbox(Inbox):
    """Notes when the cards of the shoe that is timed have come."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        super().__init__(loop)
        self.arrived: list[int] = []

    def put(self, entry: Incoming) -> None:
        super().put(entry)
        event = entry.event
        if isinstance(event, CardDrawn) and event.source is not None and event.source.device == "device-0":
            self.arrived.append(time.perf_counter_ns())


async def _kept(ports: Ports) -> list[int]:
    inbox = StampedInbox(asyncio.get_running_loop())
    keepers = [_keeper(number, os.ttyname(slave), inbox) for number, (_, slave) in enumerate(ports)]
    for keeper in keepers:
        keeper.start()
    while len(inbox.arrived) < CARDS:
        (await inbox.get()).told([])
    await asyncio.to_thread(lambda: [keeper.stop() for keeper in keepers])
    return inbox.arrived


def _keeper(number: int, path: str, inbox: Inbox) -> Keeper:
    device = Device.model_validate(
        {"name": f"device-{number}", "role": "shoe", "driver": "angel_eye", "link": {"kind": "simulated"}}
    )
    return Keeper(device, SerialSettings(path=path, baud=4800), inbox, lambda: None)


def _bare(ports: Ports) -> list[int]:
    return asyncio.run(_read(ports))


async def _read(ports: Ports) -> list[int]:
    loop, over = asyncio.get_running_loop(), asyncio.Event()
    arrived: list[int] = []
    heard = bytearray()

    def hear_the_shoe(descriptor: int) -> None:
        heard.extend(os.read(descriptor, 4096))
        while len(heard) >= FRAME * (len(arrived) + 1):
            arrived.append(time.perf_counter_ns())
        if len(arrived) == CARDS:
            over.set()

    loop.add_reader(ports[0][1], hear_the_shoe, ports[0][1])
    for _, slave in ports[1:]:
        loop.add_reader(slave, os.read, slave, 4096)
    await over.wait()
    for _, slave in ports:
        loop.remove_reader(slave)
    return arrived
