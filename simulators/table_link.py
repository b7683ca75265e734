"""Devices that speak Table-Link, written from docs/table-link.md: readers, markers, shoes."""

from __future__ import annotations

from collections import deque
from random import Random

from simulators.device import Cable, SimulatedDevice
from simulators.mishaps import Mishap

VERSION = 1
HELLO, BEAT = 0x01, 0x02
FAULT, FAULT_CLEARED, CARD_DRAWN = 0x10, 0x11, 0x20
DECK_INSERTED, SHUFFLE_STARTED, SHUFFLE_COMPLETE = 0x30, 0x31, 0x32
PACK_DISPENSED, DOOR_CHANGED, POWERED_UP = 0x33, 0x34, 0x35
TAG_ARRIVED, TAG_GONE, TAGS_PRESENT = 0x40, 0x41, 0x42
MARKER_PLACED, MARKER_TAKEN = 0x60, 0x61
IDENTIFY, ACKNOWLEDGE = 0x81, 0x82
SHOE, SHUFFLING_SHOE, READER_SET, MARKER = 1, 2, 3, 5
FAULT_NUMBERS = {
    "cannot_read": 1,
    "overdraw": 2,
    "jammed": 3,
    "double_feed": 4,
    "antenna_failed": 5,
    "motor_failed": 6,
    "sensor_failed": 7,
    "opened_in_cycle": 8,
}
COLOUR_NUMBERS = {"blue": 1, "red": 2, "green": 3, "black": 4, "brown": 5, "purple": 6}

BEAT_MS = 1_000
RESEND_MS = 300
RESEND_WINDOW = 32
KEPT_REPORTS = 256
LONGEST_INPUT = 1_024


def check(content: bytes) -> int:
    """CRC-16/GENIBUS, bit by bit."""
    register = 0xFFFF
    for byte in content:
        register ^= byte << 8
        for _ in range(8):
            register = (register << 1 ^ 0x1021 if register & 0x8000 else register << 1) & 0xFFFF
    return register ^ 0xFFFF


def stuffed(content: bytes) -> bytes:
    """COBS, without the zero that ends a frame."""
    out, block = bytearray(), bytearray()
    for byte in content:
        if byte:
            block.append(byte)
        if not byte or len(block) == 254:
            out += bytes([len(block) + 1]) + block
            block.clear()
    return bytes(out + bytes([len(block) + 1]) + block)


def unstuffed(encoded: bytes) -> bytes:
    out, at = bytearray(), 0
    while at < len(encoded):
        length = encoded[at]
        out += encoded[at + 1 : at + length] + (b"\0" if length < 255 else b"")
        at += length
    return bytes(out[:-1] if encoded and length < 255 else out)


def frame(kind: int, boot: int, sequence: int, body: bytes = b"") -> bytes:
    content = bytes([kind]) + boot.to_bytes(4, "big") + sequence.to_bytes(4, "big") + body
    return stuffed(content + check(content).to_bytes(2, "big")) + b"\0"


def counted(data: bytes) -> bytes:
    return bytes([len(data)]) + data


class TableLinkDevice(SimulatedDevice):
    numbers_reports = True
    forgets = True
    troubles = ("exchanged", "firmware_changed")

    def __init__(self, wire: Cable, kind: int, model: str, boots: Random) -> None:
        self.wire = wire
        self._kind = kind
        self._model = model
        self._serial, self._firmware = f"SIM-{kind:02}", "1.0"
        self._boots = boots
        self._power_up()

    def _power_up(self) -> None:
        self._boot = self._boots.randrange(1, 2**32)
        self._made = self._sent = 0
        self._kept: deque[tuple[int, bytes]] = deque()
        self._greeted = False
        self._heard = bytearray()
        self._beat_ms = self._sent_ms = self._now_ms = 0

    def reboot(self) -> None:
        self._power_up()
        self._beat()  # its new boot number makes the controller ask who this is

    def exchanged(self) -> None:
        """Another device of the same kind stands there now; exchanged again, the first is back."""
        first, spare = f"SIM-{self._kind:02}", f"SIM-{self._kind:02}-spare"
        self._serial = spare if self._serial == first else first
        self.reboot()

    def firmware_changed(self) -> None:
        self._firmware = "6.6"
        self.reboot()

    @property
    def _released(self) -> int:
        return self._kept[0][0] - 1 if self._kept else self._made

    def tick(self, now_ms: int) -> None:
        self._now_ms = now_ms
        traffic = self.wire.tick(now_ms)
        if traffic.raised:
            self._greeted = False
            self.wire.send(b"\0")
        self._listen(traffic.data)
        if self._kept and self._greeted and now_ms - self._sent_ms >= RESEND_MS:
            self._send_kept()
        if now_ms - self._beat_ms >= BEAT_MS:
            self._beat()

    def report(self, kind: int, body: bytes) -> None:
        self._made += 1
        sealed = frame(kind, self._boot, self._made, body)
        if len(self._kept) == KEPT_REPORTS:
            self._kept.popleft()
            self._beat()  # says at once that a report is lost
        if not self._kept:
            self._sent_ms = self._now_ms
        self._kept.append((self._made, sealed))
        if self._greeted and self._sent == self._made - 1:  # else it waits behind older ones
            self._sent = self._made
            self.wire.send(sealed)

    def skip(self, count: int) -> None:
        """Reports the device can no longer deliver, as after an overflow."""
        self._made += count
        self._sent = self._made
        self._kept.clear()
        self._beat()

    def fault(self, word: str) -> None:
        self.report(FAULT, bytes([FAULT_NUMBERS[word]]))

    def clear_fault(self, word: str) -> None:
        self.report(FAULT_CLEARED, bytes([FAULT_NUMBERS[word]]))

    def after_hello(self) -> None:
        """What this kind of device reports after every greeting."""

    def _beat(self) -> None:
        self._beat_ms = self._now_ms
        self._send(BEAT, self._made, self._released.to_bytes(4, "big"))

    def _send(self, kind: int, sequence: int, body: bytes = b"") -> None:
        self.wire.send(frame(kind, self._boot, sequence, body))

    def _send_kept(self) -> None:
        self._sent_ms = self._now_ms
        self._sent = self._released
        for sequence, sealed in list(self._kept)[:RESEND_WINDOW]:
            self._sent = sequence
            self.wire.send(sealed)

    def _hello(self) -> None:
        names = (self._model.encode(), self._serial.encode(), self._firmware.encode())
        body = bytes([VERSION, self._kind]) + self._released.to_bytes(4, "big")
        self._send(HELLO, self._made, body + b"".join(counted(name) for name in names))

    def _listen(self, data: bytes) -> None:
        *ended, rest = (bytes(self._heard) + data).split(b"\0")
        self._heard[:] = rest[-LONGEST_INPUT:]
        for encoded in ended:
            content = unstuffed(encoded)
            if len(content) >= 11 and check(content[:-2]) == int.from_bytes(content[-2:], "big"):
                self._obey(content[0], content[1:5], content[5:9])

    def _obey(self, kind: int, boot: bytes, sequence: bytes) -> None:
        if kind == IDENTIFY:
            self._hello()
            self._greeted = True
            self._send_kept()
            self.after_hello()
        elif kind == ACKNOWLEDGE and int.from_bytes(boot, "big") == self._boot:
            self._let_go(int.from_bytes(sequence, "big"))

    def _let_go(self, acknowledged: int) -> None:
        while self._kept and self._kept[0][0] <= acknowledged:
            self._kept.popleft()
            self._sent_ms = self._now_ms
        if self._kept and acknowledged >= self._sent:
            self._send_kept()


class ReaderSet(TableLinkDevice):
    def __init__(self, wire: Cable, antennas: list[int], boots: Random) -> None:
        self._on: dict[int, list[bytes]] = {antenna: [] for antenna in antennas}
        super().__init__(wire, READER_SET, "Simulated reader set", boots)

    def arrive(self, antenna: int, tag: bytes) -> None:
        self._on[antenna].append(tag)
        self.report(TAG_ARRIVED, bytes([antenna]) + tag)

    def leave(self, antenna: int, tag: bytes) -> None:
        self._on[antenna].remove(tag)
        self.report(TAG_GONE, bytes([antenna]) + tag)

    def after_hello(self) -> None:
        for antenna, tags in self._on.items():
            complete = 1
            body = bytes([antenna, complete, len(tags)]) + b"".join(counted(tag) for tag in tags)
            self.report(TAGS_PRESENT, body)


class Markers(TableLinkDevice):
    """A sensor beside each box that tells which marker lies on it."""

    def __init__(self, wire: Cable, sensors: list[int], boots: Random) -> None:
        self.lying: dict[int, int | None] = dict.fromkeys(sensors)
        super().__init__(wire, MARKER, "Simulated markers", boots)

    def place(self, sensor: int, mark: int) -> None:
        self.lying[sensor] = mark
        self.report(MARKER_PLACED, bytes([sensor, mark]))

    def take(self, sensor: int) -> None:
        self.lying[sensor] = None
        self.report(MARKER_TAKEN, bytes([sensor]))

    def after_hello(self) -> None:
        for sensor, mark in self.lying.items():
            if mark is None:
                self.report(MARKER_TAKEN, bytes([sensor]))
            else:
                self.report(MARKER_PLACED, bytes([sensor, mark]))


class LinkShoe(TableLinkDevice):
    jam_word = "jammed"

    def __init__(self, wire: Cable, boots: Random) -> None:
        super().__init__(wire, SHOE, "Simulated shoe", boots)

    def card(self, face: str, in_game: bool = True, mishap: Mishap = "none") -> None:
        if mishap == "unread":
            self.fault("cannot_read")
        elif mishap in ("unheard", "garbled"):
            self.skip(1)
        elif mishap == "smudged":
            self.report(CARD_DRAWN, bytes([in_game]))
        else:
            self.report(CARD_DRAWN, bytes([in_game | 0x02]) + face.encode())


class ShufflingShoe(TableLinkDevice):
    """It knows the colours of backs, counts, and no face."""

    jam_word = "jammed"

    def __init__(self, wire: Cable, boots: Random) -> None:
        self.door_open = False
        self.cycles = 0
        self._faults: list[str] = []
        super().__init__(wire, SHUFFLING_SHOE, "Simulated shuffling shoe", boots)
        self.powered_up()

    def reboot(self) -> None:
        super().reboot()
        self.powered_up()

    def powered_up(self) -> None:
        self.report(POWERED_UP, self.cycles.to_bytes(4, "big"))

    def deck(self, kind: int, colour: str, count: int) -> None:
        """What it says of a deck or a pack."""
        self.report(kind, bytes([COLOUR_NUMBERS.get(colour, 0), min(count, 255)]))

    def door(self, is_open: bool) -> None:
        self.door_open = is_open
        self.report(DOOR_CHANGED, bytes([is_open]))

    def fault(self, word: str) -> None:
        super().fault(word)
        self._faults.append(word)

    def clear_fault(self, word: str) -> None:
        self._faults.remove(word)
        super().clear_fault(word)

    def after_hello(self) -> None:
        self.report(DOOR_CHANGED, bytes([self.door_open]))
        for word in self._faults:
            super().fault(word)
