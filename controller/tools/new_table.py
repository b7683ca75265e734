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

from config.load import HOME, ConfigError, table_in
from config.schema import Panel, Table
from config.toml import quoted, toml_in
from controller.cannot_go_on import CannotGoOn

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
game = "games/{game}.toml"
staff = "{staff}"
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
    files = {Path("games") / f"{wanted.game}.toml": (HOME / f"games/{wanted.game}.toml").read_text("utf-8")}
    files |= wanted.devices
    staff = DEMO_STAFF if wanted.is_demo else STAFF
    files[staff] = (HOME / staff).read_text("utf-8") if wanted.is_demo else _people(wanted.staff)
    files[path.relative_to(folder)] = _table(folder, wanted, staff)
    for name, text in files.items():
        if not (folder / name).exists():
            _put(folder / name, text, PRIVATE if name == STAFF else PUBLIC)
            yield folder / name


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
        game=wanted.game,
        staff=staff,
        devices=", ".join(f'"{name}"' for name in wanted.devices),
        state=state,
        screens=screens,
        port=wanted.port,
        language=wanted.language,
    )
