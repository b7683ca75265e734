"""Everything that a screen is made from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property
from typing import Any

from config.schema import Panel, Sign, StaffMember
from controller.language import LANGUAGES, Language
from controller.lines.keeper import Health
from controller.loop import Trouble
from games.every_game.state import State
from games.offers import Offer
from games.seen import Seen
from games.table.table import Table

Json = dict[str, Any]


@dataclass(slots=True)
class Look:
    """How one table's screen is set. A person changes it; the table remembers it until it is restarted."""

    language: str
    theme: str
    brightness: int
    mirror: bool
    suits: int
    sounds: str
    mm: float

    @staticmethod
    def of(panel: Panel) -> Look:
        return Look(
            panel.language,
            panel.theme,
            panel.brightness,
            panel.mirror,
            panel.suit_colours,
            panel.sounds,
            panel.pixels_per_mm,
        )

    @staticmethod
    def of_sign(sign: Sign) -> Look:
        """Nobody stands before it who could change it."""
        return Look(sign.language, sign.theme, 3, False, 4, "off", sign.pixels_per_mm)

    def change(self, what: str) -> None:
        """To the next that there is."""
        if what == "brightness":
            self.brightness = self.brightness % 3 + 1
        elif what == "theme":
            self.theme = "light" if self.theme == "dark" else "dark"
        elif what == "mirror":
            self.mirror = not self.mirror
        elif what == "suits":
            self.suits = 6 - self.suits
        elif what == "sounds":
            sounds = ("off", "soft", "alarms")
            self.sounds = sounds[(sounds.index(self.sounds) + 1) % len(sounds)]
        elif what == "language":
            self.language = LANGUAGES[(LANGUAGES.index(self.language) + 1) % len(LANGUAGES)]
        else:
            raise KeyError(what)

    def state(self) -> Json:
        return {
            "lang": self.language,
            "theme": self.theme,
            "brightness": self.brightness,
            "mirror": self.mirror,
            "suits": self.suits,
            "sounds": self.sounds,
            "mm": self.mm,
        }


@dataclass
class Scene:
    """Everything a screen is made from."""

    table: Table
    trouble: Trouble | None
    language: Language
    look: Look
    simulated: bool
    health: dict[str, Health]
    clock: str
    now_ms: int = 0
    watched: tuple[str, ...] = ()  # places that a reader looks at
    hours: str = ""  # of gaming
    locked: bool = False
    supervisor: StaffMember | None = None  # whose number and PIN were just given
    sheet: tuple[Any, ...] = ()  # what is open above the table
    said: Mapping[str, Any] = field(default_factory=dict)  # what has been entered for it so far

    @property
    def state(self) -> State:
        return self.table.game.state

    @cached_property
    def seen(self) -> Seen:
        return self.table.seen("dealer")

    @cached_property
    def offers(self) -> list[Offer]:
        return self.table.offers()


def time_of(at_ms: int) -> str:
    return datetime.fromtimestamp(at_ms / 1000).strftime("%H:%M:%S") if at_ms else ""


def begin(text: str) -> str:
    return text[:1].upper() + text[1:]
