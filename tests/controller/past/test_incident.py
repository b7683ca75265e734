"""Incident sheets: each ruling, dispute and correction on paper."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path
from typing import Any

import pytest
import segno

from controller.cli import main
from controller.commands import FAILED, OK
from controller.past.incident import incidents_of
from controller.past.reading import Past
from controller.past.times import Zone
from games import events as e
from games.cards import SealedCard
from games.catalogue import GAMES as GAMES_OF_THE_HOUSE
from tests.controller.past.journals import GAMES, ROUNDS, journal_of
from tests.controller.past.test_story import disputed_round, shown
from tests.controller.room import Room, a_troubled_round, room, source, talk, to_the_antes


def printed(capsys: pytest.CaptureFixture[str], path: Path, *asked: str) -> str:
    assert main(["incident", str(path), *asked, "--zone", "UTC"]) == OK
    return unescape(capsys.readouterr().out)


@pytest.fixture
def troubled(tmp_path: Path) -> Path:
    with room(tmp_path / "table") as running:
        a_troubled_round(talk(running))
    return tmp_path / "table"


@pytest.fixture
def disputed(tmp_path: Path) -> Path:
    with room(tmp_path / "table") as running:
        disputed_round(running)
    return tmp_path / "table"


def test_a_ruling_is_told_with_question_rule_reading_people_and_time(troubled: Path, capsys: Any):
    with Past(troubled) as past:
        record = next(
            number for number in incidents_of(past, 1) if "card_exposed" in str(past.record(number).record)
        )
        hash_ = past.chain(1).hashes[record]
    page = printed(capsys, troubled, str(record))
    for said in (
        "<h1>Ruling</h1>",
        "T-01, Canberra Poker",
        "+00:00 (2023-11-14T22:13:",
        "Box 1, first card exposed: A♠.",
        "Ruling 14.1: The card is turned over and the deal goes on.",
        "NI2004-492, 14.1",
        f"{record}: {hash_}",
        "dealer Marta",
    ):
        assert said in page, said
    assert segno.make(hash_, micro=False).svg_inline(scale=3, border=2) in page
    assert "REPRINT" not in page


# ---------------------------------------------------------------- the rule that was asked


def a_card_astray(running: Room) -> None:
    """A reader sees box 1's card at box 2. Called, the floor comes after 35 s; 21 s later it is decided."""
    table = talk(running)
    to_the_antes(table, {1: 25, 2: 25})
    table.closes_betting()
    table.stack({1: "As Ah Ad 4s 5s", 2: "Ks Kh Kd Kc 2s"})
    table.happens(e.CardDrawn(card=SealedCard(table.stacked.pop(0)), source=source(2)))
    table.reader_sees(2, "1 1")
    table.happens(e.TimeCame())
    assert table.game.state.question.question.about == "wrong_box"
    table.says(e.CallFloor)
    running.now_ms += 34_000
    table.says(e.FloorCame)
    running.now_ms += 20_000


def test_a_ruling_in_the_deal_says_the_rule_that_was_asked_and_no_reading_of_another_case(
    tmp_path: Path, capsys: Any
):
    with room(tmp_path / "table") as running:
        a_card_astray(running)
        talk(running).supervisor.answers("reader_erred")
    page = facts_and_rule(printed(capsys, tmp_path / "table", only_sheet(tmp_path / "table")))
    assert rules_on(page) == [
        "Asked under NI2004-492, 14.3: Dealing not per 6.3 or 12.4: round void",
        "Decided by NI2004-492, 16.4: Operator's ruling is final, subject to Commission review",
    ]


def test_a_ruling_says_how_long_it_stood_open_and_when_the_supervisor_came(tmp_path: Path, capsys: Any):
    with room(tmp_path / "table") as running:
        a_card_astray(running)
        talk(running).supervisor.answers("void")
    page = printed(capsys, tmp_path / "table", only_sheet(tmp_path / "table"))
    with Past(tmp_path / "table") as past:
        at = {one.kind: one for one in past.round(1).written}
        asked = next(one for one in past.round(1).written if one.outcomes({"question"}))
    says = Zone("UTC").says
    assert fact(page, "Asked") == f"{says(asked.at_ms)}, record {asked.number}"
    assert fact(page, "Stood open") == "0 min 57 s"
    for name, kind in (("Supervisor called", "call_floor"), ("Supervisor came", "floor_came")):
        assert fact(page, name) == f"{says(at[kind].at_ms)} by dealer, record {at[kind].number}"
    assert "(VOID-FOLDED): A void gives everything back" in page  # it was made void
    german = printed(capsys, tmp_path / "table", only_sheet(tmp_path / "table"), "--language", "de")
    assert fact(german, "Stand offen") == "0 min 57 s"
    assert "Gefragt nach NI2004-492, 14.3" in german


def test_a_count_that_was_wrong_is_asked_under_its_own_rule_and_not_that_of_a_shoes_finding(
    tmp_path: Path, capsys: Any
):
    with room(tmp_path / "table") as running:
        table = talk(running)
        to_the_antes(table, {1: 25})
        table.closes_betting()
        table.deal()
        table.folds(1)
        table.collects(9)
        table.supervisor.answers("check_deck")
    page = facts_and_rule(printed(capsys, tmp_path / "table", only_sheet(tmp_path / "table")))
    assert rules_on(page) == [
        "Asked under NI2004-492, 9.7: Dealer counts each hand before discarding",
        "Decided by NI2004-492, 2.4: Supervisor may order a check of the number of cards",
    ]


def test_a_correction_says_when_the_first_has_signed_and_how_we_read_it(disputed: Path, capsys: Any):
    with Past(disputed) as past:
        *_, record = incidents_of(past, 2)
        first = next(one for one in past.round(2).written if one.kind == "correct_money")
    page = printed(capsys, disputed, str(record))
    says = Zone("UTC").says(first.at_ms)
    assert fact(page, "Put right by the first") == f"{says} by supervisor, record {first.number}"
    assert fact(page, "Stood open") == "0 min 1 s"
    assert "(CORRECTION): What is found after a round was closed is an entry of its own" in page


def test_a_decision_says_when_the_dispute_was_taken(disputed: Path, capsys: Any):
    with Past(disputed) as past:
        taken, record, _ = incidents_of(past, 2)
    page = printed(capsys, disputed, str(record))
    assert fact(page, "Asked").endswith(f", record {taken}")
    assert "CORRECTION" not in page


def test_every_case_that_a_reading_speaks_of_is_one_of_its_games() -> None:
    others = {"penalty", "card_corrected", "void_asked", "round_corrected"}
    for game in GAMES_OF_THE_HOUSE.values():
        same = [one for one in GAMES_OF_THE_HOUSE.values() if one.document is game.document]
        known = {about for one in same for about in one.irregularities} | others
        known |= {choice.code for one in same for row in one.irregularities.values() for choice in row.choices}
        for reading in game.document.readings:
            assert set(reading.of) <= known, (game.document.name, reading.name)


def only_sheet(path: Path) -> str:
    with Past(path) as past:
        (record,) = incidents_of(past, 1)
    return str(record)


def fact(page: str, name: str) -> str:
    found = re.search(f"<dt>{re.escape(name)}</dt><dd>(.*?)</dd>", page)
    assert found, f"{name} is not on the sheet"
    return found[1]


def facts_and_rule(page: str) -> str:
    return page.partition("<h2>Sums</h2>")[0]


def rules_on(page: str) -> list[str]:
    return re.findall("<p>(.*?)</p>", page.partition("<h2>Rule</h2>")[2].partition("<h2>")[0])


def test_a_correction_names_both_who_signed_and_the_sums_of_the_closed_round(disputed: Path, capsys: Any):
    with Past(disputed) as past:
        records = incidents_of(past, 2)
    titles = [re.search("<h1>(.+?)</h1>", printed(capsys, disputed, str(record))) for record in records]
    assert [title and title[1] for title in titles] == [
        "Dispute",
        "Decision on a dispute",
        "Correction of a closed round",
    ]
    page = printed(capsys, disputed, str(records[-1]))
    assert "supervisor, 2002" in page
    assert "Box 2: +25." in page
    assert "<dt>Round</dt><dd>1</dd>" in page
    assert page.count("Won or lost") == 3 + 1  # one of them with what was put right


def test_a_round_has_the_sheets_of_what_was_said_of_it_in_later_rounds(
    disputed: Path, tmp_path: Path, capsys: Any
):
    assert main(["incident", str(disputed), "--round", "1", "--out", str(tmp_path / "sheets")]) == OK
    pages = [file.read_text("utf-8") for file in sorted((tmp_path / "sheets").iterdir())]
    titles = [re.search("<h1>(.+?)</h1>", page) for page in pages]
    assert [title and title[1] for title in titles[-3:]] == [
        "Dispute",
        "Decision on a dispute",
        "Correction of a closed round",
    ]


def test_a_sheet_of_an_earlier_round_tells_of_that_one_and_not_of_what_is_played_now(
    tmp_path: Path, capsys: Any
):
    """Dealer, what came before, layout: a reader takes them for those of the round that stands above."""
    with room(tmp_path / "table") as running:
        disputed_round(running)
        talk(running).says(e.SignIn, by="1207", name="Jonas")
        running.handle(e.Dispute(round=1, box=3, claim="and I", by="1207"))
    with Past(tmp_path / "table") as past:
        first, *_, last = incidents_of(past, 2)
        paid = [one for one in past.round(1).written if one.outcomes({"payment"})][-1]
    dispute, another = (printed(capsys, tmp_path / "table", str(record)) for record in (first, last))
    for page in (dispute, another):
        assert "<dt>Dealer</dt><dd>dealer Marta</dd>" in page
        assert f"The layout as the dealer saw it, {Zone('UTC').says(paid.at_ms)}" in page
        assert re.search("(?:10|[2-9JQKA])[♠♥♦♣]</text>", page), "cards lay there"
    before, _, later = dispute.partition("said and put right of it later")
    assert "the player is right" not in before
    assert "the player is right" in later
    assert "Box 2: +25." in later
    assert "the player is right" in another.partition("The layout")[0]
    assert "said and put right of it later" not in another


def test_what_was_taken_back_says_so_on_its_sheet(tmp_path: Path, capsys: Any):
    with room(tmp_path / "table") as running:
        disputed_round(running)
        running.handle(e.Undo(by="2002", role="supervisor"))
    with Past(tmp_path / "table") as past:
        correction, undo = incidents_of(past, 2)[-1], past.round(2).written[-1].number
    page = printed(capsys, tmp_path / "table", str(correction))
    assert f"Taken back with record {undo}: it does not hold." in page


@pytest.mark.parametrize("kind", GAMES)
def test_no_face_that_was_hidden_is_on_any_sheet(kind: str, tmp_path: Path):
    path = journal_of(kind)
    for number in range(1, ROUNDS + 1):
        out = tmp_path / str(number)
        assert main(["incident", str(path), "--round", str(number), "--out", str(out)]) == OK
        for file in out.glob("*.html") if out.exists() else ():
            page = file.read_text("utf-8")
            about = int(page.partition("<dt>Round</dt><dd>")[2].partition("<")[0])
            faces = set(re.findall("(?:10|[2-9JQKA])[♠♥♦♣]", page))
            assert faces <= shown(path, number) | shown(path, about)


def test_the_second_print_says_so(troubled: Path, tmp_path: Path, capsys: Any):
    with Past(troubled) as past:
        record = str(incidents_of(past, 1)[0])
    out = tmp_path / "sheet.html"
    for is_again in (False, True):
        printed(capsys, troubled, record, "--out", str(out))
        assert ("REPRINT" in out.read_text("utf-8")) is is_again
    assert "NACHDRUCK" in printed(capsys, troubled, record, "--reprint", "--language", "de")


def test_a_sheet_takes_no_other_files_place(troubled: Path, tmp_path: Path, capsys: Any):
    with Past(troubled) as past:
        record = incidents_of(past, 1)[0]
    other = tmp_path / "other.html"
    other.write_bytes(b"\xff<html>somebody's")
    for out in (other, tmp_path):
        assert main(["incident", str(troubled), str(record), "--out", str(out)]) == FAILED
    assert other.read_bytes() == b"\xff<html>somebody's"
    assert "is there already and is no incident sheet" in capsys.readouterr().err


def test_what_somebody_typed_is_text_and_no_markup(tmp_path: Path, capsys: Any):
    with room(tmp_path / "table") as running:
        table = talk(running)
        a_troubled_round(table)
        table.says(e.Dispute, round=1, box=2, claim="<script>alert(1)</script>")
    with Past(tmp_path / "table") as past:
        (record,) = incidents_of(past, 2)
    assert main(["incident", str(tmp_path / "table"), str(record)]) == OK
    assert "<script" not in capsys.readouterr().out


def test_another_record_is_refused_and_the_right_ones_are_named(troubled: Path, capsys: Any):
    with Past(troubled) as past:
        numbers = ", ".join(map(str, incidents_of(past, 1)))
    assert main(["incident", str(troubled), "5"]) == FAILED
    assert f"of round 1 these are: {numbers}" in capsys.readouterr().err
