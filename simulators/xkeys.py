"""An X-keys XK-24, written from its maker's data report: 4 columns of 6 keys, 32 bytes in, 35 out."""

from __future__ import annotations

from simulators.keypad import Keypad
from simulators.usb_wire import About, UsbWire

ABOUT = About(vendor=0x05F3, product=0x0405, model="XK-24 HID", in_bytes=32, out_endpoint=True)
COLUMNS, ROWS = 4, 6
UNIT = 0
FIRMWARE = 30
LAMPS_A_COLUMN = 8


class XKeysDevice(Keypad):
    keys = COLUMNS * ROWS

    def __init__(self, wire: UsbWire, columns: int = COLUMNS, rows: int = ROWS) -> None:
        super().__init__(wire)
        self.keys = columns * rows
        self._columns, self._rows = columns, rows
        self.lit: set[int] = set()  # keys

    def tick(self, now_ms: int) -> None:
        for order in self.wire.tick(now_ms).reports:
            self._obey(order.data)
        self._pass(now_ms)

    def tell(self) -> None:
        self._say(0)

    def _say(self, kind: int) -> None:
        columns = bytearray(self._columns)
        for key in self._down:
            columns[(key - 1) // self._rows] |= 1 << (key - 1) % self._rows
        stamp = self._now_ms.to_bytes(8, "big")[-4:]
        self.wire.send((bytes([UNIT, kind]) + bytes(columns) + stamp).ljust(32, b"\0"))

    def _obey(self, order: bytes) -> None:
        match order[0]:
            case 177:
                self._say(2)
            case 214:
                about = bytes([FIRMWARE]) + ABOUT.product.to_bytes(2, "little")
                self.wire.send((bytes([UNIT, 214]).ljust(10, b"\0") + about).ljust(32, b"\0"))
            case 181:
                self._light(order[1], order[2])
            case 182 if order[1] == 0:
                self.lit.clear()

    def _light(self, lamp: int, mode: int) -> None:
        column, row = divmod(lamp, LAMPS_A_COLUMN)
        key = column * self._rows + row + 1
        (self.lit.add if mode else self.lit.discard)(key)
