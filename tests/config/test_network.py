"""What check-config says of devices on a network."""

from __future__ import annotations

import re
import socket
from pathlib import Path

import pytest

from config.network import REACHED, warnings
from config.schema import Device

UNIT = Path(__file__).parents[2] / "config" / "system" / "table-controller@.service"
SECRET = "5f" * 32


def device(driver: str, host: str, secret: Path | None = None) -> Device:
    link = {"kind": "tcp", "host": host, "port": 4001} | ({"secret": str(secret)} if secret else {})
    options = {"device": "reader_set"} if driver == "table_link" else {}
    return Device.model_validate(
        {
            "name": "boxes",
            "role": "readers",
            "driver": driver,
            "places": ("1",),
            "link": link,
            "options": options,
        }
    )


def said(driver: str, host: str, secret: Path | None = None) -> list[str]:
    return list(warnings([device(driver, host, secret)]))


@pytest.fixture
def secret(tmp_path: Path) -> Path:
    path = tmp_path / "secret"
    path.write_text(SECRET)
    path.chmod(0o600)
    return path


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "::1"])
def test_a_device_on_this_computer_needs_no_word(host: str) -> None:
    assert said("json_lines", host) == []


@pytest.mark.parametrize("driver", ["json_lines", "table_link"])
def test_a_device_that_could_have_a_secret_and_has_none(driver: str) -> None:
    assert said(driver, "192.168.10.5") == [
        "boxes: whoever answers at 192.168.10.5:4001 is believed: give it a secret (docs/device-secrets.md)"
    ]


def test_a_device_that_knows_no_secret_is_led_inside_the_table() -> None:
    [warning] = said("feig_obid", "10.1.2.3")
    assert "is believed: feig_obid knows no secret, so lead its cable inside the table" in warning


def test_a_secret_that_can_be_used_leaves_nothing_to_say(secret: Path) -> None:
    assert said("json_lines", "172.20.0.4", secret) == []


def test_a_secret_that_others_may_read_is_said_and_not_shown(secret: Path) -> None:
    secret.chmod(0o644)
    [warning] = said("json_lines", "192.168.10.5", secret)
    assert "others may read" in warning
    assert SECRET not in warning


@pytest.mark.parametrize("host", ["8.8.8.8", "172.32.0.1", "100.64.0.1", "fd00::1", "2001:4860:4860::8888"])
def test_a_host_that_the_unit_forbids_is_said_with_why(host: str, secret: Path) -> None:
    [warning] = said("json_lines", host, secret)
    assert f"{host} is no address of a private network" in warning
    assert "IPAddressAllow" in warning
    assert '"not answering"' in warning


def test_a_public_name_is_as_public_as_its_address(monkeypatch: pytest.MonkeyPatch) -> None:
    public = [(socket.AF_INET, socket.SOCK_STREAM, 6, "", ("203.0.113.7", 0))]
    monkeypatch.setattr(socket, "getaddrinfo", lambda *asked, **more: public)
    reached, believed = said("json_lines", "shoe.example.com")
    assert "shoe.example.com is no address of a private network" in reached
    assert "is believed" in believed


def test_a_name_that_nobody_knows_here_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    def unknown(*asked: object, **more: object) -> None:
        raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")

    monkeypatch.setattr(socket, "getaddrinfo", unknown)
    where, believed = said("json_lines", "shoe.invalid")
    assert "nobody here knows where shoe.invalid is: write its address" in where
    assert "is believed" in believed


def test_what_is_warned_of_is_what_the_unit_forbids() -> None:
    allowed = re.findall(r"^IPAddressAllow=(.*)$", UNIT.read_text(), re.MULTILINE)
    assert [word for line in allowed for word in line.split()] == ["localhost", *map(str, REACHED)]
