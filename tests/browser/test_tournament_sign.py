"""The table's sign while this machine conducts a tournament: legible, whole, on every size of screen."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from config.schema import Sign
from controller.screens.connection import Screen
from controller.screens.sign import TableSign
from games.tournament import events as t
from tests.browser.test_sign import SignPage, sign
from tests.controller.room import room, setup
from tests.controller.tournament.conducting import Hosted
from tests.games.tournament.playing import play_whole

__all__ = ["sign"]


def entered(hall: Hosted) -> None:
    hall.take_entries(8)


def drawn(hall: Hosted) -> None:
    entered(hall)
    hall.carry_out(hall.offered("draw_ballot")[0])


def playing(hall: Hosted) -> None:
    drawn(hall)
    hall.seat_all()
    hall.now_ms = hall.state.specified_start_ms()
    hall.say(t.TimeCame())
    hall.carry_out(hall.offered("begin_session")[0])
    hall.settle()


def on_a_break(hall: Hosted) -> None:
    playing(hall)
    hall.do("take_break", minutes=15)


def awarded(hall: Hosted) -> None:
    play_whole(hall, 8)


def cancelled(hall: Hosted) -> None:
    entered(hall)
    hall.do("cancel", reason="no power")


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("name", ["demo_omaha", "demo_canberra_poker"])
@pytest.mark.parametrize("brought", [entered, drawn, playing, on_a_break, awarded, cancelled])
def test_it_can_be_read_from_a_seat(
    sign: SignPage,
    name: str,
    language: str,
    brought: Callable[[Hosted], None],
    tmp_path: Path,
):
    hall = Hosted(tmp_path, name)
    brought(hall)
    settings = Sign(**sign.look, language=language)
    with room(tmp_path / "table", replace(setup(), table="T1")) as running:
        made = TableSign(
            loop=running.loop, settings=settings, hours="12:00 - 06:00", simulated=True, tournament=hall.loop
        )
        sign.server.show(dict(made.state(Screen(made))))
    hall.close()
    sign.page.locator(f"html[data-seq='{sign.server.state['seq']}']").wait_for()
    assert sign.complaints() == []
