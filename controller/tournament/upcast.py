"""Records of a tournament of an older format, said as this one says it, as a table's are (journal/upcast)."""

from __future__ import annotations

import json

from controller.journal.upcast import Lifted, Steps, line
from controller.journal.upcast import lifted as lifted_by

FORMAT = 2
TODAYS = b"%d\n" % FORMAT  # the first line of a record
FIRST_PROGRAM = ["0.2.0 or before", "not recorded", "not recorded"]


def lifted(body: bytes, kept: bytes) -> Lifted:
    return lifted_by(body, kept, STEPS)


def _lines_instead_of_one_object(body: bytes, kept: bytes) -> Lifted:
    """1 to 2: one JSON object held words as well, and nobody wrote which program it was."""
    said = json.loads(body)
    lines = [b"2\n"]
    if said.get("setup"):
        lines.append(b"program %b\n" % json.dumps(FIRST_PROGRAM).encode())
        lines.append(b"setup %b\n" % said["setup"].encode())
    if said.get("event"):
        lines.append(line("event", said["event"]))
    for outcome in said.get("outcomes") or ():
        if outcome["kind"] != "notice" or outcome.get("moved"):
            lines.append(line("verdict", {name: value for name, value in outcome.items() if name != "say"}))
    return b"".join(lines), kept


STEPS: Steps = {1: _lines_instead_of_one_object}
