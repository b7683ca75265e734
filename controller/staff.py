"""Who may: staff numbers, PINs, and what a wrong PIN costs."""

from __future__ import annotations

import hashlib
import hmac
import os
from collections.abc import Callable, Iterable

from config.schema import StaffMember
from games.outcomes import Refusal, text

WRONG_PINS = 5
LOCKED_MS = 60_000


def scrypt(pin: str, salt: bytes) -> bytes:
    return hashlib.scrypt(pin.encode(), salt=salt, n=2**14, r=8, p=1, dklen=32)


def hashed(pin: str) -> str:
    """What `pin_scrypt` in a staff file holds."""
    salt = os.urandom(16)
    return f"{salt.hex()}:{scrypt(pin, salt).hex()}"


class Staff:
    def __init__(self, members: Iterable[StaffMember], now_ms: Callable[[], int]) -> None:
        self._members = {member.number: member for member in members}
        self._now_ms = now_ms
        self._wrong = 0
        self._locked_until_ms = 0

    def check(self, badge: str, pin: str) -> StaffMember | Refusal:
        """One counter for the whole panel: trying many numbers is guessing too."""
        left_ms = self._locked_until_ms - self._now_ms()
        if left_ms > 0:
            return Refusal(say=text("pin_locked", seconds=-(-left_ms // 1000)))
        member = self._members.get(badge)
        if _matches(member, pin) and member is not None:
            self._wrong = 0
            return member
        self._wrong += 1
        if self._wrong >= WRONG_PINS:
            self._wrong, self._locked_until_ms = 0, self._now_ms() + LOCKED_MS
        return Refusal(say=text("wrong_pin"))


def _matches(member: StaffMember | None, pin: str) -> bool:
    """Takes as long for a number that nobody has."""
    if member is not None and member.demo_pin is not None:
        return hmac.compare_digest(member.demo_pin.encode(), pin.encode())
    salt, _, wanted = (member.pin_scrypt if member and member.pin_scrypt else f"{'0' * 32}:").partition(":")
    return hmac.compare_digest(scrypt(pin, bytes.fromhex(salt)).hex(), wanted)
