"""tablectl schema: the JSON Schema of events and outcomes."""

from __future__ import annotations

import argparse
import json

from controller.commands import OK
from games.events import EVENT
from games.outcomes import OUTCOME


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """It takes none."""


def run(asked: argparse.Namespace) -> int:
    print(json.dumps(schema(), indent=2, ensure_ascii=False))
    return OK


def schema() -> dict[str, object]:
    return {"event": EVENT.json_schema(), "outcome": OUTCOME.json_schema(mode="serialization")}
