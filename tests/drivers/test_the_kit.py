"""What the conformance tests must not let pass."""

import re
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@cache
def failures() -> dict[str, set[str]]:
    """Which tests each of the drivers falls to."""
    outcome = subprocess.run(
        [
            *(sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--no-header", "-rA", "--tb=no"),
            str(ROOT / "tests/drivers/wrong_drivers.py"),
        ],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    found: dict[str, set[str]] = {}
    for word, driver, test in re.findall(
        r"^(PASSED|FAILED) \S+::Test(\w+)::(\w+)", outcome.stdout, re.MULTILINE
    ):
        found.setdefault(driver, set()).update({test} if word == "FAILED" else set())
    assert found, outcome.stdout + outcome.stderr
    return found


def test_a_driver_that_is_right_passes() -> None:
    assert failures()["RightReader"] == set()


@pytest.mark.parametrize(
    ("driver", "test"),
    [
        ("Prints", "test_it_prints_and_logs_nothing"),
        ("NeverAsksAgain", "test_it_asks_again"),
        ("IsNeverSilent", "test_silence_is_said"),
        ("KeepsTheOldTag", "test_a_new_connection_knows_nothing_of_the_old_one"),
        ("ReadsTheClock", "test_it_is_told_the_time_and_waits_for_nothing"),
        ("Sleeps", "test_it_is_told_the_time_and_waits_for_nothing"),
        ("DrawsCards", "test_it_reports_what_its_role_may"),
    ],
)
def test_a_driver_that_is_wrong_falls_to_the_test_of_what_it_does_wrong(driver: str, test: str) -> None:
    assert test in failures()[driver]
