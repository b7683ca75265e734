"""The time machine: what the dealer saw at each record, and what an archive may see of a closed round."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from controller.language import language_of
from controller.past.reading import Past
from controller.past.steps import LOOK, Step, TimeMachine
from controller.past.times import Zone
from controller.screens.dealer_screen import dealer_screen
from controller.screens.scene import Scene
from games import events as e
from games.outcomes import CardTurned
from tests.controller.past.journals import GAMES, ROUNDS, journal_of
from tests.controller.room import room, talk, to_the_antes, to_the_decisions

UTC = Zone("UTC")
Cards = dict[str, str]


def steps_of(path: Path, round_: int, **asked: Any) -> list[Step]:
    with Past(path) as past:
        return list(TimeMachine(past, round_, UTC, ("en",), **asked).steps([]))


def faces(screen: Any) -> Cards:
    lying = [card for box in screen["boxes"] for card in box["cards"]]
    rail = screen["rail"] or {}
    for hand in (rail.get("board"), rail.get("dealer")):
        lying += hand["cards"] if hand else []
    return {card["id"]: card["face"] for card in lying if "face" in card}


def turned(steps: list[Step]) -> set[tuple[str, str]]:
    return {
        (f"{out.place}-{out.nth}", out.card)
        for step in steps
        for out in step.happened.outcomes
        if isinstance(out, CardTurned)
    }


@pytest.mark.parametrize("kind", GAMES)
def test_the_archive_sees_what_was_turned_and_never_what_was_not(kind: str):
    more = 0
    for number in range(1, ROUNDS + 1):
        steps = steps_of(journal_of(kind), number)
        known = turned(steps)
        for step in steps:
            assert step.archive is not None
            dealers, archives = faces(step.dealer["en"]), faces(step.archive["en"])
            assert dealers.items() <= archives.items()
            assert set(archives.items()) <= known | set(dealers.items())
            more += len(archives) - len(dealers)
    # A shuffling shoe reads no card: there is no face before somebody turns it.
    assert more > 0 or kind == "shuffling_shoe", "the archive saw nothing before the dealer did"


def test_the_dealers_screen_is_the_one_that_was_shown_then(tmp_path: Path):
    """Held against the screen that the running table had after each event."""
    shown: list[Any] = []
    with room(tmp_path / "table") as running:

        def heard(event: object, outcomes: object) -> None:
            if running.loop.told_record:
                shown.append((running.loop.told_record, _screen(running.table)))

        running.loop.tell(heard)
        to_the_decisions(talk(running))
        running.loop.tell(lambda event, outcomes: None)
        steps = steps_of(tmp_path / "table", 1)
    assert [step.happened.record for step in steps] == [record for record, _ in shown]
    for step, (_, then) in zip(steps, shown, strict=True):
        for part in ("rail", "boxes", "actions"):
            assert step.dealer["en"][part] == then[part]
        assert step.dealer["en"]["prompt"]["title"] == then["prompt"]["title"]


def _screen(table: Any) -> Any:
    say = language_of("en", type(table.game))
    scene = Scene(
        table=table,
        trouble=None,
        language=say,
        look=LOOK,
        simulated=False,
        health={},
        clock="",
        locked=table.locked,
    )
    return dealer_screen(scene)


@pytest.mark.parametrize("zone", ["UTC", "Asia/Dubai"])
def test_since_when_the_shoe_is_lost_is_told_in_the_zone_of_the_screens_clock(zone: str, tmp_path: Path):
    hour_ms = 3_600_000
    with room(tmp_path / "table") as running:
        table = talk(running)
        to_the_antes(table)
        table.closes_betting()
        running.handle(e.ClockStepped(by_ms=hour_ms, shift_ms=hour_ms))
        table.happens(e.DeviceLost(device="shoe", role="shoe", why="closed"))
    with Past(tmp_path / "table") as past:
        *_, last = TimeMachine(past, 1, Zone(zone), ("en",)).steps([])
    screen = last.dealer["en"]
    assert screen["prompt"]["detail"].startswith(f"Since {screen['header']['clock']}.")


def test_an_archive_sees_no_round_that_is_still_on(tmp_path: Path):
    with room(tmp_path / "table") as running:
        to_the_decisions(talk(running))
        steps = steps_of(tmp_path / "table", 1)
        assert {step.archive for step in steps} == {None}
        opened = steps_of(tmp_path / "table", 1, opens_all=True)
    assert {step.archive for step in opened} == {None}


def test_whoever_asks_for_everything_sees_folded_hands_too():
    path = journal_of("omaha")
    for number in range(1, ROUNDS + 1):
        usual = {card for step in steps_of(path, number) for card in faces(_archive(step)).items()}
        opened = {
            card for step in steps_of(path, number, opens_all=True) for card in faces(_archive(step)).items()
        }
        assert usual <= opened
        if usual < opened:
            return
    raise AssertionError("no hand was folded")


def _archive(step: Step) -> Any:
    assert step.archive is not None
    return step.archive["en"]
