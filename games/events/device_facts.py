"""What devices say of themselves and of their decks, and what the host itself has noticed."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from games.events.messages import Colour, Count, Fact, Name, fact, message

Hash = Annotated[str, Field(pattern="^[0-9a-f]{64}$")]
DeviceRole = Literal["shoe", "shuffler", "readers", "markers", "scanner", "buttons", "printer"]
Paper = Literal["sheet", "receipt"]  # a sheet has the number of its record, a receipt that of its tournament


@message
class DeviceFact(Fact):
    device: Name
    role: DeviceRole


@fact(concerns="what is beside the deal")
class DeviceReady(DeviceFact):
    model: Name = ""
    serial: Name = ""
    firmware: Name = ""


Held = Literal["", "other_device", "other_firmware", "firmware_not_approved"]


@fact(concerns="the deal")
class DeviceLost(DeviceFact):
    """It does not answer; or it does, but is `held`: nobody has approved that this one is used here now."""

    why: Annotated[str, Field(max_length=300)] = ""
    held: Held = ""
    model: Name = ""  # of the one that is held
    serial: Name = ""
    firmware: Name = ""


@message
class Where:
    """Places of the table, and what to look for at the device."""

    places: Annotated[tuple[Name, ...], Field(max_length=16)] = ()
    part: Literal["", "address", "pin", "key"] = ""
    numbers: Annotated[tuple[Count, ...], Field(max_length=16)] = ()


@fact(concerns="the deal")
class DeviceFaulted(DeviceFact):
    code: Name
    where: Where | None = None  # None: the whole of it


@fact(concerns="the deal")
class DeviceRecovered(DeviceFact):
    code: Name = ""


@fact(concerns="the deal")
class ReportsMissed(DeviceFact):
    """The device's own counter moved further than what was heard."""

    count: Count


@fact(concerns="nothing")
class DeviceNoted(DeviceFact):
    what: Name


@fact(concerns="what is beside the deal")
class SlipPrinted(DeviceFact):
    """The printer has confirmed the whole of it."""

    paper: Paper
    number: Count


@fact(concerns="what is beside the deal")
class SlipNotPrinted(DeviceFact):
    """Or not to its end: some of it may lie there. `why` is a fault's word."""

    paper: Paper
    number: Count
    why: Name


@message
class DeckFact(DeviceFact):
    """`count` is None if the shoe did not count."""

    colour: Colour
    count: Count | None = None


@fact(concerns="what is beside the deal")
class DeckInserted(DeckFact):
    pass


@fact(concerns="what is beside the deal")
class ShuffleStarted(DeckFact):
    pass


@fact(concerns="what is beside the deal")
class ShuffleComplete(DeckFact):
    pass


@fact(concerns="the deal")
class PackDispensed(DeviceFact):
    """So many cards left the shoe together. It does not know their faces."""

    colour: Colour
    count: Count


@fact(concerns="the deal")
class DoorChanged(DeviceFact):
    open: bool


@fact(concerns="the deal")
class PoweredUp(DeviceFact):
    """Power came on. `cycles` are the shuffles of the device's whole life."""

    cycles: Count = 0


@fact(concerns="the deal")
class TimeCame(Fact):
    """The moment that the table had waited for."""


@fact(concerns="the deal")
class UsbPlugged(Fact):
    """Something that was not there at the start was plugged into the host. What it is, it says itself."""

    port: Name
    vendor: Name = ""
    product: Name = ""


@fact(concerns="the deal")
class PinLockedOut(Fact):
    """So many wrong PINs were given for one number that the next is not looked at for a while."""

    number: Name
    seconds: Count


@fact(concerns="the deal")
class PinLetIn(Fact):
    """The technician has taken the wait off that number, at the machine itself: its next PIN is looked at."""

    number: Name


@fact(concerns="the deal")
class CardsEnrolled(Fact):
    """A deck check of new cards, made twice, has named the tag of so many of them; `complete`: of all."""

    count: Count
    complete: bool


@fact(concerns="what is beside the deal")
class JournalRestored(Fact):
    """From a backup, although more was known to have been written: what lies in between is lost."""

    known: Count  # records there had been, as far as anybody knows
    reason: Name


@fact(concerns="what is beside the deal")
class ClockStepped(Fact):
    """The computer's clock was set. Times of records do not follow it: `shift_ms` is what the time of day is
    ahead of them from here on. `by_ms` is 0 where they begin anew with the time of day."""

    by_ms: int = 0
    shift_ms: int


@fact(concerns="what is beside the deal")
class WitnessDisagrees(Fact):
    """A second place that remembers how far the journal had come knows more than the journal, or otherwise."""

    witness: Name
    record: Count


@fact(concerns="nothing")
class TournamentWrote(Fact):
    """How far the journal of the tournament that is conducted here has come. So the table's journal, with its
    seals and witnesses, speaks for that one, too."""

    tournament: Annotated[str, Field(pattern=r"^[A-Za-z0-9_.-]{1,240}$")]  # as its journal's file is named
    record: Count
    hash: Hash


@fact(concerns="what is beside the deal")
class WitnessForgot(Fact):
    """A second place had acknowledged that record once, and knows of an earlier one now, or of none (0)."""

    witness: Name
    record: Count
    knows: Count = 0


@fact(concerns="nothing")
class WitnessKnows(Fact):
    """A second place has that record on its disk. The journal remembers it: if that forgets, it shows."""

    witness: Name
    record: Count


@fact(concerns="what is beside the deal")
class SealingBegun(Fact):
    """From that seal on another verification key holds: after a lost key, a restored backup, or for the first
    time with a journal that was not sealed."""

    seal: Count
    reason: Name = ""


@fact(concerns="what is beside the deal")
class SealingStopped(Fact):
    """The journal was sealed once, and from this start on it is not: its sealing key is missing, or another."""

    why: Literal["missing", "wrong"]


@fact(concerns="nothing")
class PastLetGo(Fact):
    """A closed file was deleted, because its time was over: all up to its last record is gone from here."""

    file: Name
    first: Count
    last: Count
    hash: Hash
    backed_up: Annotated[str, Field(max_length=200)] = ""  # where to, when that was last done


@fact(concerns="nothing")
class RoundsProven(Fact):
    """The table has ruled on its own closed rounds again, up to that record; each came out as it was told."""

    record: Count
    round: Count
    program: Name


@fact(concerns="nothing")
class Restarted(Fact):
    """The daemon has started, nearly always with a journal that holds something: it has come back. It may be of
    another version now. Versions that did not count the starts have left `start` 0."""

    program: Name = ""
    start: Count = 0  # the how manieth of this journal
    boot: Name = ""  # of the machine, since it was switched on
    came_back: bool = True
    gone: Count = 0  # when this was first written down: records that were not here any more, up to that one
