"""The only writer: nothing is told before it is on disk, and the disk alone is enough to go on."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from controller.inbox import Incoming
from controller.journal.errors import JournalDamaged, JournalFull
from controller.journal.journal import Journal
from controller.journal.records import read, rebuild, verdicts_of, write
from controller.journal.seal import Seal
from controller.loop import SetupChanged, TableLoop
from controller.version import this_program
from games import events as e
from games.canberra_poker.game import CanberraPoker
from games.cards import FULL_DECK, SealedCard, SealedTag
from games.every_game import game as every_game
from games.every_game.carry import Pools
from games.outcomes import Outcome, Refusal, Withdrawn
from games.table.table import is_refused
from tests.controller.room import (
    Room,
    a_troubled_round,
    after_a_power_cut,
    remembered,
    room,
    setup,
    source,
    talk,
    to_the_antes,
    to_the_decisions,
)
from tests.games.table_talk import Table as Talk

SEAL = Seal(bytes(32))


class NotingJournal:
    """The real journal; it notes what was asked of it, and can have a disk without room."""

    def __init__(self, path: Path) -> None:
        self._journal = Journal(path)
        self.notes: list[str] = []
        self.full = False

    def __getattr__(self, name: str) -> Any:
        return getattr(self._journal, name)

    def append(self, *said: Any, **more: Any) -> int:
        if not self._journal._db.in_transaction:
            with self._journal.writing():
                return self.append(*said, **more)
        if not self.full:
            return self._journal.append(*said, **more)
        used = self._journal._db.execute("PRAGMA page_count").fetchone()[0]
        self._journal._db.execute(f"PRAGMA max_page_count = {used}")
        try:
            return self._journal.append(Random(1).randbytes(40_000) + said[0], *said[1:], **more)
        finally:
            self._journal._db.execute("PRAGMA max_page_count = 1000000")

    def commit(self) -> None:
        self._journal.commit()
        self.notes.append("on disk")


@pytest.fixture
def journal(tmp_path: Path) -> Any:
    made = NotingJournal(tmp_path / "journal.db")
    yield made
    made.close()


def loop_on(journal: Any) -> TableLoop:
    return TableLoop(journal, SEAL, setup(), lambda: 1_700_000_000_000)


def take(loop: TableLoop, event: e.Event) -> list[Outcome]:
    told: list[list[Outcome]] = []
    loop.handle(Incoming(event, told.append))
    assert len(told) == 1
    return told[0]


def on_disk(journal: Any) -> list[Any]:
    return [read(SEAL, record) for record in journal.records()]


# ---------------------------------------------------------------- on disk first


def test_nobody_is_told_before_it_is_on_disk(journal: NotingJournal) -> None:
    loop = loop_on(journal)
    loop.tell(lambda event, outcomes: journal.notes.append("screens told"))
    journal.notes.clear()
    for event in (e.OpenTable(by="1"), e.CardDrawn(source=source(1)), e.CallFloor(by="1")):
        loop.handle(Incoming(event, lambda outcomes: journal.notes.append("sender told")))
    assert journal.notes == ["on disk", "sender told", "screens told"] * 3


def test_the_event_is_written_with_its_outcomes_and_the_time_it_was_heard(journal: NotingJournal) -> None:
    loop = loop_on(journal)
    outcomes = take(loop, e.OpenTable(by="1182", at_ms=5))
    written = on_disk(journal)[-1]
    assert written.event == e.OpenTable(by="1182", at_ms=1_700_000_000_000)
    assert written.verdicts == verdicts_of(outcomes) != b""


def test_a_refused_command_is_not_written_and_changes_nothing(tmp_path: Path) -> None:
    with room(tmp_path / "table") as running:
        table = talk(running)
        to_the_antes(table)
        numbers, before = running.numbers(), remembered(running.table)
        told: list[Any] = []
        running.loop.tell(lambda event, outcomes: told.append(event))
        for command in (
            e.OpenTable(by="dealer"),
            e.CloseTable(by="dealer", role="dealer"),
            e.PlaceAnte(by="dealer", box=9, amount_cents=2_500),
            e.PlaceAnte(by="dealer", box=1, amount_cents=1),
            e.Bet(by="dealer", box=1, amount_cents=5_000),
            e.Undo(by="somebody else"),
            e.Answer(by="dealer", choice="go_on"),
            e.Report(by="dealer", what="other"),
        ):
            assert isinstance(running.handle(command)[0], Refusal)
        assert running.numbers() == numbers
        assert remembered(running.table) == before
        assert not told


def test_a_fact_is_never_refused(tmp_path: Path) -> None:
    """In no phase, from no device, known or not."""
    facts: list[Callable[[], e.Event]] = [
        e.CardDrawn,
        lambda: e.CardSeen(place="rack", tag=SealedTag("t")),
        lambda: e.PlaceRead(place="dealer", tags=()),
        lambda: e.DeviceFaulted(device="new", role="readers", code="antenna_failed"),
        lambda: e.ReportsMissed(device="new", role="readers", count=3),
        e.CutCardSeen,
        e.Restarted,
    ]
    with room(tmp_path / "table") as running:
        table = talk(running)
        for step in (table.open, table.supervisor.checks_deck_by_hand, table.shuffle, lambda: None):
            step()
            before = len(running.numbers())
            for fact in facts:
                assert not any(isinstance(outcome, Refusal) for outcome in running.handle(fact()))
            assert len(running.numbers()) == before + len(facts)


# ---------------------------------------------------------------- killed at every record


def test_killed_after_any_record_of_a_troubled_round_the_table_is_the_same(tmp_path: Path) -> None:
    with room(tmp_path / "table") as running:
        checked = 0

        def compare(event: e.Event | None, outcomes: list[Outcome]) -> None:
            nonlocal checked
            with after_a_power_cut(running, tmp_path / "copy") as restarted:
                assert restarted.loop.trouble is None
                assert restarted.loop.comes_back
                assert remembered(restarted.table) == remembered(running.table), event
                checked += 1

        running.loop.tell(compare)
        a_troubled_round(talk(running))
        assert checked == len(running.numbers()) - 1 > 60


def test_a_restart_in_the_middle_of_the_round_changes_nothing_of_what_follows(tmp_path: Path) -> None:
    outcomes: dict[bool, list[Outcome]] = {}
    for cut in (False, True):
        folder = tmp_path / str(cut)
        running = Room(folder)
        table = talk(running)
        to_the_decisions(table, hands={1: "As Ah Ad 4s 5s", "dealer": "Ac Kd 8c 5d 3c"})
        if cut:
            running.close()
            running = Room(folder)
            assert running.handle(e.Restarted())
            everything = table.everything
            table = talk(running)
            table.everything += everything
        table.bets(1, 2)
        table.folds(3)
        table.plays_out()
        outcomes[cut] = table.everything
        running.close()
    assert outcomes[True] == outcomes[False]


@pytest.mark.parametrize(
    "event",
    [
        e.SetBoxMaximum(by="2001", role="supervisor", box=1, amount_cents=None),
        e.SetBoxMaximum(by="2001", role="supervisor", box=1, amount_cents=60_000),
        e.ReportsMissed(device="readers", role="readers", count=1_000),
        e.ReportsMissed(device="readers", role="readers", count=1_001),
        e.DeviceReady(device="shoe", role="shoe", model="Schuh №1 \u0000 \ufffd"),
        e.CardDrawn(source=source(2**40, boot=2**40)),
        e.CardDrawn(),
        e.CutMade(by="1182", cards_above=None),
        e.Restarted(),
        e.CallFloor(by=""),
    ],
    ids=lambda event: event.kind,
)
def test_whatever_was_written_can_be_read_again(tmp_path: Path, event: e.Event) -> None:
    with room(tmp_path / "table") as running:
        to_the_antes(talk(running))
        running.handle(event)
        assert running.loop.trouble is None
        before = remembered(running.table)
    with room(tmp_path / "table") as restarted:
        assert restarted.loop.trouble is None
        assert remembered(restarted.table) == before


# ---------------------------------------------------------------- the commit fails


def test_when_the_commit_fails_the_table_stops_and_remembers_what_the_disk_does(journal: NotingJournal) -> None:
    loop = loop_on(journal)
    table = talk(_room_of(loop))
    to_the_antes(table)
    before = remembered(loop.table)
    journal.full = True
    refusal = take(loop, e.PlaceAnte(by="dealer", box=4, amount_cents=2_500))[0]
    assert isinstance(refusal, Refusal)
    assert refusal.say.code == "table_stopped"
    assert loop.trouble is not None
    assert loop.trouble.code == "journal_failed"
    assert "free the disk" in loop.trouble.detail
    assert remembered(loop.table) == before


def test_a_stopped_table_believes_nothing_and_writes_nothing(journal: NotingJournal) -> None:
    loop = loop_on(journal)
    take(loop, e.OpenTable(by="1"))
    journal.full = True
    take(loop, e.CardDrawn())
    journal.full = False
    written = len(on_disk(journal))
    for event in (e.DeckCheckedByHand(by="2", role="supervisor"), e.CardDrawn(), e.Undo(by="1")):
        assert [outcome.kind for outcome in take(loop, event)] == ["refusal"]
    assert len(on_disk(journal)) == written


def test_the_screens_are_told_that_the_table_has_stopped(journal: NotingJournal) -> None:
    loop = loop_on(journal)
    heard: list[Any] = []
    loop.tell(lambda event, outcomes: heard.append((event, outcomes)))
    journal.full = True
    take(loop, e.OpenTable(by="1"))
    assert heard == [(None, [])]


def test_after_a_full_disk_a_restart_goes_on_where_the_disk_stopped(
    tmp_path: Path, journal: NotingJournal
) -> None:
    loop = loop_on(journal)
    table = talk(_room_of(loop))
    to_the_decisions(table)
    journal.full = True
    take(loop, e.Bet(by="dealer", box=1, amount_cents=5_000))
    journal.full = False
    restarted = loop_on(journal)
    assert restarted.trouble is None
    assert not restarted.table.game.state.boxes[1].second_cents
    assert not is_refused(take(restarted, e.Bet(by="dealer", box=1, amount_cents=5_000)))


def test_a_full_disk_at_the_very_first_record_is_an_error_with_a_remedy(journal: NotingJournal) -> None:
    journal.full = True
    with pytest.raises(JournalFull, match="free the disk"):
        loop_on(journal)


# ---------------------------------------------------------------- our own fault


def broken(state: Any, event: Any) -> list[Outcome]:
    state.set_aside = 40  # half done
    raise AssertionError("a thing that cannot be")


def now_ruled_by(
    handler: Callable[[Any, Any], list[Outcome]], running: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Cards in the game that runs, and in any that is made from now on."""
    monkeypatch.setitem(every_game.HANDLERS, e.CardDrawn, handler)
    monkeypatch.setitem(running.table.game._handlers, e.CardDrawn, handler)


def fails_on(number: int) -> Callable[[Any, Any], list[Outcome]]:
    right = every_game.HANDLERS[e.CardDrawn]

    def handler(state: Any, event: Any) -> list[Outcome]:
        wrong = event.source is not None and event.source.sequence == number
        return broken(state, event) if wrong else right(state, event)

    return handler


def test_a_rule_that_fails_stops_the_table_and_keeps_the_event(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with room(tmp_path / "table") as running:
        table = talk(running)
        to_the_decisions(table)
        before, numbers = remembered(running.table), running.numbers()
        now_ruled_by(fails_on(40), running, monkeypatch)
        drawn = e.CardDrawn(card=SealedCard(FULL_DECK[0]), source=source(40))
        assert [outcome.kind for outcome in running.handle(drawn)] == ["refusal"]
        trouble = running.loop.trouble
        assert trouble is not None
        assert (trouble.code, trouble.detail) == ("our_fault", "AssertionError at card_drawn")
        assert remembered(running.table) == before
        kept = read(running.seal, list(running.journal.records())[-1])
        assert (kept.event, kept.verdicts) == (None, b"")
        assert kept.unruled == e.CardDrawn(card=drawn.card, source=drawn.source, at_ms=kept.unruled.at_ms)
        assert len(running.numbers()) == len(numbers) + 1
    with room(tmp_path / "table") as restarted:
        assert restarted.loop.trouble is None
        assert remembered(restarted.table) == before
        talk(restarted).bets(1)


def test_a_rule_that_fails_on_the_way_back_as_well_stops_the_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with room(tmp_path / "table") as running:
        to_the_decisions(talk(running))
        now_ruled_by(broken, running, monkeypatch)
        assert [outcome.kind for outcome in running.handle(e.CardDrawn())] == ["refusal"]
        assert running.loop.trouble is not None


@pytest.mark.parametrize("failing", [AssertionError, KeyError])
def test_a_rule_that_fails_on_what_was_played_stops_the_table_and_names_the_version(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, failing: type[Exception]
) -> None:
    """After an upgrade the journal may be what the new rules stumble over: it is not damaged."""

    def stumbles(state: object, event: object) -> None:
        raise failing("a thing that cannot be")

    with room(tmp_path / "table") as running:
        to_the_decisions(talk(running))
    monkeypatch.setitem(every_game.HANDLERS, e.CardDrawn, stumbles)
    with room(tmp_path / "table") as restarted:
        trouble = restarted.loop.trouble
    assert trouble is not None
    assert trouble.code == "other_version"
    assert f"version {this_program()} wrote it" in trouble.detail
    assert f"({failing.__name__} at card_drawn)" in trouble.detail


def test_rules_that_answer_otherwise_stop_the_table_and_say_what_to_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with room(tmp_path / "table") as running:
        to_the_decisions(talk(running))
    monkeypatch.setitem(CanberraPoker.handlers, e.CloseBetting, lambda state, event: [])
    with room(tmp_path / "table") as restarted:
        trouble = restarted.loop.trouble
    assert trouble is not None
    assert trouble.code == "other_version"
    assert str(this_program()) in trouble.detail


def test_between_two_rounds_other_rules_are_no_reason_to_stop(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody has wagered: the table goes on under the rules that there are now."""
    with room(tmp_path / "table") as running:
        a_troubled_round(talk(running))
        talk(running).shuffle()
    honest = every_game.HANDLERS[e.Shuffled]
    more = Withdrawn(about="", by="")
    monkeypatch.setitem(every_game.HANDLERS, e.Shuffled, lambda state, event: [*honest(state, event), more])
    with room(tmp_path / "table") as restarted:
        assert restarted.loop.trouble is None
        assert restarted.table.game.state.phase == "cut"
        talk(restarted).cut()


def test_between_two_rounds_options_that_nobody_knows_any_more_are_no_reason_to_stop(tmp_path: Path) -> None:
    with room(tmp_path / "table") as running:
        a_troubled_round(talk(running))
        *_, last = (record for record in running.journal.records() if record.checkpoint)
        kept = last.kept.replace(b"minimum_cents", b"minimal_cents")
        running.journal.append(last.body, 2, checkpoint=True, kept=kept)
        running.journal.append(write(running.seal, e.CallFloor(by="1182"), []).body, 2)
    with room(tmp_path / "table") as restarted:
        assert restarted.loop.trouble is None
        assert restarted.table.game.state.round == 2


def test_a_sender_who_has_gone_does_not_stop_the_table(journal: NotingJournal) -> None:
    loop = loop_on(journal)

    def gone(outcomes: list[Outcome]) -> None:
        raise RuntimeError("nobody waits for this answer any more")

    loop.handle(Incoming(e.OpenTable(by="1"), gone))
    assert take(loop, e.CallFloor(by="1"))


# ---------------------------------------------------------------- a damaged journal


def damage(folder: Path, sql: str) -> None:
    db = sqlite3.connect(folder / "journal.db")
    db.execute(sql)
    db.commit()
    db.close()


@pytest.mark.parametrize(
    "sql",
    [
        "UPDATE records SET hash = zeroblob(32) WHERE number = 9",
        "UPDATE records SET body = zeroblob(20) WHERE number = 9",
        "DELETE FROM records WHERE number = 9",
        "DELETE FROM records WHERE number = 1",
    ],
)
def test_on_a_damaged_journal_the_table_is_stopped_and_the_panel_can_say_why(tmp_path: Path, sql: str) -> None:
    with room(tmp_path / "table") as running:
        to_the_decisions(talk(running))
    damage(tmp_path / "table", sql)
    with room(tmp_path / "table") as restarted:
        trouble = restarted.loop.trouble
        assert trouble is not None
        assert trouble.code == "journal_damaged"
        assert "restore the journal from the backup" in trouble.detail
        assert [outcome.kind for outcome in restarted.handle(e.OpenTable(by="1"))] == ["refusal"]


def test_a_body_that_is_no_record_is_damage(tmp_path: Path) -> None:
    """The chain is right, but the record says nothing that we know."""
    with room(tmp_path / "table") as running:
        running.journal.append(b'{"event": {"kind": "from_the_future"}}')
    with room(tmp_path / "table") as restarted:
        assert restarted.loop.trouble is not None
        assert len(restarted.loop.trouble.detail) < 1_000


@pytest.mark.parametrize("changed", ["game", "options"])
def test_a_checkpoint_of_another_program_is_trouble_and_not_a_traceback(tmp_path: Path, changed: str) -> None:
    with room(tmp_path / "table") as running:
        first = next(iter(running.journal.records()))
        wrong = {"game": (b"canberra_poker", b"unknown_poker"), "options": (b"minimum_cents", b"minimal_cents")}
        running.journal.append(first.body, checkpoint=True, kept=first.kept.replace(*wrong[changed]))
        running.journal.append(write(running.seal, e.OpenTable(by="1"), []).body)
    with room(tmp_path / "table") as restarted:
        assert restarted.loop.trouble is not None


def test_records_without_a_checkpoint_cannot_be_played(tmp_path: Path) -> None:
    with room(tmp_path / "table") as running:
        to_the_antes(talk(running))
        with pytest.raises(JournalDamaged, match="should be a checkpoint and is none"):
            rebuild(running.seal, list(running.journal.records(first=3)))


# ---------------------------------------------------------------- another configuration


def test_a_configuration_changed_between_rounds_is_taken(tmp_path: Path) -> None:
    with room(tmp_path / "table") as running:
        table = talk(running)
        to_the_antes(table, {2: 15})
        table.supervisor.sets_marker(3, 1_000)
        table.closes_betting()
        table.deal({})
        table.folds(2)
        table.collects()
        round_ = running.table.game.state.round
    with room(tmp_path / "table", setup(boxes=3, minimum=10)) as restarted:
        assert restarted.loop.trouble is None
        state = restarted.table.game.state
        assert restarted.table.setup == setup(boxes=3, minimum=10)
        assert (state.round, state.phase, len(state.boxes)) == (round_, "shuffle", 3)
        assert state.boxes[3].maximum_cents == 100_000
        assert state.boxes[2].advised
        assert restarted.table.dealer == "dealer"


def test_a_changed_configuration_survives_the_next_restart(tmp_path: Path) -> None:
    for wanted in (setup(), setup(minimum=10), setup(minimum=10)):
        with room(tmp_path / "table", wanted) as restarted:
            assert restarted.table.setup == wanted
    with room(tmp_path / "table", setup(minimum=10)) as restarted:
        assert len(restarted.numbers()) == 2  # a checkpoint only where something has changed


def a_jackpot_wager_lost(table: Talk) -> None:
    to_the_antes(table, {1: 25})
    table.jackpot(1)
    table.closes_betting()
    table.deal({})
    table.folds(1)
    table.collects()


@pytest.mark.rule("NI2004-492", "10.5")
def test_the_pools_of_the_jackpot_outlive_restarts(tmp_path: Path) -> None:
    with room(tmp_path / "table") as running:
        table = talk(running)
        a_jackpot_wager_lost(table)
        table.expect_pools(fed=5, prize=20_004, reserve=1, displayed=20_004)
        left = running.table.game.state.carry().jackpot
    for _ in range(2):
        with room(tmp_path / "table") as restarted:
            assert restarted.loop.trouble is None
            assert restarted.table.game.state.carry().jackpot == left
    with room(tmp_path / "table") as restarted:
        talk(restarted).supervisor.seeds_jackpot(0.5)
        with after_a_power_cut(restarted, tmp_path / "copy") as again:
            assert again.loop.trouble is None
            assert again.table.game.state.displayed_cents == 2_000_400
            assert again.table.game.state.carry().jackpot == Pools(2_000_450, 50, 2_000_400, 2_000_000)


@pytest.mark.rule("NI2004-492", "10.5")
def test_another_opening_amount_is_told_of_after_the_restart_that_brought_it(tmp_path: Path) -> None:
    with room(tmp_path / "table") as running:
        a_jackpot_wager_lost(talk(running))
    for _ in range(2):  # nobody touches anything the first time
        with room(tmp_path / "table", setup(displayed=30_000)) as restarted:
            assert restarted.loop.trouble is None
            assert restarted.table.game.state.pools.opening_cents == 2_000_000
            restarted.handle(e.Restarted())
    with room(tmp_path / "table", setup(displayed=30_000)) as restarted:
        table = talk(restarted)
        table.shuffle()
        table.expect_notice("jackpot_opening_changed", "10.5")
        table.expect_pools_untouched()
    with room(tmp_path / "table", setup(displayed=30_000)) as restarted:
        assert restarted.loop.trouble is None
        table = talk(restarted)
        table.cut()
        assert not [
            told
            for told in table.everything
            if getattr(told, "say", None) and told.say.code == "jackpot_opening_changed"
        ]


@pytest.mark.parametrize("phase", ["deal", "decide", "reveal", "settle", "collect"])
def test_a_configuration_changed_in_the_round_is_refused_with_what_to_do(tmp_path: Path, phase: str) -> None:
    with room(tmp_path / "table") as running:
        table = talk(running)
        to_the_antes(table, {1: 25})
        steps = [
            table.closes_betting,
            lambda: table.deal({"dealer": "Ac Kd 8c 5d 3c"}),
            lambda: table.bets(1),
            table.shows_dealer,
            lambda: table.plays_out(collect=False),
        ]
        for step in steps:
            if table.phase == phase:
                break
            step()
        assert table.phase == phase
    with (
        pytest.raises(SetupChanged, match="put the old one back, finish the round, then change it"),
        room(tmp_path / "table", setup(minimum=10)),
    ):
        pass
    with room(tmp_path / "table") as restarted:
        assert restarted.table.game.state.phase == phase  # nothing was written by the attempt


def test_a_configuration_is_not_changed_over_antes_on_the_layout(tmp_path: Path) -> None:
    """As closing the table: the antes are given back first, or the journal forgets them."""
    with room(tmp_path / "table") as running:
        to_the_antes(talk(running), {1: 25})
    try:
        with room(tmp_path / "table", setup(minimum=10)) as restarted:
            assert restarted.table.game.state.boxes[1].ante_cents == 2_500
    except SetupChanged:
        pass


# ---------------------------------------------------------------- checkpoints


def test_a_round_ends_with_a_checkpoint_in_the_same_record(tmp_path: Path) -> None:
    with room(tmp_path / "table") as running:
        a_troubled_round(talk(running))
        records = list(running.journal.records())
        marked = [record for record in records if record.checkpoint]
        assert [record.number for record in marked] == [1, records[-1].number]
        last = read(running.seal, marked[-1])
        assert last.checkpoint is not None
        assert last.checkpoint.carry == running.table.carry()
        assert b"verdict round_closed " in last.verdicts


def test_what_belongs_to_a_round_carries_its_number(tmp_path: Path) -> None:
    with room(tmp_path / "table") as running:
        table = talk(running)
        a_troubled_round(table)
        first = {record.round for record in running.journal.records()}
        table.next_round()
        table.ante(1, 25)
        table.closes_betting()
        records = list(running.journal.records())
        assert first == {0, 1}  # before the table was opened, and the round
        assert [record.round for record in records[-4:]] == [2, 2, 2, 2]


def test_a_restart_reads_only_the_round_that_is_open(tmp_path: Path) -> None:
    with room(tmp_path / "table") as running:
        table = talk(running)
        a_troubled_round(table)
        for _ in range(3):
            table.next_round()
            table.antes({1: 25})
            table.closes_betting()
            table.deal({})
            table.folds(1)
            table.collects()
        table.shuffle()
        assert len(running.journal.since_checkpoint()) == 2


def _room_of(loop: TableLoop) -> Any:
    """What table talk needs of a room."""

    class Standing:
        table = property(lambda self: loop.table)
        handle = staticmethod(lambda event: take(loop, event))

    return Standing()
