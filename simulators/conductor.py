"""Scripted people who conduct a tournament: shift manager, cashier and director, each at a screen of the page.

They know nothing of the daemon: what they see is what the page offers, and they touch what is next.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Iterable
from contextlib import AsyncExitStack
from dataclasses import dataclass
from typing import Any

from websockets.asyncio.client import connect
from websockets.typing import Origin

from simulators.screen import Button, Screen, State

# What they wait with, or leave: nobody drives the clock, plays another way or takes anything back.
LEFT = ("undo", "enter_ballot", "postpone_start", "substitute", "cancel", "move_entrant", "put_back")
DOORS_CLOSE_S = 2.0
AWARDED = "Places awarded"


@dataclass(frozen=True, slots=True)
class Office:
    address: str
    token: str
    people: tuple[tuple[str, str], ...]  # numbers and PINs
    entries: int


class Conductor:
    def __init__(self, office: Office, say: Callable[[str], None]) -> None:
        self._office = office
        self._say = say
        self._screens: list[Screen] = []
        self._waits_since: float | None = None
        self.done: list[str] = []

    async def conduct(self) -> None:
        """Until everything is paid."""
        async with AsyncExitStack() as open_:
            self._screens = [await self._sign_in(open_, *person) for person in self._office.people]
            while not self.is_over():
                if not await self._somebody_acts():
                    await asyncio.sleep(0.05)

    async def _sign_in(self, open_: AsyncExitStack, number: str, pin: str) -> Screen:
        address = self._office.address
        socket = await open_.enter_async_context(
            connect(f"ws://{address}/ws", origin=Origin(f"http://{address}"), max_size=1_000_000)
        )
        screen = Screen(socket, self._say)
        await screen.hello(self._office.token, "director")
        await screen.touch(screen.state["cover"]["touch"], badge=number, pin=pin)
        return screen

    def is_over(self) -> bool:
        """Places are awarded, nothing is next for anybody, and all is paid."""
        states = [screen.state for screen in self._screens]
        awarded = all(state["header"]["stage"] == AWARDED for state in states)
        return awarded and not any(state["acts"] or state["step"]["by"] for state in states)

    async def _somebody_acts(self) -> bool:
        for screen in self._screens:
            await screen.catch_up()
            act = next((act for act in self._acts(screen.state) if self._is_wanted(act)), None)
            if act is not None:
                await self._touch(screen, act)
                return True
        return False

    def _acts(self, state: State) -> Iterable[Button]:
        return (act["button"] for act in state["acts"])

    def _is_wanted(self, act: Button) -> bool:
        command = act["args"].get("command")
        if not act["enabled"] or command in LEFT:
            return False
        if command == "enter":
            return self._entered() < self._office.entries
        if command == "begin_session":
            return self._has_waited()
        return command != "draw_ballot" or self._entered() >= self._office.entries

    def _entered(self) -> int:
        """As the page says: a touch may have been heard although the daemon was killed before it answered."""
        numbers = [re.findall(r"\d+", screen.state["header"]["players"]) for screen in self._screens]
        return max(int(found[-1]) if found else 0 for found in numbers)

    def _has_waited(self) -> bool:
        """The dealer says who sits there; whoever is then not there has not come."""
        now = asyncio.get_running_loop().time()
        if self._waits_since is None:
            self._waits_since = now
        if now - self._waits_since < DOORS_CLOSE_S:
            return False
        self._waits_since = None
        return True

    async def _touch(self, screen: Screen, act: Button) -> None:
        said = {field["name"]: self._answer(field) for field in (act["ask"] or {}).get("fields", ())}
        if await screen.touch(act, said=said):
            self.done.append(act["args"]["command"])
            self._say(act["label"])
        if screen.state["sheet"]:  # a receipt to be printed
            await screen.touch(screen.state["sheet"]["close"])

    def _answer(self, field: State) -> Any:
        if field.get("options"):
            return field["options"][0]["value"]
        if field["name"] == "person":
            return f"P{self._entered() + 1}"
        return f"Player {self._entered() + 1}" if field["name"] == "person_name" else "as filed"
