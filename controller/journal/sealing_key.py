"""The keys of the next two seals, in a file where each takes the place of one that is used up.

Two slots by turns: a write that is torn leaves the other key whole, which is the one that is needed next.
"""

from __future__ import annotations

import os
import zlib
from pathlib import Path

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from controller.cannot_go_on import CannotGoOn
from controller.private_file import sync

SLOT_BYTES = 4096  # two slots never share a sector
SEALING_KEY = "sealing.key"
KEY_BYTES = 32


def public_of(secret: bytes) -> bytes:
    return Ed25519PrivateKey.from_private_bytes(secret).public_key().public_bytes_raw()


class SealingKeyError(CannotGoOn):
    """The text says what is wrong and what to do."""


class SealingKey:
    def __init__(self, path: Path, next_number: int) -> None:
        """`next_number` is that of the seal to come, as the journal knows it."""
        self.path = path
        self.number = next_number
        self._file = os.open(path, os.O_RDWR | os.O_CLOEXEC)
        try:
            keys = _keys_in(os.pread(self._file, 2 * SLOT_BYTES, 0))
            if next_number not in keys:
                raise SealingKeyError(_not_it(path, keys, next_number))
            self._secret = keys[next_number]
            self._after = keys.get(next_number + 1) or self._prepare(next_number + 1)
        except BaseException:
            os.close(self._file)
            raise

    @property
    def secret(self) -> bytes:
        return self._secret

    @property
    def next_key(self) -> bytes:
        return public_of(self._after)

    def move_on(self) -> None:
        """The seal is on disk. What it was made with is overwritten."""
        after = self._prepare(self.number + 2)
        self.number, self._secret, self._after = self.number + 1, self._after, after

    def close(self) -> None:
        os.close(self._file)

    def _prepare(self, number: int) -> bytes:
        secret = os.urandom(KEY_BYTES)
        os.pwrite(self._file, _slot(number, secret), number % 2 * SLOT_BYTES)
        os.fsync(self._file)
        return secret


def new_sealing_key(path: Path, first: int = 0) -> bytes:
    """What the first seal is verified with; it is kept nowhere. Raises FileExistsError if there is a key."""
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    new = path.with_suffix(".new")
    new.unlink(missing_ok=True)
    secrets = {number: os.urandom(KEY_BYTES) for number in (first, first + 1)}
    file = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
    try:
        for number, secret in secrets.items():
            os.pwrite(file, _slot(number, secret), number % 2 * SLOT_BYTES)
        os.fsync(file)
    finally:
        os.close(file)
    os.link(new, path)  # whole or not at all, and never over another
    new.unlink()
    sync(path.parent)
    return public_of(secrets[first])


def numbers_in(path: Path) -> list[int]:
    """Of the keys that are there; of none where there is no such file."""
    try:
        return sorted(_keys_in(path.read_bytes()))
    except FileNotFoundError:
        return []


def keys_in_use(path: Path) -> dict[int, bytes]:
    """Their public parts, by seal, to be compared with what the seal before announced. Beside a table that runs
    they are to be read before the seals: what comes meanwhile still finds its key here."""
    return {number: public_of(secret) for number, secret in _keys_in(path.read_bytes()).items()}


def _slot(number: int, secret: bytes) -> bytes:
    said = b"%d %b" % (number, secret.hex().encode())
    return (b"%b %08x\n" % (said, zlib.crc32(said))).ljust(SLOT_BYTES, b"\0")


def _keys_in(content: bytes) -> dict[int, bytes]:
    found = {}
    for slot in (content[:SLOT_BYTES], content[SLOT_BYTES:]):
        said, _, checksum = slot.partition(b"\n")[0].rpartition(b" ")
        try:
            if int(checksum, 16) == zlib.crc32(said):
                number, secret = said.split()
                found[int(number)] = bytes.fromhex(secret.decode())
        except ValueError:
            continue
    return found


def _not_it(path: Path, keys: dict[int, bytes], wanted: int) -> str:
    has = " and ".join(map(str, sorted(keys))) or "none"
    return (
        f"{path} holds the keys of seals {has}, and seal {wanted} comes next: it is not this journal's, or an "
        "old one; make another with `tablectl verification-key --anew`"
    )
