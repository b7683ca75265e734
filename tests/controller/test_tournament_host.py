"""Under players who have paid nobody changes the conditions, or the table."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.controller.test_scripted_dealer import daemon_of
from tests.daemon import ROOT


@pytest.mark.parametrize(
    ("file", "old", "new", "said"),
    [
        (
            "tournaments/one_table_canberra_poker.toml",
            "entry_cents = 5_500",
            "entry_cents = 4_500",
            "put the old",
        ),
        ("tables/demo_tournament.toml", "boxes = 7", "boxes = 8", "T-11 with 7 boxes"),
    ],
)
def test_what_a_tournament_began_with_stays(file: str, old: str, new: str, said: str) -> None:
    with daemon_of("demo_tournament") as daemon:
        daemon.kill()
        changed = daemon.config.parent.parent / file
        text = changed.read_text()
        assert old in text
        changed.write_text(text.replace(old, new))
        ended = started(daemon.config)
        assert ended.returncode == 1
        assert said in ended.stderr
        assert "Traceback" not in ended.stderr
        changed.write_text(text)
        daemon.start()


def started(config: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "controller", "run", str(config)]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=60, check=False)


def test_a_table_without_the_people_a_tournament_needs_does_not_start(tmp_path: Path) -> None:
    with daemon_of("demo_tournament") as daemon:
        daemon.kill()
        staff = daemon.config.parent.parent / "staff/demo.toml"
        text = staff.read_text()
        staff.write_text(re.sub('role = "cashier"', 'role = "dealer"', text))
        ended = started(daemon.config)
        assert ended.returncode != 0
        assert 'nobody is role = "cashier"' in ended.stderr
        staff.write_text(text)
        daemon.start()
