"""A badge scanner in HID POS mode, written from the description of its input report and from what users met.

This make says nothing before it was told to (feature report 254). Others put a byte before the identifier, or
end each code as a keyboard would.
"""

from __future__ import annotations

from simulators.usb_device import UsbDevice
from simulators.usb_wire import About, SetReport, UsbWire

ABOUT = About(
    vendor=0x0C2E, product=0x0B81, model="HID POS scanner", serial="S-1701", in_bytes=64, numbered=True
)
CODE_128 = b"]C0"
ROOM = 56
WAKE = SetReport("feature", 0xFE, b"\x01")
SCANNED = "T-1182"


def reports(code: bytes, identifier: bytes = CODE_128, more_follows: int = 1) -> list[bytes]:
    """02, length, identifier, 56 bytes, a further identifier byte, a reserved one, and whether more comes."""
    pieces = [code[at : at + ROOM] for at in range(0, len(code), ROOM)] or [b""]
    made = []
    for number, piece in enumerate(pieces, start=1):
        more = more_follows if number < len(pieces) else 0
        head = b"\x02" + bytes([len(piece)]) + identifier
        made.append((head + piece).ljust(63, b"\0") + bytes([more]))
    return made


class HidScannerDevice(UsbDevice):
    troubles = (
        "badge",
        "long_code",
        "cut_short",
        "other_barcode",
        "adds_return",
        "another_make",
        *UsbDevice.troubles,
    )

    def __init__(self, wire: UsbWire) -> None:
        super().__init__(wire)
        self._awake = False
        self._suffix = b""
        self._identifier, self._more_follows = CODE_128, 1

    def tick(self, now_ms: int) -> None:
        traffic = self.wire.tick(now_ms)  # it takes orders for its lamp, too, which no table has a use for
        self._awake = WAKE in traffic.reports or (self._awake and not traffic.raised)

    def scan(self, code: str) -> None:
        self._say(reports(code.encode("ascii", "replace") + self._suffix, self._identifier, self._more_follows))

    def _say(self, made: list[bytes]) -> None:
        for report in made if self._awake else ():
            self.wire.send(report)

    def adds_return(self) -> None:
        self._suffix = b"\r"

    def another_make(self) -> None:
        """It puts a byte before the identifier, and another bit says that more follows."""
        self._identifier, self._more_follows = b"\0" + CODE_128, 0x80

    def badge(self) -> None:
        self.scan(SCANNED)

    def long_code(self) -> None:
        """One that takes several reports."""
        self.scan(f"{SCANNED}-" + "0123456789" * 12)

    def cut_short(self) -> None:
        """The first report of a code, and not the others."""
        self._say(reports(SCANNED.encode() * 20)[:1])

    def other_barcode(self) -> None:
        """A code of a kind that a badge does not have."""
        self._say(reports(b"4012345678901", b"]E0"))
