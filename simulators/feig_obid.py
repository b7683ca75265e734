"""OBID readers on one line, each at its address, written from the description of their frames."""

from __future__ import annotations

from collections.abc import Sequence

from simulators.device import Cable
from simulators.field import WHILE, PolledReader

OK, NO_TRANSPONDER, RF_WARNING, MORE_DATA, UNKNOWN_COMMAND = 0x00, 0x01, 0x84, 0x94, 0x80
ANSWERS_AFTER_MS = 40
TAGS_AN_ANSWER = 3
ISO15693, ISO14443A, ICODE_EPC, ICODE_UID, ISO18000_3M3, EPC_GEN2 = 0x03, 0x04, 0x06, 0x07, 0x09, 0x84
JEWEL = 0x08
FOREIGN_LABELS = (
    bytes([ICODE_EPC]) + bytes.fromhex("4a01020304050607"),
    bytes([ICODE_EPC]) + bytes.fromhex("300102030405060708090a0b"),
    bytes([ICODE_UID]) + bytes(range(19)),
    bytes([ISO14443A]) + bytes.fromhex("00 01 04a1b2c3d4e5f6"),
    bytes([ISO18000_3M3]) + bytes.fromhex("00 0e 3000e2801160600002054d1a1b1c"),  # a gaming chip
    bytes([EPC_GEN2]) + bytes.fromhex("00 06 300130140a0b"),
)
UNKNOWN_LABEL = bytes([JEWEL]) + bytes.fromhex("0c00 0102030405060708")
LONGEST_INPUT = 300
LONGEST_SHORT_FRAME = 255
DISTURBED_SCANS = 40
FRAME_STALLS_MS = 100


def checked(content: bytes) -> bytes:
    """Bit by bit: the lowest first, polynomial 8408, start FFFF, low byte first."""
    register = 0xFFFF
    for byte in content:
        for bit in range(8):
            odd = (register ^ byte >> bit) & 1
            register >>= 1
            if odd:
                register ^= 0x8408
    return content + bytes([register & 0xFF, register >> 8])


def answer(address: int, control: int, status: int, data: bytes = b"", long: bool = False) -> bytes:
    rest = bytes([address, control, status]) + data
    if long or len(rest) + 3 > LONGEST_SHORT_FRAME:
        return checked(b"\x02" + (len(rest) + 5).to_bytes(2, "big") + rest)
    return checked(bytes([len(rest) + 3]) + rest)


def data_sets(tags: Sequence[bytes], labels: Sequence[bytes] = ()) -> bytes:
    """`labels` are entries of other types, whole: they are not all equally long."""
    own = b"".join(bytes([ISO15693, 0x00]) + tag for tag in tags)
    return bytes([len(tags) + len(labels)]) + b"".join(labels) + own


class FeigObidReaders(PolledReader):
    troubles = (*PolledReader.troubles, "rf_warning", "one_reader_fails", "foreign_labels")

    def __init__(self, wire: Cable, antennas: list[int], addresses: Sequence[int]) -> None:
        super().__init__(antennas)
        self.wire = wire
        self._antenna_at = dict(zip(addresses, antennas, strict=False))
        self._power_up()

    def _power_up(self) -> None:
        self._heard = b""
        self._due: list[tuple[int, bytes]] = []  # when, and what it will answer
        self._quiet: dict[int, set[bytes]] = {antenna: set() for antenna in self.lying}
        self._unread: dict[int, list[bytes]] = {}  # what "more" would tell
        self._failing: int | None = None
        self._now_ms = self._heard_ms = 0

    def reboot(self) -> None:
        super().reboot()
        self._power_up()

    def rf_warning(self) -> None:
        self._for("rf_warning", DISTURBED_SCANS)

    def one_reader_fails(self) -> None:
        """Until its power was off."""
        self._failing = next(iter(self._antenna_at))

    def foreign_labels(self) -> None:
        """Somebody's parcel and pass lie there, too."""
        self._for("foreign_labels", WHILE)

    def leave(self, antenna: int, tag: bytes) -> None:
        super().leave(antenna, tag)
        self._quiet[antenna].discard(tag)  # out of the field it forgets that it was read

    def tick(self, now_ms: int) -> None:
        self._now_ms = now_ms
        self._listen(self.wire.tick(now_ms).data)
        while self._due and self._due[0][0] <= now_ms:
            self.wire.send(self._due.pop(0)[1])

    def _listen(self, data: bytes) -> None:
        if data:
            self._heard_ms = self._now_ms
        elif self._now_ms - self._heard_ms > FRAME_STALLS_MS:
            self._heard = b""
        self._heard = (self._heard + data)[-LONGEST_INPUT:]
        while self._heard:
            length = self._heard[0]
            if length > len(self._heard):
                return
            command = self._heard[:length]
            if length >= 5 and checked(command[:-2]) == command:
                self._heard = self._heard[length:]
                self._obey(command)
            else:
                self._heard = self._heard[1:]

    def _obey(self, command: bytes) -> None:
        _, address, control, *data = command[:-2]
        address = next(iter(self._antenna_at)) if address == 255 else address
        if self.is_wedged or address not in self._antenna_at or address == self._failing:
            return
        if self.is_busy:
            self.is_busy -= 1
            return
        said = self._answer(address, control, bytes(data))
        self._due = [(self._now_ms + ANSWERS_AFTER_MS, said)]

    def _answer(self, address: int, control: int, data: bytes) -> bytes:
        antenna = self._antenna_at[address]
        if control == 0x65:
            return answer(address, control, OK, bytes([*self.version, 0x00, 0x00, 0x50, 0x00, 0x08]))
        if control == 0x69:
            self._quiet[antenna].clear()
            return answer(address, control, OK)
        if control == 0xB0 and data[:1] == b"\x01":
            return self._inventory(address, antenna, more=bool(data[1] & 0x80))
        return answer(address, control, UNKNOWN_COMMAND)

    def _inventory(self, address: int, antenna: int, more: bool) -> bytes:
        if not more:
            self._unread[antenna] = [tag for tag in self.seen(antenna) if tag not in self._quiet[antenna]]
        waiting = self._unread.get(antenna, [])
        told, self._unread[antenna] = waiting[:TAGS_AN_ANSWER], waiting[TAGS_AN_ANSWER:]
        self._quiet[antenna] |= set(told)
        if self._suffers("rf_warning", antenna):
            return answer(address, 0xB0, RF_WARNING, data_sets(told[:1]))
        if self._suffers("foreign_labels", antenna) and not more:
            return answer(address, 0xB0, MORE_DATA, data_sets(told, FOREIGN_LABELS))
        if not told:
            return answer(address, 0xB0, NO_TRANSPONDER)
        status = MORE_DATA if self._unread[antenna] else OK
        return answer(address, 0xB0, status, data_sets(told))
