"""Whether a printer's driver calls printed what the printer has confirmed, and nothing else."""

from __future__ import annotations

from drivers.conformance.kit import IDLE_MS, Kit
from drivers.driver import Driver
from drivers.reports import Report, SlipNotPrinted, SlipPrinted
from drivers.slip import Slip, SlipLine

SLIPS = [
    Slip("sheet", number, (SlipLine("Ruling", "title"), SlipLine("x" * 200)), "ab" * 32) for number in (7, 8)
]
PRINTED = [SlipPrinted(paper="sheet", number=number) for number in (7, 8)]


class OfPrinting(Kit):
    def confirmed(self) -> bytes:
        """A printer: all that it answers while one short slip is printed, if nothing goes wrong."""
        return b""

    def _at_work(self) -> Driver | None:
        """None: it is no printer."""
        driver = self.driver()
        if "printer" not in (self.roles or driver.roles(driver.Options.model_validate(self.options))):
            return None
        assert self.confirmed(), "say in `confirmed` what the printer answers while a slip is printed"
        self.reports(driver, self.data()[0])
        return driver

    def test_a_slip_is_printed_when_the_printer_says_so(self) -> None:
        driver = self._at_work()
        if driver is None:
            return
        for slip, printed in zip(SLIPS, PRINTED, strict=True):
            step = driver.prints(slip, 0)
            assert step.send
            assert not _of_slips(list(step.reports)), "it has only been sent"
            assert not _of_slips(list(driver.idle(IDLE_MS).reports))
            *before, last = self.confirmed()
            assert not _of_slips(self.reports(driver, bytes(before))), "not all of it is confirmed"
            assert _of_slips(self.reports(driver, bytes([last]))) == [printed]

    def test_a_new_connection_confirms_no_slip_of_the_old_one(self) -> None:
        driver = self._at_work()
        if driver is None:
            return
        driver.prints(SLIPS[0], 0)
        driver.connected(1)
        assert not _of_slips(self.reports(driver, *self.data(), self.confirmed()))

    def test_a_printer_that_says_nothing_has_printed_nothing(self) -> None:
        driver = self._at_work()
        if driver is None:
            return
        driver.prints(SLIPS[0], 0)
        steps = [driver.idle(now_ms) for now_ms in range(IDLE_MS, self.silent_after_ms + IDLE_MS, IDLE_MS)]
        assert not [one for step in steps for one in step.reports if isinstance(one, SlipPrinted)]


def _of_slips(reports: list[Report]) -> list[Report]:
    return [report for report in reports if isinstance(report, SlipPrinted | SlipNotPrinted)]
