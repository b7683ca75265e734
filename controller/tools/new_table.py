"""The files of a new table: copies of what is shipped, with what a person or the ports have said."""

from __future__ import annotations

import contextlib
import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple

from pydantic import ValidationError

from config.load import HOME, ConfigError, table_in
from config.schema import Panel, Table
from config.toml import quoted, toml_in
from controller.cannot_go_on import CannotGoOn
from games.catalogue import game_class

SERVICE_HOME = Path("/etc/table-controller")  # where the installed service reads
SERVICE_STATE = "/var/lib/table-controller/{name}/state"
SERVICE_SCREENS = "/run/table-controller/{name}"
KIOSK = "table-kiosk"
STAFF = Path("staff/staff.toml")
DEMO_STAFF = Path("staff/demo.toml")
FIRST_PORT: int = Panel.model_fields["port"].default
PRIVATE, PUBLIC = 0o640, 0o644
LINK = re.compile(r"^link = .*$", re.MULTILINE)
BAUD = re.compile(r"baud = (\d+)")

TABLE = """\
# Made by `tablectl new-table`; `tablectl check-config` names what is wrong in it.
table = "{name}"
boxes = {boxes}
game = "games/{game_file}.toml"
{hours}staff = "{staff}"
devices = [{devices}]
state = "{state}"
{screens}
[panel]
port = {port}
language = "{language}"
width_px = 1280
height_px = 800
diagonal_inches = 10.1

[sign]
language = "{language}"
"""
MEMBER = """\
[[staff]]
number = "{number}"
name = {name}
role = "{role}"
pin_scrypt = "{pin}"
"""


class NotMade(CannotGoOn):
    """The text says what to do."""


class Member(NamedTuple):
    number: str
    name: str
    role: str
    pin: str  # hashed


@dataclass(frozen=True, slots=True)
class Wanted:
    name: str
    game: str
    boxes: int
    language: str
    port: int
    devices: Mapping[Path, str]  # files of this table, by their names
    is_demo: bool  # with invented people
    staff: Iterable[Member] = ()
    options: str = ""  # the text of the game's file with what was asked; else as it is shipped
    hours: str = ""


class Setting(NamedTuple):
    """An amount of the game's file that a casino determines, and how it is asked for."""

    section: str
    key: str
    ask: str
    least: int
    most: int
    is_money: bool = True

    def says(self, value: int) -> str:
        return dollars(value) if self.is_money else str(value)


MOST = 1_000_000_000
NOTICE = Setting(
    "options", "least_notice_minutes", "Prior notice to players (3.1, 4.2), in minutes", 0, 1_440, False
)
SETTINGS = (
    Setting("options.limits", "minimum_cents", "Lowest ante (3.1)", 1, MOST),
    Setting("options.limits", "maximum_cents", "Highest ante (3.1)", 1, MOST),
    Setting("options.limits", "multiple_cents", "Antes in multiples of (3.3)", 1, MOST),
    Setting("options", "maximum_payout_cents", "Maximum payout (8.2)", 1, MOST),
    Setting("options.jackpot", "wager_cents", "Jackpot wager (10.2)", 1, MOST),
    Setting(
        "options.jackpot", "opening_cents", "In the jackpot's prize pool and on its sign at first", 0, MOST
    ),
    Setting("options.bonus", "minimum_cents", "Lowest bonus wager (10.1)", 1, MOST),
    Setting("options.bonus", "maximum_cents", "Highest bonus wager (10.1)", 1, MOST),
    Setting("options", "minimum_stake_cents", "Minimum table stake (4.2)", 1, MOST),
    Setting("options", "maximum_buy_in_cents", "Maximum buy-in (4.2)", 1, MOST),
    Setting("options", "smallest_chip_cents", "Smallest chip in play (13.2)", 1, MOST),
    Setting("options.betting", "ante_cents", "Ante (4.2)", 1, MOST),
    Setting("options.betting", "least_cents", "Lowest bet (4.2)", 1, MOST),
    Setting("options.betting", "most_cents", "Highest bet (4.2)", 1, MOST),
    Setting(
        "options.commission", "approved_maximum_cents", "Approved maximum of the commission (15.2)", 1, MOST
    ),
)
BLINDS = ("options.betting", "blinds_cents")
LEAST_NOTICE = 10


def dollars(cents: int) -> str:
    return f"{cents // 100}.{cents % 100:02}" if cents % 100 else str(cents // 100)


def shipped(game: str) -> str:
    return (HOME / f"games/{game}.toml").read_text("utf-8")


def value_in(text: str, section: str, key: str) -> Any:
    """None where the file does not determine it."""
    inside: Any = tomllib.loads(text)
    for name in section.split("."):
        inside = inside.get(name, {})
    return inside.get(key)


def determined(text: str, section: str, key: str, value: int | list[int]) -> str:
    """With that value in its section; what is explained behind it stays there."""
    begins = re.search(rf"^\[{re.escape(section)}\].*$", text, re.MULTILINE)
    assert begins is not None, section
    ends = text.find("\n[", begins.end())
    ends = len(text) if ends < 0 else ends
    head, inside, rest = text[: begins.end()], text[begins.end() : ends], text[ends:]
    said = f"{key} = {value}"
    line = re.compile(rf"^(?:# )?{key} = (?:\[[^\]]*\]|[^#\n]*?)(?= *(?:#|$))", re.MULTILINE)
    if not line.search(inside):
        return f"{head}\n{said}{inside}{rest}"
    return head + line.sub(lambda _: said, inside, count=1) + rest


def with_quick_antes(text: str) -> str:
    """Those that the file offers, as far as they are antes by the limits; else the lowest ante."""
    offered, limits = value_in(text, "options", "chips_cents"), value_in(text, "options", "limits")
    if not offered or not limits:
        return text
    least, most, step = (limits[f"{name}_cents"] for name in ("minimum", "maximum", "multiple"))
    fit = [cents for cents in offered if least <= cents <= most and cents % step == 0]
    return determined(text, "options", "chips_cents", fit or [least])


def fault_of(text: str) -> str:
    """Why nobody could play by it; empty where somebody can."""
    values = tomllib.loads(text)
    try:
        game_class(values["game"]).Options.model_validate(values["options"])
    except ValidationError as error:
        return "; ".join(fault["msg"].removeprefix("Value error, ") for fault in error.errors())
    return ""


def games() -> list[str]:
    return sorted(path.stem for path in (HOME / "games").glob("*.toml"))


class Demonstration(NamedTuple):
    boxes: int
    devices: dict[Path, str]


def demonstration(game: str) -> Demonstration:
    """The first that is shipped of that game."""
    for path in sorted((HOME / "tables").glob("demo*.toml")):
        table = tomllib.loads(path.read_text(encoding="utf-8"))
        if table["game"] == f"games/{game}.toml":
            devices = {Path(name): (HOME / name).read_text(encoding="utf-8") for name in table["devices"]}
            return Demonstration(table["boxes"], devices)
    raise NotMade(f"no demonstration plays {game}: make the table without --demo")


def serial_drivers() -> dict[str, str]:
    """What may be behind a serial port: driver and the shipped file that it is set up like."""
    found: dict[str, str] = {}
    for path in sorted((HOME / "devices").glob("*.toml")):
        text = path.read_text(encoding="utf-8")
        if BAUD.search(text):
            found.setdefault(str(tomllib.loads(text)["driver"]), text)
    return found


def on_serial(text: str, port: Path) -> str:
    """A shipped device, on that port."""
    baud = BAUD.search(text)
    assert baud is not None
    link = f'link = {{ kind = "serial", path = {quoted(str(port))}, baud = {baud[1]} }}'
    return (
        LINK.sub(lambda _: link, "\n".join(line for line in text.splitlines() if not line.startswith("#")))
        + "\n"
    )


def on_usb(lines: str) -> str | None:
    """What `tablectl probe` says of a device, if it has a driver."""
    said = tomllib.loads(lines)
    return f'name = "{said["role"]}"\n{lines}\n' if "role" in said else None


def named_apart(texts: Iterable[str], table: str) -> dict[Path, str]:
    """Each in a file of its own, and no two devices of one name."""
    files: dict[Path, str] = {}
    for text in texts:
        role = str(tomllib.loads(text)["role"])
        number = sum(path.stem.startswith(f"{table}-{role}") for path in files)
        name = role if not number else f"{role}-{number + 1}"
        files[Path("devices") / f"{table}-{name}.toml"] = re.sub(
            r'^name = ".*"$', f'name = "{name}"', text, count=1, flags=re.MULTILINE
        )
    return files


def file_of(folder: Path, name: str) -> Path:
    """Of a table that is not there yet."""
    path = folder / "tables" / f"{name}.toml"
    if path.exists():
        raise NotMade(f"{path} is there already: give another --name, or take it away")
    return path


def free_port(folder: Path) -> int:
    """That no other table of this folder has: two that run on one computer cannot share one."""
    taken = {table.panel.port for table in _tables_in(folder)}
    return next(port for port in count(FIRST_PORT) if port not in taken)


def links_in(folder: Path) -> list[dict[str, Any]]:
    """Of the devices that tables there have already."""
    found = []
    for table in _tables_in(folder):
        for name in table.devices:
            with contextlib.suppress(OSError, ValueError):
                found.append(toml_in(folder / name).get("link", {}))
    return found


def _tables_in(folder: Path) -> Iterator[Table]:
    """A file that is wrong is passed over: its own check says so."""
    for path in folder.glob("tables/*.toml"):
        with contextlib.suppress(ConfigError):
            yield table_in(path)


def write(folder: Path, wanted: Wanted) -> Iterator[Path]:
    """Each file as it is written. What is there already stays as it is, and is used."""
    path = file_of(folder, wanted.name)
    files = {Path("games") / f"{_game_file(wanted)}.toml": wanted.options or shipped(wanted.game)}
    files |= wanted.devices
    staff = DEMO_STAFF if wanted.is_demo else STAFF
    files[staff] = (HOME / staff).read_text("utf-8") if wanted.is_demo else _people(wanted.staff)
    files[path.relative_to(folder)] = _table(folder, wanted, staff)
    for name, text in files.items():
        if not (folder / name).exists():
            _put(folder / name, text, PRIVATE if name == STAFF else PUBLIC)
            yield folder / name


def _game_file(wanted: Wanted) -> str:
    """A table has limits of its own; a demonstration plays by what is shipped."""
    return wanted.name if wanted.options else wanted.game


def _people(staff: Iterable[Member]) -> str:
    return "\n".join(MEMBER.format(**member._replace(name=quoted(member.name))._asdict()) for member in staff)


def _put(path: Path, text: str, mode: int) -> None:
    """Whole or not at all: what is there is used the next time."""
    new = path.with_name(path.name + ".new")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        new.touch(mode)
        new.chmod(mode)  # before there is anything in it, whatever the umask
        new.write_text(text, encoding="utf-8")
        new.replace(path)
    except OSError as error:
        with contextlib.suppress(OSError):
            new.unlink(missing_ok=True)
        raise NotMade(
            f"{path} cannot be written ({error.strerror}): see to room and permissions, or name another "
            "folder, then run this again"
        ) from error


def _table(folder: Path, wanted: Wanted, staff: Path) -> str:
    state, screens = f"../state/{wanted.name}", ""
    if folder.resolve() == SERVICE_HOME:
        state = SERVICE_STATE.format(name=wanted.name)
        screens = f'screens = "{SERVICE_SCREENS.format(name=wanted.name)}"\nscreens_group = "{KIOSK}"\n'
    return TABLE.format(
        name=wanted.name,
        boxes=wanted.boxes,
        game_file=_game_file(wanted),
        hours=f"hours = {quoted(wanted.hours)}\n" if wanted.hours else "",
        staff=staff,
        devices=", ".join(f'"{name}"' for name in wanted.devices),
        state=state,
        screens=screens,
        port=wanted.port,
        language=wanted.language,
    )
