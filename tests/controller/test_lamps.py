"""Lamps and lit keys follow the table."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from pydantic import ValidationError

from config.load import ConfigError, load
from config.schema import Device, SimulatedLink
from controller.lines.lamps import Lamps
from games import events as e
from games.cards import FULL_DECK, SealedCard
from tests.controller.room import Room, room, talk, to_the_antes
from tests.controller.test_devices import at
from tests.daemon import ROOT
from tests.games.table_talk import Table

WORDS = {"1": "question", "2": "shoe_held", "3": "due-1", "4": "due-3", "5": "due-dealer"}
BOX = {
    "name": "box",
    "role": "buttons",
    "driver": "xkeys",
    "link": SimulatedLink(kind="simulated"),
    "lamps": WORDS,
}


class Box:
    """What was lit there, one after the other."""

    def __init__(self, running: Room) -> None:
        self.lit: list[set[str]] = []
        lamps = Lamps([(Device.model_validate(BOX), self)], running.loop)
        running.loop.tell(lamps.heard)

    def light(self, lamps: frozenset[int]) -> None:
        self.lit.append({WORDS[str(lamp)] for lamp in lamps})


def to_the_deal(running: Room) -> Table:
    table = talk(running)
    to_the_antes(table, {1: 25, 3: 30})
    table.closes_betting()
    return table


def test_the_lamp_of_the_box_that_is_due_goes_round_with_the_deal(tmp_path: Path) -> None:
    with room(tmp_path / "a") as running:
        box = Box(running)
        assert box.lit == [set()], "it is dark from the start"
        to_the_deal(running)
        assert box.lit[-1] == {"due-1"}
        for face, due in zip(FULL_DECK, ("due-3", "due-dealer", "due-1"), strict=False):
            running.handle(e.CardDrawn(card=SealedCard(face)))
            assert box.lit[-1] == {due}


def test_a_question_and_a_shoe_that_is_held_are_lit_until_they_are_answered(tmp_path: Path) -> None:
    with room(tmp_path / "a") as running:
        box = Box(running)
        table = to_the_deal(running)
        running.handle(e.CardDrawn(card=SealedCard(FULL_DECK[0])))
        table.says(e.HoldShoe)
        assert {"question", "shoe_held"} <= box.lit[-1]
        table.answers("go_on")
        assert box.lit[-1] == {"due-3"}
        table.shoe_is_lost()
        assert "question" in box.lit[-1]
        assert "shoe_held" not in box.lit[-1]


def test_a_lamp_at_a_board_is_lit_by_its_keeper_and_again_after_a_break(tmp_path: Path) -> None:
    with at(tmp_path, {"name": "shoe", "driver": "firmata", "options": {"lamps": [13]}}) as (desk, hands):
        board = hands._table._devices["shoe"]
        desk.keeper.light(frozenset({1}))
        desk.until(lambda: board.lit == {13})  # type: ignore[attr-defined]
        desk.keeper.light(frozenset())
        desk.until(lambda: not board.lit)  # type: ignore[attr-defined]
        desk.keeper.light(frozenset({1}))
        hands.unplug("shoe")
        desk.until(desk.lost)
        hands.reboot("shoe")
        hands.replug("shoe")
        desk.until(lambda: board.lit == {13})  # type: ignore[attr-defined]


def test_a_lamp_that_the_device_does_not_have_is_refused(tmp_path: Path) -> None:
    home = tmp_path / "config"
    shutil.copytree(ROOT / "config", home)
    box = home / "devices/demo_xkeys.toml"
    box.write_text(box.read_text().replace('2 = "question"', '25 = "question"'))
    with pytest.raises(
        ConfigError, match=r"lamps.25: xkeys has no such lamp with these options: it has 1 to 24"
    ):
        load(home / "tables/demo_usb.toml")


@pytest.mark.parametrize("word", ["due-10", "box 3", ""])
def test_a_lamp_tells_only_what_everybody_sees(word: str) -> None:
    with pytest.raises(ValidationError, match="lamps"):
        Device.model_validate({**BOX, "lamps": {"1": word}})
