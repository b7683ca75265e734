"""Whether a driver lives with what a wire brings (split, damaged, flooded, silent) and keeps its secrets."""

from __future__ import annotations

import contextlib
import sys
import tracemalloc
from collections.abc import Iterator
from datetime import date
from random import Random
from types import FrameType
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from drivers.conformance.kit import IDLE_MS, Kit
from drivers.conformance.of_meaning import OfMeaning
from drivers.driver import Driver, Heard, Step
from drivers.reports import Damaged, Report
from drivers.roles import may_report

FLOOD_BYTES = 1_000_000
MOST_KEPT_BYTES = 32_768
OUTSIDE = ("time", "posix", "io", "_io", "select", "_socket", "_thread")


class OfBytes(Kit):
    def _quiet(self, driver: Driver, began_ms: int = 0) -> Iterator[Step]:
        """What it does while nothing comes, until it has said so or should have."""
        for now_ms in range(began_ms + IDLE_MS, began_ms + self.silent_after_ms + IDLE_MS, IDLE_MS):
            step = driver.idle(now_ms)
            yield step
            if step.silent:
                return

    def test_it_reports_what_its_role_may(self) -> None:
        """The felt does not listen to it any more if it reports anything else."""
        driver = self.driver()
        roles = self.roles or driver.roles(driver.Options.model_validate(self.options))
        assert roles, "say in the driver's roles, or in those of this test, what the device can be at a table"
        for report in self.reports(driver, *self.data()):
            assert any(may_report(role, report) for role in roles), f"{type(report).__name__} of {roles}"

    def test_it_prints_and_logs_nothing(
        self, capfd: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture
    ) -> None:
        """What it has to say is a report; and whoever prints, prints a card one day."""
        self._whole_life(self.driver())
        told = capfd.readouterr()
        assert (told.out, told.err) == ("", "")
        assert not caplog.records

    def test_it_is_told_the_time_and_waits_for_nothing(self) -> None:
        """It runs in the table's own loop: while it sleeps or reads a file, no other device is heard."""
        driver = self.driver()  # made by the thread that opens the line: that one may read a file
        with _touches() as touched:
            self._whole_life(driver)
        assert not touched, f"it calls {', '.join(sorted(set(touched)))}"

    def _whole_life(self, driver: Driver) -> None:
        for message in self.data():
            driver.received(message, 0)
            driver.received(message[: len(message) // 2], 0)
        driver.idle(IDLE_MS)
        driver.idle(self.silent_after_ms)
        driver.connected(self.silent_after_ms + 1)
        driver.committed(None, None)

    def test_it_asks_again(self) -> None:
        """An answer may be lost, and the device may have been away: nobody else asks it."""
        if self.speaks != "when asked":
            return
        for answers in ([], self.data()):
            driver = self.driver()
            for answer in answers:
                driver.received(answer, 0)
            assert any(step.send for step in self._quiet(driver)), "it asks once and never again"

    def test_silence_is_said(self) -> None:
        """A wire that is pulled out often looks like one on which nothing happens."""
        if self.speaks == "by itself":
            return
        for answers in ([], self.data()):
            driver = self.driver()
            for answer in answers:
                driver.received(answer, 0)
            assert not driver.idle(IDLE_MS).silent, "a moment is no silence"
            assert any(step.silent for step in self._quiet(driver)), "nobody would notice that it is gone"
            driver.connected(self.silent_after_ms)
            assert not driver.idle(self.silent_after_ms + IDLE_MS).silent, "it is there again"

    def test_a_new_connection_knows_nothing_of_the_old_one(self) -> None:
        """What lay there may have gone while the wire was out. (What has a number is known by that.)"""
        driver = self.driver()
        first = self.reports(driver, *self.data())
        if _numbered(first):
            return
        driver.connected(0)
        assert self.reports(driver, *self.data()) == first

    def test_any_split_brings_the_same_reports(self) -> None:
        stream = b"".join(self.data())
        whole = self.reports(self.driver(), stream)
        for at in range(1, len(stream)):
            assert self.reports(self.driver(), stream[:at], stream[at:]) == whole

    def test_one_byte_at_a_time(self) -> None:
        stream = b"".join(self.data())
        single = [stream[at : at + 1] for at in range(len(stream))]
        assert self.reports(self.driver(), *single) == self.reports(self.driver(), stream)

    def test_a_rebuilt_driver_hears_nothing_twice(self) -> None:
        first = self.reports(self.driver(), *self.data())
        for at, last in enumerate(first):
            if last.sequence is None:
                continue
            said = tuple(r for r in first if (r.boot, r.sequence) == (last.boot, last.sequence))
            rebuilt = self.driver(Heard(last.boot, last.sequence, said))
            again = self.reports(rebuilt, *self.messages_after_restart(at, first))
            assert _numbered(again) == _numbered(first[at + 1 :])

    def messages_after_restart(self, at: int, first: list[Report]) -> list[bytes]:
        """What the device sends to a controller whose last report on disk is `first[at]`."""
        return self.data()

    def test_a_message_is_found_again_after_garbage(self) -> None:
        for garbage in (b"\xff" * 50, bytes(range(0x80, 0xC0))):
            driver = self.driver()
            reports = self.reports(driver, garbage + self.resynchronise(), *self.data())
            assert any(isinstance(report, Damaged) for report in reports)
            assert [r for r in reports if not isinstance(r, Damaged)] == self.reports(
                self.driver(), *self.data()
            )

    def test_garbage_of_one_kind_is_reported_once(self) -> None:
        driver = self.driver()
        assert len(self.reports(driver, *[b"\xff"] * 5_000)) <= 1

    def test_no_bytes_raise(self) -> None:
        @settings(max_examples=60, deadline=None, derandomize=True)
        @given(chunks=st.lists(st.binary(max_size=200), max_size=8))
        def survives(chunks: list[bytes]) -> None:
            driver = self.driver()
            for chunk in chunks:
                driver.received(chunk, 0)
            driver.idle(100_000)
            driver.connected(100_001)

        survives()

    def test_pieces_of_messages_in_any_order_do_not_raise(self) -> None:
        """Closer to the truth than random bytes: most of it passes the checks."""
        stream = b"".join(self.data())

        @settings(max_examples=80, deadline=None, derandomize=True)
        @given(cuts=st.lists(st.tuples(st.integers(0, len(stream)), st.integers(0, 80)), max_size=12))
        def survives(cuts: list[tuple[int, int]]) -> None:
            driver = self.driver()
            reports = [*self.reports(driver, *(stream[at : at + length] for at, length in cuts))]
            reports += driver.idle(100_000).reports
            assert not [secret for secret in self.secrets() if secret in repr(reports)]

        survives()

    def test_a_flood_is_not_kept(self) -> None:
        driver = self.driver()
        flood = Random(7)  # noqa: S311 - the same flood each time
        tracemalloc.start()
        for _ in range(FLOOD_BYTES // 10_000):
            driver.received(flood.randbytes(10_000).replace(b"\0", b"\1"), 0)
        kept = tracemalloc.get_traced_memory()[0]
        tracemalloc.stop()
        assert kept < MOST_KEPT_BYTES

    def test_nothing_printed_shows_a_card_or_a_tag(self) -> None:
        printed = repr([self.driver().received(message, 0) for message in self.data()])
        assert not [secret for secret in self.secrets() if secret in printed]

    def test_damage_is_named_without_its_bytes(self) -> None:
        whys = set()
        for message in self.data():
            for at in range(len(message)):
                wrong = message[:at] + bytes([message[at] ^ 0x11]) + message[at + 1 :]
                for report in self.reports(self.driver(), wrong, self.resynchronise()):
                    if isinstance(report, Damaged):
                        whys.add(report.why)
        assert 0 < len(whys) < 8
        assert not [why for why in whys for secret in self.secrets() if secret in why]

    def test_no_wrong_bit_brings_a_card_or_a_tag_into_sight(self) -> None:
        """Whatever is made of a damaged message, it is not printed."""
        stream = b"".join(self.data())
        for at in range(len(stream)):
            for bit in range(8):
                wrong = stream[:at] + bytes([stream[at] ^ 1 << bit]) + stream[at + 1 :]
                printed = repr(self.reports(self.driver(), wrong))
                assert not [secret for secret in self.secrets() if secret in printed]

    def test_a_message_cut_off_anywhere_is_complained_of_at_most_once(self) -> None:
        messages = self.data()
        for index, message in enumerate(messages):
            for at in range(1, len(message)):
                driver = self.driver()
                self.reports(driver, *messages[:index])
                cut_off = self.reports(driver, message[:at])
                step = driver.connected(1)
                assert sum(isinstance(report, Damaged) for report in [*cut_off, *step.reports]) <= 1

    def test_a_report_without_a_number_needs_no_acknowledgement(self) -> None:
        assert self.driver().committed(None, None) == b""

    def test_an_acknowledgement_is_sent_once(self) -> None:
        driver = self.driver()
        numbered = _numbered(self.reports(driver, *self.data()))
        if not numbered:
            return  # a device without numbers is told nothing
        last = numbered[-1]
        driver.committed(last.boot, last.sequence)
        assert driver.committed(last.boot, last.sequence) == b""

    def test_a_link_that_breaks_in_a_message_says_so(self) -> None:
        driver = self.driver()
        driver.received(self.data()[-1][:-1], 0)
        assert [type(report) for report in driver.connected(1).reports] == [Damaged]


class OfReports(OfBytes, OfMeaning):
    """On USB nothing is split and nothing runs together."""

    def test_many_messages_in_one_read_are_all_told_in_their_order(self) -> None:
        """Each read is one report."""

    def test_any_split_brings_the_same_reports(self) -> None:
        """It cannot come split. If it did, it would be damage, and the next report is understood."""
        whole = self.reports(self.driver(), *self.data())
        for message in self.data():
            for at in range(1, len(message)):
                driver = self.driver()
                assert all(isinstance(report, Damaged) for report in self.reports(driver, message[:at]))
                assert self.reports(driver, *self.data()) == whole

    def test_one_byte_at_a_time(self) -> None:
        for message in self.data():
            single = [message[at : at + 1] for at in range(len(message))]
            assert all(isinstance(report, Damaged) for report in self.reports(self.driver(), *single))

    def test_a_message_is_found_again_after_garbage(self) -> None:
        for garbage in (b"\xff" * 50, b"", bytes(range(0x80, 0xC0))):
            driver = self.driver()
            reports = self.reports(driver, garbage, *self.data())
            assert isinstance(reports[0], Damaged)
            assert reports[1:] == self.reports(self.driver(), *self.data())

    def test_no_wrong_bit_brings_a_card_or_a_tag_into_sight(self) -> None:
        for message in self.data():
            for at in range(len(message)):
                for bit in range(8):
                    wrong = message[:at] + bytes([message[at] ^ 1 << bit]) + message[at + 1 :]
                    printed = repr(self.reports(self.driver(), wrong))
                    assert not [secret for secret in self.secrets() if secret in printed]

    def test_a_link_that_breaks_in_a_message_says_so(self) -> None:
        """A report comes whole or not at all."""
        driver = self.driver()
        assert [type(report) for report in self.reports(driver, self.data()[-1][:-1])] == [Damaged]
        assert driver.connected(1).reports == ()


@contextlib.contextmanager
def _touches() -> Iterator[list[str]]:
    """The names of all that reaches out of the program: the clock, files, the network, a thread."""
    touched: list[str] = []

    def notice(frame: FrameType, event: str, called: Any) -> None:
        if event == "c_call" and _reaches_out(called):
            touched.append(getattr(called, "__qualname__", repr(called)))

    before = sys.getprofile()
    sys.setprofile(notice)
    try:
        yield touched
    finally:
        sys.setprofile(before)


def _reaches_out(called: Any) -> bool:
    owner, name = getattr(called, "__self__", None), getattr(called, "__name__", "")
    if isinstance(owner, type) and issubclass(owner, date):
        return name in ("now", "utcnow", "today")
    module = getattr(called, "__module__", None)
    return module in OUTSIDE or (module == "builtins" and name in ("print", "input"))


def _numbered(reports: list[Report]) -> list[Report]:
    return [report for report in reports if report.sequence is not None]
