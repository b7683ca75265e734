"""Keys of a button box: presses, keys that stick and keys that chatter."""

from hypothesis import given
from hypothesis import settings as setup
from hypothesis import strategies as st

from drivers.keys import CHANGES_BELIEVED, QUIET_MS, Keys
from drivers.reports import Beat, ButtonPressed, ButtonReleased, FaultCleared, Faulted, Report

STUCK_MS = 30_000
NONE: frozenset[int] = frozenset()
ONE = frozenset({1})


def keys(down: frozenset[int] = NONE) -> Keys:
    made = Keys(STUCK_MS)
    assert made.begin(down, 0) == [Beat()]
    return made


def chatter(made: Keys, changes: int, from_ms: int = 0) -> list[Report]:
    return [
        report
        for change in range(changes)
        for report in made.are(NONE if change % 2 else ONE, from_ms + 10 * change)
    ]


def test_pressed_and_let_go() -> None:
    made = keys()
    assert made.are(frozenset({3, 7}), 1) == [ButtonPressed(button=3), ButtonPressed(button=7)]
    assert made.are(frozenset({3}), 2) == [ButtonReleased(button=7)]
    assert made.are(frozenset({3}), 3) == []
    assert made.are(NONE, 4) == [ButtonReleased(button=3)]


def test_a_key_that_is_down_from_the_beginning_was_not_pressed() -> None:
    made = keys(ONE)
    assert made.are(ONE, 1) == []
    assert made.are(NONE, 2) == []
    assert made.are(ONE, 3) == [ButtonPressed(button=1)]


def test_a_stuck_key_is_a_fault_until_it_comes_up() -> None:
    made = keys()
    made.are(ONE, 0)
    assert made.passed(STUCK_MS - 1) == []
    assert made.passed(STUCK_MS) == [Faulted(code="button_stuck", part="key", numbers=(1,))]
    assert made.passed(STUCK_MS * 9) == []
    assert made.are(NONE, STUCK_MS * 9) == [ButtonReleased(button=1), FaultCleared(code="button_stuck")]


def test_two_stuck_keys_are_one_fault() -> None:
    made = keys(frozenset({1, 2}))
    assert made.passed(STUCK_MS) == [Faulted(code="button_stuck", part="key", numbers=(1, 2))]
    assert made.are(ONE, STUCK_MS + 1) == []
    assert made.are(NONE, STUCK_MS + 2) == [FaultCleared(code="button_stuck")]


def test_a_chattering_key_is_a_fault_and_no_flood() -> None:
    made = keys()
    reports = chatter(made, 1_000)
    assert reports.count(Faulted(code="input_chatters", part="key", numbers=(1,))) == 1
    assert len(reports) == 1 + CHANGES_BELIEVED  # or the table would cut the whole box off
    assert made.are(frozenset({2}), 10_000)[0] == ButtonPressed(button=2)  # the others are believed


def test_a_key_that_has_chattered_is_believed_again_when_it_is_quiet() -> None:
    made = keys()
    chatter(made, 20)
    last_ms = 190
    assert made.passed(last_ms + QUIET_MS - 1) == []
    assert made.passed(last_ms + QUIET_MS) == [FaultCleared(code="input_chatters")]
    assert made.are(ONE, 60_000) == [ButtonPressed(button=1)]


def test_fast_fingers_are_believed() -> None:
    made = keys()
    for press in range(50):
        assert made.are(ONE, press * 250) == [ButtonPressed(button=1)]
        assert made.are(NONE, press * 250 + 80) == [ButtonReleased(button=1)]


@setup(max_examples=150, deadline=None, derandomize=True)
@given(st.lists(st.tuples(st.frozensets(st.integers(1, 4)), st.integers(0, 700)), max_size=60))
def test_presses_and_releases_take_turns_and_faults_are_paired(steps: list[tuple[frozenset[int], int]]) -> None:
    made, now_ms = keys(), 0
    pressed: set[int] = set()
    faults: set[str] = set()
    for down, later_ms in steps:
        now_ms += later_ms
        for report in made.are(down, now_ms):
            match report:
                case ButtonPressed():
                    pressed.add(report.button)
                case ButtonReleased():
                    pressed.remove(report.button)  # never one that was not pressed
                case Faulted():
                    assert report.code not in faults
                    faults.add(report.code)
                case FaultCleared():
                    faults.remove(report.code)
    assert {FaultCleared(code=code) for code in faults} <= {
        *made.are(NONE, now_ms + 99_999),
        *made.passed(now_ms + 10**6),
    }
