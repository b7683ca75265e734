"""A badge scanner that types each code as a line, written from the description of such scanners."""

from __future__ import annotations

from simulators.device import Cable, SimulatedDevice

LINE_END = b"\r\n"
SCANNED = "T-1182"


class LineScannerDevice(SimulatedDevice):
    troubles = ("badge", "partial_line", "endless_line")

    def __init__(self, wire: Cable) -> None:
        self.wire = wire

    def tick(self, now_ms: int) -> None:
        self.wire.tick(now_ms)  # it does not listen

    def scan(self, code: str) -> None:
        self.wire.send(code.encode("ascii", "replace") + LINE_END)

    def badge(self) -> None:
        self.scan(SCANNED)

    def partial_line(self) -> None:
        """The cable gives way in the middle of a code."""
        self.wire.send(SCANNED[: len(SCANNED) // 2].encode())

    def endless_line(self) -> None:
        """A scanner that was set up to send no line end."""
        self.wire.send(SCANNED.encode() * 200)
