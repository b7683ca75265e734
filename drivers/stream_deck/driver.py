"""A Stream Deck: which keys are down, how bright it is, and the pictures on its keys.

Implemented from the maker's published protocol; not yet run against the physical device.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any, Self

from pydantic import BaseModel, ConfigDict, Field, model_validator

from drivers.damage import Complaints
from drivers.driver import Driver, Heard, Step
from drivers.frames import Broken
from drivers.keys import Keys
from drivers.reports import Report
from drivers.stream_deck import codec
from drivers.stream_deck.codec import Family

LARGEST_PICTURE_BYTES = 65_536
KEYS_OF_A_MINI = 6

KeyNumber = Annotated[str, Field(pattern=r"^[1-9][0-9]?$")]


class StreamDeckOptions(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    family: Family = "main"
    keys: Annotated[int, Field(ge=1, le=64)] = 15
    brightness: Annotated[int, Field(ge=0, le=100)] = 60  # percent
    pictures: dict[
        KeyNumber, str
    ] = {}  # a prepared file for a key: JPEG (main) or BMP (mini), as large as the key
    lit_pictures: dict[KeyNumber, str] = {}  # instead, while the table has the key's lamp on
    stuck_ms: Annotated[int, Field(ge=2_000, le=600_000)] = 30_000

    @model_validator(mode="after")
    def _can_be_shown(self) -> Self:
        if self.family == "mini" and self.keys != KEYS_OF_A_MINI:
            raise ValueError(
                f"a mini has {KEYS_OF_A_MINI} keys; the first Stream Deck (0060), of 15, is heard by no driver"
            )
        dark = sorted(self.lit_pictures.keys() - self.pictures.keys())
        if dark:
            raise ValueError(
                f"lit_pictures names key {dark[0]}: give pictures one, too, for when it is not lit"
            )
        for key, path in (*self.pictures.items(), *self.lit_pictures.items()):
            if int(key) > self.keys:
                raise ValueError(f"pictures names key {key}, but there are {self.keys} keys")
            self._check_picture(path)
        return self

    def _check_picture(self, path: str) -> None:
        kind = {"main": "JPEG", "mini": "BMP"}[self.family]
        if not path.startswith("/"):
            raise ValueError(f"give the whole path of the picture {path!r}")
        try:
            content = Path(path).read_bytes()
        except OSError as error:
            raise ValueError(f"the picture {path} cannot be read ({error.strerror})") from None
        if not content.startswith(codec.PICTURE_BEGINS[self.family]) or len(content) > LARGEST_PICTURE_BYTES:
            raise ValueError(
                f"{path} is no {kind} of at most {LARGEST_PICTURE_BYTES} bytes, which this device shows"
            )


class StreamDeck(Driver):
    Options = StreamDeckOptions
    reads = "reports"

    @classmethod
    def roles(cls, options: Any) -> tuple[str, ...]:
        return ("buttons",)

    def __init__(self, options: StreamDeckOptions, heard: Heard | None) -> None:
        self.options = options
        self._pictures = _read(options.pictures)
        self._lit_pictures = _read(options.lit_pictures)
        self._lit: frozenset[int] = frozenset()
        self._keys = Keys(options.stuck_ms)
        self._complaints = Complaints()

    def connected(self, now_ms: int) -> Step:
        """It cannot be asked for its keys: they count as up until it says otherwise."""
        self._complaints.all_is_well()
        self._keys.begin(frozenset(), now_ms)
        self._lit = frozenset()
        family = self.options.family
        shown = b"".join(codec.picture(key, image, family) for key, image in self._pictures.items())
        return Step(send=codec.brightness(self.options.brightness, family) + shown)

    @classmethod
    def lamps(cls, options: Any) -> frozenset[int]:
        return frozenset(int(key) for key in options.lit_pictures)

    def lights(self, on: frozenset[int]) -> bytes:
        """A picture is many reports: only what changes is sent."""
        changed = sorted((on ^ self._lit) & self._lit_pictures.keys())
        self._lit = on
        shown = ((key, (self._lit_pictures if key in on else self._pictures)[key]) for key in changed)
        return b"".join(codec.picture(key, image, self.options.family) for key, image in shown)

    def received(self, data: bytes, now_ms: int) -> Step:
        return Step(tuple(self._reports(data, now_ms)))

    def idle(self, now_ms: int) -> Step:
        return Step(tuple(self._keys.passed(now_ms)))

    def _reports(self, data: bytes, now_ms: int) -> list[Report]:
        said = codec.read(data, self.options.family, self.options.keys)
        if isinstance(said, Broken):
            return self._complaints.about(said.why)
        self._complaints.all_is_well()
        return self._keys.are(said.down, now_ms)


def _read(pictures: dict[str, str]) -> dict[int, bytes]:
    return {int(key): Path(path).read_bytes() for key, path in pictures.items()}
