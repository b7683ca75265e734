"""The drivers that are put through the conformance test, by the names of module and test class."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

from tests.drivers.conformance import DriverConformance

DRIVER_TESTS = Path(__file__).parents[1] / "drivers"


def driver_tests() -> dict[str, DriverConformance]:
    modules = [import_module(f"tests.drivers.{path.stem}") for path in sorted(DRIVER_TESTS.glob("test_*.py"))]
    classes = {
        f"{module.__name__.rpartition('.test_')[2]}.{name}": found
        for module in modules
        for name, found in vars(module).items()
        if isinstance(found, type) and issubclass(found, DriverConformance) and found is not DriverConformance
    }
    return {name: found() for name, found in classes.items() if not found.__abstractmethods__}
