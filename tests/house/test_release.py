"""A release's list of sums is signed as a technician checks it."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.daemon import ROOT


@pytest.mark.skipif(shutil.which("ssh-keygen") is None, reason="there is no ssh-keygen here")
def test_the_signature_is_good_for_that_list_and_for_no_other(tmp_path: Path) -> None:
    key = tmp_path / "key"
    subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", str(key)], check=True)
    (tmp_path / "allowed_signers").write_text(f"release {key.with_suffix('.pub').read_text()}")
    sums = tmp_path / "SHA256SUMS"
    sums.write_text("0" * 64 + "  table-controller_1_amd64.deb\n")
    subprocess.run([ROOT / ".ci/sign-release", key, sums], check=True, capture_output=True)
    documented = re.search(r"^(ssh-keygen -Y verify .+)$", (ROOT / "docs/install.md").read_text(), re.MULTILINE)
    assert documented is not None
    check = ["bash", "-c", documented[1]]
    assert subprocess.run(check, cwd=tmp_path, capture_output=True, check=False).returncode == 0
    sums.write_text("1" * 64 + "  table-controller_1_amd64.deb\n")
    assert subprocess.run(check, cwd=tmp_path, capture_output=True, check=False).returncode != 0
