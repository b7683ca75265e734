"""Whether the device that is plugged in now may be used, and who says so."""

from __future__ import annotations

from dataclasses import replace

import pytest

from controller.language import Language
from games import events as e
from games.outcomes import Notice, Outcome
from games.table.known_devices import Device, Identity, objection
from games.table.table import Setup, Table, is_refused
from tests.games.table_talk import house_options

OURS = Identity("A shoe", "S-1", "1.0")
ANOTHER = Identity("A shoe", "S-2", "1.0")
UPDATED = Identity("A shoe", "S-1", "1.1")


def ready(said: Identity) -> e.DeviceReady:
    return e.DeviceReady(device="shoe", role="shoe", **said._asdict())


def held(why: e.Held, said: Identity) -> e.DeviceLost:
    return e.DeviceLost(device="shoe", role="shoe", held=why, **said._asdict())


def approve(said: Identity, role: e.Role = "supervisor") -> e.ApproveDevice:
    return e.ApproveDevice(device="shoe", serial=said.serial, firmware=said.firmware, by="200", role=role)


def known(identity: Identity, approved: Identity | None = None) -> Device:
    return Device("shoe", identity=identity, approved=approved)


@pytest.mark.parametrize(
    ("device", "said", "firmware", "in_round", "why"),
    [
        (None, OURS, (), True, ""),  # the first that was ever seen
        (known(OURS), OURS, (), True, ""),
        (known(OURS), ANOTHER, (), False, ""),  # between two rounds it is only told
        (known(OURS), ANOTHER, (), True, "other_device"),
        (known(OURS), UPDATED, (), True, "other_firmware"),
        (known(OURS), UPDATED, ("1.0",), False, "firmware_not_approved"),
        (known(OURS), UPDATED, ("1.0", "1.1"), False, ""),
        (known(OURS), UPDATED, ("1.0", "1.1"), True, "other_firmware"),
        (None, UPDATED, ("1.0",), False, "firmware_not_approved"),
        (known(OURS, ANOTHER), ANOTHER, ("0.9",), True, ""),  # a supervisor has said that it may
        (known(OURS, ANOTHER), ANOTHER._replace(firmware="6.6"), (), True, "other_device"),
        (known(Identity()), OURS, (), True, ""),  # it was known without ever having said who it is
    ],
)
def test_a_device_may_be_used(
    device: Device | None, said: Identity, firmware: tuple[str, ...], in_round: bool, why: str
) -> None:
    assert objection(device, ready(said), firmware, in_round=in_round) == why


@pytest.fixture
def table() -> Table:
    table = Table(Setup("T-1", "canberra_poker", 7, house_options()))
    table.take(ready(OURS))
    return table


def told(outcomes: list[Outcome]) -> list[str]:
    return [outcome.say.code for outcome in outcomes if isinstance(outcome, Notice)]


def test_a_device_that_was_changed_between_two_rounds_is_told(table: Table) -> None:
    assert told(table.take(ready(OURS))) == []
    assert told(table.take(ready(UPDATED))) == ["firmware_changed"]
    assert told(table.take(ready(UPDATED))) == []
    assert table.devices["shoe"].identity == UPDATED


def test_other_firmware_of_the_same_device_is_said_with_both_although_it_restarted(table: Table) -> None:
    table.take(e.DeviceFaulted(device="shoe", role="shoe", code="restarted"))
    table.take(ready(UPDATED))
    [said] = [notice.say for notice in table.notices if isinstance(notice, Notice)]
    assert said.code == "firmware_changed"
    assert (said.words["before"], said.words["firmware"]) == (OURS.firmware, UPDATED.firmware)
    assert Language("en").say(said) == (
        "shoe: its firmware is 1.1 now, it was 1.0 (as it says). If nobody has changed it, call the technician."
    )


def test_a_fault_is_told_with_its_place_and_what_to_do(table: Table) -> None:
    where = e.Where(places=("3",), part="address", numbers=(7,))
    failed = e.DeviceFaulted(device="readers", role="readers", code="antenna_failed", where=where)
    [told_at] = table.take(failed)
    assert isinstance(told_at, Notice)
    assert Language("en").say(told_at.say) == (
        "readers, box 3 (address 7): antenna failed. "
        "Check its plug and its power. If it goes on, call the technician."
    )
    assert Language("de").say(told_at.say) == (
        "readers, Box 3 (Adresse 7): Antenne ausgefallen. "
        "Stecker und Strom prüfen. Bleibt es so, den Techniker rufen."
    )
    assert table.devices["readers"].where == where
    table.take(e.DeviceRecovered(device="readers", role="readers", code="antenna_failed"))
    assert table.devices["readers"].where is None


def test_a_word_that_nobody_knows_has_a_next_step_all_the_same(table: Table) -> None:
    [notice] = table.take(e.DeviceFaulted(device="tray", role="buttons", code="weighs_wrong"))
    assert isinstance(notice, Notice)
    assert Language("en").say(notice.say) == (
        "tray: weighs_wrong. Switch it off and on. If it goes on, call the technician."
    )


def test_a_shoe_that_is_unplugged_while_nobody_deals_is_told_as_a_reader_is(table: Table) -> None:
    table.take(e.DeviceLost(device="shoe", role="shoe", why="unplugged"))
    [said] = [notice.say for notice in table.notices if isinstance(notice, Notice)]
    assert Language("en").say(said) == "shoe not answering. Check its power and its cable; more under Devices."


def test_only_a_supervisor_approves_and_only_what_is_held(table: Table) -> None:
    assert told(table.take(held("other_device", ANOTHER))) == ["held_other_device"]
    assert table.devices["shoe"].state == "held"
    before = replace(table.devices["shoe"])
    for event in (approve(ANOTHER, "dealer"), approve(OURS), replace(approve(ANOTHER), device="readers")):
        assert is_refused(table.take(event))
        assert table.devices["shoe"] == before, "a refused command has changed something"
    assert told(table.take(approve(ANOTHER))) == ["device_approved"]
    assert objection(table.devices["shoe"], ready(ANOTHER), (), in_round=True) == ""
    assert is_refused(table.take(approve(ANOTHER))), "it is approved once"


def test_an_approval_ends_when_yet_another_device_is_used(table: Table) -> None:
    table.take(held("other_device", ANOTHER))
    table.take(approve(ANOTHER))
    table.take(ready(ANOTHER))
    assert table.devices["shoe"].approved == ANOTHER
    table.take(ready(UPDATED))
    assert table.devices["shoe"].approved is None


def test_what_is_known_of_a_device_outlives_the_round(table: Table) -> None:
    table.take(held("other_device", ANOTHER))
    table.take(approve(ANOTHER))
    again = Table(table.setup, table.carry())
    assert objection(again.devices["shoe"], ready(ANOTHER), (), in_round=True) == ""
    assert objection(again.devices["shoe"], ready(UPDATED), (), in_round=True) == "other_firmware"
