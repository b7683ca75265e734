"""A technician makes a new table: a few answers, files that are correct, and what to do next."""

from __future__ import annotations

import errno
import io
import os
import re
import stat
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from config.load import load
from controller.cli import main
from controller.commands import FAILED, OK
from controller.tools import new_table
from controller.tools.new_table import on_usb
from games.catalogue import game_names

OF_THE_GAME = {  # an empty answer to each question about what the casino determines, and to the hours
    "canberra_poker": [""] * 8,
    "omaha": [""] * 8,
    "faro": [""] * 7,
}
HOME = Path(__file__).parents[2]
PEOPLE = ["2001", "Ruth", "6058", "6058", "1182", "Marta", "4826", "4826"]


@pytest.fixture(autouse=True)
def _nothing_is_plugged_in(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("controller.commands.new_table.BY_ID", tmp_path / "by-id")
    monkeypatch.setattr("controller.commands.new_table.usb_lines", lambda backend: iter(()))
    monkeypatch.setattr("controller.commands.new_table.libusb", lambda: None)


def answers(monkeypatch: pytest.MonkeyPatch, *said: str) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in said)))


def test_a_few_answers_make_a_table(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    quoted = '"Ruth" \\ 1st'
    answers(monkeypatch, "T-07", "omaha", "8", "de", *OF_THE_GAME["omaha"], PEOPLE[0], quoted, *PEOPLE[2:])
    assert main(["new-table", str(tmp_path / "casino")]) == OK
    config = load(tmp_path / "casino/tables/T-07.toml")
    assert (config.table.table, config.game, config.table.boxes) == ("T-07", "omaha", 8)
    assert (config.table.panel.language, config.table.sign.language) == ("de", "de")
    assert [(person.number, person.name, person.role) for person in config.staff] == [
        ("2001", quoted, "supervisor"),
        ("1182", "Marta", "dealer"),
    ]
    assert config.state == tmp_path / "casino/state/T-07"
    assert stat.S_IMODE((tmp_path / "casino/staff/staff.toml").stat().st_mode) == 0o640
    said = capsys.readouterr().out
    assert "is correct. Next:\n  tablectl run " in said
    assert not [pin for pin in ("6058", "4826") if pin in (tmp_path / "casino/staff/staff.toml").read_text()]


@pytest.mark.parametrize("game", sorted(game_names()))
def test_a_demonstration_of_each_game_is_one_line(tmp_path: Path, game: str) -> None:
    flags = ["--name", "D-1", "--game", game, "--language", "en", "--demo"]
    assert main(["new-table", str(tmp_path), *flags]) == OK
    config = load(tmp_path / "tables/D-1.toml")
    assert config.simulated
    assert config.game == game


def test_a_wrong_answer_is_asked_again(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    wrong_first = [
        "table one",
        "T-01",
        "bridge",
        "faro",
        "0",
        "7",
        "en",
        *OF_THE_GAME["faro"],
        "20",
        *PEOPLE[:2],
    ]
    pins = ["60", "6058", "6059", "6058", "6058"]
    answers(monkeypatch, *wrong_first, *pins, *PEOPLE[4:])
    assert main(["new-table", str(tmp_path)]) == OK
    assert load(tmp_path / "tables/T-01.toml").game == "faro"


def test_two_people_do_not_get_one_number(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    answers(monkeypatch, "T-01", "faro", "7", "en", *OF_THE_GAME["faro"], *PEOPLE[:4], PEOPLE[0], *PEOPLE[4:])
    assert main(["new-table", str(tmp_path)]) == OK
    assert [person.number for person in load(tmp_path / "tables/T-01.toml").staff] == ["2001", "1182"]


def test_a_file_that_there_is_no_room_for_is_not_there_the_next_time(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write_text = Path.write_text

    def on_a_full_disk(path: Path, text: str, encoding: str | None = None) -> int:
        if "tables" in path.parts:
            write_text(path, text[:9])
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        return write_text(path, text, encoding)

    flags = ["--name", "D-1", "--game", "faro", "--language", "en", "--demo"]
    with monkeypatch.context() as full:
        full.setattr(Path, "write_text", on_a_full_disk)
        assert main(["new-table", str(tmp_path), *flags]) == FAILED
    assert f"{tmp_path / 'tables/D-1.toml'} cannot be written (No space" in capsys.readouterr().err
    assert main(["new-table", str(tmp_path), *flags]) == OK


def test_who_stops_answering_has_made_nothing(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    answers(monkeypatch, "T-07", "omaha")
    assert main(["new-table", str(tmp_path / "casino")]) == FAILED
    assert "nothing is written" in capsys.readouterr().err
    assert not (tmp_path / "casino").exists()


def test_a_second_table_has_the_same_people_and_no_file_is_written_over(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    answers(monkeypatch, "T-01", "omaha", "9", "en", *OF_THE_GAME["omaha"], *PEOPLE)
    assert main(["new-table", str(tmp_path)]) == OK
    game = tmp_path / "games/T-02.toml"  # somebody has written it beforehand
    game.write_text(f"{(tmp_path / 'games/T-01.toml').read_text()}\n# ours\n")
    answers(monkeypatch, "T-02", "omaha", "9", "en", *OF_THE_GAME["omaha"])
    assert main(["new-table", str(tmp_path)]) == OK
    assert load(tmp_path / "tables/T-02.toml").staff == load(tmp_path / "tables/T-01.toml").staff
    assert game.read_text().endswith("# ours\n")
    answers(monkeypatch, "T-02", "omaha", "9", "en")
    assert main(["new-table", str(tmp_path)]) == FAILED
    assert "is there already: give another --name" in capsys.readouterr().err


def test_what_is_plugged_in_is_found(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "by-id").mkdir()
    for port in ("usb-FTDI_A1", "usb-FTDI_B2", "usb-GSM_modem"):
        (tmp_path / "by-id" / port).touch()
    keys = '# 05f3:045a at port 1-2\nrole = "buttons"\ndriver = "xkeys"\n'
    link = 'link = { kind = "usb", vendor = 0x05f3, product = 0x045a, port = "1-2" }'
    monkeypatch.setattr(
        "controller.commands.new_table.usb_lines", lambda backend: iter([keys + link, "# 1d6b:0002 a lamp"])
    )
    monkeypatch.setattr("controller.tools.new_table.SERVICE_HOME", tmp_path / "elsewhere")
    answers(
        monkeypatch,
        "T-01",
        "canberra_poker",
        "7",
        "en",
        *OF_THE_GAME["canberra_poker"],
        *PEOPLE,
        "angel_eye",
        "line_scanner",
        "nothing",
    )
    assert main(["new-table", str(tmp_path)]) == OK
    found = {device.name: device for device in load(tmp_path / "tables/T-01.toml").devices}
    assert {name: device.driver for name, device in found.items()} == {
        "buttons": "xkeys",
        "shoe": "angel_eye",
        "scanner": "line_scanner",
    }
    assert (found["shoe"].link.path, found["shoe"].link.baud) == (str(tmp_path / "by-id/usb-FTDI_A1"), 4800)


def test_two_devices_of_a_role_have_names_of_their_own(tmp_path: Path) -> None:
    keys = 'role = "buttons"\ndriver = "xkeys"\n'
    files = new_table.named_apart([str(on_usb(keys)), str(on_usb(keys))], "T-01")
    assert [str(path) for path in files] == ["devices/T-01-buttons.toml", "devices/T-01-buttons-2.toml"]
    assert 'name = "buttons-2"' in files[Path("devices/T-01-buttons-2.toml")]


def test_the_installed_services_table_keeps_its_state_where_the_service_may_write(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for module in ("controller.tools.new_table", "controller.commands.new_table"):
        monkeypatch.setattr(f"{module}.SERVICE_HOME", tmp_path)
    flags = ["--name", "T-01", "--game", "faro", "--language", "en", "--demo"]
    assert main(["new-table", str(tmp_path), *flags]) == OK
    config = load(tmp_path / "tables/T-01.toml")
    assert str(config.state) == "/var/lib/table-controller/T-01/state"
    assert str(config.keys) == "/var/lib/table-controller/T-01/state-keys"
    assert str(config.screens) == "/run/table-controller/T-01"
    assert config.table.screens_group == "table-kiosk"
    assert "systemctl enable --now table-controller@T-01" in capsys.readouterr().out


def test_a_second_table_gets_a_port_and_devices_of_its_own(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Two on one computer: with the first one's port the second never starts, and a device speaks to one."""
    (tmp_path / "by-id").mkdir()
    (tmp_path / "by-id/usb-FTDI_A1").touch()
    keys = '# 05f3:045a at port 1-2\nrole = "buttons"\ndriver = "xkeys"\n'
    link = 'link = { kind = "usb", vendor = 0x05f3, product = 0x045a, port = "1-2" }'
    monkeypatch.setattr("controller.commands.new_table.usb_lines", lambda backend: iter([keys + link]))
    answers(
        monkeypatch, "T-01", "canberra_poker", "7", "en", *OF_THE_GAME["canberra_poker"], *PEOPLE, "angel_eye"
    )
    assert main(["new-table", str(tmp_path)]) == OK
    (tmp_path / "by-id/usb-FTDI_B2").touch()
    answers(monkeypatch, "T-02", "canberra_poker", "7", "en", *OF_THE_GAME["canberra_poker"], "line_scanner")
    assert main(["new-table", str(tmp_path)]) == OK
    first, second = (load(tmp_path / f"tables/T-0{number}.toml") for number in (1, 2))
    assert (first.table.panel.port, second.table.panel.port) == (8470, 8471)
    assert [device.driver for device in first.devices] == ["xkeys", "angel_eye"]
    assert [device.driver for device in second.devices] == ["line_scanner"]
    (tmp_path / "tables/T-01.toml").unlink()  # given up: what it had is free
    answers(monkeypatch, "T-03", "canberra_poker", "7", "en", *OF_THE_GAME["canberra_poker"], "angel_eye")
    assert main(["new-table", str(tmp_path)]) == OK
    third = load(tmp_path / "tables/T-03.toml")
    assert [device.driver for device in third.devices] == ["xkeys", "angel_eye"]
    assert third.table.panel.port == 8470


def test_a_name_that_is_taken_is_said_before_anything_else_is_asked(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    flags = ["--name", "T-01", "--game", "faro", "--language", "en", "--demo"]
    assert main(["new-table", str(tmp_path), *flags]) == OK
    answers(monkeypatch, "T-01")
    assert main(["new-table", str(tmp_path)]) == FAILED
    assert "T-01.toml is there already" in capsys.readouterr().err


def test_what_the_casino_determines_is_asked_for_and_written_with_what_explains_it(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    said = ["10", "400", "10", "7500.50", "2", "5000", "15"]
    answers(monkeypatch, "T-01", "canberra_poker", "7", "en", *said, "12:00 to 04:00", *PEOPLE)
    assert main(["new-table", str(tmp_path)]) == OK
    config = load(tmp_path / "tables/T-01.toml")
    options = config.options
    limits = options.limits
    assert (limits.minimum_cents, limits.maximum_cents, limits.multiple_cents) == (1_000, 40_000, 1_000)
    assert options.maximum_payout_cents == 750_050
    assert (options.jackpot.wager_cents, options.jackpot.opening_cents) == (200, 500_000)
    assert options.least_notice_minutes == 15
    assert config.table.hours == "12:00 to 04:00"
    written = (tmp_path / "games/T-01.toml").read_text()
    assert re.search(r"maximum_payout_cents = 750050 +# rule 8.2", written)
    assert re.search(r"least_notice_minutes = 15 +# rules 3.1", written)


@pytest.mark.parametrize("game", sorted(game_names()))
def test_no_real_table_is_without_prior_notice_unless_somebody_says_so(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, game: str
) -> None:
    """NOTICE-LEAST: ten minutes, where nobody has answered otherwise."""
    flags = ["--name", "T-09", "--game", "faro", "--boxes", "7", "--language", "en"]
    answers(monkeypatch, *OF_THE_GAME["faro"], *PEOPLE)
    assert main(["new-table", str(tmp_path), *flags]) == OK  # from now on nobody is asked for people
    answers(monkeypatch, *[""] * 30)
    assert main(["new-table", str(tmp_path), "--name", "T-01", "--game", game]) == OK
    assert load(tmp_path / "tables/T-01.toml").options.least_notice_minutes == 10


def test_limits_that_do_not_go_together_are_asked_for_again(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    wrong = ["100", "50", "5", "", "", "", ""]
    answers(monkeypatch, "T-01", "canberra_poker", "7", "en", *wrong, *OF_THE_GAME["canberra_poker"], *PEOPLE)
    assert main(["new-table", str(tmp_path)]) == OK
    assert "Nobody could play by that: " in capsys.readouterr().out
    assert load(tmp_path / "tables/T-01.toml").options.limits.minimum_cents == 500


@pytest.mark.parametrize(
    ("said", "wanted"),
    [
        (["table one", "T-01"], "1 to 16 letters, digits and hyphens"),
        (["T-01", "bridge", "omaha"], "one of canberra_poker, "),
        (["T-01", "omaha", "12", "9"], "a number from 1 to 9"),
        (["T-01", "omaha", "9", "en", "two hundred"], "dollars, like 25 or 2.50"),
        (["T-01", "omaha", "9", "en", *[""] * 7, "", "20"], "3 to 8 digits"),
        (["T-01", "omaha", "9", "en", *[""] * 8, "2001", "Ruth", "605"], "4 to 8 digits"),
    ],
)
def test_who_answers_wrongly_is_told_what_is_wanted(
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    said: list[str],
    wanted: str,
) -> None:
    answers(monkeypatch, *said)
    assert main(["new-table", str(tmp_path)]) == FAILED
    assert f"Write {wanted}" in capsys.readouterr().out


def test_every_option_that_is_shipped_is_explained() -> None:
    explained = (HOME / "docs/game-options.md").read_text(encoding="utf-8")
    for path in sorted((HOME / "config/games").glob("*.toml")):
        for option in options_in(tomllib.loads(path.read_text(encoding="utf-8"))["options"]):
            assert f"`{option}`" in explained, f"{path.name} has {option}"


def options_in(values: dict[str, Any], within: str = "") -> Iterator[str]:
    for name, value in values.items():
        if isinstance(value, dict):
            yield from options_in(value, f"{within}{name}.")
        else:
            yield within + name
