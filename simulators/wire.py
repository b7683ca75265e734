"""A pty that behaves like a cable: it can be pulled out and put back, and it can damage what it carries."""

from __future__ import annotations

import os
import pty
import select
import tty
from dataclasses import dataclass
from pathlib import Path
from random import Random

SETTLE_MS = 30  # a program that opens a port first throws away what is in it; a device notices the line later
QUEUE_LIMIT_BYTES = 65_536
_READ_LIMIT_BYTES = 4_096


@dataclass(frozen=True, slots=True)
class Damage:
    lose: float = 0.0  # the chance that a byte is lost
    flip: float = 0.0  # the chance that one bit of a byte is wrong
    copies: int = 1  # how often each message comes
    burst: int | None = None  # this many bytes come at a time; None: all at once
    pause_ms: int = 0  # between bursts


DAMAGES = {
    "perfect": Damage(),
    "byte-at-a-time": Damage(burst=1),
    "lossy": Damage(lose=0.005, flip=0.005),
    "slow": Damage(burst=1, pause_ms=20),
    "repeating": Damage(copies=3),
}
PERFECT = DAMAGES["perfect"]


@dataclass(frozen=True, slots=True)
class Traffic:
    raised: bool  # a PC has opened the port since the last tick
    data: bytes  # what it wrote


def wire_path(folder: Path, device: str) -> Path:
    return folder / "dev" / device


class Wire:
    def __init__(self, path: Path, damage: Damage = PERFECT, seed: int = 0) -> None:
        self.path = path
        self.damage = damage
        self._chance = Random(seed)  # noqa: S311 - a seed must give the same damage again
        self._master: int | None = None
        self._queue = bytearray()
        self._opened_ms: int | None = None
        self._burst_ms = 0
        self.up = False  # a PC listens
        self.plug()

    @property
    def plugged(self) -> bool:
        return self._master is not None

    def plug(self) -> None:
        if self._master is not None:
            return
        self._master, slave = pty.openpty()
        tty.setraw(slave)
        os.set_blocking(self._master, False)
        self._name_it(os.ttyname(slave))
        os.close(slave)

    def _name_it(self, terminal: str) -> None:
        """As udev does: the name stays, what it points to is new after every plug."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        fresh = self.path.with_name(f".{self.path.name}.new")
        fresh.unlink(missing_ok=True)
        fresh.symlink_to(terminal)
        fresh.replace(self.path)

    def unplug(self) -> None:
        if self._master is None:
            return
        os.close(self._master)
        self._master = None
        self.path.unlink(missing_ok=True)
        self._line_down()

    def send(self, data: bytes) -> None:
        """To a port nobody has open, a device speaks in vain."""
        if not self.up:
            return
        for _ in range(self.damage.copies):
            self._queue += self._damaged(data)
        del self._queue[QUEUE_LIMIT_BYTES:]
        if self.damage.burst is None:
            self._push(len(self._queue))

    def tick(self, now_ms: int) -> Traffic:
        raised = self._follow_the_line(now_ms)
        self._push_when_due(now_ms)
        settling = self._opened_ms is not None and not self.up
        return Traffic(raised, b"" if settling else self._damaged(self._pull()))

    def _follow_the_line(self, now_ms: int) -> bool:
        if not self._pc_is_there():
            self._line_down()
            return False
        if self._opened_ms is None:
            self._opened_ms = now_ms
        was_up, self.up = self.up, now_ms - self._opened_ms >= SETTLE_MS
        return self.up and not was_up

    def _line_down(self) -> None:
        self.up = False
        self._opened_ms = None
        self._queue.clear()

    def _pc_is_there(self) -> bool:
        if self._master is None:
            return False
        poll = select.poll()
        poll.register(self._master, 0)
        return not poll.poll(0)  # the only thing it can say is that the other side hung up

    def _push_when_due(self, now_ms: int) -> None:
        if self._queue and now_ms - self._burst_ms >= self.damage.pause_ms:
            self._burst_ms = now_ms
            self._push(self.damage.burst or len(self._queue))

    def _push(self, count: int) -> None:
        if self._master is None:
            return
        try:
            del self._queue[: os.write(self._master, self._queue[:count])]
        except BlockingIOError:
            pass  # the PC does not read: the rest stays in the queue
        except OSError:
            self._line_down()

    def _pull(self) -> bytes:
        if self._master is None:
            return b""
        try:
            return os.read(self._master, _READ_LIMIT_BYTES)
        except OSError:  # nothing there, or nobody
            return b""

    def _damaged(self, data: bytes) -> bytes:
        if not self.damage.lose and not self.damage.flip:
            return data
        kept = (byte for byte in data if self._chance.random() >= self.damage.lose)
        return bytes(self._flipped(byte) for byte in kept)

    def _flipped(self, byte: int) -> int:
        if self._chance.random() >= self.damage.flip:
            return byte
        return byte ^ 1 << self._chance.randrange(8)
