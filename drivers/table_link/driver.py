"""Table-Link as the controller lives it: greet, take reports in order, acknowledge what is on disk."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from drivers.driver import Driver, Heard, Step
from drivers.frames import Broken, Malformed
from drivers.reports import Beat, Damaged, Faulted, Identified, Noted, Report, ReportsMissed
from drivers.table_link import messages
from drivers.table_link.codec import Codec, Frame
from drivers.table_link.messages import Hello

IDENTIFY_AGAIN_MS = 1_000
ROLES = {"marker": "markers", "reader_set": "readers", "shoe": "shoe", "shuffling_shoe": "shuffler"}


class TableLinkOptions(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    device: Literal["marker", "reader_set", "shoe", "shuffling_shoe"]
    silence_ms: Annotated[int, Field(ge=1_500, le=60_000)] = 3_000  # a heartbeat comes every 1,000 ms


class TableLink(Driver):
    Options = TableLinkOptions
    introduces_itself = True
    may_have_a_secret = True

    @classmethod
    def roles(cls, options: Any) -> tuple[str, ...]:
        return (ROLES[options.device],)

    def __init__(self, options: TableLinkOptions, heard: Heard | None) -> None:
        self.options = options
        self._codec = Codec()
        self._boot = heard.boot if heard else None
        self._sequence = (heard.sequence if heard else None) or 0  # the last one handed to the table
        self._committed = self._sequence
        self._made = self._sequence  # the highest number the device has spoken of
        self._greeted = False
        self._complaint = ""  # why this device is not listened to: said once a connection
        self._asked_ms = 0
        self._alive_ms = 0
        self._send = b""

    def connected(self, now_ms: int) -> Step:
        self._greeted = False
        self._complaint = ""
        self._alive_ms = now_ms
        self._ask(now_ms)
        return self._step(self._codec.give_up(), now_ms)

    def received(self, data: bytes, now_ms: int) -> Step:
        return self._step(self._codec.feed(data), now_ms)

    def idle(self, now_ms: int) -> Step:
        return self._step([], now_ms)

    def committed(self, boot: int | None, sequence: int | None) -> bytes:
        if boot is None or boot != self._boot or sequence is None or sequence <= self._committed:
            return b""
        self._committed = sequence
        return messages.acknowledge(boot, sequence)

    def _step(self, pieces: Iterable[Frame | Broken], now_ms: int) -> Step:
        reports = [report for piece in pieces for report in self._take(piece, now_ms)]
        if not self._greeted and now_ms - self._asked_ms >= IDENTIFY_AGAIN_MS:
            self._ask(now_ms)
        send, self._send = self._send, b""
        return Step(tuple(reports), send, self._silence(now_ms))

    def _ask(self, now_ms: int) -> None:
        self._asked_ms = now_ms
        self._send = messages.identify()

    def _silence(self, now_ms: int) -> str:
        silent_ms = now_ms - self._alive_ms
        return f"no heartbeat for {silent_ms} ms" if silent_ms >= self.options.silence_ms else ""

    def _take(self, piece: Frame | Broken, now_ms: int) -> list[Report]:
        if isinstance(piece, Broken):
            return [Damaged(why=piece.why)]
        self._alive_ms = now_ms
        try:
            return self._understood(piece)
        except Malformed as malformed:
            return [Damaged(why=str(malformed))]

    def _understood(self, frame: Frame) -> list[Report]:
        if frame.kind == messages.HELLO:
            return self._hello(frame, messages.hello(frame.body))
        if not self._greeted:
            return []  # it keeps what it says until we acknowledge it
        if frame.boot != self._boot:
            self._greeted = False  # it has restarted without our hearing its hello
            return []
        if frame.kind == messages.BEAT:
            return self._beat(frame, messages.released(frame.body))
        return self._numbered(frame) if frame.kind in messages.NUMBERED else []

    def _beat(self, frame: Frame, released: int) -> list[Report]:
        if self._contradicts(frame, released):
            return self._complain("numbering_went_back")
        return [*self._counters(frame, released), Beat(boot=frame.boot)]

    def _hello(self, frame: Frame, said: Hello) -> list[Report]:
        if complaint := self._objection(frame, said):
            return self._complain(complaint)
        first = not self._greeted or frame.boot != self._boot
        reports = self._take_up_numbering(frame.boot, said.released)
        self._greeted = True
        if first:
            reports.append(_identified(frame.boot, said))
        return reports + self._counters(frame, said.released)

    def _objection(self, frame: Frame, said: Hello) -> str:
        if said.version != messages.VERSION:
            return "unsupported_protocol"
        if said.device != self.options.device:
            return "wrong_device"
        if not frame.boot:
            return "no_boot_number"
        return "numbering_went_back" if self._contradicts(frame, said.released) else ""

    def _contradicts(self, frame: Frame, released: int) -> bool:
        """A device that restarts under its old boot number would have its new reports taken for repeats."""
        return released > frame.sequence or (frame.boot == self._boot and frame.sequence < self._sequence)

    def _complain(self, complaint: str) -> list[Report]:
        self._greeted = False
        if complaint == self._complaint:
            return []
        self._complaint = complaint
        return [Faulted(code=complaint)]

    def _take_up_numbering(self, boot: int, released: int) -> list[Report]:
        """A restarted device begins at 1; what it had not delivered before is gone with its memory."""
        if boot == self._boot:
            return []
        lost = self._made - self._sequence
        reports: list[Report] = []
        if lost:
            reports.append(ReportsMissed(count=lost, boot=self._boot, sequence=self._made))
        met_before = self._boot is not None
        self._boot = boot
        self._sequence = self._committed = self._made = 0 if met_before else released
        return [*reports, Noted(what="restarted", boot=boot)] if met_before else reports

    def _counters(self, frame: Frame, released: int) -> list[Report]:
        """The device has made `frame.sequence` reports and no longer keeps the first `released`."""
        self._made = max(self._made, frame.sequence)
        count = released - self._sequence
        if count <= 0:
            return []
        self._sequence = released
        return [ReportsMissed(count=count, boot=frame.boot, sequence=released)]

    def _numbered(self, frame: Frame) -> list[Report]:
        """Strictly in order: one that comes too early is left for the device to send again."""
        self._made = max(self._made, frame.sequence)
        if frame.sequence <= self._committed:
            self._send = messages.acknowledge(frame.boot, self._committed)
        if frame.sequence != self._sequence + 1:
            return []
        self._sequence = frame.sequence
        return [self._meant(frame)]

    def _meant(self, frame: Frame) -> Report:
        """Whoever knows the order of undealt cards must not be able to tell it here."""
        tells_cards = self.options.device == "shuffling_shoe" and frame.kind in messages.TELL_CARDS
        return messages.dropped(frame) if tells_cards else messages.report(frame)


def _identified(boot: int, said: Hello) -> Identified:
    return Identified(boot=boot, model=said.model, serial=said.serial, firmware=said.firmware)
