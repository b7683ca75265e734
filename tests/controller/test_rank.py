"""tablectl rank: a JSON object a line in, one a line out, and whatever is wrong is said on its own line."""

import io
import json
import os
import subprocess
import sys

import pytest

from controller.tools.rank import LINE_LIMIT, rank_lines

FIVE = {"game": "canberra_poker", "hole": ["Ks", "Kh", "Kd", "Js", "Jh"]}
OMAHA = {"game": "omaha", "hole": ["As", "Ks", "Kd", "2c"], "board": ["Td", "Kh", "Jc", "Js", "3c"]}
STUD_LOW = {
    "game": "seven_card_stud",
    "options": {"mode": "low8"},
    "hole": ["2s", "3s", "4d", "Ts", "7c", "8c", "9c"],
}


def answers(*requests: object) -> list[dict]:
    lines = [each if isinstance(each, str) else json.dumps(each) for each in requests]
    return list(rank_lines(io.StringIO("\n".join(lines) + "\n")))


def answer(request: object) -> dict:
    (only,) = answers(request)
    return only


def changed(request: dict, **changes: object) -> dict:
    return {**request, **changes}


def test_a_hand_has_category_strength_cards_and_words():
    told = answer(OMAHA)
    assert told.pop("strength") > 0
    assert told == {
        "category": "full_house",
        "cards": ("Kd", "Kh", "Ks", "Jc", "Js"),
        "words": "Full house, kings over jacks",
    }


@pytest.mark.parametrize(
    ("hole", "words"),
    [
        ("As Ks Qs Js Ts", "Royal flush"),
        ("9s 8s 7s 6s 5s", "Straight flush to the nine"),
        ("9s 9h 9d 9c 5s", "Four nines"),
        ("Ts Ks 7s 6s 5s", "Flush, king high"),
        ("5s 4h 3d 2c As", "Straight to the five"),
        ("6s 6h 6d 9c 5s", "Three sixes"),
        ("6s 6h 9d 9c 5s", "Two pairs, nines and sixes"),
        ("6s 6h 9d Tc 5s", "Pair of sixes"),
        ("As Kh 9d Tc 5s", "Ace and king high"),
    ],
)
def test_words_for_the_panel(hole, words):
    assert answer(changed(FIVE, hole=hole.split()))["words"] == words


def test_the_joker_is_shown_as_the_card_it_stands_for():
    told = answer({"game": "faro", "options": {"joker": True}, "hole": ["As", "Ah", "Ad", "Ac", "Jk"]})
    assert told["category"] == "five_of_a_kind"
    assert told["words"] == "Five aces"
    assert sorted(told["cards"]) == ["Ac", "Ad", "Ah", "As", "As"]


def test_the_better_low_is_the_stronger():
    better = answer(STUD_LOW)
    worse = answer(changed(STUD_LOW, hole=["2s", "3s", "5d", "Ts", "7c", "8c", "9c"]))
    assert (better["category"], better["words"]) == ("no_pair", "Low, 8-7-4-3-2")
    assert better["strength"] > worse["strength"]


def test_a_paired_low_is_called_by_its_pair():
    told = answer({"game": "faro", "options": {"mode": "low"}, "hole": ["2s", "2h", "5d", "4c", "3s"]})
    assert told["words"] == "Pair of twos"


def test_a_line_of_just_the_limit_is_read():
    padded = json.dumps(FIVE).ljust(LINE_LIMIT)
    assert [told["category"] for told in answers(padded, FIVE)] == ["full_house", "full_house"]


def test_no_low_that_qualifies_has_no_category():
    assert answer(changed(STUD_LOW, hole=["As", "3s", "4d", "Ts", "7c", "8c", "9c"])) == {"category": None}


@pytest.mark.parametrize("game", ["canberra_poker", "casino_holdem", "omaha", "faro", "seven_card_stud"])
def test_any_game_takes_five_cards_as_they_are(game):
    assert answer(changed(FIVE, game=game))["category"] == "full_house"


@pytest.mark.parametrize(
    ("game", "hole", "board"),
    [
        ("casino_holdem", 2, 5),
        ("casino_holdem", 2, 3),
        ("faro", 5, 5),
        ("seven_card_stud", 7, 0),
        ("seven_card_stud", 6, 1),
    ],
)
def test_what_each_game_takes(game, hole, board):
    cards = ["As", "Kh", "Qd", "Jc", "9s", "8h", "7d", "5c", "4s", "2h"]
    told = answer({"game": game, "hole": cards[:hole], "board": cards[hole : hole + board]})
    assert told["words"] == "Ace and king high"


def test_an_ace_counts_low_in_a_house_game_whatever_is_asked():
    wheel = ["5s", "4h", "3d", "2c", "As"]
    assert answer(changed(FIVE, hole=wheel, options={"ace_low": False}))["category"] == "straight"
    assert answer({"game": "omaha", "hole": wheel})["category"] == "no_pair"
    assert answer({"game": "omaha", "hole": wheel, "options": {"ace_low": True}})["category"] == "straight"


@pytest.mark.parametrize(
    ("request_", "error"),
    [
        (changed(FIVE, hole=["Ks", "Ks", "Kd", "Js", "Jh"]), "Ks is there twice"),
        (changed(OMAHA, board=["Td", "Kh", "Jc", "As", "3c"]), "As is there twice"),
        (changed(FIVE, hole=["1s", "Ks", "Kd", "Js", "Jh"]), '"1s" is no card'),
        (changed(FIVE, hole=["K" * 5_000, "Ks", "Kd", "Js", "Jh"]), '"KKKKKKKK…" is no card'),
        (changed(FIVE, hole=["ks", "Ks", "Kd", "Js", "Jh"]), '"ks" is no card'),
        (changed(FIVE, hole=["Jk", "Ks", "Kd", "Js", "Jh"]), "there is no joker in this deck"),
        (changed(OMAHA, options={"deck": 48}), "a deck of 48 has no 2c"),
        (changed(OMAHA, options={"deck": 47}), "options.deck: Input should be 52"),
        (changed(OMAHA, options={"deck": "52"}), "options.deck: Input should be 52"),
        (changed(OMAHA, options={"ace": True}), "options.ace: there is no such key"),
        (changed(OMAHA, game="whist"), "game: there is no game 'whist'; known are "),
        (changed(OMAHA, board=["Td", "Kh", "Jc", "Js"]), "here are 4 in hole and 4 on the board"),
        (changed(FIVE, hole=["Ks"]), "here are 1 in hole alone"),
        (changed(FIVE, hole=[]), "here are 0 in hole alone"),
        (changed(FIVE, hole="KsKhKdJsJh"), "hole: Input should be a valid array"),
        (changed(FIVE, hole=[None] * 5), "hole.0: Input should be a valid string"),
        (changed(FIVE, options={"deck": 32}), "played high, with 52 cards and no joker"),
        (changed(FIVE, options={"joker": True}), "played high, with 52 cards and no joker"),
        (changed(OMAHA, options={"joker": "yes"}), "options.joker: Input should be a valid boolean"),
        (changed(OMAHA, option={}), "option: there is no such key"),
        (changed(OMAHA, **{"k" * 5_000: 1}), "k: there is no such key"),
        (changed(OMAHA, game=1), "game: Input should be"),
        (changed(OMAHA, hole=["As", "Ks", "Kd", 2]), "hole.3: Input should be a valid string"),
        (changed(FIVE, options={"mode": "low"}), "played high, with 52 cards and no joker"),
        ({"game": "omaha"}, "hole: Field required"),
        ([], "Input should be an object"),
        ("nonsense", "Invalid JSON"),
        ("[" * 5_000, "Invalid JSON"),
        ('{"game": "omaha"', "Invalid JSON"),
        ('"\ufffd"', "Input should be an object"),
        ("x" * (LINE_LIMIT + 5), "longer than 10000 characters"),
        ("x" * (3 * LINE_LIMIT), "longer than 10000 characters"),
    ],
)
def test_bad_input_is_said_on_its_line_and_the_rest_is_answered(request_, error):
    first, wrong, last = answers(FIVE, request_, OMAHA)
    assert error in wrong["error"]
    assert wrong["line"] == 2
    assert len(json.dumps(wrong)) < 600
    assert (first["category"], last["category"]) == ("full_house", "full_house")


def test_empty_lines_are_not_requests_but_they_count():
    good, bad = answers("", FIVE, "   ", "x")
    assert good["category"] == "full_house"
    assert bad["line"] == 4


def tablectl(*arguments: str, given: bytes) -> subprocess.CompletedProcess:
    command = [sys.executable, "-m", "controller", "rank", *arguments]
    return subprocess.run(command, input=given, capture_output=True, timeout=60, check=False)


def test_the_exit_status_tells_of_errors():
    good, bad = json.dumps(FIVE).encode() + b"\n", b'{"game": "\xff"}\n'
    assert tablectl(given=good).returncode == 0
    assert tablectl(given=b"\xef\xbb\xbf" + good).returncode == 0
    told = tablectl(given=good + bad + good)
    assert told.returncode == 1
    assert [next(iter(json.loads(line))) for line in told.stdout.splitlines()] == [
        "category",
        "error",
        "category",
    ]
    assert told.stderr == b""


def test_answers_that_nobody_can_take_end_it_without_a_traceback(tmp_path):
    (tmp_path / "asked.jsonl").write_text(json.dumps(FIVE))
    command = f"{sys.executable} -m controller rank {tmp_path / 'asked.jsonl'} > /dev/full"
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}
    ended = subprocess.run(command, shell=True, capture_output=True, timeout=60, check=False, env=environment)
    assert (ended.returncode, ended.stderr.count(b"\n")) == (1, 1)
    assert b"No space left" in ended.stderr
    closed = subprocess.run(
        f"{sys.executable} -m controller rank <&-", shell=True, capture_output=True, timeout=60, check=False
    )
    assert (closed.returncode, closed.stderr.count(b"\n")) == (1, 1)


def test_a_file_can_be_named(tmp_path):
    (tmp_path / "asked.jsonl").write_text(json.dumps(FIVE))
    assert json.loads(tablectl(str(tmp_path / "asked.jsonl"), given=b"").stdout)["category"] == "full_house"
    (tmp_path / "latin.jsonl").write_bytes(b'{"game": "\xe4"}\n' + json.dumps(FIVE).encode())
    told = tablectl(str(tmp_path / "latin.jsonl"), given=b"")
    assert [b"error" in line for line in told.stdout.splitlines()] == [True, False]
    missing = tablectl(str(tmp_path / "none.jsonl"), given=b"")
    assert missing.returncode == 1
    assert b"No such file" in missing.stderr


def test_an_answer_comes_before_the_next_request_is_asked():
    command = [sys.executable, "-m", "controller", "rank"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdin
        assert process.stdout
        for _ in range(2):
            process.stdin.write(json.dumps(FIVE) + "\n")
            process.stdin.flush()
            assert json.loads(process.stdout.readline())["category"] == "full_house"
        process.stdin.close()
        assert process.wait(timeout=20) == 0
