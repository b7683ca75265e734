"""A slip printer: it prints a slip and says when it has; and what keeps it from it.

A slip goes out in pieces. Behind each stands a question that the printer answers when it has dealt with all
before it; only then the next one goes. Behind the last it is asked for its state once more: if nothing is wrong
then, the slip is printed.

Implemented from public descriptions; not yet run against the physical device.
"""

from __future__ import annotations

from collections import deque
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field

from drivers.damage import Complaints
from drivers.driver import Driver, Heard, Step
from drivers.escpos import codec
from drivers.escpos.codec import STATUSES, Answer, Broken, Codec
from drivers.reports import Damaged, FaultCleared, Faulted, Identified, Report, SlipNotPrinted, SlipPrinted
from drivers.slip import Slip

ASKED_EVERY_MS = 1_000
PRINTS_ON = ("", "paper_near_end")


class EscPosOptions(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    columns: Annotated[int, Field(ge=24, le=96)] = 42  # letters in a line: 42 or 48 on 80 mm of paper, 32 on 58
    qr: bool = True  # the record's hash as a QR code; as text it always stands there
    silence_ms: Annotated[int, Field(ge=3_000, le=60_000)] = 5_000
    slip_ms: Annotated[int, Field(ge=5_000, le=300_000)] = 60_000  # a slip that takes longer is not printed


class EscPos(Driver):
    Options = EscPosOptions
    introduces_itself = True

    @classmethod
    def roles(cls, options: Any) -> tuple[str, ...]:
        return ("printer",)

    def __init__(self, options: EscPosOptions, heard: Heard | None) -> None:
        self.options = options
        self._codec = Codec()
        self._complaints = Complaints()
        self._known: dict[int, int] = {}  # the statuses of this look at it, as far as they were answered
        self._begin(0)

    def _begin(self, now_ms: int) -> None:
        self._codec = Codec()
        self._known = {}
        self._is_known = False
        self._fault = ""
        self._slip: Slip | None = None
        self._slip_began_ms = 0
        self._looked_after = False  # whether anything is wrong now that the slip's end has been dealt with
        self._pieces: deque[bytes] = deque()
        self._waits_behind = False
        self._answered_ms = self._asked_ms = now_ms
        self._looks = True
        self._send = codec.ask(STATUSES[0])

    def connected(self, now_ms: int) -> Step:
        half_way = bool(self._known)
        self._begin(now_ms)
        self._complaints.all_is_well()
        return self._step([Damaged(why="the printer stopped answering half-way")] if half_way else [], now_ms)

    def received(self, data: bytes, now_ms: int) -> Step:
        reports: list[Report] = []
        for piece in self._codec.feed(data):
            if isinstance(piece, Broken):
                reports += self._complaints.about(piece.why)
            else:
                reports += self._heard(piece, now_ms)
        return self._step(reports, now_ms)

    def idle(self, now_ms: int) -> Step:
        reports: list[Report] = []
        if self._slip is not None and now_ms - self._slip_began_ms >= self.options.slip_ms:
            reports = self._ends("printer_stuck")
        if not self._looks and now_ms - self._asked_ms >= ASKED_EVERY_MS:
            self._look(now_ms)
        return self._step(reports, now_ms)

    def _step(self, reports: list[Report], now_ms: int) -> Step:
        send, self._send = self._send, b""
        silent_ms = now_ms - self._answered_ms
        silent = f"no answer for {silent_ms} ms" if silent_ms >= self.options.silence_ms else ""
        return Step(tuple(reports), send, silent)

    def _look(self, now_ms: int) -> None:
        """The next of the four. Answers do not say of which they are: none is asked twice, and if one is lost,
        the line is opened anew."""
        self._looks, self._asked_ms = True, now_ms
        self._send += codec.ask(STATUSES[len(self._known)])

    # ------------------------------------------------------------ what it answers

    def _heard(self, answer: Answer, now_ms: int) -> list[Report]:
        self._answered_ms = now_ms
        if answer.kind == "behind":
            return self._dealt_with()
        self._known[STATUSES[len(self._known)]] = answer.bits
        if len(self._known) < len(STATUSES):
            self._look(now_ms)
            return []
        bits, self._known, self._looks = self._known, {}, False
        self._complaints.all_is_well()
        return [*self._identified(), *self._stands(codec.trouble(bits))]

    def _identified(self) -> list[Report]:
        was_known, self._is_known = self._is_known, True
        return [] if was_known else [Identified(model="ESC/POS printer")]

    def _stands(self, fault: str) -> list[Report]:
        before, self._fault = self._fault, fault
        told: list[Report] = []
        if fault != before:
            told = [Faulted(code=fault) if fault else FaultCleared(code=before)]
        if self._slip is None:
            return told
        if fault not in PRINTS_ON:
            return [*told, *self._ends(fault)]
        if self._pieces or self._waits_behind:
            return told
        if self._looked_after:
            return [*told, *self._is_printed()]
        self._looks_after()
        return told

    def _dealt_with(self) -> list[Report]:
        """What was sent before the question."""
        if not self._waits_behind:
            return self._complaints.about("an answer that nobody asked for")
        self._waits_behind = False
        if self._pieces:
            self._sends_on()
        elif not self._looks:  # one that has begun may be older than the last line: another will follow it
            self._looks_after()
        return []

    def _looks_after(self) -> None:
        self._looked_after = True
        self._look(self._answered_ms)

    # ------------------------------------------------------------ a slip

    def prints(self, slip: Slip, now_ms: int) -> Step:
        assert self._slip is None, "one slip after the other"
        self._slip, self._slip_began_ms = slip, now_ms
        self._looked_after = False
        if self._fault not in PRINTS_ON:
            return self._step(self._ends(self._fault), now_ms)
        self._pieces = deque(codec.pieces(slip, self.options.columns, qr=self.options.qr))
        self._sends_on()
        return self._step([], now_ms)

    def _sends_on(self) -> None:
        self._send += self._pieces.popleft() + codec.ASK_BEHIND
        self._waits_behind = True

    def _is_printed(self) -> list[Report]:
        assert self._slip is not None
        slip, self._slip = self._slip, None
        return [SlipPrinted(paper=slip.paper, number=slip.number)]

    def _ends(self, why: str) -> list[Report]:
        """What has not been printed of it must not come out with new paper."""
        assert self._slip is not None
        slip, self._slip = self._slip, None
        if self._waits_behind or self._pieces:
            self._send += codec.CLEAR
        self._pieces.clear()
        self._waits_behind = False
        return [SlipNotPrinted(paper=slip.paper, number=slip.number, why=why)]
