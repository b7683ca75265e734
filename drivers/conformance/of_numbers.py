"""Whether a driver loses nothing, tells nothing twice and acknowledges nothing too early, by the numbers alone.

All of it is made from what `Numbers` says. Of a device that numbers nothing there is nothing to ask.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar

from drivers.conformance.kit import IDLE_MS, Kit
from drivers.conformance.says import Boot, Numbers
from drivers.driver import Driver, Heard
from drivers.reports import Damaged, Report, ReportsMissed

MANY = 40  # at once, and more than any device here can count to before it begins anew at 0
SOME = 5  # this far from the first number, where nothing is special
LEFT_OUT = 2


Self = TypeVar("Self", bound="OfNumbers")


def _if_numbered(test: Callable[[Self, Numbers], None]) -> Callable[[Self], None]:
    def of_what_is_said(self: Self) -> None:
        if numbers := self.numbers():
            test(self, numbers)

    of_what_is_said.__name__, of_what_is_said.__doc__ = test.__name__, test.__doc__
    return of_what_is_said


class OfNumbers(Kit):
    def test_it_is_said_how_numbers_run(self) -> None:
        if self.numbers() is None:
            numbered = [report for said in self.messages() for report in said.reports if _is_numbered(report)]
            assert not numbered, "its reports have numbers: say in `numbers` how the device counts"

    @_if_numbered
    def test_many_numbered_messages_in_one_read_are_all_told_in_their_order(self, numbers: Numbers) -> None:
        row = numbers.row(numbers.first, MANY)
        stream = b"".join(numbers.message(numbers.boot, number).data for number in row)
        driver = self._just_started(numbers)
        assert self.reports(driver, stream) == _meant(numbers, numbers.boot, row)

    @_if_numbered
    def test_a_number_that_was_heard_is_told_once(self, numbers: Numbers) -> None:
        driver = self._just_started(numbers)
        for number in numbers.row(numbers.first, SOME):
            said = numbers.message(numbers.boot, number)
            assert self.reports(driver, said.data) == list(said.reports)
            assert self.reports(driver, said.data) == [], "a repetition is told as news"

    @_if_numbered
    def test_what_is_on_disk_is_not_told_again_after_a_new_connection(self, numbers: Numbers) -> None:
        for number in numbers.row(numbers.first, SOME):
            driver = self._known(numbers, number)
            assert self.reports(driver, numbers.message(numbers.boot, number).data) == []

    @_if_numbered
    def test_numbers_go_on_beyond_the_last(self, numbers: Numbers) -> None:
        beyond = [] if numbers.after_last is None else numbers.row(numbers.after_last, SOME)
        driver = self._known(numbers, numbers.last - 2)
        for number in [numbers.last - 1, numbers.last, *beyond]:
            said = numbers.message(numbers.boot, number)
            assert self.reports(driver, said.data) == list(said.reports), f"number {number}"
            assert self.reports(driver, said.data) == [], f"number {number} again"
            self._is_acknowledged(numbers, driver, numbers.boot, number)
        if beyond:
            driver = self._known(numbers, numbers.last)
            said = numbers.message(numbers.boot, beyond[0])
            assert self.reports(driver, said.data) == list(said.reports), "after a new connection"

    @_if_numbered
    def test_a_jump_is_told_as_missed_or_waited_for(self, numbers: Numbers) -> None:
        starts = [numbers.first, numbers.last - LEFT_OUT - 1]
        for start in [*starts, *([numbers.last - 1] if numbers.after_last is not None else [])]:
            *left_out, after = numbers.row(start, LEFT_OUT + 2)[1:]
            self._is_missed(numbers, self._known(numbers, start), numbers.boot, left_out, after)

    @_if_numbered
    def test_a_jump_while_the_line_was_down_is_told_as_missed_or_waited_for(self, numbers: Numbers) -> None:
        start, *left_out, after = numbers.row(numbers.first, LEFT_OUT + 2)
        said_by_now = after if numbers.jump == "sent again" else left_out[-1]
        driver, greeted = self._greeted(numbers, start, numbers.boot, said_by_now)
        if numbers.jump == "sent again":
            self._are_told(numbers, driver, numbers.boot, [*left_out, after])
            return
        heard = [*greeted, *self.reports(driver, numbers.message(numbers.boot, after).data)]
        missed = [report for report in heard if isinstance(report, ReportsMissed)]
        assert sum(report.count for report in missed) == LEFT_OUT
        assert [report for report in heard if _is_numbered(report) and report not in missed] == (
            _meant(numbers, numbers.boot, [after])
        )

    @_if_numbered
    def test_the_numbers_of_a_new_life_are_no_repeats(self, numbers: Numbers) -> None:
        """After power came on it counts from the first again; whether the line broke then is chance."""
        again = numbers.boots[1] if numbers.boots else None
        before = numbers.row(numbers.first, 2 * SOME)[-1]
        row = numbers.row(numbers.first, SOME)
        for broke in (True, False):
            driver = self._known(numbers, before)
            if broke:
                driver, _ = self._greeted(numbers, before, again, None)
            else:
                self.reports(driver, numbers.greeting(again, None))
            told = [report for number in row for report in self._hears(numbers, driver, again, number)]
            if numbers.boots is None:  # then nobody can say whether it started anew or jumped
                told = [report for report in told if not isinstance(report, ReportsMissed)]
            assert told == _meant(numbers, again, row)

    @_if_numbered
    def test_what_is_missing_at_the_beginning_of_a_new_life_is_missed(self, numbers: Numbers) -> None:
        if numbers.boots is None:
            return
        before = numbers.row(numbers.first, SOME)[-1]
        driver, _ = self._greeted(numbers, before, numbers.boots[1], None)
        *left_out, after = numbers.row(numbers.first, LEFT_OUT + 1)
        self._is_missed(numbers, driver, numbers.boots[1], left_out, after)

    @_if_numbered
    def test_a_damaged_message_that_comes_again_is_told(self, numbers: Numbers) -> None:
        start, number = numbers.row(numbers.first, 2)
        said = numbers.message(numbers.boot, number)
        for at in range(len(said.data)):
            driver = self._known(numbers, start)
            wrong = said.data[:at] + bytes([said.data[at] ^ 0x11]) + said.data[at + 1 :]
            first = self.reports(driver, wrong, self.resynchronise())
            if not all(isinstance(report, Damaged) and report.sequence is None for report in first):
                continue  # nothing in it shows the damage
            again = [report for report in self.reports(driver, said.data) if not isinstance(report, Damaged)]
            assert again == list(said.reports), "damage was counted as heard"

    @_if_numbered
    def test_nothing_is_acknowledged_before_it_is_on_disk(self, numbers: Numbers) -> None:
        if numbers.acknowledgement is None:
            return
        start, *row = numbers.row(numbers.first, SOME)
        driver = self._known(numbers, start)
        sent = b"".join(driver.received(numbers.message(numbers.boot, number).data, 0).send for number in row)
        sent += b"".join(driver.idle(IDLE_MS * times).send for times in range(1, SOME))
        for number in row:
            assert numbers.acknowledgement(numbers.boot, number) not in sent, "what the device lets go is lost"

    @_if_numbered
    def test_what_is_on_disk_is_acknowledged_and_nothing_newer(self, numbers: Numbers) -> None:
        start, *row = numbers.row(numbers.first, SOME)
        driver = self._known(numbers, start)
        self._are_told(numbers, driver, numbers.boot, row)
        for at, number in enumerate(row):
            sent = self._is_acknowledged(numbers, driver, numbers.boot, number)
            newer = row[at + 1 :] if numbers.acknowledgement else []
            for later in newer:
                assert numbers.acknowledgement
                assert numbers.acknowledgement(numbers.boot, later) not in sent, "it is not on disk yet"

    @_if_numbered
    def test_what_an_earlier_life_said_acknowledges_nothing_of_this_one(self, numbers: Numbers) -> None:
        if numbers.acknowledgement is None or numbers.boots is None:
            return
        start, number = numbers.row(numbers.first, 2)
        driver = self._known(numbers, start)
        self._are_told(numbers, driver, numbers.boot, [number])
        self.reports(driver, numbers.greeting(numbers.boots[1], None))
        self._are_told(numbers, driver, numbers.boots[1], [start, number])
        sent = driver.committed(numbers.boot, number)
        for newer in (start, number):
            assert numbers.acknowledgement(numbers.boots[1], newer) not in sent

    # ------------------------------------------------------------ what is done in several of them

    def _just_started(self, numbers: Numbers) -> Driver:
        """One that nobody has met before."""
        driver = self.driver()
        self.reports(driver, numbers.greeting(numbers.boot, None))
        return driver

    def _known(self, numbers: Numbers, number: int) -> Driver:
        """All up to this number is on disk, and the device has said nothing since."""
        return self._greeted(numbers, number, numbers.boot, number)[0]

    def _greeted(
        self, numbers: Numbers, on_disk: int, boot: Boot, used: int | None
    ) -> tuple[Driver, list[Report]]:
        said = numbers.message(numbers.boot, on_disk).reports
        driver = self.driver(Heard(numbers.boot, on_disk, said))
        return driver, self.reports(driver, numbers.greeting(boot, used))

    def _hears(self, numbers: Numbers, driver: Driver, boot: Boot, number: int) -> list[Report]:
        return self.reports(driver, numbers.message(boot, number).data)

    def _are_told(self, numbers: Numbers, driver: Driver, boot: Boot, row: Iterable[int]) -> None:
        for number in row:
            assert self._hears(numbers, driver, boot, number) == _meant(numbers, boot, [number])

    def _is_missed(self, numbers: Numbers, driver: Driver, boot: Boot, left_out: list[int], after: int) -> None:
        """`ReportsMissed` carries the last number that is missing."""
        reports = self._hears(numbers, driver, boot, after)
        if numbers.jump == "sent again":
            assert reports == [], "what lies before it has not been heard"
            self._are_told(numbers, driver, boot, [*left_out, after])
            return
        missed = ReportsMissed(count=len(left_out), boot=boot, sequence=left_out[-1])
        assert reports == [missed, *_meant(numbers, boot, [after])]

    def _is_acknowledged(self, numbers: Numbers, driver: Driver, boot: Boot, number: int) -> bytes:
        sent = driver.committed(boot, number)
        if numbers.acknowledgement is None:
            assert sent == b"", "say in `numbers` what an acknowledgement looks like"
        else:
            assert numbers.acknowledgement(boot, number) in sent, "the device keeps it, and says it for ever"
        return sent


def _meant(numbers: Numbers, boot: Boot, row: Iterable[int]) -> list[Report]:
    return [report for number in row for report in numbers.message(boot, number).reports]


def _is_numbered(report: Report) -> bool:
    return report.sequence is not None
