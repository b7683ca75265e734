"""Everything that a screen is made from."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal

from config.schema import Panel, Sign, StaffMember
from controller.language import LANGUAGES, Language
from controller.lines.keeper import Health
from controller.loop import Trouble
from controller.screens import states
from games.every_game.state import State
from games.offers import Offer
from games.seen import Archive, Seen
from games.table.table import Table

if TYPE_CHECKING:
    from controller.past.hand_history import HandHistory

Json = dict[str, Any]


# What a person may change on a screen, and what comes after what.
LOOKS: dict[str, tuple[Any, ...]] = {
    "language": LANGUAGES,
    "theme": ("dark", "light"),
    "brightness": (1, 2, 3),
    "mirror": (False, True),
    "suits": (4, 2),
    "sounds": ("off", "soft", "alarms"),
}


@dataclass(frozen=True, slots=True)
class Look:
    """How one screen is set: as the table's file says, and what somebody has chosen before it since."""

    language: str
    theme: str
    brightness: int
    mirror: bool
    suits: int
    sounds: str
    mm: float
    chosen: tuple[tuple[str, Any], ...] = ()

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

    @staticmethod
    def of_desk(language: str, theme: str = "light") -> Look:
        """At a desk or on a tablet: the browser has its own millimetre, 96 pixels to the inch."""
        return Look(language, theme, 3, False, 4, "off", 3.78)

    def changed(self, what: str) -> Look:
        """To the next that there is."""
        values = LOOKS[what]
        return self._with(what, values[(values.index(getattr(self, what)) + 1) % len(values)])

    def as_chosen(self, said: Any) -> Look:
        """A page that comes back says what was chosen on it. What is none of our values is left as it was."""
        look = self
        for what, value in said.items() if isinstance(said, dict) else ():
            if any(type(value) is type(known) and value == known for known in LOOKS.get(what, ())):
                look = look._with(what, value)
        return look

    def _with(self, what: str, value: Any) -> Look:
        chosen = tuple(sorted({**dict(self.chosen), what: value}.items()))
        return replace(self, chosen=chosen, **{what: value})

    def state(self) -> states.Look:
        return {
            "lang": self.language,
            "theme": self.theme,
            "brightness": self.brightness,
            "mirror": self.mirror,
            "suits": self.suits,
            "sounds": self.sounds,
            "mm": self.mm,
            "chosen": dict(self.chosen),
        }


Standing = Sequence[tuple[str, bool, str]]  # of the journal: which sentence, whether it is bad, and of what


def time_of(at_ms: int) -> str:
    return datetime.fromtimestamp(at_ms / 1000).strftime("%H:%M:%S") if at_ms else ""


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
    clock_at: Callable[[int], str] = time_of  # what that clock said at another time of day
    now_ms: int = 0
    watched: tuple[str, ...] = ()  # places that a reader looks at
    hours: str = ""  # of gaming
    standing: Standing = ()
    locked: bool = False
    supervisor: StaffMember | None = None  # whose number and PIN were just given
    supervisor_until_ms: int = 0  # on the clock of `now_ms`
    sheet: tuple[Any, ...] = ()  # what is open above the table
    said: Mapping[str, Any] = field(default_factory=dict)  # what has been entered for it so far
    audience: Literal["dealer"] | Archive = "dealer"
    history: HandHistory | None = None

    @property
    def state(self) -> State:
        return self.table.game.state

    @cached_property
    def seen(self) -> Seen:
        return self.table.seen(self.audience)

    @cached_property
    def offers(self) -> list[Offer]:
        """What stands on the table's screen. A sheet asks for what belongs on it."""
        return self.table.offers_in_sight()

    @cached_property
    def offers_on_their_sheets(self) -> list[Offer]:
        return list(self.table.offers_on_their_sheets())

    @cached_property
    def may_report(self) -> bool:
        """The first of them says so; the others are not made for it."""
        return any(offer.where == "report" for offer in self.table.offers_on_their_sheets())

    @cached_property
    def touchable(self) -> set[int]:
        """Boxes and seats of which something may be said."""
        return {offer.box for offer in self.offers if offer.box is not None}

    @cached_property
    def has_tags(self) -> bool:
        """Seats have, and boxes where each player has a number of his own."""
        return self.seen.has_seats or any(place.tag is not None for place in self.seen.places)


def day_and_time_of(at_ms: int) -> str:
    """With the offset: in the night when clocks are put back an hour comes twice."""
    return datetime.fromtimestamp(at_ms / 1000).astimezone().isoformat(" ", "seconds")
