"""Microcontrollers that write JSON lines, written from docs/json-lines.md."""

from __future__ import annotations

import json
from random import Random

from simulators.device import Cable, SimulatedDevice
from simulators.table_link import check

BEAT_MS = 1_000
ARRIVES_AFTER_MS = 150  # three scans
GONE_AFTER_MS = 1_000
LONGEST_INPUT = 256
NOBODYS_TAG = bytes.fromhex("e0045e1dcafe0001")


class JsonLinesDevice(SimulatedDevice):
    numbers_reports = True
    forgets = True
    troubles: tuple[str, ...] = ("said_thrice", "odd_value", "wedged", "firmware_changed")

    def __init__(self, wire: Cable, name: str, checked: bool, boots: Random) -> None:
        self.wire = wire
        self._checked = checked
        self._name = name
        self._boots = boots
        self._firmware = "1.0"
        self._times = 1  # each line is said so often
        self._heard = b""
        self._now_ms = 0
        self._power_up("power_on")

    def _power_up(self, reason: str) -> None:
        self._boot = self._boots.randrange(1, 2**32)
        self._made = 0
        self._is_wedged = False
        self._beat_ms = self._now_ms
        self.report("boot", reason=reason, **self._about())

    def reboot(self) -> None:
        self._power_up("power_on")
        self.stands()

    def tick(self, now_ms: int) -> None:
        self._now_ms = now_ms
        traffic = self.wire.tick(now_ms)
        self._listen(traffic.data)
        if now_ms - self._beat_ms >= BEAT_MS:
            self._beat_ms = now_ms
            self._say("beat")

    def report(self, kind: str, **what: object) -> None:
        self._made += 1
        self._say(kind, **what)

    def skip(self, count: int) -> None:
        """Lines that never reach the PC."""
        self._made += count

    def stands(self) -> None:
        """How everything lies, as new lines."""

    # Ways to fail

    def said_thrice(self) -> None:
        self._times = 1 if self._times == 3 else 3

    def odd_value(self) -> None:
        self.report("card", antenna=1, card_uid="not a tag")

    def wedged(self) -> None:
        """Until somebody takes its power away."""
        self._is_wedged = True

    def firmware_changed(self) -> None:
        self._firmware = "6.6"
        self._power_up("update")
        self.stands()

    def _about(self) -> dict[str, object]:
        return {"device_id": self._name, "fw_version": self._firmware}

    def _say(self, kind: str, **what: object) -> None:
        line = {"type": kind, "seq": self._made, "boot": self._boot, **what}
        text = json.dumps(line, separators=(",", ":")).encode()
        if self._checked:
            text += b"*%04X" % check(text)
        for _ in range(0 if self._is_wedged else self._times):
            self.wire.send(text + b"\r\n")

    def _listen(self, data: bytes) -> None:
        *lines, rest = (self._heard + data).split(b"\n")
        self._heard = rest[-LONGEST_INPUT:]
        if any(b'"hello"' in line for line in lines):
            self._say("hello", **self._about())
            self.stands()


class JsonLinesReader(JsonLinesDevice):
    troubles = (*JsonLinesDevice.troubles, "tag_flickers", "neighbour_read", "shifted_uid")

    def __init__(self, wire: Cable, name: str, checked: bool, antennas: list[int], boots: Random) -> None:
        self._on: dict[int, list[bytes]] = {antenna: [] for antenna in antennas}  # what it has told
        self._settling: dict[tuple[int, bytes], int] = {}  # when it will tell that this one came or went
        super().__init__(wire, name, checked, boots)

    def tick(self, now_ms: int) -> None:
        super().tick(now_ms)
        for (antenna, tag), due_ms in list(self._settling.items()):
            if due_ms <= now_ms:
                del self._settling[antenna, tag]
                self._believes(antenna, tag)

    def arrive(self, antenna: int, tag: bytes) -> None:
        self._changes(antenna, tag, ARRIVES_AFTER_MS)

    def leave(self, antenna: int, tag: bytes) -> None:
        self._changes(antenna, tag, GONE_AFTER_MS)

    def _changes(self, antenna: int, tag: bytes, after_ms: int) -> None:
        """What came and went again, or went and came again, before it was believed is not told."""
        if self._settling.pop((antenna, tag), None) is None:
            self._settling[antenna, tag] = self._now_ms + after_ms

    def _believes(self, antenna: int, tag: bytes) -> None:
        if tag in self._on[antenna]:
            self._on[antenna].remove(tag)
            self._tells("gone", antenna, tag)
        else:
            self._on[antenna].append(tag)
            self._tells("card", antenna, tag)

    def stands(self) -> None:
        for antenna, tags in self._on.items():
            self.report("present", antenna=antenna, card_uids=[tag.hex() for tag in tags])

    def tag_flickers(self) -> None:
        for antenna, tags in self._on.items():
            for tag in tags[:1]:
                self._tells("gone", antenna, tag)
                self._tells("card", antenna, tag)

    def neighbour_read(self) -> None:
        """The first antenna sees what lies on another, or what passes by."""
        first, *others = self._on
        passing = next((tag for antenna in others for tag in self._on[antenna]), NOBODYS_TAG)
        self._tells("card", first, passing)
        self._tells("gone", first, passing)

    def shifted_uid(self) -> None:
        for antenna, tags in self._on.items():
            for tag in tags[:1]:
                shifted = tag[1:] + tag[:1]
                self._tells("card", antenna, shifted)
                self._tells("gone", antenna, shifted)

    def _tells(self, kind: str, antenna: int, tag: bytes) -> None:
        self.report(kind, antenna=antenna, card_uid=tag.hex().upper())


class JsonLinesMarkers(JsonLinesDevice):
    def __init__(self, wire: Cable, name: str, checked: bool, sensors: list[int], boots: Random) -> None:
        self.lying: dict[int, int | None] = dict.fromkeys(sensors)
        super().__init__(wire, name, checked, boots)

    def place(self, sensor: int, mark: int) -> None:
        self.lying[sensor] = mark
        self._tells(sensor)

    def take(self, sensor: int) -> None:
        self.lying[sensor] = None
        self._tells(sensor)

    def stands(self) -> None:
        for sensor in self.lying:
            self._tells(sensor)

    def _tells(self, sensor: int) -> None:
        mark = self.lying[sensor]
        lies = {"placed": False} if mark is None else {"placed": True, "mark": mark}
        self.report("marker", sensor=sensor, **lies)


class JsonLinesButtons(JsonLinesDevice):
    troubles = (*JsonLinesDevice.troubles, "press_button")

    def press_button(self) -> None:
        for pressed in (True, False):
            self.report("button", button=1, pressed=pressed)
