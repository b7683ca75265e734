"""The enrolment file is complained about by the row, and a tag that stands in it is never repeated."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from config.deck import Deck
from config.load import Config, ConfigError, load, read_packs
from controller.lines.enrolment import FOREIGN, Enrolment
from games import events as e
from games.cards import FULL_DECK, JOKER, SealedCard, SealedTag

HOME = Path(__file__).parents[2] / "config"
TAGS = [f"e0040150aabb{number:04x}" for number in range(200)]


def rows(faces: tuple[str, ...] = FULL_DECK, first: int = 0, colour: str = "blue") -> str:
    cards = [f'  {{ face = "{face}", tag = "{TAGS[first + n]}" }},' for n, face in enumerate(faces)]
    return "\n".join(["[[pack]]", f'colour = "{colour}"', "cards = [", *cards, "]", ""])


@pytest.fixture
def home(tmp_path: Path) -> Path:
    for part in ("tables", "games", "devices", "staff", "tournaments"):
        shutil.copytree(HOME / part, tmp_path / part)
    (tmp_path / "decks").mkdir()
    for name in ("demo", "demo_joker", "demo_shuffler"):
        table = tmp_path / f"tables/{name}.toml"
        table.write_text('deck = "decks/one.toml"\n' + table.read_text())
    return tmp_path


def enrolled(home: Path, text: str, table: str = "demo") -> Config:
    (home / "decks/one.toml").write_text(text)
    return load(home / f"tables/{table}.toml")


def said(home: Path, text: str, table: str = "demo") -> str:
    with pytest.raises(ConfigError) as wrong:
        enrolled(home, text, table)
    assert not any(tag in str(wrong.value) for tag in TAGS)
    return "\n".join(str(complaint).partition("one.toml: ")[2] for complaint in wrong.value.complaints)


def test_each_tag_names_its_card(home: Path) -> None:
    config = enrolled(home, rows().replace(TAGS[3], "E0:04-01 50 AA:BB:00:03"))
    assert config.deck is not None
    names = config.deck.names()
    assert len(names) == 52
    assert names[SealedTag(TAGS[3])] == e.Enrolled(known=True, card=SealedCard(FULL_DECK[3]), colour="blue")
    assert not any(tag in repr(config) + str(config.deck.model_dump_json()) for tag in TAGS)


def test_a_table_without_one_is_as_before(home: Path) -> None:
    config = load(home / "tables/demo_holdem.toml")
    assert config.deck is None
    assert Enrolment(config)(SealedTag(TAGS[0])) is None


def test_a_joker_may_be_in_it_and_a_deck_that_is_played_with_fewer_cards(home: Path) -> None:
    assert enrolled(home, rows((*FULL_DECK, JOKER)))
    assert enrolled(home, rows((*FULL_DECK, JOKER)), "demo_joker")
    assert "1 faces are missing: Joker" in said(home, rows(), "demo_joker")


def test_a_shuffling_shoe_has_two_packs_and_no_other_table_has(home: Path) -> None:
    two = rows() + rows(first=60, colour="red")
    assert enrolled(home, two, "demo_shuffler")
    for text, table in ((two, "demo"), (rows(), "demo_shuffler")):
        assert said(home, text, table).startswith("pack: a table plays with one pack")
    assert "two packs have one colour" in said(home, rows() + rows(first=60), "demo_shuffler")
    assert "pack[0].cards[5] and pack[1].cards[0] have the same tag" in said(
        home, rows() + rows(first=5, colour="red"), "demo_shuffler"
    )


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        (TAGS[7], TAGS[2], "the file: pack[0].cards[2] and pack[0].cards[7] have the same tag"),
        ('face = "9s"', 'face = "2s"', "pack[0]: cards[0] and cards[7] have the same face"),
        (f'"{TAGS[7]}"', f'"{TAGS[7]}f"', "pack[0].cards[7].tag: a tag is written in hex, 4 to 32 bytes"),
        (f'"{TAGS[7]}"', "7", "pack[0].cards[7].tag: expected a tag"),
        (f'tag = "{TAGS[7]}"', f'"{TAGS[7]}" = 1', "pack[0].cards[7]: there is no such key"),
        (f'"{TAGS[7]}"', TAGS[7], "the file: is not TOML (at line 11, column"),
        ('colour = "blue"', 'colour = "pink"', "pack[0].colour: Input should be 'blue'"),
        ('face = "9s"', 'face = "9x"', "pack[0].cards[7].face"),
        (f'  {{ face = "9s", tag = "{TAGS[7]}" }},\n', "", "pack[0].cards: 1 faces are missing: 9♠"),
    ],
)
def test_a_complaint_names_the_row_and_never_the_tag(home: Path, old: str, new: str, reason: str) -> None:
    text = rows()
    assert old in text
    assert reason in said(home, text.replace(old, new, 1))


def test_a_file_that_is_not_there_is_complained_about(home: Path) -> None:
    with pytest.raises(ConfigError, match="cannot be read"):
        load(home / "tables/demo.toml")
    (home / "tables/demo.toml").write_text('deck = "decks/one.toml"\nboxes = 3\n')
    assert "is not TOML" in said(home, "pack = 5 5")  # beside what is wrong in the table's file


# ---------------------------------------------------------------- while the table is open


@pytest.fixture
def enrolment(home: Path) -> tuple[Enrolment, Path]:
    return Enrolment(enrolled(home, rows())), home / "decks/one.toml"


def test_a_tag_that_is_not_in_the_file_is_foreign(enrolment: tuple[Enrolment, Path]) -> None:
    asked, _ = enrolment
    known = asked(SealedTag(TAGS[0]))
    assert known is not None
    assert known.card is SealedCard(FULL_DECK[0])
    assert asked(SealedTag(TAGS[99])) == FOREIGN


def test_new_cards_are_enrolled_before_they_are_checked(enrolment: tuple[Enrolment, Path]) -> None:
    asked, path = enrolment
    asked.heard(e.ChangeCards(), [])
    path.write_text(rows(first=60))
    asked.heard(e.AllCardsRead(), [])
    assert asked(SealedTag(TAGS[60])) != FOREIGN
    assert asked(SealedTag(TAGS[0])) == FOREIGN


def test_nothing_is_said_of_new_cards_that_nobody_has_enrolled(enrolment: tuple[Enrolment, Path]) -> None:
    asked, path = enrolment
    asked.heard(e.ChangeCards(), [])
    asked.heard(e.DeckCheckedByHand(), [])
    assert asked(SealedTag(TAGS[0])) is None
    path.write_text(rows(first=60))
    asked.heard(e.DeckCheckedByHand(), [])
    assert asked(SealedTag(TAGS[60])) != FOREIGN


@pytest.mark.parametrize("text", ["pack = 5 5", rows(FULL_DECK[1:])])
def test_a_file_that_has_become_wrong_says_nothing(enrolment: tuple[Enrolment, Path], text: str) -> None:
    asked, path = enrolment
    path.write_text(text)
    asked.heard(e.AllCardsRead(), [])
    assert asked(SealedTag(TAGS[0])) is None


def test_the_same_cards_checked_again_are_still_known(enrolment: tuple[Enrolment, Path], home: Path) -> None:
    asked, _ = enrolment
    asked.heard(e.AllCardsRead(), [])
    assert asked(SealedTag(TAGS[0])) != FOREIGN
    config = load(home / "tables/demo.toml")
    assert isinstance(read_packs(config), Deck)
