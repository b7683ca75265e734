from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.controller.tournament.conducting import Hosted


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[Hosted]:
    made = Hosted(tmp_path)
    yield made
    made.close()
