"""The page of a tournament from the real server, on a journal of its own, with tables that chance plays."""

from __future__ import annotations

import asyncio
import socket
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import uvicorn

from controller.web.server import Server
from controller.web.tokens import Tokens
from tests.browser.stub_server import TOKEN
from tests.controller.tournament.conducting import Hosted

T = TypeVar("T")


class TournamentServer:
    """Everything that touches the tournament runs in the server's thread, as in the daemon."""

    def __init__(self, folder: Path, name: str = "demo_omaha", **changes: Any) -> None:
        self._listener = socket.socket()
        self._listener.bind(("127.0.0.1", 0))
        self._made = threading.Event()
        self._make = lambda: Hosted(folder, name, **changes)
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()
        self._made.wait()
        while not self._web.started:
            time.sleep(0.01)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def page(self) -> str:
        return f"{self.url}/director#{TOKEN}"

    @property
    def port(self) -> int:
        return int(self._listener.getsockname()[1])

    def _run(self) -> None:
        asyncio.run(self._serve())

    async def _serve(self) -> None:
        self._loop = asyncio.get_running_loop()
        self.hall = self._make()
        server = Server({"director": self.hall.page}, Tokens({"director": TOKEN}), self.port)
        self.hall.loop.tell(lambda event, outcomes: server.changed())
        self._web = uvicorn.Server(
            uvicorn.Config(
                server.app,
                log_config=None,
                lifespan="off",
                ws="websockets-sansio",
                timeout_graceful_shutdown=1,
            )
        )
        self._made.set()
        await self._web.serve(sockets=[self._listener])
        self.hall.close()

    def does(self, job: Callable[[Hosted], T]) -> T:
        """At the tables, or to the clock."""

        async def run() -> T:
            return job(self.hall)

        return asyncio.run_coroutine_threadsafe(run(), self._loop).result(20)

    def stop(self) -> None:
        self._web.should_exit = True
        self._thread.join()
        self._listener.close()
