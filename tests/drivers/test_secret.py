"""A secret between device and table: real sockets, the simulated device at one end, somebody in the middle."""

from __future__ import annotations

import re
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from random import Random

import pytest

from drivers.driver import Driver
from drivers.links import DescriptorLink, LinkLost, TcpSettings, open_link
from drivers.registry import build_driver
from drivers.reports import Hidden, Identified, Report, TagArrived
from drivers.secret import Meeting, WrongProof, read_secret
from simulators.device import SimulatedDevice
from simulators.json_lines import JsonLinesReader
from simulators.table_link import ReaderSet
from simulators.tcp_wire import TcpWire

DOCUMENT = (Path(__file__).parents[2] / "docs" / "device-secrets.md").read_text()
EXAMPLES = {
    name: bytes.fromhex(text) for name, text in re.findall(r"^([A-Z_]+) +([0-9A-F]+)$", DOCUMENT, re.MULTILINE)
}
SECRET = bytes(range(32))
TAG = bytes.fromhex("e004010203040506")
PATIENCE_S = 5.0

Spoils = Callable[[bytes], bytes]


def json_lines(wire: TcpWire) -> JsonLinesReader:
    return JsonLinesReader(wire, "boxes-6-7", True, [1, 2], Random(1))


def reader_set(wire: TcpWire) -> ReaderSet:
    return ReaderSet(wire, [1, 2], Random(1))


DEVICES = {
    "json_lines": (json_lines, {"checked": True, "silence_ms": 1_500}),
    "table_link": (reader_set, {"device": "reader_set"}),
}


class Rig:
    """A device on a socket, with a thread that lets its time pass, and the table's line to it."""

    def __init__(
        self, name: str, file: Path | None, device_knows: bytes, between: Middle | None = None
    ) -> None:
        make, options = DEVICES[name]
        self.wire = TcpWire(device_knows)
        self.device: SimulatedDevice = make(self.wire)
        self.reports: list[Report] = []
        self._name, self._options, self._lock, self._over = name, options, threading.Lock(), threading.Event()
        port = between.stands_before(self.wire.port) if between else self.wire.port
        secret = {"secret": str(file)} if file else {}
        self.settings = TcpSettings.model_validate({"host": "127.0.0.1", "port": port} | secret)
        self._thread = threading.Thread(target=self._pass_time)
        self._thread.start()

    def _pass_time(self) -> None:
        while not self._over.wait(0.003):
            with self._lock:
                self.device.tick(time.monotonic_ns() // 1_000_000)

    def lays(self, antenna: int) -> None:
        with self._lock:
            self.device.arrive(antenna, TAG)  # type: ignore[attr-defined]

    def hears(self, until: Callable[[], bool] = lambda: False) -> None:
        """Until it is so, or the line is lost."""
        driver: Driver = build_driver(self._name, self._options, None)
        link = open_link(self.settings, read_wait_ms=5)
        assert isinstance(link, DescriptorLink)
        in_the_loop = self._name == "table_link"  # where a table listens; a tool waits for what comes
        write, read = (link.send, link.read_now) if in_the_loop else (link.write, link.read)
        try:
            write(driver.connected(_now_ms()).send)
            deadline = time.monotonic() + PATIENCE_S
            while not until():
                data = read()
                step = driver.received(data, _now_ms()) if data else driver.idle(_now_ms())
                self.reports += step.reports
                write(step.send)
                time.sleep(0.002)
                assert not step.silent, step.silent
                assert time.monotonic() < deadline, self.reports
        finally:
            link.close()

    def has(self, kind: type[Report]) -> Callable[[], bool]:
        return lambda: any(isinstance(report, kind) for report in self.reports)

    def close(self) -> None:
        self._over.set()
        self._thread.join()
        self.wire.unplug()


class Middle:
    """Somebody between table and device, who passes on what he likes."""

    def __init__(self, spoils: Spoils) -> None:
        self.spoils = spoils  # what the device says, piece by piece as it comes
        self.heard = b""  # of the device
        self._listening = socket.create_server(("127.0.0.1", 0))
        self._ends: list[socket.socket] = [self._listening]
        self._threads: list[threading.Thread] = []

    def stands_before(self, port: int) -> int:
        self._port = port
        self._run(self._meet)
        return int(self._listening.getsockname()[1])

    def _run(self, what: Callable[[], None]) -> None:
        self._threads.append(threading.Thread(target=what))
        self._threads[-1].start()

    def _meet(self) -> None:
        while True:
            try:
                table, _ = self._listening.accept()
                device = socket.create_connection(("127.0.0.1", self._port))
            except OSError:
                return
            self._ends += [table, device]
            self._run(lambda: self._pass(table, device, lambda data: data))  # noqa: B023
            self._run(lambda: self._pass(device, table, self._spoilt))  # noqa: B023

    def _spoilt(self, data: bytes) -> bytes:
        self.heard += data
        return self.spoils(data)

    def _pass(self, source: socket.socket, sink: socket.socket, passes: Spoils) -> None:
        try:
            while data := source.recv(65_536):
                sink.sendall(passes(data))
        except OSError:
            pass
        finally:
            _hang_up(source, sink)

    def close(self) -> None:
        _hang_up(*self._ends)
        for thread in self._threads:
            thread.join()
        for end in self._ends:
            end.close()


def _hang_up(*ends: socket.socket) -> None:
    """Whoever waits at one of them waits no longer."""
    for end in ends:
        with suppress(OSError):
            end.shutdown(socket.SHUT_RDWR)


def _now_ms() -> int:
    return time.monotonic_ns() // 1_000_000


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "secret"
    path.write_text(SECRET.hex() + "\n")
    path.chmod(0o600)
    return path


@contextmanager
def rig(
    name: str, file: Path | None, device_knows: bytes = SECRET, between: Middle | None = None
) -> Iterator[Rig]:
    running = Rig(name, file, device_knows, between)
    try:
        yield running
    finally:
        running.close()
        if between:
            between.close()


@pytest.mark.parametrize("name", DEVICES)
def test_two_that_share_a_secret_speak_as_without_one(name: str, file: Path) -> None:
    with rig(name, file) as running:
        running.hears(running.has(Identified))
        running.lays(2)
        running.hears(lambda: TAG in [tag.open() for tag in tags(running.reports)])


def tags(reports: list[Report]) -> list[Hidden[bytes]]:
    found = [report.tag for report in reports if isinstance(report, TagArrived)]
    return found + [tag for report in reports for tag in getattr(report, "tags", ())]


@pytest.mark.parametrize("name", DEVICES)
def test_a_device_with_another_secret_is_told_in_words_and_nothing_of_it_is_heard(
    name: str, file: Path
) -> None:
    with rig(name, file, device_knows=b"another secret!!") as running:
        with pytest.raises(
            LinkLost, match=r"does not know the secret in .*secret: give the device the same one"
        ):
            running.hears()
        assert running.reports == []


def test_a_device_that_has_none_is_told_in_words(file: Path) -> None:
    """It writes lines, where a proof should stand."""
    with rig("json_lines", file, device_knows=b"") as running:
        with pytest.raises(LinkLost, match="secret") as lost:
            running.hears()
        assert SECRET.hex() not in str(lost.value)


def test_a_table_without_the_secret_hears_nothing_of_a_device_that_has_one() -> None:
    with rig("json_lines", None) as running:
        with pytest.raises(AssertionError):
            running.hears(running.has(Identified))
        assert running.has(Identified)() is False


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        (lambda path: path.chmod(0o640), "others may read .*: run `chmod 600"),
        (lambda path: path.unlink(), "cannot be read"),
        (lambda path: path.write_text("not hex"), "holds no hexadecimal number"),
        (lambda path: path.write_text("00ff" * 4), "is too short"),
    ],
)
def test_a_file_that_cannot_be_used_says_what_to_do(
    file: Path, wrong: Callable[[Path], object], says: str
) -> None:
    wrong(file)
    with rig("json_lines", file) as running, pytest.raises(LinkLost, match=says) as lost:
        running.hears()
    assert "was not asked" in str(lost.value)
    assert "not hex" not in str(lost.value)


# Somebody in the middle


class Once:
    """Spoils one record of the device's, once it has said who it is: not what stands before."""

    def __init__(self, how: Callable[[bytes], bytes]) -> None:
        self._how = how
        self.on = self.done = False

    def __call__(self, data: bytes) -> bytes:
        if not self.on or self.done:
            return data
        self.done = True
        return self._how(data)


INJECTED = b'{"type":"card","seq":9,"boot":7,"antenna":1,"card_uid":"E004010203040506"}\n'
SPOILT = {
    "a byte is changed": lambda data: data[:5] + bytes([data[5] ^ 1]) + data[6:],
    "a line is put in": lambda data: data + INJECTED,
    "a record is put in": lambda data: data + len(INJECTED).to_bytes(2, "big") + INJECTED + bytes(16),
    "it is said again": lambda data: data + data,
    "one before it is left out": lambda data: b"",
}


@pytest.mark.parametrize("name", DEVICES)
@pytest.mark.parametrize("how", SPOILT.values(), ids=SPOILT)
def test_what_somebody_between_adds_or_changes_ends_the_line(name: str, how: Spoils, file: Path) -> None:
    once = Once(how)
    with rig(name, file, between=Middle(once)) as running:

        def is_known() -> bool:
            if running.has(Identified)() and not once.on:
                once.on = True
                running.lays(1)
            return False

        with pytest.raises(LinkLost, match="nothing of it was believed"):
            running.hears(is_known)
        told = [tag.open() for tag in tags(running.reports)]
        assert once.done
        assert len(told) <= 1, "a card was told that nobody laid"


def test_what_was_recorded_another_day_is_no_proof(file: Path) -> None:
    """The whole of what the device said once, said again by somebody who stands in its place."""
    with rig("json_lines", file, between=(middle := Middle(lambda data: data))) as running:
        running.hears(running.has(Identified))
    with socket.create_server(("127.0.0.1", 0)) as forged:
        port = forged.getsockname()[1]

        def answers() -> None:
            line, _ = forged.accept()
            with line:
                line.sendall(middle.heard)

        thread = threading.Thread(target=answers)
        thread.start()
        settings = TcpSettings(host="127.0.0.1", port=port, secret=str(file))
        with pytest.raises(LinkLost, match="does not know the secret"):
            open_link(settings)
        thread.join()


def test_what_the_table_says_is_no_answer_to_itself(file: Path) -> None:
    meeting = Meeting(read_secret(str(file)), bytes)
    with pytest.raises(WrongProof):
        meeting.proof(meeting.question() + bytes(32))


def test_a_device_that_never_answers_is_given_up_and_says_what_to_do(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("drivers.links.CONNECT_WAIT_MS", 200)
    with socket.create_server(("127.0.0.1", 0)) as mute:
        settings = TcpSettings(host="127.0.0.1", port=mute.getsockname()[1], secret=str(file))
        began = time.monotonic()
        with pytest.raises(LinkLost, match="did not answer when it was asked for its secret"):
            open_link(settings)
        assert time.monotonic() - began < 2


# The document


def test_the_worked_example_is_what_both_ends_say() -> None:
    mine, theirs = b"\xc0" * 32, b"\xd0" * 32
    meeting = Meeting(SECRET, lambda count: mine)
    assert meeting.question() == b"TCS1" + mine
    proof, channel = meeting.proof(b"TCS1" + theirs + EXAMPLES["PROOF_OF_DEVICE"])
    assert proof == EXAMPLES["PROOF_OF_CONTROLLER"]
    record = EXAMPLES["FIRST_RECORD"]
    assert b"".join(channel.unwrap(record[at : at + 1]) for at in range(len(record))) == b'{"beat":1}'
    with pytest.raises(WrongProof):
        channel.unwrap(record)
