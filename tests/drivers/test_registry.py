from importlib.metadata import EntryPoint

import pytest
from pydantic import ValidationError

from drivers import registry
from drivers.angel_eye.driver import AngelEye
from drivers.driver import Driver
from drivers.registry import DRIVERS, UnknownDriver, build_driver, driver_class
from tests.fuzz.under_test import driver_tests


def install(monkeypatch: pytest.MonkeyPatch, name: str, value: str) -> None:
    entry = EntryPoint(name, value, registry.ENTRY_POINT_GROUP)

    def found(group: str, name: str | None = None) -> list[EntryPoint]:
        return [entry] if group == entry.group and name in (None, entry.name) else []

    monkeypatch.setattr(registry, "entry_points", found)


def test_every_driver_of_ours_can_be_named() -> None:
    for name in registry.DRIVERS:
        assert issubclass(driver_class(name), Driver)


def test_a_driver_is_built_from_its_options() -> None:
    assert isinstance(build_driver("angel_eye", {"commands": True}, None), AngelEye)
    with pytest.raises(ValidationError):
        build_driver("angel_eye", {"comands": True}, None)


def test_an_unknown_name_is_answered_with_the_nearest() -> None:
    with pytest.raises(UnknownDriver, match='did you mean "angel_eye"'):
        driver_class("angeleye")


def test_an_installed_driver_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch, "maker", "drivers.angel_eye.driver:AngelEye")
    assert driver_class("maker") is AngelEye
    assert "maker" in registry.driver_names()
    with pytest.raises(UnknownDriver, match='did you mean "maker"'):
        driver_class("makerr")


def test_an_installed_driver_never_replaces_ours(monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch, "angel_eye", "builtins:dict")
    assert driver_class("angel_eye") is AngelEye


def test_what_is_installed_must_be_a_driver(monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch, "maker", "builtins:dict")
    with pytest.raises(UnknownDriver, match="is not a subclass of Driver"):
        driver_class("maker")


def test_every_driver_is_put_through_the_conformance_test():
    assert {test.name for test in driver_tests().values()} == set(DRIVERS)
