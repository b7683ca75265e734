"""A table with serial devices: the daemon is a process of its own, the far ends of its wires are in this."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from controller.pins import hashed
from simulators.specs import DEVICE_SPECS
from simulators.table import SimulatedTable
from simulators.wire import wire_path
from tests.bench.screen import Screen
from tests.daemon import ROOT, START_WAIT_S, Daemon

BOXES = 7
CARDS_EACH = 5
ANTE_CENTS = 500
SEED = 20_260_901
DEALER, SUPERVISOR, PIN = "1182", "2001", "4826"
TICK_S = 0.001
SETTLED_S = 0.3  # the readers have said who they are and been answered
SIMULATED = r'link = \{ kind = "simulated" \}'
# The shoe says everything three times. At its 4800 baud the second copy comes 20 ms after the first, when this
# card is long on the screens; on a pty it would come at once, so there is one copy only.
DEVICES = [
    {"name": "shoe", "driver": "angel_eye", "repeats": 1},
    {"name": "readers", "driver": "table_link", "options": {"device": "reader_set"}},
]


class WiredTable(Daemon):
    """The daemon as it runs beside a dealer: it does not know that its devices are simulated."""

    def __init__(self, folder: Path) -> None:
        state = folder / "state"
        super().__init__(
            folder,
            demo=(r'demo_pin = "\d+"', f'pin_scrypt = "{hashed(PIN)}"'),
            demo_shoe=(SIMULATED, _serial(state, "shoe")),
            demo_readers=(SIMULATED, _serial(state, "readers")),
        )
        self.table = SimulatedTable(state, DEVICE_SPECS.validate_python(DEVICES), BOXES, SEED)
        self.spoke_ns = 0  # when the shoe last put its bytes on the wire
        self._note_when_the_shoe_speaks()

    def _note_when_the_shoe_speaks(self) -> None:
        wire = self.table._devices["shoe"].wire
        send = wire.send

        def noted(data: bytes) -> None:
            self.spoke_ns = time.time_ns()
            send(data)

        wire.send = noted

    def run(self, *program: str) -> None:
        """`program` is what Python is to run instead of the daemon as it is."""
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-m", *(program or ("controller",)), "run", str(self.config)],
                cwd=ROOT,
                stdout=log,
                stderr=log,
                stdin=subprocess.DEVNULL,
            )
        self.wait_until_it_answers()
        self.wait_until_it_hears()

    def wait_until_it_hears(self) -> None:
        deadline = time.monotonic() + START_WAIT_S
        while not all(device["heard"] for device in self.table.state()["devices"].values()):
            assert time.monotonic() < deadline, f"a device is not heard: {self.log.read_text()}"
            self.let_pass(TICK_S)
        self.let_pass(SETTLED_S)

    def let_pass(self, seconds: float) -> None:
        """Time for the devices to say what they have to say."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            self.table.tick(time.monotonic_ns() // 1_000_000)
            time.sleep(TICK_S)

    def screen(self) -> Screen:
        return Screen(self.port, self.token("dealer"))

    # ------------------------------------------------------------ a round, as far as the deal

    def open(self, screen: Screen) -> None:
        screen.touch("sign_in", badge=DEALER, pin=PIN)
        screen.press("open_table")
        screen.touch("authorise", badge=SUPERVISOR, pin=PIN)
        screen.touch("do", command="deck_checked_by_hand")

    def bet(self, screen: Screen) -> None:
        """Everybody has an ante down, and the deck is in the shoe."""
        self.table.collect()
        self.table.shuffle()
        self.table.load_deck()
        self.let_pass(SETTLED_S)
        screen.press("shuffled")
        screen.press("cut_made")
        for box in range(1, BOXES + 1):
            screen.touch("do", command="place_ante", box=box, amount_cents=ANTE_CENTS)
        screen.press("close_betting")

    def fold(self, screen: Screen) -> None:
        for _ in range(BOXES):
            screen.press("fold")
        self.table.collect()
        self.let_pass(SETTLED_S)
        screen.press("collected-")


def places_in_order() -> list[str]:
    """Where each card of the deal goes (6.3)."""
    return [*(f"box-{box}" for box in range(1, BOXES + 1)), "dealer"] * CARDS_EACH


@contextmanager
def wired_table(folder: Path, *program: str) -> Iterator[WiredTable]:
    daemon = WiredTable(folder)
    try:
        daemon.run(*program)
        yield daemon
    finally:
        if daemon.process is not None:
            daemon.stop()
        daemon.table.close()


def _serial(state: Path, device: str) -> str:
    return f'link = {{ kind = "serial", path = "{wire_path(state, device)}", baud = 4800 }}'
