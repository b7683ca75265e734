"""One round as a person would tell it, in both languages, with and without the key."""

from __future__ import annotations

import json
import re
import shutil
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from controller.cli import main
from controller.commands import FAILED, OK
from controller.journal.journal import Journal
from controller.language import LANGUAGES
from controller.past.happened import happened
from controller.past.reading import Past
from controller.past.times import Zone
from games import events as e
from games.cards import FULL_DECK
from games.events import COMMANDS
from games.outcomes import CardTurned, Ruling
from tests.controller.past.journals import GAMES, ROUNDS, journal_of
from tests.controller.room import Room, a_troubled_round, room, talk, to_the_antes, to_the_decisions

SHORT = re.compile("(?:10|[2-9JQKA])[♠♥♦♣]")


def told(capsys: pytest.CaptureFixture[str], path: Path, *asked: str) -> str:
    assert main(["show-round", str(path), *asked, "--zone", "UTC"]) == OK
    return capsys.readouterr().out


def as_json(capsys: pytest.CaptureFixture[str], path: Path, *asked: str) -> dict[str, Any]:
    return dict(json.loads(told(capsys, path, *asked, "--json")))


def shown(path: Path, round_: int) -> set[str]:
    """Faces that a rule turned up or a person has said."""
    with Past(path) as past:
        faces: set[str] = set()
        for one, _ in happened(past, round_, []):
            faces |= {out.card for out in one.outcomes if isinstance(out, CardTurned)}
            faces |= {str(getattr(one.event, name, "")) for name in ("card", "seen")}
            faces |= set(map(str, getattr(one.event, "cards", ())))
    return {card.short for card in FULL_DECK if str(card) in faces}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", GAMES)
def test_every_round_of_every_game_is_told_and_no_hidden_card(kind: str, language: str, capsys: Any):
    path, seen = journal_of(kind), 0
    for number in range(1, ROUNDS + 1):
        story = told(capsys, path, str(number), "--language", language)
        faces = set(SHORT.findall(story))
        seen += len(faces)
        assert faces <= shown(path, number)
        assert "{" not in story
    assert seen > 0


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", ["omaha_tournament", "seven_card_stud_tournament", *GAMES])
def test_what_was_done_is_told_in_words_and_not_by_a_commands_name(kind: str, language: str, capsys: Any):
    names = "|".join(kind.replace("_", " ") for kind in COMMANDS)
    for number in range(1, 3):
        story = told(capsys, journal_of(kind), str(number), "--language", language)
        assert not re.findall(rf"(?: |: )({names})\b(?! )$", story, re.MULTILINE)
        assert "From now on: ." not in story
        assert "Ab jetzt: ." not in story


@pytest.mark.rule("NI2017-583", "20.4")
def test_what_a_tournament_orders_is_told_as_what_comes_of_it(capsys: Any):
    story = told(capsys, journal_of("omaha_tournament"), "1")
    assert "Tournament spring begins at this table" in story
    assert "Seat 1 is put there with 1,000." in story
    assert "Tournament: session 1 is played" in story


def test_both_languages_tell_the_same(capsys: pytest.CaptureFixture[str]):
    one, other = (as_json(capsys, journal_of("omaha"), "2", "--language", name) for name in LANGUAGES)
    assert [line["record"] for line in one["lines"]] == [line["record"] for line in other["lines"]]
    assert len(one["result"]) == len(other["result"])
    assert one["lines"][-1]["text"] != other["lines"][-1]["text"]


@pytest.fixture
def troubled(tmp_path: Path) -> Path:
    with room(tmp_path / "table") as running:
        a_troubled_round(talk(running))
    return tmp_path / "table"


def test_people_wagers_cards_questions_and_rulings_are_told(troubled: Path, capsys: Any):
    story = told(capsys, troubled, "1")
    for said in (
        "Round 1 at table T-01: Canberra Poker",
        "Dealt by dealer Marta, 1207 Jonas",
        "Box 1: Ante 25",
        "Dealt face down: box 1",
        "Possible answers: Go on, ",
        "looked at together",
        "Box 3: Fold",
        "The last entry was taken back.",
        "Won or lost:",
    ):
        assert said in story, said


def test_what_was_taken_back_deals_no_card_again(troubled: Path, capsys: Any):
    lines = [line["text"] for line in as_json(capsys, troubled, "1")["lines"]]
    down = " ".join(line for line in lines if line.startswith("Dealt face down: "))
    counted = sum(int(count or 1) for count in re.findall(r"(?:box \d|dealer)(?: \((\d)\))?", down))
    assert counted == 3 * 5 + 4


def test_a_ruling_is_told_with_its_rule_and_who_gave_it(troubled: Path, capsys: Any):
    with Past(troubled) as past:
        rulings = [out for one, _ in happened(past, 1, []) for out in one.outcomes if isinstance(out, Ruling)]
    lines = [line["text"] for line in as_json(capsys, troubled, "1")["lines"] if line["tone"] == "ruling"]
    for ruling, line in zip(rulings, lines, strict=True):
        assert line.startswith(f"Ruling {ruling.rule.number}: ")
        assert ruling.by in line


def test_what_was_put_right_later_stands_below_the_round(tmp_path: Path, capsys: Any):
    with room(tmp_path / "table") as running:
        disputed_round(running)
    story = as_json(capsys, tmp_path / "table", "1")
    later = [line["text"] for line in story["later"]]
    assert later[0].startswith("Round 1, box 2 disputes: I was paid too little.")
    assert later[1].startswith("Dispute of box 2, round 1: the player is right, by supervisor")
    assert later[1].endswith(" The player asks for a review. (16.4)")
    assert "Box 2: +25." in later[2]
    assert all(line["record"] > story["lines"][-1]["record"] for line in story["later"])
    assert story["result"][-1] == "Box 2, with what was put right later. Won or lost: 75"


@pytest.mark.rule("NI2004-492", "16.4")
@pytest.mark.parametrize("language", LANGUAGES)
def test_whatever_was_decided_of_a_round_cites_its_rule(language: str, tmp_path: Path, capsys: Any):
    with room(tmp_path / "table") as running:
        disputed_round(running)
    for asked in (["1"], ["2"], ["2", "--seal-key", str(tmp_path / "table" / "seal.key")]):
        said = as_json(capsys, tmp_path / "table", *asked, "--language", language)
        lines = [one["text"] for one in (*said["lines"], *said["later"]) if one["tone"] == "ruling"]
        assert len(lines) == 3
        assert not [line for line in lines if "16.4" not in line]


def test_what_was_put_right_and_taken_back_is_not_told_as_if_it_held(tmp_path: Path, capsys: Any):
    with room(tmp_path / "table") as running:
        disputed_round(running)
        running.handle(e.Undo(by="2002", role="supervisor"))
        undo = running.numbers()[-1]
        running.handle(e.SignCorrection(by="2002", role="supervisor"))
        running.handle(e.CorrectPools(round=1, pool="reserve", direction="into", amount_cents=700, **ASKED))
        running.handle(e.SignCorrection(by="2002", role="supervisor"))
    back = f"Taken back with record {undo}: it does not hold."
    later = [line["text"] for line in as_json(capsys, tmp_path / "table", "1")["later"]]
    assert [back in line for line in later] == [False, False, True, False, False]
    assert "Reserve: +7." in later[-1]
    result = as_json(capsys, tmp_path / "table", "1")["result"]
    in_all = [line for line in result if "put right" in line]
    assert in_all == ["Box 2, with what was put right later. Won or lost: 75"], "the second signature holds"
    assert "Box 2: Correct a closed round, Round 1: 25 (it was so)" in told(capsys, tmp_path / "table", "2")
    undone = told(capsys, tmp_path / "table", "2").partition("The last entry was taken back. (2002) ")[2]
    assert undone.startswith("It was: Round 1 put right by supervisor, 2002: it was so. Box 2: +25. (16.4)\n")


ASKED = {"reason": "it was so", "by": "2001", "role": "supervisor"}


def disputed_round(running: Room) -> None:
    table = talk(running)
    to_the_decisions(table)
    table.bets(1, 2, 3)
    table.shows_dealer()
    table.plays_out()
    table.says(e.Dispute, round=1, box=2, claim="I was paid too little")
    table.supervisor.says(e.DecideDispute, number=1, upheld=True, review_asked=True, reason="it was so")
    money = {"round": 1, "box": 2, "direction": "give", "amount_cents": 2_500, "reason": "it was so"}
    table.supervisor.says(e.CorrectMoney, **money)
    running.handle(e.SignCorrection(by="2002", role="supervisor"))


def test_a_round_is_found_by_its_time(capsys: pytest.CaptureFixture[str]):
    path = journal_of("faro")
    with Past(path) as past:
        at = Zone("UTC").at(past.round(3).begins_ms).strftime("%Y-%m-%dT%H:%M:%S")
    assert as_json(capsys, path, "--at", at)["round"] == 3


def test_a_time_that_people_were_told_is_in_the_zone_that_is_asked_for(tmp_path: Path, capsys: Any):
    with room(tmp_path / "table") as running:
        to_the_antes(talk(running))
        limits = {"minimum_cents": 500, "maximum_cents": 90_000, "multiple_cents": 500, "in_minutes": 10}
        told_at = running.now_ms
        talk(running).supervisor.says(e.ChangeLimits, **limits)
    for zone in ("UTC", "Asia/Dubai"):
        assert main(["show-round", str(tmp_path / "table"), "1", "--zone", zone]) == OK
        hour = f"{Zone(zone).at(told_at):%H}"
        assert f"Tell the players: from {hour}:" in capsys.readouterr().out


def test_records_are_named_with_their_hashes(capsys: pytest.CaptureFixture[str]):
    path = journal_of("faro")
    said = as_json(capsys, path, "2", "--records")
    with Past(path) as past:
        first = said["lines"][0]["record"]
        assert past.chain(2).hashes[first] == said["hashes"][str(first)]
    with closing(Journal(path, reads_only=True)) as journal:
        assert said["hashes"][str(first)] == journal.hash_of(first).hex()
    assert f"#{first} {said['hashes'][str(first)][:16]}" in told(capsys, path, "2", "--records")


def test_without_the_key_it_says_what_cannot_be_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    with Past(journal_of("omaha")) as past:
        ruled_on = next(each for each in past.rounds() if any(one.outcomes({"ruling"}) for one in each.written))
    number = str(ruled_on.number)
    whole = told(capsys, journal_of("omaha"), number)
    story = told(capsys, Path(shutil.copy(journal_of("omaha"), tmp_path)), number)
    assert "Without the table's seal key" in story
    assert "Ruled on " in story
    assert "Reason: " in story
    results = [line for line in whole.splitlines() if "Won or lost" in line]
    assert results == [line for line in story.splitlines() if "Won or lost" in line]
    assert set(SHORT.findall(story)) <= shown(journal_of("omaha"), ruled_on.number)


def test_a_round_that_is_on_is_told_as_far_as_it_has_gone(tmp_path: Path, capsys: Any):
    with room(tmp_path / "table") as running:
        to_the_decisions(talk(running))
        story = told(capsys, tmp_path / "table", "1")
    assert "This round is not closed yet." in story
    assert "bet or fold?" in story


def test_a_round_that_is_not_there_is_said(capsys: pytest.CaptureFixture[str]):
    assert main(["show-round", str(journal_of("faro")), "99"]) == FAILED
    assert "holds no round 99" in capsys.readouterr().err
    assert main(["show-round", str(journal_of("faro")), "0"]) == FAILED
    assert "holds no round 0: the first is 1" in capsys.readouterr().err
    assert main(["show-round", str(journal_of("faro"))]) == FAILED
    assert "say which round" in capsys.readouterr().err
