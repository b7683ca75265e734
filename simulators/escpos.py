"""A slip printer with a cutter, written from makers' command references. What lies in its tray can be read.

It prints a line at a time. What it was sent and has not printed waits in its memory, also without paper.
"""

from __future__ import annotations

from pathlib import Path

from simulators.device import Cable, SimulatedDevice
from simulators.usb_wire import About, UsbTraffic

ON_USB = About(
    vendor=0x04B8, product=0x0202, model="TM-T88", serial="J5KF0", in_bytes=64, out_endpoint=True, printer=True
)
LINES_A_TICK = 2
MEMORY_BYTES = 4_096
LETTERS = "cp858"
LENGTHS = {b"\x1b@": 2, b"\x1bt": 3, b"\x1b!": 3, b"\x1ba": 3, b"\x1dr": 3, b"\x1dV": 4}


class EscPosPrinter(SimulatedDevice):
    troubles = (
        "paper_runs_low",
        "paper_ends_soon",
        "paper_ends",
        "new_paper",
        "cover_opens",
        "cover_closes",
        "cutter_jams",
        "printer_recovers",
        "goes_silent",
        "prints_slowly",
    )

    def __init__(self, wire: Cable, tray: Path | None = None) -> None:
        """`tray` is a file where people at the bench can read what lies there."""
        self.wire = wire
        self._tray = tray
        self.slips: list[str] = []  # cut off, the last one last
        self.codes: list[str] = []  # QR codes, as they would be read
        self.begun = ""  # what hangs out of it
        self._memory = b""
        self._qr = b""
        self._paper_lines: int | None = None  # until it ends; None: for long
        self._rests_ms = self._printed_ms = 0  # between two lines
        self._is_low = self._is_open = self._is_jammed = self._is_silent = False

    @property
    def _has_paper(self) -> bool:
        return self._paper_lines is None or self._paper_lines > 0

    @property
    def _prints(self) -> bool:
        return self._has_paper and not self._is_open and not self._is_jammed

    def tick(self, now_ms: int) -> None:
        traffic = self.wire.tick(now_ms)
        if self._is_silent:
            return
        sent = (
            b"".join(one.data for one in traffic.reports) if isinstance(traffic, UsbTraffic) else traffic.data
        )
        self._memory += self._in_real_time(sent)
        lines = 0
        most = LINES_A_TICK if now_ms - self._printed_ms >= self._rests_ms else 0
        while self._prints and lines < most and self._memory:
            taken = self._first(self._memory)
            if taken is None:
                return
            command, self._memory = self._memory[: len(taken)], self._memory[len(taken) :]
            lines += self._does(command)
            self._printed_ms = now_ms

    def _in_real_time(self, data: bytes) -> bytes:
        """Statuses are answered at once, whatever waits; the rest goes into the memory."""
        kept = b""
        while data:
            if data[:2] == b"\x10\x04" and len(data) >= 3:
                self.wire.send(bytes([self._status(data[2])]))
                data = data[3:]
            elif data[:10] == b"\x10\x14\x08\x01\x03\x14\x01\x06\x02\x08":
                self._memory, kept, data = b"", b"", data[10:]
            else:
                kept, data = kept + data[:1], data[1:]
        return kept

    def _status(self, which: int) -> int:
        match which:
            case 1:
                return 0x12 | (0 if self._prints else 0x08)
            case 2:
                why = (0x04 if self._is_open else 0) | (0 if self._has_paper else 0x20)
                return 0x12 | why | (0x40 if self._is_jammed else 0)
            case 3:
                return 0x12 | (0x08 if self._is_jammed else 0)
        ended, low = not self._has_paper, self._is_low or not self._has_paper
        return 0x12 | (0x60 if ended else 0) | (0x0C if low else 0)

    def _first(self, memory: bytes) -> bytes | None:
        """One whole command, or a line with its end."""
        if memory[:1] in (b"\x1b", b"\x1d"):
            if memory[:3] == b"\x1d(k":
                length = 5 + int.from_bytes(memory[3:5], "little")
            else:
                length = LENGTHS.get(memory[:2], 2)
            return memory[:length] if len(memory) >= max(length, 5 if memory[:3] == b"\x1d(k" else 2) else None
        text = memory.partition(b"\n")[0]
        for start in (b"\x1b", b"\x1d"):
            text = text.partition(start)[0]
        if len(text) < len(memory):
            return memory[: len(text) + (memory[len(text) : len(text) + 1] == b"\n")]
        return None

    def _does(self, command: bytes) -> int:
        """How many lines of paper it took."""
        if command[:2] == b"\x1dr":
            self.wire.send(bytes([0x03 if self._is_low else 0x00]))
        elif command[:2] == b"\x1dV":
            self.slips.append(self.begun)
            self._lies_in_the_tray()
            self.begun = ""
        elif command[:3] == b"\x1d(k":
            self._code(command[5:])
        elif command[:1] not in (b"\x1b", b"\x1d"):
            self.begun += command.decode(LETTERS)
            if command.endswith(b"\n"):
                self._paper_lines = None if self._paper_lines is None else self._paper_lines - 1
                return 1
        return 0

    def _lies_in_the_tray(self) -> None:
        if self._tray is not None:
            with self._tray.open("a", encoding="utf-8") as tray:
                tray.write(f"{self.begun}\n8< {'-' * 40}\n\n")

    def _code(self, function: bytes) -> None:
        if function[:3] == b"1P0":
            self._qr = function[3:]
        elif function == b"1Q0":
            self.codes.append(self._qr.decode("ascii"))
            self.begun += f"[QR {self.codes[-1]}]"

    # ------------------------------------------------------------ what happens to it

    def paper_runs_low(self) -> None:
        self._is_low = True

    def paper_ends_soon(self) -> None:
        """In the middle of the next slip."""
        self._paper_lines = 5

    def paper_ends(self) -> None:
        self._paper_lines = 0

    def new_paper(self) -> None:
        """What hung out of it is torn off."""
        self._paper_lines, self._is_low, self.begun = None, False, ""

    def cover_opens(self) -> None:
        self._is_open = True

    def cover_closes(self) -> None:
        self._is_open = False

    def cutter_jams(self) -> None:
        self._is_jammed = True

    def printer_recovers(self) -> None:
        """Switched off and on: its memory is empty."""
        self._is_jammed = self._is_silent = False
        self._rests_ms = 0
        self._memory = b""

    def prints_slowly(self) -> None:
        self._rests_ms = 200

    def goes_silent(self) -> None:
        self._is_silent = True
