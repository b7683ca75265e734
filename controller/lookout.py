"""Speaks for the table while its loop waits for the disk: nothing is told before it is on disk, and a disk that
does not answer keeps the loop, and so every screen, in silence.

It costs a card nothing: a thread of its own looks a few times a second whether the journal waits, and only then
takes the loop's place at the door. Who knocks is told why nobody answers; a screen that hears no beat any more
asks for that.
"""

from __future__ import annotations

import base64
import hashlib
import json
import select
import socket
import threading
import time
from collections.abc import Callable

import structlog

log = structlog.get_logger()

LOOKS_EVERY_S = 0.25
LONG_S = 1.5  # a screen calls the table lost after 2.5 s without a beat
STRANGER_S = 2.0
MOST_AT_ONCE = 32
LONGEST_REQUEST = 16_384
WHY = "/why"  # asked for by a screen that hears nothing; the table itself answers that nothing is wrong
AGAIN = "setTimeout(() => location.reload(), 2000)"
AGAIN_HASH = base64.b64encode(hashlib.sha256(AGAIN.encode()).digest()).decode()
PAGE = f"""<!doctype html><meta charset=utf-8><title>Table</title>
<h1>The disk does not answer</h1><p>Stop dealing. Nothing that was shown is lost. Call the technician.
<h1>Die Festplatte antwortet nicht</h1><p>Nicht weiter geben. Nichts Gezeigtes ist verloren. Technik rufen.
<script>{AGAIN}</script>
"""


class Lookout:
    def __init__(
        self, listener: socket.socket, waits_s: Callable[[], float], is_alive: Callable[[], None]
    ) -> None:
        """`waits_s` says how long the journal has waited for the disk, 0 if it does not. `is_alive` tells
        systemd that to start the table again would not help: the disk would not answer that one either."""
        self._listener = listener
        self._waits_s = waits_s
        self._is_alive = is_alive
        self._stops = threading.Event()
        self._thread = threading.Thread(target=self._run, name="lookout", daemon=True)

    def start(self) -> None:
        self._listener = self._listener.dup()  # the table closes its own
        self._thread.start()

    def stop(self) -> None:
        self._stops.set()
        if self._thread.is_alive():
            self._thread.join()
            self._listener.close()

    def _run(self) -> None:
        while not self._stops.wait(LOOKS_EVERY_S):
            if self._waits_s() >= LONG_S:
                log.error(
                    "disk_does_not_answer", detail="nothing is told before it is on disk: call the technician"
                )
                longest_s = self._stand_in()
                log.warning("disk_answers_again", after_s=round(longest_s, 1))

    def _stand_in(self) -> float:
        knocking: dict[socket.socket, float] = {}
        longest_s = 0.0
        try:
            while (waits_s := self._waits_s()) and not self._stops.is_set():
                longest_s = max(longest_s, waits_s)
                self._is_alive()
                self._answer(knocking, waits_s)
        finally:
            for one in knocking:
                one.close()
        return longest_s

    def _answer(self, knocking: dict[socket.socket, float], waits_s: float) -> None:
        ready, _, _ = select.select([self._listener, *knocking], [], [], LOOKS_EVERY_S)
        now_s = time.monotonic()
        for one in ready:
            if one is self._listener:
                if len(knocking) < MOST_AT_ONCE and (come := self._let_in()) is not None:
                    knocking[come] = now_s + STRANGER_S
            else:
                del knocking[one]
                _tell(one, waits_s)
        for late in [one for one, until_s in knocking.items() if until_s < now_s]:
            del knocking[late]
            late.close()

    def _let_in(self) -> socket.socket | None:
        try:
            come, _ = self._listener.accept()
        except OSError:  # the table itself has let it in meanwhile
            return None
        come.setblocking(False)
        return come


def _tell(come: socket.socket, waits_s: float) -> None:
    with come:
        try:
            asked = come.recv(LONGEST_REQUEST).split(b" ", 2)
            come.send(_said(asked[1] if len(asked) > 1 else b"", waits_s))
        except OSError:
            return  # it has gone; it asks again


def _said(path: bytes, waits_s: float) -> bytes:
    if path == WHY.encode():
        status, kind, body = "200 OK", "application/json", json.dumps({"why": "disk", "seconds": int(waits_s)})
    elif path.startswith((b"/ws", b"/static")):
        status, kind, body = "503 Service Unavailable", "text/plain; charset=utf-8", "the disk does not answer"
    else:
        status, kind, body = "503 Service Unavailable", "text/html; charset=utf-8", PAGE
    content = body.encode()
    return (
        f"HTTP/1.1 {status}\r\ncontent-type: {kind}\r\ncontent-length: {len(content)}\r\n"
        "cache-control: no-store\r\nconnection: close\r\n"
        f"content-security-policy: default-src 'none'; script-src 'sha256-{AGAIN_HASH}'\r\n\r\n"
    ).encode() + content
