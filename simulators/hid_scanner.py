"""A badge scanner in HID POS mode, written from the description of its input report."""

from __future__ import annotations

from simulators.usb_device import UsbDevice
from simulators.usb_wire import About

ABOUT = About(
    vendor=0x0C2E, product=0x0B81, model="HID POS scanner", serial="S-1701", in_bytes=64, numbered=True
)
CODE_128 = b"]C0"
ROOM = 56
SCANNED = "T-1182"


def reports(code: bytes, identifier: bytes = CODE_128) -> list[bytes]:
    """02, length, identifier, 56 bytes, a further identifier byte, a reserved one, and whether more comes."""
    pieces = [code[at : at + ROOM] for at in range(0, len(code), ROOM)] or [b""]
    made = []
    for number, piece in enumerate(pieces, start=1):
        more = number < len(pieces)
        made.append(b"\x02" + bytes([len(piece)]) + identifier + piece.ljust(ROOM, b"\0") + bytes([0, 0, more]))
    return made


class HidScannerDevice(UsbDevice):
    troubles = ("badge", "long_code", "cut_short", "other_barcode", *UsbDevice.troubles)

    def tick(self, now_ms: int) -> None:
        self.wire.tick(now_ms)  # it takes orders for its lamp, which no table has a use for

    def scan(self, code: str) -> None:
        for report in reports(code.encode("ascii", "replace")):
            self.wire.send(report)

    def badge(self) -> None:
        self.scan(SCANNED)

    def long_code(self) -> None:
        """One that takes several reports."""
        self.scan(f"{SCANNED}-" + "0123456789" * 12)

    def cut_short(self) -> None:
        """The first report of a code, and not the others."""
        self.wire.send(reports(SCANNED.encode() * 20)[0])

    def other_barcode(self) -> None:
        """A code of a kind that a badge does not have."""
        for report in reports(b"4012345678901", b"]E0"):
            self.wire.send(report)
