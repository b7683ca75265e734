"""Events from a file through the rules of the table: every outcome, and the money."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest

from controller.journal.closed import write_closed
from controller.journal.errors import JournalDamaged, JournalError
from controller.journal.history import History
from controller.journal.keys import CLOSED
from controller.journal.records import outcomes_in, read
from controller.journal.seal import SealError
from controller.tools.adjudicate import BadLine, adjudicate, adjudicate_journal
from games import events as e
from games.cards import FULL_DECK
from games.outcomes import OUTCOME, Outcome, is_verdict
from tests.controller.room import Room, a_troubled_round, room, setup, talk
from tests.games.pot_talk import pot_options

OPTIONS = {
    "limits": {"minimum_cents": 2_500, "maximum_cents": 50_000, "multiple_cents": 500},
    "maximum_payout_cents": 5_000_000,
    "jackpot": {"wager_cents": 500, "opening_cents": 2_000_000, "prize_share_percent": 80},
}
FIRST = {"game": "canberra_poker", "boxes": 2, "options": OPTIONS}
SUPERVISOR = {"by": "2001", "role": "supervisor"}
TO_THE_ANTES: list[dict[str, Any]] = [
    {"kind": "open_table"},
    {"kind": "deck_checked_by_hand", **SUPERVISOR},
    {"kind": "shuffled"},
    {"kind": "cut_made"},
]


def deal(*hands: str) -> list[dict[str, Any]]:
    rows = zip(*(hand.split() for hand in hands), strict=True)
    return [{"kind": "card_drawn", "card": face} for row in rows for face in row]


def told(events: list[dict[str, Any]], first: dict[str, Any] | None = None) -> list[dict[str, Any]]:
    return [json.loads(line) for line in adjudicate(json.dumps(said) for said in [first or FIRST, *events])]


def complaint(*lines: str | dict[str, Any]) -> str:
    with pytest.raises(BadLine) as bad:
        list(adjudicate([line if isinstance(line, str) else json.dumps(line) for line in lines]))
    return str(bad.value)


def a_won_round() -> list[dict[str, Any]]:
    """Box 1 has three aces against ace and king: the ante pays evens, the bet three to one."""
    return [
        *TO_THE_ANTES,
        {"kind": "place_ante", "box": 1, "amount_cents": 2_500},
        {"kind": "close_betting"},
        *deal("As Ah Ad 4s 5s", "Ac Kd 8c 5d 3c"),
        {"kind": "bet", "box": 1, "amount_cents": 5_000},
        {"kind": "show_dealer"},
        {"kind": "show_box", "box": 1},
        {"kind": "settle_box", "box": 1},
        {"kind": "collect_hand", "box": 1, "count": 5},
        {"kind": "collected", "count": 10},
    ]


# ---------------------------------------------------------------- small examples


def test_the_table_alone_gives_an_empty_result() -> None:
    assert told([]) == [{"result": {"phase": "closed", "rounds": [], "open_boxes": []}}]


def test_each_outcome_names_the_line_that_it_came_from() -> None:
    lines = [(said["line"], said["kind"]) for said in told(TO_THE_ANTES)[:-1] if said["kind"] != "prompt"]
    assert lines == [(2, "phase"), (3, "phase"), (4, "phase"), (5, "phase")]


def test_every_outcome_is_one_that_the_schema_knows() -> None:
    for said in told(a_won_round())[:-1]:
        said.pop("line")
        OUTCOME.validate_python(said, strict=False)


def test_a_won_round_is_settled_to_the_cent() -> None:
    *outcomes, last = told(a_won_round())
    payments = {said["wager"]: said for said in outcomes if said["kind"] == "payment"}
    assert [payments[wager]["result"] for wager in ("ante", "bet")] == ["win", "win"]
    assert all(said["rule"]["number"] for said in payments.values())
    won = sum(said["returned_cents"] + said["paid_cents"] - said["wager_cents"] for said in payments.values())
    (round_,) = last["result"]["rounds"]
    assert (round_["round"], round_["void"]) == (1, False)
    (box,) = round_["boxes"]
    assert (box["box"], box["wagered_cents"], box["net_cents"]) == (1, 7_500, won)
    assert won > 0
    assert last["result"]["open_boxes"] == []


def test_an_open_round_tells_what_lies_on_the_layout() -> None:
    result = told(a_won_round()[:-2])[-1]["result"]
    assert (result["phase"], result["rounds"]) == ("collect", [])
    (box,) = result["open_boxes"]
    assert (box["box"], box["ante_cents"], box["second_cents"], box["side_cents"]) == (1, 2_500, 5_000, 0)
    assert box["net_cents"] > 0


def test_a_folded_round_loses_the_ante() -> None:
    events = [*a_won_round()[:-6], {"kind": "fold", "box": 1}, {"kind": "collected", "count": 10}]
    (round_,) = told(events)[-1]["result"]["rounds"]
    assert [box["net_cents"] for box in round_["boxes"]] == [-2_500]


def test_a_refusal_is_told_and_the_next_line_goes_on() -> None:
    outcomes = told([{"kind": "bet", "box": 1, "amount_cents": 1}, {"kind": "open_table"}])
    assert (outcomes[0]["kind"], outcomes[0]["line"], outcomes[0]["rule"]["number"]) == ("refusal", 2, "7.1")
    assert outcomes[-1]["result"]["phase"] == "verify"


def test_several_rounds_are_told_one_after_the_other() -> None:
    again = [event for event in a_won_round() if event["kind"] not in ("open_table", "deck_checked_by_hand")]
    rounds = told([*a_won_round(), *again])[-1]["result"]["rounds"]
    assert [round_["round"] for round_ in rounds] == [1, 2]
    assert rounds[0]["boxes"] == rounds[1]["boxes"]


def test_blank_lines_count_and_say_nothing() -> None:
    lines = ["", "   ", json.dumps(FIRST), "\t", '{"kind": "open_table"}', "", "\n"]
    assert json.loads(next(adjudicate(lines)))["line"] == 5


def test_lines_are_answered_as_they_come() -> None:
    """On standard input somebody may be waiting for the answer to the first event."""

    def lines() -> Iterator[str]:
        yield json.dumps(FIRST)
        yield '{"kind": "open_table"}'
        raise AssertionError("read further than was needed")

    assert json.loads(next(adjudicate(lines())))["kind"] == "phase"


def test_the_same_lines_give_the_same_answer() -> None:
    assert told(a_won_round()) == told(a_won_round())


# ---------------------------------------------------------------- bad lines


@pytest.mark.parametrize(
    ("line", "field"),
    [
        ("not JSON", "the line"),
        ("[1, 2]", "the line"),
        ("null", "the line"),
        ('{"kind": "open_table"', "the line"),
        ("{}", "the line"),
        ('{"kind": "open_the_table"}', "the line"),
        ('{"kind": "place_ante", "box": 1}', "amount_cents"),
        ('{"kind": "place_ante", "box": 0, "amount_cents": 1}', "box"),
        ('{"kind": "place_ante", "box": 10, "amount_cents": 1}', "box"),
        ('{"kind": "place_ante", "box": "1", "amount_cents": 1}', "box"),
        ('{"kind": "place_ante", "box": 1, "amount_cents": 2.5}', "amount_cents"),
        ('{"kind": "place_ante", "box": 1, "amount_cents": -1}', "amount_cents"),
        ('{"kind": "place_ante", "box": 1, "amount_cents": 1e99}', "amount_cents"),
        ('{"kind": "open_table", "more": 1}', "more"),
        ('{"kind": "open_table", "role": "boss"}', "role"),
        ('{"kind": "card_drawn", "card": "1s"}', "card"),
        ('{"kind": "card_drawn", "card": 5}', "card"),
        ('{"kind": "card_drawn", "card": "??"}', "card"),
        ('{"kind": "enter_card", "place": "4x", "nth": 1, "card": "As"}', "place"),
        ('{"kind": "enter_card", "place": "1", "nth": 8, "card": "As"}', "nth"),
        ('{"kind": "enter_card", "place": "1", "nth": 1, "card": "1s"}', "card"),
        ('{"kind": "report", "what": "nothing"}', "what"),
        ('{"kind": "card_seen", "place": "1", "tag": 7}', "tag"),
        ('{"kind": "device_lost", "role": "shoe"}', "device"),
        ('{"kind": "card_drawn", "source": {"device": "shoe", "sequence": "x"}}', "sequence"),
        ("[" * 500 + "]" * 500, "the line"),
        ('{"kind": "open_table", "by": "\ud800"}', "the line"),
    ],
)
def test_a_bad_line_is_named_with_its_field(line: str, field: str) -> None:
    said = complaint(FIRST, "", line)
    assert said.startswith("line 3: ")
    assert field in said
    assert len(said) < 1_000


@pytest.mark.parametrize(
    "event",
    [
        {"kind": "card_drawn", "card": "QhQh"},
        {"kind": "card_drawn", "card": ["QhQh"]},
        {"kind": "card_drawn", "card": {"QhQh": "QhQh"}},
        {"kind": "card_drawn", "face": "QhQh"},
        {"kind": "card_seen", "place": "QhQh", "tag": "t"},
        {"kind": "card_seen", "place": "1", "tag": ["QhQh"]},
        {"kind": "place_read", "place": "1", "tags": "QhQh"},
        {"kind": "enter_card", "place": "1", "nth": 1, "card": "QhQh"},
        {"kind": "enter_card", "place": "1", "nth": "QhQh", "card": "As"},
        {"kind": "report", "what": "card_exposed", "place": "1", "nth": 1, "seen": "QhQh"},
        "QhQh",
        '{"kind": "card_drawn", "card": "QhQh',
    ],
    ids=str,
)
def test_a_bad_line_is_never_repeated(event: Any) -> None:
    """What was meant as a card nobody may see must not end up in a terminal."""
    assert "QhQh" not in complaint(FIRST, event)


@pytest.mark.parametrize(
    ("first", "field"),
    [
        ("", "the first line gives the table"),
        ("{}", "game"),
        ({"kind": "open_table"}, "game"),
        ({**FIRST, "game": "whist"}, "known are canberra_poker"),
        ({**FIRST, "boxes": 0}, "boxes"),
        ({**FIRST, "boxes": 10}, "boxes"),
        ({**FIRST, "more": 1}, "more"),
        ({**FIRST, "options": {}}, "options.limits"),
        ({**FIRST, "options": {**OPTIONS, "chips": [1]}}, "options.chips"),
        (
            {**FIRST, "options": {**OPTIONS, "limits": {**OPTIONS["limits"], "minimum_cents": "5"}}},
            "minimum_cents",
        ),  # type: ignore[dict-item]
        ({**FIRST, "options": {**OPTIONS, "limits": {**OPTIONS["limits"], "minimum_cents": 1}}}, "rule 3.3"),  # type: ignore[dict-item]
    ],
)
def test_a_bad_first_line_is_named_with_its_field(first: Any, field: str) -> None:
    said = complaint(first)
    assert said.startswith("line 1: ")
    assert field in said


# ---------------------------------------------------------------- a pot game

OMAHA = {
    "game": "omaha",
    "boxes": 9,
    "options": pot_options("omaha").model_dump(mode="json"),
}


def a_pot_round(*events: dict[str, Any]) -> dict[str, Any]:
    """Two players, blinds of 5 and 10 dollars, seat 1 to act first."""
    begun: list[dict[str, Any]] = [
        *TO_THE_ANTES,
        {"kind": "take_seat", "box": 1, "stake_cents": 20_000},
        {"kind": "take_seat", "box": 4, "stake_cents": 50_000},
        {"kind": "collect_posts"},
        *deal("As Kd 7c 2h", "Qs Qd 8c 3h"),
    ]
    result: dict[str, Any] = told([*begun, *events], OMAHA)[-1]["result"]
    return result


def seats(result: dict[str, Any]) -> list[tuple[int, int, int]]:
    return [(seat["box"], seat["stake_cents"], seat["wagered_cents"]) for seat in result["seats"]]


def test_a_pot_game_tells_the_stake_of_each_seat_and_what_it_has_put_in() -> None:
    result = a_pot_round()
    assert (result["phase"], result["rounds"]) == ("bet", [])
    assert sorted(stake + put_in for _, stake, put_in in seats(result)) == [20_000, 50_000]
    assert sorted(put_in for _, _, put_in in seats(result)) == [500, 1_000]


def test_stakes_and_commission_of_a_pot_round_are_told_at_its_end() -> None:
    opens = next(box for box, _, put_in in seats(a_pot_round()) if put_in == 500)
    result = a_pot_round(
        {"kind": "fold", "box": opens}, {"kind": "pay_pot", "pot": 1}, {"kind": "collected", "count": 8}
    )
    (round_,) = result["rounds"]
    lost = {box["box"]: box["net_cents"] for box in round_["boxes"]}
    assert sum(lost.values()) == -round_["commission_cents"]
    assert seats(result) == [(1, 20_000 + lost[1], 0), (4, 50_000 + lost[4], 0)]


# ---------------------------------------------------------------- a journal


def of_the_journal(folder: Path, round_: int) -> tuple[list[dict[str, Any]], dict[str, Any]]:
    *outcomes, last = map(json.loads, adjudicate_journal(folder / "journal.db", round_))
    return outcomes, last["result"]


def written(running: Room, round_: int) -> list[dict[str, Any]]:
    """All that was decided, as it stands in the journal, from the checkpoint before the round to its end."""
    with History(running.folder / "journal.db", is_open=True) as history:
        entries = [read(running.seal, record) for record in history.round_records(round_)]
    return verdicts(outcome for entry in entries[1:] for outcome in outcomes_in(entry.verdicts))


def verdicts(outcomes: Iterable[Outcome]) -> list[dict[str, Any]]:
    return [
        OUTCOME.dump_python(outcome, mode="json", exclude_none=True, exclude={"say"})
        for outcome in outcomes
        if is_verdict(outcome)
    ]


def test_a_round_from_the_journal_tells_again_all_that_was_told(tmp_path: Path) -> None:
    with room(tmp_path / "table") as running:
        a_troubled_round(talk(running))
        was_told = written(running, 1)
    outcomes, result = of_the_journal(tmp_path / "table", 1)
    assert verdicts(OUTCOME.validate_json(json.dumps(said)) for said in outcomes) == was_told
    assert [round_["round"] for round_ in result["rounds"]] == [1]


def play(running: Room, antes: dict[int, float]) -> None:
    table = talk(running)
    if table.phase == "closed":
        table.open()
        table.supervisor.checks_deck_by_hand()
    if table.phase == "shuffle":
        table.shuffle()
    table.cut()
    table.antes(antes)
    table.closes_betting()
    table.deal({})
    table.folds(*antes)
    table.collects()


def money(result: dict[str, Any]) -> list[tuple[int, int]]:
    return [(box["box"], box["net_cents"]) for round_ in result["rounds"] for box in round_["boxes"]]


def test_each_of_several_rounds_is_found_with_its_own_money(tmp_path: Path) -> None:
    with room(tmp_path / "table") as running:
        for box in (1, 2, 3):
            play(running, {box: 25 * box})
    for box in (1, 2, 3):
        _, result = of_the_journal(tmp_path / "table", box)
        assert money(result) == [(box, -2_500 * box)]


def test_a_round_that_was_put_away_is_found_as_before(tmp_path: Path) -> None:
    with room(tmp_path / "table") as running:
        play(running, {1: 25})
        play(running, {2: 50})
        before = of_the_journal(tmp_path / "table", 1)
        last = running.journal.last_checkpoint
        write_closed(running.journal, tmp_path / "table" / CLOSED, last)
        running.journal.let_go(last)
    assert of_the_journal(tmp_path / "table", 1) == before


def test_the_round_that_is_being_played_can_be_looked_at(tmp_path: Path) -> None:
    with room(tmp_path / "table") as running:
        play(running, {1: 25})
        table = talk(running)
        table.next_round()
        table.antes({2: 50})
    _, result = of_the_journal(tmp_path / "table", 2)
    assert result["phase"] == "antes"
    assert [(box["box"], box["ante_cents"]) for box in result["open_boxes"]] == [(2, 5_000)]


@pytest.mark.parametrize("begun", [False, True], ids=["between two rounds", "with the next one begun"])
def test_a_round_is_ruled_by_the_limits_it_was_played_with(tmp_path: Path, begun: bool) -> None:
    """The configuration was changed before it: an ante of 10 was under the minimum before, and is not now."""
    with room(tmp_path / "table") as running:
        play(running, {1: 25})
        if begun:
            talk(running).shuffle()
    with room(tmp_path / "table", setup(minimum=10)) as restarted:
        play(restarted, {1: 10})
    outcomes, result = of_the_journal(tmp_path / "table", 2)
    assert not [said for said in outcomes if said["kind"] == "notice"]
    assert money(result) == [(1, -1_000)]


def test_a_round_that_is_not_there_is_named(tmp_path: Path) -> None:
    with room(tmp_path / "table") as running:
        play(running, {1: 25})
    with pytest.raises(JournalError, match="holds no round 9"):
        of_the_journal(tmp_path / "table", 9)


def test_without_its_key_a_journal_is_not_ruled_on(tmp_path: Path) -> None:
    with room(tmp_path / "table") as running:
        play(running, {1: 25})
    (tmp_path / "table" / "seal.key").unlink()
    with pytest.raises(SealError, match="restore it from the backup"):
        of_the_journal(tmp_path / "table", 1)


def test_a_damaged_round_is_named_with_its_record(tmp_path: Path) -> None:
    with room(tmp_path / "table") as running:
        play(running, {1: 25})
    db = sqlite3.connect(tmp_path / "table" / "journal.db")
    db.execute("UPDATE records SET round = 2 WHERE number = 7")
    db.commit()
    db.close()
    with pytest.raises(JournalDamaged, match="record 7"):
        of_the_journal(tmp_path / "table", 1)


def test_a_journal_that_is_not_there_is_not_made(tmp_path: Path) -> None:
    with pytest.raises((JournalError, SealError, OSError)):
        of_the_journal(tmp_path, 1)
    assert list(tmp_path.iterdir()) == []


def test_ruling_on_a_journal_changes_not_a_byte_of_it(tmp_path: Path) -> None:
    with room(tmp_path / "table") as running:
        play(running, {1: 25})
    before = (tmp_path / "table" / "journal.db").read_bytes()
    of_the_journal(tmp_path / "table", 1)
    assert (tmp_path / "table" / "journal.db").read_bytes() == before


def test_no_hidden_card_is_told_of_a_past_round(tmp_path: Path) -> None:
    with room(tmp_path / "table") as running:
        play(running, {1: 25})
    outcomes, _ = of_the_journal(tmp_path / "table", 1)
    turned = {said["card"] for said in outcomes if said["kind"] == "card_turned"}
    text = json.dumps(outcomes)
    assert not [face for face in FULL_DECK if face not in turned and f'"{face}"' in text]


def test_an_event_kind_is_never_forgotten() -> None:
    """Every kind that the table knows can be written down in a file."""
    for kind in e.KINDS:
        assert "does not match any of the expected tags" not in _said_of(kind)


def _said_of(kind: str) -> str:
    try:
        told([{"kind": kind}])
    except BadLine as bad:
        return str(bad)
    return ""


def test_a_round_can_be_ruled_on_again_while_the_table_is_open(tmp_path: Path) -> None:
    with room(tmp_path / "table") as running:
        play(running, {1: 25})
        _, result = of_the_journal(tmp_path / "table", 1)
        assert [round_["round"] for round_ in result["rounds"]] == [1]
