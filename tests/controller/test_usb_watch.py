"""What is plugged into the host's USB, as the kernel lists it."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from controller.inbox import Inbox
from controller.lines import usb_watch
from controller.lines.usb_watch import Plugged, UsbWatch
from games import events as e
from games.every_game.carry import Carry
from games.outcomes import Notice
from games.table.table import Setup, Table, TableCarry
from tests.games.table_talk import house_options

STICK = Plugged("1-2", "0951", "1666", "E0")


def plug(folder: Path, device: Plugged) -> None:
    place = folder / device.port
    place.mkdir()
    for name, said in (("idVendor", device.vendor), ("idProduct", device.product), ("serial", device.serial)):
        (place / name).write_text(f"{said}\n")


def unplug(folder: Path, device: Plugged) -> None:
    for file in (folder / device.port).iterdir():
        file.unlink()
    (folder / device.port).rmdir()


def test_what_comes_after_the_start_is_news_once(tmp_path: Path) -> None:
    (tmp_path / "usb1").mkdir()
    (tmp_path / "1-1:1.0").mkdir()
    watch = UsbWatch(tmp_path)
    assert watch.news() == []
    plug(tmp_path, STICK)
    assert watch.news() == [STICK]
    assert watch.news() == []
    unplug(tmp_path, STICK)
    assert watch.news() == []
    plug(tmp_path, STICK)
    assert watch.news() == [STICK], "it is no more expected the second time"


def test_what_was_there_at_the_start_may_come_back_at_another_port(tmp_path: Path) -> None:
    plug(tmp_path, STICK)
    watch = UsbWatch(tmp_path)
    unplug(tmp_path, STICK)
    assert watch.news() == []
    plug(tmp_path, STICK._replace(port="2-1.4"))
    assert watch.news() == []
    plug(tmp_path, STICK._replace(serial="E1"))
    assert [device.serial for device in watch.news()] == ["E1"]


def test_a_host_without_usb_and_a_device_that_says_nothing_are_no_trouble(tmp_path: Path) -> None:
    assert UsbWatch(tmp_path / "nothing").news() == []
    watch = UsbWatch(tmp_path)
    (tmp_path / "3-1").mkdir()
    (tmp_path / "3-1" / "serial").write_bytes(b"\x00\xff\x1b[31m" * 200)
    (found,) = watch.news()
    assert found[:3] == ("3-1", "", "")
    assert len(found.serial) <= 80
    assert found.serial.isprintable()


def test_it_is_put_into_the_inbox(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(usb_watch, "LOOK_EACH_S", 0.01)

    async def plugged() -> e.Event:
        inbox = Inbox(asyncio.get_running_loop())
        watching = asyncio.create_task(UsbWatch(tmp_path).run(inbox))
        await asyncio.sleep(0.02)
        plug(tmp_path, STICK)
        entry = await asyncio.wait_for(inbox.get(), 5)
        watching.cancel()
        return entry.event

    assert asyncio.run(plugged()) == e.UsbPlugged(port="1-2", vendor="0951", product="1666")


def test_in_a_round_the_floor_is_called() -> None:
    carry = TableCarry(game=Carry(phase="antes", shoe_ready=True))
    table = Table(Setup("T-1", "canberra_poker", 7, house_options()), carry)
    event = e.UsbPlugged(port="1-2", vendor="0951", product="1666", at_ms=7)
    assert [outcome.say.code for outcome in table.take(event) if isinstance(outcome, Notice)] == ["usb_plugged"]
    assert table.floor_called_ms == 0
    table.take(e.PlaceAnte(box=1, amount_cents=2500, by="1182"))
    told = [outcome.say.code for outcome in table.take(event) if isinstance(outcome, Notice)]
    assert told == ["usb_plugged_in_round"]
    assert table.floor_called_ms == 7
