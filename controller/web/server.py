"""Serves the screens: a few static files and one WebSocket a screen."""

from __future__ import annotations

import asyncio
import base64
import contextlib
import hashlib
import json
from collections.abc import Mapping
from datetime import datetime

import structlog
import uvicorn
from pydantic import ValidationError
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, JSONResponse, PlainTextResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketDisconnect

from controller.lookout import WHY
from controller.screens.connection import Role, Screen, Touch
from controller.version import this_program
from controller.web import STATIC
from controller.web.connections import LONGEST_REQUEST, MOST_AT_ONCE, Address, Connections
from controller.web.tokens import Tokens

log = structlog.get_logger()

PAGES = {"dealer": "panel.html", "bench": "bench.html", "sign": "sign.html", "director": "director.html"}
BEAT_S = 1.0
HELLO_WAIT_S = 5.0
LONGEST_TOUCH = 4096
WRONG_TOKEN = 4401
MOST_OF_A_ROLE = 8  # the oldest makes room: signs that hang keep no dealer out, nor a panel its own dealer
SEND_WAIT_S = 5.0  # a screen that takes nothing for so long is cut off
GONE = (WebSocketDisconnect, RuntimeError)  # what a socket raises whose screen has left
MOST_UNREAD = 256  # replies that wait for a screen

# In the page itself: what is not asked for cannot fail to come.
AGAIN = (STATIC / "again.js").read_text("utf-8")
AGAIN_HASH = base64.b64encode(hashlib.sha256(AGAIN.encode()).digest()).decode()

HEADERS = {
    "content-security-policy": (
        f"default-src 'none'; script-src 'self' 'sha256-{AGAIN_HASH}'; style-src 'self'; img-src 'self'; "
        "font-src 'self'; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"
    ),
    "cache-control": "no-store",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
}


class Server:
    def __init__(self, roles: Mapping[str, Role], tokens: Tokens, port: int) -> None:
        self.roles = roles
        self._tokens = tokens
        self._hosts = {f"127.0.0.1:{port}", f"localhost:{port}"}
        self._screens: dict[Screen, Address] = {}
        self.connections = Connections()
        self._pages = {role: _page_with_again(name) for role, name in PAGES.items()}
        self._files = {path.name for path in STATIC.iterdir() if path.is_file()}
        routes = [
            Route("/", self._nothing_here),
            Route(WHY, self._why),
            Route("/{page}", self._page),
            Route("/static/{name}", self._static),
            WebSocketRoute("/ws", self._socket),
        ]
        self.app: ASGIApp = _with_headers(Starlette(routes=routes))

    @property
    def settings(self) -> uvicorn.Config:
        return uvicorn.Config(
            self.app,
            http=self.connections.protocol,
            h11_max_incomplete_event_size=LONGEST_REQUEST,
            backlog=MOST_AT_ONCE,
            log_config=None,
            lifespan="off",
            access_log=False,
            server_header=False,
            timeout_graceful_shutdown=1,
            ws_max_size=65_536,
            ws_per_message_deflate=False,  # loopback is faster than any packing
        )

    def changed(self) -> None:
        """Something happened: every screen looks whether it concerns it."""
        for screen in self._screens:
            screen.wake.set()

    # ------------------------------------------------------------ pages

    async def _nothing_here(self, request: Request) -> Response:
        return PlainTextResponse(
            "Open the address that tablectl address prints: it ends in the key of this screen."
        )

    async def _why(self, request: Request) -> Response:
        """Nothing: it is the table's loop that answers. While that waits for the disk somebody else does."""
        return JSONResponse({})

    async def _page(self, request: Request) -> Response:
        page = request.path_params["page"]
        if not self._is_ours(request.headers.get("host", "")):
            return PlainTextResponse("this host is not the panel's", 403)
        if page not in self.roles:
            return PlainTextResponse(f"there are the pages {', '.join(self.roles)}", 404)
        return HTMLResponse(self._pages[page])

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
        if not self._is_ours(host) or origin != f"http://{host}":
            with contextlib.suppress(*GONE):
                await socket.close(4403)
            return
        address = _address_of(socket)
        try:
            await socket.accept()
            screen = await self._hello(socket)
            if screen is None:
                with contextlib.suppress(*GONE):
                    await socket.close(WRONG_TOKEN)
                return
            self.connections.keep(address)
            await self._serve(socket, screen)
        finally:
            self.connections.let_go(address)

    async def _hello(self, socket: WebSocket) -> Screen | None:
        try:
            hello = json.loads(await asyncio.wait_for(socket.receive_text(), HELLO_WAIT_S))
            role, token = str(hello["role"]), str(hello["hello"])
        except (ValueError, KeyError, TypeError, RecursionError, TimeoutError, WebSocketDisconnect):
            return None
        if role not in self.roles:
            return None
        if not self._tokens.opens(role, token):
            if not self._tokens.opened_before(role, token):
                return None
            with contextlib.suppress(*GONE):
                await socket.send_text(json.dumps({"kind": "token", "token": self._tokens.of(role)}))
        return Screen(self.roles[role], hello.get("look"))

    async def _serve(self, socket: WebSocket, screen: Screen) -> None:
        self._make_room(screen.role)
        self._screens[screen] = _address_of(socket)
        screen.wake.set()
        sending = asyncio.create_task(self._send(socket, screen))
        try:
            await self._listen(socket, screen)
        finally:
            self._screens.pop(screen, None)
            sending.cancel()

    def _make_room(self, role: Role) -> None:
        same = [screen for screen in self._screens if screen.role is role]
        if len(same) >= MOST_OF_A_ROLE:
            log.warning("too_many_screens", of=MOST_OF_A_ROLE)
            self.connections.cut(self._screens.pop(same[0]))

    async def _listen(self, socket: WebSocket, screen: Screen) -> None:
        while True:
            try:
                said = await socket.receive_text()
                if len(said) > LONGEST_TOUCH:
                    raise ValueError("too long")
                touch = Touch.model_validate_json(said)
            except (ValidationError, ValueError, KeyError):
                log.warning("screen_said_nonsense")
                with contextlib.suppress(*GONE):
                    await socket.close(1008)
                return
            except GONE:
                return
            await screen.touched(touch)
            if len(screen.outbox) > MOST_UNREAD:
                self._cut_off(socket)
                return

    async def _send(self, socket: WebSocket, screen: Screen) -> None:
        """Whole states only, so a screen that fell behind simply gets the newest."""
        beating = asyncio.create_task(_beat(screen))
        try:
            while True:
                await screen.wake.wait()
                screen.wake.clear()
                screen.refresh()
                for message in screen.to_send():
                    async with asyncio.timeout(SEND_WAIT_S):
                        await socket.send_text(message)
        except TimeoutError:
            self._cut_off(socket)
        except GONE:
            return
        finally:
            beating.cancel()

    def _cut_off(self, socket: WebSocket) -> None:
        log.warning("screen_does_not_read")
        self.connections.cut(_address_of(socket))


def _page_with_again(name: str) -> str:
    page = (STATIC / name).read_text("utf-8")
    return page.replace('<script src="/static/again.js"></script>', f"<script>{AGAIN}</script>")


def _address_of(socket: WebSocket) -> Address:
    assert socket.client is not None
    return socket.client.host, socket.client.port


async def _beat(screen: Screen) -> None:
    """Comes from the same loop that runs the table, so it also says that the table is alive."""
    while True:
        await asyncio.sleep(BEAT_S)
        if screen.outbox:
            continue  # it does not read what it is sent: one more beat would only pile up
        now = datetime.now()
        beat = {"clock": f"{now:%H:%M}", "at": f"{now:%H:%M:%S}", "program": this_program().source}
        screen.outbox.append(json.dumps({"kind": "beat", **beat}))
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
