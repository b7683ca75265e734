"""The example of docs/write-a-driver.md is a whole driver, and an installed package is found."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from drivers import registry
from drivers.driver import Driver
from drivers.reports import Damaged, Faulted, Noted

ROOT = Path(__file__).parents[2]
DOCUMENT = (ROOT / "docs" / "write-a-driver.md").read_text()
DRIVER, TESTS = re.findall(r"^```python\n(.*?)^```", DOCUMENT, re.MULTILINE | re.DOTALL)
ENTRY_POINTS = re.search(r'^\[project\.entry-points\."(.+?)"\]\n(\w+) = "(.+?)"', DOCUMENT, re.MULTILINE)


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """As pip would leave it: the module, and beside it what it is called."""
    assert ENTRY_POINTS
    group, name, value = ENTRY_POINTS.groups()
    (tmp_path / "weighing_tray.py").write_text(DRIVER)
    told = tmp_path / "weighing_tray-1.0.dist-info"
    told.mkdir()
    (told / "METADATA").write_text("Metadata-Version: 2.1\nName: weighing-tray\nVersion: 1.0\n")
    (told / "entry_points.txt").write_text(f"[{group}]\n{name} = {value}\n")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "weighing_tray", raising=False)
    return tmp_path


def test_the_example_is_short() -> None:
    assert len(DRIVER.splitlines()) < 100


def test_an_installed_package_is_found_by_its_entry_point(package: Path) -> None:
    tray = registry.build_driver("weighing_tray", {"full_at": 9}, None)
    assert isinstance(tray, Driver)
    assert tray.received(b"$08", 0).reports == ()
    assert tray.received(b"8\n$099\n$098\n$E\nx\n", 0).reports == (
        *(Noted(what="tray_filling"), Noted(what="tray_full")),
        *(Damaged(why="a line whose check is wrong"), Faulted(code="sensor_failed")),
        Damaged(why="a line of another shape"),
    )
    assert "weighing_tray" in registry.driver_names()


def test_the_tests_of_the_example_pass_for_an_outsider(package: Path) -> None:
    """In a process of its own, in a folder that has nothing of ours but what can be imported."""
    (package / "test_weighing_tray.py").write_text(TESTS)
    outcome = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "test_weighing_tray.py"],
        cwd=package,
        env={"PYTHONPATH": f"{ROOT}:{package}", "PATH": "/usr/bin:/bin"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert re.search(r"^4\d passed", outcome.stdout, re.MULTILINE), outcome.stdout + outcome.stderr


def test_the_example_has_the_types_it_says(package: Path) -> None:
    outcome = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--cache-dir", str(package / "cache"), "weighing_tray.py"],
        cwd=package,
        env={"MYPYPATH": str(ROOT), "PATH": "/usr/bin:/bin"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert outcome.returncode == 0, outcome.stdout + outcome.stderr


@pytest.mark.parametrize("name", registry.NOT_PUBLIC)
def test_a_device_without_a_public_protocol_says_what_is_missing(name: str) -> None:
    with pytest.raises(registry.UnknownDriver, match="needs its maker's agreement") as unknown:
        registry.driver_class(name)
    page = (ROOT / "docs" / "devices" / "without-a-public-protocol.md").read_text()
    assert f"`{name}`" in page
    assert registry.NOT_PUBLIC[name][0] in page
    assert "docs/devices/without-a-public-protocol.md" in str(unknown.value)
