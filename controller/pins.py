"""Checks PINs, and makes guessing them slow.

Wrong PINs are counted for each number, and only that number's right PIN ends the count: no other success, no
pause and no restart. What it costs does not tell whether anybody has the number.
"""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import json
import os
import secrets
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Annotated

import structlog
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from config.schema import StaffMember
from controller.private_file import write_privately
from games.outcomes import Refusal, text

log = structlog.get_logger()

WRONG_PINS = 5  # and then a wait; after each further one a longer wait
WAITS_S = (60, 120, 240, 480, 900)
UNKNOWN = 1024  # numbers that nobody has share so many counts, however many are tried
LONGEST_NUMBER = 8
# A number that nobody has is checked like the others, and takes as long.
NOBODY = StaffMember(number="000", name="-", role="cashier", pin_scrypt=f"{'0' * 32}:{'0' * 64}")
NOBODY_IN_CLEAR = StaffMember(number="000", name="-", role="cashier", demo_pin="0000")

LockedOut = Callable[[str, int], None]
LetIn = Callable[[str], None]


def asks_to_let_in(path: Path) -> Path:
    """Beside the counts: whose wait the technician has taken off, at the machine itself."""
    return path.with_name("let-in")


def let_in(path: Path, number: str) -> None:
    """The next PIN of that number is looked at, once. It says nothing of the PIN."""
    write_privately(asks_to_let_in(path), number)


def scrypt(pin: str, salt: bytes) -> bytes:
    return hashlib.scrypt(pin.encode(errors="replace"), salt=salt, n=2**14, r=8, p=1, dklen=32)


def hashed(pin: str) -> str:
    """What `pin_scrypt` in a staff file holds."""
    salt = os.urandom(16)
    return f"{salt.hex()}:{scrypt(pin, salt).hex()}"


class Kept(BaseModel):
    """The file. It holds no PIN, and of numbers only those of the staff."""

    model_config = ConfigDict(extra="forbid", strict=True)

    secret: Annotated[str, Field(pattern=r"^[0-9a-f]{32}$")]  # says which unknown numbers share a count
    wrong: dict[str, Annotated[int, Field(gt=0)]]


class Pins:
    def __init__(self, staff: Iterable[StaffMember], now_ms: Callable[[], int], path: Path) -> None:
        self._members = {member.number: member for member in staff}
        self._nobody = next((NOBODY for member in self._members.values() if member.pin_scrypt), NOBODY_IN_CLEAR)
        self._now_ms = now_ms
        self._path = path
        self._hearers: list[LockedOut] = []
        self._let_in_hearers: list[LetIn] = []
        self._checking = asyncio.Lock()
        self._kept = self._read()
        # How much of a wait was over before a restart, nobody knows: it begins again.
        self._until_ms = {
            key: now_ms() + 1_000 * _wait_s(wrong)
            for key, wrong in self._kept.wrong.items()
            if wrong >= WRONG_PINS
        }

    def tell(self, hearer: LockedOut) -> None:
        """Called with a number and its seconds, from whichever thread checks."""
        self._hearers.append(hearer)

    def tell_let_in(self, hearer: LetIn) -> None:
        """Called with the number, from whichever thread checks."""
        self._let_in_hearers.append(hearer)

    async def member(self, number: object, pin: object) -> StaffMember | Refusal:
        """Hashing a PIN takes a while, and nothing else must wait for it."""
        if not (isinstance(number, str) and isinstance(pin, str)):
            raise TypeError("number and PIN are text")
        async with self._checking:  # one PIN at a time, or guesses could pass the count together
            return await asyncio.to_thread(self.check, number, pin)

    def check(self, number: str, pin: str) -> StaffMember | Refusal:
        key = self._key(number)
        self._look_who_is_let_in(key)
        left_ms = self._until_ms.get(key, 0) - self._now_ms()
        if left_ms > 0:
            return Refusal(say=text("pin_locked", seconds=-(-left_ms // 1_000)))
        member = self._members.get(number)
        if _matches(member or self._nobody, pin) and member is not None:
            if self._kept.wrong.pop(key, 0):
                self._write()
            return member
        self._count(key, number)
        return Refusal(say=text("wrong_pin"))

    def _look_who_is_let_in(self, key: str) -> None:
        """Whoever keeps giving wrong PINs for somebody would otherwise keep that person out for ever."""
        path = asks_to_let_in(self._path)
        if self._until_ms.get(key, 0) <= self._now_ms() or not path.is_file():
            return
        try:
            if path.read_text("ascii").strip() != key:
                return
            path.unlink()
        except (OSError, ValueError) as error:
            log.error("let_in_not_readable", path=str(path), error=type(error).__name__)
            return
        del self._until_ms[key]
        self._kept.wrong[key] = WRONG_PINS - 1  # one try, and then the first wait again
        self._write()
        log.warning("let_in", number=key)
        for hearer in self._let_in_hearers:
            hearer(key)

    def _count(self, key: str, number: str) -> None:
        """On disk before anyone is told, so that a restart forgets nothing."""
        wrong = self._kept.wrong[key] = self._kept.wrong.get(key, 0) + 1
        self._write()
        if wrong < WRONG_PINS:
            return
        seconds = _wait_s(wrong)
        self._until_ms[key] = self._now_ms() + 1_000 * seconds
        said = number if number.isascii() and number.isdigit() and len(number) <= LONGEST_NUMBER else "?"
        log.warning("pin_locked_out", number=said, wrong=wrong, seconds=seconds)
        for hearer in self._hearers:
            hearer(said, seconds)

    def _key(self, number: str) -> str:
        if number in self._members:
            return number
        digest = hmac.digest(bytes.fromhex(self._kept.secret), number.encode(errors="replace"), "sha256")
        return f"unknown-{int.from_bytes(digest[:8]) % UNKNOWN}"

    # ------------------------------------------------------------ the file

    def _read(self) -> Kept:
        secret = secrets.token_hex(16)
        keys = {*self._members, *(f"unknown-{number}" for number in range(UNKNOWN))}
        try:
            kept = Kept.model_validate_json(self._path.read_bytes())
        except FileNotFoundError:
            return Kept(secret=secret, wrong={})
        except (OSError, ValidationError) as error:
            log.error(
                "wrong_pins_not_readable",
                path=str(self._path),
                error=type(error).__name__,
                so=f"every number waits {WAITS_S[0]} s",
            )
            return Kept(secret=secret, wrong=dict.fromkeys(keys, WRONG_PINS))
        return Kept(secret=kept.secret, wrong={key: wrong for key, wrong in kept.wrong.items() if key in keys})

    def _write(self) -> None:
        """A full disk stops nobody from counting on."""
        try:
            write_privately(self._path, json.dumps(self._kept.model_dump()))
        except OSError as error:
            log.error("wrong_pins_not_written", path=str(self._path), error=error.strerror)


def _wait_s(wrong: int) -> int:
    return WAITS_S[min(wrong - WRONG_PINS, len(WAITS_S) - 1)]


def _matches(member: StaffMember, pin: str) -> bool:
    if member.demo_pin is not None:
        return hmac.compare_digest(member.demo_pin.encode(), pin.encode(errors="replace"))
    assert member.pin_scrypt is not None
    salt, _, wanted = member.pin_scrypt.partition(":")
    return hmac.compare_digest(scrypt(pin, bytes.fromhex(salt)).hex(), wanted)
