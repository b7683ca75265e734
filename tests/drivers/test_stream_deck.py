"""A Stream Deck of either family."""

from pathlib import Path

import pytest
from pydantic import ValidationError

from drivers.hid import reports_out
from drivers.reports import ButtonPressed, ButtonReleased, Damaged, Report
from drivers.stream_deck.driver import StreamDeck, StreamDeckOptions
from tests.drivers.conformance import Means, Places, ReportConformance


def main(*down: int, keys: int = 15) -> bytes:
    states = bytes(key in down for key in range(1, keys + 1))
    return (bytes([1, 0, keys, 0]) + states).ljust(512, b"\0")


def mini(*down: int) -> bytes:
    return (b"\x01" + bytes(key in down for key in range(1, 7))).ljust(17, b"\0")


class TestConformance(ReportConformance):
    name = "stream_deck"
    speaks = "by itself"
    begun = 4 + 15  # what stands behind the keys says nothing

    last = 15

    def messages(self) -> list[Means]:
        return [
            Means(self.report(1), ButtonPressed(button=1)),
            Means(self.report(), ButtonReleased(button=1)),
            Means(self.report(2, self.last), ButtonPressed(button=2), ButtonPressed(button=self.last)),
        ]

    def report(self, *down: int) -> bytes:
        return main(*down)[: self.begun]

    def places(self) -> Places:
        return Places(range(1, self.last + 1), lambda key: Means(self.report(key), ButtonPressed(button=key)))

    def secrets(self) -> list[str]:
        return []


class TestConformanceOfTheMini(TestConformance):
    options = {"family": "mini", "keys": 6}  # noqa: RUF012
    last = 6

    def report(self, *down: int) -> bytes:
        return mini(*down)[:7]


class TestConformanceOfKeysThatLight(TestConformance):
    """Its lamps are its pictures."""

    @pytest.fixture(autouse=True)
    def _pictures(self, tmp_path: Path) -> None:
        paths = {}
        for name, bytes_of_it in (("dark", b"\x01"), ("lit 1", b"\x02"), ("lit 9", b"\x03")):
            (tmp_path / name).write_bytes(b"\xff\xd8\xff" + bytes_of_it * 2_000)
            paths[name] = str(tmp_path / name)
        self.options = {
            "pictures": {"1": paths["dark"], "9": paths["dark"]},
            "lit_pictures": {"1": paths["lit 1"], "9": paths["lit 9"]},
        }


def deck(**options: object) -> StreamDeck:
    driver = StreamDeck(StreamDeckOptions.model_validate(options), None)
    driver.connected(0)
    return driver


def heard(driver: StreamDeck, *reports: bytes) -> list[Report]:
    return [report for data in reports for report in driver.received(data, 0).reports]


def test_keys_are_counted_along_the_rows() -> None:
    assert heard(deck(), main(2, 15), main(15)) == [
        *(ButtonPressed(button=2), ButtonPressed(button=15), ButtonReleased(button=2))
    ]
    assert heard(deck(family="mini", keys=6), mini(6)) == [ButtonPressed(button=6)]
    assert heard(deck(keys=32), main(32, keys=32)) == [ButtonPressed(button=32)]


def test_a_device_with_other_keys_than_the_options_say() -> None:
    wrong = "another number of keys than the options say"
    assert heard(deck(), main(1, keys=32)) == [Damaged(why=wrong)]
    assert heard(deck(), bytes([1, 3, 15, 0]) + bytes(15)) == [Damaged(why="a report of another kind")]
    assert heard(deck(), bytes([1, 0, 15, 0]) + b"\x02" * 15) == [
        Damaged(why="a key that is neither up nor down")
    ]


@pytest.mark.parametrize("family", ["main", "mini"])
def test_its_brightness_and_its_pictures(tmp_path: Path, family: str) -> None:
    image = {"main": b"\xff\xd8\xff", "mini": b"BM"}[family] + bytes(range(256)) * 9
    path = tmp_path / "hold"
    path.write_bytes(image)
    driver = StreamDeck(
        StreamDeckOptions.model_validate(
            {"family": family, "keys": 6, "brightness": 40, "pictures": {"3": str(path)}}
        ),
        None,
    )
    bright, *shown = reports_out(driver.connected(0).send)
    assert (
        bright.payload.rstrip(b"\0") == {"main": b"\x03\x08\x28", "mini": b"\x05\x55\xaa\xd1\x01\x28"}[family]
    )
    assert len(bright.payload) == {"main": 32, "mini": 17}[family]
    assert [len(report.payload) for report in shown] == [1024] * 3
    if family == "main":
        heads = [b"\x02\x07\x02\x00\xf8\x03\x00\x00", b"\x02\x07\x02\x00\xf8\x03\x01\x00"]
        heads.append(b"\x02\x07\x02\x01" + (len(image) - 2 * 1016).to_bytes(2, "little") + b"\x02\x00")
    else:
        heads = [b"\x02\x01\x00\x00\x00\x03", b"\x02\x01\x01\x00\x00\x03", b"\x02\x01\x02\x00\x01\x03"]
    first = {"main": 8, "mini": 16}[family]
    assert [report.payload[: len(head)] for report, head in zip(shown, heads, strict=True)] == heads
    assert b"".join(report.payload[first:] for report in shown)[: len(image)] == image


def test_options_are_checked(tmp_path: Path) -> None:
    png = tmp_path / "hold.png"
    png.write_bytes(b"\x89PNG")
    for options, complaint in (
        ({"pictures": {"16": str(png)}}, "pictures names key 16, but there are 15 keys"),
        ({"pictures": {"1": str(png)}}, "is no JPEG of at most 65536 bytes"),
        ({"pictures": {"1": "/no/such.jpg"}}, "cannot be read"),
        ({"pictures": {"1": "hold.jpg"}}, "give the whole path"),
        ({"brightness": 101}, "less than or equal to 100"),
    ):
        with pytest.raises(ValidationError, match=complaint):
            StreamDeckOptions.model_validate(options)


def test_a_key_shows_another_picture_while_it_is_lit(tmp_path: Path) -> None:
    dark, lit = tmp_path / "dark", tmp_path / "lit"
    dark.write_bytes(b"\xff\xd8\xffdark")
    lit.write_bytes(b"\xff\xd8\xfflit")
    driver = deck(pictures={"1": str(dark), "3": str(dark)}, lit_pictures={"3": str(lit)})
    assert StreamDeck.lamps(driver.options) == {3}
    [shown] = reports_out(driver.lights(frozenset({3})))
    assert (shown.data[1], shown.data[7:13]) == (2, b"\xff\xd8\xfflit")
    assert driver.lights(frozenset({3})) == b"", "a picture takes long: the same one is not sent again"
    [shown] = reports_out(driver.lights(frozenset()))
    assert shown.data[7:14] == b"\xff\xd8\xffdark"


def test_options_that_no_deck_has(tmp_path: Path) -> None:
    lit = tmp_path / "lit"
    lit.write_bytes(b"\xff\xd8\xfflit")
    with pytest.raises(ValidationError, match="give pictures one, too"):
        deck(lit_pictures={"3": str(lit)})
    with pytest.raises(ValidationError, match="a mini has 6 keys"):
        deck(family="mini", keys=15)
