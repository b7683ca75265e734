"""One driver under atheris: whatever bytes come, in whatever pieces, it neither fails nor shows a card.

An input is a row of pieces: a byte that says how the piece comes (bytes, silence, a lost line), one that says
how long it is, and its bytes. The real messages of the device are the seeds: the fuzzer begins with what is
nearly right.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import atheris

with atheris.instrument_imports(include=["drivers"]):
    from drivers.driver import Driver, Step
    from drivers.reports import Report

from tests.drivers.conformance import DriverConformance
from tests.fuzz.under_test import driver_tests

LONGEST_PIECE = 256
MOST_SENT_BYTES = 65_536
STEPS_MS = (0, 1, 50, 400, 5_000)


def seeds(test: DriverConformance, folder: Path) -> None:
    for number, said in enumerate(test.data()):
        for at in range(0, len(said), LONGEST_PIECE - 1):
            piece = said[at : at + LONGEST_PIECE - 1]
            (folder / f"message-{number}-{at}").write_bytes(bytes([0, len(piece)]) + piece)


def pieces(data: bytes) -> Iterator[tuple[int, bytes]]:
    at = 0
    while at + 1 < len(data):
        how, length = data[at], data[at + 1]
        yield how, data[at + 2 : at + 2 + length]
        at += 2 + length


def live(test: DriverConformance, data: bytes) -> None:
    driver, now_ms = test.driver(), 0
    for how, piece in pieces(data):
        now_ms += STEPS_MS[how >> 2 & 3]
        step = _step(driver, how & 3, piece, now_ms)
        assert len(step.send) <= MOST_SENT_BYTES, "it sends without end"
        for report in step.reports:
            _look_at(report, test.secrets())
            driver.committed(report.boot, report.sequence)


def _step(driver: Driver, how: int, piece: bytes, now_ms: int) -> Step:
    if how == 2:
        return driver.idle(now_ms)
    return driver.connected(now_ms) if how == 3 else driver.received(piece, now_ms)


def _look_at(report: Report, secrets: list[str]) -> None:
    assert isinstance(report, Report)
    shown = repr(report)
    assert not any(secret in shown for secret in secrets), "a card or a tag is in sight"


def main() -> None:
    name, folder, *options = sys.argv[1:]
    test = driver_tests()[name]
    seeds(test, Path(folder))

    @atheris.instrument_func
    def one_input(data: bytes) -> None:
        live(test, data)

    atheris.Setup([sys.argv[0], folder, *options], one_input)
    atheris.Fuzz()


if __name__ == "__main__":
    main()
