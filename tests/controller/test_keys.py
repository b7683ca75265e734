"""Keys of a button box that do something, for the dealer who is signed in."""

from pathlib import Path
from typing import Any

import pytest
from pydantic import ValidationError

from config.schema import Device, SimulatedLink
from controller.inbox import InboxFull, Incoming
from controller.lines.keys import Keys
from games import events as e
from tests.controller.room import Room, room

BOX = {"name": "box", "role": "buttons", "driver": "xkeys", "link": SimulatedLink(kind="simulated")}
KEYS = {"1": "hold_shoe", "6": "call_floor", "24": "lock"}


class Inbox:
    """As the daemon's, but emptied by hand."""

    def __init__(self) -> None:
        self.entries: list[Incoming] = []
        self.full = False

    def put(self, entry: Incoming) -> None:
        if self.full:
            raise InboxFull("full")
        self.entries.append(entry)


def with_keys(running: Room) -> Inbox:
    inbox = Inbox()
    device = Device.model_validate({**BOX, "keys": KEYS})
    running.loop.tell(Keys([device], running.loop, inbox).heard)  # type: ignore[arg-type]
    return inbox


def press(running: Room, inbox: Inbox, key: int, device: str = "box") -> list[e.Event]:
    running.handle(e.DeviceNoted(device=device, role="buttons", what=f"button_{key}_pressed"))
    running.handle(e.DeviceNoted(device=device, role="buttons", what=f"button_{key}_released"))
    asked = [entry.event for entry in inbox.entries]
    for entry in inbox.entries:
        running.loop.handle(entry)
    inbox.entries.clear()
    return asked


def test_a_key_acts_for_the_dealer_who_is_signed_in(tmp_path: Path) -> None:
    with room(tmp_path / "a") as running:
        inbox = with_keys(running)
        running.handle(e.SignIn(by="1182", name="Marta"))
        assert press(running, inbox, 6) == [e.CallFloor(by="1182")]
        assert running.table.floor_called_ms
        assert press(running, inbox, 2) == []
        assert press(running, inbox, 6, device="another") == []


def test_nobody_is_signed_in_and_no_key_does_anything(tmp_path: Path) -> None:
    with room(tmp_path / "a") as running:
        inbox = with_keys(running)
        before = len(running.numbers())
        assert [event for key in (1, 6, 24) for event in press(running, inbox, key)] == []
        assert len(running.numbers()) == before + 6  # the presses themselves are written down


def test_a_locked_panel_locks_the_keys(tmp_path: Path) -> None:
    with room(tmp_path / "a") as running:
        inbox = with_keys(running)
        running.handle(e.SignIn(by="1182", name="Marta"))
        assert press(running, inbox, 24) == [e.Lock(by="1182")]
        assert running.table.locked
        assert press(running, inbox, 6) == []


def test_a_command_that_is_not_possible_changes_nothing(tmp_path: Path) -> None:
    """Between rounds there is no deal to hold; the rules refuse it as they would refuse the panel."""
    with room(tmp_path / "a") as running:
        inbox = with_keys(running)
        running.handle(e.SignIn(by="1182", name="Marta"))
        before = len(running.numbers())
        assert press(running, inbox, 1) == [e.HoldShoe(by="1182")]
        assert len(running.numbers()) == before + 2


def test_a_full_inbox_loses_the_key_and_nothing_else(tmp_path: Path) -> None:
    with room(tmp_path / "a") as running:
        inbox = with_keys(running)
        running.handle(e.SignIn(by="1182", name="Marta"))
        inbox.full = True
        assert press(running, inbox, 6) == []


@pytest.mark.parametrize(
    ("wrong", "complaint"),
    [
        ({"keys": {"1": "void_round"}}, "'hold_shoe', 'call_floor' or 'lock'"),
        ({"keys": {"0": "lock"}}, "should match pattern"),
        ({"role": "scanner", "keys": {"1": "lock"}}, "keys say what buttons do"),
    ],
)
def test_what_keys_may_not_do(wrong: dict[str, Any], complaint: str) -> None:
    with pytest.raises(ValidationError, match=complaint):
        Device.model_validate({**BOX, **wrong})
