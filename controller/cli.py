"""tablectl: the daemon and its tools on the command line."""

from __future__ import annotations

import argparse
import asyncio
import getpass
import json
import logging
import os
import re
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import TextIO, get_args

import structlog

from config.deck import Deck, Pack
from config.load import Complaint, Config, ConfigError, load, packs_in
from config.schema import Device, SimulatedLink
from controller import __version__
from controller.app import App, CannotStart, link_of, simulated_table
from controller.journal.journal import JournalError
from controller.journal.records import Disagreement
from controller.journal.seal import Seal, SealError, load_seal
from controller.language.unsaid import faults_of
from controller.lines.enrolling import write_packs
from controller.lines.listening import BadRecording, Recorder, Said, listen, replay
from controller.loop import SetupChanged
from controller.pins import Pins, hashed
from controller.tools import phh
from controller.tools.adjudicate import BadLine, adjudicate, adjudicate_journal
from controller.tools.enrol import NotEnrolled, Reader, enrol
from controller.tools.phh_export import Hand, exported, hands_of
from controller.tools.probe import serial_lines, usb_lines
from controller.tools.rank import FORMAT as RANK_FORMAT
from controller.tools.rank import rank_lines
from controller.tools.tournament.audit import audit
from controller.tools.tournament.commands import BadQuestion, answered
from controller.tools.tournament.commands import add_commands as add_tournament_commands
from controller.tools.tournament.script import run
from controller.tools.tryout import Tryout
from controller.tournament.host import ConditionsChanged
from drivers.links import AnySettings, LinkLost, SerialSettings, UsbSettings
from drivers.registry import NOT_PUBLIC, driver_names
from drivers.usb_link import libusb
from games.catalogue import GAMES, game_class, game_names
from games.events import EVENT, Colour
from games.outcomes import OUTCOME
from games.tournament.events import EVENT as TOURNAMENT_EVENT

OK, FAILED, USAGE = 0, 1, 2
STDIN = 0
DEMO = Path("config/tables/demo.toml")

TOURNAMENT = "check the conditions of a tournament, ballots, places and prizes, from files"
EXPORT = "write the rounds of a pot game out of a table's journal in the PHH notation"
EXPORT_EPILOG = """\
With --out each round is a file of its own in that folder, round-000001.phh and so on; one that is there
already is written anew. Without it one round is printed as a file, and several each under its number, as a
file .phhs has them. The journal's seal.key must lie beside it. A hand that nobody showed stays unknown. A
void round is left out and named on the error output. A game that PHH has no variant for is written with
_variant instead of variant, so that no reader takes it for another."""


class NoSuchDevice(Exception):
    """The text says which there are."""


PROBE = "list the serial ports and USB devices there are, with the configuration's lines for those known"
LISTEN_EPILOG = """\
Stop the table first: a device speaks to one program. It is not told that its reports are kept, so a device
that keeps them until then tells them to the table again. Heartbeats are left out. A recording holds the raw
bytes, and these can hold cards: it is sealed with the table's seal.key; only with that can it be replayed."""

ENROL = "name the tags of a deck with a reader and a keypad; the table is stopped"
ENROL_EPILOG = """\
It names one card after the other; lay each on the reader alone and press Enter. Two passes, the dealer's and
the casino supervisor's, the second the other way round; only if both agree on every card the file is written:
enrolled.toml in the state folder, for this user alone and sealed with the table's seal.key. With a shuffling
shoe each deck is enrolled by itself, with its colour. Run it as the daemon's user. No tag is ever shown."""

REHEARSE = "play a text script through the whole daemon on simulated devices, and say what the table said"
REHEARSE_EPILOG = """\
The daemon runs in a temporary folder and is ended. The exit status is 0, or 1 with the number of the line that
went otherwise and what there was instead. One sentence a line; what stands behind a # is a comment:
  play 2 rounds                     the scripted dealer and players, as far as nobody has to decide
  play until decide                 until the game is in that phase
  deal 4 cards                      as far as needed to deal them, and then so many cards (or packs)
  answer go_on [because REASON]     to the question that is open; as supervisor where one is needed
  dealer says hold_shoe             or "supervisor says void_round ground=disturbance": any command
  approve readers                   a supervisor approves the device that is held
  touch BUTTON / press BUTTON       a button of the panel by its id / of the bench page
  unplug shoe, replug shoe, jam, clear jam, draw box-1, swap box-1 box-2, damage shoe lossy,
  lose reports shoe 2, next card unread, trouble readers firmware_changed, open the door ...
                                    every command of the bench, with its arguments in order
  kill                              the daemon is killed, and started again
  wait ready / wait 2 seconds       until all devices are heard / so long
  expect question shoe_lost rule 6.1    within some seconds; "rule" may be left out
  expect ruling shoe_lost go_on / expect notice WORDS / expect prompt WORDS / expect phase deal
  expect no question / expect 2 rounds  so many are over"""

Troubles = (
    NotEnrolled,
    BadRecording,
    LinkLost,
    NoSuchDevice,
    ConfigError,
    CannotStart,
    JournalError,
    SealError,
    SetupChanged,
    ConditionsChanged,
    Disagreement,
    BadLine,
    OSError,
)


def main(arguments: list[str] | None = None) -> int:
    asked = parser().parse_args(arguments)
    _log_to(sys.stderr)
    run: Callable[[argparse.Namespace], int] = asked.run
    try:
        status = run(asked)
        sys.stdout.flush()  # while a full disk or a reader that has gone can still be answered
        return status
    except BrokenPipeError:
        _drop_what_cannot_be_written()  # the reader has had enough
        return OK
    except Troubles as trouble:
        print(f"tablectl: {trouble}", file=sys.stderr)
        _drop_what_cannot_be_written()
        return FAILED
    except KeyboardInterrupt:
        return OK


def _drop_what_cannot_be_written() -> None:
    """Or Python would try again at the end, and complain."""
    try:
        sys.stdout.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def parser() -> argparse.ArgumentParser:
    root = argparse.ArgumentParser(prog="tablectl", description=__doc__)
    root.add_argument("--version", action="version", version=f"tablectl {__version__}")
    commands = root.add_subparsers(required=True, metavar="COMMAND")

    def command(name: str, run: Callable[[argparse.Namespace], int], about: str) -> argparse.ArgumentParser:
        sub = commands.add_parser(name, help=about, description=about)
        sub.set_defaults(run=run)
        return sub

    run = command("run", _run, "start the daemon of one table; Ctrl-C stops it cleanly")
    run.add_argument("config", nargs="?", type=Path, default=DEMO, help="table file (default: %(default)s)")
    run.add_argument("--state", type=Path, help="folder instead of the one that the table's file names")
    run.add_argument("--port", type=int, help="of the panel, instead of the file's; 0: one that is free")
    run.add_argument("--seed", type=int, help="of the simulated cards")
    rehearsal = command("rehearse", _rehearse, REHEARSE)
    rehearsal.formatter_class, rehearsal.epilog = argparse.RawDescriptionHelpFormatter, REHEARSE_EPILOG
    rehearsal.add_argument("script", help="one sentence a line; - for standard input")
    rehearsal.add_argument("--table", type=Path, default=DEMO, help="table file (default: %(default)s)")
    rehearsal.add_argument("--seed", type=int, default=1, help="of cards and players (default: %(default)s)")
    check = command("check-config", _check_config, "check a table's configuration and everything it names")
    check.add_argument("config", type=Path, help="table file, for example config/tables/demo.toml")
    judge = command("adjudicate", _adjudicate, "play events through the rules and print every outcome")
    judge.add_argument(
        "file", help="one JSON object a line, the table first; - for standard input; or a journal"
    )
    judge.add_argument("--round", type=int, help="with a journal: the round to rule on again")
    rank = command("rank", _rank, "say what hands are and how strong: a JSON object a line in, one a line out")
    rank.formatter_class, rank.epilog = argparse.RawDescriptionHelpFormatter, RANK_FORMAT
    rank.add_argument("file", nargs="?", default="-", help="requests; - for standard input (default)")
    add_tournament_commands(command("tournament", _tournament, TOURNAMENT))
    recorded = command("recorded", _recorded, "play hands recorded in the PHH notation through our rules")
    recorded.add_argument("files", nargs="+", type=Path, help="one hand a file")
    _takes_a_journal(command("export", _export, EXPORT))
    command("schema", _schema, "print the JSON Schema of events and outcomes")
    diagram = command("diagram", _diagram, "print the state diagram of a game (Mermaid)")
    diagram.add_argument("game", choices=sorted(game_names()))
    devices = command("devices", _devices, "list a table's devices and whether their ports are there")
    devices.add_argument("config", nargs="?", type=Path, default=DEMO, help="table file (default: %(default)s)")
    command("probe", _probe, PROBE)
    listening = command(
        "listen", _listen, "show what one device reports, live; faces, tags and badges are hidden"
    )
    recording = command("record", _record, "write one device's raw traffic into a file for support, sealed")
    for sub in (listening, recording):
        sub.formatter_class, sub.epilog = argparse.RawDescriptionHelpFormatter, LISTEN_EPILOG
        sub.add_argument("device", help="its name in the configuration")
    recording.add_argument("file", type=Path, help="a new file")
    for sub in (listening, recording):
        sub.add_argument("--config", type=Path, default=DEMO, help="table file (default: %(default)s)")
        sub.add_argument("--seconds", type=float, help="end after this long; without it Ctrl-C ends it")
    again = command(
        "replay", _replay, "decode a recording again, with the key of the table that it was made at"
    )
    again.add_argument("file", type=Path, help="what `tablectl record` wrote")
    again.add_argument("--config", type=Path, default=DEMO, help="table file (default: %(default)s)")
    _takes_a_reader(command("enrol", _enrol, ENROL))
    command("pin", _pin, "make the pin_scrypt of a staff file; asks for the PIN")
    return root


def _takes_a_journal(export: argparse.ArgumentParser) -> None:
    export.formatter_class, export.epilog = argparse.RawDescriptionHelpFormatter, EXPORT_EPILOG
    export.add_argument("journal", type=Path, help="journal.db of a table's state folder; it is only read")
    export.add_argument("--format", choices=["phh"], default="phh", help="the notation (default: %(default)s)")
    export.add_argument("--round", type=int, help="this round only")
    export.add_argument("--out", type=Path, help="folder for a file a round; made if it is not there")


def _takes_a_reader(enrolling: argparse.ArgumentParser) -> None:
    enrolling.formatter_class, enrolling.epilog = argparse.RawDescriptionHelpFormatter, ENROL_EPILOG
    enrolling.add_argument("device", help="a reader's name in the configuration")
    enrolling.add_argument("--config", type=Path, default=DEMO, help="table file (default: %(default)s)")
    enrolling.add_argument("--colour", choices=get_args(Colour), default="unknown", help="of the deck's backs")


# ---------------------------------------------------------------- commands


def _checked(table: Path) -> Config:
    """With what an installed game would say: no table opens that would fall silent in a round."""
    config = load(table)
    faults = faults_of(game_class(config.game)) if config.game not in GAMES else []
    if faults:
        raise ConfigError([Complaint(f"{config.game}: {file}", where, what) for file, where, what in faults])
    return config


def _try_out(config: Config) -> None:
    """What an installed game lacks and only play can show, shows here and not at the table."""
    if config.game not in GAMES and (fault := Tryout(config).fault()):
        raise ConfigError([Complaint(config.game, "tried out by chance", fault)])


def _run(asked: argparse.Namespace) -> int:
    asyncio.run(_serve(_elsewhere(_checked(asked.config), asked.state, asked.port), asked.seed))
    return OK


def _elsewhere(config: Config, state: Path | None, port: int | None) -> Config:
    table = config.table
    if state is not None:
        table = table.model_copy(update={"state": str(state.absolute())})
    if port is not None:
        table = table.model_copy(update={"panel": table.panel.model_copy(update={"port": port})})
    return replace(config, table=table)


async def _serve(config: Config, seed: int | None) -> None:
    app = App(config) if seed is None else App(config, seed)
    addresses = app.addresses
    print(f"Table {config.table.table}, {config.game.replace('_', ' ')}, {config.table.boxes} boxes")
    print(f"Dealer's panel: {addresses.dealer}")
    print(f"Table's sign:   {addresses.sign}")
    if addresses.director:
        print(f"Tournament:     {addresses.director}")
    if addresses.bench:
        print(f"Bench:          {addresses.bench}")
        for member in config.staff:
            print(f"  {member.role:10} {member.name:8} number {member.number}  PIN {member.demo_pin}")
    print("Ctrl-C stops the table.", flush=True)
    await app.serve()


def _rehearse(asked: argparse.Namespace) -> int:
    # Late: what is simulated is not even loaded at a real table.
    from controller.tools.rehearsal.script import ScriptError, read  # noqa: PLC0415
    from controller.tools.rehearsal.stage import rehearse  # noqa: PLC0415

    config = _checked(asked.table)
    if not config.simulated:
        raise CannotStart(f"{asked.table} has real devices: a script plays on simulated ones")
    with _opened(asked.script) as file:
        text = file.read()
    try:
        rehearse(config, read(text), asked.seed, lambda line: print(line, flush=True))
    except ScriptError as otherwise:
        print(f"tablectl: {otherwise}", file=sys.stderr)
        return FAILED
    return OK


def _check_config(asked: argparse.Namespace) -> int:
    config = _checked(asked.config)
    _try_out(config)
    print(f"{asked.config}: correct ({config.game}, {config.table.boxes} boxes, {_kinds(config)})")
    return OK


def _kinds(config: Config) -> str:
    simulated = sum(isinstance(device.link, SimulatedLink) for device in config.devices)
    real = len(config.devices) - simulated
    if not config.devices:
        return "no devices"
    if simulated and real:
        return f"{real} real and {simulated} simulated devices"
    return "simulated devices" if simulated else "real devices"


def _adjudicate(asked: argparse.Namespace) -> int:
    for line in _judged(asked):
        print(line, flush=asked.file == "-")
    return OK


def _judged(asked: argparse.Namespace) -> Iterator[str]:
    if asked.round is not None:
        return adjudicate_journal(Path(asked.file), asked.round)
    if asked.file == "-":
        return adjudicate(sys.stdin)
    try:
        return adjudicate(Path(asked.file).read_text(encoding="utf-8").splitlines())
    except UnicodeDecodeError:
        raise BadLine(f"{asked.file} is not text: for a journal, say which --round") from None


def _rank(asked: argparse.Namespace) -> int:
    with _opened(asked.file) as requests:
        status = OK
        for answer in rank_lines(requests):
            print(json.dumps(answer), flush=True)
            status = FAILED if "error" in answer else status
        return status


def _tournament(asked: argparse.Namespace) -> int:
    if asked.what in ("run", "audit", "schema"):
        return _played_tournament(asked)
    try:
        for answer in answered(asked.what, asked.file):
            print(json.dumps(answer, ensure_ascii=False))
    except (BadQuestion, ConfigError) as error:
        print(f"tablectl: {error}", file=sys.stderr)
        return USAGE
    return OK


def _played_tournament(asked: argparse.Namespace) -> int:
    if asked.what == "schema":
        print(json.dumps(TOURNAMENT_EVENT.json_schema(), indent=1, sort_keys=True))
        return OK
    try:
        if asked.what == "audit":
            found = audit(Path(asked.file))
            print(json.dumps(found, ensure_ascii=False, indent=1))
            return FAILED if found["findings"] else OK
        with _opened(asked.file) as lines:
            for line in run(lines, Path(asked.file).parent):
                print(line, flush=True)
    except (BadLine, ConfigError) as error:
        print(f"tablectl: {error}", file=sys.stderr)
        return USAGE
    return OK


def _opened(file: str) -> TextIO:
    """What is no UTF-8 is wrong on its own line only; a mark in front of it is no part of the text."""
    stream: int | str = STDIN if file == "-" else file
    return open(stream, encoding="utf-8-sig", errors="replace", newline="\n", closefd=file != "-")


def _recorded(asked: argparse.Namespace) -> int:
    status = OK
    for path in asked.files:
        answer = phh.told(path.read_bytes())
        print(json.dumps({"file": str(path), **answer}, ensure_ascii=False), flush=True)
        status = FAILED if "error" in answer or answer["agrees"] is False else status
    return status


def _export(asked: argparse.Namespace) -> int:
    if asked.out is not None:
        asked.out.mkdir(parents=True, exist_ok=True)
    for hand in hands_of(asked.journal, asked.round):
        if hand.closed.void:
            print(f"tablectl: round {hand.closed.round} is void and left out", file=sys.stderr)
        else:
            _put(asked, hand)
    return OK


def _put(asked: argparse.Namespace, hand: Hand) -> None:
    number, text = hand.closed.round, exported(hand)
    if asked.out is not None:
        (asked.out / f"round-{number:06}.phh").write_text(text, encoding="utf-8")
    else:
        print(text if asked.round is not None else f"[{number}]\n{text}", end="\n" * (asked.round is None))


def _schema(asked: argparse.Namespace) -> int:
    print(json.dumps(schema(), indent=2, ensure_ascii=False))
    return OK


def schema() -> dict[str, object]:
    return {"event": EVENT.json_schema(), "outcome": OUTCOME.json_schema(mode="serialization")}


def _diagram(asked: argparse.Namespace) -> int:
    print(game_class(asked.game).phases.mermaid(), end="")
    return OK


def _devices(asked: argparse.Namespace) -> int:
    for device in load(asked.config).devices:
        if isinstance(device.link, SimulatedLink):
            where = "simulated"
        elif isinstance(device.link, SerialSettings):
            found = "there" if Path(device.link.path).exists() else "NOT THERE: check cable and udev name"
            where = f"{device.link.path} at {device.link.baud} baud, {found}"
        elif isinstance(device.link, UsbSettings):
            where = device.link.name
        else:
            where = f"{device.link.host}:{device.link.port}"
        print(f"{device.name:12} {device.role:8} {device.driver:12} {where}")
    print(f"known drivers: {', '.join(driver_names())}")
    for device_name, missing in NOT_PUBLIC.values():
        print(f"no driver for {device_name}: it needs {missing}")
    return OK


def _probe(asked: argparse.Namespace) -> int:
    found = list(serial_lines())
    try:
        found += usb_lines(libusb())
    except LinkLost as lost:
        found.append(f"# no USB device can be listed: {lost}")
    print("\n\n".join(found) or "# nothing is plugged in")
    return OK


def _listen(asked: argparse.Namespace) -> int:
    config = load(asked.config)
    device = _device_of(config, asked.device)
    for said in listen(device, _settings(config, device), asked.seconds):
        _show(said)
    return OK


def _record(asked: argparse.Namespace) -> int:
    config = load(asked.config)
    device = _device_of(config, asked.device)
    settings = _settings(config, device)
    seal = _seal_of(config)
    with open(asked.file, "x", encoding="utf-8", opener=_for_us_alone) as file:
        for said in listen(device, settings, asked.seconds, Recorder(file, device, seal).noticed):
            _show(said)
    return OK


def _for_us_alone(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)


def _replay(asked: argparse.Namespace) -> int:
    for said in replay(asked.file, _seal_of(load(asked.config))):
        _show(said)
    return OK


def _show(said: Said) -> None:
    print(f"{said.at_ms / 1000:10.3f} s  {said.text}", flush=True)


def _seal_of(config: Config) -> Seal:
    """A table that has never run has no key yet, and makes it now."""
    config.state.mkdir(parents=True, exist_ok=True, mode=0o700)
    return load_seal(config.state / "seal.key", may_create=not (config.state / "journal.db").exists())


def _device_of(config: Config, name: str) -> Device:
    for device in config.devices:
        if device.name == name:
            return device
    known = ", ".join(device.name for device in config.devices)
    raise NoSuchDevice(f'there is no device "{name}" at this table: there are {known}')


def _settings(config: Config, device: Device) -> AnySettings:
    if isinstance(device.link, SimulatedLink):
        simulated_table(config).close()  # it lives on for a while without anybody
    return link_of(config, device)


def _enrol(asked: argparse.Namespace) -> int:
    config = load(asked.config)
    device = _device_of(config, asked.device)
    if device.role != "readers":
        raise NoSuchDevice(f"{device.name} is no reader of tags: name a device of the role readers")
    if config.table.deck is not None:
        raise NotEnrolled(f'the table\'s file names {config.table.deck}: take its line "deck" out first')
    seal = _seal_of(config)
    pins = Pins(config.staff, lambda: time.monotonic_ns() // 1_000_000, config.state / "wrong-pins.json")
    reader = Reader(device, _settings(config, device))
    try:
        pack = enrol(
            reader, config.faces, asked.colour, check=pins.check, ask=input, ask_pin=_asked_pin, say=print
        )
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


def _asked_pin(prompt: str) -> str:
    return getpass.getpass(prompt) if sys.stdin.isatty() else input(prompt)


def _pin(asked: argparse.Namespace) -> int:
    pin = getpass.getpass("PIN (4 to 8 digits): ")
    if not re.fullmatch("[0-9]{4,8}", pin):
        print("tablectl: a PIN is 4 to 8 digits", file=sys.stderr)
        return FAILED
    print(f'pin_scrypt = "{hashed(pin)}"')
    return OK


def _log_to(stream: TextIO) -> None:
    render = (
        structlog.dev.ConsoleRenderer(colors=False)
        if stream.isatty()
        else structlog.processors.JSONRenderer(ensure_ascii=False)
    )
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso"),
            structlog.processors.format_exc_info,
            render,
        ],
        wrapper_class=structlog.make_filtering_bound_logger(logging.INFO),
        logger_factory=structlog.PrintLoggerFactory(file=stream),
    )
