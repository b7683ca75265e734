"""Who deals, whether the table is open, of what the players have notice, and who is called."""

from __future__ import annotations

from games.events.messages import Cents, Command, Count, Minutes, Name, command


@command(said_by="daemon", undoable=False)
class SignIn(Command):
    """A dealer takes the table. `name` is shown; `by` is the staff number."""

    name: Name = ""


@command(said_by="daemon", undoable=False)
class SignOut(Command):
    """The dealer leaves the table, between two rounds: nobody deals until somebody signs in."""


@command(said_by="daemon", undoable=False, while_asked=True)
class Lock(Command):
    """The panel takes no touch until somebody signs in."""


@command(said_by="daemon", undoable=False, while_asked=True)
class Unlock(Command):
    pass


@command(said_by="dealer", undoable=False)
class OpenTable(Command):
    pass


@command(said_by="supervisor", undoable=False)
class CloseTable(Command):
    pass


@command(said_by="supervisor", undoable=True)
class ChangeLimits(Command):
    """The players have notice of other limits (rule 3.1): from then on, and never within a round."""

    minimum_cents: Cents
    maximum_cents: Cents
    multiple_cents: Cents
    in_minutes: Minutes


@command(said_by="supervisor", undoable=True)
class AnnounceClosing(Command):
    """The players have notice that the table closes. None: it stays open after all."""

    in_minutes: Minutes | None = None


@command(said_by="supervisor", undoable=True)
class ChangeCards(Command):
    """Some or all cards are replaced after a round (rule 2.3)."""


@command(said_by="supervisor", undoable=False, while_asked=True)
class ApproveDevice(Command):
    """The device that is held may be used: the one with this serial number and firmware, and no other."""

    device: Name
    serial: Name = ""
    firmware: Name = ""


@command(said_by="dealer", undoable=False, while_asked=True)
class CallFloor(Command):
    pass


@command(said_by="dealer", undoable=False, while_asked=True)
class FloorCame(Command):
    pass


@command(said_by="daemon", undoable=False, while_asked=True)
class PrintSheet(Command):
    """The sheet of a ruling, a dispute or a correction goes on paper, as it was looked at: from now on every
    other says REPRINT. With a `printer` of the table's own it is printed when that has confirmed it."""

    record: Count
    printer: Name = ""


@command(said_by="either", undoable=False, while_asked=True)
class Undo(Command):
    """Takes back the last entry, a supervisor's ruling too if a supervisor says so. It stays in the journal."""
