"""Which driver a name in the configuration stands for."""

from __future__ import annotations

from collections.abc import Mapping
from difflib import get_close_matches
from importlib.metadata import entry_points

from drivers.angel_eye.driver import AngelEye
from drivers.driver import Driver, Heard
from drivers.escpos.driver import EscPos
from drivers.feig_obid.driver import FeigObid
from drivers.firmata.driver import Firmata
from drivers.hid_scanner.driver import HidScanner
from drivers.json_lines.driver import JsonLines
from drivers.line_scanner.driver import LineScanner
from drivers.pcsc.driver import Pcsc
from drivers.pn532.driver import Pn532
from drivers.stream_deck.driver import StreamDeck
from drivers.table_link.driver import TableLink
from drivers.xkeys.driver import XKeys

DRIVERS: dict[str, type[Driver]] = {
    "angel_eye": AngelEye,
    "escpos": EscPos,
    "feig_obid": FeigObid,
    "firmata": Firmata,
    "hid_scanner": HidScanner,
    "json_lines": JsonLines,
    "line_scanner": LineScanner,
    "pcsc": Pcsc,
    "pn532": Pn532,
    "stream_deck": StreamDeck,
    "table_link": TableLink,
    "xkeys": XKeys,
}
ENTRY_POINT_GROUP = "table_controller.drivers"

# Devices that a casino may own and that nobody outside may speak to: what a driver would need first.
_AGREEMENT = "its maker's agreement and the description of its live protocol"
NOT_PUBLIC: dict[str, tuple[str, str]] = {
    "ideal": ("i-Deal", _AGREEMENT),
    "md3": ("MD3", _AGREEMENT),
    "one2six": ("one2six", _AGREEMENT),
    "i_shoe": ("i-Shoe", _AGREEMENT),
    "deck_mate": (
        "Deck Mate 1",
        f"{_AGREEMENT}; public is a download of its history as text, no live messages",
    ),
    "deck_mate_2": ("Deck Mate 2", f"{_AGREEMENT}; public is how its software is verified, no live messages"),
}


class UnknownDriver(LookupError):
    pass


def driver_class(name: str) -> type[Driver]:
    """A driver of ours is never replaced by an installed one of the same name."""
    if name in DRIVERS:
        return DRIVERS[name]
    for entry in entry_points(group=ENTRY_POINT_GROUP, name=name):
        return _checked(name, entry.load())
    raise UnknownDriver(_unknown(name))


def build_driver(name: str, options: Mapping[str, object], heard: Heard | None) -> Driver:
    chosen = driver_class(name)
    return chosen(chosen.Options.model_validate(options), heard)


def driver_names() -> list[str]:
    return sorted({*DRIVERS, *(entry.name for entry in entry_points(group=ENTRY_POINT_GROUP))})


def _checked(name: str, loaded: object) -> type[Driver]:
    if isinstance(loaded, type) and issubclass(loaded, Driver):
        return loaded
    raise UnknownDriver(
        f'the installed driver "{name}" is not a subclass of Driver: update or remove its package'
    )


def _unknown(name: str) -> str:
    if name in NOT_PUBLIC:
        device, missing = NOT_PUBLIC[name]
        return (
            f"there is no driver for the {device}: that needs {missing}. An adapter that speaks table_link "
            "does without (docs/devices/without-a-public-protocol.md)."
        )
    known = driver_names()
    near = get_close_matches(name, known, n=1, cutoff=0)
    return f'there is no driver "{name}": did you mean "{near[0]}"? Known are {", ".join(known)}.'
