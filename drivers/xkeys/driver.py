"""An X-keys button box: who it is, which keys are down, which of them are lit.

Implemented from the maker's public data reports; not yet run against the physical device.
"""

from __future__ import annotations

from typing import Annotated, Any, Self

from pydantic import BaseModel, ConfigDict, Field, model_validator

from drivers.damage import Complaints
from drivers.driver import Driver, Heard, Step
from drivers.frames import Broken
from drivers.keys import Keys
from drivers.reports import Identified, Report
from drivers.xkeys import codec
from drivers.xkeys.codec import Descriptor, KeyStates, Shape

ASK_AGAIN_MS = 1_000
ANSWERS_WITHIN_MS = 4_000


class XKeysOptions(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    columns: Annotated[int, Field(ge=1, le=16)] = 4
    rows: Annotated[int, Field(ge=1, le=8)] = 6
    lit: tuple[Annotated[int, Field(ge=1, le=128)], ...] = ()  # the keys whose lamps are on
    stuck_ms: Annotated[int, Field(ge=2_000, le=600_000)] = 30_000

    @model_validator(mode="after")
    def _has_what_is_lit(self) -> Self:
        keys = self.columns * self.rows
        beyond = [key for key in self.lit if key > keys]
        if beyond:
            raise ValueError(
                f"lit names key {beyond[0]}, but {self.columns} columns of {self.rows} are {keys} keys"
            )
        return self


class XKeys(Driver):
    Options = XKeysOptions
    introduces_itself = True
    reads = "reports"

    @classmethod
    def roles(cls, options: Any) -> tuple[str, ...]:
        return ("buttons",)

    def __init__(self, options: XKeysOptions, heard: Heard | None) -> None:
        self.options = options
        self._shape = Shape(options.columns, options.rows)
        self._keys = Keys(options.stuck_ms)
        self._complaints = Complaints()
        self._knows_the_keys = False
        self._knows_the_device = False
        self._asked_ms = self._first_asked_ms = 0

    def connected(self, now_ms: int) -> Step:
        self._knows_the_keys = self._knows_the_device = False
        self._complaints.all_is_well()
        self._first_asked_ms = now_ms
        return Step(send=self._questions(now_ms) + self.lights(frozenset()))

    def received(self, data: bytes, now_ms: int) -> Step:
        said = codec.read(data, self._shape)
        if isinstance(said, Broken):
            return Step(tuple(self._complaints.about(said.why)))
        self._complaints.all_is_well()
        return Step(tuple(self._meant(said, now_ms)))

    def idle(self, now_ms: int) -> Step:
        reports = tuple(self._keys.passed(now_ms))
        if self._knows_the_keys and self._knows_the_device:
            return Step(reports)
        waited_ms = now_ms - self._first_asked_ms
        silent = f"no answer for {waited_ms} ms" if waited_ms >= ANSWERS_WITHIN_MS else ""
        ask = now_ms - self._asked_ms >= ASK_AGAIN_MS
        return Step(reports, self._questions(now_ms) if ask else b"", silent)

    def _questions(self, now_ms: int) -> bytes:
        self._asked_ms = now_ms
        return codec.get_descriptor() + codec.generate_data()

    @classmethod
    def lamps(cls, options: Any) -> frozenset[int]:
        return frozenset(range(1, options.columns * options.rows + 1))

    def lights(self, on: frozenset[int]) -> bytes:
        lit = sorted(on.union(self.options.lit))
        return codec.all_lamps_off() + b"".join(codec.lamp_on(key, self._shape) for key in lit)

    def _meant(self, said: KeyStates | Descriptor, now_ms: int) -> list[Report]:
        if isinstance(said, Descriptor):
            self._knows_the_device = True
            return [Identified(model=f"X-keys {said.product:04x}", firmware=str(said.version))]
        if not self._knows_the_keys:
            self._knows_the_keys = True
            return self._keys.begin(said.down, now_ms)
        return self._keys.are(said.down, now_ms)
