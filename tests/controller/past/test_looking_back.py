"""What was said of a round when it was over is found, however much later it was said."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from controller.cli import main
from controller.commands import OK
from controller.past.reading import OF_EARLIER, Past, Written
from games import events as e
from games.table.table import NOT_KNOWN
from tests.controller.room import Room, room, talk
from tests.controller.test_adjudicate import play
from tests.controller.test_audit import put_away

ROUNDS = 14


def say_something(running: Room, chance: Random) -> None:
    """Of one of the rounds that are over; some of it is refused, and leaves nothing behind."""
    table, over = talk(running), running.table.game.state.round - 1
    about = chance.randint(1, over)
    for _ in range(chance.choice((0, 0, 0, 1, 2))):
        match chance.choice(("dispute", "decide", "print", "refused")):
            case "dispute":
                table.says(e.Dispute, round=about, box=1, claim="I was paid too little")
            case "decide":
                for number in list(running.table.game.state.disputes)[:1]:
                    decision = {"upheld": False, "review_asked": False, "reason": "the film says so"}
                    table.supervisor.says(e.DecideDispute, number=number, **decision)
            case "print":
                running.handle(e.PrintSheet(record=running.journal.first_of(about), by="1182"))
            case _:
                running.handle(e.Dispute(round=over + 9, box=1, claim="who knows", by="1182"))


def played(folder: Path, seed: int, known_from: int = 0) -> Path:
    """`known_from`: a program that did not keep it played the rounds before."""
    with room(folder) as running:
        played_on(running, Random(seed), known_from)
    return folder


def played_on(running: Room, chance: Random, known_from: int = 0) -> None:
    for number in range(1, ROUNDS + 1):
        if number == known_from:
            running.table.looked_back_in = NOT_KNOWN
        play(running, {1: 25})
        say_something(running, chance)


def by_looking_at_all(past: Past, after: int) -> list[int]:
    return [
        of_round.number
        for of_round in past.rounds()
        if of_round.number > after and any(one.kind in OF_EARLIER for one in of_round.written)
    ]


def looked_back(past: Past, after: int) -> list[int]:
    """Without those in which nothing is said after all: the last one is always looked at."""
    found = past.looking_back(after)
    return [of_round.number for of_round in found if any(one.kind in OF_EARLIER for one in of_round.written)]


@pytest.mark.parametrize("in_files", [False, True])
@pytest.mark.parametrize("known_from", [0, 7])
@pytest.mark.parametrize("seed", range(3))
def test_going_back_finds_what_looking_at_all_finds(
    tmp_path: Path, seed: int, known_from: int, in_files: bool
) -> None:
    folder = played(tmp_path / "table", seed, known_from)
    if in_files:
        put_away(folder, 4, 9)
    with Past(folder) as past:
        expected = [by_looking_at_all(past, after) for after in range(1, ROUNDS + 1)]
        assert len(expected[0]) > 2
        assert [looked_back(past, after) for after in range(1, ROUNDS + 1)] == expected


def test_a_round_among_those_before_which_nothing_was_said_is_found_without_them(tmp_path: Path) -> None:
    """Else it would take the longer the older it is."""
    with room(tmp_path / "table") as running:
        play(running, {1: 25})
        talk(running).says(e.Dispute, round=1, box=1, claim="I was paid too little")
        for _ in range(ROUNDS):
            play(running, {1: 25})
    with Past(tmp_path / "table") as past:
        assert [of_round.number for of_round in past.looking_back(1)] == [2, past.last_round]
        assert [of_round.number for of_round in past.looking_back(2)] == [past.last_round]


def test_a_journal_of_a_program_that_did_not_keep_it_is_told_and_audited_like_any(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any
) -> None:
    folder = tmp_path / "table"
    with monkeypatch.context() as of_old, room(folder) as running:
        of_old.setattr("games.table.table.OF_EARLIER_ROUNDS", set())
        running.table.looked_back_in = NOT_KNOWN
        played_on(running, Random(1))
    with Past(folder) as past:
        assert not any("looked_back_in" in one.checkpoint["carry"] for one in checkpoints(past))
    with room(folder) as running:
        played_on(running, Random(2))
    with Past(folder) as past:
        assert checkpoints(past)[-1].checkpoint["carry"]["looked_back_in"] > ROUNDS
        for after in (1, 5, ROUNDS, ROUNDS + 5):
            assert looked_back(past, after) == by_looking_at_all(past, after)
    assert main(["audit", str(folder)]) == OK
    assert "every round came out as it was told" in capsys.readouterr().out


def checkpoints(past: Past) -> list[Written]:
    return [one for of_round in past.rounds() for one in of_round.written if one.checkpoint]


def test_what_is_in_a_file_that_is_not_here_is_said_not_to_be_told(tmp_path: Path, capsys: Any) -> None:
    folder = tmp_path / "table"
    with room(folder) as running:
        for about in (1, 2, 1, 4, 5):
            play(running, {1: 25})
            talk(running).says(e.Dispute, round=about, box=1, claim=f"said of {about}")
    _, second = put_away(folder, 3, 4)
    first, last = (int(part) for part in second.stem.split("-")[1:])
    second.unlink()
    capsys.readouterr()
    assert main(["show-round", str(folder), "1", "--zone", "UTC", "--json"]) == OK
    story = json.loads(capsys.readouterr().out)
    assert len(story["later"]) == 2  # in rounds 2 and 4
    assert f"the records {first} to {last - 1} are not told" in story["remarks"][0]
    assert main(["show-round", str(folder), "5", "--zone", "UTC", "--json"]) == OK
    assert json.loads(capsys.readouterr().out)["remarks"] == []
