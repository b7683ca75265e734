"""What the project's files may and may not say."""

import json
import re
import subprocess
from pathlib import Path

ROOT = Path(__file__).parents[2]
TOP = {
    ".ci",
    ".gitignore",
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "Makefile",
    "README.md",
    "config",
    "controller",
    "docs",
    "drivers",
    "games",
    "pyproject.toml",
    "requirements-bench.lock",
    "requirements-fuzz.lock",
    "requirements-dev.lock",
    "requirements.lock",
    "simulators",
    "tests",
}


def tracked() -> list[Path]:
    names = subprocess.run(
        ["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout.split("\0")
    return [ROOT / name for name in names if name and (ROOT / name).exists()]


def test_the_top_level_holds_what_it_should():
    assert {path.relative_to(ROOT).parts[0] for path in tracked()} <= TOP


def test_lock_files_have_hashes_and_no_addresses():
    for path in sorted(ROOT.glob("*.lock")):
        text = path.read_text()
        assert "://" not in text
        assert "--index" not in text
        pinned = "\n".join(line for line in text.splitlines() if not line.startswith("#"))
        for entry in re.split(r"\n(?=\S)", pinned.strip()):
            assert "--hash=sha256:" in entry, entry.splitlines()[0]
    text = (ROOT / "tests" / "browser" / "package-lock.json").read_text()
    assert "://" not in text
    packages = json.loads(text)["packages"]
    assert [name for name, entry in packages.items() if name and "integrity" not in entry] == []


def test_every_module_says_what_it_is():
    for path in tracked():
        ours = path.suffix == ".py" and path.relative_to(ROOT).parts[0] != "tests"
        if ours and path.name != "__init__.py":
            assert path.read_text(encoding="utf-8").startswith('"""'), path
