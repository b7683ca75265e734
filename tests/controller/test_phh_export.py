"""Rounds of a pot game written in the PHH notation, and read back."""

from __future__ import annotations

import re
import tomllib
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from controller.cli import main
from controller.commands import FAILED, OK
from controller.tools import phh
from controller.tools.phh_export import Hand, Listener, exported
from games import events as e
from games.outcomes import CardTurned, Outcome
from games.table.table import Setup
from tests.controller.room import room
from tests.games.pot_talk import PotTable, at_a_pot_table, pot_options
from tests.games.rounds import pot

POT_LIMIT = ("omaha", {"ace_low": True})
FIXED_SPLIT = (
    "omaha",
    {
        "maximum": "spread",
        "most": 10,
        "later": (20, 20),
        "wins": "split",
        "eight_or_better": True,
        "ace_low": True,
        "low_ace": "low",
        "raise_cap": 3,
    },
)
STUD_LIMITS: dict[str, Any] = {
    "maximum": "spread",
    "most": 10,
    "later": (20, 20),
    "ace_low": True,
    "ante": 2,
    "bring_in": 3,
}
STUD = ("seven_card_stud", STUD_LIMITS)
STUD_SPLIT = (
    "seven_card_stud",
    {**STUD_LIMITS, "wins": "split", "eight_or_better": True, "low_ace": "low"},
)
PLAIN = {"PO": POT_LIMIT, "FO/8": FIXED_SPLIT, "F7S": STUD, "F7S/8": STUD_SPLIT}
ROUNDS = {"omaha": pot.OmahaRounds, "faro": pot.FaroRounds, "seven_card_stud": pot.StudRounds}


class Talk:
    """A table whose hands are listened to."""

    def __init__(self, game: str, **options: Any) -> None:
        self.listener = Listener("T1")
        self.hands: list[Hand] = []
        self.table: PotTable = at_a_pot_table(game, at="cut", **options)
        take = self.table.game.take
        self.table.game.take = partial(self.heard, take)  # type: ignore[method-assign]
        self.table.cut()

    def heard(self, take: Any, event: e.Event) -> list[Outcome]:
        outcomes: list[Outcome] = take(event)
        hand = self.listener.hear(event, outcomes, self.table.state)
        self.hands += [hand] if hand is not None else []
        return outcomes

    def text(self) -> str:
        return exported(self.hands[-1])


def checked_down(talk: Talk, hands: dict[int, str] | None = None) -> Talk:
    talk.table.posts()
    talk.table.deal(hands)
    talk.table.plays_out()
    return talk


def an_unshown_hand(first: str, second: str) -> str:
    """Nobody calls the last one."""
    talk = Talk(*POT_LIMIT[:1], **POT_LIMIT[1], stakes={2: 1000, 5: 1000, 9: 500})
    talk.table.posts()
    talk.table.deal({2: first, 5: second, 9: "2s 3s 4s 5s"})
    return _folded_to_the_end(talk)


def _folded_to_the_end(talk: Talk) -> str:
    table = talk.table
    while table.phase == "bet":
        table.folds(table.state.play.turn().seat)
    table.all_paid()
    table.collects()
    return talk.text()


# ---------------------------------------------------------------- the text


def test_a_round_of_pot_limit_omaha():
    talk = Talk("omaha", ace_low=True, stakes={2: 1000, 5: 1000.5, 9: 500}, chip=0.5)
    talk.table.posts()
    talk.table.deal({2: "As Ah Ks Kh", 5: "2s 3s 4s 5s", 9: "Qd Jd Td 9d"})
    talk.table.raises(9, 35)
    talk.table.folds(2)
    talk.table.folds(5)
    talk.table.all_paid()
    talk.table.collects()
    assert (
        talk.text()
        == """\
variant = "PO"
ante_trimming_status = true
antes = [0, 0, 0]
blinds_or_straddles = [5, 10, 0]
min_bet = 10
starting_stacks = [1000, 1000.50, 500]
actions = [
  "d dh p1 ????????",
  "d dh p2 ????????",
  "d dh p3 ????????",
  "p3 cbr 35",
  "p1 f",
  "p2 f",
]
finishing_stacks = [995, 990.50, 514]
hand = 1
table = "T1"
seats = [2, 5, 9]
seat_count = 9
currency = "AUD"
_smallest_chip = 0.50
_commission = { taken = 1, percent = 5, most = 100000 }
"""
    )


def test_shown_hands_are_named_and_the_commission_stands_beside():
    talk = checked_down(Talk("omaha", ace_low=True))
    written = tomllib.loads(talk.text())
    shown = [action for action in written["actions"] if " sm " in action]
    assert len(shown) == 3
    assert all("?" not in action for action in shown)
    assert written["_commission"]["taken"] == 1
    assert sum(written["starting_stacks"]) == sum(written["finishing_stacks"]) + 1
    assert phh.told(talk.text().encode())["agrees"] is True


def test_the_opening_of_stud_is_a_bring_in():
    talk = Talk(STUD[0], **STUD[1])
    talk.table.posts()
    talk.table.deal()
    opener = talk.table.state.play.turn().seat
    talk.table.bets(opener, 3)
    written = tomllib.loads(_folded_to_the_end(talk))
    assert re.fullmatch(r"d dh p1 \?\?\?\?[2-9TJQKA][shdc]", written["actions"][0])
    assert written["actions"][3] == f"p{opener} pb"
    assert (written["bring_in"], written["small_bet"], written["big_bet"]) == (3, 10, 20)


def test_two_players_are_turned_about_in_the_blinds():
    """Ours post as more do (8.5(a)); the notation has the button post first unless it is said so."""
    talk = checked_down(Talk("omaha", ace_low=True, stakes={1: 500, 2: 500}))
    assert "blinds_or_straddles = [10, 5]" in talk.text()
    told = phh.told(talk.text().encode())
    assert (told["agrees"], told["differences"]) == (True, [])


# ---------------------------------------------------------------- what nobody may see


def test_a_hand_that_nobody_showed_is_written_alike_whatever_it_is():
    assert an_unshown_hand("As Ah Ks Kh", "Qd Jd Td 9d") == an_unshown_hand("6c 7c 8c 9c", "2d 2c 3d 3c")


@pytest.mark.parametrize(("game", "options"), PLAIN.values(), ids=PLAIN)
def test_only_what_was_turned_up_is_named(game: str, options: dict[str, Any]):
    """Over many rounds: each card in the text stands in an outcome for all to see."""
    for hand, heard in played(game, options, seed=3, rounds=30):
        public = {said.card for outcomes in heard for said in outcomes if isinstance(said, CardTurned)}
        actions = "\n".join(
            action for action in tomllib.loads(exported(hand))["actions"] if " cbr" not in action
        )
        assert set(re.findall("[2-9TJQKA][shdc]", actions)) <= public


# ---------------------------------------------------------------- there and back


class Rounds:
    """Players by chance, at a table that keeps its options."""

    def __new__(cls, game: str, options: dict[str, Any], seed: int) -> pot.PotRounds:
        made = ROUNDS[game](seed)
        made.options = pot_options(game, **options)
        made.game = pot.GAMES[game](made.options, made.places, made.carried)
        return made


def played(game: str, options: dict[str, Any], seed: int, rounds: int) -> Any:
    table, listener = Rounds(game, options, seed), Listener("T1")
    hand: list[Hand] = []

    def take(event: e.Event, *, may_be_refused: bool = False) -> list[Outcome]:
        outcomes = pot.PotRounds.take(table, event, may_be_refused=may_be_refused)
        over = listener.hear(event, outcomes, table.state)
        hand.extend([over] if over is not None else [])
        return outcomes

    table.take = take  # type: ignore[method-assign]
    for _ in range(rounds):
        heard = table.heard
        table.play()
        last = hand.pop()
        if not last.closed.void:
            yield last, heard


@pytest.mark.parametrize("commission", ["pot", "time"])
@pytest.mark.parametrize("code", PLAIN)
def test_rounds_by_chance_come_out_the_same_when_they_are_played_again(code: str, commission: str, monkeypatch):
    """Nothing goes wrong at this table; a fold under a ruling, or out of turn, is another test's."""
    monkeypatch.setattr(pot, "TROUBLE", 0)
    monkeypatch.setitem(pot.RARE, "act_out_of_turn", 0)
    game, options = PLAIN[code]
    by_time = {"time_charge": 5, "every_minutes": 30} if commission == "time" else {}
    said = 0
    for hand, _ in played(game, {**options, **by_time}, seed=7, rounds=60):
        text = exported(hand)
        written = tomllib.loads(text)
        if written.get("variant") == code:
            said += 1
            assert phh.told(text.encode())["agrees"] is True
    assert said > 40


@pytest.mark.parametrize("game", ROUNDS)
@pytest.mark.parametrize("seed", range(6))
def test_whatever_happens_at_any_table_is_said_right_or_said_to_be_unfit(game: str, seed: int):
    table = ROUNDS[game](seed)
    listener, take = Listener("T1"), table.take
    texts: list[str] = []

    def heard(event: e.Event, *, may_be_refused: bool = False) -> list[Outcome]:
        outcomes = take(event, may_be_refused=may_be_refused)
        hand = listener.hear(event, outcomes, table.state)
        if hand is not None and not hand.closed.void:
            texts.append(exported(hand))
        return outcomes

    table.take = heard  # type: ignore[method-assign]
    for _ in range(15):
        table.play()
    for text in texts:
        written = tomllib.loads(text)
        assert ("variant" in written) != ("_variant" in written)
        if "variant" in written:
            assert phh.told(text.encode())["agrees"] is True
        else:
            assert text.startswith("#")


# ---------------------------------------------------------------- what the notation has no word for


@pytest.mark.parametrize(
    ("game", "options", "said"),
    [
        ("faro", {}, "Faro, full pot, high"),
        ("omaha", {"ace_low": True, "maximum": "half_pot"}, "Omaha, half pot"),
        ("omaha", {"ace_low": True, "maximum": "no_limit"}, "Omaha, no limit"),
        ("omaha", {"ace_low": True, "blinds": (), "ante": 1}, "antes"),
        ("omaha", {"ace_low": True, "deck": 48}, "48 cards"),
        ("omaha", {"ace_low": True, "joker": True}, "52 cards and a joker"),
        ("omaha", {}, "ace high only in straights"),
        ("seven_card_stud", {**STUD_LIMITS, "bring_in": None}, "Seven Card Stud, fixed limit"),
    ],
)
def test_what_has_no_variant_has_one_of_our_own_and_says_so(game: str, options: dict[str, Any], said: str):
    text = checked_down(Talk(game, **options)).text()
    written = tomllib.loads(text)
    assert text.startswith("# PHH has no variant for ")
    assert said in written["_variant"]
    assert "variant" not in written
    assert "variant None is none of ours" in phh.told(text.encode())["error"]


def test_a_fold_out_of_turn_is_not_written_as_one_in_turn():
    talk = Talk("omaha", ace_low=True, stakes={1: 500, 2: 500, 3: 500, 4: 500})
    talk.table.posts()
    talk.table.deal()
    talk.table.folds_out_of_turn(1)
    text = _folded_to_the_end(talk)
    first = re.match("# as PO of PHH this cannot be said: action [0-9]+, 'p[0-9] f': it is the turn of p", text)
    assert first is not None, text


def test_a_misdeal_is_left_out_and_remarked():
    talk = Talk("omaha", ace_low=True)
    talk.table.posts()
    talk.table.deal()
    talk.table.exposes(1, 1)
    talk.table.exposes(2, 1)
    talk.table.answers("misdeal")
    talk.table.collects()
    talk.table.shuffle()
    talk.table.cut()
    talk.table.deal()
    assert _folded_to_the_end(talk).startswith("# 1 misdeal before it left out: every wager went back\nvariant")


# ---------------------------------------------------------------- the command


def a_journal(folder: Path, game: str = "omaha") -> Path:
    setup = Setup("T1", game, 9, pot_options(game, ace_low=True), "reading")
    with room(folder, setup) as running:
        table = PotTable(_Game(running))  # type: ignore[arg-type]
        table.open()
        table.supervisor.checks_deck_by_hand()
        for seat in (1, 2, 3):
            table.sits_down(seat, 500)
        table.shuffle()
        table.cut()
        for _ in range(2):
            table.posts()
            table.deal()
            table.plays_out()
            table.shuffle()
            table.cut()
    return folder / "journal.db"


class _Game:
    def __init__(self, running: Any) -> None:
        self._room = running

    def __getattr__(self, name: str) -> Any:
        return getattr(self._room.table.game, name)

    def take(self, event: e.Event) -> list[Outcome]:
        outcomes: list[Outcome] = self._room.handle(event)
        return outcomes


def test_the_command_writes_a_file_a_round_that_can_be_played(tmp_path: Path, capsys):
    journal = a_journal(tmp_path / "table")
    before = journal.read_bytes()
    assert main(["export", "--format", "phh", str(journal), "--out", str(tmp_path / "out")]) == OK
    files = sorted((tmp_path / "out").iterdir())
    assert [file.name for file in files] == ["round-000001.phh", "round-000002.phh"]
    assert main(["recorded", *map(str, files)]) == OK
    assert capsys.readouterr().out.count('"agrees": true') == 2
    assert journal.read_bytes() == before


def test_one_round_is_printed_as_a_file_and_several_under_their_numbers(tmp_path: Path, capsys):
    journal = a_journal(tmp_path / "table")
    assert main(["export", str(journal), "--round", "2"]) == OK
    assert tomllib.loads(capsys.readouterr().out)["hand"] == 2
    assert main(["export", str(journal)]) == OK
    assert list(tomllib.loads(capsys.readouterr().out)) == ["1", "2"]


def test_what_is_no_journal_is_told(tmp_path: Path, capsys):
    (tmp_path / "journal.db").write_text("nothing")
    assert main(["export", str(tmp_path / "journal.db")]) == FAILED
    assert "is not a journal" in capsys.readouterr().err
