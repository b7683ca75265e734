"""The sixth game at a real table: from the simulated shoe's bytes to the journal, killed and started again."""

from __future__ import annotations

import json
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from controller.cli import main
from tests.browser.dealing import DEALER, Screen, at
from tests.daemon import Daemon
from tests.sixth_game.conftest import PROJECT

HOME = PROJECT / "config"
RANKS = "23456789TJQKA"
SCRIPT = """\
play 3 rounds
play until deal
unplug shoe
expect question shoe_lost rule 6.1
replug shoe
expect question shoe_back
answer go_on
play until settle
kill
expect phase settle
supervisor says void_round ground=disturbance
expect phase collect
play 1 rounds
"""


@pytest.fixture(scope="module")
def table(in_reach: None) -> Iterator[Daemon]:
    with tempfile.TemporaryDirectory(prefix="table-") as folder:
        daemon = Daemon(Path(folder), home=HOME).start()
        yield daemon
        daemon.stop()


@pytest.fixture
def screen(table: Daemon) -> Iterator[Screen]:
    """In front of a shuffled and cut deck, and a dealer who has signed in."""
    with Screen(table) as screen:
        screen.send("sign_in", {"badge": DEALER[0], "pin": DEALER[1]})
        if screen.action("open_table"):
            screen.press("open_table")
            screen.authorise()
            screen.must("deck_checked_by_hand")
        if screen.action("shuffled"):
            table.bench.do("collect")
            table.bench.do("shuffle")
            screen.press("shuffled")
            table.bench.do("load_deck")
            screen.press("cut_made")
        yield screen


def draw(table: Daemon, screen: Screen, place: str) -> str:
    before = screen.state["seq"]
    table.bench.do("draw", to=at(place))
    screen.until(lambda state: state["seq"] > before)
    return str(table.bench.do("expose", place=at(place), nth=1)["face"])


def dealt_to(table: Daemon, screen: Screen, boxes: tuple[int, ...]) -> dict[str, str]:
    for box in boxes:
        screen.must("place_ante", box=box, amount_cents=1_000)
    screen.press("close_betting")
    return {place: draw(table, screen, place) for place in (*map(str, boxes), "dealer")}


def settled(screen: Screen, box: str, faces: dict[str, str]) -> str:
    screen.press("show_box")
    mine, dealers = (RANKS.index(faces[place][0]) for place in (box, "dealer"))
    said = "wins: pay" if mine > dealers else "ties:" if mine == dealers else "loses: take"
    assert screen.title.startswith(f"Box {box} {said}"), (screen.title, faces)
    screen.press("settle_box")
    return said


def test_a_round_is_dealt_decided_paid_and_counted_back(table: Daemon, screen: Screen):
    faces = dealt_to(table, screen, (1, 2, 4))
    assert screen.title == "Box 1: bet or fold?"
    assert screen.state["prompt"]["detail"].startswith("A bet is exactly 10, as much as the ante.")
    answer = screen.do("bet", box=1, amount_cents=2_000)
    assert answer["message"] == "A bet is exactly 10, as much as the ante."
    screen.press("bet")
    screen.press("fold")
    screen.press("bet")
    assert screen.title == "Turn your card"
    screen.press("show_dealer")
    for box in ("4", "1"):
        settled(screen, box, faces)
    while screen.collects_hand():
        pass
    assert screen.state["prompt"]["detail"] == "4 expected back, one from each hand."
    screen.press("collected-4")
    assert screen.phase == "shuffle"


def test_a_wrong_deal_voids_the_round_and_everything_goes_back(table: Daemon, screen: Screen):
    dealt_to(table, screen, (2, 3))
    screen.press("bet")
    screen.must("report", what="too_many_cards", place="3")
    screen.authorise()
    screen.press("answer-void")
    assert screen.title == "Void. Chips back, cards to the rack"
    assert screen.state["prompt"]["rule"]["label"] == "Rule 10.3"
    assert screen.state["prompt"]["detail"] == "Box 2: 20 back; Box 3: 10 back"
    screen.press("collected-3")


def test_a_killed_table_comes_back_in_the_middle_of_the_round(table: Daemon, screen: Screen):
    faces = dealt_to(table, screen, (1,))
    before = screen.state["boxes"], screen.state["prompt"]
    table.kill()
    table.start()
    with Screen(table) as again:
        assert (again.state["boxes"], again.state["prompt"]) == before
        again.press("bet")
        again.press("show_dealer")
        settled(again, "1", faces)
        again.collects_hand()
        again.press("collected-2")


def test_the_sign_says_what_may_be_wagered_and_no_more(table: Daemon):
    with Screen(table, "sign") as sign:
        assert sign.state["game"] == "High Card"
        assert [limit["value"] for limit in sign.state["limits"]] == ["$5", "$100", "$5", "$1,000"]
        assert sign.state["payouts"] == []
        assert sign.state["side"] is None


def test_a_past_round_is_ruled_on_again(table: Daemon, tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    for path in (table.state / "journal.db", table.state / "journal.db-wal", table.keys / "seal.key"):
        shutil.copy(path, tmp_path)
    assert main(["adjudicate", str(tmp_path / "journal.db"), "--round", "2"]) == 0
    *_, last = map(json.loads, capsys.readouterr().out.splitlines())
    (round_,) = last["result"]["rounds"]
    assert round_["void"]
    assert [box["net_cents"] for box in round_["boxes"]] == [0, 0]


def test_events_from_a_file_are_ruled_on(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    limits = {"minimum_cents": 500, "maximum_cents": 10_000, "multiple_cents": 500}
    told = [
        {"game": "high_card", "options": {"maximum_payout_cents": 600, "limits": limits}},
        {"kind": "open_table"},
        {"kind": "deck_checked_by_hand", "role": "supervisor"},
        *({"kind": kind} for kind in ("shuffled", "cut_made")),
        {"kind": "place_ante", "box": 3, "amount_cents": 1_000},
        *({"kind": "card_drawn", "card": face} for face in ("Kd", "Qs")),
        {"kind": "bet", "box": 3, "amount_cents": 1_000},
        {"kind": "show_dealer"},
        {"kind": "show_box", "box": 3},
        {"kind": "settle_box", "box": 3},
        {"kind": "collect_hand", "box": 3, "count": 1},
        {"kind": "collected", "count": 2},
    ]
    file = tmp_path / "round.jsonl"
    file.write_text("\n".join(map(json.dumps, told)))
    assert main(["adjudicate", str(file)]) == 0
    outcomes = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    paid = {line["wager"]: line["paid_cents"] for line in outcomes if line.get("kind") == "payment"}
    assert paid == {"ante": 1_000, "bet": 600}  # 8.1
    assert outcomes[-1]["result"]["rounds"][0]["boxes"][0]["net_cents"] == 1_600


def test_the_scripted_dealer_plays_it_and_a_script_breaks_it(tmp_path: Path):
    script = tmp_path / "script.txt"
    script.write_text(SCRIPT)
    assert main(["rehearse", str(script), "--table", str(HOME / "tables" / "demo.toml")]) == 0
