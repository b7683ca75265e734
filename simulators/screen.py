"""What a scripted dealer sees of the panel, and its finger on the buttons."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Iterator
from typing import Any

from websockets.asyncio.client import ClientConnection

State = dict[str, Any]
Button = dict[str, Any]

LAST_PLACE = 5  # what comes next stands far right
TRIES = 20  # a device may speak between the look and the touch, again and again


class Screen:
    def __init__(self, socket: ClientConnection, say: Callable[[str], None]) -> None:
        self.state: State = {}
        self.socket = socket
        self.say = say
        self._touches = 0

    async def hello(self, token: str, role: str = "dealer") -> None:
        await self.socket.send(json.dumps({"hello": token, "role": role}))
        await self.next_state()

    # ------------------------------------------------------------ eyes

    @property
    def proposed(self) -> Button | None:
        return next((button for button in self.state["actions"] if button["place"] == LAST_PLACE), None)

    def action(self, start: str) -> Button | None:
        """The button of the phase row whose id begins so."""
        return next((button for button in self.state["actions"] if button["id"].startswith(start)), None)

    @property
    def round(self) -> str:
        return str(self.state["header"]["round"])

    @property
    def has_seats(self) -> bool:
        """Places carry a tag, and against the dealer nobody plays."""
        rail = self.state["rail"]
        against_dealer = rail is not None and rail["dealer"] is not None
        return not against_dealer and any("tag" in box for box in self.state["boxes"])

    # ------------------------------------------------------------ fingers

    async def touch(self, button: Button, **filled: Any) -> bool:
        """Waits for the answer, and for the state that goes with it; whether it was accepted."""
        for _ in range(TRIES):
            reply = await self._answer(button, filled)
            if reply["ok"]:
                return True
            if reply["message"] != self.state["words"]["stale"] or not self._still_there(button):
                break
        self.say(reply["message"])
        return False

    async def open_sheet(self, button: Button) -> list[Button]:
        """What can be touched there. Nothing if the table closed it again: an order of its tournament came."""
        if not await self.touch(button) or self.state["sheet"] is None:
            return []
        return [*self.state["sheet"]["buttons"]]

    async def close_sheet(self) -> None:
        if sheet := self.state["sheet"]:
            await self.touch(sheet["close"])

    async def order(self, act: str, args: State) -> str:
        """Whatever the screen shows meanwhile; why it was refused, or nothing."""
        for _ in range(TRIES):
            reply = await self._answer({"act": act, "args": args}, {})
            if reply["ok"] or reply["message"] != self.state["words"]["stale"]:
                break
        return str(reply["message"])

    async def _answer(self, button: Button, filled: State) -> State:
        self._touches += 1
        touch_id = f"scripted-{self._touches}"
        args = {**button["args"], **filled}
        message = {"id": touch_id, "seq": self.state["seq"], "act": button["act"], "args": args}
        await self.socket.send(json.dumps(message))
        while True:
            heard = await self._hear()
            if heard["kind"] == "reply" and heard["id"] == touch_id:
                return heard

    def _still_there(self, button: Button) -> bool:
        meaning = _meaning(button)
        return any(_meaning(other) == meaning for other in self._buttons())

    def _buttons(self) -> Iterator[Button]:
        """Of a panel, or of the page of a tournament."""
        yield from self.state.get("actions", ())
        yield from (act["button"] for act in self.state.get("acts", ()))
        yield from (box["touch"] for box in self.state.get("boxes", ()) if box["touch"])
        if sheet := self.state["sheet"]:
            yield from (*sheet.get("buttons", ()), sheet["close"])

    async def next_state(self) -> None:
        while (await self._hear())["kind"] != "screen":
            pass

    async def catch_up(self) -> None:
        """What has come in the meantime."""
        while True:
            try:
                await asyncio.wait_for(self._hear(), 0.001)
            except TimeoutError:
                return

    async def _hear(self) -> State:
        heard: State = json.loads(await self.socket.recv())
        if heard["kind"] == "screen":
            self.state = heard
        return heard


def _meaning(button: Button) -> tuple[object, ...]:
    return button["id"], button["act"], button["args"], button["enabled"]
