"""Whether a driver says what the messages mean, once and in their order, and lights what it says it can."""

from __future__ import annotations

from drivers.conformance.kit import Kit
from drivers.driver import Driver
from drivers.reports import Damaged, Report, ReportsMissed

MANY_TIMES = 20  # a device that was held up says all at once


class OfMeaning(Kit):
    def test_each_message_brings_exactly_what_it_means(self) -> None:
        driver = self.driver()
        for said in self.messages():
            assert said.reports, "give messages that mean something"
            assert not any(isinstance(report, Damaged | ReportsMissed) for report in said.reports)
            assert self.reports(driver, said.data) == list(said.reports)

    def test_many_messages_in_one_read_are_all_told_in_their_order(self) -> None:
        stream = self.data() * MANY_TIMES
        assert self.reports(self.driver(), b"".join(stream)) == self.reports(self.driver(), *stream)

    def test_a_connection_alone_tells_nothing(self) -> None:
        """Nothing has been heard on it yet: not even that nothing lies there."""
        driver = self.driver()
        assert driver.connected(1).reports == ()
        self.reports(driver, *self.data())
        assert driver.connected(2).reports == ()

    def test_each_place_is_told_as_itself(self) -> None:
        places = self.places()
        if places is None:
            placed = [report for said in self.messages() for report in said.reports if _places([report])]
            assert not placed, "what it says has a place: say in `places` which it has, and what it says there"
            return
        for place in places.numbers:
            said = places.message(place)
            driver = self.driver()
            self.reports(driver, *places.greeting)
            assert self.reports(driver, said.data) == list(said.reports)
            assert _places(said.reports) == {place}

    def test_each_lamp_lights_and_goes_out(self) -> None:
        """Also on a new connection, where the device may have lost its power: then it is dark."""
        driver = self._met()
        lit = {}
        for lamp in sorted(driver.lamps(driver.Options.model_validate(self.options))):
            lit[lamp] = driver.lights(frozenset({lamp}))
            assert lit[lamp], f"it says it has lamp {lamp}, and sends nothing to light it"
            dark = driver.lights(frozenset())
            assert dark, f"lamp {lamp} is never put out"
            assert dark != lit[lamp], f"lamp {lamp} is put out by what lights it"
            driver.lights(frozenset({lamp}))
            driver.connected(1)
            greeting = b"".join(driver.received(data, 1).send for data in self.data())
            assert greeting + driver.lights(frozenset({lamp})), f"lamp {lamp} stays dark after a new connection"
            driver.lights(frozenset())
        assert len(set(lit.values())) == len(lit), "two lamps are one to the device"

    def _met(self) -> Driver:
        driver = self.driver()
        self.reports(driver, *self.data())
        return driver


def _places(reports: list[Report] | tuple[Report, ...]) -> set[int]:
    named = (getattr(report, name, None) for report in reports for name in ("antenna", "sensor", "button"))
    return {place for place in named if place is not None}
