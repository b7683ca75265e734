"""tablectl new-table: a table's files in a folder of one's own."""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Callable, Sequence
from decimal import Decimal
from pathlib import Path
from shlex import quote
from typing import NamedTuple, get_args

from config.load import ConfigError, load
from config.schema import Panel
from config.toml import toml_of
from controller.commands import FAILED, OK
from controller.commands.asking import hidden
from controller.commands.values import port as port_number
from controller.pins import hashed
from controller.tools import new_table
from controller.tools.new_table import SERVICE_HOME, Member, NotMade, Wanted
from controller.tools.probe import BY_ID, usb_lines
from drivers.link import LinkLost
from drivers.usb_link import libusb

EPILOG = """\
What is not said with a flag is asked; an empty answer takes what stands in brackets. Devices that are plugged
in are found, and for a serial port it asks what is behind it. Files that are there already stay as they are.
With --demo devices, people and limits are those of the demonstration: nothing has to be plugged in. In
/etc/table-controller the table is made for the installed service."""
LANGUAGES = get_args(Panel.model_fields["language"].annotation)


class Wants(NamedTuple):
    """What an answer looks like, and how somebody is told whose answer does not."""

    form: str
    say: str


TABLE = Wants("[A-Za-z0-9-]{1,16}", "1 to 16 letters, digits and hyphens, like T-01")
BOXES = Wants("[1-9]", "a number from 1 to 9")
NUMBER = Wants("[0-9]{3,8}", "3 to 8 digits")
NAME = Wants(r".{1,40}", "1 to 40 characters")
PIN = Wants("[0-9]{4,8}", "4 to 8 digits")
HOURS = Wants(r"nothing|\S.{0,38}\S", "2 to 40 characters, like 12:00 to 04:00, or nothing")
MONEY = Wants(r"[0-9]{1,8}(\.[0-9]{2})?", "dollars, like 25 or 2.50")
MONEYS = Wants(rf"{MONEY.form}(, *{MONEY.form}){{0,2}}", "one to three amounts, like 5, 10")
MINUTES = Wants("[0-9]{1,4}", "whole minutes; 0 only for a demonstration")
GUIDE = "/usr/share/doc/table-controller/install.md"  # where the package has it
ASKED_FOR = (("supervisor", "2001"), ("dealer", "1001"))  # the least that a table needs


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.formatter_class, parser.epilog = argparse.RawDescriptionHelpFormatter, EPILOG
    parser.add_argument("folder", type=Path, help="for tables/, games/, devices/ and staff/; made if need be")
    parser.add_argument("--name", type=_table_name, help="of the table, for example T-01")
    parser.add_argument("--game", choices=new_table.games())
    parser.add_argument("--boxes", type=int, choices=range(1, 10), metavar="1-9", help="or seats")
    parser.add_argument("--language", choices=LANGUAGES)
    parser.add_argument(
        "--port", type=port_number, help="of the panel (default: 8470, or the next that no table here has)"
    )
    parser.add_argument("--demo", action="store_true", help="simulated devices and invented people")


def run(asked: argparse.Namespace) -> int:
    try:
        wanted = _wanted(asked)
    except EOFError:
        raise NotMade("nobody answers any more: nothing is written") from None
    for path in new_table.write(asked.folder, wanted):
        print(f"written: {path}")
    table = asked.folder / "tables" / f"{wanted.name}.toml"
    try:
        load(table)
    except ConfigError as error:
        print(f"tablectl: mend this, then run `tablectl check-config {table}`:\n{error}", file=sys.stderr)
        return FAILED
    _say_what_next(asked.folder, table, wanted.name)
    return OK


def _wanted(asked: argparse.Namespace) -> Wanted:
    name = asked.name or _ask("Table", "T-01", TABLE)
    new_table.file_of(asked.folder, name)
    game = asked.game or _ask("Game", "canberra_poker", new_table.games())
    shown = new_table.demonstration(game) if asked.demo else None
    boxes = asked.boxes or (shown.boxes if shown else int(_ask("Boxes or seats, 1 to 9", "7", BOXES)))
    language = asked.language or _ask("Language", "en", LANGUAGES)
    options = "" if asked.demo else _options(game)
    hours = "" if asked.demo else _ask("Hours of gaming, as the sign shows them", "nothing", HOURS)
    staff = [] if asked.demo or (asked.folder / new_table.STAFF).exists() else _staff()
    devices = shown.devices if shown else new_table.named_apart(_plugged_in(asked.folder), name)
    port_ = asked.port or new_table.free_port(asked.folder)
    hours = "" if hours == "nothing" else hours
    return Wanted(name, game, boxes, language, port_, devices, asked.demo, staff, options, hours)


def _options(game: str) -> str:
    """What the casino determines. All of it can be changed in the file, and limits at the table."""
    print("What does the casino determine? Amounts in dollars; what stands in brackets is only an example.")
    while True:
        text = new_table.shipped(game)
        section, key = new_table.BLINDS
        for setting in new_table.SETTINGS:
            usual = new_table.value_in(text, setting.section, setting.key)
            if usual is not None:
                text = new_table.determined(text, setting.section, setting.key, _amount(setting, usual))
        if blinds := new_table.value_in(text, section, key):
            usual = ", ".join(map(new_table.dollars, blinds))
            said = _ask("Blinds, the smallest first (4.2)", usual, MONEYS).split(",")
            text = new_table.determined(text, section, key, list(map(_cents, said)))
        notice = new_table.NOTICE
        minutes = int(_ask(notice.ask, str(new_table.LEAST_NOTICE), MINUTES))
        text = new_table.determined(text, notice.section, notice.key, minutes)
        text = new_table.with_quick_antes(text)
        if not (fault := new_table.fault_of(text)):
            return text
        print(f"Nobody could play by that: {fault}. Once more:")


def _amount(setting: new_table.Setting, usual: int) -> int:
    while True:
        cents = _cents(_ask(setting.ask, setting.says(usual), MONEY))
        if setting.least <= cents <= setting.most:
            return cents
        print(f"Write {new_table.dollars(setting.least)} to {new_table.dollars(setting.most)} dollars.")


def _cents(said: str) -> int:
    return round(Decimal(said.strip()) * 100)


def _table_name(said: str) -> str:
    if not re.fullmatch(TABLE.form, said):
        raise argparse.ArgumentTypeError(f"{said!r} is no name for a table: give {TABLE.say}")
    return said


def _staff() -> list[Member]:
    print("Who may rule, and who deals? More people can be added to the staff file later.")
    members: list[Member] = []
    for role, usual in ASKED_FOR:
        number = _ask(f"Staff number of a {role}", usual, NUMBER)
        while any(number == member.number for member in members):
            number = _ask(f"{number} is somebody else's. Staff number of a {role}", usual, NUMBER)
        name = _ask(f"Name of {number}", role.capitalize(), NAME)
        members.append(Member(number, name, role, hashed(_new_pin(number))))
    return members


def _new_pin(number: str) -> str:
    while True:
        pin = _ask(f"PIN of {number}, 4 to 8 digits", "", PIN, hidden)
        if hidden(f"PIN of {number} again: ") == pin:
            return pin
        print("These were two. Once more:")


def _plugged_in(folder: Path) -> list[str]:
    """What no other table here has: a device speaks to one."""
    found, taken = [], new_table.links_in(folder)
    try:
        found = [text for lines in usb_lines(libusb()) if (text := new_table.on_usb(lines)) is not None]
    except LinkLost as lost:
        print(f"No USB device can be looked for: {lost}")
    drivers = new_table.serial_drivers()
    for port in sorted(BY_ID.glob("*")):
        if any(link.get("path") == str(port) for link in taken):
            continue
        driver = _ask(f"What is behind {port.name}: {', '.join(drivers)}", "nothing", [*drivers, "nothing"])
        if driver in drivers:
            found.append(new_table.on_serial(drivers[driver], port))
    found = [text for text in found if toml_of(text).get("link") not in taken]
    if not found:
        print(
            "No device that is known here is plugged in and free: the table is dealt by hand until it has some."
        )
    return found


def _ask(what: str, default: str, allowed: Wants | Sequence[str], ask: Callable[[str], str] = input) -> str:
    while True:
        said = ask(f"{what} [{default}]: " if default else f"{what}: ").strip() or default
        if re.fullmatch(allowed.form, said) if isinstance(allowed, Wants) else said in allowed:
            return said
        wanted = allowed.say if isinstance(allowed, Wants) else f"one of {', '.join(allowed)}"
        print(f"That cannot be used here. Write {wanted}.")


def _say_what_next(folder: Path, table: Path, name: str) -> None:
    print(f"\n{table} is correct. Next:")
    if folder.resolve() == SERVICE_HOME:
        print(f"  runuser -u table-controller -- tablectl verification-key --config {table}")
        print("      shows once what the journal's seals are verified with: keep it elsewhere")
        print(f"  systemctl enable --now table-controller@{name}    starts the table, now and at every boot")
        print(f"  systemctl enable --now table-kiosk@{name}         and the dealer's screen")
        print(f"  systemctl enable --now table-backup@{name}.timer    backs it up every night")
        print(f"  {GUIDE}: where backups go, back up the keys, enrol cards, more people")
    else:
        print(f"  tablectl run {quote(str(table))}")
        print(f"  tablectl address --role dealer {quote(str(table))}")
