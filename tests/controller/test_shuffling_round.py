"""Rounds with packs at the real daemon, with its simulated shuffling shoe at the other end of the wire."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.browser.dealing import DEALER, SUPERVISOR, Screen
from tests.daemon import Daemon

PLAY_WAIT_S = 300


@contextmanager
def shuffling_daemon() -> Iterator[Daemon]:
    """The folder is ours, because the path of a socket must be short."""
    with tempfile.TemporaryDirectory(prefix="table-") as folder:
        daemon = Daemon(Path(folder), "demo_shuffler").start()
        try:
            yield daemon
        finally:
            daemon.stop()


class Table:
    """A dealer's screen and the bench beside it."""

    def __init__(self, daemon: Daemon) -> None:
        self.daemon = daemon
        self.screen = Screen(daemon).__enter__()
        self.bench = Screen(daemon, "bench").__enter__()

    def close(self) -> None:
        self.screen.__exit__()
        self.bench.__exit__()

    def says(self, title: str) -> dict[str, Any]:
        """The panel's sentence, once it is there."""
        prompt: dict[str, Any] = self.screen.until(lambda state: state["prompt"]["title"] == title)["prompt"]
        return prompt

    def rule(self) -> str:
        return str(self.screen.state["prompt"]["rule"]["label"])

    def press(self, start: str, **filled: Any) -> None:
        self.screen.until(lambda state: bool((b := self.screen.action(start)) and b["enabled"]))
        self.screen.press(start, **filled)

    def hands(self, name: str) -> None:
        """A button of the bench page."""
        buttons = [button for group in self.bench.state["groups"] for button in group["buttons"]]
        button = next(button for button in buttons if button["id"] == name)
        assert self.bench.send(button["act"], button["args"])["ok"]

    def note(self, label: str) -> str:
        notes = self.screen.state["rail"]["notes"]
        return str(next(note["value"] for note in notes if note["label"] == label))

    def comes_to_the_antes(self) -> None:
        self.press("sign_in", badge=DEALER[0], pin=DEALER[1])
        self.press("open_table")
        self.press("all_cards_read")
        self.hands("load_decks")
        self.press("shuffled")

    def deals(self) -> None:
        """Antes on boxes 1 and 4, and the betting is closed."""
        for box in (1, 4):
            self.screen.must("place_ante", box=box, amount_cents=2_500)
        self.press("close_betting")


@pytest.fixture(scope="module")
def daemon() -> Iterator[Daemon]:
    with shuffling_daemon() as running:
        yield running


@pytest.fixture
def table(daemon: Daemon) -> Iterator[Table]:
    made = Table(daemon)
    yield made
    made.close()


@pytest.mark.rule("NI2004-492", "12.2")
@pytest.mark.rule("NI2004-492", "12.4")
@pytest.mark.rule("NI2004-492", "12.5")
@pytest.mark.rule("NI2004-492", "12.6")
def test_a_round_and_a_void_one(table: Table) -> None:
    table.comes_to_the_antes()
    table.deals()
    table.says("Deal five cards to box 1")
    assert table.rule() == "Rule 12.4"
    table.hands("dispense")
    table.says("Deal five cards to box 4")
    assert table.note("In play") == "blue"
    table.hands("dispense")
    table.says("Deal five cards to yourself")
    table.hands("dispense")
    table.says("Turn your top card face up")
    top = table.daemon.bench.do("expose", place="dealer", nth=5)["face"]
    table.press("enter_card", card=top)
    table.says("Announce: bet or fold")
    assert [card["up"] for card in table.screen.state["rail"]["dealer"]["cards"]] == [False] * 4 + [True]
    table.press("announce_bet_or_fold")
    table.press("fold")
    table.press("fold")
    table.says("Collect all cards: 15 out")
    table.hands("collect")
    table.press("collected-")
    table.says("Antes, please")
    table.hands("insert_deck")
    _a_jam_in_a_pack(table)
    _loads_again(table)


def _a_jam_in_a_pack(table: Table) -> None:
    table.deals()
    table.hands("dispense")
    table.says("Deal five cards to box 4")
    table.hands("jam_in_pack")
    prompt = table.says("Void. Chips back, cards to the rack")
    assert (prompt["rule"]["label"], prompt["detail"]) == (
        "Rule 12.6",
        "Malfunction of the shoe: card jammed. Box 1: 25 back; Box 4: 25 back",
    )
    table.hands("collect")
    table.press("collected-")
    assert table.says("Shoe stopped: card jammed")["tone"] == "fault"
    table.hands("clear_jam")


def _loads_again(table: Table) -> None:
    table.says("Shuffle both decks and load them")
    table.hands("load_decks")
    table.press("shuffled")
    table.says("Antes, please")
    table.hands("insert_green")
    table.says("Deck green is not of this table")
    table.hands("load_decks")
    table.press("shuffled")
    table.says("Antes, please")


def test_a_pack_of_four_a_false_colour_and_a_door(table: Table) -> None:
    """Goes on where the test before has ended: at the antes."""
    table.deals()
    table.hands("dispense_four")
    table.says("Stop. Supervisor decides")
    assert table.rule() == "Rule 14.3"
    _supervisor_rules(table, "void")
    table.hands("collect")
    table.press("collected-4")
    table.says("Antes, please")
    table.hands("insert_deck")
    table.deals()
    table.hands("dispense_other_colour")
    table.says("Stop. Supervisor decides")
    assert table.rule() == "Rule 12.2"
    _supervisor_rules(table, "go_on")
    table.hands("open_door")
    table.says("Stop. Supervisor decides")
    assert table.rule() == "Rule 12.8"
    table.hands("close_door")
    _supervisor_rules(table, "void")
    table.says("Void. Chips back, cards to the rack")
    table.hands("collect")
    table.press("collected-")
    table.says("Shuffle both decks and load them")


def _supervisor_rules(table: Table, choice: str) -> None:
    number, pin = SUPERVISOR
    table.press("authorise", badge=number, pin=pin)
    table.press(f"answer-{choice}", **({} if choice == "void" else {"reason": "As seen by the supervisor"}))


@pytest.mark.rule("NI2004-492", "12.6")
def test_a_pulled_cable_voids_if_the_supervisor_says_so_and_a_killed_daemon_does_not(table: Table) -> None:
    table.hands("load_decks")
    table.press("shuffled")
    table.deals()
    table.hands("dispense")
    table.says("Deal five cards to box 4")
    table.close()
    daemon = table.daemon
    daemon.kill()
    daemon.bench.do("dispense", to="box-4")  # the shoe keeps what nobody has heard
    daemon.start()
    again = Table(daemon)
    again.says("Deal five cards to yourself")
    again.hands("unplug-shuffler")
    again.says("Stop. Supervisor decides")
    assert again.rule() == "Rule 12.8"
    number, pin = SUPERVISOR
    again.press("authorise", badge=number, pin=pin)
    again.press("answer-void", reason="As seen by the supervisor")
    again.says("Void. Chips back, cards to the rack")
    assert again.rule() == "Rule 12.6"
    again.hands("replug-shuffler")
    again.hands("collect")
    again.press("collected-")
    again.says("Shuffle both decks and load them")
    again.hands("reboot-shuffler")
    again.hands("load_decks")
    again.press("shuffled")
    table.screen, table.bench = again.screen, again.bench
