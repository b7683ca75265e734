"""Hands recorded in the PHH notation, played through the rules of the pot games."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from controller.cli import main
from controller.commands import FAILED, OK
from controller.tools.phh import told
from tests.cases import cases, named

OMAHA = """
variant = "PO"
antes = [0, 0, 0]
blinds_or_straddles = [1, 2, 0]
min_bet = 2
starting_stacks = [100, 100, 100]
actions = [
  "d dh p1 AhAsKhKs", "d dh p2 ????????", "d dh p3 9c8c7d6d",
  "p3 cbr 7", "p1 cc", "p2 f",
  "d db 2c3d5h", "p1 cc", "p3 cc", "d db Jc", "p1 cc", "p3 cc", "d db Jd", "p1 cc", "p3 cc",
  "p1 sm AhAsKhKs", "p3 sm",
]
finishing_stacks = [109, 98, 93]
"""
STUD = """
variant = "F7S"
antes = [1, 1, 1]
bring_in = 2
small_bet = 4
big_bet = 8
starting_stacks = [50, 50, 50]
actions = [
  "d dh p1 ????2c", "d dh p2 ????Kh", "d dh p3 ????9s",
  "p1 pb", "p2 cbr 4", "p3 cc", "p1 f", "d dh p2 3h", "d dh p3 Qd", "p2 cbr 4", "p3 f",
]
finishing_stacks = [47, 58, 45]
"""


def said(record: str) -> dict:
    return told(record.encode())


def test_a_hand_of_omaha_ends_with_the_stacks_that_were_recorded():
    assert said(OMAHA) == {
        "variant": "PO",
        "stakes_cents": [10_900, 9_800, 9_300],
        "agrees": True,
        "differences": [],
    }


def test_a_hand_that_ends_otherwise_is_told():
    assert said(OMAHA.replace("[109, 98, 93]", "[108, 99, 93]"))["agrees"] is False
    assert said(OMAHA.replace("finishing_stacks = [109, 98, 93]", ""))["agrees"] is None


@pytest.mark.rule("NI2005-74", "4.2")
def test_a_hand_of_stud_with_a_bring_in():
    played = said(STUD)
    assert (played["agrees"], played["differences"]) == (True, [])


@pytest.mark.rule("NI2005-74", "4.2")
def test_whoever_opens_at_the_source_and_not_by_our_rules_is_named():
    """With equal low cards the source goes by suits."""
    other = STUD.replace("????Kh", "????2d").replace(
        '"p1 pb", "p2 cbr 4", "p3 cc", "p1 f"', '"p2 pb", "p3 cbr 4", "p1 f", "p2 cc"'
    )
    played = said(other)
    assert played["differences"][0] == "street 1: p2 opens, by our 4.2(h) p1"


@pytest.mark.rule("NI2017-583", "8.5")
def test_an_ante_of_one_player_is_named_and_lies_in_the_pot():
    one = OMAHA.replace("antes = [0, 0, 0]", "antes = [0, 2, 0]").replace("[109, 98, 93]", "[111, 96, 93]")
    played = said(one)
    assert played["agrees"] is True
    assert played["differences"] == [
        "an ante of some players only: it lies in the pot and counts towards no bet"
    ]


@pytest.mark.parametrize(
    ("before", "after", "sentence"),
    [
        ('"PO"', '"NT"', "variant 'NT' is none of ours"),
        ('variant = "PO"', "variant", "this is no PHH"),
        ("starting_stacks = [100, 100, 100]", "", "starting_stacks: a list of amounts is wanted"),
        ("[1, 2, 0]", "[1, 2]", "blinds_or_straddles: 2 amounts for 3 players"),
        ("[1, 2, 0]", "[1, 2.001, 0]", "blinds_or_straddles: 2.001 is not whole cents"),
        ("antes = [0, 0, 0]", "antes = [0, -2, 0]", "is not whole cents"),
        ("[1, 2, 0]", "[1, nan, 0]", "is not whole cents"),
        ("[1, 2, 0]", '[1, "two", 0]', "is no amount"),
        ("min_bet = 2", "min_bet = true", "min_bet: an amount is wanted"),
        ("actions = [", 'actions = "none"\nrest = [', "actions: a list of sentences is wanted"),
        ('"p3 cbr 7"', '"p1 cbr 7"', "action 4, 'p1 cbr 7': it is the turn of p3"),
        ('"p3 cbr 7"', '"p3 cbr 70"', "too_much (rule 4.2(g))"),
        ('"p3 cbr 7"', '"p3 cbr 3"', "too_little (rule 6.2)"),
        ('"p3 cbr 7"', '"p3 dances"', "no such action"),
        ('"p3 cbr 7"', '"p9 f"', "action 4"),
        ('"p3 cbr 7"', '""', "action 4"),
        ('"d db Jd", "p1 cc", "p3 cc",', "", "the record ends before the round does"),
        ('AhAsKhKs", "p3 sm', 'AhAsKhXx", "p3 sm', "not a card"),
    ],
)
def test_what_cannot_be_played_says_why(before, after, sentence):
    assert before in OMAHA
    assert sentence in said(OMAHA.replace(before, after))["error"]


def test_bytes_that_are_no_text_are_told():
    assert told(b"\xff\xfe\x00") == {"error": "this is no text"}


@pytest.mark.parametrize("hand", cases("recorded_hands"), ids=named)
def test_real_hands_end_with_the_stacks_that_were_recorded(hand):
    played = told(hand["phh"].encode())
    assert played.get("error") is None
    assert played["agrees"] is not False


def test_the_command_says_a_line_for_each_file(tmp_path: Path, capsys):
    for name, record in (("one", OMAHA), ("two", STUD), ("three", "nothing")):
        (tmp_path / f"{name}.phh").write_text(record)
    files = [str(tmp_path / f"{name}.phh") for name in ("one", "two")]
    assert main(["recorded", *files]) == OK
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [(line["variant"], line["agrees"]) for line in lines] == [("PO", True), ("F7S", True)]
    assert main(["recorded", str(tmp_path / "three.phh")]) == FAILED
    assert main(["recorded", str(tmp_path / "missing.phh")]) == FAILED
