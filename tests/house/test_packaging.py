"""What is handed out beside the program: its units, its list of parts, its man page."""

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from controller.cli import COMMANDS
from controller.web.server import PAGES

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
    polkit = (SYSTEM / "table-controller-pcscd.polkit").read_text()
    assert set(re.findall(r'subject.user === "([^"]+)"', polkit)) == {"table-controller"} <= made


def test_the_browser_of_a_kiosk_goes_nowhere_but_to_its_screens():
    policy = json.loads((SYSTEM / "chromium-policy.json").read_text())
    assert policy["URLBlocklist"] == ["*", "chrome://*", "chrome-untrusted://*"]  # `*` spares the browser's own
    pages = {url.removeprefix("http://127.0.0.1/") for url in policy["URLAllowlist"] if "127.0.0.1" in url}
    assert pages == set(PAGES) - {"bench"}, "a screen that the server has and the kiosk may not show"
    [first] = [url for url in policy["URLAllowlist"] if url.startswith("file:")]
    kiosk = (SYSTEM / "table-kiosk@.service").read_text()
    assert f"{first}%i/screen.html" in kiosk
    assert policy["DeveloperToolsAvailability"] == 2  # nowhere
    assert policy["DownloadRestrictions"] == 3  # all of them
    assert policy["RemoteDebuggingAllowed"] is False


def test_what_is_packed_for_the_kiosk_is_there():
    """A file in /etc belongs to whoever looks after the PC: dpkg keeps what is changed in it."""
    recipe = (ROOT / ".ci/make-deb").read_text()
    place = "/etc/chromium/policies/managed/table-controller.json"
    assert f'config/system/chromium-policy.json "$root{place}"' in recipe
    assert f'echo {place} > "$root/DEBIAN/conffiles"' in recipe


def test_a_keyboard_is_passed_over_and_a_touch_screen_is_not():
    rules = (SYSTEM / "86-table-controller.rules").read_text()
    [rule] = [line for line in rules.splitlines() if line.endswith('ENV{LIBINPUT_IGNORE_DEVICE}="1"')]
    assert 'ENV{ID_INPUT_KEY}=="1"' in rule
    assert 'ENV{ID_INPUT_TOUCHSCREEN}!="1"' in rule
