"""What each device at a table may report, by its role.

The felt holds every driver to it, and the conformance tests do.
"""

from __future__ import annotations

from drivers import reports as r

EVERY_ROLE = frozenset({r.Identified, r.Beat, r.ReportsMissed, r.Damaged, r.Noted, r.Faulted, r.FaultCleared})
_BUTTONS = {r.ButtonPressed, r.ButtonReleased}
MAY_REPORT: dict[str, frozenset[type[r.Report]]] = {
    "shoe": EVERY_ROLE | {r.CardDrawn, r.CardRepeated, r.CutCardSeen},
    # Cards are not among it: their order is the table's secret.
    "shuffler": EVERY_ROLE
    | {r.DeckInserted, r.ShuffleStarted, r.ShuffleComplete, r.PackDispensed, r.DoorChanged, r.PoweredUp},
    "readers": EVERY_ROLE | {r.TagArrived, r.TagGone, r.TagsPresent},
    "markers": EVERY_ROLE | {r.MarkerPlaced, r.MarkerTaken} | _BUTTONS,  # a board has both
    "scanner": EVERY_ROLE | {r.CodeScanned},
    "buttons": EVERY_ROLE | _BUTTONS,
    "printer": EVERY_ROLE | {r.SlipPrinted, r.SlipNotPrinted},
}


def may_report(role: str, report: r.Report) -> bool:
    """Exactly these kinds: one that is made from them may say more."""
    return type(report) in MAY_REPORT[role]
