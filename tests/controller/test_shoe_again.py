"""A shoe that is heard again in a round: its real driver, the journal, and the table."""

from __future__ import annotations

from pathlib import Path

import pytest

from config.schema import Device, SimulatedLink
from controller.lines.felt import Felt, heard_of
from drivers.angel_eye.driver import AngelEye, AngelEyeOptions
from games import events as e
from games.cards import SealedCard
from simulators.angel_eye import card_data, message
from tests.controller.room import Room, room, talk
from tests.games.table_talk import Table

SHOE = Device(name="shoe", role="shoe", driver="angel_eye", link=SimulatedLink(kind="simulated"))


class Line:
    """As the keeper has it: a fresh driver for each connection, told what is on disk."""

    def __init__(self, running: Room) -> None:
        self.room = running
        self.connect()

    def connect(self) -> None:
        self.driver = AngelEye(AngelEyeOptions(), heard_of(self.room.table.devices.get("shoe")))

    def says(self, number: str, face: str) -> None:
        """Three times, as shoes do."""
        said = message(ord(number), "D", card_data(1, face))
        for report in self.driver.received(said * 3, 0).reports:
            event = Felt(SHOE).event(report)
            if event is not None:
                self.room.handle(event)


def to_the_deal(running: Room, *boxes: int) -> Table:
    """The shoe has numbered nothing yet."""
    table = talk(running)
    table.says(e.SignIn, by="dealer", name="Marta")
    table.happens(e.DeviceReady(device="shoe", role="shoe"))
    table.open()
    table.supervisor.checks_deck_by_hand()
    table.next_round()
    table.antes(dict.fromkeys(boxes, 25))
    table.closes_betting()
    return table


def dealt(running: Room) -> list[SealedCard | None]:
    return [dealt.card for dealt in running.table.game.state.deal.dealt]


def question(running: Room) -> str:
    asked = running.table.game.state.question
    return asked.question.about if asked else ""


@pytest.mark.rule("NI2004-492", "6.1")
def test_a_new_card_under_the_last_number_after_a_break_is_dealt_and_asked_about(tmp_path: Path) -> None:
    """Behind a serial server the shoe does not see the break, and says nothing when it is over."""
    with room(tmp_path / "a") as running:
        table = to_the_deal(running, 1, 3)
        shoe = Line(running)
        shoe.says("5", "Ah")
        table.shoe_is_lost()
        running.handle(e.DeviceReady(device="shoe", role="shoe"))
        table.answers("go_on")
        shoe.connect()
        shoe.says("5", "Ah")
        assert len(dealt(running)) == 1, "the same card said again is no card"
        shoe.says("5", "2c")
        assert question(running) == "reports_missed"
        table.supervisor.answers("go_on")
        shoe.says("6", "Kd")
        assert [str(card.open()) for card in dealt(running) if card] == ["Ah", "2c", "Kd"]


@pytest.mark.rule("NI2004-492", "6.1")
def test_a_shoe_that_counts_with_letters_deals_every_card_and_nobody_is_asked(tmp_path: Path) -> None:
    with room(tmp_path / "a") as running:
        to_the_deal(running, 1, 2, 3)
        shoe = Line(running)
        faces = [f"{rank}s" for rank in "A23456789TJQK"]
        for number, face in zip("3456789ABCDEF", faces, strict=True):
            shoe.says(number, face)
            assert not question(running), "none was missed"
        assert [str(card.open()) for card in dealt(running) if card] == faces
