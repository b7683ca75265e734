"""A configuration is complained about once and fully: file, key, what is wrong, nearest key."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from config.load import DEMO, ConfigError, load
from config.schema import Panel
from controller.cli import main
from controller.commands import OK
from tests.games.pot_talk import pot_options

HOME = Path(__file__).parents[2] / "config"
SCRYPT = f"{'0' * 32}:{'0' * 64}"
REAL = 'link = { kind = "serial", path = "/dev/serial/by-id/shoe", baud = 4800 }'


@pytest.fixture
def home(tmp_path: Path) -> Path:
    for part in ("tables", "games", "devices", "staff", "tournaments"):
        shutil.copytree(HOME / part, tmp_path / part)
    return tmp_path


def change(path: Path, old: str, new: str) -> None:
    text = path.read_text()
    assert old in text, f"{path.name} does not say {old!r} any more"
    path.write_text(text.replace(old, new))


def complaints(home: Path) -> list[tuple[str, str, str]]:
    with pytest.raises(ConfigError) as wrong:
        load(home / "tables/demo.toml")
    found = wrong.value.complaints
    assert str(wrong.value) == "\n".join(map(str, found))
    return [(str(Path(said.file).relative_to(home)), said.key, said.reason) for said in found]


def complaint(home: Path) -> tuple[str, str, str]:
    found = complaints(home)
    assert len(found) == 1, found
    return found[0]


# ---------------------------------------------------------------- what is shipped


@pytest.mark.parametrize("table", sorted((HOME / "tables").glob("*.toml")), ids=lambda path: path.stem)
def test_every_shipped_table_loads(table: Path) -> None:
    config = load(table)
    assert config.devices
    assert any(member.role == "supervisor" for member in config.staff)


def test_every_shipped_file_is_used_by_a_table() -> None:
    named = "".join(table.read_text() for table in (HOME / "tables").glob("*.toml"))
    for part in ("games", "devices", "staff"):
        for file in (HOME / part).glob("*.toml"):
            assert f"{part}/{file.name}" in named


def test_the_demonstrations_keep_their_state_in_one_folder_of_the_checkout() -> None:
    for table in (HOME / "tables").glob("*.toml"):
        assert load(table).state == HOME.parent / "state" / table.stem


def test_a_relative_state_folder_stands_beside_the_tables_own_file(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    change(home / "tables/demo.toml", 'state = "../../state/demo"', 'state = "T-01"')
    assert load(home / "tables/demo.toml").state == home / "tables/T-01"
    monkeypatch.chdir(home)
    assert load(Path("tables/demo.toml")).state == home / "tables/T-01"
    change(home / "tables/demo.toml", 'state = "T-01"', 'state = "/var/lib/table"')
    assert load(home / "tables/demo.toml").state == Path("/var/lib/table")


def test_an_installed_demonstration_writes_nothing_beside_the_program(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("config.load.IS_INSTALLED", True)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    assert load(DEMO).state == tmp_path / "table-controller/demo"
    assert load(DEMO).keys == tmp_path / "table-controller/demo-keys"
    monkeypatch.delenv("XDG_STATE_HOME")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert load(DEMO).state == tmp_path / ".local/state/table-controller/demo"


def test_the_keys_lie_beside_the_state_folder_or_where_the_file_says(home: Path) -> None:
    table = home / "tables/demo.toml"
    change(table, 'state = "../../state/demo"', 'state = "T-01"')
    assert load(table).keys == home / "tables/T-01-keys"
    change(table, 'state = "T-01"', 'state = "T-01"\nkeys = "../secret"')
    assert load(table).keys == home / "secret"


def test_keys_in_the_state_folder_are_refused(home: Path) -> None:
    change(home / "tables/demo.toml", 'state = "../../state/demo"', 'state = "T-01"\nkeys = "T-01/inner"')
    file, key, reason = complaint(home)
    assert (file, key) == ("tables/demo.toml", "keys")
    assert "lies in the state folder" in reason


@pytest.mark.parametrize(
    ("witness", "said"),
    [
        ('"HOME/T-01/journal.db"', "lies with the journal or its keys"),
        ('"HOME/T-01/T-01.heads"', "lies with the journal or its keys"),
        ('"HOME/T-01-keys/sealing.key"', "lies with the journal or its keys"),
        ('"/mnt/stick/a.heads", "/mnt/stick/b/../a.heads"', "names one file twice"),
    ],
)
def test_a_witness_lies_elsewhere_than_what_it_speaks_of(home: Path, witness: str, said: str) -> None:
    there = witness.replace("HOME", str(home / "tables"))
    change(home / "tables/demo.toml", 'state = "../../state/demo"', f'state = "T-01"\nwitness = [{there}]')
    file, key, reason = complaint(home)
    assert (file, key) == ("tables/demo.toml", "witness")
    assert said in reason


def test_a_real_tables_pins_are_nobody_elses(home: Path) -> None:
    staff = home / "staff/demo.toml"
    by_hand = home / "tables/demo_by_hand.toml"
    by_hand.write_text(re.sub("^devices = .*", "devices = []", by_hand.read_text(), flags=re.MULTILINE))
    staff.write_text(re.sub(r'demo_pin = "\d+"', f'pin_scrypt = "{"0" * 32}:{"0" * 64}"', staff.read_text()))
    staff.chmod(0o644)
    with pytest.raises(ConfigError, match=f"read or written by anybody on this machine: chmod o= {staff}"):
        load(by_hand)
    staff.chmod(0o640)
    assert load(by_hand).staff


# ---------------------------------------------------------------- all at once


def test_everything_that_is_wrong_is_said_at_once(home: Path) -> None:
    change(home / "games/canberra_poker.toml", "maximum_payout_cents", "maximum_pay_cents")
    change(home / "devices/demo_shoe.toml", 'driver = "angel_eye"', 'driver = "angle_eye"')
    change(home / "devices/demo_readers.toml", 'device = "reader_set"', 'device = "toaster"')
    change(home / "staff/demo.toml", 'role = "supervisor"', 'role = "boss"')
    found = complaints(home)
    assert {file for file, _, _ in found} == {
        "games/canberra_poker.toml",
        "devices/demo_shoe.toml",
        "devices/demo_readers.toml",
        "staff/demo.toml",
    }


def test_several_faults_of_one_file_are_all_named(home: Path) -> None:
    change(home / "tables/demo.toml", "boxes = 7", "boxes = 10")
    change(home / "tables/demo.toml", "port = 8470", "port = 0")
    change(home / "tables/demo.toml", 'language = "en"', 'language = "fr"')
    assert [key for _, key, _ in complaints(home)] == [
        "boxes",
        "panel.port",
        "panel.language",
        "sign.language",
    ]


def test_a_fault_of_the_table_does_not_hide_those_of_the_files_it_names(home: Path) -> None:
    change(home / "tables/demo.toml", "port = 8470", "port = 0")
    change(home / "games/canberra_poker.toml", "maximum_payout_cents", "maximum_pay_cents")
    assert {file for file, _, _ in complaints(home)} == {"tables/demo.toml", "games/canberra_poker.toml"}


# ---------------------------------------------------------------- files


@pytest.mark.parametrize(
    "file", ["tables/demo.toml", "games/canberra_poker.toml", "devices/demo_shoe.toml", "staff/demo.toml"]
)
def test_a_missing_file_is_named(home: Path, file: str) -> None:
    (home / file).unlink()
    name, key, reason = complaints(home)[0]
    assert (name, key) == (file, "")
    assert "cannot be read (No such file or directory): put the file there or correct its name" in reason


@pytest.mark.parametrize("content", [b"boxes = ", b"[[", b"\xff\xfe", b"boxes = 7\nboxes = 8"])
def test_a_file_that_is_no_toml_is_named_with_the_place(home: Path, content: bytes) -> None:
    (home / "games/canberra_poker.toml").write_bytes(content)
    name, key, reason = complaint(home)
    assert (name, key) == ("games/canberra_poker.toml", "")
    assert reason.startswith("is not TOML: ")


@pytest.mark.parametrize(
    "path", ["/etc/passwd", "games/canberra poker.toml", "games/x.json", "", "games/ü.toml"]
)
def test_a_name_that_is_no_file_of_the_configuration_is_refused(home: Path, path: str) -> None:
    change(home / "tables/demo.toml", '"games/canberra_poker.toml"', f'"{path}"')
    assert complaint(home)[1] == "game"


# ---------------------------------------------------------------- keys


@pytest.mark.parametrize(
    ("file", "old", "new", "key", "near"),
    [
        ("tables/demo.toml", "boxes = 7", "boxes = 7\nboxs = 7", "boxs", "'boxes'"),
        ("tables/demo.toml", "[panel]", "[panel]\nlangage = 'en'", "panel.langage", "'language'"),
        ("tables/demo.toml", "[sign] ", "[sign]\nthem = 'dark' ", "sign.them", "'theme'"),
        (
            "games/canberra_poker.toml",
            "[options.limits] ",
            "[options.limits]\nminimum_cent = 5 #",
            "options.limits.minimum_cent",
            "'minimum_cents'",
        ),
        ("devices/demo_shoe.toml", 'role = "shoe"', 'role = "shoe"\nrolle = 1', "rolle", "'role'"),
        (
            "devices/demo_shoe.toml",
            'link = { kind = "simulated" }',
            f"{REAL[:-1]}, bawd = 4 }}",
            "link.serial.bawd",
            "'baud'",
        ),
        (
            "devices/demo_readers.toml",
            "[options]",
            "[options]\nsilense_ms = 2_000",
            "options.silense_ms",
            "'silence_ms'",
        ),
        ("staff/demo.toml", 'name = "Ruth"', 'name = "Ruth"\nnmae = "x"', "staff[2].nmae", "'name'"),
    ],
)
def test_an_unknown_key_is_named_with_the_nearest_one(
    home: Path, file: str, old: str, new: str, key: str, near: str
) -> None:
    change(home / file, old, new)
    found = [(name, where, reason) for name, where, reason in complaints(home) if "no such key" in reason]
    assert [(name, where) for name, where, _ in found] == [(file, key)]
    assert f"did you mean {near}?" in found[0][2]


def test_a_key_that_is_like_no_other_lists_the_known_ones(home: Path) -> None:
    change(home / "tables/demo.toml", "[panel]", "[panel]\nxyzzy = 1")
    assert "known keys are brightness, diagonal_inches" in complaint(home)[2]


@pytest.mark.parametrize("key", ["table", "boxes", "game", "staff", "devices", "state"])
def test_a_missing_key_is_named(home: Path, key: str) -> None:
    table = home / "tables/demo.toml"
    table.write_text(
        "\n".join(line for line in table.read_text().splitlines() if not line.startswith(f"{key} "))
    )
    assert complaint(home)[:2] == ("tables/demo.toml", key)


# ---------------------------------------------------------------- devices


def test_an_unknown_driver_is_named_with_the_nearest_one(home: Path) -> None:
    change(home / "devices/demo_shoe.toml", 'driver = "angel_eye"', 'driver = "angle_eye"')
    file, key, reason = complaint(home)
    assert (file, key) == ("devices/demo_shoe.toml", "driver")
    assert 'did you mean "angel_eye"?' in reason


def test_an_option_of_a_driver_is_checked_by_the_driver(home: Path) -> None:
    change(home / "devices/demo_readers.toml", "[options]", "[options]\nsilence_ms = 5")
    assert complaint(home)[:2] == ("devices/demo_readers.toml", "options.silence_ms")


def test_a_place_beyond_the_boxes_is_named(home: Path) -> None:
    change(home / "tables/demo.toml", "boxes = 7", "boxes = 5")
    file, key, reason = complaint(home)
    assert (file, key) == ("tables/demo.toml", "boxes")
    assert "readers watches box 6, but boxes is 5" in reason


@pytest.mark.parametrize(
    ("file", "old", "new", "right"),
    [
        ("demo_shoe", 'role = "shoe"', 'role = "scanner"', '"shoe"'),
        ("demo_readers", 'device = "reader_set"', 'device = "marker"', '"markers"'),
        ("demo_shoe", 'role = "shoe"', 'role = "shuffler"', '"shoe"'),
    ],
)
def test_a_driver_in_a_role_that_its_device_cannot_have_is_refused(
    home: Path, file: str, old: str, new: str, right: str
) -> None:
    change(home / f"devices/{file}.toml", old, new)
    [wrong] = [said for said in complaints(home) if said[0] == f"devices/{file}.toml"]
    assert wrong[1] == "role"
    assert wrong[2].endswith(f"give role = {right}")


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('"1", "2"', '"1", "1"', "names a place twice"),
        ('"rack"]', '"bar"]', "places"),
        ('places = ["1", "2", "3", "4", "5", "6", "7", "dealer", "rack"]', "", "readers and markers need it"),
        ('role = "readers"', 'role = "shoe"', "a shoe has none"),
        ('name = "readers"', 'name = "Readers!"', "name"),
        ('link = { kind = "simulated" }', 'link = { kind = "pigeon" }', "link"),
        ('link = { kind = "simulated" }', 'link = { kind = "tcp", host = "", port = 1 }', "link.tcp.host"),
        (
            'link = { kind = "simulated" }',
            REAL.replace("serial/by-id/shoe", "ttyUSB0"),
            "another device after a replug",
        ),
        ('link = { kind = "simulated" }', REAL.replace("/dev/serial", "dev/serial"), "give the whole path"),
    ],
)
def test_a_device_that_cannot_be_is_refused(home: Path, old: str, new: str, said: str) -> None:
    change(home / "devices/demo_readers.toml", old, new)
    found = complaints(home)
    assert found[0][0] == "devices/demo_readers.toml"
    assert said in f"{found[0][1]}: {found[0][2]}"


def test_a_secret_of_a_device_that_knows_none_is_refused(home: Path) -> None:
    tcp = 'link = { kind = "tcp", host = "10.0.0.9", port = 1, secret = "/etc/secret" }'
    change(home / "devices/demo_shoe.toml", 'link = { kind = "simulated" }', tcp)
    [why] = [
        why for file, key, why in complaints(home) if (file, key) == ("devices/demo_shoe.toml", "link.secret")
    ]
    assert why.startswith("angel_eye knows no secret: take it out")


@pytest.mark.parametrize(
    ("file", "link"),
    [
        ("devices/demo_shoe.toml", 'link = { kind = "pcscd" }'),
        ("devices/demo_badges.toml", 'link = { kind = "tcp", host = "10.0.0.9", port = 1 }'),
        ("devices/demo_badges.toml", 'link = { kind = "usb", vendor = 1, product = 1, port = "1-2" }'),
    ],
)
def test_pcscd_owns_badge_readers_and_nothing_else(home: Path, file: str, link: str) -> None:
    change(
        home / "tables/demo.toml",
        '"devices/demo_shoe.toml", ',
        '"devices/demo_shoe.toml", "devices/demo_badges.toml", ',
    )
    change(home / file, 'link = { kind = "simulated" }', link)
    [why] = [why for where, key, why in complaints(home) if (where, key) == (file, "link.kind")]
    assert why == (
        'pcscd owns badge readers of PC/SC and nothing else: driver = "pcsc" goes with '
        'link = { kind = "pcscd" }'
    )


@pytest.mark.parametrize(
    ("file", "more", "why"),
    [
        ("devices/demo_printer.toml", "", "escpos speaks to a printer: give link.printer = true"),
        (
            "devices/demo_usb_scanner.toml",
            ", printer = true",
            "hid_scanner speaks to no printer: take link.printer out",
        ),
    ],
)
def test_a_printer_on_usb_is_named_as_one(home: Path, file: str, more: str, why: str) -> None:
    change(home / "tables/demo.toml", 'devices = ["', f'devices = ["{file}", "')
    usb = f'link = {{ kind = "usb", vendor = 1, product = 1, port = "1-2"{more} }}'
    change(home / file, 'link = { kind = "simulated" }', usb)
    assert [said for where, key, said in complaints(home) if (where, key) == (file, "link.printer")] == [why]


def test_two_shoes_and_two_devices_of_one_name_are_refused(home: Path) -> None:
    change(
        home / "tables/demo.toml",
        '"devices/demo_shoe.toml", ',
        '"devices/demo_shoe.toml", "devices/demo_shoe.toml", ',
    )
    reasons = [reason for _, key, reason in complaints(home) if key == "devices"]
    assert any("two devices are called 'shoe'" in reason for reason in reasons)
    assert any("two shoes are named" in reason for reason in reasons)


SHUFFLER = (HOME / "devices/demo_shuffler.toml").read_text()


@pytest.mark.parametrize(
    ("devices", "said"),
    [
        (["demo_shoe", "demo_shuffler"], "a shoe and a shuffler are named: a table deals from one of them"),
        (["demo_shuffler", "more_shuffler"], "two shufflers are named: a table deals from one"),
    ],
)
def test_a_table_has_a_shoe_or_a_shuffler(home: Path, devices: list[str], said: str) -> None:
    (home / "devices/more_shuffler.toml").write_text(SHUFFLER.replace('name = "shuffler"', 'name = "more"'))
    named = ", ".join(f'"devices/{name}.toml"' for name in devices)
    change(home / "tables/demo.toml", '"devices/demo_shoe.toml"', named)
    file, key, reason = complaint(home)
    assert (file, key) == ("tables/demo.toml", "devices")
    assert said in reason


def test_a_game_without_rules_for_a_shuffler_takes_none(home: Path) -> None:
    change(home / "tables/demo_shuffler.toml", "games/canberra_poker.toml", "games/casino_holdem.toml")
    with pytest.raises(ConfigError) as wrong:
        load(home / "tables/demo_shuffler.toml")
    assert "casino_holdem has no rules for one: canberra_poker has" in str(wrong.value)


def test_a_shuffler_watches_no_places(home: Path) -> None:
    change(home / "devices/demo_shuffler.toml", 'role = "shuffler"', 'role = "shuffler"\nplaces = ["1"]')
    with pytest.raises(ConfigError, match="a shoe has none"):
        load(home / "tables/demo_shuffler.toml")


def test_the_configuration_says_whether_the_table_has_a_shuffler(home: Path) -> None:
    assert load(home / "tables/demo_shuffler.toml").shoe == "shuffling"
    assert load(home / "tables/demo.toml").shoe == "reading"


def test_a_table_is_told_what_its_shoe_can_see(home: Path) -> None:
    assert load(home / "tables/demo_counting.toml").shoe == "counting"
    assert load(home / "tables/demo_by_hand.toml").shoe == "silent"


def test_only_a_shoe_reads_faces_or_does_not(home: Path) -> None:
    change(home / "devices/demo_readers.toml", 'role = "readers"', 'role = "readers"\nreads_faces = false')
    with pytest.raises(ConfigError, match="reads_faces is for a shoe"):
        load(home / "tables/demo.toml")


def test_a_table_without_any_device_is_a_real_one(home: Path) -> None:
    named = '["devices/demo_readers.toml", "devices/demo_markers.toml"]'
    change(home / "tables/demo_by_hand.toml", named, "[]")
    with pytest.raises(ConfigError, match="a PIN in clear is only for simulated devices"):
        load(home / "tables/demo_by_hand.toml")


def test_two_antennas_of_two_devices_do_not_watch_one_place(home: Path) -> None:
    other = home / "devices/more_readers.toml"
    shutil.copy(home / "devices/demo_readers.toml", other)
    change(other, 'name = "readers"', 'name = "more"')
    change(
        home / "tables/demo.toml",
        '"devices/demo_readers.toml"',
        '"devices/demo_readers.toml", "devices/more_readers.toml"',
    )
    assert complaints(home)


# ---------------------------------------------------------------- staff


def test_a_pin_in_clear_is_only_for_simulated_devices(home: Path) -> None:
    change(home / "devices/demo_shoe.toml", 'link = { kind = "simulated" }', REAL)
    found = complaints(home)
    assert [key for _, key, _ in found] == [f"staff[{number}].demo_pin" for number in range(6)]
    assert {file for file, _, _ in found} == {"staff/demo.toml"}
    assert "use pin_scrypt" in found[0][2]
    assert "4826" not in str(found)


def test_a_table_without_a_supervisor_is_refused(home: Path) -> None:
    for role in ("supervisor", "shift_manager"):
        change(home / "staff/demo.toml", f'role = "{role}"', 'role = "dealer"')
    assert complaint(home) == ("staff/demo.toml", "staff", "nobody is a supervisor: rulings need one")


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('number = "1207"', 'number = "1182"', "two people have the staff number 1182"),
        ('number = "1207"', 'number = "12"', "number"),
        ('demo_pin = "7391"', "", "give pin_scrypt (a real table) or demo_pin"),
        ('demo_pin = "7391"', f'demo_pin = "7391"\npin_scrypt = "{SCRYPT}"', "not both"),
        ('demo_pin = "7391"', 'demo_pin = "73x1"', "demo_pin"),
        ('demo_pin = "7391"', 'pin_scrypt = "short"', "pin_scrypt"),
    ],
)
def test_staff_that_cannot_be_is_refused(home: Path, old: str, new: str, said: str) -> None:
    change(home / "staff/demo.toml", old, new)
    file, key, reason = complaint(home)
    assert file == "staff/demo.toml"
    assert said in f"{key}: {reason}"


# ---------------------------------------------------------------- the screen, the money


def test_a_screen_too_small_for_fingers_is_refused(home: Path) -> None:
    change(home / "tables/demo.toml", "diagonal_inches = 10.1", "diagonal_inches = 7")
    file, key, reason = complaint(home)
    assert (file, key) == ("tables/demo.toml", "panel")
    assert "buttons for fingers need at least 118 mm" in reason


@pytest.mark.parametrize(
    ("inches", "wide", "high", "right"),
    [(10.1, 1280, 800, True), (8.0, 1280, 800, False), (15.6, 1920, 1080, True)],
)
def test_the_height_of_a_screen_is_worked_out(inches: float, wide: int, high: int, right: bool) -> None:
    make = {"diagonal_inches": inches, "width_px": wide, "height_px": high}
    if right:
        assert 3 < Panel.model_validate(make).pixels_per_mm < 12
        return
    with pytest.raises(ValueError, match="buttons for fingers"):
        Panel.model_validate(make)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("minimum_cents = 500", "minimum_cents = 30_000", "minimum_cents is above maximum_cents"),
        (
            "minimum_cents = 500",
            "minimum_cents = 750",
            "minimum_cents is not a multiple of multiple_cents (rule 3.3)",
        ),
        ("maximum_cents = 20_000", "maximum_cents = 20_100", "maximum_cents is not a multiple"),
        ("multiple_cents = 500", "multiple_cents = 0", "multiple_cents"),
        ("minimum_cents = 500", "minimum_cents = 5.0", "minimum_cents"),
        ("minimum_cents = 500", 'minimum_cents = "500"', "minimum_cents"),
        ("wager_cents = 100", "wager_cents = -1", "options.jackpot.wager_cents"),
        ("opening_cents = 2_500_000", "opening_cents = -100", "options.jackpot.opening_cents"),
        (
            "opening_cents = 2_500_000",
            "opening_cents = 2_500_001",
            "options.jackpot: opening_cents is not in whole dollars, and the sign shows no cents (rule 11.1)",
        ),
        ("prize_share_percent = 80", "prize_share_percent = 101", "options.jackpot.prize_share_percent"),
        ("prize_share_percent = 80", "prize_share_percent = 0.8", "options.jackpot.prize_share_percent"),
        ("prize_share_percent = 80", "", "options.jackpot.prize_share_percent"),
        ('sign = "follows"', 'sign = "by hand"', "options.jackpot.sign"),
        (
            "[options.limits] ",
            "supervisor_decides = ['nothing']\n[options.limits] ",
            "names 'nothing'; known are",
        ),
    ],
)
def test_money_that_does_not_fit_is_named(home: Path, old: str, new: str, said: str) -> None:
    change(home / "games/canberra_poker.toml", old, new)
    file, key, reason = complaint(home)
    assert file == "games/canberra_poker.toml"
    assert said in f"{key}: {reason}"


def test_a_quick_ante_that_the_limits_do_not_allow_is_named(home: Path) -> None:
    """It would never be a button, and nobody would know why."""
    change(home / "games/canberra_poker.toml", "chips_cents = [500,", "chips_cents = [300,")
    assert "chips_cents" in complaint(home)[1] + complaint(home)[2]


@pytest.mark.parametrize(
    ("before", "after", "sentence"),
    [
        ('"7"]', '"dealer"]', "places of markers are boxes"),
        ("1 = 50_000", "0 = 50_000", "mark_cents"),
        ('role = "markers"', 'role = "readers"', "mark_cents and button_mark say what markers are"),
    ],
)
def test_markers_that_cannot_be_are_refused(home: Path, before: str, after: str, sentence: str) -> None:
    change(home / "devices/demo_markers.toml", before, after)
    with pytest.raises(ConfigError, match=sentence):
        load(home / "tables/demo_by_hand.toml")


def test_a_serial_device_is_not_on_usb(home: Path) -> None:
    usb = 'link = { kind = "usb", vendor = 0x05f3, product = 0x0405, port = "1-2" }'
    change(home / "devices/demo_shoe.toml", 'link = { kind = "simulated" }', usb)
    found = [said for said in complaints(home) if said[1] == "link.kind"]
    assert found == [
        ("devices/demo_shoe.toml", "link.kind", 'angel_eye hears a serial line: give kind = "serial" or "tcp"')
    ]


def test_a_usb_device_says_which_one_it_is(home: Path) -> None:
    usb = 'link = { kind = "usb", vendor = 0x05f3, product = 0x0405 }'
    change(home / "devices/demo_shoe.toml", 'link = { kind = "simulated" }', usb)
    assert "give serial, port or both" in complaint(home)[2]


@pytest.mark.parametrize("content", ["x = " + "[" * 20_000, "x = " + "9" * 10_000])
@pytest.mark.parametrize(
    "file", ["tables/demo.toml", "devices/demo_shoe.toml", "games/canberra_poker.toml", "staff/demo.toml"]
)
def test_a_file_that_cannot_be_taken_in_is_no_toml(home: Path, file: str, content: str) -> None:
    (home / file).write_text(content)
    named = [said for said in complaints(home) if said[0] == file]
    assert named[0][2].startswith("is not TOML: ")


def test_a_mark_that_an_editor_puts_in_front_is_no_part_of_a_file(home: Path) -> None:
    path = home / "tables/demo.toml"
    path.write_text(path.read_text(), encoding="utf-8-sig")
    assert load(path).table.table == "T-01"


def test_a_file_that_only_another_may_read_is_not_looked_for_elsewhere(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuses(path: Path, **_: str) -> str:
        raise PermissionError(13, "Permission denied", str(path))

    monkeypatch.setattr(Path, "read_text", refuses)
    with pytest.raises(ConfigError, match=r"Permission denied\): run this as the table's user or root"):
        load(home / "tables/demo.toml")


@pytest.mark.rule("NI2005-67", "13.2")
@pytest.mark.parametrize(
    ("chip_cents", "remarked"),
    [(100, []), (25, []), (500, ["a commission in whole dollars"])],
)
def test_a_chip_that_commission_cannot_be_laid_down_in_is_remarked_on(
    chip_cents: int, remarked: list[str]
) -> None:
    options = pot_options("faro", chip=chip_cents / 100, blinds=(5, 10), cap=20, least_notice=10)
    said = [remark.split(" cannot be laid down")[0] for remark in options.remarks()]
    assert said == remarked


@pytest.mark.rule("NI2005-67", "15.3")
def test_a_charge_for_time_that_is_no_number_of_chips_is_remarked_on() -> None:
    options = pot_options("faro", chip=5, blinds=(5, 10), time_charge=7, every_minutes=30, least_notice=10)
    [remark] = options.remarks()
    assert remark.startswith("charge_cents of 700 cannot be laid down in chips of smallest_chip_cents 500")


def test_no_prior_notice_is_remarked_on(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check-config", str(DEMO)]) == OK
    assert "remark: least_notice_minutes is 0: limits change without any notice" in capsys.readouterr().out
