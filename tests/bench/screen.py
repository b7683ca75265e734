"""A dealer's screen that knows when a state was on its socket. It agrees to compression, as browsers do.

The kernel writes the time down as it puts the bytes there. This process may be woken later, and would measure
how late it is itself.
"""

from __future__ import annotations

import json
import socket
import struct
import time
from collections.abc import Callable
from typing import Any

from websockets.client import ClientProtocol
from websockets.extensions.permessage_deflate import ClientPerMessageDeflateFactory
from websockets.frames import Frame, Opcode
from websockets.http11 import Response
from websockets.typing import Origin
from websockets.uri import parse_uri

PATIENCE_S = 5.0
READ_BYTES = 65_536
SO_TIMESTAMPNS = 35  # of Linux; Python has no name for it
STAMP = struct.Struct("@qq")
STALE = "Screen changed, touch again"

Json = dict[str, Any]


class Screen:
    def __init__(self, port: int, token: str) -> None:
        self.state: Json = {}
        self.arrived_ns = 0  # by the wall clock, which is the kernel's
        self._touches = 0
        self._replies: list[Json] = []
        self._protocol = ClientProtocol(
            parse_uri(f"ws://127.0.0.1:{port}/ws"),
            origin=Origin(f"http://127.0.0.1:{port}"),
            extensions=[ClientPerMessageDeflateFactory(client_max_window_bits=True)],
        )
        self._socket = socket.create_connection(("127.0.0.1", port), PATIENCE_S)
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._socket.setsockopt(socket.SOL_SOCKET, SO_TIMESTAMPNS, 1)
        self._shake_hands()
        self._say({"hello": token, "role": "dealer"})
        self.next_state()

    def close(self) -> None:
        self._socket.close()

    def next_state(self) -> Json:
        before = self.arrived_ns
        self._listen_until(lambda: self.arrived_ns != before, "state")
        return self.state

    def catch_up(self) -> Json:
        """What has come in the meantime."""
        self._socket.setblocking(False)
        try:
            while True:
                self._listen()
        except BlockingIOError:
            return self.state
        finally:
            self._socket.settimeout(PATIENCE_S)

    def touch(self, act: str, **args: Any) -> None:
        """A device may have spoken meanwhile: then the touch is made again on what is there now."""
        answer = self._touch(act, args)
        if answer["message"] == STALE:
            answer = self._touch(act, args)
        assert answer["ok"], f"{act} {args}: {answer['message']}"

    def press(self, start: str) -> None:
        """The button whose id begins so."""
        self.catch_up()
        buttons = self.state["actions"]
        button = next((button for button in buttons if button["id"].startswith(start)), None)
        assert button is not None, f"no {start} among {[button['id'] for button in buttons]}"
        self.touch(button["act"], **button["args"])

    def cards(self) -> int:
        """How many cards it shows, face up or down."""
        shown = [self.state["rail"]["dealer"], *self.state["boxes"]]
        return sum(not card.get("slot") for place in shown for card in place["cards"])

    # ------------------------------------------------------------

    def _shake_hands(self) -> None:
        self._protocol.send_request(self._protocol.connect())
        self._flush()
        while self._protocol.handshake_exc is None:
            self._protocol.receive_data(self._receive()[0])
            if any(isinstance(event, Response) for event in self._protocol.events_received()):
                return
        raise self._protocol.handshake_exc

    def _touch(self, act: str, args: Json) -> Json:
        self.catch_up()
        self._touches += 1
        self._say({"id": f"bench-{self._touches}", "seq": self.state["seq"], "act": act, "args": args})
        self._replies.clear()
        self._listen_until(lambda: bool(self._replies), "reply")
        return self._replies[0]

    def _say(self, message: Json) -> None:
        self._protocol.send_text(json.dumps(message).encode())
        self._flush()

    def _flush(self) -> None:
        for data in self._protocol.data_to_send():
            self._socket.sendall(data)

    def _listen_until(self, so: Callable[[], bool], what: str) -> None:
        deadline = time.monotonic() + PATIENCE_S  # beats come for ever
        while not so():
            assert time.monotonic() < deadline, f"no {what} has come; the screen says {self.state}"
            self._listen()

    def _listen(self) -> None:
        data, arrived_ns = self._receive()
        self._protocol.receive_data(data)
        for event in self._protocol.events_received():
            if isinstance(event, Frame) and event.opcode is Opcode.TEXT:
                self._take(json.loads(event.data), arrived_ns)
        self._flush()  # it may have been asked whether it is still there

    def _receive(self) -> tuple[bytes, int]:
        data, notes, _, _ = self._socket.recvmsg(READ_BYTES, socket.CMSG_SPACE(STAMP.size))
        assert data, "the daemon has closed the connection"
        for level, kind, note in notes:
            if (level, kind) == (socket.SOL_SOCKET, SO_TIMESTAMPNS):
                seconds, nanoseconds = STAMP.unpack(note)
                return data, seconds * 1_000_000_000 + nanoseconds
        return data, time.time_ns()  # it has only just been asked to

    def _take(self, message: Json, arrived_ns: int) -> None:
        if message["kind"] == "screen":
            self.state, self.arrived_ns = message, arrived_ns
        elif message["kind"] == "reply":
            self._replies.append(message)
