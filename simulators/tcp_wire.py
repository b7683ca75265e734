"""A device that listens on TCP, one controller at a time; with a secret as docs/device-secrets.md has it.

Written from the document, not with the controller's code: so the two prove each other.
"""

from __future__ import annotations

import contextlib
import hashlib
import hmac
import os
import socket

from simulators.wire import PERFECT, Traffic

QUESTION_BYTES, PROOF_BYTES = 36, 32


class TcpWire:
    def __init__(self, secret: bytes = b"", port: int = 0) -> None:
        self.damage = PERFECT
        self.secret = secret
        self.up = False  # a controller listens, and has proven itself if it must
        self._port = port
        self._listening: socket.socket | None = None
        self._line: socket.socket | None = None
        self.plug()

    @property
    def port(self) -> int:
        return self._port

    @property
    def plugged(self) -> bool:
        return self._listening is not None

    def plug(self) -> None:
        if self._listening is None:
            self._listening = socket.create_server(("127.0.0.1", self._port))
            self._listening.setblocking(False)
            self._port = self._listening.getsockname()[1]

    def unplug(self) -> None:
        for end in (self._line, self._listening):
            if end is not None:
                end.close()
        self._line = self._listening = None
        self.up = False

    def send(self, data: bytes) -> None:
        if self.up and self._line is not None:
            self._put(self._record(data) if self.secret else data)

    def tick(self, now_ms: int) -> Traffic:
        was_up = self.up
        self._accept()
        data = self._pull()
        if self.secret and data:
            data = self._hear(data)
        return Traffic(self.up and not was_up, data)

    def _accept(self) -> None:
        if self._listening is None:
            return
        with contextlib.suppress(BlockingIOError):
            line, _ = self._listening.accept()
            if self._line is not None:
                self._line.close()
            line.setblocking(False)
            self._line, self._heard, self._proof = line, b"", b""
            self.up = not self.secret
            self._records_out = self._records_in = 0

    def _pull(self) -> bytes:
        if self._line is None:
            return b""
        try:
            data = self._line.recv(65_536)
        except BlockingIOError:
            return b""
        except OSError:
            data = b""
        if not data:
            self._hang_up()
        return data

    def _put(self, data: bytes) -> None:
        assert self._line is not None
        try:
            self._line.sendall(data)
        except OSError:
            self._hang_up()

    def _hang_up(self) -> None:
        if self._line is not None:
            self._line.close()
        self._line, self.up = None, False

    # With a secret

    def _mac(self, key: bytes, data: bytes) -> bytes:
        return hmac.new(key, data, hashlib.sha256).digest()

    def _hear(self, data: bytes) -> bytes:
        self._heard += data
        if not self._proof and len(self._heard) >= QUESTION_BYTES:
            self._answer()
        if self._proof and not self.up and len(self._heard) >= PROOF_BYTES:
            proof, self._heard = self._heard[:PROOF_BYTES], self._heard[PROOF_BYTES:]
            if proof != self._proof:
                self._hang_up()
                return b""
            self.up = True
        return self._opened() if self.up else b""

    def _answer(self) -> None:
        """Both have put something into it that was never there before."""
        question, self._heard = self._heard[:QUESTION_BYTES], self._heard[QUESTION_BYTES:]
        if question[:4] != b"TCS1":
            self._hang_up()
            return
        mine = os.urandom(32)
        both = question[4:] + mine
        self._proof = self._mac(self.secret, b"controller" + both)
        self._out_key = self._mac(self.secret, b"from device" + both)
        self._in_key = self._mac(self.secret, b"to device" + both)
        self._put(b"TCS1" + mine + self._mac(self.secret, b"device" + both))

    def _record(self, data: bytes) -> bytes:
        said = len(data).to_bytes(2, "big") + data
        tag = self._mac(self._out_key, self._records_out.to_bytes(8, "big") + said)[:16]
        self._records_out += 1
        return said + tag

    def _opened(self) -> bytes:
        held = b""
        while len(self._heard) >= 2:
            end = 2 + int.from_bytes(self._heard[:2], "big")
            if len(self._heard) < end + 16:
                break
            said, tag = self._heard[:end], self._heard[end : end + 16]
            if tag != self._mac(self._in_key, self._records_in.to_bytes(8, "big") + said)[:16]:
                self._hang_up()
                return held
            self._records_in += 1
            self._heard = self._heard[end + 16 :]
            held += said[2:]
        return held
