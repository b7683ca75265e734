"""When a record was written, read off its text: an index of times would be one more thing that can be wrong."""

from __future__ import annotations

import re

AT_MS = re.compile(rb'"at_ms":(\d+)')


def at_ms_of(body: bytes) -> int:
    """0 for a record that does not say."""
    found = AT_MS.search(body)
    return int(found[1]) if found else 0
