"""What is true of any game at a table: undo, who deals, the floor, the history, the devices."""

from __future__ import annotations

from typing import Any

import pytest

from controller.language import Language
from games import events as e
from games.cards import FULL_DECK, SealedCard, SealedTag
from games.every_game.carry import Pools
from games.outcomes import Notice, Outcome, Phase, Question, Refusal, RoundClosed, Undone, text
from games.table.table import Table
from tests.controller.room import remembered, setup, source
from tests.games.table_talk import Table as Talk

ME = "1182"


class _Talked:
    """Table talk with the table rather than with its game."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.take = table.take

    state = property(lambda self: self.table.game.state)
    prompt = property(lambda self: self.table.game.prompt)


@pytest.fixture
def table() -> Table:
    return Table(setup())


@pytest.fixture
def said(table: Table) -> Talk:
    """At the antes, with 25 on box 1 and 50 on box 2."""
    talk = Talk(_Talked(table))  # type: ignore[arg-type]
    talk.open()
    talk.supervisor.checks_deck_by_hand()
    talk.next_round()
    talk.antes({1: 25, 2: 50})
    return talk


def undo(table: Table, by: str = "dealer") -> list[Outcome]:
    return table.take(e.Undo(by=by))


def refusal(outcomes: list[Outcome]) -> str:
    assert [type(outcome) for outcome in outcomes] == [Refusal]
    return outcomes[0].say.code  # type: ignore[union-attr]


def without_history(table: Table) -> Any:
    whole, *rest = remembered(table)
    return [pair for pair in whole if pair[0] != "story"], *rest


# ---------------------------------------------------------------- undo


def test_undo_leaves_the_table_as_if_the_entry_had_never_been(table: Table, said: Talk) -> None:
    before = table.game.state.boxes[3].ante_cents, len(table._taken), table.game.offers()
    said.ante(3, 25)
    assert undo(table) == [Undone(what="place_ante", by="dealer")]
    assert (table.game.state.boxes[3].ante_cents, len(table._taken), table.game.offers()) == before


def test_undo_is_the_same_as_playing_the_round_again_without_the_entry(table: Table, said: Talk) -> None:
    said.jackpot(2)
    said.ante(3, 30)
    undo(table)
    other = Table(setup())
    for event in [event for event in said.events if getattr(event, "box", 0) != 3]:
        other.take(event)
    assert without_history(table) == without_history(other)


@pytest.mark.rule("NI2004-492", "10.5")
def test_undo_leaves_the_pools_of_the_jackpot_alone(table: Table, said: Talk) -> None:
    said.jackpot(2)
    said.closes_betting()
    said.deal({})
    said.folds(1)
    pools = table.game.state.carry().jackpot
    said.folds(2)
    undo(table)
    assert table.game.state.carry().jackpot == pools
    said.folds(2)
    said.collects()
    said.expect_pools(fed=5, prize=20_004, reserve=1)
    said.supervisor.seeds_jackpot(1)
    said.shuffle()
    assert undo(table)[0] == Undone(what="shuffled", by="dealer")
    assert table.game.state.carry().jackpot == Pools(2_000_500, 0, 2_000_500, 2_000_000)
    assert refusal(undo(table)) == "ruling_is_a_supervisors"


@pytest.mark.rule("NI2004-492", "10.5")
@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("en", "Jackpot: 5 in, 0 out. Prize pool 20,004, reserve 1, sign 20,004."),
        ("de", "Jackpot: 5 ein, 0 aus. Preistopf 20.004, Reserve 1, Anzeige 20.004."),
    ],
)
def test_the_history_tells_what_the_jackpot_took_and_paid(
    table: Table, said: Talk, name: str, line: str
) -> None:
    said.jackpot(2)
    said.closes_betting()
    said.deal({})
    said.folds(1, 2)
    said.collects()
    told = [Language(name).told(outcome) for outcome in said.everything]
    assert told.count(line) == 1


def test_undo_may_be_said_again_and_takes_back_one_entry_more(table: Table, said: Talk) -> None:
    for what, left in (("place_ante", [1]), ("place_ante", []), ("cut_made", []), ("shuffled", [])):
        assert undo(table)[0] == Undone(what=what, by="dealer")
        assert [box.number for box in table.game.state.playing()] == left
    assert table.game.state.phase == "shuffle"
    assert refusal(undo(table)) == "nothing_to_undo"  # the deck check was the supervisor's


def test_undo_tells_of_a_phase_it_goes_back_to(table: Table, said: Talk) -> None:
    said.closes_betting()
    assert undo(table) == [Undone(what="close_betting", by="dealer"), Phase(name="antes")]
    assert [box.ante_cents for box in table.game.state.playing()] == [2_500, 5_000]


def test_what_was_undone_can_be_entered_again(table: Table, said: Talk) -> None:
    said.closes_betting()
    undo(table)
    said.ante(3, 25)
    said.closes_betting()
    assert [box.number for box in table.game.state.playing()] == [1, 2, 3]


def test_a_changed_ante_goes_back_to_the_one_before(table: Table, said: Talk) -> None:
    said.ante(1, 100)
    undo(table)
    assert table.game.state.boxes[1].ante_cents == 2_500


@pytest.mark.parametrize(
    "fact",
    [
        e.CardDrawn(card=SealedCard(FULL_DECK[0]), source=source(1)),
        e.CardDrawn(),
        e.DeviceFaulted(device="readers", role="readers", code="antenna_failed"),
        e.ReportsMissed(device="readers", role="readers", count=1),
    ],
    ids=lambda fact: fact.kind,
)
def test_nothing_is_undone_across_what_a_device_has_said_of_the_deal(
    table: Table, said: Talk, fact: e.Event
) -> None:
    said.closes_betting()
    table.take(fact)
    assert refusal(undo(table)) == "nothing_to_undo"


@pytest.mark.parametrize(
    "fact",
    [
        e.DeviceNoted(device="shoe", role="shoe", what="started"),
        e.CardSeen(place="1", tag=SealedTag("tag")),
        e.CardGone(place="1", tag=SealedTag("tag")),
        e.CutCardSeen(),
        e.CardRepeated(),
    ],
    ids=lambda fact: fact.kind,
)
def test_an_entry_is_undone_across_what_says_nothing_of_the_deal_and_the_fact_stays(
    table: Table, said: Talk, fact: e.Event
) -> None:
    said.closes_betting()
    table.take(fact)
    if not table.game.state.question:
        assert undo(table)[0] == Undone(what="close_betting", by="dealer")
        assert fact in table._taken


@pytest.mark.parametrize("kind", [e.OpenTable, e.ShowDealer, e.Report, e.Collected, e.DeckCheckedByHand])
def test_what_was_seen_is_not_undoable(kind: type[e.Command]) -> None:
    assert not kind.undoable


def test_turned_cards_stay_turned(table: Table, said: Talk) -> None:
    said.closes_betting()
    said.deal({"dealer": "Ac Kd 8c 5d 3c"})
    said.bets(1, 2)
    said.shows_dealer()
    assert refusal(undo(table)) == "nothing_to_undo"


def test_a_decision_is_taken_back_to_the_decisions(table: Table, said: Talk) -> None:
    said.closes_betting()
    said.deal({})
    said.bets(1, 2)
    assert undo(table) == [Undone(what="bet", by="dealer"), Phase(name="decide")]
    assert [box.number for box in table.game.state.undecided()] == [2]
    undo(table)
    assert [box.number for box in table.game.state.undecided()] == [1, 2]
    assert refusal(undo(table)) == "nothing_to_undo"  # the last card is behind it


def test_nobody_undoes_what_another_has_entered(table: Table, said: Talk) -> None:
    before = without_history(table)
    assert refusal(undo(table, by="1207")) == "not_your_entry"
    assert without_history(table) == before


def test_a_new_dealer_does_not_undo_what_the_one_before_has_entered(table: Table, said: Talk) -> None:
    table.take(e.SignIn(by="1207", name="Jonas"))
    assert refusal(undo(table, by="1207")) == "not_your_entry"


def test_while_a_question_is_open_nothing_is_undone(table: Table, said: Talk) -> None:
    said.closes_betting()
    said.says(e.HoldShoe)
    assert refusal(undo(table)) == "nothing_to_undo"


# ---------------------------------------------------------------- answers, rulings and penalties


def by_supervisor(table: Table) -> list[Outcome]:
    return table.take(e.Undo(by="2001", role="supervisor"))


def question(table: Table) -> str | None:
    asked = table.game.state.question
    return asked.question.about if asked else None


@pytest.mark.rule("NI2004-492", "14.1")
def test_a_slip_on_turn_it_over_is_taken_back_and_the_question_is_asked_again(table: Table, said: Talk) -> None:
    said.closes_betting()
    said.deal({1: "Ah"}, count=3)
    said.report("card_exposed", 1, 1, "Ah")
    said.answers("turn_over")
    assert table.game.state.exposed == 1
    first, *told = undo(table)
    assert first == Undone(what="answer", by="dealer")
    assert [outcome.about for outcome in told if isinstance(outcome, Question)] == ["card_exposed"]
    assert table.game.state.exposed == 0
    said.withdraws()
    assert question(table) is None


@pytest.mark.rule("NI2004-492", "14.1")
def test_what_has_been_answered_stands_when_the_next_card_is_out(table: Table, said: Talk) -> None:
    said.closes_betting()
    said.deal({1: "Ah"}, count=3)
    said.report("card_exposed", 1, 1, "Ah")
    said.answers("turn_over")
    said.draws_unread()
    assert refusal(undo(table)) == "nothing_to_undo"


@pytest.mark.rule("NI2004-492", "16.3")
def test_a_slip_on_void_is_taken_back_by_a_supervisor_alone(table: Table, said: Talk) -> None:
    said.closes_betting()
    said.deal({})
    said.supervisor.voids("disturbance")
    assert table.game.state.phase == "collect"
    assert refusal(undo(table)) == "ruling_is_a_supervisors"
    assert by_supervisor(table) == [Undone(what="void_round", by="2001"), Phase(name="decide")]
    assert not table.game.state.void
    said.bets(1, 2)


@pytest.mark.rule("NI2004-492", "16.2(a)")
def test_a_penalty_on_the_wrong_box_is_taken_back(table: Table, said: Talk) -> None:
    said.closes_betting()
    said.deal({})
    said.supervisor.penalises(2, wagers_void=True)
    assert table.game.state.boxes[2].void
    by_supervisor(table)
    assert not table.game.state.boxes[2].void
    assert table.game.state.boxes[2].ante_cents == 5_000


def test_what_tells_of_a_face_is_not_taken_back_to_try_another(table: Table, said: Talk) -> None:
    said.closes_betting()
    said.deal({1: "Ah"}, count=3)
    said.report("card_exposed", 1, 1, "Kd")  # the shoe has read another
    assert question(table) == "exposed_card_differs"
    assert table.undoable() is None


def test_after_a_round_has_closed_nothing_of_it_is_undone(table: Table, said: Talk) -> None:
    play_to_the_end(said)
    assert refusal(undo(table)) == "nothing_to_undo"


def test_undo_on_a_new_table_is_refused(table: Table) -> None:
    assert refusal(undo(table)) == "nothing_to_undo"


def test_the_settlement_is_taken_back_with_its_money(table: Table, said: Talk) -> None:
    said.closes_betting()
    said.deal({1: "As Ah Ad 4s 5s", "dealer": "Ac Kd 8c 5d 3c"})
    said.bets(1, 2)
    said.shows_dealer()
    said.shows(2)
    said.settles(2)
    undo(table)
    assert not table.game.state.boxes[2].payments
    assert [box.number for box in table.game.state.to_settle()] == [2, 1]
    assert table.game.state.boxes[2].shown


# ---------------------------------------------------------------- the people


def test_the_last_who_signed_in_deals(table: Table) -> None:
    table.take(e.SignIn(by=ME, name="Marta"))
    assert (table.dealer, table.dealer_name) == (ME, "Marta")
    table.take(e.SignIn(by="1207", name="Jonas"))
    assert (table.dealer, table.dealer_name) == ("1207", "Jonas")


def test_while_a_question_is_open_the_dealer_does_not_change(table: Table, said: Talk) -> None:
    table.take(e.SignIn(by=ME, name="Marta"))
    said.closes_betting()
    said.says(e.HoldShoe)
    assert refusal(table.take(e.SignIn(by="1207", name="Jonas"))) == "answer_first"
    assert table.dealer == ME


def test_the_floor_is_called_once_and_since_the_first_call(table: Table) -> None:
    table.take(e.CallFloor(at_ms=100))
    table.take(e.CallFloor(at_ms=200))
    assert table.floor_called_ms == 100
    table.take(e.FloorCame(at_ms=300))
    assert table.floor_called_ms == 0


# ---------------------------------------------------------------- the history


def play_to_the_end(said: Talk) -> None:
    said.closes_betting()
    said.deal({})
    said.folds(*[box.number for box in said.game.state.playing()])
    said.collects()


def test_the_story_is_of_this_round(table: Table, said: Talk) -> None:
    """Rounds before are in the journal."""
    play_to_the_end(said)
    assert not table.story
    said.next_round()
    assert [outcome for _, outcome in table.story] == [Phase(name="cut"), Phase(name="antes")]


def test_the_history_says_when(table: Table) -> None:
    table.take(e.OpenTable(at_ms=77))
    assert table.story == [(77, Phase(name="verify"))]


def test_a_refusal_is_no_history(table: Table, said: Talk) -> None:
    before = list(table.story)
    table.take(e.OpenTable())
    assert table.story == before


def test_what_was_undone_stays_in_the_history(table: Table, said: Talk) -> None:
    said.closes_betting()
    undo(table)
    told = [outcome for _, outcome in table.story]
    assert told[-3:] == [Phase(name="deal"), Undone(what="close_betting", by="dealer"), Phase(name="antes")]


def test_no_hidden_card_is_in_the_history(table: Table, said: Talk) -> None:
    said.closes_betting()
    said.deal({1: "As Ah Ad 4s 5s", 2: "9h 8h 7h 6h 5h", "dealer": "Ac Kd 8c 5d 3c"})
    said.folds(1, 2)
    text = repr(table.story)
    assert not [face for face in FULL_DECK if face != "3c" and f"'{face}'" in text]


# ---------------------------------------------------------------- the devices


def test_the_state_of_a_device_follows_what_it_says(table: Table) -> None:
    on = {"device": "shoe", "role": "shoe"}
    for event, state, detail in (
        (e.DeviceReady(**on, model="a shoe", at_ms=1), "ready", "a shoe"),
        (e.DeviceFaulted(**on, code="jam", at_ms=2), "faulted", "jam"),
        (e.DeviceRecovered(**on, code="jam", at_ms=3), "ready", ""),
        (e.DeviceLost(**on, why="unplugged", at_ms=4), "lost", "unplugged"),
    ):
        table.take(event)
        device = table.devices["shoe"]
        assert (device.state, device.detail, device.since_ms) == (state, detail, event.at_ms)


def test_the_last_number_of_each_device_is_remembered(table: Table) -> None:
    table.take(e.CardDrawn(source=source(7)))
    table.take(e.CardSeen(place="1", tag=SealedTag("t"), source=source(9, "readers", boot=5)))
    assert {name: device.heard for name, device in table.devices.items()} == {
        "shoe": (None, 7),
        "readers": (5, 9),
    }


def test_a_word_without_a_number_does_not_forget_the_number(table: Table) -> None:
    table.take(e.CardDrawn(source=source(7)))
    table.take(e.DeviceLost(device="shoe", role="shoe", source=e.Source(device="shoe")))
    assert table.devices["shoe"].heard == (None, 7)


def test_devices_and_people_are_carried_over_the_end_of_a_round(table: Table, said: Talk) -> None:
    table.take(e.SignIn(by=ME, name="Marta"))
    table.take(e.CardGone(place="1", tag=SealedTag("t"), source=source(3, "readers", boot=5)))
    table.take(e.CallFloor(at_ms=100))
    play_to_the_end(said)
    carried = Table(table.setup, table.carry())
    assert remembered(carried) == remembered(table)
    assert carried.devices["readers"].heard == (5, 3)


def test_a_round_number_is_never_skipped(table: Table, said: Talk) -> None:
    """An audit that finds rounds 1 and 3 asks what became of round 2."""
    play_to_the_end(said)
    said.supervisor.closes_table()
    said.expect_phase("closed")
    said.open()
    said.supervisor.checks_deck_by_hand()
    said.next_round()
    said.antes({1: 25})
    play_to_the_end(said)
    closed = [outcome.round for outcome in said.everything if isinstance(outcome, RoundClosed)]
    assert closed == [1, 2]


def test_what_comes_next_is_told_once_where_somebody_wants_it_told():
    table = Table(setup())
    table.take(e.SignIn(by=ME, name="Marta"))
    *_, prompt = table.take_and_prompt(e.OpenTable())
    assert prompt == table.game.prompt()
    assert table.take_and_prompt(e.CallFloor()) == [Notice(say=text("floor_called"))]
    assert refusal(table.take_and_prompt(e.OpenTable())) == "already_open"
