"""Keeps face-down cards unreadable on disk. The key lies apart, readable by the daemon alone."""

from __future__ import annotations

import base64
import binascii
import hashlib
import os
import re
from pathlib import Path

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM, AESSIV

from controller.cannot_go_on import CannotGoOn
from controller.journal.errors import remedy_of
from controller.private_file import write_privately

KEY_BYTES = 32
NONCE_BYTES = 12  # of the first version
SALT_BYTES = 6
MARK = "."  # no base64 begins with it
HEX = re.compile("(?:[0-9a-f]{2}){4,}")  # no card: 2c would be shorter than Tc, and so be told
IS_TEXT, IS_HEX = b"\0", b"\1"


class SealError(CannotGoOn):
    """The key is missing or is not the one that closed the journal. The text says what to do."""


class Seal:
    """Two cards of the same face never look the same on disk, and all look equally long.

    AES-SIV, because a round seals some hundred tags: it needs sixteen bytes fewer for each than the AES-GCM of
    the first version, and what chance draws twice in it tells no more than that two values are alike.
    """

    def __init__(self, key: bytes) -> None:
        self._cipher = AESSIV(hashlib.sha512(b"cards and tags " + key).digest())
        self._first_versions = AESGCM(key)

    def close(self, text: str) -> str:
        salt = os.urandom(SALT_BYTES)
        return MARK + base64.b64encode(salt + self._cipher.encrypt(_short(text), [salt])).decode()

    def open(self, sealed: str) -> str:
        try:
            if sealed.startswith(MARK):
                data = binascii.a2b_base64(sealed[len(MARK) :], strict_mode=True)
                return _long(self._cipher.decrypt(data[SALT_BYTES:], [data[:SALT_BYTES]]))
            data = binascii.a2b_base64(sealed, strict_mode=True)
            return self._first_versions.decrypt(data[:NONCE_BYTES], data[NONCE_BYTES:], None).decode()
        except (InvalidTag, ValueError) as error:
            raise ValueError("the seal key does not open this card") from error


def _short(text: str) -> bytes:
    """A tag is a number in hex: it takes half the room as one."""
    return IS_HEX + bytes.fromhex(text) if HEX.fullmatch(text) else IS_TEXT + text.encode()


def _long(data: bytes) -> str:
    return data[1:].hex() if data[:1] == IS_HEX else data[1:].decode()


def load_seal(path: Path, *, may_create: bool) -> Seal:
    """A new key only for a new journal: with another key the old cards could never be read again."""
    if not path.exists() and not may_create:
        raise SealError(f"{path} is missing but the journal needs it: restore it from the backup")
    try:
        if not path.exists():
            write_privately(path, AESGCM.generate_key(256).hex())
        key = bytes.fromhex(path.read_text().strip()) if path.is_file() else b""
    except ValueError:
        key = b""
    except OSError as error:
        raise SealError(f"{path} cannot be used ({error.strerror}): {remedy_of(error)}") from error
    if len(key) != KEY_BYTES:
        raise SealError(f"{path} is not a seal key of {KEY_BYTES} bytes in hex: restore it from the backup")
    return Seal(key)
