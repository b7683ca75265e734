"""Who may stay connected: every local program reaches the port, and none may use up what the table needs.

A connection that has not shown a screen's key is a stranger's. There are few of them, none for long, and the
oldest makes room for the newest: a thousand half requests hold no more descriptors than a page that loads.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from typing import Any, cast

from uvicorn.config import Config
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.server import ServerState

MOST_STRANGERS = 64  # four screens that load their pages at once use half of them
STRANGER_S = 10.0
MOST_AT_ONCE = 32  # accepted before anything else has its turn
MOST_WAITING = 1024  # for their turn
LONGEST_REQUEST = 16_384

Address = tuple[str, int]


class Connections:
    def __init__(self) -> None:
        self._strangers: OrderedDict[Address, asyncio.TimerHandle] = OrderedDict()
        self._transports: dict[Address, asyncio.Transport] = {}

    def add(self, address: Address, transport: asyncio.Transport) -> None:
        self._transports[address] = transport
        self.let_go(address)

    def keep(self, address: Address) -> None:
        """It has shown the key of a screen and may stay."""
        if (deadline := self._strangers.pop(address, None)) is not None:
            deadline.cancel()

    def let_go(self, address: Address) -> None:
        """A stranger, or a screen that has been served: a moment is all it has left."""
        self.keep(address)
        if address not in self._transports:
            return  # cut already: it shall not push out another
        if len(self._strangers) >= MOST_STRANGERS:
            self.cut(next(iter(self._strangers)))
        loop = asyncio.get_running_loop()
        self._strangers[address] = loop.call_later(STRANGER_S, self.cut, address)

    def remove(self, address: Address) -> None:
        self.keep(address)
        self._transports.pop(address, None)

    def cut(self, address: Address) -> None:
        """At once: who does not read does not read a farewell either."""
        transport = self._transports.get(address)
        self.remove(address)
        if transport is not None:
            transport.abort()

    @property
    def protocol(self) -> type[asyncio.Protocol]:
        """As uvicorn wants to be told how it speaks to a connection."""

        def made(config: Config, server_state: ServerState, app_state: dict[str, Any], **others: Any) -> _Http:
            return _Http(config, server_state, app_state, connections=self, **others)

        return cast("type[asyncio.Protocol]", cast(Callable[..., asyncio.Protocol], made))


class _Http(H11Protocol):
    def __init__(self, *given: Any, connections: Connections, **others: Any) -> None:
        super().__init__(*given, **others)
        self._connections = connections

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        if self.client is not None:
            self._connections.add(self.client, transport)

    def connection_lost(self, exc: Exception | None) -> None:
        """Not called any more once it has become a WebSocket."""
        if self.client is not None:
            self._connections.remove(self.client)
        super().connection_lost(exc)
