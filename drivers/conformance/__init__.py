"""What every driver must do, whatever device it speaks to: tests to subclass, ours and those of others.

    from drivers.conformance import DriverConformance, Means

    class TestMine(DriverConformance):
        tested = MyDriver
        speaks = "when asked"

        def messages(self):
            return [Means(b"...", TagArrived(antenna=1, tag=Hidden(b"...")))]

        def secrets(self): ...

docs/write-a-driver.md has the whole of it. Needs pytest and hypothesis, which a table does not.
"""

import pytest

pytest.register_assert_rewrite(
    *(
        f"{__name__}.{part}"
        for part in ("kit", "of_bytes", "of_meaning", "of_numbers", "of_printing", "of_time")
    )
)

from drivers.conformance.of_bytes import OfBytes, OfReports  # noqa: E402
from drivers.conformance.of_meaning import OfMeaning  # noqa: E402
from drivers.conformance.of_numbers import OfNumbers  # noqa: E402
from drivers.conformance.of_printing import OfPrinting  # noqa: E402
from drivers.conformance.of_time import OfTime  # noqa: E402
from drivers.conformance.says import Means, Numbers, Places  # noqa: E402

__all__ = ["DriverConformance", "Means", "Numbers", "Places", "ReportConformance"]


class DriverConformance(OfBytes, OfPrinting, OfNumbers, OfMeaning, OfTime):
    """In this order from the end: whoever takes too long is told so first."""


class ReportConformance(OfReports, DriverConformance):
    """For a driver that reads whole reports from USB: there nothing is split and nothing runs together."""
