"""Another place that remembers how far the journal had come: who can change one cannot always change both.

A witness only ever adds. It takes no smaller number than it has, and no other hash for the same one.
"""

from __future__ import annotations

import contextlib
import os
import queue
import threading
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Literal, NamedTuple, Protocol

import structlog

from controller.journal.head import Head
from controller.journal.length import Known

log = structlog.get_logger()

MOST_WAITING = 64
STOP_WAIT_S = 2.0
TAIL_BYTES = 4_096  # of a file: its last lines
Standing = Literal["witness_reached", "witness_not_reached", "witness_refuses"]


class Told(NamedTuple):
    head: Head
    seals: int


class Refuses(Exception):
    """It knows better: of a later record, or of another one with that number."""


class Witness(Protocol):
    """A file now; the floor's own machine can be one."""

    @property
    def name(self) -> str: ...

    def last(self) -> Head | None:
        """Raises OSError while it cannot be reached."""

    def take(self, told: Told) -> None:
        """Raises OSError, or Refuses."""


class FileWitness:
    """A line for each head: number, hash, time, how many seals there were."""

    def __init__(self, path: Path) -> None:
        self._path = path

    @property
    def name(self) -> str:
        return str(self._path)

    def last(self) -> Head | None:
        if not self._path.parent.is_dir():
            raise FileNotFoundError(2, "its folder is not there", str(self._path.parent))
        if self._path.exists() and not self._path.is_file():
            raise OSError(22, "it is not a file", str(self._path))
        try:
            with self._path.open("rb") as file:
                file.seek(max(0, self._path.stat().st_size - TAIL_BYTES))
                _, _, whole_lines = file.read().partition(b"\n")
                heads = [told.head for told in _lines_in(whole_lines)]
            heads = heads or heads_in(self._path)  # a power cut may leave a stick's last block full of zeros
        except FileNotFoundError:
            return None
        return heads[-1] if heads else None

    def take(self, told: Told) -> None:
        last, head = self.last(), told.head
        if last is not None and (
            head.number < last.number or (head.number == last.number and head.hash != last.hash)
        ):
            raise Refuses(f"{self.name} knows record {last.number} of {last.when}")
        line = b"%d %b %d %d\n" % (head.number, head.hash.hex().encode(), head.at_ms, told.seals)
        file = os.open(self._path, os.O_WRONLY | os.O_CREAT | os.O_APPEND | os.O_CLOEXEC, 0o600)
        try:
            if not _ends_a_line(self._path):
                line = b" cut short\n" + line  # what stands there counts for nothing
            os.write(file, line)
            os.fsync(file)
        finally:
            os.close(file)


def heads_in(path: Path) -> list[Head]:
    """All that a witness wrote down."""
    return [told.head for told in _lines_in(path.read_bytes())]


def _lines_in(content: bytes) -> Iterator[Told]:
    for line in content.splitlines(keepends=True):
        with contextlib.suppress(ValueError):
            number, hash_, at_ms, seals = line.removesuffix(b"\n").split(b" ")
            if line.endswith(b"\n") and len(hash_) == 64:
                yield Told(Head(int(number), bytes.fromhex(hash_.decode()), int(at_ms)), int(seals))


def _ends_a_line(path: Path) -> bool:
    with path.open("rb") as file:
        size = path.stat().st_size
        file.seek(max(0, size - 1))
        return size == 0 or file.read(1) == b"\n"


# ---------------------------------------------------------------- beside the table


class Hears(Protocol):
    """Who is told of a witness, from its own thread."""

    def changed(self, witness: Witness, standing: Standing, record: int) -> None: ...
    def acknowledged(self, witness: Witness, record: int) -> None: ...
    def forgot(self, witness: Witness, knew: int, knows: int) -> None: ...


class Beside:
    """Tells one witness, in a thread of its own: a stick that was pulled out keeps no card waiting."""

    def __init__(self, witness: Witness, hears: Hears, knew: int = 0) -> None:
        """`knew` is the last record that it has acknowledged, as the journal remembers."""
        self.witness = witness
        self.standing: Standing = "witness_reached"
        self._hears = hears
        self._knew = knew
        self._waiting: queue.Queue[Told | None] = queue.Queue(MOST_WAITING)
        self._thread = threading.Thread(target=self._run, name="witness", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def tell(self, told: Told | None) -> None:
        while True:
            try:
                return self._waiting.put_nowait(told)
            except queue.Full:  # the newest says all that an older one did
                with contextlib.suppress(queue.Empty):
                    self._waiting.get_nowait()

    def stop(self) -> None:
        self.tell(None)
        if self._thread.is_alive():
            self._thread.join(STOP_WAIT_S)

    def _run(self) -> None:
        while (told := self._waiting.get()) is not None:
            self._take(told)

    def _take(self, told: Told) -> None:
        try:
            self._look_what_it_knows()
            self.witness.take(told)
        except OSError as error:
            self._stands("witness_not_reached", told, str(error))
        except Refuses as error:
            self._stands("witness_refuses", told, str(error))
        else:
            self._stands("witness_reached", told, "")
            self._hears.acknowledged(self.witness, told.head.number)

    def _look_what_it_knows(self) -> None:
        """Once, when it is reached: one that was emptied would take anything."""
        if self._knew:
            last = self.witness.last()
            knows = last.number if last is not None else 0
            knew, self._knew = self._knew, 0
            if knows < knew:
                log.error("witness_forgot", witness=self.witness.name, knew=knew, knows=knows)
                self._hears.forgot(self.witness, knew, knows)

    def _stands(self, standing: Standing, told: Told, why: str) -> None:
        if standing == self.standing:
            return
        self.standing = standing
        say = log.info if standing == "witness_reached" else log.error
        say(standing, witness=self.witness.name, detail=why)
        self._hears.changed(self.witness, standing, told.head.number)


def reached(witnesses: Iterable[Witness]) -> Sequence[Known]:
    """What they know, as far as they can be asked."""
    found = []
    for witness in witnesses:
        try:
            last = witness.last()
        except OSError as error:
            log.error("witness_not_reached", witness=witness.name, detail=str(error))
            continue
        if last is not None:
            found.append(Known(f"the witness {witness.name}", last))
    return found
