"""Records of an older format, said as this one says it: one function a step, as many steps as it needs.

A step never changes again. What it makes of an old record must be what the old program meant.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

FORMAT = 2
TODAYS = b"%d\n" % FORMAT  # the first line of a record

Lifted = tuple[bytes, bytes]  # the text of a record, and what it names
Steps = Mapping[int, Callable[[bytes, bytes], Lifted]]  # each to the number after its own
FIRST_PROGRAM = ["0.1.0", "not recorded", "not recorded"]


def lifted(body: bytes, kept: bytes, steps: Steps | None = None) -> Lifted:
    """In the format of today. Raises ValueError for one that is not known yet. None: by a table's steps."""
    if steps is None:
        if body.startswith(TODAYS):
            return body, kept
        steps = STEPS
    for number in range(_format_of(body, len(steps) + 1), len(steps) + 1):
        body, kept = steps[number](body, kept)
    return body, kept


def _format_of(body: bytes, newest: int) -> int:
    if body.startswith(b"{"):
        return 1
    number = int(body.partition(b"\n")[0])
    if not 1 <= number <= newest:
        raise ValueError("a format of the future")
    return number


def _lines_instead_of_one_object(body: bytes, kept: bytes) -> Lifted:
    """1 to 2: one JSON object held prompts and words as well, and the options at every checkpoint."""
    said = json.loads(body)
    lines = [b"2\n"]
    for what in ("event", "unruled"):
        if said.get(what):
            lines.append(line(what, said[what]))
    for outcome in said.get("outcomes") or ():
        if outcome["kind"] not in ("prompt", "notice") or outcome.get("moved"):
            lines.append(line("verdict", {name: value for name, value in outcome.items() if name != "say"}))
    checkpoint = said.get("checkpoint")
    if checkpoint:
        names = ("table", "game", "boxes", "options", "shoe")
        setting = {name: checkpoint[name] for name in names if name in checkpoint}
        kept = _json({**setting, "program": FIRST_PROGRAM})
        at_ms = said["event"]["at_ms"] if said.get("event") else 0
        rest = {"carry": checkpoint["carry"], "proof": checkpoint["proof"], "at_ms": at_ms}
        lines.append(b"checkpoint %b\n" % _json(rest))
    return b"".join(lines), kept


def line(what: str, said: dict[str, Any]) -> bytes:
    kind = said.pop("kind")
    return b"%b %b %b\n" % (what.encode(), kind.encode(), _json(said))


def _json(said: object) -> bytes:
    return json.dumps(said, ensure_ascii=False, separators=(",", ":")).encode()


STEPS: Steps = {1: _lines_instead_of_one_object}
