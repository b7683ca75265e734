"""A Stream Deck of either family, written from its maker's published protocol."""

from __future__ import annotations

from typing import Literal

from simulators.keypad import Keypad
from simulators.usb_wire import About, SetReport, UsbWire

MK2 = About(
    vendor=0x0FD9,
    product=0x0080,
    model="Stream Deck MK.2",
    serial="A00SA0",
    in_bytes=512,
    out_endpoint=True,
    numbered=True,
)
MINI = About(
    vendor=0x0FD9, product=0x0063, model="Stream Deck Mini", serial="B00SB0", in_bytes=17, numbered=True
)


class StreamDeckDevice(Keypad):
    def __init__(self, wire: UsbWire, family: Literal["main", "mini"], keys: int) -> None:
        super().__init__(wire)
        self._family = family
        self.keys = keys
        self.brightness = 100
        self.pictures: dict[int, bytes] = {}
        self._coming: dict[int, bytes] = {}

    def tick(self, now_ms: int) -> None:
        for order in self.wire.tick(now_ms).reports:
            self._obey(order)
        self._pass(now_ms)

    def tell(self) -> None:
        states = bytes(key in self._down for key in range(1, self.keys + 1))
        if self._family == "main":
            self.wire.send((b"\x01\x00" + self.keys.to_bytes(2, "little") + states).ljust(512, b"\0"))
        else:
            self.wire.send((b"\x01" + states).ljust(17, b"\0"))

    def _obey(self, order: SetReport) -> None:
        if order.kind == "feature":
            self.brightness = order.data[1] if order.number == 3 else order.data[4]
        elif order.data[0] == 0x07:
            length = int.from_bytes(order.data[3:5], "little")
            self._take(order.data[1] + 1, order.data[7 : 7 + length], last=bool(order.data[2]))
        elif order.data[0] == 0x01:
            self._take(order.data[4], order.data[15:], last=bool(order.data[3]))

    def _take(self, key: int, piece: bytes, *, last: bool) -> None:
        self._coming[key] = self._coming.get(key, b"") + piece
        if last:
            self.pictures[key] = self._coming.pop(key)
