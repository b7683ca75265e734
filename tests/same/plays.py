"""What happens at the recorded tables: random rounds of every kind, written as the steps of a script.

A script is read again by any later version, so it holds only JSON: the setup, then events as the journal writes
them (faces in clear: they are random) and what a simulated table would tell its bench.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

from games import events as e
from games.every_game.game import Game
from games.outcomes import Outcome, RoundClosed
from games.table.table import Setup, Table
from tests.games.rounds import KINDS
from tests.same.plain import PLAIN
from tests.simulation.faulty import TABLES, FaultyPeople
from tests.simulation.people import People
from tests.simulation.wired import Door, Wired

Step = dict[str, Any]
UNDONE = 0.03  # of the touches: taken back, then done again
RESTARTS = 0.002
WITHOUT_FAULTS = ("demo_by_hand", "demo_counting", "demo_joker", "demo_serial")
LOOKED_AT = 0.04  # of the events: every sheet that can be opened then

Player = Callable[[int, int], Iterator[Step]]


def scripts(count: int) -> dict[str, tuple[Player, int, int]]:
    """By name: who plays, the seed, how many rounds. `count` rounds in all, or a few more."""
    chosen: dict[str, tuple[Player, int, int]] = {}
    by_rules, by_wire = count * 3 // 4, count // 4
    each = 50
    for number in range(-(-by_rules // each)):
        kind = list(KINDS)[number % len(KINDS)]
        chosen[f"{kind}-{number}"] = (rules_of(kind), number, each)
    tables = (*TABLES, *WITHOUT_FAULTS)
    for number in range(-(-by_wire // 25)):
        name = tables[number % len(tables)]
        chosen[f"{name}-{number}"] = (_wire_of(name), number, 25)
    return chosen


def event_of(step: Step) -> e.Event:
    return e.EVENT.validate_python(step["take"], context={"seal": PLAIN}, strict=False)


def taken(event: e.Event) -> Step:
    return {"take": json.loads(e.EVENT.dump_json(event, context={"seal": PLAIN}))}


def setup_step(setup: Setup) -> Step:
    return {
        "setup": {
            "table": setup.table,
            "game": setup.game,
            "boxes": setup.boxes,
            "options": setup.options.model_dump(mode="json"),
            "shoe": setup.shoe,
        }
    }


# ---------------------------------------------------------------- at the rules


def rules_of(kind: str) -> Player:
    def play(seed: int, count: int) -> Iterator[Step]:
        heard: list[tuple[Game, e.Event]] = []
        honest = Game.take

        def overheard(game: Game, event: e.Event) -> list[Outcome]:
            heard.append((game, event))
            return honest(game, event)

        table = KINDS[kind](seed)
        Game.take = overheard  # type: ignore[method-assign]
        try:
            yield setup_step(setup_of(table, f"T-{seed:02}"))
            yield from _opened()
            rng = Random(seed)
            for _ in range(count):
                heard.clear()
                table.play()
                yield from _disturbed(rng, _of_the_round(heard))
        finally:
            Game.take = honest  # type: ignore[method-assign]

    return play


def setup_of(table: Any, name: str = "T-01") -> Setup:
    """At which the rounds of `tests.games.rounds` can be played."""
    places = table.places if hasattr(table, "places") else table.boxes
    return Setup(name, table.game.name, places, table.options, table.game.shoe)


def _of_the_round(heard: list[tuple[Game, e.Event]]) -> list[e.Event]:
    """Not what was only played again, to see that it comes out the same."""
    events: list[e.Event] = []
    first: Game | None = None
    for game, event in heard:
        first = first or game
        if game is first:
            events.append(event)
    return events


def _opened() -> Iterator[Step]:
    yield taken(e.SignIn(by="1182", name="D. Dealer", at_ms=1))


def _disturbed(rng: Random, events: list[e.Event]) -> Iterator[Step]:
    """With what a table hears beside its game: second thoughts, a lock, a call, a restart."""
    for event in events:
        step = taken(event)
        yield step
        if rng.random() < LOOKED_AT:
            yield {"sheets": True}
        if isinstance(event, e.Command) and rng.random() < UNDONE:
            yield taken(e.Undo(by=event.by, at_ms=event.at_ms))
            yield {"again": step["take"]}
        if rng.random() < RESTARTS:
            yield {"restart": True}
            yield taken(e.Restarted(at_ms=event.at_ms))
        elif rng.random() < RESTARTS:
            yield taken(e.Lock(by="1182", at_ms=event.at_ms))
            yield taken(e.Unlock(by="1182", at_ms=event.at_ms))
        elif rng.random() < RESTARTS:
            yield taken(e.CallFloor(by="1182", at_ms=event.at_ms))
            yield taken(e.FloorCame(by="1182", at_ms=event.at_ms))
        elif rng.random() < RESTARTS:
            yield taken(e.SignIn(by="1190", name="Another", at_ms=event.at_ms))


# ---------------------------------------------------------------- at the wire


def _wire_of(name: str) -> Player:
    def play(seed: int, count: int) -> Iterator[Step]:
        steps: list[Step] = []
        rng = Random(seed)

        def door(setup: Setup) -> tuple[Door, Callable[[], Table]]:
            table = Table(setup)
            steps.append(setup_step(setup))

            def take(event: e.Event) -> list[Outcome]:
                steps.append(taken(event))
                outcomes = table.take(event)
                if any(isinstance(outcome, RoundClosed) for outcome in outcomes) or rng.random() < LOOKED_AT:
                    steps.append({"sheets": True})
                return outcomes

            return take, lambda: table

        wired = Wired(name, seed, door)
        wired.open()
        wired.take(e.SignIn(by="1182", name="D. Dealer"))
        people: People = FaultyPeople(wired, seed, Counter()) if name in TABLES else People(wired, seed)
        wired.take(e.OpenTable(by="1182"))
        for _ in range(count):
            people.settle()
            people.play()
            steps.append({"counts": wired.physical.state()})
            yield from steps
            steps.clear()
        yield from steps

    return play
