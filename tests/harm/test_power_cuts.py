"""A few of the power cuts of `make harm`, with every test run."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.harm.live import TABLE
from tests.harm.power import Recorded

CUTS = range(1, 13)


@pytest.mark.skipif(shutil.which("strace") is None, reason="there is no strace here to record a disk with")
def test_what_was_told_is_there_after_a_power_cut_at_any_moment(tmp_path: Path) -> None:
    recorded = Recorded(tmp_path, TABLE)
    assert len(recorded.calls) > 300
    assert [f"seed {seed}: {what}" for seed in CUTS for what in recorded.cut(seed)] == []
