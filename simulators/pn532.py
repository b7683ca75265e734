"""A PN532 behind a serial line, written from the description of its frames and from what users met.

They report that a tag once named is not named again until it was released: of two tags a chip that is asked
again and again names two, then one, then none, and then begins anew.
"""

from __future__ import annotations

from simulators.device import Cable
from simulators.field import PolledReader

ACK = bytes.fromhex("0000ff00ff00")
NACK = bytes.fromhex("0000ffff0000")
SYNTAX_ERROR = bytes.fromhex("0000ff01ff7f8100")
AWAKE = b"\x55"
ANSWERS_AFTER_MS = 30
MOST_AT_ONCE = 2
FOR_EVER = 0xFF
LONGEST_INPUT = 300
ISO_14443_4 = 0x20  # this tag speaks more than its number


def frame(data: bytes) -> bytes:
    """00 00 FF, length and its complement, data, and what makes the sum of data nought."""
    length = len(data)
    total = sum(data) % 256
    return bytes([0, 0, 0xFF, length, (256 - length) % 256]) + data + bytes([(256 - total) % 256, 0])


def tag_number(tag: bytes) -> bytes:
    """A card of this chip's kind has seven bytes. The cards of the table are numbered in eight."""
    return b"\x04" + tag[2:8]


class Pn532Reader(PolledReader):
    def __init__(self, wire: Cable, antennas: list[int]) -> None:
        super().__init__(antennas)
        self.wire = wire
        self._power_up()

    def _power_up(self) -> None:
        self._asleep = True
        self._heard = b""
        self._due: list[tuple[int, bytes]] = []  # when, and what it will answer
        self._now_ms = 0
        self._listed = 0  # how often since the tags were released
        self._tries = FOR_EVER  # as the chip has it until somebody sets it otherwise
        self._looks_for = 0  # so many tags at most, and does not answer before one is there

    def reboot(self) -> None:
        super().reboot()
        self._power_up()

    def tick(self, now_ms: int) -> None:
        self._now_ms = now_ms
        self._listen(self.wire.tick(now_ms).data)
        if self._looks_for and not self.is_wedged and (listed := self._list(self._looks_for))[0]:
            self._looks_for = 0
            self._due = [(now_ms, frame(b"\xd5\x4b" + listed))]
        while self._due and self._due[0][0] <= now_ms:
            self.wire.send(self._due.pop(0)[1])

    def _listen(self, data: bytes) -> None:
        self._heard = (self._heard + data)[-LONGEST_INPUT:]
        if AWAKE in data:
            self._asleep = False
        while (at := self._heard.find(b"\x00\xff")) >= 0 and len(self._heard) >= at + 4:
            length = self._heard[at + 2]
            whole = self._heard[at : at + 4 + length + 1]
            if len(whole) < 5 + length:
                return
            self._heard = self._heard[at + 5 + length :]
            self._obey(whole[4:-1], (length + whole[3]) % 256 == 0 and sum(whole[4:]) % 256 == 0)

    def _obey(self, command: bytes, intact: bool) -> None:
        if self._asleep or self.is_wedged:
            return
        if self.is_busy or not intact:
            self.is_busy = max(0, self.is_busy - 1)
            self.wire.send(NACK)
            return
        self.wire.send(ACK)
        self._looks_for = 0  # a new command ends the one that is not answered yet
        answer = self._answer(command)
        self._due = [(self._now_ms + ANSWERS_AFTER_MS, answer)] if answer else []

    def _answer(self, command: bytes) -> bytes:
        """Nothing, where it looks for a tag until there is one."""
        match command[:2]:
            case b"\xd4\x32":
                return self._configured(command[2:])
            case b"\xd4\x14" | b"\xd4\x10":  # normal mode; another speed, which a pty does not have
                return frame(bytes([0xD5, command[1] + 1]))
            case b"\xd4\x52":
                self._listed = 0
                return frame(b"\xd5\x53\x00")
            case b"\xd4\x02":
                return frame(bytes([0xD5, 0x03, 0x32, *self.version, 0x07]))
            case b"\xd4\x4a":
                return self._asked_for_tags(command[2])
        return SYNTAX_ERROR

    def _configured(self, item: bytes) -> bytes:
        if item[:1] == b"\x01" and not item[1] & 1:  # the field is off: every tag forgets
            self._listed = 0
        if item[:1] == b"\x05":
            self._tries = item[3]
        return frame(b"\xd5\x33")

    def _asked_for_tags(self, most: int) -> bytes:
        listed = self._list(most)
        if listed[0] or self._tries != FOR_EVER:
            return frame(b"\xd5\x4b" + listed)
        self._looks_for = most
        return b""

    def _list(self, most: int) -> bytes:
        [antenna] = self.lying
        tags = [tag_number(tag) for tag in self.seen(antenna)][: min(most, MOST_AT_ONCE)]
        tags = tags[self._listed :]
        self._listed = self._listed + 1 if tags else 0
        listed = b"".join(
            bytes([number, 0x00, 0x44, ISO_14443_4, len(tag)]) + tag + b"\x05\x75\x77\x81\x02"
            for number, tag in enumerate(tags, start=1)
        )
        return bytes([len(tags)]) + listed
