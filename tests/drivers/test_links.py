import os
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from pydantic import TypeAdapter, ValidationError

from drivers import links
from drivers.links import Link, LinkLost, LinkSettings, SerialSettings, TcpSettings, open_link
from simulators.wire import SETTLE_MS, Wire

SOON_S = 10.0


@pytest.fixture
def wire(tmp_path: Path) -> Iterator[Wire]:
    made = Wire(tmp_path / "dev" / "shoe")
    yield made
    made.unplug()


@pytest.fixture
def settings(wire: Wire) -> SerialSettings:
    return SerialSettings(path=str(wire.path), baud=4800)


@pytest.fixture
def listener() -> Iterator[socket.socket]:
    with socket.create_server(("127.0.0.1", 0)) as server:
        yield server


def tcp(listener: socket.socket) -> TcpSettings:
    return TcpSettings(host="127.0.0.1", port=listener.getsockname()[1])


def raise_line(wire: Wire) -> None:
    wire.tick(0)
    assert wire.tick(SETTLE_MS).raised


def read_all(link: Link, count: int) -> bytes:
    data = b""
    while len(data) < count:
        more = link.read()
        assert more
        data += more
    return data


def test_bytes_go_both_ways_unchanged(wire: Wire, settings: SerialSettings) -> None:
    with closing(open_link(settings)) as link:
        raise_line(wire)
        wire.send(bytes(range(256)))
        assert read_all(link, 256) == bytes(range(256))
        link.write(bytes(range(256)))
        assert wire.tick(50).data == bytes(range(256))


def test_a_quiet_line_reads_as_nothing(wire: Wire, settings: SerialSettings) -> None:
    with closing(open_link(settings, read_wait_ms=1)) as link:
        assert link.read() == b""


def test_unplugging_is_lost_and_the_same_name_comes_back(wire: Wire, settings: SerialSettings) -> None:
    with closing(open_link(settings)) as link:
        wire.unplug()
        with pytest.raises(LinkLost, match=r"was unplugged.*check the cable"):
            link.read()
        with pytest.raises(LinkLost, match="went away"):
            link.write(b"x")
        with pytest.raises(LinkLost, match="plug the device in"):
            open_link(settings)
        wire.plug()
        with closing(open_link(settings)) as again:
            raise_line(wire)
            wire.send(b"back")
            assert read_all(again, 4) == b"back"


def test_a_second_program_does_not_get_the_port(wire: Wire, settings: SerialSettings) -> None:
    program = "import sys, drivers.links as l; l.open_link(l.SerialSettings(path=sys.argv[1], baud=4800))"
    with closing(open_link(settings)):
        with pytest.raises(LinkLost, match=r"held by another program.*fuser"):
            open_link(settings)
        other = subprocess.run(
            [sys.executable, "-c", program, settings.path], capture_output=True, text=True, check=False
        )
    assert "held by another program" in other.stderr


def test_a_thief_on_the_port_is_told_from_a_pulled_cable(
    wire: Wire, settings: SerialSettings, monkeypatch: pytest.MonkeyPatch
) -> None:
    with closing(open_link(settings)) as link:
        raise_line(wire)
        wire.send(b"x")
        with monkeypatch.context() as patched:
            patched.setattr(links.os, "read", lambda descriptor, size: b"")
            with pytest.raises(LinkLost, match=r"another program takes bytes.*may be missing"):
                link.read()


def test_closing_wakes_a_read(wire: Wire, settings: SerialSettings) -> None:
    link = open_link(settings, read_wait_ms=60_000)
    lost: list[LinkLost] = []

    def read() -> None:
        try:
            link.read()
        except LinkLost as reason:
            lost.append(reason)

    reader = threading.Thread(target=read)
    reader.start()
    time.sleep(0.02)
    link.close()
    reader.join(SOON_S)
    assert not reader.is_alive()
    assert "closed on this side" in str(lost[0])


def test_closing_twice_is_harmless_and_nothing_works_afterwards(settings: SerialSettings) -> None:
    link = open_link(settings)
    link.close()
    link.close()
    for use in (link.read, lambda: link.write(b"x")):
        with pytest.raises(LinkLost, match="closed on this side"):
            use()


def test_a_device_that_takes_no_bytes_is_lost(
    wire: Wire, settings: SerialSettings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(links, "WRITE_WAIT_MS", 20)
    with closing(open_link(settings)) as link, pytest.raises(LinkLost, match="took no bytes for 20 ms"):
        link.write(b"x" * 1_000_000)


def test_a_file_is_no_serial_port(tmp_path: Path) -> None:
    plain = tmp_path / "plain"
    plain.write_bytes(b"")
    with pytest.raises(LinkLost, match="check that it is a serial port"):
        open_link(SerialSettings(path=str(plain), baud=9600))


@pytest.mark.skipif(os.geteuid() == 0, reason="root may open anything")
def test_a_port_we_may_not_open(tmp_path: Path) -> None:
    locked = tmp_path / "locked"
    locked.write_bytes(b"")
    locked.chmod(0)
    with pytest.raises(LinkLost, match="group that owns the port"):
        open_link(SerialSettings(path=str(locked), baud=9600))


def test_tcp_both_ways_and_its_end(listener: socket.socket) -> None:
    with closing(open_link(tcp(listener))) as link:
        server, _ = listener.accept()
        with server:
            server.sendall(b"from the shoe")
            assert read_all(link, 13) == b"from the shoe"
            link.write(b"to the shoe")
            assert server.recv(100) == b"to the shoe"
        with pytest.raises(LinkLost, match="ended the connection"):
            link.read()


def test_tcp_with_nobody_there(listener: socket.socket) -> None:
    settings = tcp(listener)
    listener.close()
    with pytest.raises(LinkLost, match=r"did not answer.*no other program"):
        open_link(settings)


def test_ports_whose_name_moves_are_refused() -> None:
    with pytest.raises(ValidationError, match="by-id"):
        SerialSettings(path="/dev/ttyUSB0", baud=9600)
    with pytest.raises(ValidationError, match="whole path"):
        SerialSettings(path="ttyS0", baud=9600)
    assert SerialSettings(path="/dev/ttyS0", baud=9600).baud == 9600


def test_settings_are_told_apart_by_kind() -> None:
    adapter: TypeAdapter[SerialSettings | TcpSettings] = TypeAdapter(LinkSettings)
    assert isinstance(adapter.validate_python({"kind": "tcp", "host": "shoe-1", "port": 4001}), TcpSettings)
    assert isinstance(
        adapter.validate_python({"kind": "serial", "path": "/dev/a", "baud": 9600}), SerialSettings
    )
    with pytest.raises(ValidationError):
        adapter.validate_python({"kind": "tcp", "host": "shoe-1", "port": 4001, "baud": 9600})
