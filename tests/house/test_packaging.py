"""What is handed out beside the program: its units, its list of parts, its man page."""

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from controller.cli import COMMANDS

ROOT = Path(__file__).parents[2]
SYSTEM = ROOT / "config" / "system"
MOST_EXPOSED = 1.5


def said(*command: str | Path) -> str:
    env = {"PATH": "/usr/bin:/bin", "PYTHONPATH": str(ROOT)}
    return subprocess.run(
        command, cwd=ROOT, env=env, capture_output=True, text=True, check=True, timeout=60
    ).stdout


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="there is no systemd here")
def test_the_service_is_locked_in():
    unit = SYSTEM / "table-controller@.service"
    told = said("systemd-analyze", "security", "--offline=true", "--no-pager", unit)
    exposed = re.search(r"Overall exposure level for \S+ ([0-9.]+)", told)
    assert exposed is not None, told
    assert float(exposed[1]) <= MOST_EXPOSED, told


def test_the_list_of_parts_has_every_locked_package():
    bill = json.loads(said(sys.executable, ".ci/sbom.py"))
    locked = set(re.findall(r"^([a-z][\w.-]*==\S+)", (ROOT / "requirements.lock").read_text(), re.MULTILINE))
    listed = {f"{part['name']}=={part['version']}" for part in bill["components"]}
    assert {entry for entry in locked if not entry.startswith("setuptools==")} == listed
    assert all(part["hashes"] for part in bill["components"])


def test_the_man_page_tells_every_command():
    page = said(sys.executable, "docs/generate.py", "--man")
    for name in COMMANDS:
        assert f".SH TABLECTL {name.upper()}" in page


def test_units_and_rules_name_the_users_that_are_made():
    made = set(re.findall(r"^u (\S+)", (SYSTEM / "table-controller.sysusers.conf").read_text(), re.MULTILINE))
    for unit in SYSTEM.glob("*.service"):
        assert set(re.findall(r"^User=(\S+)", unit.read_text(), re.MULTILINE)) <= made
    rules = (SYSTEM / "86-table-controller.rules").read_text()
    assert set(re.findall(r'GROUP="([^"]+)"', rules)) <= made
