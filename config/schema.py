"""The shape of the configuration files. Each is frozen and takes no unknown key."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, model_validator

from config.roles import StaffRole
from drivers.links import PcscdSettings, SerialSettings, TcpSettings, UsbSettings
from games.catalogue import GameName
from games.events import DeviceRole, Place

FILE_NAME = r"^[A-Za-z0-9_-][A-Za-z0-9_./-]*\.toml$"
RelativePath = Annotated[str, Field(pattern=FILE_NAME)]
FolderName = Annotated[str, Field(pattern=r"^[A-Za-z0-9_./-]+$")]
Word = Annotated[str, Field(pattern=r"^[a-z0-9][a-z0-9_-]{0,31}$")]


class File(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Screen(File):
    """How large a millimetre is on it."""

    diagonal_inches: float
    width_px: int
    height_px: int

    @property
    def pixels_per_mm(self) -> float:
        diagonal_px: float = (self.width_px**2 + self.height_px**2) ** 0.5
        return round(diagonal_px / (self.diagonal_inches * 25.4), 2)


class Panel(Screen):
    """The dealer's screen."""

    port: Annotated[int, Field(ge=1, le=65_535)] = 8470
    language: Literal["en", "de"] = "en"
    theme: Literal["dark", "light"] = "dark"
    brightness: Annotated[int, Field(ge=1, le=3)] = 3
    mirror: bool = False  # left-handed table
    suit_colours: Literal[2, 4] = 4
    sounds: Literal["off", "soft", "alarms"] = "soft"
    diagonal_inches: Annotated[float, Field(ge=7, le=32)] = 10.1
    width_px: Annotated[int, Field(ge=1024, le=3840)] = 1280
    height_px: Annotated[int, Field(ge=600, le=2160)] = 800

    @model_validator(mode="after")
    def _tall_enough(self) -> Panel:
        height_mm = self.height_px / self.pixels_per_mm
        if height_mm < 118:
            raise ValueError(
                f"this screen is {height_mm:.0f} mm high; buttons for fingers need at least 118 mm"
            )
        return self


class Sign(Screen):
    """The screen that the players read (rules 3.1, 3.3, 8.2, 10.1, 11.1; 4.1 of pot games)."""

    language: Literal["en", "de"] = "en"
    theme: Literal["dark", "light"] = "dark"
    diagonal_inches: Annotated[float, Field(ge=15, le=100)] = 24
    width_px: Annotated[int, Field(ge=1024, le=7680)] = 1920
    height_px: Annotated[int, Field(ge=720, le=4320)] = 1080

    @model_validator(mode="after")
    def _large_enough(self) -> Sign:
        width_mm, height_mm = (pixels / self.pixels_per_mm for pixels in (self.width_px, self.height_px))
        if width_mm < 400 or height_mm < 225:
            raise ValueError(
                f"this screen is {width_mm:.0f} mm wide and {height_mm:.0f} mm high; "
                "a sign that can be read at 2.5 m needs at least 400 by 225 mm"
            )
        return self


class JournalSettings(File):
    """When its past is put away, and how long that is kept on this machine."""

    close_at_megabytes: Annotated[int, Field(ge=1, le=10_000)] = 256  # or when another month begins
    keep_months: Annotated[int, Field(ge=1, le=1_200)] | None = None  # none: for ever


class Table(File):
    table: Annotated[str, Field(pattern=r"^[A-Za-z0-9-]{1,16}$")]
    boxes: Annotated[int, Field(ge=1, le=9)]
    game: RelativePath
    staff: RelativePath
    devices: tuple[RelativePath, ...]
    deck: RelativePath | None = None  # the enrolment file: which tag is in which card
    state: FolderName  # of journal and sockets; beside this file, if it is no absolute path
    keys: FolderName | None = None  # of the secret keys; none named: a folder beside that of the state
    screens: FolderName | None = (
        None  # of the screens' addresses; none named: a folder beside that of the state
    )
    screens_group: Annotated[str, Field(pattern=r"^[a-z_][a-z0-9_-]{0,31}$")] | None = None  # may read them
    hours: Annotated[str, Field(pattern=r"^\S.{0,38}\S$")] | None = None  # hours of gaming, as people read them
    tournament: RelativePath | None = None  # the conditions of a tournament of this table alone
    journal: JournalSettings = JournalSettings()
    witness: tuple[Annotated[str, Field(pattern=r"^/[A-Za-z0-9_./-]+$")], ...] = ()  # files on other disks
    panel: Panel = Panel()
    sign: Sign = Sign()


class Game(File):
    game: GameName
    options: dict[str, Any]  # checked by the game's own model


KeyAction = Literal["hold_shoe", "call_floor", "lock"]  # none of them can do harm, whoever's finger it is


# What a lamp tells: that a question is open, that the shoe is held, that a box, the dealer or the board is due.
LampWord = Annotated[str, Field(pattern=r"^(question|shoe_held|due-([1-9]|dealer|board))$")]


class SimulatedLink(File):
    kind: Literal["simulated"]


class Device(File):
    name: Word
    role: DeviceRole
    driver: str
    options: dict[str, Any] = {}  # checked by the driver's own model
    firmware: tuple[Annotated[str, Field(min_length=1, max_length=80)], ...] = ()  # approved; none named: any
    reads_faces: bool = True  # a shoe: false if it only counts the cards that leave it
    places: tuple[Place, ...] = ()  # readers and markers: what each antenna or sensor looks at, the first first
    mark_cents: dict[
        Annotated[str, Field(pattern=r"^[1-9][0-9]{0,2}$")], Annotated[int, Field(gt=0)]
    ] = {}  # markers
    button_mark: Annotated[int, Field(ge=1, le=255)] | None = None  # markers: the dealer button of a pot game
    keys: dict[
        Annotated[str, Field(pattern=r"^[1-9][0-9]{0,2}$")], KeyAction
    ] = {}  # buttons: what a key does for the dealer who is signed in; any other key is only noted
    lamps: dict[
        Annotated[str, Field(pattern=r"^[1-9][0-9]{0,2}$")], LampWord
    ] = {}  # buttons and markers: when a lamp, or the lamp of a key, is on
    link: Annotated[
        SerialSettings | TcpSettings | UsbSettings | PcscdSettings | SimulatedLink, Field(discriminator="kind")
    ]

    @model_validator(mode="after")
    def _places_for_readers(self) -> Device:
        if (self.role in ("readers", "markers")) != bool(self.places):
            raise ValueError(
                "places names what the antennas look at: readers and markers need it, a shoe has none"
            )
        if self.role == "markers" and not all(place.isdigit() for place in self.places):
            raise ValueError("places of markers are boxes (rule 3.2)")
        if self.role != "markers" and (self.mark_cents or self.button_mark is not None):
            raise ValueError("mark_cents and button_mark say what markers are: another device has none")
        if str(self.button_mark) in self.mark_cents:
            raise ValueError("button_mark is the dealer button's alone: mark_cents has the same number")
        if self.role != "buttons" and self.keys:
            raise ValueError("keys say what buttons do: another device has none")
        if len(set(self.places)) != len(self.places):
            raise ValueError("places names a place twice")
        if self.role != "shoe" and not self.reads_faces:
            raise ValueError("reads_faces is for a shoe")
        return self


class StaffMember(File):
    number: Annotated[str, Field(pattern=r"^[0-9]{3,8}$")]
    name: Annotated[str, Field(min_length=1, max_length=40)]
    role: StaffRole
    pin_scrypt: Annotated[str, Field(pattern=r"^[0-9a-f]{32}:[0-9a-f]{64}$")] | None = None
    demo_pin: Annotated[str, Field(pattern=r"^[0-9]{4,8}$")] | None = None  # only with simulated devices

    @model_validator(mode="after")
    def _one_pin(self) -> StaffMember:
        if (self.pin_scrypt is None) == (self.demo_pin is None):
            raise ValueError("give pin_scrypt (a real table) or demo_pin (a simulated one), not both")
        return self


class Staff(File):
    staff: Annotated[tuple[StaffMember, ...], Field(min_length=1)]

    @model_validator(mode="after")
    def _numbers_differ(self) -> Staff:
        numbers = [member.number for member in self.staff]
        doubled = sorted({number for number in numbers if numbers.count(number) > 1})
        if doubled:
            raise ValueError(f"two people have the staff number {', '.join(doubled)}")
        return self
