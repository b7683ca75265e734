"""Reads a table's configuration. It complains once and fully: file, key, what is wrong, nearest key."""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from typing import Any, TypeVar, get_args

from pydantic import BaseModel, ValidationError

from config import deck, schema
from config.deck import Deck
from config.roles import RIGHTS
from config.toml import toml_in, toml_of
from drivers.driver import Driver
from drivers.links import PcscdSettings, TcpSettings, UsbSettings
from drivers.registry import UnknownDriver, driver_class
from games.cards import FULL_DECK, AnyCard
from games.catalogue import game_class, game_names
from games.deal import Shoe
from games.events import BOARD
from games.pot.options import PotOptions
from games.tournament.conditions import BadConditions, Conditions, read_conditions

M = TypeVar("M", bound=BaseModel)
HOME = Path(__file__).parent
IS_INSTALLED = not (HOME.parent / "pyproject.toml").exists()  # a wheel, not a checkout
DEMO = HOME / "tables" / "demo.toml"
ENROLLED = "enrolled.toml"  # in the state folder
HASH_SHOWN = 12  # characters
OTHERS = 0o007  # of a file's mode: what anybody on the machine may do
Opens = Callable[[str], str]  # a sealed text; ValueError if the key does not


@dataclass(frozen=True, slots=True)
class Complaint:
    file: str
    key: str
    reason: str

    def __str__(self) -> str:
        return f"{self.file}: {self.key or 'the file'}: {self.reason}"


class ConfigError(Exception):
    def __init__(self, complaints: list[Complaint]) -> None:
        super().__init__("\n".join(map(str, complaints)))
        self.complaints = complaints


@dataclass(frozen=True, slots=True)
class Config:
    path: Path
    table: schema.Table
    game: str
    options: Any
    devices: tuple[schema.Device, ...]
    staff: tuple[schema.StaffMember, ...]
    deck: Deck | None = None
    tournament: Conditions | None = None

    @property
    def deck_path(self) -> Path:
        """As the table's file names it; else where this table writes it when its cards are enrolled here."""
        name = self.table.deck
        return _home(self.path) / name if name is not None else self.state / ENROLLED

    @property
    def faces(self) -> tuple[AnyCard, ...]:
        """What a pack must have."""
        return _faces(self.options)

    @property
    def simulated(self) -> bool:
        return any(isinstance(device.link, schema.SimulatedLink) for device in self.devices)

    @property
    def shoe(self) -> Shoe:
        for device in self.devices:
            if device.role == "shuffler":
                return "shuffling"
            if device.role == "shoe":
                return "reading" if device.reads_faces else "counting"
        return "silent"

    @property
    def state(self) -> Path:
        """Beside the table's own file, unless it is an absolute path."""
        return state_of(self.path, self.table)

    @property
    def keys(self) -> Path:
        """Where the secret keys are. Never beside the journal: whoever carries that away shall not read it."""
        return keys_of(self.path, self.table)

    @property
    def screens(self) -> Path:
        """Where the screens' browsers find their addresses."""
        return screens_of(self.path, self.table)


class _Reader:
    """Reads files one after the other and remembers every complaint."""

    def __init__(self) -> None:
        self.complaints: list[Complaint] = []

    def read(self, path: Path, model: type[M]) -> M | None:
        try:
            values = toml_in(path)
        except OSError as error:
            self.complain(path, "", _unread(error))
        except ValueError as error:
            self.complain(path, "", f"is not TOML: {error}")
        else:
            return self.check(path, values, model, ())
        return None

    def check(self, path: Path, values: Mapping[str, Any], model: type[M], under: tuple[str, ...]) -> M | None:
        try:
            return model.model_validate(values)
        except ValidationError as error:
            for fault in error.errors(include_url=False, include_context=False):
                self.complain(path, _key(under, fault["loc"]), _reason(fault, model))
            return None

    def complain(self, path: Path, key: str, reason: str) -> None:
        self.complaints.append(Complaint(str(path), key, reason))


def state_of(path: Path, table: schema.Table) -> Path:
    named = Path(table.state)
    if IS_INSTALLED and path.resolve().is_relative_to(HOME) and not named.is_absolute():
        return _users_own() / named.name  # a demonstration writes nothing among the installed files
    return (path.resolve().parent / named).resolve()


def keys_of(path: Path, table: schema.Table) -> Path:
    return _beside_state(path, table, table.keys, "keys")


def screens_of(path: Path, table: schema.Table) -> Path:
    return _beside_state(path, table, table.screens, "screens")


def _beside_state(path: Path, table: schema.Table, named: str | None, what: str) -> Path:
    if named is not None:
        return (path.resolve().parent / named).resolve()
    state = state_of(path, table)
    return state.with_name(f"{state.name}-{what}")


def hash_of(config: Config) -> str:
    """Of the table's file and all that it names: two tables of the same hash are set alike."""
    table = config.table
    named = (table.game, table.staff, *table.devices, *filter(None, (table.deck, table.tournament)))
    found = hashlib.sha256(config.path.read_bytes())
    for name in named:
        found.update(hashlib.sha256((_home(config.path) / name).read_bytes()).digest())
    return found.hexdigest()[:HASH_SHOWN]


def _users_own() -> Path:
    base = os.environ.get("XDG_STATE_HOME", "")
    return (Path(base) if os.path.isabs(base) else Path.home() / ".local" / "state") / "table-controller"


def _home(path: Path) -> Path:
    """tables/ stands beside games/, devices/, staff/ and decks/."""
    return path.resolve().parent.parent


def load_conditions(path: Path) -> Conditions:
    """Of a tournament, without a table."""
    reader = _Reader()
    conditions = _conditions(reader, path)
    if conditions is None:
        raise ConfigError(reader.complaints)
    return conditions


def table_in(path: Path) -> schema.Table:
    """What the table's own file says: for who may not read all that it names."""
    reader = _Reader()
    table = reader.read(path, schema.Table)
    if table is None:
        raise ConfigError(reader.complaints)
    return table


def load(path: Path) -> Config:
    reader = _Reader()
    home = _home(path)
    table = reader.read(path, schema.Table)
    if table is None:
        _complain_of_the_rest(reader, path, home)
        raise ConfigError(reader.complaints)
    game, options = _game(reader, home / table.game)
    devices = [device for name in table.devices if (device := _device(reader, home / name)) is not None]
    staff = reader.read(home / table.staff, schema.Staff)
    _check_together(reader, path, table, devices)
    _check_board(reader, path, game, devices)
    _check_shuffler(reader, path, game, devices)
    packs = _packs(reader, home / table.deck) if table.deck is not None else None
    if packs is not None:
        _check_packs(reader, home / str(table.deck), packs, options, devices)
    if staff is not None:
        _check_staff(reader, home / table.staff, staff, devices)
    _check_places(reader, path, table)
    if not _is_demonstration(devices):
        _check_who_reads(reader, home, table, staff)
    tournament = _conditions(reader, home / table.tournament) if table.tournament is not None else None
    if tournament is not None:
        _check_tournament(reader, home / str(table.tournament), tournament, game, table)
        _check_who_conducts_it(reader, home / table.staff, staff)
    if reader.complaints or staff is None:
        raise ConfigError(reader.complaints)
    return Config(path, table, game, options, tuple(devices), staff.staff, packs, tournament)


def _complain_of_the_rest(reader: _Reader, path: Path, home: Path) -> None:
    """One fault in the table's file must not hide those of the files that it names."""
    try:
        names = toml_in(path)
    except (OSError, ValueError):
        return
    if _is_a_name(names.get("game")):
        _game(reader, home / names["game"])
    if _is_a_name(names.get("staff")):
        reader.read(home / names["staff"], schema.Staff)
    if _is_a_name(names.get("deck")):
        _packs(reader, home / names["deck"])
    devices = names.get("devices")
    for name in devices if isinstance(devices, list) else ():
        if _is_a_name(name):
            _device(reader, home / name)


def _is_a_name(value: object) -> bool:
    return isinstance(value, str) and re.fullmatch(schema.FILE_NAME, value) is not None


def _game(reader: _Reader, path: Path) -> tuple[str, Any]:
    game = reader.read(path, schema.Game)
    if game is None:
        return "", None
    return game.game, reader.check(path, game.options, game_class(game.game).Options, ("options",))


def _device(reader: _Reader, path: Path) -> schema.Device | None:
    device = reader.read(path, schema.Device)
    if device is None:
        return None
    try:
        driver = driver_class(device.driver)
    except UnknownDriver as error:
        reader.complain(path, "driver", str(error))
    else:
        options = reader.check(path, device.options, driver.Options, ("options",))
        if options is not None:
            _check_role(reader, path, device, driver.roles(options))
            _check_lamps(reader, path, device, driver.lamps(options))
        _check_link(reader, path, device, driver)
    return device


def _check_role(reader: _Reader, path: Path, device: schema.Device, roles: tuple[str, ...]) -> None:
    """A device is heard, and missed, as what its role says."""
    if roles and device.role not in roles:
        can = " or ".join(f'"{role}"' for role in roles)
        reader.complain(
            path, "role", f"a {device.role} is not what {device.driver} hears here: give role = {can}"
        )


def _check_lamps(reader: _Reader, path: Path, device: schema.Device, lamps: frozenset[int]) -> None:
    for lamp in device.lamps:
        if int(lamp) not in lamps:
            known = f"1 to {max(lamps)}" if lamps else "none"
            reader.complain(
                path, f"lamps.{lamp}", f"{device.driver} has no such lamp with these options: it has {known}"
            )


def _check_link(reader: _Reader, path: Path, device: schema.Device, driver: type[Driver]) -> None:
    if isinstance(device.link, schema.SimulatedLink):
        return
    if isinstance(device.link, PcscdSettings) != (driver.by_way_of == "pcscd"):
        reader.complain(
            path,
            "link.kind",
            'pcscd owns badge readers of PC/SC and nothing else: driver = "pcsc" goes with '
            'link = { kind = "pcscd" }',
        )
        return
    on_usb = driver.reads == "reports"
    if on_usb and not isinstance(device.link, UsbSettings):
        reader.complain(
            path,
            "link.kind",
            f'{device.driver} hears a device on USB: give link = {{ kind = "usb", vendor = 0x…, product = 0x…, '
            'port = "1-2.3" }; `tablectl probe` prints it',
        )
    prints = device.role == "printer"
    if isinstance(device.link, UsbSettings) and device.link.printer != prints:
        is_one = "a printer: give link.printer = true" if prints else "no printer: take link.printer out"
        reader.complain(path, "link.printer", f"{device.driver} speaks to {is_one}")
    if isinstance(device.link, UsbSettings) and not on_usb and not prints:
        reader.complain(
            path, "link.kind", f'{device.driver} hears a serial line: give kind = "serial" or "tcp"'
        )
    if isinstance(device.link, TcpSettings) and device.link.secret and not driver.may_have_a_secret:
        reader.complain(
            path,
            "link.secret",
            f"{device.driver} knows no secret: take it out, and lead its cable inside the table or put it in a "
            "tunnel (docs/device-secrets.md)",
        )


def _packs(reader: _Reader, path: Path, opens: Opens | None = None) -> Deck | None:
    """By a way of its own: where a file is wrong, what stands there may be a tag. No complaint repeats it.

    Without `opens` a sealed file is passed over: only the table that wrote it can say what is in it."""
    try:
        values = toml_in(path)
        if set(values) == {"sealed"}:
            if opens is None:
                return None
            values = toml_of(_opened(str(values["sealed"]), opens))
    except _OfAnotherKey:
        reader.complain(path, "sealed", "was sealed with another key than this table's: enrol the cards anew")
    except OSError as error:
        reader.complain(path, "", _unread(error))
    except ValueError as error:
        where = re.search(r"\(at [a-z0-9, ]+\)$", str(error))
        reader.complain(path, "", f"is not TOML {where[0] if where else ''}".rstrip())
    else:
        return _checked_packs(reader, path, values)
    return None


# ---------------------------------------------------------------- a tournament


def _conditions(reader: _Reader, path: Path) -> Conditions | None:
    try:
        return read_conditions(toml_in(path))
    except OSError as error:
        reader.complain(path, "", _unread(error))
    except BadConditions as error:
        for fault in error.faults:
            reader.complain(path, fault.key, fault.what)
    except ValueError as error:
        reader.complain(path, "", f"is not TOML: {error}")
    return None


def _check_tournament(
    reader: _Reader, path: Path, conditions: Conditions, game: str, table: schema.Table
) -> None:
    if game and conditions.game != game:
        reader.complain(path, "game", f"is {conditions.game}, and the table plays {game}")
    seats = min(table.boxes, conditions.tables.most_per_table)
    heats = sum(session.kind == "heat" for session in conditions.sessions) or 1
    if conditions.players_most > seats * heats:
        reader.complain(
            path,
            "players_most",
            f"one table seats {seats} in each of {heats} first sessions: have fewer players, or more heats",
        )


def _check_who_conducts_it(reader: _Reader, path: Path, staff: schema.Staff | None) -> None:
    """Otherwise nobody could nominate, conduct, or take a fee."""
    there = {member.role for member in staff.staff} if staff is not None else set(RIGHTS)
    for role in ("shift_manager", "tournament_director", "cashier"):
        if role not in there:
            reader.complain(path, "staff", f'nobody is role = "{role}": a tournament needs one')


class _OfAnotherKey(Exception):
    pass


def _opened(sealed: str, opens: Opens) -> str:
    try:
        return opens(sealed)
    except ValueError:
        raise _OfAnotherKey from None


def _checked_packs(reader: _Reader, path: Path, values: Mapping[str, Any]) -> Deck | None:
    try:
        return Deck.model_validate(values)
    except ValidationError as error:
        for fault in error.errors(include_url=False, include_context=False, include_input=False):
            where = tuple(part for part in fault["loc"] if isinstance(part, int) or part in deck.KEYS)
            reader.complain(path, _key((), where), _reason(fault, Deck))
        return None


def packs_in(path: Path, opens: Opens) -> Deck:
    """As it is, be it not all yet."""
    reader = _Reader()
    packs = _packs(reader, path, opens)
    if packs is None:
        raise ConfigError(reader.complaints)
    return packs


def read_packs(config: Config, opens: Opens | None = None) -> Deck:
    """The enrolment file, as it is now: it may have been written while the table is open."""
    reader, path = _Reader(), config.deck_path
    packs = _packs(reader, path, opens)
    if packs is not None:
        _check_packs(reader, path, packs, config.options, config.devices)
    if packs is None or reader.complaints:
        raise ConfigError(reader.complaints)
    return packs


def _faces(options: Any) -> tuple[AnyCard, ...]:
    return options.cards.deck_cards if isinstance(options, PotOptions) else FULL_DECK


def _check_packs(
    reader: _Reader, path: Path, packs: Deck, options: Any, devices: Iterable[schema.Device]
) -> None:
    played_with = _faces(options)
    for number, pack in enumerate(packs.pack):
        missing = pack.without(played_with)
        if missing:
            named = ", ".join(face.short for face in missing[:3])
            reader.complain(path, f"pack[{number}].cards", f"{len(missing)} faces are missing: {named}")
    two = any(device.role == "shuffler" for device in devices)
    if len(packs.pack) != (2 if two else 1):
        reader.complain(path, "pack", "a table plays with one pack, with a shuffling shoe with two (rule 12.2)")


def _check_together(reader: _Reader, path: Path, table: schema.Table, devices: list[schema.Device]) -> None:
    names = [device.name for device in devices]
    for name in sorted({name for name in names if names.count(name) > 1}):
        reader.complain(path, "devices", f"two devices are called {name!r}: give each its own name")
    if sum(device.role == "shoe" for device in devices) > 1:
        reader.complain(path, "devices", "two shoes are named: a table deals from one (rule 6.1)")
    watched = [place for device in devices if device.role == "readers" for place in device.places]
    for place in sorted({place for place in watched if watched.count(place) > 1}):
        reader.complain(path, "devices", f"two antennas watch the place {place!r}: give it to one of them")
    for device in devices:
        beyond = [place for place in device.places if place.isdigit() and int(place) > table.boxes]
        if beyond:
            reader.complain(path, "boxes", f"{device.name} watches box {beyond[0]}, but boxes is {table.boxes}")
    if sum(device.role == "markers" for device in devices) > 1:
        reader.complain(path, "devices", "two marker devices are named: give the sensors of one all boxes")


def _check_board(reader: _Reader, path: Path, game: str, devices: list[schema.Device]) -> None:
    has_board = not game or any(shape.communal for shape in game_class(game).shapes)
    for device in devices:
        if BOARD in device.places and not has_board:
            reader.complain(path, "devices", f"{device.name} watches the board, but this game has none")


def _check_shuffler(reader: _Reader, path: Path, game: str, devices: list[schema.Device]) -> None:
    shufflers = sum(device.role == "shuffler" for device in devices)
    if shufflers > 1:
        reader.complain(path, "devices", "two shufflers are named: a table deals from one (rule 12.1)")
    if shufflers and any(device.role == "shoe" for device in devices):
        reader.complain(
            path, "devices", "a shoe and a shuffler are named: a table deals from one of them (rule 12.1)"
        )
    if shufflers and game and not game_class(game).has_rules_for_shuffling_shoe:
        known = ", ".join(name for name in game_names() if game_class(name).has_rules_for_shuffling_shoe)
        reader.complain(path, "devices", f"a shuffler is named, but {game} has no rules for one: {known} has")


def _is_demonstration(devices: list[schema.Device]) -> bool:
    return bool(devices) and all(isinstance(device.link, schema.SimulatedLink) for device in devices)


def _check_places(reader: _Reader, path: Path, table: schema.Table) -> None:
    """What lies with the journal is carried away, lost and put back with it."""
    state, keys = state_of(path, table), keys_of(path, table)
    if keys.is_relative_to(state):
        reader.complain(
            path, "keys", "lies in the state folder: name one that is not carried away with the journal"
        )
    witnesses = [Path(name).resolve() for name in table.witness]
    if any(witness.is_relative_to(folder) for witness in witnesses for folder in (state, keys)):
        reader.complain(path, "witness", "lies with the journal or its keys: name a file on another disk")
    if len(set(witnesses)) < len(witnesses):
        reader.complain(path, "witness", "names one file twice: each keeps what the others may lose")


def _check_who_reads(reader: _Reader, home: Path, table: schema.Table, staff: schema.Staff | None) -> None:
    """Four digits are soon guessed by whoever has the file; a deck file names the cards that lie face down."""
    secret = [table.deck] if table.deck is not None else []
    if staff is not None and any(member.pin_scrypt is not None for member in staff.staff):
        secret.append(table.staff)
    for name in secret:
        path = home / name
        if path.exists() and path.stat().st_mode & OTHERS:
            reader.complain(
                path, "", f"may be read or written by anybody on this machine: chmod o= {path.resolve()}"
            )


def _check_staff(reader: _Reader, path: Path, staff: schema.Staff, devices: list[schema.Device]) -> None:
    real = not _is_demonstration(devices)
    for number, member in enumerate(staff.staff):
        if real and member.demo_pin is not None:
            reader.complain(
                path,
                f"staff[{number}].demo_pin",
                "a PIN in clear is only for simulated devices: use pin_scrypt",
            )
    if not any(RIGHTS[member.role].rules for member in staff.staff):
        reader.complain(path, "staff", "nobody is a supervisor: rulings need one")


def _unread(error: OSError) -> str:
    what_to_do = "put the file there or correct its name"
    if isinstance(error, PermissionError):
        what_to_do = "run this as the table's user or root, or see to its owner and mode"
    return f"cannot be read ({error.strerror}): {what_to_do}"


def _key(under: Iterable[str], location: tuple[int | str, ...]) -> str:
    key = ""
    for part in (*under, *location):
        key += f"[{part}]" if isinstance(part, int) else f".{part}" if key else str(part)
    return key


def _reason(fault: Any, model: type[BaseModel]) -> str:
    if fault["type"] != "extra_forbidden":
        return str(fault["msg"]).removeprefix("Value error, ")
    known = _keys_at(model, fault["loc"][:-1])
    near = get_close_matches(str(fault["loc"][-1]), known, n=1, cutoff=0.5)
    hint = f"did you mean {near[0]!r}?" if near else f"known keys are {', '.join(sorted(known))}"
    return f"there is no such key; {hint}"


def _keys_at(model: Any, location: tuple[int | str, ...]) -> list[str]:
    """The keys that the model takes at a place inside it."""
    for part in location:
        if isinstance(part, str) and hasattr(model, "model_fields") and part in model.model_fields:
            model = model.model_fields[part].annotation
        else:
            members = [member for member in get_args(model) if member is not type(None)]
            model = next((m for m in members if _tagged(m, part)), members[0] if members else model)
    for member in (model, *get_args(model)):
        if hasattr(member, "model_fields"):
            return list(member.model_fields)
    return []


def _tagged(model: Any, tag: int | str) -> bool:
    kind = getattr(model, "model_fields", {}).get("kind")
    return kind is not None and tag in get_args(kind.annotation)
