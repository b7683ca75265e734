"""One device without a table: its reports as they come, and its raw traffic for those who look after drivers.

The device is never told that a report is safely kept, because it is not: what it had to say it will say to the
table again. Faces, tags and badges are hidden as everywhere; raw bytes can hold them, so a recording is sealed
with the table's key as the journal's faces are.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TextIO

from config.schema import Device
from controller.cannot_go_on import CannotGoOn
from controller.journal.seal import Seal
from drivers.driver import Driver, Step
from drivers.links import READ_WAIT_MS, AnySettings, Link, LinkLost, open_link
from drivers.registry import UnknownDriver, build_driver
from drivers.reports import Beat, Report

FORMAT = 1

Noticed = Callable[[str, bytes], None]  # "in" or "out", and the bytes


class BadRecording(CannotGoOn):
    """The text says what is wrong with the file, or with the key."""


@dataclass(frozen=True, slots=True)
class Said:
    """A line for the person who listens."""

    at_ms: int
    text: str


def listen(
    device: Device, settings: AnySettings, seconds: float | None, noticed: Noticed = lambda way, data: None
) -> Iterator[Said]:
    """Until the time is over, the cable is pulled, or whoever listens has had enough."""
    began_s = time.monotonic()
    driver = _driver(device.driver, device.options)
    try:
        link = open_link(settings)
    except LinkLost as lost:
        yield Said(0, str(lost))
        return
    try:
        yield from _heard(_Line(link, driver, noticed), began_s, seconds)
    except LinkLost as lost:
        yield Said(_ms(began_s), str(lost))
    finally:
        link.close()


class _Line:
    """The driver and its link as the table would have them, with somebody who notices each byte."""

    def __init__(self, link: Link, driver: Driver, noticed: Noticed) -> None:
        self._link, self._driver, self._noticed = link, driver, noticed

    def begin(self, now_ms: int) -> Step:
        return self._sent(self._driver.connected(now_ms))

    def go_on(self, now_ms: Callable[[], int]) -> Step:
        data = self._link.read()
        if not data:
            return self._sent(self._driver.idle(now_ms()))
        self._noticed("in", data)
        return self._sent(self._driver.received(data, now_ms()))

    def _sent(self, step: Step) -> Step:
        if step.send:
            self._noticed("out", step.send)
            self._link.write(step.send)
        return step


def _heard(line: _Line, began_s: float, seconds: float | None) -> Iterator[Said]:
    step = line.begin(0)
    while True:
        yield from _told(step, _ms(began_s))
        if seconds is not None and time.monotonic() - began_s >= seconds:
            return
        step = line.go_on(lambda: _ms(began_s))


def _told(step: Step, now_ms: int) -> Iterator[Said]:
    for report in step.reports:
        if not isinstance(report, Beat):
            yield Said(now_ms, _shown(report))
    if step.silent:
        yield Said(now_ms, f"silent: {step.silent}")


def _shown(report: Report) -> str:
    """`repr` without what has no value; what is hidden shows as hidden."""
    told = {name: getattr(report, name) for name in report.__dataclass_fields__}
    words = " ".join(f"{name}={value!r}" for name, value in told.items() if value not in (None, "", ()))
    return f"{type(report).__name__} {words}".rstrip()


def _driver(name: str, options: dict[str, Any]) -> Driver:
    return build_driver(name, options, None)


def _ms(began_s: float) -> int:
    return int((time.monotonic() - began_s) * 1000)


# ---------------------------------------------------------------- recordings


class Recorder:
    """One JSON object a line: what it is a recording of, then each chunk of bytes, sealed."""

    def __init__(self, file: TextIO, device: Device, seal: Seal) -> None:
        self._file, self._seal = file, seal
        self._began_s = time.monotonic()
        self._put(
            recording=FORMAT, device=device.name, role=device.role, driver=device.driver, options=device.options
        )

    def noticed(self, way: str, data: bytes) -> None:
        self._put(at_ms=_ms(self._began_s), way=way, sealed=self._seal.close(data.hex()))

    def _put(self, **what: object) -> None:
        self._file.write(json.dumps(what) + "\n")
        self._file.flush()


def replay(path: Path, seal: Seal) -> Iterator[Said]:
    """The driver hears it all again, at the same distances in time but without waiting."""
    lines = _lines(path)
    about = next(lines, {})
    if about.get("recording") != FORMAT:
        raise BadRecording(f"{path} is no recording that this version made: see `tablectl record`")
    try:
        driver = _driver(about["driver"], about["options"])
    except (UnknownDriver, ValueError, KeyError) as error:
        raise BadRecording(f"{path} cannot be replayed here: {error}") from error
    yield from _told(driver.connected(0), 0)
    now_ms = 0
    for chunk in lines:
        at_ms, way, data = _opened(path, chunk, seal)
        if way == "in":
            yield from _quiet(driver, now_ms, at_ms)
            now_ms = at_ms
            yield from _told(driver.received(data, now_ms), now_ms)


def _quiet(driver: Driver, from_ms: int, until_ms: int) -> Iterator[Said]:
    for now_ms in range(from_ms + READ_WAIT_MS, until_ms, READ_WAIT_MS):
        step = driver.idle(now_ms)
        yield from _told(Step(step.reports), now_ms)


def _lines(path: Path) -> Iterator[dict[str, Any]]:
    try:
        for line in path.read_text(encoding="utf-8").splitlines():
            content = json.loads(line)
            if not isinstance(content, dict):
                raise ValueError
            yield content
    except (ValueError, RecursionError) as error:
        raise BadRecording(f"{path} is damaged or no recording: see `tablectl record`") from error


def _opened(path: Path, chunk: dict[str, Any], seal: Seal) -> tuple[int, str, bytes]:
    try:
        return int(chunk["at_ms"]), str(chunk["way"]), bytes.fromhex(seal.open(chunk["sealed"]))
    except KeyError as error:
        raise BadRecording(f"{path} is damaged: a line lacks {error}") from error
    except (TypeError, ValueError) as error:
        raise BadRecording(
            f"{path} was sealed with another key, or is damaged: give the table it is of"
        ) from error
