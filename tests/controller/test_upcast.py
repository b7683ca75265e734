"""What the first format said, said as today, and nothing else."""

from __future__ import annotations

import json

import pytest

from controller.journal.errors import JournalDamaged
from controller.journal.journal import Record
from controller.journal.records import read
from controller.journal.upcast import FORMAT, STEPS, lifted
from tests.same.plain import PLAIN

RULE = {"document": "NI2004-492", "number": "9.4"}


def test_there_is_a_step_from_every_format_to_the_next() -> None:
    assert sorted(STEPS) == list(range(1, FORMAT))


def test_words_and_prompts_are_left_behind_and_verdicts_are_not() -> None:
    old = {
        "event": {"at_ms": 5, "source": None, "card": None, "kind": "card_drawn"},
        "outcomes": [
            {"say": {"code": "deal", "words": {}}, "explain": None, "rule": RULE, "kind": "prompt"},
            {"say": {"code": "card_moved", "words": {}}, "rule": RULE, "moved": [], "kind": "notice"},
            {
                "say": {"code": "chips_back", "words": {}},
                "rule": RULE,
                "moved": [{"cents": 500, "source": "layout", "dest": "stake", "box": 1}],
                "kind": "notice",
            },
            {"name": "deal", "kind": "phase"},
        ],
        "checkpoint": None,
        "unruled": None,
    }
    entry = read(PLAIN, Record(7, 1, False, json.dumps(old).encode()))
    assert entry.event is not None
    assert (entry.event.kind, entry.event.at_ms) == ("card_drawn", 5)
    kinds = [line.split()[1] for line in entry.verdicts.splitlines()]
    assert kinds == [b"notice", b"phase"]
    assert b"chips_back" not in entry.verdicts


def test_what_was_kept_and_not_ruled_on_stays_so() -> None:
    event = {"at_ms": 5, "source": None, "card": None, "kind": "card_drawn"}
    old = json.dumps({"event": None, "outcomes": [], "checkpoint": None, "unruled": event})
    entry = read(PLAIN, Record(7, 1, False, old.encode()))
    assert (entry.event, entry.verdicts) == (None, b"")
    assert entry.unruled is not None
    assert entry.unruled.kind == "card_drawn"


def test_what_is_of_today_is_left_as_it_is() -> None:
    body = b"%d\nevent card_drawn {}\n" % FORMAT
    assert lifted(body, b"") == (body, b"")


@pytest.mark.parametrize(
    "body",
    [
        b"%d\nevent card_drawn {}\n" % (FORMAT + 1),
        b"0\n",
        b"nonsense",
        b"",
        b"2\nwhat {}\n",
        b"2\nevent nobody {}\n",
    ],
)
def test_what_nobody_knows_yet_is_an_error_that_says_so(body: bytes) -> None:
    with pytest.raises(JournalDamaged, match="a later program"):
        read(PLAIN, Record(7, 1, False, body))
