"""A tournament with its journal in a folder, tables without cards, and people who sign in at its page."""

from __future__ import annotations

import asyncio
import json
from itertools import count
from pathlib import Path
from typing import Any, Literal

from config.schema import Panel, StaffMember
from controller.journal.journal import Journal
from controller.pins import Pins
from controller.screens.connection import Screen, Touch
from controller.screens.scene import Look
from controller.tournament.loop import TournamentLoop
from controller.tournament.page import page_of
from games.outcomes import Outcome
from games.tournament import events as t
from games.tournament.outcomes import OrderGiven
from games.tournament.tournament import Setup
from tests.games.tournament.playing import Hall, conditions_of

TABLES = {"T1": 6, "T2": 6}
STAFF = [
    StaffMember(number="1182", name="Marta", role="dealer", demo_pin="4826"),
    StaffMember(number="2001", name="Ruth", role="supervisor", demo_pin="6058"),
    StaffMember(number="3001", name="Dora", role="tournament_director", demo_pin="5173"),
    StaffMember(number="3002", name="Dirk", role="tournament_director", demo_pin="5174"),
    StaffMember(number="4001", name="Max", role="shift_manager", demo_pin="2947"),
    StaffMember(number="5001", name="Cora", role="cashier", demo_pin="8361"),
]
PINS = {member.number: str(member.demo_pin) for member in STAFF}


class Hosted(Hall):
    """Everything goes through the loop that writes the journal, whoever says it."""

    def __init__(
        self,
        folder: Path,
        name: str = "demo_omaha",
        *,
        theme: Literal["dark", "light"] = "light",
        **changes: Any,
    ) -> None:
        conditions = conditions_of(name, **changes)
        super().__init__(conditions, TABLES, seed=1)
        self.folder = folder
        self.journal = Journal(folder / "tournament.db")
        self.loop = TournamentLoop(self.journal, Setup("T", conditions, TABLES), lambda: self.now_ms)
        self.tournament = self.loop.tournament
        self.loop.tell(self._heard)
        self.steady_ms = 0
        self.page = page_of(
            self.loop,
            pins=Pins(STAFF, lambda: self.steady_ms, folder / "wrong-pins.json"),
            staff=STAFF,
            folder=folder,
            look=Look.of(Panel(language="en", theme=theme)),
            now_ms=lambda: self.now_ms,
            steady_ms=lambda: self.steady_ms,
            simulated=True,
            draw=self.chance.randrange,
        )
        self.people = self.page.people
        self.ids = count(1)

    def _heard(self, event: t.Event | None, outcomes: list[Outcome]) -> None:
        for outcome in outcomes:
            if isinstance(outcome, OrderGiven):
                self.tables[outcome.table].waiting.append(outcome.order)

    def say(self, event: t.Event) -> list[Outcome]:
        self.now_ms += 1_000
        return self.loop.take(event)

    def close(self) -> None:
        self.journal.close()

    # ------------------------------------------------------------ at the page

    def comes(self, number: str = "") -> Person:
        person = Person(self)
        if number:
            assert person.touches("sign_in", badge=number, pin=PINS[number]) == ""
        return person


class Person:
    """Before a screen of his own. What he does goes the way of a touch."""

    def __init__(self, hall: Hosted) -> None:
        self.hall = hall
        self.screen = Screen(hall.page)
        self.screen.refresh()

    @property
    def state(self) -> Any:
        return self.hall.page.state(self.screen)

    def touches(self, act: str, **args: Any) -> str:
        """What is answered; empty when it was done."""
        self.screen.refresh()
        return self.sends(act, args, self.screen.seq)

    def sends(self, act: str, args: dict[str, Any], seq: int) -> str:
        touch = Touch(id=f"t{next(self.hall.ids)}", seq=seq, act=act, args=args)
        asyncio.run(self.screen.touched(touch))
        answer = json.loads(self.screen.outbox.pop())
        self.screen.outbox.clear()
        return f"{answer['message']} [{answer['rule']}]" if answer["rule"] else str(answer["message"])

    def buttons(self) -> dict[str, Any]:
        """All that he can touch, by what they say."""
        state = self.state
        acts = [*state["acts"], *state["section"]["acts"], *([state["undo"]] if state["undo"] else [])]
        return {act["button"]["label"]: act for act in acts}

    def opens(self, tab: str) -> Person:
        assert self.touches("show", tab=tab) == ""
        return self

    def does(self, label: str, **said: Any) -> str:
        button = self.buttons()[label]["button"]
        assert button["enabled"], self.buttons()[label]["why"]
        return self.touches("do", **{**button["args"], "said": said})

    def cells(self, grid: int = 0) -> list[list[str]]:
        return [row["cells"] for row in self.state["section"]["grids"][grid]["rows"]]
