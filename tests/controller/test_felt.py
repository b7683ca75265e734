"""What a device reports, as something that happened at the table."""

from __future__ import annotations

from typing import Any, get_args

import pytest

from config.schema import Device
from controller.journal.records import table_again, write_checkpoint
from controller.journal.seal import Seal
from controller.lines.felt import Felt, TellsTooMuch, heard_of
from drivers import reports as r
from drivers.driver import Heard
from drivers.roles import MAY_REPORT
from games import events as e
from games.cards import FULL_DECK, Card, SealedCard, SealedTag
from games.table.known_devices import Device as KnownDevice
from games.table.table import Setup, Table
from tests.games.table_talk import house_options

TAG = bytes.fromhex("e004010203040506")
SAID = {"boot": 4, "sequence": 9}
SIMULATED = {"kind": "simulated"}
SHOE = Device.model_validate({"name": "shoe-1", "role": "shoe", "driver": "angel_eye", "link": SIMULATED})
READERS = Device.model_validate(
    {
        "name": "readers",
        "role": "readers",
        "driver": "table_link",
        "places": ("3", "1", "dealer", "rack"),
        "link": SIMULATED,
    }
)
OF_SHOE = {"device": "shoe-1", "role": "shoe", "source": e.Source(device="shoe-1", **SAID)}
OF_READERS = {"device": "readers", "role": "readers", "source": e.Source(device="readers", **SAID)}
FROM_SHOE = {"source": e.Source(device="shoe-1", **SAID)}
FROM_READERS = {"source": e.Source(device="readers", **SAID)}


SCANNER = Device.model_validate(
    {"name": "scanner", "role": "scanner", "driver": "line_scanner", "link": SIMULATED}
)


def hidden(value: Any) -> r.Hidden[Any]:
    return r.Hidden(value)


@pytest.mark.parametrize(
    ("report", "event"),
    [
        (r.CardDrawn(face=hidden("Td"), **SAID), e.CardDrawn(card=SealedCard(Card("Td")), **FROM_SHOE)),
        (r.CardDrawn(face=None, **SAID), e.CardDrawn(card=None, **FROM_SHOE)),
        (r.CardRepeated(**SAID), e.CardRepeated(**FROM_SHOE)),
        (r.CutCardSeen(**SAID), e.CutCardSeen(**FROM_SHOE)),
        (r.Faulted(code="cannot_read", **SAID), e.DeviceFaulted(code="cannot_read", **OF_SHOE)),
        (r.FaultCleared(code="cannot_read", **SAID), e.DeviceRecovered(code="cannot_read", **OF_SHOE)),
        (r.ReportsMissed(count=3, **SAID), e.ReportsMissed(count=3, **OF_SHOE)),
        (r.Noted(what="started", **SAID), e.DeviceNoted(what="started", **OF_SHOE)),
        (r.Noted(what="restarted", **SAID), e.DeviceFaulted(code="restarted", **OF_SHOE)),
        (
            r.Identified(model="M", serial="S", firmware="1", **SAID),
            e.DeviceReady(model="M", serial="S", firmware="1", **OF_SHOE),
        ),
        (r.Damaged(why="a check", **SAID), e.ReportsMissed(count=1, **OF_SHOE)),
        (r.Damaged(why="a check"), None),
        (r.Beat(boot=4), None),
    ],
    ids=lambda value: type(value).__name__,
)
def test_what_a_shoe_reports(report: r.Report, event: e.Event | None) -> None:
    assert Felt(SHOE).event(report) == event


def test_a_tag_is_told_with_what_the_enrolment_file_says_of_it() -> None:
    tag = SealedTag(TAG.hex())
    queen = e.Enrolled(known=True, card=SealedCard(Card("Qd")), colour="blue")
    felt = Felt(READERS, {tag: queen}.get)
    arrived = felt.event(r.TagArrived(antenna=1, tag=hidden(TAG), **SAID))
    assert arrived == e.CardSeen(place="3", tag=tag, enrolled=queen, **FROM_READERS)
    present = felt.event(r.TagsPresent(antenna=1, tags=(hidden(TAG),), **SAID))
    assert present == e.PlaceRead(place="3", tags=(tag,), enrolled=(queen,), **FROM_READERS)
    assert "Qd" not in repr(arrived) + repr(present)


@pytest.mark.parametrize(
    ("antenna", "place"), [(1, "3"), (2, "1"), (3, "dealer"), (4, "rack")], ids=["3", "1", "dealer", "rack"]
)
def test_each_antenna_is_the_place_that_the_configuration_says(antenna: int, place: str) -> None:
    felt, tag = Felt(READERS), SealedTag(TAG.hex())
    arrived = r.TagArrived(antenna=antenna, tag=hidden(TAG), **SAID)
    assert felt.event(arrived) == e.CardSeen(place=place, tag=tag, **FROM_READERS)
    gone = r.TagGone(antenna=antenna, tag=hidden(TAG), **SAID)
    assert felt.event(gone) == e.CardGone(place=place, tag=tag, **FROM_READERS)
    present = r.TagsPresent(antenna=antenna, tags=(hidden(TAG),), **SAID)
    assert felt.event(present) == e.PlaceRead(place=place, tags=(tag,), **FROM_READERS)


@pytest.mark.parametrize("antenna", [-1, 0, 5, 255])
def test_an_antenna_without_a_place_is_noted_and_keeps_its_number(antenna: int) -> None:
    felt = Felt(READERS)
    for report in (
        r.TagArrived(antenna=antenna, tag=hidden(TAG), **SAID),
        r.TagGone(antenna=antenna, tag=hidden(TAG), **SAID),
        r.TagsPresent(antenna=antenna, tags=(), **SAID),
    ):
        assert felt.event(report) == e.DeviceNoted(what="antenna_without_a_place", **OF_READERS)


def test_a_fault_says_at_which_places_of_the_table_it_is() -> None:
    felt = Felt(READERS)
    report = r.Faulted(code="antenna_failed", places=(2, 4, 9), part="address", numbers=(7, 12), **SAID)
    where = e.Where(places=("1", "rack"), part="address", numbers=(7, 12))  # nothing of the table is at a ninth
    assert felt.event(report) == e.DeviceFaulted(code="antenna_failed", where=where, **OF_READERS)


def test_a_driver_of_somebody_else_cannot_flood_a_fault_with_numbers() -> None:
    report = r.Faulted(code="own_word", part="key", numbers=(-3, *range(10**12, 10**12 + 100)), **SAID)
    event = Felt(READERS).event(report)
    assert isinstance(event, e.DeviceFaulted)
    assert event.where is not None
    assert (len(event.where.numbers), event.where.numbers[:2]) == (16, (0, 10**9))


def test_a_partial_inventory_is_not_taken_for_a_whole_one() -> None:
    report = r.TagsPresent(antenna=1, tags=(hidden(TAG),), complete=False, **SAID)
    event = Felt(READERS).event(report)
    assert isinstance(event, e.DeviceNoted)
    assert event.source == e.Source(device="readers", **SAID)


def test_a_partial_inventory_of_a_known_place_is_not_called_an_unknown_antenna() -> None:
    event = Felt(READERS).event(r.TagsPresent(antenna=1, tags=(), complete=False, **SAID))
    assert isinstance(event, e.DeviceNoted)
    assert event.what != "antenna_without_a_place"


def test_a_line_that_is_up_or_down_says_so() -> None:
    felt, source = Felt(SHOE), e.Source(device="shoe-1")
    assert felt.ready() == e.DeviceReady(device="shoe-1", role="shoe", model="angel_eye", source=source)
    assert felt.lost("unplugged") == e.DeviceLost(device="shoe-1", role="shoe", why="unplugged", source=source)


def every_report() -> list[r.Report]:
    return [
        *(r.CardDrawn(face=hidden(face), **SAID) for face in FULL_DECK),
        r.TagArrived(antenna=1, tag=hidden(TAG), **SAID),
        r.TagGone(antenna=1, tag=hidden(TAG), **SAID),
        r.TagsPresent(antenna=1, tags=(hidden(TAG),), **SAID),
        r.TagArrived(antenna=99, tag=hidden(TAG), **SAID),
        r.Damaged(why="x" * 200, **SAID),
    ]


def test_no_face_and_no_tag_is_in_what_an_event_prints_or_says_in_json() -> None:
    for report in every_report():
        event = Felt(SHOE if isinstance(report, r.CardDrawn) else READERS).event(report)
        assert event is not None
        printed = f"{report!r} {report} {event!r} {event} {e.EVENT.dump_json(event).decode()}"
        assert TAG.hex() not in printed
        assert repr(TAG) not in printed
        assert not [face for face in FULL_DECK if f"'{face}'" in printed or f'"{face}"' in printed]


@pytest.mark.parametrize(
    "report",
    [
        r.Faulted(code="x" * 500, **SAID),
        r.FaultCleared(code="x" * 500, **SAID),
        r.Noted(what="x" * 500, **SAID),
        r.ReportsMissed(count=5_000, **SAID),
        r.ReportsMissed(count=2**31, **SAID),
        r.Identified(model="m" * 500, serial="s" * 500, firmware="f" * 500, **SAID),
        *every_report()[-5:],
    ],
    ids=lambda report: type(report).__name__,
)
def test_whatever_a_driver_says_becomes_an_event_that_can_be_read_back(report: r.Report) -> None:
    event = Felt(READERS).event(report)
    assert e.EVENT.validate_json(e.EVENT.dump_json(event).replace(b"??", b"a tag")).kind == event.kind  # type: ignore[union-attr]


def test_why_a_device_was_lost_is_cut_to_what_an_event_holds() -> None:
    event = Felt(SHOE).lost("w" * 1_000)
    assert e.EVENT.validate_json(e.EVENT.dump_json(event)) == event


def test_a_driver_that_says_no_card_is_not_believed_and_not_repeated() -> None:
    with pytest.raises(ValueError, match="card") as refused:
        Felt(SHOE).event(r.CardDrawn(face=hidden("Zz"), **SAID))
    assert "Zz" not in str(refused.value)


def test_a_shoe_that_is_said_to_count_is_not_believed_a_face() -> None:
    counting = SHOE.model_copy(update={"reads_faces": False})
    assert Felt(counting).event(r.CardDrawn(face=r.Hidden("As"), **SAID)) == e.CardDrawn(**FROM_SHOE)


MARKERS = Device.model_validate(
    {
        "name": "markers",
        "role": "markers",
        "driver": "table_link",
        "places": ("2", "5"),
        "mark_cents": {"1": 50_000},
        "link": SIMULATED,
    }
)


def test_a_marker_is_the_limit_that_the_configuration_says_it_denotes() -> None:
    felt, source = Felt(MARKERS), e.Source(device="markers", **SAID)
    assert felt.event(r.MarkerPlaced(sensor=2, mark=1, **SAID)) == e.MarkerPlaced(
        box=5, amount_cents=50_000, source=source
    )
    assert felt.event(r.MarkerPlaced(sensor=1, mark=7, **SAID)) == e.MarkerPlaced(box=2, source=source)
    assert felt.event(r.MarkerTaken(sensor=1, **SAID)) == e.MarkerTaken(box=2, source=source)
    nowhere = felt.event(r.MarkerTaken(sensor=3, **SAID))
    assert isinstance(nowhere, e.DeviceNoted)


def test_a_badge_is_noted_and_its_text_goes_no_further() -> None:
    event = Felt(SCANNER).event(r.CodeScanned(code=hidden("T-1182")))
    assert event == e.DeviceNoted(
        device="scanner", role="scanner", what="code_scanned", source=e.Source(device="scanner")
    )


@pytest.mark.parametrize(
    ("report", "what"),
    [
        (r.ButtonPressed(button=3, **SAID), "button_3_pressed"),
        (r.ButtonReleased(button=3, **SAID), "button_3_released"),
    ],
)
def test_a_button_is_noted(report: r.Report, what: str) -> None:
    of_markers = {"device": "markers", "role": "markers", "source": e.Source(device="markers", **SAID)}
    assert Felt(MARKERS).event(report) == e.DeviceNoted(what=what, **of_markers)


def test_a_marker_without_a_number_is_no_dealer_button() -> None:
    markers = READERS.model_copy(update={"role": "markers", "places": ("3",)})
    placed = Felt(markers).event(r.MarkerPlaced(sensor=1, **SAID))
    assert placed == e.MarkerPlaced(box=3, amount_cents=None, **FROM_READERS)


# What a fresh driver is told of its device's last number


NUMBERED: dict[str, Any] = {"boot": None, "sequence": 0x31}


@pytest.mark.parametrize(
    "report",
    [
        r.CardDrawn(face=hidden("Td"), **NUMBERED),
        r.CardDrawn(face=None, **NUMBERED),
        r.CardRepeated(**NUMBERED),
        r.CutCardSeen(**NUMBERED),
        r.Faulted(code="overdraw", **NUMBERED),
        r.FaultCleared(code="overdraw", **NUMBERED),
        r.Noted(what="standby", **NUMBERED),
    ],
    ids=lambda report: type(report).__name__,
)
def test_a_fresh_driver_is_told_what_came_under_the_last_number(report: r.Report) -> None:
    """After the journal was written and read again, and with no face in what it prints."""
    table = Table(Setup("T-1", "canberra_poker", 7, house_options()))
    for said in (r.CutCardSeen(boot=None, sequence=0x30), report):
        event = Felt(SHOE).event(said)
        assert event
        table.take(event)
    seal = Seal(bytes(32))
    assert b'"Td"' not in write_checkpoint(seal, table, 0).body
    table = table_again(seal, table)
    heard = heard_of(table.devices["shoe-1"])
    assert heard == Heard(None, 0x31, (report,))
    assert "Td" not in repr(heard)


def test_of_a_device_that_never_numbered_anything_nothing_is_told() -> None:
    assert heard_of(None) is None
    assert heard_of(KnownDevice("scanner")) is None


# What each role may report


REPORTS = {kind for kind in vars(r).values() if isinstance(kind, type) and issubclass(kind, r.Report)}


def test_every_role_has_its_list_and_every_report_a_role() -> None:
    assert set(MAY_REPORT) == set(get_args(e.DeviceRole))
    assert set().union(*MAY_REPORT.values()) == REPORTS - {r.Report}


@pytest.mark.parametrize(
    ("device", "report"),
    [
        (SCANNER, r.CardDrawn(face=hidden("Td"), **SAID)),
        (READERS, r.CardDrawn(face=hidden("Td"), **SAID)),
        (READERS, r.DoorChanged(open=True, **SAID)),
        (SHOE, r.PackDispensed(colour="blue", count=5, **SAID)),
        (SHOE, r.TagArrived(antenna=1, tag=hidden(TAG), **SAID)),
        (SCANNER, r.MarkerPlaced(sensor=1, mark=1, **SAID)),
    ],
    ids=lambda value: value.name if isinstance(value, Device) else type(value).__name__,
)
def test_what_is_not_its_roles_to_tell_never_reaches_the_table(device: Device, report: r.Report) -> None:
    with pytest.raises(TellsTooMuch) as refused:
        Felt(device).event(report)
    assert "Td" not in str(refused.value)
