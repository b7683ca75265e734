"""A HID device on USB: found, allowed, read report by report, lost and found again. The bus is simulated."""

import threading
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from pydantic import ValidationError

from drivers import usb_link
from drivers.hid import ReportOut, feature_report, output_report, reports_out
from drivers.links import Link, LinkLost, UsbSettings, open_link
from simulators.usb_bus import SimulatedUsb, settings_of
from simulators.usb_wire import About, SetReport, UsbWire, bus_folder

SCANNER = About(vendor=0x0C2E, product=0x0B81, model="Scanner", serial="S-17", in_bytes=64)
OTHER = About(vendor=0x1234, product=0x5678, model="Something else", in_bytes=8)


@pytest.fixture
def wire(tmp_path: Path) -> Iterator[UsbWire]:
    made = UsbWire(tmp_path, "scanner", SCANNER, port=3)
    yield made
    made.unplug()


@pytest.fixture
def settings(tmp_path: Path, wire: UsbWire) -> SimulatedUsb:
    found = settings_of(tmp_path, "scanner")
    assert isinstance(found, SimulatedUsb)
    return found


def opened(settings: UsbSettings, wire: UsbWire, read_wait_ms: int = 5) -> Link:
    link = open_link(settings, read_wait_ms)
    assert wire.tick(0).raised
    return link


def why(settings: UsbSettings) -> str:
    with pytest.raises(LinkLost) as lost:
        open_link(settings)
    return str(lost.value)


# Reports


def test_a_read_is_one_report_whole(wire: UsbWire, settings: SimulatedUsb) -> None:
    with closing(opened(settings, wire)) as link:
        for report in (b"one", b"the second", bytes(64)):
            wire.send(report)
        assert [link.read() for _ in range(4)] == [b"one", b"the second", bytes(64), b""]


def test_what_is_packed_for_the_device_comes_out_the_same() -> None:
    packed = output_report(0, b"lamp") + feature_report(3, b"") + output_report(2, bytes(1024))
    assert reports_out(packed) == [
        *(ReportOut("output", 0, b"lamp"), ReportOut("feature", 3, b""), ReportOut("output", 2, bytes(1024)))
    ]
    assert reports_out(b"") == []


@pytest.mark.parametrize("out_endpoint", [False, True])
@pytest.mark.parametrize("numbered", [False, True])
def test_reports_go_out_over_the_endpoint_or_the_control_pipe(
    tmp_path: Path, *, out_endpoint: bool, numbered: bool
) -> None:
    about = About(0x05F3, 0x0405, "Keys", in_bytes=32, out_endpoint=out_endpoint, numbered=numbered)
    wire = UsbWire(tmp_path, "keys", about, port=1)
    number = 2 if numbered else 0
    with closing(opened(settings_of(tmp_path, "keys"), wire)) as link:  # type: ignore[arg-type]
        link.write(output_report(number, b"lamp") + feature_report(number, b"bright"))
        link.write(b"")
        assert wire.tick(1).reports == (
            SetReport("output", number, b"lamp"),
            SetReport("feature", number, b"bright"),
        )
    wire.unplug()


def test_a_longer_report_than_expected_says_what_to_set(wire: UsbWire, settings: SimulatedUsb) -> None:
    short = settings.model_copy(update={"report_bytes": 8})
    with closing(opened(short, wire)) as link:
        wire.send(bytes(9))
        with pytest.raises(LinkLost, match="longer reports than 8 bytes"):
            link.read()


# Lost and found


def test_a_pulled_cable_ends_the_read_and_the_device_is_found_under_another_address(
    wire: UsbWire, settings: SimulatedUsb
) -> None:
    with closing(opened(settings, wire)) as link:
        wire.unplug()
        with pytest.raises(LinkLost, match="was unplugged: plug it in again"):
            link.read()
        with pytest.raises(LinkLost, match="was unplugged"):
            link.write(output_report(0, b"x"))
    assert why(settings).endswith("is not there: plug it in; it is opened when it is")
    wire.plug()
    with closing(opened(settings, wire)) as link:
        wire.send(b"back")
        assert link.read() == b"back"


def test_a_pulled_cable_that_looks_like_a_time_out_is_noticed(
    wire: UsbWire, settings: SimulatedUsb, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(usb_link, "LOOK_EACH_MS", 20)
    with closing(opened(settings, wire)) as link:
        for _ in range(10):
            assert link.read() == b""
        wire.fade()
        time.sleep(0.03)
        with pytest.raises(LinkLost, match="was unplugged"):
            link.read()


def test_the_same_device_back_at_the_same_port_is_another_one_to_an_old_link(
    wire: UsbWire, settings: SimulatedUsb, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(usb_link, "LOOK_EACH_MS", 0)
    with closing(opened(settings, wire)) as link:
        wire.fade()
        wire.plug()
        with pytest.raises(LinkLost, match="was unplugged"):
            link.read()


def test_a_stall_is_cleared_and_one_that_stays_ends_the_link(wire: UsbWire, settings: SimulatedUsb) -> None:
    with closing(opened(settings, wire)) as link:
        for _ in range(3):
            wire.stall()
        wire.send(b"on it goes")
        assert [link.read() for _ in range(4)] == [b"", b"", b"", b"on it goes"]
        for _ in range(4):
            wire.stall()
        with pytest.raises(LinkLost, match="does not answer properly"):
            [link.read() for _ in range(4)]


def test_closing_ends_a_read_that_waits(wire: UsbWire, settings: SimulatedUsb) -> None:
    link = opened(settings, wire, read_wait_ms=200)
    ended: list[str] = []

    def reads() -> None:
        try:
            while True:
                link.read()
        except LinkLost as lost:
            ended.append(str(lost))

    reader = threading.Thread(target=reads)
    reader.start()
    time.sleep(0.05)
    link.close()
    link.close()
    reader.join(2)
    assert "was closed on this side" in ended[0]
    with pytest.raises(LinkLost, match="was closed"):
        link.write(output_report(0, b"x"))


def test_a_second_program_does_not_get_it(wire: UsbWire, settings: SimulatedUsb) -> None:
    with closing(opened(settings, wire)) as first, closing(open_link(settings, 5)) as second:
        assert not wire.tick(1).raised
        with pytest.raises(LinkLost, match="is held by another program"):
            second.read()
        wire.send(b"mine")
        assert first.read() == b"mine"


def test_opened_again_before_the_device_notices(wire: UsbWire, settings: SimulatedUsb) -> None:
    opened(settings, wire).close()
    open_link(settings, 5).close()
    with closing(opened(settings, wire)) as third:
        wire.send(b"mine")
        assert third.read() == b"mine"


# Allowed or not


@pytest.mark.parametrize(
    ("access", "complaint"),
    [
        ("denied", "may not be opened: put config/system/86-table-controller.rules into"),
        ("busy", "is held by another program: find it with `fuser /dev/bus/usb/001/025`"),
    ],
)
def test_a_device_that_cannot_be_had_says_what_to_do(
    wire: UsbWire, settings: SimulatedUsb, access: str, complaint: str
) -> None:
    wire.let_open(access)
    assert complaint in why(settings)
    wire.let_open("")
    opened(settings, wire).close()


def test_another_device_at_that_port_is_named_and_not_spoken_to(wire: UsbWire, settings: SimulatedUsb) -> None:
    wire.unplug()
    wire.plug(OTHER)
    assert why(settings).startswith("at port 1-3 is a device 1234:5678 that is not allowed there")
    assert not wire.tick(0).raised


def test_one_with_another_serial_number_is_not_spoken_to(wire: UsbWire, settings: SimulatedUsb) -> None:
    stolen = settings.model_copy(update={"serial": "S-18"})
    assert "has another serial number than the one allowed (S-18)" in why(stolen)
    assert not wire.tick(0).raised
    wire.unplug()
    wire.plug(About(SCANNER.vendor, SCANNER.product, "Scanner", in_bytes=64))
    assert "has another serial number" in why(settings)


def test_one_at_another_port_is_not_spoken_to(wire: UsbWire, settings: SimulatedUsb) -> None:
    elsewhere = settings.model_copy(update={"port": "1-4.2"})
    assert "is plugged in at port 1-3: plug it into its own" in why(elsewhere)


def test_without_a_port_two_that_fit_are_one_too_many(tmp_path: Path, wire: UsbWire) -> None:
    second = UsbWire(tmp_path, "second", SCANNER, port=4)
    anywhere = SimulatedUsb(
        folder=bus_folder(tmp_path), vendor=SCANNER.vendor, product=SCANNER.product, serial="S-17"
    )
    assert "two devices fit" in why(anywhere)
    second.unplug()
    opened(anywhere, wire).close()


def test_an_interface_that_it_does_not_have(wire: UsbWire, settings: SimulatedUsb) -> None:
    assert "has no 2 HID interface" in why(settings.model_copy(update={"interface": 2}))


@pytest.mark.parametrize(
    ("wrong", "complaint"),
    [
        ({}, "give serial, port or both"),
        ({"port": "ttyUSB0"}, 'is no port path: it looks like "1-2.3"'),
        ({"port": "1-2", "vendor": 0}, "greater than or equal to 1"),
        ({"port": "1-2", "path": "/dev/hidraw0"}, "Extra inputs"),
    ],
)
def test_settings_are_checked(wrong: dict[str, object], complaint: str) -> None:
    with pytest.raises(ValidationError, match=complaint):
        UsbSettings.model_validate({"vendor": 1, "product": 1, **wrong})


def test_a_host_without_usb_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(usb_link.libusb1, "get_backend", lambda: None)
    assert "install the package libusb-1.0-0" in why(UsbSettings(vendor=1, product=1, port="1-2"))
