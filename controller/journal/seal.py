"""Keeps face-down cards unreadable on disk. The key lies beside the journal, readable by the daemon alone."""

from __future__ import annotations

import base64
import os
from pathlib import Path

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

KEY_BYTES = 32
NONCE_BYTES = 12


class SealError(Exception):
    """The key is missing or is not the one that closed the journal. The text says what to do."""


class Seal:
    """Two cards of the same face never look the same on disk, and all look equally long."""

    def __init__(self, key: bytes) -> None:
        self._cipher = AESGCM(key)

    def close(self, text: str) -> str:
        nonce = os.urandom(NONCE_BYTES)
        return base64.b64encode(nonce + self._cipher.encrypt(nonce, text.encode(), None)).decode()

    def open(self, sealed: str) -> str:
        try:
            data = base64.b64decode(sealed, validate=True)
            return self._cipher.decrypt(data[:NONCE_BYTES], data[NONCE_BYTES:], None).decode()
        except (InvalidTag, ValueError) as error:
            raise ValueError("the seal key does not open this card") from error


def load_seal(path: Path, *, may_create: bool) -> Seal:
    """A new key only for a new journal: with another key the old cards could never be read again."""
    if not path.exists():
        if not may_create:
            raise SealError(f"{path} is missing but the journal needs it: restore it from the backup")
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "w") as file:
            file.write(AESGCM.generate_key(256).hex())
            file.flush()
            os.fsync(file.fileno())
        folder = os.open(path.parent, os.O_RDONLY)
        os.fsync(folder)
        os.close(folder)
    try:
        key = bytes.fromhex(path.read_text().strip())
    except ValueError:
        key = b""
    if len(key) != KEY_BYTES:
        raise SealError(f"{path} is not a seal key of {KEY_BYTES} bytes in hex: restore it from the backup")
    return Seal(key)
