"""Serves the screens: a few static files and one WebSocket a screen."""

from __future__ import annotations

import asyncio
import hmac
import json
from collections.abc import Mapping
from datetime import datetime
from pathlib import Path

import structlog
from pydantic import ValidationError
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import FileResponse, PlainTextResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketDisconnect

from controller.screens.connection import Role, Screen, Touch

log = structlog.get_logger()

STATIC = Path(__file__).parent / "static"
PAGES = {"dealer": "panel.html", "bench": "bench.html", "sign": "sign.html", "director": "director.html"}
BEAT_S = 1.0
HELLO_WAIT_S = 5.0
LONGEST_TOUCH = 4096
WRONG_TOKEN = 4401
MOST_SCREENS = 16

HEADERS = {
    "content-security-policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; "
        "connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"
    ),
    "cache-control": "no-store",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
}


class Server:
    def __init__(self, roles: Mapping[str, Role], tokens: Mapping[str, str], port: int) -> None:
        self._roles = roles
        self._tokens = tokens
        self._hosts = {f"127.0.0.1:{port}", f"localhost:{port}"}
        self._screens: set[Screen] = set()
        self._files = {path.name for path in STATIC.iterdir() if path.is_file()}
        routes = [
            Route("/", self._nothing_here),
            Route("/{page}", self._page),
            Route("/static/{name}", self._static),
            WebSocketRoute("/ws", self._socket),
        ]
        self.app: ASGIApp = _with_headers(Starlette(routes=routes))

    def changed(self) -> None:
        """Something happened: every screen looks whether it concerns it."""
        for screen in self._screens:
            screen.wake.set()

    # ------------------------------------------------------------ pages

    async def _nothing_here(self, request: Request) -> Response:
        return PlainTextResponse(
            "Open the address that tablectl run has printed: it ends in the key of this screen."
        )

    async def _page(self, request: Request) -> Response:
        page = request.path_params["page"]
        if not self._is_ours(request.headers.get("host", "")):
            return PlainTextResponse("this host is not the panel's", 403)
        if page not in self._roles:
            return PlainTextResponse(f"there are the pages {', '.join(self._roles)}", 404)
        return FileResponse(STATIC / PAGES[page])

    async def _static(self, request: Request) -> Response:
        if not self._is_ours(request.headers.get("host", "")):
            return PlainTextResponse("this host is not the panel's", 403)
        name = request.path_params["name"]
        if name not in self._files:
            return PlainTextResponse("no such file", 404)
        return FileResponse(STATIC / name)

    def _is_ours(self, host: str) -> bool:
        return host in self._hosts

    # ------------------------------------------------------------ screens

    async def _socket(self, socket: WebSocket) -> None:
        origin = socket.headers.get("origin", "")
        host = socket.headers.get("host", "")
        if not self._is_ours(host) or origin != f"http://{host}" or len(self._screens) >= MOST_SCREENS:
            await socket.close(4403)
            return
        await socket.accept()
        screen = await self._hello(socket)
        if screen is None:
            await socket.close(WRONG_TOKEN)
            return
        await self._serve(socket, screen)

    async def _hello(self, socket: WebSocket) -> Screen | None:
        try:
            hello = json.loads(await asyncio.wait_for(socket.receive_text(), HELLO_WAIT_S))
            role, token = str(hello["role"]), str(hello["hello"])
        except (ValueError, KeyError, TypeError, RecursionError, TimeoutError, WebSocketDisconnect):
            return None
        if role not in self._roles or not hmac.compare_digest(self._tokens[role].encode(), token.encode()):
            return None
        return Screen(self._roles[role], hello.get("look"))

    async def _serve(self, socket: WebSocket, screen: Screen) -> None:
        self._screens.add(screen)
        screen.wake.set()
        sending = asyncio.create_task(self._send(socket, screen))
        try:
            await self._listen(socket, screen)
        finally:
            self._screens.discard(screen)
            sending.cancel()

    async def _listen(self, socket: WebSocket, screen: Screen) -> None:
        while True:
            try:
                said = await socket.receive_text()
                if len(said) > LONGEST_TOUCH:
                    raise ValueError("too long")
                touch = Touch.model_validate_json(said)
            except (ValidationError, ValueError, KeyError):
                log.warning("screen_said_nonsense")
                await socket.close(1008)
                return
            except (WebSocketDisconnect, RuntimeError):
                return
            await screen.touched(touch)

    async def _send(self, socket: WebSocket, screen: Screen) -> None:
        """Whole states only, so a screen that fell behind simply gets the newest."""
        beating = asyncio.create_task(_beat(screen))
        try:
            while True:
                await screen.wake.wait()
                screen.wake.clear()
                screen.refresh()
                for message in screen.to_send():
                    await socket.send_text(message)
        except (WebSocketDisconnect, RuntimeError):
            return
        finally:
            beating.cancel()


async def _beat(screen: Screen) -> None:
    """Comes from the same loop that runs the table, so it also says that the table is alive."""
    while True:
        await asyncio.sleep(BEAT_S)
        if screen.outbox:
            continue  # it does not read what it is sent: one more beat would only pile up
        now = datetime.now()
        screen.outbox.append(json.dumps({"kind": "beat", "clock": f"{now:%H:%M}", "at": f"{now:%H:%M:%S}"}))
        screen.wake.set()


def _with_headers(app: ASGIApp) -> ASGIApp:
    raw = [(name.encode(), value.encode()) for name, value in HEADERS.items()]

    async def serve(scope: Scope, receive: Receive, send: Send) -> None:
        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message["headers"], *raw]
            await send(message)

        await app(scope, receive, with_headers if scope["type"] == "http" else send)

    return serve
