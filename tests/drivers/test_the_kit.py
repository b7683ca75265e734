"""What the conformance tests must not let pass."""

import os
import re
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@cache
def said() -> str:
    outcome = subprocess.run(
        [
            *(sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--no-header", "-rA", "--tb=no"),
            str(ROOT / "tests/drivers/wrong_drivers.py"),
            str(ROOT / "tests/drivers/wrong_numbers.py"),
        ],
        cwd=ROOT,
        env=os.environ | {"COLUMNS": "300"},
        capture_output=True,
        text=True,
        check=False,
    )
    return outcome.stdout + outcome.stderr


@cache
def failures() -> dict[str, set[str]]:
    """Which tests each of the drivers falls to."""
    found: dict[str, set[str]] = {}
    for word, driver, test in re.findall(r"^(PASSED|FAILED|ERROR) \S+::Test(\w+)::(\w+)", said(), re.MULTILINE):
        found.setdefault(driver, set()).update({test} if word != "PASSED" else set())
    assert found, said()
    return found


@pytest.mark.parametrize("driver", ["RightReader", "RightTray"])
def test_a_driver_that_is_right_passes(driver: str) -> None:
    assert failures()[driver] == set()


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
        ("ForgetsWhatIsOnDisk", "test_what_is_on_disk_is_not_told_again_after_a_new_connection"),
        ("KeepsTheNewestBack", "test_many_numbered_messages_in_one_read_are_all_told_in_their_order"),
        ("CountsDamageAsHeard", "test_a_damaged_message_that_comes_again_is_told"),
        ("InventsATakenChip", "test_a_connection_alone_tells_nothing"),
        ("Waits", "test_no_step_takes_long"),
        ("NeverWraps", "test_numbers_go_on_beyond_the_last"),
        ("IsOneSensorOff", "test_each_message_brings_exactly_what_it_means"),
        ("IsOneSensorOff", "test_each_place_is_told_as_itself"),
        ("SwapsTwoUnderLoad", "test_many_numbered_messages_in_one_read_are_all_told_in_their_order"),
        ("TakesEightAtMost", "test_many_numbered_messages_in_one_read_are_all_told_in_their_order"),
        ("AcknowledgesAtOnce", "test_nothing_is_acknowledged_before_it_is_on_disk"),
        ("AcknowledgesTheNewest", "test_what_is_on_disk_is_acknowledged_and_nothing_newer"),
        ("NeverAcknowledges", "test_what_is_on_disk_is_acknowledged_and_nothing_newer"),
        ("SaysNothingOfAJump", "test_a_jump_is_told_as_missed_or_waited_for"),
        ("TakesANewLifeForRepeats", "test_the_numbers_of_a_new_life_are_no_repeats"),
        ("WorksLong", "test_no_step_takes_long"),
        ("SearchesAllItHasHeard", "test_a_long_run_takes_no_longer_than_a_short_one"),
        ("NeverLights", "test_each_lamp_lights_and_goes_out"),
        ("LightsTheNextLamp", "test_each_lamp_lights_and_goes_out"),
        ("SaysNothingOfItsNumbers", "test_it_is_said_how_numbers_run"),
        ("SaysNothingOfItsNumbers", "test_each_place_is_told_as_itself"),
    ],
)
def test_a_driver_that_is_wrong_falls_to_the_test_of_what_it_does_wrong(driver: str, test: str) -> None:
    assert test in failures()[driver]


@pytest.mark.parametrize("driver", ["Waits", "WorksLong"])
def test_a_driver_that_blocks_is_stopped_and_the_rest_is_not_tried(driver: str) -> None:
    assert "test_any_split_brings_the_same_reports" in failures()[driver]
    assert f"Test{driver}::test_any_split_brings_the_same_reports - Failed: not tried: the driver" in said()
