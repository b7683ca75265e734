"""What this version answers and shows to a script: a line for every outcome and every screen.

The one place here that knows how screens are made. A line is its kind, a space, and JSON.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

from config.schema import Sign, StaffMember
from controller.journal.journal import Record
from controller.journal.records import rebuild, write_checkpoint
from controller.language import LANGUAGES, Language
from controller.lines.keeper import Health
from controller.loop import TableLoop
from controller.screens.bench import BenchRole
from controller.screens.connection import Screen
from controller.screens.dealer_screen import dealer_screen
from controller.screens.scene import Look, Scene
from controller.screens.sign import TableSign
from controller.version import this_program
from games import events as e
from games.catalogue import game_class
from games.outcomes import OUTCOMES, RoundClosed
from games.pot.game import PotGame
from games.table.table import Setup, Table
from simulators.bench import Bench
from tests.same.plain import PLAIN
from tests.same.plays import Step, event_of

MOST_SHEETS = 14
DEEPEST = 3
SAY = {(name, seats): Language(name, seats=seats) for name in LANGUAGES for seats in (False, True)}
SUPERVISOR = StaffMember(number="2001", name="S. Visor", role="supervisor", demo_pin="2001")
COUNTS: dict[str, Any] = {
    "places": {}, "jammed": False, "fault": "", "shuffler": None, "markers": {}, "button": False,
    "to_check": 0, "devices": {},
}  # fmt: skip


class Loop(TableLoop):
    """As much of a running table as a screen asks for."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.trouble = None
        self.happened = 0


class FarEnd(Bench):
    """What the simulated table told, without one."""

    def __init__(self) -> None:
        self.counts = COUNTS

    def do(self, verb: str, **said: object) -> Any:
        return self.counts


def lines(steps: Iterable[Step]) -> Iterator[str]:
    steps = iter(steps)
    again = Replay(next(steps)["setup"])
    program = str(this_program())
    for step in steps:
        yield from (line.replace(program, "this program") for line in again.step(step))


class Replay:
    def __init__(self, setup: dict[str, Any]) -> None:
        options = game_class(setup["game"]).Options.model_validate_json(json.dumps(setup["options"]))
        self.setup = Setup(setup["table"], setup["game"], setup["boxes"], options, setup["shoe"])
        self.checkpoint: Record | None = None
        self.since: list[e.Event] = []
        self.number = 0
        self.bench = FarEnd()
        self.look = Look("en", "dark", 3, False, 4, "soft", 5.0)
        self.last: dict[str, str] = {}
        self.at_ms = 0
        self._set(Table(self.setup))

    def _set(self, table: Table) -> None:
        self.table = table
        self.loop = Loop(table)
        self.sign = {
            name: TableSign(loop=self.loop, settings=Sign(language=name), hours="12:00", simulated=True)
            for name in LANGUAGES
        }

    def step(self, step: Step) -> Iterator[str]:
        self.number += 1
        if "take" in step:
            yield from self._take(event_of(step))
        elif "again" in step:
            yield from self._take(event_of({"take": step["again"]}))
        elif "restart" in step:
            self._restart()
            yield from self._screens()
        elif "counts" in step:
            self.bench.counts = step["counts"]
            yield self._bench_page()
        else:
            yield from self._sheets()

    def _take(self, event: e.Event) -> Iterator[str]:
        self.at_ms = event.at_ms
        try:
            outcomes = self.table.take_and_prompt(event)
        except Exception as error:  # a fault of ours is compared as well
            yield f"F {json.dumps(type(error).__name__)}"
            self._restart()
            return
        yield f"O {OUTCOMES.dump_json(outcomes).decode()}"
        if not (len(outcomes) == 1 and outcomes[0].kind == "refusal"):
            self.since.append(event)
        if any(isinstance(outcome, RoundClosed) for outcome in outcomes):
            body, kept = write_checkpoint(PLAIN, self.table, 0)
            self.checkpoint, self.since = Record(1, 1, True, body, kept or b""), []
            yield f"C {body.decode().partition('checkpoint ')[2].strip()}"
        yield from self._screens()

    def _restart(self) -> None:
        table = rebuild(PLAIN, [self.checkpoint]) if self.checkpoint else Table(self.setup)
        for event in self.since:
            table.take(event)
        self._set(table)

    # ------------------------------------------------------------ screens

    def _say(self) -> Language:
        seats = isinstance(self.table.game, PotGame)
        return SAY[LANGUAGES[self.number % len(LANGUAGES)], seats]

    def _scene(self, sheet: tuple[Any, ...] = (), said: Any = None) -> Scene:
        language = LANGUAGES[self.number % len(LANGUAGES)]
        self.look = replace(self.look, language=language)
        return Scene(
            table=self.table,
            trouble=None,
            language=self._say(),
            look=self.look,
            simulated=True,
            health={name: Health(state="ready") for name in self.table.devices},
            clock="12:00",
            now_ms=self.at_ms,
            watched=("1", "2", "rack"),
            hours="12:00 to 04:00",
            locked=self.table.locked,
            supervisor=SUPERVISOR if self.number % 7 == 0 else None,
            sheet=sheet,
            said=said or {},
        )

    def _screens(self) -> Iterator[str]:
        yield self._line("P", self._dealers(self._scene()))
        sign = self.sign[LANGUAGES[self.number // 2 % len(LANGUAGES)]]
        yield from self._changed("S", sign.state(Screen(sign)))

    def _dealers(self, scene: Scene) -> Any:
        try:
            return dealer_screen(scene)
        except Exception as error:
            return {"fault": repr(error)}

    def _sheets(self) -> Iterator[str]:
        """Every sheet that a finger finds, by the way it takes: ids of buttons, not what they send."""
        scene = self._scene()
        ways: list[tuple[tuple[str, ...], Any]] = [((), self._dealers(scene))]
        told = 0
        while ways and told < MOST_SHEETS:
            way, state = ways.pop(0)
            for button in _openers(state["sheet"] if way else state):
                if told >= MOST_SHEETS:
                    break
                there = (*way, button["id"])
                opened = self._dealers(self._scene(tuple(button["args"]["sheet"]), button["args"].get("said")))
                told += 1
                yield f"H {json.dumps(there)} {json.dumps(opened.get('sheet', opened), ensure_ascii=False)}"
                if opened.get("sheet") and len(there) < DEEPEST:
                    ways.append((there, opened))

    def _bench_page(self) -> str:
        language = self._say()
        role = BenchRole(
            bench=self.bench, loop=self.loop, look=self.look, language=language, autoplay=None,
            changed=lambda: None,
        )  # fmt: skip
        return self._line("B", role.state(Screen(role)))

    def _line(self, kind: str, state: Any) -> str:
        return f"{kind} {json.dumps(state, ensure_ascii=False)}"

    def _changed(self, kind: str, state: Any) -> Iterator[str]:
        line = self._line(kind, state)
        if self.last.get(kind) != line:
            self.last[kind] = line
            yield line


def _openers(state: Any) -> Iterator[dict[str, Any]]:
    if isinstance(state, dict):
        if state.get("act") == "report" and state["enabled"]:
            yield {**state, "args": {"sheet": ["report"]}}
        if state.get("act") == "open" and state.get("enabled", True) and not state.get("ask"):
            yield state
        for inside in state.values():
            yield from _openers(inside)
    elif isinstance(state, list):
        for inside in state:
            yield from _openers(inside)
