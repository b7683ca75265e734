"""tablectl enrol: the tags of a deck named with a reader and a keypad."""

from __future__ import annotations

import argparse
import time
from pathlib import Path
from typing import get_args

from config.deck import Deck, Pack
from config.load import Config, load, packs_in
from controller.commands import OK
from controller.commands.asking import hidden
from controller.commands.one_device import NoSuchDevice, device_of, seal_of, settings_of
from controller.commands.table_file import DEMO, must_be_owner
from controller.journal.seal import Seal
from controller.lines.enrolling import write_packs
from controller.pins import Pins
from controller.tools.enrol import NotEnrolled, Reader, enrol
from games.events import Colour

EPILOG = """\
It names one card after the other; lay each on the reader alone and press Enter. Two passes, the dealer's and
the casino supervisor's, the second the other way round; only if both agree on every card the file is written:
enrolled.toml in the state folder, for this user alone and sealed with the table's seal.key. With a shuffling
shoe each deck is enrolled by itself, with its colour. Run it as the daemon's user. No tag is ever shown."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.formatter_class, parser.epilog = argparse.RawDescriptionHelpFormatter, EPILOG
    parser.add_argument("device", help="a reader's name in the configuration")
    parser.add_argument("--config", type=Path, default=DEMO, help="table file (default: the demonstration)")
    parser.add_argument("--colour", choices=get_args(Colour), default="unknown", help="of the deck's backs")


def run(asked: argparse.Namespace) -> int:
    config = load(asked.config)
    device = device_of(config, asked.device)
    if device.role != "readers":
        raise NoSuchDevice(f"{device.name} is no reader of tags: name a device of the role readers")
    if config.table.deck is not None:
        raise NotEnrolled(f'the table\'s file names {config.table.deck}: take its line "deck" out first')
    must_be_owner(config.state)
    seal = seal_of(config)
    pins = Pins(config.staff, lambda: time.monotonic_ns() // 1_000_000, config.state / "wrong-pins.json")
    reader = Reader(device, settings_of(config, device))
    try:
        pack = enrol(reader, config.faces, asked.colour, check=pins.check, ask=input, ask_pin=hidden, say=print)
    except EOFError:
        raise NotEnrolled("nobody types any more: nothing is written") from None
    finally:
        reader.close()
    decks = _with(config, seal, pack)
    write_packs(config.deck_path, decks, seal)
    print(
        f"{config.deck_path}: {len(pack.cards)} cards named. It counts when the next deck check is completed."
    )
    return OK


def _with(config: Config, seal: Seal, pack: Pack) -> Deck:
    """With a shuffling shoe the deck of the other colour stays as it was."""
    others: tuple[Pack, ...] = ()
    if config.shoe == "shuffling" and config.deck_path.exists():
        known = packs_in(config.deck_path, seal.open)
        others = tuple(other for other in known.pack if other.colour != pack.colour)[-1:]
    return Deck(pack=(*others, pack))
