"""The table's sign: what it says in every state of a table, and what is never in it."""

from __future__ import annotations

import asyncio
import json
import re
from random import Random
from typing import Any

import pytest

from config.schema import Sign
from controller.screens.connection import Touch
from controller.screens.panel import Panel
from games import events as e
from games.canberra_poker.settlement import BET_ODDS
from games.cards import FULL_DECK
from games.hand_order import Category
from tests.games.rules_in_common import house_rules
from tests.games.table_talk import DEALER_ACE_KING, ROYAL_FLUSH, STRAIGHT_FLUSH
from tests.signs import GAMES_AND_WAYS, HOURS, WAYS, SignedTable, brought_to

both_games = pytest.mark.parametrize("game", ["canberra_poker", "casino_holdem"])


def limits(signed: SignedTable) -> dict[str, str]:
    return {row["label"]: row["value"] for row in signed.state()["limits"]}


def coming(signed: SignedTable) -> list[str]:
    return [row["next"] for row in signed.state()["limits"]]


def lines(rows: list[dict[str, Any]]) -> dict[str, str]:
    return {row["name"]: row["value"] for row in rows}


def status(signed: SignedTable) -> tuple[str, str]:
    now = signed.state()["status"]
    return now["name"], now["title"]


# ---------------------------------------------------------------- how the table stands

SAID = {
    "closed": ("closed", "Closed"),
    "opening": ("opening", "Cards are being checked"),
    "open": ("open", "Open"),
    "in_a_round": ("open", "Open"),
    "limits_changing": ("limits", "New limits from 20:15"),
    "limits_next_round": ("limits", "New limits from next round"),
    "closing": ("closing", "Table closes at 20:30"),
    "last_round": ("closing", "Last round"),
    "no_more_rounds": ("closing", "No more wagers"),
    "last_check": ("closing", "No more wagers"),
    "everything_at_once": ("closing", "Table closes at 20:30"),
    "stopped": ("stopped", "Play is interrupted"),
    "jackpot_pending": ("jackpot", "Jackpot prize is being paid"),
    "in_tournament": ("open", "Open"),
    "break_of_tournament": ("break", "Break until 20:15"),
    "stopped_clock_of_tournament": ("break", "The clock stands"),
}


def without_clock(title: str) -> str:
    return re.sub(r"\d\d:\d\d", "hh:mm", title)


@pytest.mark.parametrize(("game", "way"), GAMES_AND_WAYS)
def test_how_the_table_stands_is_said_in_a_few_words(game: str, way: str) -> None:
    name, title = status(brought_to(way, game))
    assert (name, without_clock(title)) == (SAID[way][0], without_clock(SAID[way][1]))


def test_every_state_of_the_sign_is_tried() -> None:
    assert set(SAID) == set(WAYS)


def test_the_time_is_that_of_the_notice() -> None:
    titles = [status(brought_to(way))[1] for way in ("limits_changing", "closing")]
    assert [title[-3:] for title in titles] == [":15", ":30"]


def test_what_matters_less_stands_beside() -> None:
    now = brought_to("everything_at_once").state()["status"]
    assert without_clock(now["detail"]) == "New limits from hh:mm"
    assert brought_to("open").state()["status"]["detail"] == ""


@both_games
def test_a_check_of_the_cards_during_the_day_is_said_too(game: str) -> None:
    signed = brought_to("open", game)
    signed.talk.supervisor.orders_deck_check()
    assert status(signed)[0] == "opening"


def test_the_last_check_is_no_promise_of_play() -> None:
    signed = brought_to("last_check")
    assert signed.state()["status"]["detail"] == ""
    signed.talk.supervisor.checks_deck_by_hand()
    assert status(signed) == ("closed", "Closed")


@house_rules("3.1")
def test_a_notice_that_is_taken_back_leaves_the_sign() -> None:
    signed = brought_to("everything_at_once")
    signed.talk.supervisor.announces_closing(None)
    assert status(signed)[0] == "limits"
    signed.talk.supervisor.announces_limits(25, 500)
    assert status(signed)[0] == "open"
    assert coming(signed) == ["", "", "", ""]


# ---------------------------------------------------------------- limits


@both_games
@house_rules("3.1", "3.3", "8.2")
def test_limits_multiples_and_maximum_payout_are_displayed_in_every_state(game: str) -> None:
    for way in WAYS:
        if (game, way) in GAMES_AND_WAYS and not way.endswith("tournament"):  # in chips that are no dollars
            assert limits(brought_to(way, game)) == {
                "Minimum": "$25",
                "Maximum": "$500",
                "Multiples of": "$5",
                "Maximum payout": "$50,000",
            }


@pytest.mark.parametrize(("game", "wager"), [("canberra_poker", "per bet"), ("casino_holdem", "per ante")])
@house_rules("8.2")
def test_the_maximum_payout_says_what_it_is_for(game: str, wager: str) -> None:
    per = {row["label"]: row["per"] for row in brought_to("open", game).state()["limits"]}
    assert per == {
        "Minimum": "per box",
        "Maximum": "per box",
        "Multiples of": "",
        "Maximum payout": wager,
    }


@both_games
@house_rules("3.1")
def test_old_limits_hold_until_the_new_ones_do(game: str) -> None:
    signed = brought_to("limits_changing", game)
    assert coming(signed) == ["$50", "$1,000", "$25", ""]
    signed.talk.minutes_pass(14)
    assert limits(signed)["Minimum"] == "$25"
    signed.talk.minutes_pass(1)
    assert list(limits(signed).values()) == ["$50", "$1,000", "$25", "$50,000"]
    assert coming(signed) == ["", "", "", ""]
    assert status(signed)[0] == "open"


@both_games
@house_rules("3.1")
def test_in_a_round_new_limits_wait_for_its_end(game: str) -> None:
    signed = brought_to("in_a_round", game)
    signed.talk.supervisor.announces_limits(50, 1_000, multiple=25, minutes=1)
    signed.talk.minutes_pass(2)
    assert status(signed) == ("limits", "New limits from next round")
    assert limits(signed)["Minimum"] == "$25"
    signed.talk.supervisor.voids("disturbance")
    signed.talk.collects()
    assert limits(signed)["Minimum"] == "$50"


@both_games
def test_a_closed_table_shows_what_it_will_open_with(game: str) -> None:
    signed = brought_to("limits_changing", game)
    signed.talk.minutes_pass(15)
    signed.talk.supervisor.closes_table()
    assert status(signed)[0] == "closed"
    assert limits(signed)["Minimum"] == "$25"
    signed.talk.open()
    assert limits(signed)["Minimum"] == "$25"


def test_the_marker_of_a_box_is_not_on_the_sign() -> None:
    signed = brought_to("open")
    signed.frames()
    signed.talk.supervisor.sets_marker(3, 1_000)
    assert signed.frames() == []


# ---------------------------------------------------------------- what is paid


@pytest.mark.rule("NI2004-492", "8.1")
def test_canberra_poker_pays() -> None:
    assert lines(brought_to("open").state()["payouts"]) == {
        "Ante": "1 to 1",
        "Bet": "",
        "Royal flush": "250 to 1",
        "Straight flush": "50 to 1",
        "Four of a kind": "20 to 1",
        "Full house": "7 to 1",
        "Flush": "5 to 1",
        "Straight": "4 to 1",
        "Three of a kind": "3 to 1",
        "Two pairs": "2 to 1",
        "One pair or less": "1 to 1",
    }
    assert BET_ODDS[Category.NO_PAIR] == BET_ODDS[Category.ONE_PAIR]


@pytest.mark.rule("NI2007-208", "8.1")
def test_casino_holdem_pays() -> None:
    assert lines(brought_to("open", "casino_holdem").state()["payouts"]) == {
        "Ante": "",
        "Royal flush": "100 to 1",
        "Straight flush": "20 to 1",
        "Four of a kind": "10 to 1",
        "Full house": "3 to 1",
        "Flush": "2 to 1",
        "All others": "1 to 1",
        "Call": "1 to 1",
    }


@pytest.mark.rule("NI2004-492", "10.2")
@pytest.mark.rule("NI2004-492", "11.1")
@pytest.mark.rule("NI2004-492", "11.1 Royal Flush")
@pytest.mark.rule("NI2004-492", "11.1 Straight Flush")
@pytest.mark.rule("NI2004-492", "11.1 Four of a Kind")
@pytest.mark.rule("NI2004-492", "11.1 Full House")
@pytest.mark.rule("NI2004-492", "11.1 Flush")
@pytest.mark.rule("NI2004-492", "11.1 Dead Man's Hand")
def test_the_boomerang_jackpot() -> None:
    side = brought_to("open").state()["side"]
    assert (side["title"], side["amount"], side["wager"]) == ("Boomerang Jackpot", "$20,000", "Wager $5")
    assert lines(side["rows"]) == {
        "Royal flush": "100% of jackpot, at least $10,000",
        "Straight flush": "10% of jackpot, at least $1,000",
        "Four of a kind": "$500",
        "Full house": "$150",
        "Flush": "$100",
        "Dead Man's Hand": "$50",
    }
    assert "share" in side["note"]


@pytest.mark.rule("NI2007-208", "10.1")
@pytest.mark.rule("NI2007-208", "11.1")
def test_the_super_aces_bonus() -> None:
    side = brought_to("open", "casino_holdem").state()["side"]
    assert (side["title"], side["amount"], side["note"]) == ("Super Aces Bonus", "", "")
    assert side["wager"] == "Wager $5 to $25, multiples of $5"
    assert lines(side["rows"]) == {
        "Royal flush": "100 to 1",
        "Straight flush": "50 to 1",
        "Four of a kind": "40 to 1",
        "Full house": "30 to 1",
        "Flush": "20 to 1",
        "Straight": "7 to 1",
        "Three of a kind": "7 to 1",
        "Two pairs": "7 to 1",
        "Pair of aces": "7 to 1",
    }


@pytest.mark.rule("NI2007-208", "10.1")
def test_a_bonus_of_one_amount() -> None:
    signed = SignedTable("casino_holdem", bonus=(5, 5, 5))
    assert signed.state()["side"]["wager"] == "Wager $5"


@pytest.mark.rule("NI2004-492", "11.1")
def test_the_amount_displayed_stands_still_until_the_round_is_over() -> None:
    signed = brought_to("jackpot_pending")
    assert signed.state()["side"]["amount"] == "$20,000"
    signed.talk.pays_jackpot(1)
    assert signed.state()["side"]["amount"] == "$20,000"
    assert status(signed)[0] == "open"
    signed.talk.collects()
    assert signed.state()["side"]["amount"] == "$0"


@pytest.mark.rule("NI2004-492", "11.3")
def test_a_supervisor_says_what_the_sign_shows() -> None:
    signed = brought_to("open", sign="by_hand")
    signed.talk.supervisor.sets_sign(31_000)
    assert signed.state()["side"]["amount"] == "$31,000"


@pytest.mark.rule("NI2004-492", "11.2")
def test_the_prizes_are_paid_until_the_last_one_is() -> None:
    signed = brought_to("open")
    signed.talk.antes({1: 25, 3: 50}, jackpots=[1, 3])
    signed.talk.closes_betting()
    signed.talk.deal({1: ROYAL_FLUSH, 3: STRAIGHT_FLUSH, "dealer": DEALER_ACE_KING})
    signed.talk.bets(1, 3)
    signed.talk.shows_dealer()
    for box in (3, 1):
        signed.talk.shows(box)
        signed.talk.claims(box)
        signed.talk.settles(box)
    told = [status(signed)[0]]
    for box in (1, 3):
        signed.talk.pays_jackpot(box)
        told.append(status(signed)[0])
    assert told == ["jackpot", "jackpot", "open"]


def test_a_stopped_table_promises_no_amount() -> None:
    signed = brought_to("stopped")
    assert signed.state()["side"]["amount"] == "Ask the dealer"
    assert brought_to("stopped", language="de").state()["side"]["amount"] == "Dealer fragen"


# ---------------------------------------------------------------- hours of gaming, what is simulated


@pytest.mark.rule("NI2004-492", "15.1")
@pytest.mark.rule("NI2007-208", "14.1")
def test_the_hours_of_gaming() -> None:
    assert brought_to("closed").state()["hours"] == f"Hours of gaming: {HOURS}"
    assert brought_to("closed", hours="").state()["hours"] == ""


def test_a_table_of_simulated_devices_says_so() -> None:
    assert brought_to("open").state()["banner"] == "SIMULATED DEVICES - NOT FOR LIVE PLAY"
    assert brought_to("open", simulated=False).state()["banner"] == ""


@pytest.mark.rule("NI2004-492", "15.1")
@pytest.mark.rule("NI2007-208", "14.1")
def test_the_dealer_reads_the_hours_before_the_table_opens(tmp_path: Any) -> None:
    async def prompts() -> list[str]:
        from tests.controller.test_panel import Desk  # noqa: PLC0415

        desk = Desk(tmp_path / "table")
        desk.panel._hours = HOURS
        desk.talk.says(e.SignIn, by="1182", name="Marta")
        told = [desk.state()["prompt"]["detail"]]
        desk.talk.open()
        told.append(desk.state()["prompt"]["detail"])
        desk.room.close()
        return told

    closed, opened = asyncio.run(prompts())
    assert closed.endswith(f"Hours of gaming: {HOURS}")
    assert HOURS not in opened


# ---------------------------------------------------------------- what is never in it

FORBIDDEN = {
    "a face": r'"[2-9TJQKA][shdc]"|[♠♥♦♣]',
    "a box": r"[Bb]ox(-| )?\d",
    "a person": r"Marta|Ruth|1182|2001",
    "what the dealer alone is told": r'"(cards|boxes|prompt|header|rail|sheet|actions|fixed|cover)"',
}


def plays_a_round(signed: SignedTable, seed: int, jackpots: tuple[int, ...] = ()) -> list[str]:
    """Every frame of a round on a deck of its own, as it was sent after every event."""
    talk, frames = signed.talk, []
    take = talk.game.take

    def taken(event: e.Event) -> Any:
        outcomes = take(event)
        signed.screen.refresh()
        frames.extend(signed.screen.to_send())
        return outcomes

    talk.game.take = taken  # type: ignore[method-assign]
    talk.antes({1: 25, 3: 50, 6: 100}, jackpots)
    talk.closes_betting()
    deck = list(FULL_DECK)
    Random(seed).shuffle(deck)
    talk.stacked = list(deck)
    talk.deal()
    talk.folds(1)
    {"bet": talk.bets, "call": talk.calls}[signed.table.game.second_wager](3, 6)
    if talk.phase == "river":
        talk.deal()
    talk.plays_out()
    return frames


@both_games
def test_a_round_sends_the_same_bytes_whatever_the_cards(game: str) -> None:
    rounds = []
    for seed in range(6):
        signed = brought_to("open", game)
        signed.frames()
        rounds.append(plays_a_round(signed, seed))
    assert rounds == [[]] * 6  # not a byte: nothing that players may know beforehand has changed


def test_a_round_with_jackpot_wagers_sends_only_the_new_amount() -> None:
    rounds = []
    for seed in range(6):
        signed = brought_to("open")
        signed.frames()
        rounds.append(plays_a_round(signed, seed, jackpots=(1, 3)))
    assert all(frames == rounds[0] for frames in rounds)
    assert [json.loads(frame)["side"]["amount"] for frame in rounds[0]] == ["$20,008"]


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("game", ["canberra_poker", "casino_holdem"])
def test_no_card_no_box_and_no_person_is_in_a_frame(game: str, language: str) -> None:
    for way in WAYS:
        if (game, way) not in GAMES_AND_WAYS:
            continue
        said = json.dumps(brought_to(way, game, language=language).state(), ensure_ascii=False)
        for what, pattern in FORBIDDEN.items():
            of_chips = (
                way.endswith("tournament") and what == "a box"
            )  # in full view, between two rounds (17.12)
            assert of_chips or not re.search(pattern, said), (way, what, re.search(pattern, said))


@pytest.mark.rule("NI2004-492", "17.12")
def test_in_a_tournament_the_sign_stands_still_while_a_round_is_played() -> None:
    signed = brought_to("in_tournament")
    for box in range(1, 8):
        signed.talk.says(e.MarkSeat, box=box, taken=True)
    signed.frames()
    for box in range(1, 8):
        signed.talk.says(e.AskAnte, box=box)
        signed.talk.ante(box, 25)
    signed.talk.deal({})
    signed.talk.folds(*range(1, 8))
    assert signed.frames() == []
    signed.talk.collects()
    side = signed.state()["side"]
    assert side["wager"] == "Round 2 of 12"
    assert {row["value"] for row in side["rows"]} == {"123,431"}


def test_trouble_of_the_deal_is_no_business_of_the_players() -> None:
    signed = brought_to("in_a_round")
    signed.frames()
    talk = signed.talk
    talk.stack({1: ROYAL_FLUSH, 3: STRAIGHT_FLUSH, "dealer": DEALER_ACE_KING})
    talk.deal(count=4)
    talk.exposes(1, 1)
    talk.answers("turn_over")
    talk.shoe_is_lost()
    talk.shoe_is_back()
    talk.says(e.CallFloor)
    assert signed.frames() == []


# ---------------------------------------------------------------- it has no act


ACTS = [
    *("do", "open", "close", "report", "sign_in", "sign_out", "authorise", "done"),
    *("lock", "look", "test_again", "print_sheet", "", "clean"),
]


def test_every_act_of_the_panel_is_tried(tmp_path: Any) -> None:
    async def acts() -> set[str]:
        from tests.controller.test_panel import Desk  # noqa: PLC0415

        desk = Desk(tmp_path / "table")
        desk.room.close()
        panel: Panel = desk.panel
        return set(panel._acts)

    assert asyncio.run(acts()) <= set(ACTS)


@pytest.mark.parametrize("act", ACTS)
def test_a_touch_is_refused_and_changes_nothing(act: str) -> None:
    signed = brought_to("open")
    signed.frames()
    args = {"command": "place_ante", "box": 1, "amount_cents": 2_500, "badge": "2001", "pin": "6058"}
    for number in range(3):
        asyncio.run(signed.screen.touched(Touch(id=f"t-{number}", seq=number, act=act, args=args)))
        (reply,) = signed.frames()
        assert (reply["kind"], reply["ok"]) == ("reply", False)
    assert signed.screen.session.supervisor is None
    assert signed.screen.sheet == ()
    assert not signed.talk.game.state.has_antes()


# ---------------------------------------------------------------- how large it is


def test_the_sign_is_as_large_as_its_screen() -> None:
    assert Sign().pixels_per_mm == 3.61
    assert brought_to("open", look={"diagonal_inches": 32}).state()["look"]["mm"] == 2.71


@pytest.mark.parametrize(
    ("inches", "wide", "high", "enough"),
    [(24, 1920, 1080, True), (19, 1280, 800, True), (17, 1280, 1024, False), (24, 1080, 1920, False)],
)
def test_a_screen_that_nobody_could_read_is_refused(inches: float, wide: int, high: int, enough: bool) -> None:
    make = {"diagonal_inches": inches, "width_px": wide, "height_px": high}
    if enough:
        Sign(**make)
    else:
        with pytest.raises(ValueError, match="at least 400 by 225 mm"):
            Sign(**make)
