"""Cases that were worked out by hand or by another program, never by this one; README.md says what they are."""

from __future__ import annotations

import json
import lzma
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent


def cases(file: str, *kinds: str) -> list[Any]:
    """Those of these kinds, or all."""
    lines = lzma.decompress((HERE / f"{file}.jsonl.xz").read_bytes()).decode().splitlines()
    return [case for case in map(json.loads, lines) if not kinds or case["kind"] in kinds]


def named(case: Any) -> str:
    return str(case["id"])
