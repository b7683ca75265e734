"""What the page's record says of what has happened."""

from __future__ import annotations

from games.outcomes import Notice, Text, text
from games.tournament.outcomes import (
    BallotHeld,
    Cancelled,
    CashMoved,
    EntryChanged,
    EntryTaken,
    Outcome,
    PlacesAwarded,
    SessionBegun,
    SessionEnded,
    Undone,
)


def told_of(outcome: Outcome) -> Text | None:
    """None for what concerns the tables alone, or is said beside something else."""
    match outcome:
        case Notice():
            return outcome.say
        case EntryTaken():
            return text("told_entry_taken", entry=outcome.entry)
        case CashMoved():
            cents = abs(outcome.cents)
            return text(
                f"told_cash_{outcome.what}", entry=outcome.entry, amount_cents=cents, receipt=outcome.number
            )
        case BallotHeld():
            return text("told_ballot_held", session=outcome.session)
        case SessionBegun():
            return text("told_session_begun", session=outcome.session)
        case SessionEnded():
            return text("told_session_ended", session=outcome.session)
        case EntryChanged():
            return text(f"told_entry_{outcome.status}", entry=outcome.entry)
        case PlacesAwarded():
            return text("told_places_awarded")
        case Cancelled():
            return text("told_cancelled", reason=outcome.reason)
        case Undone():
            return text("told_undone", what=outcome.what)
    return None
