"""The key that a screen shows: another at every start, so that one which was seen once is soon worth nothing.

A screen that was open when the daemon ended comes back by itself: for a moment after the start its old key
still opens, and it is told the new one.
"""

from __future__ import annotations

import hmac
import json
import secrets
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import structlog

from controller.private_file import write_privately

log = structlog.get_logger()

ROLES = ("dealer", "bench", "sign", "director")
FORMER_S = 60.0  # screens ask every second
MOST_FORMER = 16  # starts that may fail one after the other while a screen waits

Keys = Mapping[str, str]


class Tokens:
    def __init__(self, now: Keys, former: Sequence[Keys] = ()) -> None:
        self._now = now
        self._former = former

    def of(self, role: str) -> str:
        return self._now[role]

    def opens(self, role: str, said: str) -> bool:
        return _are_same(self._now[role], said)

    def opened_before(self, role: str, said: str) -> bool:
        return any(_are_same(keys.get(role, ""), said) for keys in self._former)

    def forget_former(self, path: Path) -> None:
        self._former = ()
        _keep(path, self._now, ())


def new_tokens(path: Path) -> Tokens:
    """`path` is in the state folder: what was valid before comes from there."""
    now = {role: secrets.token_urlsafe(24) for role in ROLES}
    former = _kept(path)[:MOST_FORMER]
    _keep(path, now, former)
    return Tokens(now, former)


def _are_same(key: str, said: str) -> bool:
    return bool(key) and hmac.compare_digest(key.encode(), said.encode("utf-8", "replace"))


def _keep(path: Path, now: Keys, former: Sequence[Keys]) -> None:
    try:
        write_privately(path, json.dumps({"now": now, "former": former}))
    except OSError as error:  # the table shall open and say on its panel what is wrong with the disk
        log.warning("screens_keys_not_kept", detail=str(error))


def _kept(path: Path) -> list[Keys]:
    """Of the last run, and of those before it whose moment had not passed. From a damaged file none."""
    try:
        kept = json.loads(path.read_text())
        return [_keys(keys) for keys in (kept["now"], *kept["former"])]
    except (OSError, ValueError, LookupError, TypeError, AttributeError):
        return []


def _keys(kept: Any) -> Keys:
    return {role: key for role, key in kept.items() if role in ROLES and isinstance(key, str)}
