"""One device without a table: probe, listen, record, replay."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from usb.backend import libusb1

from config.toml import toml_of
from controller.cli import main
from controller.commands import FAILED, OK
from controller.tools import probe
from simulators.bench import Bench
from simulators.hid_scanner import ABOUT as SCANNER
from simulators.stream_deck import MINI
from simulators.usb_bus import SimulatedBus
from simulators.usb_wire import About, UsbWire, bus_folder
from simulators.xkeys import ABOUT as XKEYS
from tests.daemon import ROOT, Daemon

UNKNOWN = About(vendor=0x1209, product=0x0001, model="?", in_bytes=8)


# ---------------------------------------------------------------- probe


@pytest.fixture
def wires(tmp_path: Path) -> Iterator[dict[str, UsbWire]]:
    devices = {"scanner": SCANNER, "mini": MINI, "xkeys": XKEYS, "unknown": UNKNOWN}
    made = {
        name: UsbWire(tmp_path, name, about, port)
        for port, (name, about) in enumerate(devices.items(), start=1)
    }
    yield made
    for wire in made.values():
        wire.unplug()


def found(folder: Path) -> list[str]:
    """The kernel's own files beside the simulated bus."""
    read = folder / "sys" / "1-1:1.0" / "0003:0C2E:0B81.0001"
    read.mkdir(parents=True, exist_ok=True)
    (read / "report_descriptor").write_bytes(b"\x05\x8c\x09\x02\xa1\x01")
    return sorted(probe.usb_lines(SimulatedBus(bus_folder(folder)), folder / "sys"))


def test_usb_devices_are_listed_with_their_lines(tmp_path: Path, wires: dict[str, UsbWire]) -> None:
    assert found(tmp_path) == [
        '# 05f3:0405 at port 1-3\nrole = "buttons"\ndriver = "xkeys"\n'
        'link = { kind = "usb", vendor = 0x05f3, product = 0x0405, port = "1-3" }  # it has no serial number',
        '# 0c2e:0b81 at port 1-1\nrole = "scanner"\ndriver = "hid_scanner"\noptions = { wake = true }\n'
        'link = { kind = "usb", vendor = 0x0c2e, product = 0x0b81, serial = "S-1701", port = "1-1" }',
        '# 0fd9:0063 at port 1-2\nrole = "buttons"\ndriver = "stream_deck"\n'
        'options = { family = "mini", keys = 6 }\n'
        'link = { kind = "usb", vendor = 0x0fd9, product = 0x0063, serial = "B00SB0", port = "1-2" }',
        "# 1209:0001 at port 1-4: there is no driver for it here",
    ]


def test_a_device_that_may_not_be_opened_is_listed_all_the_same(
    tmp_path: Path, wires: dict[str, UsbWire]
) -> None:
    wires["mini"].let_open("denied")
    assert any("# its serial number cannot be read by this user" in lines for lines in found(tmp_path))


def test_what_a_device_says_of_itself_stays_a_value(tmp_path: Path) -> None:
    """A stick that somebody leaves at the table shall not write the table's files."""
    said = 'S"\nrole = "shoe\x7f\\'
    wire = UsbWire(tmp_path, "scanner", replace(SCANNER, serial=said), 1)
    try:
        [lines] = found(tmp_path)
    finally:
        wire.unplug()
    device = toml_of(lines)
    assert (device["role"], device["link"]["serial"]) == ("scanner", said)


def test_serial_ports_are_listed_by_the_name_that_stays(tmp_path: Path) -> None:
    (tmp_path / "usb-FTDI_shoe").touch()
    [lines] = probe.serial_lines(tmp_path)
    assert f'link = {{ kind = "serial", path = "{tmp_path}/usb-FTDI_shoe", baud = 4800 }}' in lines
    assert list(probe.serial_lines(tmp_path / "none")) == []


def test_the_command_says_so_where_there_is_no_usb(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(libusb1, "get_backend", lambda: None)
    assert main(["probe"]) == OK
    assert "# no USB device can be listed: libusb cannot be used" in capsys.readouterr().out


# ---------------------------------------------------------------- listen, record, replay


@pytest.fixture
def folder() -> Iterator[Path]:
    """Ours, because the path of a socket must be short."""
    with tempfile.TemporaryDirectory(prefix="table-") as name:
        yield Path(name)
        try:
            bench = Bench(Path(name) / "state")
            bench.do("stop")
            bench.close()
        except Exception:  # it was never started
            return


def config(folder: Path, table: str = "demo_usb") -> str:
    return str(Daemon(folder, table).config)


SHOE = ["listen", "shoe", "--seconds", "0.3", "--config"]


def during(monkeypatch: pytest.MonkeyPatch, folder: Path, *verbs: dict[str, object]) -> None:
    """What hands do at the table once somebody listens."""
    from controller.lines import listening  # noqa: PLC0415

    opened = listening.open_link

    def and_then(*args: object) -> object:
        link = opened(*args)  # type: ignore[arg-type]
        bench = Bench(folder / "state")
        while not bench.do("state")["devices"]["shoe"]["heard"]:
            pass
        for verb in verbs:
            assert bench.ask(verb)["ok"]
        bench.close()
        return link

    monkeypatch.setattr(listening, "open_link", and_then)


CARDS = [{"do": "load_deck"}, {"do": "draw"}, {"do": "draw"}, {"do": "cut"}, {"do": "jam"}]


def reported(out: str) -> list[str]:
    return [re.sub(r" sequence=\d+", "", line).split("  ", 1)[1] for line in out.splitlines() if "  " in line]


def test_reports_are_shown_and_faces_are_not(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    table = config(folder)
    during(monkeypatch, folder, *CARDS)
    assert main([*SHOE, table]) == OK
    out = capsys.readouterr().out
    assert out.count("CardDrawn sequence=") == 2
    assert out.count("face=<hidden>") == 2
    assert "Faulted sequence=" in out


def test_whoever_has_heard_enough_ends_it_in_good_order(folder: Path) -> None:
    command = [sys.executable, "-m", "controller", "listen", "shoe", "--config", config(folder)]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stdout.readline()
        process.send_signal(signal.SIGINT)
        try:
            assert process.wait(timeout=60) == OK
        finally:
            process.kill()  # or it would be waited for again, and for ever


def without_time(line: str) -> str:
    """The last digit of a time may be rounded otherwise."""
    return line.split(" s ", 1)[1]


def test_a_recording_is_sealed_and_says_the_same_again(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    table, file = config(folder), folder / "shoe.recording"
    during(monkeypatch, folder, *CARDS)
    assert main(["record", "shoe", str(file), "--seconds", "0.3", "--config", table]) == OK
    live = reported(capsys.readouterr().out)
    assert len(live) >= 3
    text = file.read_text()
    about, *chunks = map(json.loads, text.splitlines())
    assert about == {"recording": 1, "device": "shoe", "role": "shoe", "driver": "angel_eye", "options": {}}
    assert chunks
    assert all(chunk.keys() == {"at_ms", "way", "sealed"} for chunk in chunks)
    assert file.stat().st_mode & 0o077 == 0
    assert b"\x05".hex() not in [chunk["sealed"][:2] for chunk in chunks]
    assert main(["replay", str(file), "--config", table]) == OK
    again = reported(capsys.readouterr().out)
    assert [without_time(line) for line in again] == [without_time(line) for line in live]
    assert main(["record", "shoe", str(file), "--seconds", "0.1", "--config", table]) == FAILED  # it is there


def test_another_tables_key_does_not_open_it(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    table, file = config(folder), folder / "shoe.recording"
    during(monkeypatch, folder, *CARDS)
    assert main(["record", "shoe", str(file), "--seconds", "0.2", "--config", table]) == OK
    (folder / "state-keys" / "seal.key").write_text("00" * 32)
    assert main(["replay", str(file), "--config", table]) == FAILED
    assert "was sealed with another key" in capsys.readouterr().err


@pytest.mark.parametrize("content", ["", "[]\n", '{"recording": 9}\n', "\x00\xff", '{"recording": 1}\n'])
def test_a_file_that_is_no_recording(folder: Path, content: str, capsys: pytest.CaptureFixture[str]) -> None:
    file = folder / "x"
    file.write_text(content)
    assert main(["replay", str(file), "--config", config(folder)]) == FAILED
    assert "Traceback" not in capsys.readouterr().err


def test_a_device_that_is_not_at_this_table(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["listen", "toaster", "--config", config(folder)]) == FAILED
    assert 'there is no device "toaster" at this table: there are shoe, usb-scanner' in capsys.readouterr().err
