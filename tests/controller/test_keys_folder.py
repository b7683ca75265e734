"""The seal key lies apart from the journal, and tools find it all the same."""

import stat
from pathlib import Path

import pytest

from controller.journal.keys import seal_of_journal, seal_of_table
from controller.journal.seal import SealError, load_seal


@pytest.fixture
def table(tmp_path: Path) -> tuple[Path, Path]:
    state = tmp_path / "state"
    state.mkdir(mode=0o700)
    return state, tmp_path / "state-keys"


def test_a_new_table_makes_its_key_in_a_folder_of_its_own(table: tuple[Path, Path]) -> None:
    state, keys = table
    sealed = seal_of_table(state, keys, may_create=True).close("Ah")
    assert stat.S_IMODE(keys.stat().st_mode) == 0o700
    assert stat.S_IMODE((keys / "seal.key").stat().st_mode) == 0o600
    assert list(state.iterdir()) == []
    assert seal_of_table(state, keys, may_create=False).open(sealed) == "Ah"


def test_the_key_of_an_older_version_is_moved_away_from_the_journal(
    table: tuple[Path, Path], capsys: pytest.CaptureFixture[str]
) -> None:
    state, keys = table
    sealed = load_seal(state / "seal.key", may_create=True).close("Ah")
    assert seal_of_table(state, keys, may_create=False).open(sealed) == "Ah"
    assert not (state / "seal.key").exists()
    assert stat.S_IMODE((keys / "seal.key").stat().st_mode) == 0o600
    assert "seal_key_moved" in capsys.readouterr().out


def test_a_move_that_the_power_cut_short_is_finished(table: tuple[Path, Path]) -> None:
    state, keys = table
    sealed = load_seal(state / "seal.key", may_create=True).close("Ah")
    keys.mkdir()
    (keys / "seal.key").write_text((state / "seal.key").read_text())
    assert seal_of_table(state, keys, may_create=False).open(sealed) == "Ah"
    assert not (state / "seal.key").exists()


def test_two_keys_are_left_to_a_person(table: tuple[Path, Path]) -> None:
    state, keys = table
    load_seal(state / "seal.key", may_create=True)
    keys.mkdir()
    load_seal(keys / "seal.key", may_create=True)
    with pytest.raises(SealError, match="are different keys: take away the one"):
        seal_of_table(state, keys, may_create=False)
    assert (state / "seal.key").exists()


def test_a_key_that_is_no_key_is_not_moved(table: tuple[Path, Path]) -> None:
    state, keys = table
    (state / "seal.key").write_bytes(b"\xff\xfe")
    with pytest.raises(SealError, match="is not a seal key"):
        seal_of_table(state, keys, may_create=False)
    assert (state / "seal.key").exists()


def test_a_key_that_systemd_hands_over_is_used_and_none_is_written(
    table: tuple[Path, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    state, keys = table
    given = tmp_path / "credentials"
    given.mkdir()
    sealed = load_seal(given / "seal.key", may_create=True).close("Ah")
    monkeypatch.setenv("CREDENTIALS_DIRECTORY", str(given))
    assert seal_of_table(state, keys, may_create=True).open(sealed) == "Ah"
    assert not keys.exists()


def test_a_folder_that_cannot_be_made_is_one_sentence(table: tuple[Path, Path]) -> None:
    state, keys = table
    keys.write_text("a file stands in its place")
    with pytest.raises(SealError, match="see to the folder's owner"):
        seal_of_table(state, keys, may_create=True)


def test_a_tool_finds_the_key_of_a_journal_beside_it_apart_from_it_or_where_it_is_told(
    table: tuple[Path, Path], tmp_path: Path
) -> None:
    state, keys = table
    journal = state / "journal.db"
    state.mkdir(exist_ok=True)
    journal.touch()
    with pytest.raises(SealError, match="name it with --seal-key"):
        seal_of_journal(journal)
    keys.mkdir()
    apart = load_seal(keys / "seal.key", may_create=True).close("Ah")
    assert seal_of_journal(journal).open(apart) == "Ah"
    beside = load_seal(state / "seal.key", may_create=True).close("2c")
    assert seal_of_journal(journal).open(beside) == "2c"
    elsewhere = load_seal(tmp_path / "stick.key", may_create=True).close("Ks")
    assert seal_of_journal(journal, tmp_path / "stick.key").open(elsewhere) == "Ks"
