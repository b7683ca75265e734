"""What a page must not do: complain, fail, or ask anybody but its own daemon for anything."""

from __future__ import annotations

import re

from playwright.sync_api import ConsoleMessage, Page, Request

# A browser tells each request that a killed daemon leaves unanswered, the page's icon among them.
OF_A_DEAD_DAEMON = re.compile(
    r"WebSocket connection to|ERR_CONNECTION_(REFUSED|RESET|CLOSED|ABORTED)|ERR_EMPTY_RESPONSE"
    r"|ERR_CONTENT_LENGTH_MISMATCH"
)


class Watch:
    def __init__(self, page: Page, home: str) -> None:
        self.home = home
        self.complaints: list[str] = []
        self.addresses: list[str] = []
        self.daemon_may_die = False
        page.on("console", self._console)
        page.on("pageerror", lambda error: self.complaints.append(f"error: {error}"))
        page.on("request", self._request)

    def _console(self, message: ConsoleMessage) -> None:
        forgiven = self.daemon_may_die and OF_A_DEAD_DAEMON.search(message.text)
        if message.type == "error" and not forgiven:
            self.complaints.append(f"console: {message.text}")

    def _request(self, request: Request) -> None:
        self.addresses.append(request.url)
        if not request.url.startswith(f"{self.home}/"):
            self.complaints.append(f"off-origin: {request.url}")
