"""A table with an automated shuffling shoe in the daemon: from its driver to the screens."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from pydantic import TypeAdapter

from config.schema import Device
from controller.journal.journal import Record
from controller.journal.records import read
from controller.language import Language
from controller.lines.felt import Felt, TellsTooMuch
from controller.tools.adjudicate import BadLine, adjudicate
from drivers import reports as r
from drivers.roles import MAY_REPORT
from drivers.table_link.driver import TableLink
from games import events as e
from games.cards import FULL_DECK
from games.outcomes import Undone
from games.table.table import Setup
from tests.controller.room import Room, _Game, after_a_power_cut, remembered, room, setup, source
from tests.controller.test_devices import Desk, Hands
from tests.controller.test_panel import RUTH, buttons_of
from tests.controller.test_panel import Desk as Panel
from tests.games.shuffling_talk import SHUFFLER, ShufflingTable
from tests.games.table_talk import DEALER_ACE_KING, ONE_PAIR
from tests.same.plain import PLAIN

SAID = {"boot": 4, "sequence": 9}
SPEC = {"name": "shuffler", "driver": "table_link", "options": {"device": "shuffling_shoe"}}
DEVICE = Device.model_validate({**SPEC, "role": "shuffler", "link": {"kind": "simulated"}})
OF_IT = {"device": "shuffler", "role": "shuffler", "source": e.Source(device="shuffler", **SAID)}


# ---------------------------------------------------------------- what it reports


@pytest.mark.parametrize(
    ("report", "event"),
    [
        (r.DeckInserted(colour="blue", count=52, **SAID), e.DeckInserted(colour="blue", count=52, **OF_IT)),
        (r.DeckInserted(colour="pink", **SAID), e.DeckInserted(colour="unknown", **OF_IT)),
        (r.ShuffleStarted(colour="red", count=52, **SAID), e.ShuffleStarted(colour="red", count=52, **OF_IT)),
        (r.ShuffleComplete(colour="red", count=51, **SAID), e.ShuffleComplete(colour="red", count=51, **OF_IT)),
        (r.PackDispensed(colour="red", count=5, **SAID), e.PackDispensed(colour="red", count=5, **OF_IT)),
        (r.PackDispensed(colour="red", count=-5, **SAID), e.PackDispensed(colour="red", count=0, **OF_IT)),
        (r.DoorChanged(open=True, **SAID), e.DoorChanged(open=True, **OF_IT)),
        (r.PoweredUp(cycles=2**40, **SAID), e.PoweredUp(cycles=1_000_000_000, **OF_IT)),
        (r.Faulted(code="jammed", **SAID), e.DeviceFaulted(code="jammed", **OF_IT)),
        (r.FaultCleared(code="jammed", **SAID), e.DeviceRecovered(code="jammed", **OF_IT)),
        (r.Damaged(why="a check", **SAID), e.ReportsMissed(count=1, **OF_IT)),
    ],
    ids=lambda value: type(value).__name__,
)
def test_what_a_shuffling_shoe_reports(report: r.Report, event: e.Event) -> None:
    heard = Felt(DEVICE).event(report)
    assert heard == event
    assert e.EVENT.validate_json(e.EVENT.dump_json(heard)) == heard  # type: ignore[arg-type]


class NextCards(r.Report):
    """What a driver of somebody's own might have come upon."""


ABOUT_CARDS = [
    r.CardDrawn(face=r.Hidden("As")),
    r.CardDrawn(face=None),
    r.CardRepeated(),
    r.CutCardSeen(),
    r.TagArrived(antenna=1, tag=r.Hidden(b"tag1")),
    r.TagGone(antenna=1, tag=r.Hidden(b"tag1")),
    r.TagsPresent(antenna=1, tags=(r.Hidden(b"tag1"),)),
    r.MarkerPlaced(sensor=1),
    r.MarkerTaken(sensor=1),
    r.CodeScanned(code=r.Hidden("As")),
    r.ButtonPressed(button=1),
    r.ButtonReleased(button=1),
    NextCards(),
]


@pytest.mark.rule("NI2004-492", "12.4")
@pytest.mark.parametrize("report", ABOUT_CARDS, ids=lambda report: type(report).__name__)
def test_a_driver_of_a_shuffling_shoe_that_tells_of_cards_is_refused(report: r.Report) -> None:
    with pytest.raises(TellsTooMuch) as refused:
        Felt(DEVICE).event(report)
    assert not [face for face in FULL_DECK if face in str(refused.value)]


def test_everything_else_is_on_the_list() -> None:
    not_its_business = {r.ButtonPressed, r.ButtonReleased, r.CodeScanned, r.SlipPrinted, r.SlipNotPrinted}
    every = {kind for kind in vars(r).values() if isinstance(kind, type) and issubclass(kind, r.Report)}
    assert every - MAY_REPORT["shuffler"] == {r.Report, *not_its_business} | {
        type(report) for report in ABOUT_CARDS[:-1]
    }


@contextmanager
def at_the_device(folder: Path) -> Iterator[tuple[Desk, Hands]]:
    hands = Hands(folder, [SPEC])
    desk = Desk(folder, {**SPEC, "name": "shoe"})
    desk.device = DEVICE
    (folder / "dev" / "shoe").symlink_to(folder / "dev" / "shuffler")
    desk.keeper = desk.new_keeper()
    desk.keeper.start()
    try:
        yield desk, hands
    finally:
        desk.keeper.stop()
        hands.close()


def test_decks_and_packs_arrive_from_the_wire(tmp_path: Path) -> None:
    with at_the_device(tmp_path) as (desk, hands):
        desk.until(lambda: desk.ready() and hands.state()["devices"]["shuffler"]["heard"])
        hands.insert_deck("blue")
        desk.until(lambda: "shuffle_complete" in desk.kinds())
        hands.dispense("box-1")
        desk.until(lambda: "pack_dispensed" in desk.kinds())
        wanted = ["device_ready", "powered_up", "door_changed", "deck_inserted", "shuffle_started"]
        assert desk.kinds() == [*wanted, "shuffle_complete", "pack_dispensed"]
        assert all(event.role == "shuffler" for event in desk.events)


def test_a_driver_that_tells_of_cards_is_lost_and_not_opened_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    card = r.CardDrawn(face=r.Hidden("As"), **SAID)
    monkeypatch.setattr(TableLink, "_meant", lambda driver, frame: card)
    with at_the_device(tmp_path) as (desk, _hands):
        desk.until(lambda: "device_lost" in desk.kinds())
        desk.keeper._thread.join(timeout=5)
        assert not desk.keeper._thread.is_alive()
        assert "refused" in desk.keeper.health.detail
        assert "As" not in repr(desk.events)
        desk.keeper.try_now()
        time.sleep(0.05)
        assert desk.kinds().count("device_lost") == 1


# ---------------------------------------------------------------- the journal


def with_shuffler(**options: Any) -> Setup:
    return replace(setup(**options), shoe="shuffling")


def talk(running: Room) -> ShufflingTable:
    return ShufflingTable(_Game(running))  # type: ignore[arg-type]


def a_troubled_round(table: ShufflingTable) -> None:
    table.says(e.SignIn, by="dealer", name="Marta")
    table.happens(e.DeviceReady(**SHUFFLER, model="M", source=source(1, "shuffler", 7)))
    table.open()
    table.checks_decks()
    table.inserts("blue", 51)
    table.loads("blue", "red")
    table.antes({1: 25, 2: 50, 3: 30}, jackpots=[2])
    table.closes_betting()
    table.dispenses(count=4)
    table.supervisor.answers("pack_is_five")
    table.dispenses(colour="red")
    table.supervisor.answers("go_on")
    table.is_opened()
    table.is_closed()
    table.supervisor.answers("go_on")
    table.deals_packs(2)
    table.turns_top_card("2c")
    table.says(e.Undo)
    table.turns_top_card("3c")
    table.announces()
    table.bets(1, 2)
    table.folds(3)
    table.shows_all("dealer", DEALER_ACE_KING)
    table.settles_boxes({1: ONE_PAIR, 2: "Ks Kh 9s 9h Js"})
    table.collects()
    table.loads("blue", "red")
    table.antes({1: 25})
    table.closes_betting()
    table.dispenses()
    table.jams()
    table.collects(3)
    table.is_cleared()
    table.replaces_shoe(automated=False)
    table.supervisor.checks_deck_by_hand()


@pytest.mark.rule("NI2004-492", "12.7")
def test_killed_after_any_record_the_table_is_the_same(tmp_path: Path) -> None:
    with room(tmp_path / "table", with_shuffler()) as running:
        table = talk(running)
        happens, cuts = table.happens, 0

        def and_power_is_cut(event: e.Event) -> Any:
            nonlocal cuts
            outcomes = happens(event)
            cuts += 1
            with after_a_power_cut(running, tmp_path / "after", with_shuffler()) as restarted:
                assert restarted.loop.trouble is None
                assert remembered(restarted.table) == remembered(running.table)
            return outcomes

        table.happens = and_power_is_cut  # type: ignore[method-assign]
        a_troubled_round(table)
        assert cuts > 60


def test_a_table_that_loses_its_shuffling_shoe_in_the_configuration_deals_as_all_others(tmp_path: Path) -> None:
    with room(tmp_path / "table", with_shuffler()) as running:
        table = talk(running)
        table.open()
        table.checks_decks()
        table.loads()
    with room(tmp_path / "table", setup()) as changed:
        assert not changed.table.game.state.shuffling_shoe_in_use()
        assert not changed.table.game.state.by_hand
        talk(changed).supervisor.closes_table()
    with room(tmp_path / "table", with_shuffler()) as back:
        table = talk(back)
        table.open()
        table.expect_prompt("check_both_decks", "2.2")


def test_a_checkpoint_from_before_shuffling_shoes_is_read(tmp_path: Path) -> None:
    with room(tmp_path / "table") as running:
        carry = running.table.carry()
    written = {
        "table": "T-01",
        "game": "canberra_poker",
        "boxes": 4,
        "options": {},
        "carry": json.loads(TypeAdapter(type(carry)).dump_json(carry)),
        "proof": "sealed",
    }
    del written["carry"]["game"]["shuffler"]
    entry = read(PLAIN, Record(1, 0, True, json.dumps({"checkpoint": written}).encode()))
    assert entry.setting is not None
    assert entry.checkpoint is not None
    assert entry.setting.shoe == "reading"
    assert entry.checkpoint.carry == carry


def test_an_entry_is_undone_across_what_the_deck_aside_does(tmp_path: Path) -> None:
    with room(tmp_path / "table", with_shuffler()) as running:
        table = talk(running)
        table.says(e.SignIn, by="dealer", name="Marta")
        table.open()
        table.checks_decks()
        table.takes_in("blue")
        table.inserts("red")
        table.shuffle()
        table.ante(1, 600)
        notices = list(running.table.notices)
        assert notices
        table.shuffles("red")
        assert running.table.notices == notices
        table.says(e.Undo)
        assert isinstance(table.heard[0], Undone)
        assert not table.game.state.has_antes()
        assert table.game.state.shuffler.decks == {"blue": "shuffled", "red": "shuffled"}


@pytest.mark.parametrize("what", ["pack", "announcement", "replacement"])
def test_what_cannot_be_taken_back(tmp_path: Path, what: str) -> None:
    with room(tmp_path / "table", with_shuffler()) as running:
        table = talk(running)
        table.says(e.SignIn, by="dealer", name="Marta")
        table.open()
        table.checks_decks()
        table.loads()
        if what == "replacement":
            table.replaces_shoe(automated=True)
        else:
            table.ante(1, 25)
            table.closes_betting()
            table.deals_packs()
        if what == "announcement":
            table.turns_top_card("Ac")
            table.announces()
        assert running.table.undoable() is None


@pytest.mark.rule("NI2004-492", "12.6")
def test_a_round_with_packs_is_adjudicated() -> None:
    with_packs = {"kind": "pack_dispensed", **SHUFFLER, "colour": "blue", "count": 5}
    decks = [
        {"kind": kind, **SHUFFLER, "colour": colour, "count": 52}
        for colour in ("blue", "red")
        for kind in ("deck_inserted", "shuffle_started", "shuffle_complete")
    ]
    lines = [
        {"game": "canberra_poker", "boxes": 3, "shoe": "shuffling", "options": _options()},
        {"kind": "open_table"},
        {"kind": "all_cards_read"},
        *decks,
        {"kind": "shuffled"},
        {"kind": "place_ante", "box": 2, "amount_cents": 2_500},
        {"kind": "close_betting"},
        with_packs,
        {"kind": "device_faulted", **SHUFFLER, "code": "jammed"},
        {"kind": "collected", "count": 5},
    ]
    told = [json.loads(line) for line in adjudicate(map(json.dumps, lines))]
    assert [one["rule"]["number"] for one in told if one.get("kind") == "payment"] == ["12.6"]
    assert told[-1]["result"]["rounds"][0]["void"]


def test_a_game_without_rules_for_one_is_not_adjudicated_with_a_shuffling_shoe() -> None:
    first = {"game": "casino_holdem", "shoe": "shuffling", "options": {}}
    with pytest.raises(BadLine, match="line 1: shoe: casino_holdem has no rules for a shuffling one"):
        list(adjudicate([json.dumps(first)]))


def _options() -> dict[str, Any]:
    options = setup().options.model_dump(mode="json", exclude_none=True)
    return dict(options)


# ---------------------------------------------------------------- the screens


class Seat(Panel):
    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.room.close()
        for name in ("journal.db", "journal.head", "seal.key"):
            (folder / name).unlink(missing_ok=True)
        self.room = Room(folder, with_shuffler())
        self.panel._loop = self.authority._loop = self.room.loop
        self.talk: ShufflingTable = talk(self.room)
        self.talk.says(e.SignIn, by="1182", name="Marta")
        self.talk.happens(e.DeviceReady(**SHUFFLER, model="M"))
        self.talk.open()

    def notes(self) -> dict[str, str]:
        return {note["label"]: note["value"] for note in self.state()["rail"]["notes"]}

    def labels(self) -> list[str]:
        return [button["label"] for button in self.state()["actions"]]

    def badges(self) -> list[str]:
        return [badge["text"] for badge in self.state()["header"]["badges"]]


@pytest.fixture
def seat(tmp_path: Path) -> Iterator[Seat]:
    made: list[Seat] = []

    async def sit_down() -> None:
        made.append(Seat(tmp_path / "table"))

    asyncio.run(sit_down())
    yield made[0]
    made[0].room.close()


def test_the_rail_says_which_deck_is_in_play_and_what_the_other_does(seat: Seat) -> None:
    table = seat.talk
    table.checks_decks()
    assert (seat.notes()["In play"], seat.notes()["Next"]) == ("none", "none")
    table.takes_in("blue")
    table.inserts("red")
    assert seat.notes()["Next"] == "blue, shuffled"
    table.shuffle()
    table.ante(1, 25)
    table.closes_betting()
    table.dispenses()
    assert (seat.notes()["In play"], seat.notes()["Next"]) == ("blue", "red, in")
    table.happens(e.ShuffleStarted(**SHUFFLER, colour="red", count=52))
    assert seat.notes()["Next"] == "red, shuffling"
    assert len(seat.state()["rail"]["notes"]) <= 4


def test_what_comes_next_stands_with_its_rule(seat: Seat) -> None:
    table = seat.talk
    said = []

    def look() -> None:
        prompt = seat.state()["prompt"]
        said.append((prompt["title"], prompt["rule"]["label"], prompt["tone"]))

    look()
    table.checks_decks()
    look()
    table.loads()
    table.ante(2, 25)
    look()
    table.closes_betting()
    look()
    table.dispenses()
    look()
    table.dispenses()
    look()
    table.turns_top_card("Ac")
    look()
    assert said == [
        ("Check both decks, 52 cards each", "Rule 2.2", "next"),
        ("Shuffle both decks and load them", "Rule 12.3", "next"),
        ("Antes, please", "Rule 4.1", "next"),
        ("Deal five cards to box 2", "Rule 12.4", "next"),
        ("Deal five cards to yourself", "Rule 12.4", "next"),
        ("Turn your top card face up", "Rule 12.4", "next"),
        ("Announce: bet or fold", "Rule 12.5", "next"),
    ]


def test_nobody_reads_the_decks_that_people_check(seat: Seat) -> None:
    assert "Read" not in seat.notes()
    assert seat.notes()["Out of shoe"] == "0 of 52"


def test_the_phases_on_the_screen_know_no_cut(seat: Seat) -> None:
    assert "Cut" not in [phase["name"] for phase in seat.state()["header"]["phases"]]


def test_cards_of_packs_are_not_called_unread(seat: Seat) -> None:
    table = seat.talk
    table.checks_decks()
    table.loads()
    table.ante(1, 25)
    table.deals_packs()
    cards = [card for box in seat.state()["boxes"] for card in box["cards"]]
    assert len(cards) == 5
    assert {card["mark"] for card in cards} == {""}
    assert not any(card["up"] for card in cards)


@pytest.mark.rule("NI2004-492", "12.8")
def test_between_rounds_a_fault_is_as_loud_as_a_question(seat: Seat) -> None:
    table = seat.talk
    table.checks_decks()
    table.loads()
    table.jams()
    state = seat.state()
    assert state["prompt"]["tone"] == "fault"
    assert state["prompt"]["title"] == "Shoe stopped: card jammed"
    assert "Shuffling shoe" in seat.badges()
    [loaded] = [button for button in state["actions"] if button["label"] == "Loaded"]
    assert not loaded["enabled"]
    table.is_cleared()
    assert seat.state()["prompt"]["tone"] == "next"


@pytest.mark.rule("NI2004-492", "12.6")
def test_a_void_by_malfunction_says_why_and_what_goes_back(seat: Seat) -> None:
    table = seat.talk
    table.checks_decks()
    table.loads()
    table.ante(2, 25)
    table.deals_packs(1)
    table.jams()
    prompt = seat.state()["prompt"]
    assert prompt["title"] == "Void. Chips back, cards to the rack"
    assert prompt["detail"] == "Malfunction of the shoe: card jammed. Box 2: 25 back"
    assert prompt["rule"]["label"] == "Rule 12.6"
    assert prompt["tone"] == "attention"  # nobody was asked: somebody has to notice
    assert seat.labels() == ["All cards back"]


def test_an_open_door_is_a_badge(seat: Seat) -> None:
    seat.talk.is_opened()
    assert "Shoe open" in seat.badges()
    seat.talk.is_closed()
    assert "Shoe open" not in seat.badges()


def test_the_devices_page_tells_of_decks_and_door(seat: Seat) -> None:
    seat.talk.checks_decks()
    seat.talk.takes_in("blue")
    seat.talk.inserts("red")
    keeper = type("Kept", (), {"health": _health()})
    seat.panel._keepers = {"shuffler": keeper}  # type: ignore[dict-item]
    seat.screen.sheet = ("devices",)
    text = seat.state()["sheet"]["blocks"][0]["text"]
    assert "It is closed. Decks: blue, shuffled, red, in." in text
    seat.talk.replaces_shoe(automated=False)
    assert "Not in use (rule 12.7)." in seat.state()["sheet"]["blocks"][0]["text"]


def _health() -> Any:
    from controller.lines.keeper import Health  # noqa: PLC0415

    return Health(state="ready", model="M")


@pytest.mark.rule("NI2004-492", "12.7")
def test_a_shoe_that_was_put_away_shows_no_badge(seat: Seat) -> None:
    seat.talk.shuffler_is_lost()
    assert "Shuffling shoe" in seat.badges()
    seat.talk.replaces_shoe(automated=False)
    assert "Shuffling shoe" not in seat.badges()


@pytest.mark.rule("NI2004-492", "12.7")
def test_the_supervisor_replaces_the_shoe_by_touch(tmp_path: Path) -> None:
    async def body() -> None:
        at = Seat(tmp_path / "table")
        loop = asyncio.create_task(at.room.loop.run(at.inbox))
        await at.touch("open", sheet=["more"])
        replace_, ordinary = (
            next(b for b in buttons_of(at.state()) if b["label"] == label)
            for label in ("Shoe replaced (supervisor)", "Ordinary shoe (supervisor)")
        )
        assert (replace_["act"], ordinary["act"]) == ("authorise", "authorise")
        refused = await at.does("replace_shoe", automated=False)
        assert (refused.ok, refused.rule) == (False, "12.7")
        assert (await at.touch("authorise", **RUTH)).ok
        assert (await at.does("replace_shoe", automated=False)).ok
        assert at.state()["prompt"]["title"] == "Check the new cards"
        loop.cancel()
        at.room.close()

    asyncio.run(body())


def test_german_says_it_too(seat: Seat) -> None:
    seat.screen.look = replace(seat.screen.look, language="de")
    table = seat.talk
    table.checks_decks()
    table.inserts("green", 51)
    assert seat.state()["prompt"]["title"] == "Deck Grün: 51 statt 52 Karten"
    assert Language("de").colour("red") == "Rot"
