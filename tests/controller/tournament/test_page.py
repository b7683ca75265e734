"""The page of a tournament: who may do what there, what it shows, and what nonsense does to it."""

from __future__ import annotations

import json
import stat
from datetime import datetime
from typing import Any

import pytest

from controller.journal.journal import Journal
from controller.tournament.records import read
from games.tournament import events as t
from tests.controller.test_in_one_go import Holder
from tests.controller.tournament.conducting import PINS, Hosted, Person

RECORDS = (
    "Conditions are available to patrons",
    "Copy of the conditions sent to the commission",
    "House commission approved",
)
ENTER = "Take an entry: 55"


def prepared(hall: Hosted) -> tuple[Person, Person, Person]:
    """Conditions recorded, Dora nominated; the three of them before their screens."""
    manager = hall.comes("4001")
    for label in RECORDS:
        assert manager.does(label, reference="file 7") == ""
    assert manager.does("Nominate the tournament director", number="3001") == ""
    return manager, hall.comes("3001"), hall.comes("5001")


def entered(hall: Hosted, players: int = 4) -> tuple[Person, Person, Person]:
    manager, director, cashier = prepared(hall)
    for number in range(players):
        assert cashier.does(ENTER, person="", person_name=f"Player {number}") == ""
        assert cashier.touches("close") == ""
    return manager, director, cashier


def playing(hall: Hosted, players: int = 4) -> tuple[Person, Person, Person]:
    manager, director, cashier = entered(hall, players)
    director.opens("more").does(f"Draw the ballot of session 1: {players} players")
    hall.seat_all()
    hall.now_ms = hall.state.specified_start_ms()
    hall.say(t.TimeCame())
    assert director.does("Begin session 1") == ""
    hall.settle()
    return manager, director, cashier


def events(hall: Hosted) -> list[Any]:
    return [entry.event for record in hall.journal.records() if (entry := read(record)).event is not None]


class TestWhoIsThere:
    def test_nobody_sees_anything_before_signing_in(self, hall):
        entered(hall)
        stranger = hall.comes()
        shown = json.dumps(stranger.state)
        assert "Player 1" not in shown
        assert stranger.state["cover"]["title"] == "Demonstration of Omaha"
        assert stranger.touches("show", tab="entries").startswith("First sign in")
        assert stranger.touches("do", command="enter", args={}, said={}).startswith("First sign in")

    @pytest.mark.parametrize("number", ["1182", "2001"])
    def test_dealers_and_supervisors_have_no_part(self, hall, number):
        person = hall.comes()
        answer = person.touches("sign_in", badge=number, pin=PINS[number])
        assert answer.startswith("Your role has no part in a tournament")
        assert person.state["cover"] is not None

    def test_a_wrong_pin_is_counted_as_at_a_table(self, hall):
        person = hall.comes()
        for _ in range(5):
            assert person.touches("sign_in", badge="3001", pin="0000") == "Number or PIN is wrong."
        assert "Wait" in person.touches("sign_in", badge="3001", pin=PINS["3001"])

    def test_who_does_nothing_for_ten_minutes_has_to_sign_in_again(self, hall):
        manager = hall.comes("4001")
        hall.steady_ms += 9 * 60_000
        assert manager.touches("show", tab="desk") == ""
        hall.steady_ms += 10 * 60_000
        assert manager.state["cover"] is None
        hall.steady_ms += 1
        assert manager.state["cover"] is not None
        assert manager.touches("show", tab="desk").startswith("First sign in")

    def test_one_screen_is_not_the_other(self, hall):
        hall.comes("4001")
        assert hall.comes().state["cover"] is not None

    def test_whoever_signs_out_leaves_nothing_open(self, hall):
        _, _, cashier = entered(hall)
        cashier.does(ENTER, person="", person_name="One more")
        assert cashier.state["sheet"] is not None
        cashier.touches("sign_out")
        assert cashier.state["sheet"] is None
        assert cashier.state["cover"] is not None


class TestWhoMayWhat:
    def test_each_has_the_acts_of_the_part(self, hall):
        manager, director, cashier = prepared(hall)
        assert set(cashier.buttons()) == {ENTER}
        assert "Cancel the tournament" in manager.opens("more").buttons()
        assert ENTER not in manager.buttons()
        assert "Enter a ballot drawn on paper" in director.opens("more").buttons()

    def test_a_cashier_cannot_conduct(self, hall):
        _, _, cashier = entered(hall)
        assert cashier.touches("do", command="draw_ballot", args={}, said={}) == (
            "That is for the tournament director: call that person."
        )
        assert cashier.touches("do", command="cancel", args={}, said={"reason": "no"}).startswith(
            "That is for the shift manager"
        )

    def test_a_shift_manager_takes_no_money(self, hall):
        manager, *_ = prepared(hall)
        said = {"person": "M1", "person_name": ""}
        assert manager.touches("do", command="enter", args={}, said=said).startswith("That is for the cashier")

    def test_only_the_nominated_director_conducts(self, hall):
        entered(hall)
        other = hall.comes("3002")
        assert other.opens("more").buttons() == {}
        assert other.state["section"]["notes"][0]["value"] == "Director: Dora (3001)"
        answer = other.touches("do", command="draw_ballot", args={}, said={})
        assert answer == (
            "Only the nominated tournament director may do that: call him, or the shift manager nominates "
            "another. [20.4]"
        )

    def test_by_is_whoever_is_signed_in(self, hall):
        playing(hall)
        by = {type(event): event.by for event in events(hall) if isinstance(event, t.Command)}
        assert by[t.NominateDirector] == "4001"
        assert by[t.Enter] == "5001"
        assert by[t.BeginSession] == "3001"

    def test_a_director_is_one_of_the_staff(self, hall):
        manager = hall.comes("4001")
        label = "Nominate the tournament director"
        options = manager.buttons()[label]["button"]["ask"]["fields"][0]["options"]
        assert [option["value"] for option in options] == ["3001", "3002"]
        assert manager.does(label, number="2001") == "Choose one of those in the list."
        assert manager.does(label, number="3002") == ""
        assert hall.state.director_name == "Dirk"


class TestWhatIsNotOffered:
    def test_an_act_that_is_not_offered_is_refused(self, hall):
        _, director, _ = entered(hall)
        answer = director.touches("do", command="award_places", args={}, said={})
        assert answer == "That is not possible now: look at what is offered."

    def test_an_act_that_is_blocked_is_refused_with_its_reason(self, hall):
        _, director, cashier = prepared(hall)
        cashier.does(ENTER, person="A", person_name="")
        answer = director.touches("do", command="draw_ballot", args={}, said={})
        assert answer == "Fewer than 4 entries: take more, or the shift manager cancels. [20.8]"

    def test_other_arguments_than_those_offered_are_refused(self, hall):
        _, director, _ = playing(hall)
        answer = director.touches("do", command="direct_pace", args={"hand_for_hand": 1}, said={})
        assert answer.startswith("That is not possible now")
        answer = director.touches("do", command="direct_pace", args={"hand_for_hand": False}, said={})
        assert answer.startswith("That is not possible now")

    @pytest.mark.parametrize(
        "smuggled", [{"by": "3001"}, {"chance": [0, 0, 0, 0]}, {"at_ms": 1}, {"kind": "cancel"}]
    )
    def test_nothing_can_be_smuggled_in(self, hall, smuggled):
        _, director, _ = entered(hall)
        for args, said in ((smuggled, {}), ({}, smuggled)):
            assert director.touches("do", command="draw_ballot", args=args, said=said) != ""
        answer = director.touches("do", command="draw_ballot", args={}, said={}, **smuggled)
        assert answer == ""  # beside what is read it has no effect
        drawn = events(hall)[-1]
        assert drawn.by == "3001"
        assert drawn.chance != (0, 0, 0, 0)

    def test_an_older_state_is_refused(self, hall):
        _, director, cashier = entered(hall)
        director.screen.refresh()
        seq = director.screen.seq
        cashier.does(ENTER, person="new", person_name="")
        before = len(events(hall))
        answer = director.sends("do", {"command": "draw_ballot", "args": {}, "said": {}}, seq)
        assert answer == "Screen changed, touch again"
        assert len(events(hall)) == before

    @pytest.mark.parametrize(
        ("act", "args"),
        [
            ("do", {}),
            ("do", {"command": "no_such", "args": {}, "said": {}}),
            ("do", {"command": "table_told", "args": {}, "said": {}}),
            ("do", {"command": "enter", "args": [], "said": {}}),
            ("do", {"command": "enter", "args": {}, "said": {"person": 7, "person_name": ""}}),
            ("do", {"command": "enter", "args": {}, "said": {"person": "A"}}),
            ("do", {"command": "enter", "args": {}, "said": "person"}),
            ("show", {"tab": "names"}),
            ("show", {"tab": 4}),
            ("print", {"paper": ["nothing"]}),
            ("print", {"paper": ["receipt"]}),
            ("print", {"paper": [["receipt"], 1]}),
            ("print", {"paper": "slips"}),
            ("erase", {}),
            ("look", {"what": "password"}),
            ("sign_in", {"badge": 1, "pin": []}),
            ("__class__", {}),
        ],
    )
    def test_nonsense_is_not_understood_and_changes_nothing(self, hall, act, args):
        _, _, cashier = prepared(hall)
        before, told = len(events(hall)), cashier.state
        assert cashier.touches(act, **args) != ""
        assert len(events(hall)) == before
        assert cashier.state == told


class TestAnswers:
    @pytest.mark.parametrize(
        ("said", "answer"),
        [
            ({"person": "A B"}, "A person's number has only letters, digits and hyphens."),
            ({"person": "<b>"}, "A person's number has only letters, digits and hyphens."),
            ({"person": "x" * 33}, "That is too long: say it shorter."),
            ({"person_name": "x" * 61}, "That is too long: say it shorter."),
            ({"person_name": "\x00"}, "There is a sign in it that cannot be printed: type it anew."),
            ({"person_name": "\u202eabc"}, "There is a sign in it that cannot be printed: type it anew."),
            ({}, "Enter the person's number, or a name to get a number."),
        ],
    )
    def test_a_person_is_a_number(self, hall, said, answer):
        _, _, cashier = prepared(hall)
        assert cashier.does(ENTER, **{"person": "", "person_name": "", **said}) == answer
        assert hall.state.entries == {}

    def test_whoever_has_no_number_gets_one(self, hall):
        _, _, cashier = prepared(hall)
        cashier.does(ENTER, person="", person_name="  Ada   Lovelace ")
        cashier.does(ENTER, person="M-17", person_name="Bob")
        cashier.does(ENTER, person="", person_name="Cleo")
        assert [entry.person for entry in hall.state.entries.values()] == ["P1", "M-17", "P2"]
        assert hall.people.name_of("P1") == "Ada Lovelace"

    def test_two_of_a_name_may_be_one(self, hall):
        _, _, cashier = prepared(hall)
        cashier.does(ENTER, person="", person_name="Ada")
        assert cashier.does(ENTER, person="", person_name="ADA").startswith(
            "Somebody of that name is known as P1"
        )
        assert cashier.does(ENTER, person="P1", person_name="").startswith("This person has an entry already")
        assert cashier.does(ENTER, person="M2", person_name="Ada") == ""

    def test_a_name_is_text(self, hall):
        _, _, cashier = prepared(hall)
        cashier.does(ENTER, person="", person_name="<img src=x onerror=alert(1)>")
        assert cashier.opens("entries").cells()[0][1] == "<img src=x onerror=alert(1)> (P1)"

    def test_a_ballot_from_paper(self, hall):
        _, director, _ = entered(hall)
        label = "Enter a ballot drawn on paper"
        director.opens("more")
        assert director.does(label, draw="1 T1 1\n2 T1\n").startswith("Row 2 cannot be read")
        assert director.does(label, draw="1 T1 1\n2 T1 <b>").startswith("Row 2 cannot be read")
        assert director.does(label, draw=" \n ") == "Nothing is entered yet."
        assert director.does(label, draw="1 T1 1\n2 T2 1\n3 T1 1\n4 T2 2").startswith(
            "A seat is in the list twice"
        )
        assert director.does(label, draw="1 T1 1\n\n2 T2 1\n3 T1 2\n4 T2 2\n") == ""
        assert hall.state.entries[3].table == "T1"

    def test_a_starting_time_has_day_and_hour(self, hall):
        _, director, _ = entered(hall)
        label = "Set the starting time anew"
        director.opens("more")
        for nonsense in ("", "tomorrow", "2026-13-40T10:00", "9999-99-99T99:99"):
            assert director.does(label, from_ms=nonsense) == "Choose day and time."
        assert director.does(label, from_ms="2026-12-06T20:00") == ""

    def test_a_break_has_minutes(self, hall):
        _, director, _ = playing(hall)
        director.opens("more")
        for nonsense in ("0", "-1", "ten", "1.5", "99999", "٣"):
            assert director.does("Take a break", minutes=nonsense) == "Say how many minutes."
        assert director.does("Take a break", minutes="15") == ""


class TestNames:
    def test_they_are_in_no_journal_and_for_nobody_else_to_read(self, hall):
        entered(hall)
        path = hall.folder / "people.json"
        assert "Player 2" in path.read_text("utf-8")
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
        assert not [record for record in hall.journal.records() if b"Player" in record.body]

    def test_erasing_one_touches_no_journal(self, hall, tmp_path):
        manager, _, _ = entered(hall)
        before = [(record.number, record.body) for record in hall.journal.records()]
        assert manager.opens("names").touches("erase", person="P2") == ""
        assert [(record.number, record.body) for record in hall.journal.records()] == before
        assert "Player 1" not in (tmp_path / "people.json").read_text("utf-8")
        hall.journal.close()
        hall.journal = Journal(tmp_path / "tournament.db")
        assert [(record.number, record.body) for record in hall.journal.records()] == before
        assert manager.opens("entries").cells()[1][1] == "P2"

    def test_a_number_is_not_used_again(self, hall):
        manager, _, cashier = entered(hall, 2)
        manager.touches("erase", person="P1")
        cashier.does(ENTER, person="", person_name="Somebody else")
        assert hall.state.entries[3].person == "P3"

    def test_only_a_shift_manager_erases(self, hall):
        _, director, cashier = entered(hall)
        for other in (director, cashier):
            assert other.touches("erase", person="P1").startswith("That is for the shift manager")
        assert hall.people.name_of("P1") == "Player 0"

    def test_a_name_that_is_not_kept_cannot_be_erased(self, hall):
        manager, *_ = entered(hall)
        assert manager.touches("erase", person="P9") == "No name is kept for that number."

    def test_they_are_known_after_a_restart(self, hall, tmp_path):
        entered(hall)
        assert type(hall.people)(tmp_path / "people.json").name_of("P4") == "Player 3"

    def test_a_damaged_file_is_put_aside(self, hall, tmp_path):
        entered(hall)
        path = tmp_path / "people.json"
        path.write_text('{"P1": 7}')
        assert type(hall.people)(path).names == {}
        assert (tmp_path / "people.damaged").read_text() == '{"P1": 7}'


class TestWhatIsShown:
    def test_what_is_next_with_its_rule_and_who_does_it(self, hall):
        person = hall.comes("5001")
        assert person.state["step"] == {
            "tone": "calm",
            "by": "shift manager",
            "say": "Conditions are available to patrons",
            "rule": "rule 20.2(b)",
        }
        assert hall.comes("4001").state["step"]["tone"] == "next"

    def test_money_goes_over_the_counter_with_a_receipt(self, hall):
        _, _, cashier = prepared(hall)
        cashier.does(ENTER, person="M1", person_name="Ada")
        paper = cashier.state["sheet"]["papers"][0]
        assert {fact["label"]: fact["value"] for fact in paper["facts"]} == {
            "Receipt": "1",
            "Entry": "1",
            "Person": "Ada (M1)",
            "For": "Entry fee",
            "Amount": "$55",
            "Rule": "NI2017-583, 20.22",
        }
        at = datetime.fromtimestamp(hall.now_ms / 1000)
        assert paper["foot"] == f"{at.day}/{at.month}/{at.year}, {at:%H:%M}. Signature:"
        cashier.touches("close")
        assert cashier.opens("desk").cells() == [["1", "1", "Entry fee", "55", "20.22"]]
        pool = [note["value"] for note in cashier.state["section"]["notes"]]
        assert pool[:3] == ["55", "5", "50"]
        assert pool[3:] == ["Everybody of 18 years or over.", "None."], "and who may enter (20.3)"

    def test_slips_say_where_to_sit(self, hall):
        _, director, _ = playing(hall)
        director.opens("entries").touches("print", paper=["slips"])
        papers = director.state["sheet"]["papers"]
        assert len(papers) == 4
        facts = {fact["label"]: fact["value"] for fact in papers[0]["facts"]}
        entry = hall.state.entries[1]
        assert (facts["Entry"], facts["Table"], facts["Seat"]) == ("1", entry.table, str(entry.seat))

    def test_whoever_moves_gets_a_slip_to_the_new_seat(self, hall):
        _, director, _ = playing(hall)
        ask = director.opens("more").buttons()["Move an entry"]["button"]["ask"]
        entry, place = (field["options"][0]["value"] for field in ask["fields"])
        assert director.does("Move an entry", entry=entry, place=place) == ""
        director.touches("print", paper=["slip", int(entry)])
        facts = {fact["label"]: fact["value"] for fact in director.state["sheet"]["papers"][0]["facts"]}
        assert f"{facts['Table']}/{facts['Seat']}" == place

    def test_the_lists_carry_no_name(self, hall):
        _, director, _ = playing(hall)
        for paper in ("seats", "prizes", "slips"):
            assert director.touches("print", paper=[paper]) == ""
            assert "Player" not in json.dumps(director.state["sheet"])

    def test_a_refund_list_when_it_is_cancelled(self, hall):
        manager, _, cashier = entered(hall)
        assert manager.opens("more").does("Cancel the tournament", reason="no power") == ""
        assert manager.opens("places").touches("print", paper=["refunds"]) == ""
        paper = manager.state["sheet"]["papers"][0]
        assert [row[2:] for row in paper["rows"]] == [["55", "55"]] * 4
        assert cashier.does("Pay 55 to entry 2") == ""
        assert cashier.state["sheet"]["papers"][0]["title"] == "Payment"

    def test_what_was_done_last_can_be_taken_back(self, hall):
        _, director, _ = entered(hall)
        director.opens("more").does("Draw the ballot of session 1: 4 players")
        assert director.does("Take back: the ballot") == ""
        assert hall.state.stage == "entries"

    def test_in_german(self, hall):
        _, director, _ = playing(hall)
        assert director.touches("look", what="language") == ""
        assert director.state["header"]["stage"] == "Durchgang läuft"
        assert director.opens("more").does("Pause machen", minutes="5") == ""
        assert director.touches("do", command="cancel", args={}, said={}).startswith("Das ist Sache")

    def test_it_is_as_large_as_at_a_desk_whatever_the_panel_is(self, tmp_path):
        hall = Hosted(tmp_path, theme="dark")
        look = hall.comes().state["look"]
        assert (look["lang"], look["theme"], look["mm"]) == ("en", "dark", 3.78)
        hall.close()

    def test_the_clock_alone_is_no_news(self, hall):
        manager = hall.comes("4001")
        manager.screen.refresh()
        seq = manager.screen.seq
        hall.now_ms += 1_000
        manager.screen.refresh()
        assert manager.screen.seq == seq

    def test_the_record_is_there_after_a_restart(self, hall, tmp_path):
        _, director, _ = entered(hall)
        before = director.opens("log").cells()
        assert before[0][1:] == ["Entry 4 has paid 55: receipt 4.", "20.22"]
        hall.close()
        again = Hosted(tmp_path)
        assert again.comes("3001").opens("log").cells() == before
        again.close()

    def test_a_view_that_fails_is_said_and_the_tournament_goes_on(self, hall, monkeypatch):
        _, director, cashier = entered(hall)
        whole = director.state

        def fails(scene: Any) -> Any:
            raise LookupError("a word is missing")

        monkeypatch.setattr("controller.tournament.page.page", fails)
        hall.do("enter", person="M1")
        director.screen.refresh()
        shown = json.loads(director.screen.newest)
        assert shown.keys() == whole.keys() | {"seq"}
        assert shown["step"]["say"].startswith("This page has failed")
        assert "Player" not in director.screen.newest
        monkeypatch.undo()
        cashier.screen.refresh()
        assert cashier.state["step"]["tone"] == "next"

    def test_a_stopped_tournament_offers_nothing(self, hall):
        _, director, _ = entered(hall)
        hall.journal.close()
        director.opens("more").does("Draw the ballot of session 1: 4 players")
        assert director.state["step"]["tone"] == "fault"
        assert director.buttons() == {}


def ids_of(part: Any) -> list[str]:
    if isinstance(part, dict):
        own = [part["id"]] if "act" in part and "id" in part else []
        return own + [each for value in part.values() for each in ids_of(value)]
    return [each for value in part for each in ids_of(value)] if isinstance(part, list) else []


@pytest.mark.parametrize("name", ["demo_omaha", "demo_canberra_poker", "demo_faro", "demo_seven_card_stud"])
def test_every_part_of_the_page_can_be_shown_at_any_moment(name, tmp_path):
    """In both languages, with every paper, while a whole tournament is played."""
    hall = Hosted(tmp_path, name)
    seen = [hall.comes(number) for number in ("3001", "4001", "5001")]
    seen[1].touches("look", what="language")

    def look() -> None:
        for person in seen:
            for tab in [button["args"]["tab"] for button in person.state["tabs"]]:
                person.opens(tab)
                assert person.state["step"]["say"]
                ids = ids_of(person.state)
                assert len(ids) == len(set(ids)), "a button is found again by its id"
        for paper in (["slips"], ["seats"], ["prizes"], ["refunds"], ["receipt", 1], ["slip", 1]):
            assert seen[0].touches("print", paper=paper) == ""

    hall.take_entries(4)
    look()
    hall.carry_out(hall.offered("draw_ballot")[0])
    hall.seat_all()
    look()
    hall.now_ms = hall.state.specified_start_ms()
    hall.say(t.TimeCame())
    hall.carry_out(hall.offered("begin_session")[0])
    hall.settle()
    for nth in range(6):
        hall.play_round()
        if nth % 3 == 0:
            look()
    hall.do("cancel", reason="enough")
    look()
    hall.close()


class TestWhileAnotherProgramHoldsTheJournal:
    def test_it_is_named_nothing_is_taken_and_it_goes_on_by_itself(self, hall):
        _, _, cashier = entered(hall)
        cashier.opens("entries")
        before = events(hall)
        holder = Holder(hall.journal.path)
        refused = cashier.does(ENTER, person="", person_name="Player 9")
        assert refused.startswith("Wait. Another program holds the tournament's records")
        step = cashier.state["step"]
        assert step["say"] == refused
        assert f"(process {holder.process.pid})" in step["by"]
        assert cashier.buttons() == {}
        holder.let_go()
        hall.loop.look()
        assert events(hall) == before
        assert "Player 9" not in hall.people.names.values()
        assert cashier.does(ENTER, person="", person_name="Player 9") == ""
        assert len(events(hall)) == len(before) + 1
