"""How a screen on this machine learns its address: from a file, so that its key is in no log."""

from __future__ import annotations

import contextlib
import grp
import html
import json
import os
import socket
import time
from collections.abc import Mapping
from pathlib import Path

from controller.cannot_go_on import CannotGoOn
from controller.private_file import write_privately

FILE, WHY_NOT = "addresses.json", "why-not.txt"
LOOK_S = 0.2
PAGE = '<!doctype html><meta http-equiv="refresh" content="'  # how one begins
WAITING = """\
{page}1"><meta charset="utf-8"><title>{title}</title>
<style>
body {{ font: 24px sans-serif; margin: 15vh 12vw; color: #eee; background: #1b1d20; white-space: pre-line }}
</style>
<h1>{title}</h1><p>{detail}</p><p>{why}</p>
"""


class NoAddress(CannotGoOn):
    """The text says what to do."""


def hand_over(folder: Path, addresses: Mapping[str, str], group: str | None) -> None:
    """To the daemon's user, and to the group that the screens' browsers run in."""
    try:
        _write(folder, FILE, json.dumps(addresses), group)
        (folder / WHY_NOT).unlink(missing_ok=True)
    except OSError as error:
        raise NoAddress(
            f"the screens' addresses cannot be written into {folder} ({error.strerror}): see to screens and "
            "screens_group in the table's file"
        ) from error


def tell_why_not(folder: Path, why: str, group: str | None) -> None:
    """A daemon that does not start says so to the screens that wait for it, too, where that can be written."""
    with contextlib.suppress(OSError, NoAddress):
        _write(folder, WHY_NOT, why, group)


def why_not(folder: Path) -> str:
    try:
        return (folder / WHY_NOT).read_text()
    except OSError:
        return ""


def _write(folder: Path, name: str, text: str, group: str | None) -> None:
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    write_privately(folder / name, text, _number_of(group))
    if group is not None:
        os.chown(folder, -1, _number_of(group))
        folder.chmod(0o750)


def take_back(folder: Path) -> None:
    """With what a second start has said meanwhile, which this one kept from starting."""
    with contextlib.suppress(OSError):  # the table is stopped in good order all the same
        (folder / FILE).unlink()
        (folder / WHY_NOT).unlink(missing_ok=True)


def write_page(path: Path, address: str) -> None:
    """A browser that is given this file opens the address."""
    _write_page(path, f'{PAGE}0;url={html.escape(address)}">\n')


def write_waiting_page(path: Path, title: str, detail: str, why: str) -> None:
    """It is looked at again every second, until it leads on."""
    words = {"title": title, "detail": detail, "why": why}
    _write_page(path, WAITING.format(page=PAGE, **{name: html.escape(said) for name, said in words.items()}))


def _write_page(path: Path, page: str) -> None:
    there = path.read_bytes() if path.exists() else page.encode()
    if not there.startswith(PAGE.encode()):
        raise NoAddress(f"{path} is there already and is no such page: give another name")
    if there != page.encode() or not path.exists():
        write_privately(path, page)


def _number_of(group: str | None) -> int:
    if group is None:
        return -1
    try:
        return grp.getgrnam(group).gr_gid
    except KeyError:
        raise NoAddress(f"there is no group {group}: see to screens_group in the table's file") from None


def address_of(folder: Path, role: str, wait_s: float = 0) -> str:
    """Of a daemon that answers."""
    ends = time.monotonic() + wait_s
    while True:
        try:
            return _found(folder / FILE, role)
        except NoAddress:
            if time.monotonic() >= ends:
                raise
        time.sleep(LOOK_S)


def _found(path: Path, role: str) -> str:
    try:
        addresses = json.loads(path.read_text())
    except FileNotFoundError:
        raise NoAddress(f"{path} is not there: start the table first") from None
    except OSError as error:
        raise NoAddress(
            f"{path} cannot be read ({error.strerror}): run this as the table's user, or as one of the group "
            "that screens_group names"
        ) from error
    if role not in addresses:
        raise NoAddress(f"this table has no {role}: it has {', '.join(addresses)}")
    address = str(addresses[role])
    port = int(address.split(":")[2].split("/", maxsplit=1)[0])
    with socket.socket() as probe:
        if probe.connect_ex(("127.0.0.1", port)) != 0:
            raise NoAddress(f"nobody answers at port {port}: start the table first")
    return address
