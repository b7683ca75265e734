"""A contactless badge reader that pcscd owns: which badge was held to it, by the number that the badge says.

Implemented from public descriptions; not yet run against the physical device.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field

from drivers.codes import CodePattern, code_report
from drivers.damage import Complaints
from drivers.driver import Driver, Heard, Step
from drivers.pcsc import codec
from drivers.pcsc.codec import Answer, Answers, Ask, NoAnswer, Reader
from drivers.reports import Damaged, FaultCleared, Faulted, Identified, Report

SILENT_MS = 5_000  # a badge that pcscd speaks to may take a second or two
LOOKS_AGAIN_MS = 5_000  # whether a pcscd that speaks another version has been exchanged
GET_NUMBER = b"\xff\xca\x00\x00\x00"  # PC/SC part 3: the reader answers it for the badge
DONE = b"\x90\x00"
NUMBER_BYTES = range(4, 17)
CHANCE = 0x08  # ISO 14443-3: four bytes that begin so are drawn by lot each time
NOT_A_READER = " SAM"  # the slot for a security chip, which two-in-one readers show as a second reader


class PcscOptions(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    reader: Annotated[str, Field(max_length=127)] = ""  # part of its name as pcscd has it; none: the only one
    pattern: CodePattern = ""


class Pcsc(Driver):
    Options = PcscOptions
    introduces_itself = True
    by_way_of = "pcscd"

    @classmethod
    def roles(cls, options: Any) -> tuple[str, ...]:
        return ("scanner",)

    def __init__(self, options: PcscOptions, heard: Heard | None) -> None:
        self.options = options
        self._complaints = Complaints()
        self._answers = Answers()
        self._taken: dict[Ask, Callable[[Answer], list[Report]]] = {
            Ask.VERSION: self._version,
            Ask.CONTEXT: self._has_context,
            Ask.READERS: self._looked,
            Ask.CONNECT: self._connected,
            Ask.TRANSMIT: self._said,
            Ask.DISCONNECT: self._let_go,
        }
        self._begin(0)

    def _begin(self, now_ms: int) -> None:
        self._answers.forget()
        self._minor = codec.MINOR
        self._context = self._badge = 0
        self._reader = ""
        self._changes: int | None = None  # of the reader, when it was looked at last
        self._fault = ""
        self._answered_ms = now_ms
        self._send = b""
        self._due = False  # the readers' states, which are asked for ever
        self._asks(Ask.VERSION, codec.version(self._minor))

    def connected(self, now_ms: int) -> Step:
        cut_off = self._answers.is_cut_off
        self._begin(now_ms)
        self._complaints.all_is_well()
        return self._step([Damaged(why="an answer stopped half-way")] if cut_off else [], now_ms)

    def received(self, data: bytes, now_ms: int) -> Step:
        self._answers.feed(data)
        reports: list[Report] = []
        try:
            while (answer := self._answers.take()) is not None:
                self._answered_ms = now_ms
                reports += self._taken[self._answers.awaited](answer)
        except NoAnswer as wrong:
            # Nothing tells where the next answer begins: only a new connection does.
            reports += self._complaints.about(str(wrong))
            self._begin(now_ms)
            self._send = b""
            return Step(tuple(reports), silent="pcscd says what cannot be understood")
        return self._step(reports, now_ms)

    def idle(self, now_ms: int) -> Step:
        if self._due:
            self._due, self._send = False, self._send + codec.readers()
        if self._fault == "unsupported_protocol" and now_ms - self._answered_ms >= LOOKS_AGAIN_MS:
            return Step(silent="pcscd speaks another version")
        return self._step([], now_ms)

    def _step(self, reports: list[Report], now_ms: int) -> Step:
        send, self._send = self._send, b""
        silent_ms = now_ms - self._answered_ms
        silent = f"pcscd has not answered for {silent_ms} ms" if silent_ms >= SILENT_MS else ""
        return Step(tuple(reports), send, silent)

    def _asks(self, ask: Ask, message: bytes) -> None:
        self._answers.awaited, self._due = ask, False
        self._send += message

    def _looks_again(self) -> None:
        """With the next idle moment, five times a second, and not as fast as both can speak."""
        self._answers.awaited, self._due = Ask.READERS, True

    # ------------------------------------------------------------ one answer after the other

    def _version(self, answer: Answer) -> list[Report]:
        if answer.result == codec.WELL:
            self._asks(Ask.CONTEXT, codec.context())
            return []
        other, self._minor = answer.number, answer.number
        if answer.major != codec.MAJOR or other not in codec.MINORS or self._fault:
            return self._fails("unsupported_protocol")
        self._asks(Ask.VERSION, codec.version(other))
        return []

    def _has_context(self, answer: Answer) -> list[Report]:
        if answer.result != codec.WELL:
            raise NoAnswer("pcscd refuses to be used")
        self._context = answer.number
        self._asks(Ask.READERS, codec.readers())
        return []

    def _looked(self, answer: Answer) -> list[Report]:
        self._looks_again()
        wanted = [reader for reader in answer.readers if self._may_be_ours(reader)]
        if len(wanted) != 1:
            self._changes = None
            return self._fails("several_readers" if wanted else "reader_missing")
        [reader] = wanted
        return [*self._recovers(), *self._is(reader), *self._looked_at(reader)]

    def _may_be_ours(self, reader: Reader) -> bool:
        if self.options.reader:
            return self.options.reader in reader.name
        return NOT_A_READER not in reader.name

    def _is(self, reader: Reader) -> list[Report]:
        if reader.name == self._reader:
            return []
        self._reader, self._changes = reader.name, None
        return [Identified(model=reader.name)]

    def _looked_at(self, reader: Reader) -> list[Report]:
        """What lay there when it was first looked at was not held to it now."""
        before, self._changes = self._changes, reader.changes
        if reader.holds_a_badge and before not in (None, reader.changes):
            self._asks(Ask.CONNECT, codec.connect(self._context, reader.name))
        return []

    def _connected(self, answer: Answer) -> list[Report]:
        if answer.result != codec.WELL:
            self._looks_again()
            return [Damaged(why="a badge that did not answer: it was taken away, or it is of another kind")]
        self._badge = answer.number
        self._asks(Ask.TRANSMIT, codec.transmit(self._badge, answer.protocol, GET_NUMBER))
        return []

    def _said(self, answer: Answer) -> list[Report]:
        self._asks(Ask.DISCONNECT, codec.disconnect(self._badge))
        number, done = answer.said[:-2], answer.said[-2:]
        if answer.result != codec.WELL or done != DONE or len(number) not in NUMBER_BYTES:
            return [Damaged(why="a badge that does not say its number")]
        if len(number) == 4 and number[0] == CHANCE:
            return [Damaged(why="a badge that says another number each time")]
        return [code_report(number.hex().upper().encode(), self.options.pattern)]

    def _let_go(self, answer: Answer) -> list[Report]:
        self._looks_again()
        return []

    # ------------------------------------------------------------ faults, each told once

    def _fails(self, code: str) -> list[Report]:
        if code == self._fault:
            return []
        self._fault = code
        return [Faulted(code=code)]

    def _recovers(self) -> list[Report]:
        code, self._fault = self._fault, ""
        return [FaultCleared(code=code)] if code else []
