"""Cards are enrolled at the table itself: by a deck check made twice, or with a reader and a keypad."""

from __future__ import annotations

import json
import stat
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from config.load import Config, load
from config.schema import StaffMember
from controller.app import link_of, simulated_table
from controller.cli import main
from controller.commands import FAILED
from controller.lines.enrolment import FOREIGN, Enrolment
from controller.pins import Pins
from controller.tools.enrol import NotEnrolled, Plate, Reader, enrol
from games import events as e
from games.cards import FULL_DECK, AnyCard, SealedCard, SealedTag
from games.outcomes import Notice, Refusal, text
from tests.browser.dealing import DEALER, Screen
from tests.controller.room import Room, room
from tests.daemon import ROOT, Daemon

TAGS = {face: SealedTag(f"e0040150aabb{number:04x}") for number, face in enumerate(FULL_DECK)}
BY_DEALER: dict[str, Any] = {"by": "1182"}
BY_SUPERVISOR: dict[str, Any] = {"by": "2001", "role": "supervisor"}


@pytest.fixture
def config(tmp_path: Path) -> Config:
    made = load(ROOT / "config/tables/demo.toml")
    state = tmp_path / "state"
    state.mkdir()
    return replace(made, table=made.table.model_copy(update={"state": str(state), "deck": None}))


# ---------------------------------------------------------------- a deck check made twice


class Check:
    """New cards lie in the shoe, and a reader is behind it."""

    def __init__(self, running: Room, config: Config) -> None:
        self.room = running
        self.told: list[e.CardsEnrolled] = []
        self.enrolment = self.anew(config)
        running.loop.tell(self.enrolment.heard)
        for event in (
            e.SignIn(name="Ada", **BY_DEALER),
            e.OpenTable(**BY_DEALER),
            e.ChangeCards(**BY_SUPERVISOR),
        ):
            running.handle(event)

    def anew(self, config: Config) -> Enrolment:
        def checking() -> bool:
            return self.room.table.deck_check_is_on

        return Enrolment(config, self.room.seal, checking, self.told.append)

    def read(self, order: list[AnyCard], tags: dict[AnyCard, SealedTag] = TAGS) -> None:  # type: ignore[assignment]
        for face in order:
            self.room.handle(e.CardDrawn(card=SealedCard(face)))
            if face in tags:
                self.room.handle(e.CardSeen(place="dealer", tag=tags[face]))
                self.room.handle(e.CardGone(place="dealer", tag=tags[face]))

    def twice(self, first: list[AnyCard], second: list[AnyCard], **wrong: Any) -> None:
        self.read(first)
        self.room.handle(e.ReadAgain(**BY_DEALER))
        self.read(second, **wrong)
        self.room.handle(e.AllCardsRead(**BY_SUPERVISOR))

    @property
    def result(self) -> tuple[int, bool]:
        [told] = self.told
        return told.count, told.complete


@pytest.fixture
def check(tmp_path: Path, config: Config) -> Iterator[Check]:
    with room(tmp_path / "room") as running:
        yield Check(running, config)


DECK: list[AnyCard] = [*FULL_DECK]


@pytest.mark.rule("NI2004-492", "2.3")
def test_new_cards_checked_by_dealer_and_supervisor_over_a_reader_have_names(
    check: Check, config: Config
) -> None:
    check.twice(DECK, DECK[::-1])
    assert check.result == (52, True)
    known = check.enrolment(TAGS[DECK[7]])
    assert known is not None
    assert known.card is SealedCard(DECK[7])
    assert check.enrolment(SealedTag("e004ffffffffffff")) == FOREIGN
    assert check.anew(config)(TAGS[DECK[7]]) == known, "the next daemon reads it from the file"


def test_the_file_is_for_the_daemons_user_alone_and_tells_nothing(check: Check, config: Config) -> None:
    check.twice(DECK, DECK[::-1])
    assert stat.S_IMODE(config.deck_path.stat().st_mode) == 0o600
    written = config.deck_path.read_text()
    assert not [tag for tag in TAGS.values() if tag.open() in written]
    assert "face" not in written
    config.deck_path.write_text(f'sealed = "{"A" * 400}"\n')
    assert check.anew(config)(TAGS[DECK[7]]) is None


def test_new_cards_are_enrolled_at_a_table_with_its_devices() -> None:
    """The real daemon, a shoe and readers on their wires, and people at the panel."""
    with tempfile.TemporaryDirectory(prefix="table-") as folder:
        daemon = Daemon(Path(folder)).start()
        try:
            with Screen(daemon) as screen:
                screen.send("sign_in", {"badge": DEALER[0], "pin": DEALER[1]})
                screen.must("open_table")
                screen.authorise()
                screen.must("change_cards")
                _through_the_shoe(daemon, screen)
                screen.must("read_again")
                _through_the_shoe(daemon, screen)
                screen.authorise()
                screen.must("all_cards_read")
                screen.until(lambda state: "Tags named: 52 cards." in json.dumps(state))
        finally:
            daemon.stop()
        assert (daemon.state / "enrolled.toml").read_text().startswith("sealed = ")


def _through_the_shoe(daemon: Daemon, screen: Screen) -> None:
    daemon.bench.do("load_deck")
    daemon.bench.do("verify_all", pace_ms=120, over="dealer")
    while daemon.bench.do("state")["to_check"]:
        time.sleep(0.1)
    screen.until(lambda state: state["prompt"]["title"] == "All 52 cards are there")
    time.sleep(0.2)  # until the last card's tag is told


def test_two_checks_that_differ_name_nothing(check: Check, config: Config) -> None:
    swapped = TAGS | {DECK[0]: TAGS[DECK[1]], DECK[1]: TAGS[DECK[0]]}
    check.twice(DECK, DECK[::-1], tags=swapped)
    assert check.result == (50, False)
    assert not config.deck_path.exists()
    assert check.enrolment(TAGS[DECK[7]]) is None


def test_a_reader_that_lags_a_card_behind_names_nothing(check: Check) -> None:
    """Both times in the same order, it would be wrong in the same way."""
    late = {face: TAGS[before] for before, face in pairwise(DECK)}
    check.read(DECK, late)
    check.room.handle(e.ReadAgain(**BY_DEALER))
    check.read(DECK, late)
    check.room.handle(e.AllCardsRead(**BY_SUPERVISOR))
    assert check.result == (51, False)


def test_one_check_alone_names_nothing_and_says_nothing(check: Check, config: Config) -> None:
    check.read(DECK)
    check.room.handle(e.AllCardsRead(**BY_SUPERVISOR))
    assert check.told == []
    assert not config.deck_path.exists()


def test_what_was_read_before_the_cards_were_changed_once_more_does_not_count(check: Check) -> None:
    check.read(DECK)
    check.room.handle(e.ReadAgain(**BY_DEALER))
    check.room.handle(e.ChangeCards(**BY_SUPERVISOR))
    check.read(DECK)
    check.room.handle(e.AllCardsRead(**BY_SUPERVISOR))
    assert check.told == []


@pytest.mark.parametrize(("complete", "code"), [(True, "cards_enrolled"), (False, "cards_not_enrolled")])
def test_the_dealer_is_told_what_came_of_it(check: Check, complete: bool, code: str) -> None:
    outcomes = check.room.handle(e.CardsEnrolled(count=51, complete=complete))
    [told] = [outcome for outcome in outcomes if isinstance(outcome, Notice)]
    assert (told.say.code, told.say.words) == (code, {"count": 51})


# ---------------------------------------------------------------- with a reader and a keypad


FACES: list[AnyCard] = DECK[:5]
PEOPLE = {
    "1182": StaffMember(number="1182", name="Ada", role="dealer", demo_pin="1111"),
    "2001": StaffMember(number="2001", name="Bo", role="supervisor", demo_pin="2222"),
}


class Hands(Plate):
    """They lay the card there that they are told to, but for what `wrong` says."""

    def __init__(self, *people: str, wrong: dict[int, AnyCard] | None = None) -> None:
        self.people = [*people]
        self.wrong = wrong or {}
        self.asked = 0
        self.card: AnyCard = FACES[0]
        self.heard: list[str] = []
        self.types: dict[int, str] = {}

    def lies(self, other_than: SealedTag | None) -> SealedTag | None:
        tag = TAGS[self.card]
        return None if tag == other_than else tag

    def ask(self, prompt: str) -> str:
        if prompt.startswith("Staff"):
            if not self.people:
                raise EOFError
            return self.people[0]
        self.asked += 1
        named = next(face for face in FACES if f" {face.short} " in prompt)
        self.card = self.wrong.get(self.asked, named)
        return self.types.get(self.asked, "")

    def pin(self, prompt: str) -> str:
        return PEOPLE[self.people.pop(0)].demo_pin or ""

    def enrol(self) -> dict[AnyCard, SealedTag]:
        def check(number: str, pin: str) -> StaffMember | Refusal:
            member = PEOPLE[number]
            return member if member.demo_pin == pin else Refusal(say=text("wrong_pin"))

        pack = enrol(self, FACES, "blue", check=check, ask=self.ask, ask_pin=self.pin, say=self.heard.append)
        return {card.face: card.tag for card in pack.cards}


def test_each_card_is_laid_down_twice_by_two_people() -> None:
    hands = Hands("1182", "2001")
    assert hands.enrol() == {face: TAGS[face] for face in FACES}
    assert hands.asked == 2 * len(FACES)
    assert not [tag for tag in TAGS.values() if tag.open() in "".join(hands.heard)]


@pytest.mark.parametrize(
    ("people", "why"),
    [
        (("1182", "1182"), "Ada is no casino supervisor here."),
        (("2001", "2001"), "The second pass is made by somebody else."),
    ],
)
def test_dealer_and_supervisor_are_two(people: tuple[str, str], why: str) -> None:
    hands = Hands(*people)
    with pytest.raises(EOFError):  # nobody else comes
        hands.enrol()
    assert hands.heard[-1] == why
    assert hands.asked == len(FACES), "the second pass has not begun"


def test_a_pin_that_was_mistyped_after_a_pass_is_asked_again_and_the_pass_counts() -> None:
    hands = Hands("1182", "2001", "1182", "2001")
    right = hands.pin

    def slips(prompt: str) -> str:
        if hands.asked == len(FACES) and "Number and PIN do not fit: once more." not in hands.heard:
            hands.people.pop(0)
            return "2223"
        return right(prompt)

    hands.pin = slips  # type: ignore[method-assign]
    assert hands.enrol() == {face: TAGS[face] for face in FACES}
    assert hands.asked == 2 * len(FACES), "no card is laid a third time"
    assert hands.heard.count("Number and PIN do not fit: once more.") == 1
    assert hands.heard.count("Ada is no casino supervisor here.") == 1


def test_wrong_pins_are_counted_and_locked_as_at_the_panel(tmp_path: Path) -> None:
    now_ms = [0]
    pins = Pins(PEOPLE.values(), lambda: now_ms[0], tmp_path / "wrong-pins.json")
    typed = iter([*["0000"] * 5, "1111", "1111", "2222"])
    numbers = iter([*["1182"] * 7, "2001"])
    heard: list[str] = []
    hands = Hands()

    def ask(prompt: str) -> str:
        return next(numbers) if prompt.startswith("Staff") else hands.ask(prompt)

    def ask_pin(prompt: str) -> str:
        if any("locked" in said for said in heard):
            now_ms[0] += 60_000
        return next(typed)

    enrol(hands, FACES, "blue", check=pins.check, ask=ask, ask_pin=ask_pin, say=heard.append)
    assert heard.count("Number and PIN do not fit: once more.") == 5
    assert "That number is locked for 60 seconds: wait, or somebody else does it." in heard


def test_two_cards_laid_down_in_each_others_place_are_found() -> None:
    with pytest.raises(NotEnrolled, match=r"differ at .* \(2 cards\): nothing is written"):
        Hands("1182", "2001", wrong={2: FACES[2], 3: FACES[1]}).enrol()


def test_a_card_laid_down_before_is_noticed_and_asked_for_again() -> None:
    hands = Hands("1182", "2001", wrong={3: FACES[0]})
    assert len(hands.enrol()) == len(FACES)
    assert f"That card was laid there as {FACES[0].short}." in hands.heard


def test_the_card_before_can_be_laid_down_once_more() -> None:
    hands = Hands("1182", "2001", wrong={2: FACES[4]})
    hands.types = {3: "-"}
    assert hands.enrol() == {face: TAGS[face] for face in FACES}


def test_a_cable_that_is_out_for_a_moment_costs_no_card(config: Config) -> None:
    device = next(device for device in config.devices if device.role == "readers")
    heard: list[str] = []
    with closing(simulated_table(config)) as bench:
        bench.do("load_deck")
        with closing(Reader(device, link_of(config, device), heard.append)) as reader:
            bench.do("draw", to="box-1")
            first = reader.lies(None)
            bench.do("unplug", device=device.name)
            back = threading.Timer(1.2, bench.do, ["replug"], {"device": device.name})
            back.start()
            bench.do("move", start="box-1", to="pile")
            bench.do("draw", to="box-2")
            second = reader.lies(first)
            back.join()
        bench.do("stop")
    assert first is not None
    assert second not in (None, first)
    assert [said.strip().split(":")[0] for said in heard] == ["The reader is lost", "The reader is back."]


def test_at_a_table_that_runs_nothing_is_enrolled_and_it_says_what_to_do_first() -> None:
    with tempfile.TemporaryDirectory(prefix="table-") as folder:
        daemon = Daemon(Path(folder)).start()
        try:
            for command in ("enrol", "listen"):
                ended = subprocess.run(
                    [sys.executable, "-m", "controller", command, "readers", "--config", str(daemon.config)],
                    cwd=ROOT,
                    capture_output=True,
                    text=True,
                    check=False,
                    timeout=60,
                )
                assert ended.returncode == FAILED
                assert "is running and has its devices: stop the table first" in ended.stderr
        finally:
            daemon.stop()


def test_a_reader_of_the_table_tells_the_one_card_that_lies_there(config: Config) -> None:
    device = next(device for device in config.devices if device.role == "readers")
    with closing(simulated_table(config)) as bench:
        bench.do("load_deck")
        with closing(Reader(device, link_of(config, device))) as reader:
            bench.do("draw", to="box-1")
            tag = reader.lies(None)
            assert tag is not None
            bench.do("move", start="box-1", to="pile")
            bench.do("draw", to="box-2")
            assert reader.lies(tag) not in (None, tag)
        bench.do("stop")


@pytest.mark.parametrize(
    ("device", "why"), [("shoe", "is no reader of tags"), ("readers", "nobody types any more")]
)
def test_what_cannot_be_enrolled_says_so_and_writes_nothing(
    device: str, why: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def nobody(prompt: str) -> str:
        raise EOFError

    monkeypatch.setattr("builtins.input", nobody)
    monkeypatch.setattr("controller.commands.enrol.settings_of", lambda config, device: None)
    monkeypatch.setattr("controller.commands.enrol.seal_of", lambda config: None)
    monkeypatch.setattr("controller.commands.enrol.Pins", lambda *arguments: Idle())
    monkeypatch.setattr("controller.commands.enrol.Reader", lambda device, settings: Idle())
    assert main(["enrol", device]) == FAILED
    assert why in capsys.readouterr().err


class Idle:
    """A reader and PINs that nobody comes to use."""

    def check(self, number: str, pin: str) -> Refusal:
        raise AssertionError("nobody has typed anything")

    def close(self) -> None:
        pass
