"""A secret that device and controller share: who is at the other end, and nobody between them adds a byte.

Pure, but for the file. docs/device-secrets.md says what a device does, what this protects from and what not.
"""

from __future__ import annotations

import hmac
import stat
from collections.abc import Callable
from pathlib import Path

NAME = b"TCS1"
NONCE_BYTES, PROOF_BYTES, TAG_BYTES = 32, 32, 16
ANSWER_BYTES = len(NAME) + NONCE_BYTES + PROOF_BYTES
LONGEST_RECORD = 1_024
LEAST_SECRET_BYTES = 16
_LENGTH_BYTES = 2


class NoSecret(ValueError):
    """The file cannot be used. The text says why, and never what is in it."""


class WrongProof(Exception):
    """The other end does not know the secret, or something was changed on the way."""


def read_secret(path: str) -> bytes:
    """From a file that nobody else may read: hexadecimal digits, 32 at least."""
    file = Path(path)
    try:
        if stat.S_IMODE(file.stat().st_mode) & 0o077:
            raise NoSecret(f"others may read {path}, the device's secret: run `chmod 600 {path}`")
        secret = bytes.fromhex(file.read_text("ascii").strip())
    except OSError as error:
        raise NoSecret(
            f"{path}, the device's secret, cannot be read ({error.strerror}): "
            "make it with `openssl rand -hex 32` and give it to this service's user"
        ) from None
    except ValueError as error:
        if isinstance(error, NoSecret):
            raise
        raise NoSecret(f"{path} holds no hexadecimal number: `openssl rand -hex 32` makes one") from None
    if len(secret) < LEAST_SECRET_BYTES:
        raise NoSecret(f"the secret in {path} is too short to be one: `openssl rand -hex 32` makes one")
    return secret


def mac(key: bytes, *parts: bytes) -> bytes:
    return hmac.digest(key, b"".join(parts), "sha256")


class Meeting:
    """This controller's side of it: it asks, looks at the answer, proves itself."""

    def __init__(self, secret: bytes, chance: Callable[[int], bytes]) -> None:
        self._secret = secret
        self._mine = chance(NONCE_BYTES)

    def question(self) -> bytes:
        return NAME + self._mine

    def proof(self, answer: bytes) -> tuple[bytes, Channel]:
        """What the device is to hear now, and how both speak from then on."""
        name, theirs = answer[: len(NAME)], answer[len(NAME) : len(NAME) + NONCE_BYTES]
        both = (self._mine, theirs)
        proven = hmac.compare_digest(answer[-PROOF_BYTES:], mac(self._secret, b"device", *both))
        if len(answer) != ANSWER_BYTES or name != NAME or not proven:
            raise WrongProof
        channel = Channel(mac(self._secret, b"to device", *both), mac(self._secret, b"from device", *both))
        return mac(self._secret, b"controller", *both), channel


class Channel:
    """Records: a length, so many bytes, and a tag over how many came before, the length and the bytes."""

    def __init__(self, out_key: bytes, in_key: bytes) -> None:
        self._out_key, self._in_key = out_key, in_key
        self._sent = self._heard = 0
        self._rest = bytearray()

    def wrap(self, data: bytes) -> bytes:
        pieces = (data[at : at + LONGEST_RECORD] for at in range(0, len(data), LONGEST_RECORD))
        return b"".join(self._record(piece) for piece in pieces)

    def unwrap(self, data: bytes) -> bytes:
        """What whole records held; the rest waits for its end."""
        self._rest += data
        held = bytearray()
        while len(self._rest) >= _LENGTH_BYTES:
            length = int.from_bytes(self._rest[:_LENGTH_BYTES], "big")
            if not 0 < length <= LONGEST_RECORD:
                raise WrongProof
            end = _LENGTH_BYTES + length
            if len(self._rest) < end + TAG_BYTES:
                break
            said, tag = bytes(self._rest[:end]), bytes(self._rest[end : end + TAG_BYTES])
            if not hmac.compare_digest(tag, self._tag(self._in_key, self._heard, said)):
                raise WrongProof
            self._heard += 1
            held += said[_LENGTH_BYTES:]
            del self._rest[: end + TAG_BYTES]
        return bytes(held)

    def _record(self, piece: bytes) -> bytes:
        said = len(piece).to_bytes(_LENGTH_BYTES, "big") + piece
        tag = self._tag(self._out_key, self._sent, said)
        self._sent += 1
        return said + tag

    def _tag(self, key: bytes, number: int, said: bytes) -> bytes:
        return mac(key, number.to_bytes(8, "big"), said)[:TAG_BYTES]
