"""What the pins of a Firmata board mean: markers lie on sensors, buttons are pressed, lamps are lit.

Implemented from public descriptions; not yet run against a physical board.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Annotated, Any, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, model_validator

from drivers.driver import Driver, Heard, Step
from drivers.firmata import codec
from drivers.firmata.codec import CAPABILITIES, FIRMWARE, TEXT, Codec, Piece, Ports, Sysex, Version
from drivers.firmata.inputs import Limits, Switch
from drivers.frames import Broken
from drivers.reports import (
    ButtonPressed,
    ButtonReleased,
    Damaged,
    FaultCleared,
    Faulted,
    Identified,
    MarkerPlaced,
    MarkerTaken,
    Noted,
    Report,
)

Pin = Annotated[int, Field(ge=0, le=127)]
Pins = Annotated[tuple[Pin, ...], Field(max_length=64)]

ASK_AGAIN_MS = 1_000  # many boards start anew when their port is opened, and take a while
ALIVE_MS = 2_000  # it has nothing to say while nobody touches it, so it is asked for its version
ANSWERS_MS = 3_000  # what its pins can do and how they stand, once it has said who it is
STARTS_MS = 5_000  # while it starts it may say who it is twice
VERSION_MAJOR = 2
MODE_REFUSED = "nknown pin mode"  # in a text that the board sends
UNREADABLE, NOT_TOLD = "pin_cannot_be_read", "pins_not_told"


class FirmataOptions(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    markers: Pins = ()  # the pin of sensor 1, of sensor 2 …
    buttons: Pins = ()
    lamps: Pins = ()
    mark: Annotated[int, Field(ge=1, le=255)] = 1  # what lies at a sensor that only sees that something does
    active: Literal["low", "high"] = "low"  # low: a closed switch connects its pin to ground
    settle_ms: Annotated[int, Field(ge=5, le=5_000)] = 30
    most_changes: Annotated[int, Field(ge=4, le=1_000)] = 20  # of one input within two seconds
    stuck_ms: Annotated[int, Field(ge=1_000, le=3_600_000)] = 30_000  # a button that nobody holds so long
    silence_ms: Annotated[int, Field(ge=3_000, le=60_000)] = 6_000

    @model_validator(mode="after")
    def _each_pin_once(self) -> Self:
        pins = (*self.markers, *self.buttons, *self.lamps)
        doubled = sorted({pin for pin in pins if pins.count(pin) > 1})
        if doubled:
            raise ValueError(f"pin {doubled[0]} is named twice among markers, buttons and lamps")
        if not pins:
            raise ValueError("names no pin: say which pins are markers, buttons or lamps")
        return self


@dataclass(frozen=True, slots=True)
class Input:
    kind: Literal["marker", "button"]
    number: int
    pin: int
    switch: Switch


class Firmata(Driver):
    Options = FirmataOptions
    introduces_itself = True

    @classmethod
    def roles(cls, options: Any) -> tuple[str, ...]:
        return ("markers",) if options.markers else ("buttons", "markers")

    def __init__(self, options: FirmataOptions, heard: Heard | None) -> None:
        self.options = options
        self._lit: frozenset[int] = frozenset()
        self._begin(0)

    def _begin(self, now_ms: int) -> None:
        self._codec = Codec()
        self._inputs = dict([*self._wired("marker", None), *self._wired("button", self.options.stuck_ms)])
        self._identified_ms: int | None = None
        self._refused = False  # it speaks another version: said once
        self._readable: frozenset[int] | None = None  # of the inputs' pins; None: it has not said
        self._faults: set[str] = set()
        self._told_ports: set[int] = set()
        self._asked_ms = self._alive_ms = now_ms
        self._send = b""

    def _wired(self, kind: Literal["marker", "button"], stuck_ms: int | None) -> Iterable[tuple[int, Input]]:
        pins = self.options.markers if kind == "marker" else self.options.buttons
        limits = Limits(self.options.settle_ms, self.options.most_changes, stuck_ms)
        return ((pin, Input(kind, number, pin, Switch(limits))) for number, pin in enumerate(pins, start=1))

    def connected(self, now_ms: int) -> Step:
        stopped = self._codec.give_up()
        self._begin(now_ms)
        self._lit = frozenset()
        self._send = codec.ask_version() + codec.ask_firmware()
        return self._step(stopped, now_ms)

    def received(self, data: bytes, now_ms: int) -> Step:
        return self._step(self._codec.feed(data), now_ms)

    def idle(self, now_ms: int) -> Step:
        return self._step([], now_ms)

    @classmethod
    def lamps(cls, options: Any) -> frozenset[int]:
        return frozenset(range(1, len(options.lamps) + 1))

    def lights(self, on: frozenset[int]) -> bytes:
        """Before its pins are set up it cannot light anything, and afterwards it does."""
        self._lit = on
        return b"" if self._identified_ms is None else self._light()

    def _light(self) -> bytes:
        pins = enumerate(self.options.lamps, start=1)
        return b"".join(codec.set_pin(pin, number in self._lit) for number, pin in pins)

    def _step(self, pieces: Iterable[Piece], now_ms: int) -> Step:
        reports = [report for piece in pieces for report in self._take(piece, now_ms)]
        for wired in self._inputs.values():
            reports += self._meant(wired, wired.switch.passes(now_ms))
        reports += self._owes_an_answer(now_ms)
        self._ask_again(now_ms)
        send, self._send = self._send, b""
        return Step(tuple(reports), send, self._silence(now_ms))

    def _ask_again(self, now_ms: int) -> None:
        known = self._identified_ms is not None
        if now_ms - self._asked_ms < (ALIVE_MS if known else ASK_AGAIN_MS):
            return
        self._asked_ms = now_ms
        # Nothing in these messages is checked: what a wrong bit has said, the next answer puts right.
        self._send += codec.ask_version() + (self._ask_ports() if known else codec.ask_firmware())
        if known and (self._readable is None or self._faults & {UNREADABLE}):
            self._send += codec.ask_capabilities()

    def _silence(self, now_ms: int) -> str:
        silent_ms = now_ms - self._alive_ms
        return f"no message for {silent_ms} ms" if silent_ms >= self.options.silence_ms else ""

    def _take(self, piece: Piece, now_ms: int) -> list[Report]:
        if isinstance(piece, Broken):
            return [Damaged(why=piece.why)]
        self._alive_ms = now_ms
        if isinstance(piece, Ports):
            return self._stands(piece.port, piece.pins, now_ms)
        if isinstance(piece, Sysex) and piece.kind == FIRMWARE and len(piece.data) >= 2:
            return self._is_known(piece.data, now_ms)
        if isinstance(piece, Sysex) and piece.kind == CAPABILITIES:
            return self._can(codec.modes_of_pins(piece.data))
        if isinstance(piece, Sysex) and piece.kind == TEXT and MODE_REFUSED in codec.text(piece.data):
            return self._fault(UNREADABLE, [])
        if isinstance(piece, Version) and piece.major != VERSION_MAJOR:
            return self._refuses()
        return []

    def _refuses(self) -> list[Report]:
        if self._refused:
            return []
        self._refused = True
        return [Faulted(code="unsupported_protocol")]

    def _can(self, pins: list[frozenset[int]]) -> list[Report]:
        """A pin that the board cannot read stands low for ever: a marker that nobody laid there."""
        modes = dict(enumerate(pins))
        self._readable = frozenset(pin for pin in self._inputs if self._mode in modes.get(pin, ()))
        unlit = [pin for pin in self.options.lamps if codec.OUTPUT not in modes.get(pin, ())]
        unusable = [*(pin for pin in self._inputs if pin not in self._readable), *unlit]
        return self._fault(UNREADABLE, unusable or None)

    def _owes_an_answer(self, now_ms: int) -> list[Report]:
        """Boards of before 2014 tell no port when they are asked for it."""
        if self._identified_ms is None or now_ms - self._identified_ms < ANSWERS_MS:
            return []
        readable = self._inputs if self._readable is None else self._readable
        told = [] if self._readable is None else self._told_ports
        owed = [pin for pin in readable if pin // codec.PINS_A_PORT not in told]
        return self._fault(NOT_TOLD, owed or None)

    def _fault(self, code: str, pins: list[int] | None) -> list[Report]:
        """None: it is well. Which pins it is the board does not always say."""
        if (pins is not None) == (code in self._faults):
            return []
        self._faults ^= {code}
        return [FaultCleared(code=code) if pins is None else self._at_pins(code, pins)]

    def _at_pins(self, code: str, pins: Iterable[int]) -> Report:
        numbers = tuple(sorted(pins))
        markers = enumerate(self.options.markers, start=1)
        places = tuple(sensor for sensor, pin in markers if pin in numbers)
        return Faulted(code=code, places=places, part="pin" if numbers else "", numbers=numbers)

    def _is_known(self, data: bytes, now_ms: int) -> list[Report]:
        """It says this when asked and when it has started: then it has forgotten what its pins are for."""
        since, self._identified_ms = self._identified_ms, now_ms
        again = since is not None and now_ms - since > STARTS_MS
        self._send += self._set_up()
        name = codec.text(data[2:])[:32] or "Firmata"
        known = Identified(model=name, firmware=f"{data[0]}.{data[1]}")
        if since is not None and not again:
            return []
        return [Noted(what="restarted"), known] if again else [known]

    def _set_up(self) -> bytes:
        inputs = b"".join(codec.set_mode(pin, self._mode) for pin in self._inputs)
        lamps = b"".join(codec.set_mode(pin, codec.OUTPUT) for pin in self.options.lamps) + self._light()
        return codec.ask_capabilities() + inputs + lamps + self._ask_ports()

    @property
    def _mode(self) -> int:
        return codec.PULLUP if self.options.active == "low" else codec.INPUT

    def _ask_ports(self) -> bytes:
        """Now, and whenever one of their pins changes."""
        ports = sorted({pin // codec.PINS_A_PORT for pin in self._inputs})
        return b"".join(codec.report_port(port) for port in ports)

    def _stands(self, port: int, pins: int, now_ms: int) -> list[Report]:
        if self._identified_ms is None or self._readable is None:
            return []  # of a time when its pins were not set up yet, or nobody knew what they can do
        self._told_ports.add(port)
        reports: list[Report] = []
        for bit in range(codec.PINS_A_PORT):
            pin = port * codec.PINS_A_PORT + bit
            if wired := self._inputs.get(pin) if pin in self._readable else None:
                on = bool(pins >> bit & 1) == (self.options.active == "high")
                reports += self._meant(wired, wired.switch.hears(on, now_ms))
        return reports

    def _meant(self, wired: Input, words: list[str]) -> list[Report]:
        return [report for word in words if (report := self._report(wired, word))]

    def _report(self, wired: Input, word: str) -> Report | None:
        number, marks = wired.number, wired.kind == "marker"
        match word:
            case "on":
                placed = MarkerPlaced(sensor=number, mark=self.options.mark)
                return placed if marks else ButtonPressed(button=number)
            case "off":
                return MarkerTaken(sensor=number) if marks else ButtonReleased(button=number)
            case "stuck":
                return self._at_pins("button_stuck", [wired.pin])
            case "free":
                return FaultCleared(code="button_stuck")
            case "chatters":
                return self._at_pins("input_chatters", [wired.pin])
        return FaultCleared(code="input_chatters")
