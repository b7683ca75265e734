"""Phase tables: what is refused when a game is imported, and how a round moves."""

from dataclasses import dataclass
from functools import partial

import pytest
from transitions import Machine

from games import phases
from games.phases import PhaseMachine, PhaseTable, Row, check_callbacks

DOOR = PhaseTable(
    ("shut", "open", "locked"),
    (
        Row("push", "shut", "locked", guard="is_late", rule="1"),
        Row("push", ("shut", "locked"), "open", guard="has_key", rule="2"),
        Row("pull", "open", "shut"),
    ),
)


@dataclass
class Door:
    phase: str = "shut"
    late: bool = False
    key: bool = False

    def is_late(self) -> bool:
        return self.late

    def has_key(self) -> bool:
        return self.key


@pytest.mark.parametrize(
    ("late", "key", "phase"), [(True, True, "locked"), (True, False, "locked"), (False, True, "open")]
)
def test_the_first_row_whose_guard_agrees_moves_the_round(late, key, phase):
    door = Door(late=late, key=key)
    DOOR.fire("push", door)
    assert door.phase == phase


@pytest.mark.parametrize(
    ("trigger", "complaint"),
    [
        ("push", "the guard of 'push' refused in phase 'shut'"),
        ("pull", "no row for 'pull'"),
        ("kick", "no row"),
    ],
)
def test_a_move_that_no_row_allows_is_our_bug_and_changes_nothing(trigger, complaint):
    door = Door()
    for _ in range(2):  # the library's tables grow when they are asked for what they do not have
        with pytest.raises(AssertionError, match=complaint):
            DOOR.fire(trigger, door)
    assert door == Door()


def test_nothing_of_the_library_is_put_into_the_round():
    door = Door(key=True)
    DOOR.fire("push", door)
    assert vars(door) == {"phase": "open", "late": False, "key": True}


@pytest.mark.parametrize(
    ("rows", "complaint"),
    [
        ([Row("go", "a", "c")], "unknown phase 'c'"),
        ([Row("go", "*", "b")], "unknown phase"),
        ([Row("go", "a", "a")], "no row reaches: b"),
        ([Row("go", "a", "b"), Row("go", "a", "a", guard="is_late")], "shadowed"),
    ],
)
def test_a_table_with_a_mistake_is_refused_when_it_is_made(rows, complaint):
    with pytest.raises(ValueError, match=complaint):
        PhaseTable(("a", "b"), rows)


def test_a_guard_that_the_round_does_not_have_is_refused():
    with pytest.raises(TypeError, match="no guard"):
        PhaseTable(("a", "b"), [Row("go", "a", "b", guard="is_early")]).check_guards(Door)


@pytest.mark.parametrize(
    "wanted",
    [
        {"states": ["a", {"name": "b", "on_enter": "ring"}]},
        {"states": ["a", {"name": "b", "on_exit": "ring"}]},
        {"transitions": [{"trigger": "go", "source": "a", "dest": "b", "prepare": "ring"}]},
        {"transitions": [{"trigger": "go", "source": "a", "dest": "b", "before": "ring"}]},
        {"transitions": [{"trigger": "go", "source": "a", "dest": "b", "after": "ring"}]},
        *(
            {hook: "ring"}
            for hook in (
                "prepare_event",
                "before_state_change",
                "after_state_change",
                "finalize_event",
                "on_exception",
                "on_final",
            )
        ),
    ],
)
def test_a_callback_that_nobody_would_call_is_refused(wanted):
    bare = {"model": None, "states": ["a", "b"], "initial": "a", "auto_transitions": False}
    check_callbacks(Machine(**bare))
    with pytest.raises(AssertionError, match="ring"):
        check_callbacks(Machine(**{**bare, **wanted}))


def test_a_table_is_looked_through_for_callbacks_when_it_is_made(monkeypatch):
    monkeypatch.setattr(phases, "PhaseMachine", partial(PhaseMachine, finalize_event="ring"))
    with pytest.raises(AssertionError, match="ring"):
        PhaseTable(("a",), [])
