"""A daemon's screen side without a daemon: serves the pages and says what a test tells it to say.

Run alone, it plays all states one after the other:  python -m tests.browser.stub_server
"""

from __future__ import annotations

import asyncio
import socket
import threading
import time
from pathlib import Path
from typing import Any

import uvicorn
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.responses import FileResponse, JSONResponse
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.websockets import WebSocket, WebSocketDisconnect

from tests.browser import pot_states, states

STATIC = Path(__file__).parents[2] / "controller" / "web" / "static"
CSP = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; "
    "connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"
)
TOKEN = "a-token"
BEAT_S = 0.5


class Headers:
    def __init__(self, app: Any) -> None:
        self.app = app

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        async def with_headers(message: Any) -> None:
            if message["type"] == "http.response.start":
                message["headers"] += [
                    (b"content-security-policy", CSP.encode()),
                    (b"cache-control", b"no-store"),
                ]
            await send(message)

        await self.app(scope, receive, with_headers if scope["type"] == "http" else send)


class StubServer:
    """Everything a test may touch is set from the test's thread and read in the server's."""

    def __init__(self) -> None:
        self.state: states.State = states.closed()
        self.touches: list[dict[str, Any]] = []
        self.replies = True
        self.refusal = ""  # the message of every answer; empty means accepted
        self.beating = True
        self.program = "before"  # what every beat says it comes from
        self.reply_delay_s = 0.0
        self.refuse_all = False  # as if nobody were at home
        self.after_touch: states.State | None = None  # shown after the next accepted touch
        self._seq = 0
        self._dealers: set[WebSocket] = set()
        app = Starlette(
            routes=[
                Route("/why", lambda _: JSONResponse({})),
                Route("/dealer", lambda _: FileResponse(STATIC / "panel.html")),
                Route("/bench", lambda _: FileResponse(STATIC / "bench.html")),
                Route("/sign", lambda _: FileResponse(STATIC / "sign.html")),
                Mount("/static", StaticFiles(directory=STATIC)),
                WebSocketRoute("/ws", self._talk),
            ],
            middleware=[Middleware(Headers)],
        )
        self._listener = socket.socket()
        self._listener.bind(("127.0.0.1", 0))
        self._server = uvicorn.Server(
            uvicorn.Config(
                app, log_level="error", lifespan="off", ws="websockets-sansio", timeout_graceful_shutdown=1
            )
        )
        self._thread = threading.Thread(target=self._server.run, kwargs={"sockets": [self._listener]})
        self._loop: asyncio.AbstractEventLoop | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._listener.getsockname()[1]}"

    def start(self) -> StubServer:
        self._thread.start()
        while not self._server.started:
            time.sleep(0.01)
        return self

    def stop(self) -> None:
        self._server.should_exit = True
        self._thread.join()
        self._listener.close()

    def reset(self) -> None:
        self.touches = []
        self.replies, self.refusal, self.beating, self.reply_delay_s = True, "", True, 0.0
        self.after_touch, self.refuse_all, self.program = None, False, "before"
        self._set(states.closed())

    def show(self, state: states.State) -> None:
        self._set(state)
        for ws in list(self._dealers):
            self._call(ws.send_json(self.state))

    def drop(self) -> None:
        """Closes every connection, as a dying daemon does."""
        for ws in list(self._dealers):
            self._call(ws.close())

    def _set(self, state: states.State) -> None:
        self._seq += 1
        self.state = {**state, "seq": self._seq}

    def _call(self, job: Any) -> None:
        if self._loop is None:
            job.close()
            return
        asyncio.run_coroutine_threadsafe(job, self._loop).result(5)

    async def _talk(self, ws: WebSocket) -> None:
        self._loop = asyncio.get_running_loop()
        await ws.accept()
        if self.refuse_all:
            await ws.close()
            return
        hello = await ws.receive_json()
        if hello.get("hello") != TOKEN:
            await ws.close(4401)
            return
        if hello["role"] == "bench":
            await ws.send_json(states.bench())
        else:
            self._dealers.add(ws)  # first, or a state shown meanwhile would miss it
            await ws.send_json(self.state)
        beats = asyncio.create_task(self._beat(ws))
        try:
            while True:
                await self._answer(ws, await ws.receive_json())
        except WebSocketDisconnect:
            pass
        finally:
            self._dealers.discard(ws)
            beats.cancel()

    async def _beat(self, ws: WebSocket) -> None:
        while True:
            if self.beating:
                await ws.send_json(
                    {"kind": "beat", "clock": "21:05", "at": "21:05:11", "program": self.program}
                )
            await asyncio.sleep(BEAT_S)

    async def _answer(self, ws: WebSocket, touch: dict[str, Any]) -> None:
        self.touches.append(touch)
        if not self.replies:
            return
        await asyncio.sleep(self.reply_delay_s)
        ok = not self.refusal
        await ws.send_json(
            {"kind": "reply", "id": touch["id"], "ok": ok, "message": self.refusal, "rule": None}
        )
        if ok and self.after_touch is not None:
            self._set(self.after_touch)
            self.after_touch = None
            await ws.send_json(self.state)


def main() -> None:
    server = StubServer().start()
    print(f"{server.url}/dealer#{TOKEN}\n{server.url}/bench#{TOKEN}")  # noqa: T201
    try:
        while True:
            for make in (states.STATES | pot_states.STATES).values():
                server.show(make())
                time.sleep(4)
    except KeyboardInterrupt:
        server.stop()


if __name__ == "__main__":
    main()
