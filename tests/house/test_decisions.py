"""A decision record says in its head what was decided, whether that still holds, and since when."""

import re
from datetime import date
from pathlib import Path

import pytest

RECORDS = sorted((Path(__file__).parents[2] / "docs" / "decisions").iterdir())
HEAD = re.compile(
    r"# (?P<title>[^\d\s].*)\n\n(?P<state>Accepted|Replaced by (?P<by>\d{3})), (?P<day>[\d-]+)\n\n"
)


def test_records_are_numbered_one_after_another():
    assert [path.name[:4] for path in RECORDS] == [f"{number:03}-" for number in range(1, len(RECORDS) + 1)]


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_a_record_has_a_title_a_state_and_a_date(path):
    head = HEAD.match(path.read_text(encoding="utf-8"))
    assert head, f"{path.name} begins with: # Title, then a line such as: Accepted, 2026-11-19"
    date.fromisoformat(head["day"])
    if head["by"]:
        assert any(other.name.startswith(head["by"]) for other in RECORDS)
