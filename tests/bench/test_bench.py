"""The arithmetic of `make bench`, on contenders that only move a clock. The suites themselves are no tests."""

from __future__ import annotations

import gc
import json
import re
from pathlib import Path

import pytest

from tests.bench import agreement, card
from tests.bench.report import MICROSECONDS, MILLIONS_A_SECOND, Figure, Suite, columns, keep, line
from tests.bench.rounds import Round, Task, seconds, turn_about

ROOT = Path(__file__).parents[2]


class Clock:
    def __init__(self) -> None:
        self.now_s = 0.0
        self.turns = ""

    def __call__(self) -> float:
        return self.now_s

    def task(self, name: str, takes_s: float, pieces: int = 1) -> Task:
        def work() -> None:
            self.turns += name
            self.now_s += takes_s

        return Task(work, pieces)


def rounds(*pairs: tuple[float, float]) -> list[Round]:
    return [Round(ours, theirs) for ours, theirs in pairs]


# ---------------------------------------------------------------- turn about


def test_each_round_goes_there_and_back_and_the_next_begins_with_the_other():
    clock = Clock()
    turn_about(clock.task("o", 1), clock.task("t", 1), rounds=3, clock=clock)
    assert clock.turns == "otto" + "toot" + "otto"


def test_a_round_holds_what_one_piece_took():
    clock = Clock()
    found = turn_about(clock.task("o", 6, pieces=3), clock.task("t", 10, pieces=2), rounds=2, clock=clock)
    assert found == rounds((2, 5), (2, 5))


def test_what_drifts_meets_both_alike():
    clock = Clock()

    def slower_every_time() -> None:
        clock.now_s += 1 + clock.now_s / 1000

    found = turn_about(Task(slower_every_time, 1), Task(slower_every_time, 1), rounds=4, clock=clock)
    assert all(each.ours == pytest.approx(each.theirs, rel=1e-5) for each in found)


def test_short_work_is_repeated_until_a_turn_is_long_enough():
    clock = Clock()
    longer = clock.task("o", 0.01, pieces=5).lasting(0.04, clock)
    assert longer.pieces == 20
    clock.turns = ""
    longer.work()
    assert clock.turns == "oooo"


def test_long_work_is_done_once():
    clock = Clock()
    task = clock.task("o", 1)
    assert task.lasting(0.04, clock) is task


def test_no_garbage_is_collected_while_the_clock_runs():
    seen = []
    seconds(lambda: seen.append(gc.isenabled()))
    assert seen == [False]
    assert gc.isenabled()


def test_garbage_is_collected_again_after_work_that_failed():
    with pytest.raises(ZeroDivisionError):
        seconds(lambda: 1 / 0)
    assert gc.isenabled()


# ---------------------------------------------------------------- agreement


def test_the_same_order_agrees_whatever_the_numbers():
    agreement.check("abcd", [7, 3, 3, 9], [20, 10, 10, 90], lowest_wins=False)


def test_a_peer_may_count_from_the_other_end():
    agreement.check("abcd", [7, 3, 3, 9], [20, 30, 30, 1], lowest_wins=True)


@pytest.mark.parametrize("theirs", [[20, 10, 11, 90], [10, 10, 10, 90], [20, 30, 30, 90]])
def test_hands_in_another_order_are_named(theirs):
    with pytest.raises(agreement.Disagreement, match=r"^[abcd] and [abcd]: ours says"):
        agreement.check("abcd", [7, 3, 3, 9], theirs, lowest_wins=False)


# ---------------------------------------------------------------- the figures


def test_the_ratio_is_the_median_of_the_rounds_and_not_of_the_times():
    found = line("7 cards", "peer", MICROSECONDS, rounds((1e-6, 1e-6), (4e-6, 2e-6), (9e-6, 1e-6)))
    assert found.ratios == pytest.approx((1, 2, 9))
    assert found.ratio == pytest.approx(2)
    assert (found.ours, found.theirs) == pytest.approx((4, 1))


def test_where_more_is_better_the_worst_is_the_lowest():
    found = line("7 cards", "peer", MILLIONS_A_SECOND, rounds((1e-6, 2e-6), (1e-6, 1e-6), (1e-6, 3e-6)), 2)
    assert (found.worst, found.ratio, found.best) == pytest.approx((1, 2, 3))
    assert found.reached is True


def test_where_less_is_better_the_worst_is_the_highest():
    found = line("a card", "append", MICROSECONDS, rounds((2e-6, 1e-6), (1e-6, 1e-6), (3e-6, 1e-6)), 1.9)
    assert (found.worst, found.ratio, found.best) == pytest.approx((3, 2, 1))
    assert found.reached is False


def test_without_a_goal_nothing_is_reached_or_missed():
    assert line("a", "b", MICROSECONDS, rounds((1, 1))).reached is None


def test_one_card_in_a_hundred_may_be_slower_than_the_p99():
    usual, slow = (200e-6, 100e-6), (1000e-6, 100e-6)
    middle, tail = card._lines("a screen", [[usual] * 119 + [slow], [usual] * 118 + [slow] * 2])
    assert (middle.ours, middle.theirs) == pytest.approx((200, 100))
    assert middle.ratios == pytest.approx((2, 2))
    assert tail.ratios == pytest.approx((2, 10))


def test_a_station_is_passed_after_the_shoe_spoke():
    timed = card.Timed(spoke_ns=10_000, first_screen_s=1, last_screen_s=1, append_s=1)
    assert card._passed_us([1_000, 9_000, 12_000, 90_000], timed) == pytest.approx(2)


# ---------------------------------------------------------------- table and JSON


def suite() -> Suite:
    return Suite(
        "hands",
        "all about it",
        (
            line("7 cards", "quick", MILLIONS_A_SECOND, rounds((2e-6, 1e-6), (2e-6, 1e-6)), 1.2),
            line("5 cards", "slow one", MILLIONS_A_SECOND, rounds((1e-6, 4e-6)), 1.5),
        ),
        breakdown=(("read", 60.0), ("on disk", 200.0)),
    )


def test_words_stand_left_and_numbers_right():
    assert columns([("a", "b", "1.00"), ("aaa", "bb", "10.00")]) == ["  a    b    1.00", "  aaa  bb  10.00"]


def test_the_table_says_what_is_to_be_reached_and_whether_it_is():
    text = suite().text().splitlines()
    assert text[0] == "hands: all about it"
    assert " ".join(text[3].split()) == "7 cards quick 0.50 0.50 0.50 0.5 M/s 1 M/s ≥ 1.2 NOT REACHED"
    assert " ".join(text[4].split()) == "5 cards slow one 4.00 4.00 4.00 1 M/s 0.25 M/s ≥ 1.5 reached"


def test_a_figure_stands_by_itself_and_less_of_it_is_better():
    figures = (
        Figure("a round", 12_345.6, "bytes", 25_000),
        Figure("--help", 120.4, "ms", 100),
        Figure("a", 1.234, "s"),
    )
    told = [
        " ".join(row.split()) for row in Suite("journal", "all about it", figures=figures).text().splitlines()
    ]
    assert told[3:6] == ["a round 12,346 bytes ≤ 25000 reached", "--help 120 ms ≤ 100 NOT REACHED", "a 1.23 s"]


def test_the_breakdown_says_when_and_how_long():
    assert suite().text().splitlines()[-2:] == ["       60 µs     +60  read", "      200 µs    +140  on disk"]


def test_all_of_it_is_kept_as_json(tmp_path):
    path = keep(tmp_path / "bench", "today", {"cores": 2}, [suite()])
    kept = json.loads(path.read_text(encoding="utf-8"))
    assert path == tmp_path / "bench" / "today.json"
    assert kept["cores"] == 2
    assert kept["suites"][0]["breakdown_us"] == {"read": 60, "on disk": 200}
    first = kept["suites"][0]["lines"][0]
    assert (first["what"], first["against"], first["unit"]) == ("7 cards", "quick", "M/s")
    assert first["ratios"] == pytest.approx([0.5, 0.5])
    assert (first["ratio"], first["to_reach"], first["reached"]) == (pytest.approx(0.5), 1.2, False)


def test_the_lock_file_holds_the_peers_that_were_chosen():
    chosen = re.findall(r"^[a-z0-9]+==\S+", (ROOT / "tests/bench/peers.in").read_text(), re.MULTILINE)
    locked = re.findall(r"^[a-z0-9]+==\S+", (ROOT / "requirements-bench.lock").read_text(), re.MULTILINE)
    assert len(chosen) == 5
    assert set(chosen) <= set(locked)
