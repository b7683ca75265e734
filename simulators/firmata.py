"""A board with Firmata on it: markers, buttons and lamps. Written from the protocol's description.

It is an Uno: pins 0 and 1 are its serial line. It takes them for inputs like any other, and tells them low.
"""

from __future__ import annotations

from drivers.firmata.driver import FirmataOptions
from simulators.device import Cable, SimulatedDevice

STARTS_AFTER_MS = 300  # a boot loader runs first
CHATTER_EVERY_MS = 20
CHATTER_TIMES = 60
PRESS_MS = 120
OUTPUT, PULLED_UP = 0x01, 0x0B
NAME = "StandardFirmata.ino"
PINS, ITS_OWN = 20, (0, 1)
MODES = bytes([0x00, 1, 0x01, 1, PULLED_UP, 1])  # input, output, pulled up; each of one bit
OLD_MODES = MODES[:4]


class FirmataBoard(SimulatedDevice):
    troubles = (
        "old_firmware",
        "press_button",
        "stuck_button",
        "chattering_button",
        "wedged",
        "firmware_changed",
    )
    forgets = True

    def __init__(self, wire: Cable, options: FirmataOptions) -> None:
        self.wire = wire
        self.lying: dict[int, int | None] = dict.fromkeys(range(1, len(options.markers) + 1))
        self._options = options
        self._closed: set[int] = set()  # pins whose switch is closed
        self._version = 2, 11
        self._is_old = False
        self._now_ms = 0
        self._plans: list[tuple[int, int, bool]] = []  # when which pin closes or opens
        self._power_up()

    def _power_up(self) -> None:
        self._modes: dict[int, int] = {}
        self._reported: set[int] = set()  # ports
        self.lit: set[int] = set()
        self._heard = b""
        self._is_wedged = False
        self._starts_ms: int | None = self._now_ms + STARTS_AFTER_MS

    def reboot(self) -> None:
        self._plans.clear()
        self._closed -= set(self._options.buttons)
        self._power_up()

    def tick(self, now_ms: int) -> None:
        self._now_ms = now_ms
        data = self.wire.tick(now_ms).data
        if self._starts_ms is not None and now_ms >= self._starts_ms:
            self._starts_ms = None
            self._introduce()
        if self._starts_ms is None and not self._is_wedged:
            self._listen(data)
        while self._plans and self._plans[0][0] <= now_ms:
            _, pin, closed = self._plans.pop(0)
            self._switch(pin, closed)

    # Hands

    def place(self, sensor: int, mark: int) -> None:
        self.lying[sensor] = mark  # its contact does not see which
        self._switch(self._options.markers[sensor - 1], True)

    def take(self, sensor: int) -> None:
        self.lying[sensor] = None
        self._switch(self._options.markers[sensor - 1], False)

    def press_button(self) -> None:
        self._switch(self._button, True)
        self._plans.append((self._now_ms + PRESS_MS, self._button, False))

    def stuck_button(self) -> None:
        """Pressed, until its power was off."""
        self._switch(self._button, True)

    def chattering_button(self) -> None:
        for number in range(CHATTER_TIMES):
            self._plans.append((self._now_ms + number * CHATTER_EVERY_MS, self._button, number % 2 == 0))

    def wedged(self) -> None:
        """Until its power was off."""
        self._is_wedged = True

    def firmware_changed(self) -> None:
        self._version = 6, 6
        self.reboot()

    def old_firmware(self) -> None:
        """Of before 2.5: no pull-ups, and no answer when a port is asked for."""
        self._version, self._is_old = (2, 4), True
        self.reboot()

    @property
    def _button(self) -> int:
        return (*self._options.buttons, *self._options.markers)[0]

    def _switch(self, pin: int, closed: bool) -> None:
        before = self._port(pin // 8)
        (self._closed.add if closed else self._closed.discard)(pin)
        if pin // 8 in self._reported and self._port(pin // 8) != before:
            self._tell(pin // 8)

    # The wire

    def _say(self, data: bytes) -> None:
        if not self._is_wedged:
            self.wire.send(data)

    def _introduce(self) -> None:
        self._say(bytes([0xF9, 2, 6]))
        letters = b"".join(bytes([ord(letter) & 0x7F, ord(letter) >> 7]) for letter in NAME)
        self._say(bytes([0xF0, 0x79, *self._version]) + letters + b"\xf7")

    def _tell(self, port: int) -> None:
        pins = self._port(port)
        self._say(bytes([0x90 | port, pins & 0x7F, pins >> 7]))

    def _port(self, port: int) -> int:
        return sum(self._high(port * 8 + bit) << bit for bit in range(8))

    def _tell_capabilities(self) -> None:
        modes = OLD_MODES if self._is_old else MODES
        pins = (b"" if pin in ITS_OWN else modes for pin in range(PINS))
        self._say(b"\xf0\x6c" + b"".join(pin + b"\x7f" for pin in pins) + b"\xf7")

    def _say_text(self, words: str) -> None:
        self._say(b"\xf0\x71" + b"".join(bytes([ord(letter), 0]) for letter in words) + b"\xf7")

    def _high(self, pin: int) -> bool:
        if pin in ITS_OWN:
            return False
        pulled_up = self._modes.get(pin) == PULLED_UP
        return pulled_up != (pin in self._closed) if pin in self._modes else False

    def _listen(self, data: bytes) -> None:
        self._heard += data
        while self._heard:
            length = self._whole()
            if not length:
                return
            message, self._heard = self._heard[:length], self._heard[length:]
            self._obey(message)

    def _whole(self) -> int:
        first = self._heard[0]
        if first == 0xF0:
            return self._heard.find(b"\xf7") + 1
        length = {0xF4: 3, 0xF5: 3, 0xF9: 1}.get(first, {0x90: 3, 0xD0: 2}.get(first & 0xF0, 1))
        return length if len(self._heard) >= length else 0

    def _set_port(self, port: int, pins: int) -> None:
        """All its outputs at once."""
        for bit in range(8):
            pin = port * 8 + bit
            if self._modes.get(pin) == OUTPUT:
                (self.lit.add if pins >> bit & 1 else self.lit.discard)(pin)

    def _obey(self, message: bytes) -> None:
        match message[0]:
            case 0xF9:
                self._say(bytes([0xF9, 2, 6]))
            case 0xF0 if message[1] == 0x79:
                self._introduce()
            case 0xF0 if message[1] == 0x6B:
                self._tell_capabilities()
            case 0xF4 if self._is_old and message[2] == PULLED_UP:
                self._say_text("Unknown pin mode")
            case 0xF4:
                self._modes[message[1]] = message[2]
            case 0xF5:
                (self.lit.add if message[2] else self.lit.discard)(message[1])
            case command if command & 0xF0 == 0x90:
                self._set_port(command & 0x0F, message[1] | message[2] << 7)
            case command if command & 0xF0 == 0xD0:
                self._reported.add(command & 0x0F)
                if not self._is_old:
                    self._tell(command & 0x0F)
