"""Which device watches which place: what a device reports becomes what happened at the table."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar, get_args

from config.schema import Device
from drivers import reports as r
from drivers.driver import Heard
from drivers.roles import may_report
from games import events as e
from games.cards import SealedCard, SealedTag
from games.table.known_devices import Device as KnownDevice
from games.table.known_devices import Said

MOST_COUNTED = 1_000_000_000  # beyond it a number says nothing any more
MOST_NAMED = 16  # places and parts of one fault

F = TypeVar("F", bound=e.DeviceFact)


class TellsTooMuch(Exception):
    """A driver reports what is not its role's to tell. It is not listened to again."""


Enrolment = Callable[[SealedTag], e.Enrolled | None]


def not_enrolled(tag: SealedTag) -> None:
    """What is said of every tag at a table without an enrolment file."""


class Felt:
    """One device's view of the table."""

    def __init__(self, device: Device, enrolment: Enrolment = not_enrolled) -> None:
        self._device = device
        self._enrolment = enrolment
        self._meanings: dict[type[r.Report], Callable[[Any], e.Fact]] = {
            r.CardDrawn: self._drawn,
            r.CardRepeated: lambda report: e.CardRepeated(source=self._source(report)),
            r.CutCardSeen: lambda report: e.CutCardSeen(source=self._source(report)),
            r.MarkerPlaced: self._marker_placed,
            r.MarkerTaken: self._marker_taken,
            r.TagArrived: self._arrived,
            r.TagGone: self._left,
            r.TagsPresent: self._present,
            r.Identified: self._ready,
            r.Faulted: self._faulted,
            r.FaultCleared: lambda report: self._of_device(e.DeviceRecovered, report, code=report.code[:80]),
            r.ReportsMissed: lambda report: self._of_device(
                e.ReportsMissed, report, count=min(report.count, MOST_COUNTED)
            ),
            r.Noted: self._noted,
            r.ButtonPressed: lambda report: self._button(report, "pressed"),
            r.ButtonReleased: lambda report: self._button(report, "released"),
            # That it was scanned, not what: nothing here has a use for the text, so it goes no further.
            r.CodeScanned: lambda report: self._of_device(e.DeviceNoted, report, what="code_scanned"),
            r.SlipPrinted: lambda report: self._of_device(
                e.SlipPrinted, report, paper=report.paper, number=report.number
            ),
            r.SlipNotPrinted: lambda report: self._of_device(
                e.SlipNotPrinted, report, paper=report.paper, number=report.number, why=report.why[:80]
            ),
            r.DeckInserted: lambda report: self._deck(e.DeckInserted, report),
            r.ShuffleStarted: lambda report: self._deck(e.ShuffleStarted, report),
            r.ShuffleComplete: lambda report: self._deck(e.ShuffleComplete, report),
            r.PackDispensed: lambda report: self._deck(e.PackDispensed, report),
            r.DoorChanged: lambda report: self._of_device(e.DoorChanged, report, open=report.open),
            r.PoweredUp: lambda report: self._of_device(
                e.PoweredUp, report, cycles=min(report.cycles, MOST_COUNTED)
            ),
        }

    def event(self, report: r.Report) -> e.Fact | None:
        """None for what is no news to the table: a heartbeat, bytes that were nothing."""
        role = self._device.role
        if not may_report(role, report):
            raise TellsTooMuch(
                f"the driver of a device of the role {role} must not report {type(report).__name__}"
            )
        if isinstance(report, r.Damaged) and report.sequence is not None:
            return self._of_device(
                e.ReportsMissed, report, count=1
            )  # it was a report; we shall never know which
        meaning = self._meanings.get(type(report))
        return meaning(report) if meaning else None

    def ready(self) -> e.DeviceReady:
        """The line is up; for a device that does not introduce itself this is all that can be said."""
        return self._of_device(e.DeviceReady, r.Report(), model=self._device.driver)

    def lost(self, why: str) -> e.DeviceLost:
        return self._of_device(e.DeviceLost, r.Report(), why=why[:300])

    def held(self, why: e.Held, said: e.DeviceReady) -> e.DeviceLost:
        identity = {"model": said.model, "serial": said.serial, "firmware": said.firmware}
        return self._of_device(e.DeviceLost, r.Report(), held=why, **identity)

    def _source(self, report: r.Report) -> e.Source:
        return e.Source(device=self._device.name, boot=report.boot, sequence=report.sequence)

    def _of_device(self, kind: type[F], report: r.Report, **what: Any) -> F:
        return kind(device=self._device.name, role=self._device.role, source=self._source(report), **what)

    def _ready(self, report: r.Identified) -> e.Fact:
        fact: e.Fact = self._of_device(
            e.DeviceReady,
            report,
            model=report.model[:80],
            serial=report.serial[:80],
            firmware=report.firmware[:80],
        )
        return fact

    def _faulted(self, report: r.Faulted) -> e.Fact:
        places = [place for antenna in report.places if (place := self._place(antenna)) is not None]
        numbers = [min(max(number, 0), MOST_COUNTED) for number in report.numbers]
        where = e.Where(
            places=tuple(places[:MOST_NAMED]), part=report.part, numbers=tuple(numbers[:MOST_NAMED])
        )
        nowhere = where == e.Where()
        code = report.code[:80]
        return self._of_device(e.DeviceFaulted, report, code=code, where=None if nowhere else where)

    def _noted(self, report: r.Noted) -> e.Fact:
        if report.what == "restarted":
            # What it had not delivered is gone with its memory, and nobody can say how much that was.
            return self._of_device(e.DeviceFaulted, report, code=report.what[:80])
        return self._of_device(e.DeviceNoted, report, what=report.what[:80])

    def _button(self, report: Any, what: str) -> e.Fact:
        return self._of_device(e.DeviceNoted, report, what=f"button_{report.button}_{what}")

    def _deck(self, kind: type[F], report: Any) -> F:
        colour = report.colour if report.colour in get_args(e.Colour) else "unknown"
        count = None if report.count is None else min(max(report.count, 0), MOST_COUNTED)
        return self._of_device(kind, report, colour=colour, count=count)

    def _drawn(self, report: r.CardDrawn) -> e.Fact:
        # A shoe that is said to count is not believed a face: nobody has checked that it reads them.
        reads = report.face if self._device.reads_faces else None
        card = SealedCard.read(reads.open()) if reads else None
        return e.CardDrawn(card=card, source=self._source(report))

    def _marker_placed(self, report: r.MarkerPlaced) -> e.Fact:
        box = self._place(report.sensor)
        if box is None:
            return self._unknown_antenna(report)
        if report.mark is not None and report.mark == self._device.button_mark:
            return e.ButtonPlaced(box=int(box), source=self._source(report))
        amount_cents = self._device.mark_cents.get(str(report.mark))
        return e.MarkerPlaced(box=int(box), amount_cents=amount_cents, source=self._source(report))

    def _marker_taken(self, report: r.MarkerTaken) -> e.Fact:
        box = self._place(report.sensor)
        if box is None:
            return self._unknown_antenna(report)
        if self._device.button_mark is not None and not self._device.mark_cents:
            return e.ButtonTaken(box=int(box), source=self._source(report))
        return e.MarkerTaken(box=int(box), source=self._source(report))

    def _arrived(self, report: r.TagArrived) -> e.Fact:
        place = self._place(report.antenna)
        if place is None:
            return self._unknown_antenna(report)
        tag = _sealed(report.tag)
        return e.CardSeen(place=place, tag=tag, enrolled=self._enrolment(tag), source=self._source(report))

    def _left(self, report: r.TagGone) -> e.Fact:
        place = self._place(report.antenna)
        if place is None:
            return self._unknown_antenna(report)
        return e.CardGone(place=place, tag=_sealed(report.tag), source=self._source(report))

    def _present(self, report: r.TagsPresent) -> e.Fact:
        place = self._place(report.antenna)
        if place is None:
            return self._unknown_antenna(report)
        if not report.complete:
            return self._of_device(e.DeviceNoted, report, what="partial_inventory")
        tags = tuple(_sealed(tag) for tag in report.tags)
        said = [self._enrolment(tag) for tag in tags]
        enrolled = tuple(of_one for of_one in said if of_one is not None)
        if len(enrolled) < len(tags):  # there is no file
            enrolled = ()
        return e.PlaceRead(place=place, tags=tags, enrolled=enrolled, source=self._source(report))

    def _unknown_antenna(self, report: r.Report) -> e.Fact:
        return self._of_device(e.DeviceNoted, report, what="antenna_without_a_place")

    def _place(self, antenna: int) -> str | None:
        places = self._device.places
        return places[antenna - 1] if 0 < antenna <= len(places) else None


def heard_of(known: KnownDevice | None) -> Heard | None:
    """What a fresh driver is told of its device's last number: as the device said it, faces hidden."""
    if known is None or known.heard is None:
        return None
    boot, sequence = known.heard
    said = (_as_reported(said, boot, sequence) for said in known.said)
    return Heard(boot, sequence, tuple(report for report in said if report is not None))


def _as_reported(said: Said, boot: int | None, sequence: int | None) -> r.Report | None:
    match said.kind:
        case "card_drawn":
            face = r.Hidden(str(said.card.open())) if said.card else None
            return r.CardDrawn(face=face, boot=boot, sequence=sequence)
        case "card_repeated":
            return r.CardRepeated(boot=boot, sequence=sequence)
        case "cut_card_seen":
            return r.CutCardSeen(boot=boot, sequence=sequence)
        case "device_faulted":
            return r.Faulted(code=said.what, boot=boot, sequence=sequence)
        case "device_recovered":
            return r.FaultCleared(code=said.what, boot=boot, sequence=sequence)
        case "device_noted":
            return r.Noted(what=said.what, boot=boot, sequence=sequence)
    return None


def _sealed(tag: r.Hidden[bytes]) -> SealedTag:
    return SealedTag(tag.open().hex())
