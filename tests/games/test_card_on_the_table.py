"""The card on the table decides (CARD-ON-TABLE): what was misread or mistyped is put right and settled anew."""

from __future__ import annotations

from typing import Any

import pytest

from controller.language import Language
from games import events as e
from games.deal import Shoe
from games.outcomes import CardTurned, Notice, Outcome, PotSettled, Refusal, Ruling, Undone
from games.table.table import Setup, Table
from tests.games.pot_talk import PotTable, pot_options
from tests.games.table_talk import Table as Talk
from tests.games.table_talk import Whole, card, house_options

TRIPS, FLUSH = "As Ah Ad 4s 5s", "Kh Qh 8h 5h 2h"
DEALER = "Ac Kd 8c 5d 3c"


def house(shoe: Shoe = "reading") -> Talk:
    talk = Talk(Whole(Table(Setup("T-01", "canberra_poker", 7, house_options(), shoe))))  # type: ignore[arg-type]
    talk.open()
    if shoe == "reading":
        talk.supervisor.checks_deck_by_hand()
    else:
        talk.all_cards_there()
    talk.next_round()
    return talk


def corrects(talk: Any, place: object, nth: int, face: str, *, reason: str = "misread") -> list[Outcome]:
    role = "supervisor" if reason else "dealer"
    event = e.CorrectCard(
        place=str(place), nth=nth, card=card(face), reason=reason, role=role, by="2001" if reason else "dealer"
    )
    return [outcome for outcome in talk.game.table.take(event) if outcome.kind != "prompt"]


def codes(outcomes: list[Outcome]) -> list[str]:
    return [o.say.code for o in outcomes if isinstance(o, Refusal | Notice | Ruling)]


def moved(outcomes: list[Outcome]) -> dict[int, int]:
    """Cents to each box, as the sentences have it."""
    signs = {"pay_more": 1, "take_back_payment": -1, "take_back_and_lay": -1}
    return {
        o.say.words["box"]: signs[o.say.code] * o.say.words["amount_cents"]
        for o in outcomes
        if isinstance(o, Notice) and o.say.code in signs
    }


def to_the_settlement(talk: Talk, hands: dict[int | str, str]) -> None:
    talk.antes({box: 25 for box in hands if isinstance(box, int)})
    talk.closes_betting()
    talk.deal(hands)
    talk.bets(*(box for box in hands if isinstance(box, int)))
    talk.shows_dealer()


def ways(outcomes: list[Outcome]) -> list[tuple[str, str, int]]:
    """How the chips go, as the sentences have it."""
    told = [moved for o in outcomes if isinstance(o, Notice) for moved in o.moved]
    return [(moved.source, moved.dest, moved.cents) for moved in told]


# ---------------------------------------------------------------- misread by the shoe


@pytest.mark.rule("NI2004-492", "9.1")
@pytest.mark.rule("NI2004-492", "9.4")
def test_a_misread_card_is_put_right_and_the_hand_is_ranked_again() -> None:
    """The shoe said 2h; on the table lies 2d: a king high, no flush, and the dealer's ace-king wins."""
    talk = house()
    to_the_settlement(talk, {1: FLUSH, "dealer": DEALER})
    talk.shows(1)
    told = corrects(talk, 1, 5, "2d")
    assert codes(told) == ["ruled_card_corrected"]
    assert told[0].rule.number == "9.1"  # type: ignore[union-attr]
    talk.settles(1)
    talk.expect_payment(1, "ante", "lose", "9.5", returned=0)


@pytest.mark.rule("NI2004-492", "9.4")
def test_a_box_that_was_paid_on_a_misread_card_is_settled_anew() -> None:
    talk = house()
    to_the_settlement(talk, {1: FLUSH, "dealer": DEALER})
    talk.shows(1)
    talk.settles(1)
    talk.expect_phase("collect")
    paid = sum(payment.returned_cents + payment.paid_cents for payment in talk.game.state.boxes[1].payments)
    told = corrects(talk, 1, 5, "2d")
    assert moved(told) == {1: -paid}
    talk.expect_phase("collect")
    talk.collects()
    talk.expect_money({1: -75})


@pytest.mark.rule("NI2004-492", "9.3")
def test_a_dealers_card_decides_about_everybody_again() -> None:
    """Ace-king was a misread ace-queen: antes win, bets go back, whoever was paid or has lost already."""
    talk = house()
    to_the_settlement(talk, {1: "Qs Jh 9d 6h 2s", 2: TRIPS, "dealer": DEALER})
    for box in (2, 1):
        talk.shows(box)
        talk.settles(box)
    told = corrects(talk, "dealer", 2, "Qd")
    assert set(moved(told)) == {1, 2}
    talk.collects()
    talk.expect_money({1: 25, 2: 25})


@pytest.mark.rule("NI2004-492", "9.2")
def test_a_dealer_who_plays_after_all_has_the_hands_shown_first() -> None:
    talk = house()
    to_the_settlement(talk, {1: TRIPS, "dealer": "Ac Qd 8c 5d 3c"})
    talk.settles(1)
    told = corrects(talk, "dealer", 2, "Kd")
    assert moved(told) == {1: -(5_000 + 5_000)}  # the ante and its 25, and the bet of 50: all lie again
    assert "take_back_and_lay" in codes(told)
    talk.expect_phase("settle")
    talk.shows(1)
    talk.settles(1)
    talk.collects()
    talk.expect_money({1: 25 + 50 * 3})


@pytest.mark.rule("NI2004-492", "9.1")
def test_two_cards_that_were_taken_for_each_other_change_places() -> None:
    talk = house()
    to_the_settlement(talk, {1: FLUSH, 2: TRIPS, "dealer": DEALER})
    talk.shows(2)
    corrects(talk, 2, 4, "2h")
    deal = talk.game.state.deal
    assert deal.at("2", 4).card.open() == card("2h")
    assert deal.at("1", 5).card.open() == card("4s")


def test_nobody_corrects_a_card_that_lies_face_down() -> None:
    """It would be a way to try one face after the other."""
    talk = house()
    to_the_settlement(talk, {1: FLUSH, 2: TRIPS, "dealer": DEALER})
    assert codes(corrects(talk, 1, 5, "2d")) == ["card_is_down"]
    [offer] = [offer for offer in talk.game.table.offers() if offer.command == "correct_card"]
    places = [option.name for option in offer.fields[0].options({})]  # type: ignore[union-attr]
    assert places == ["dealer"]


def test_what_lies_face_down_is_told_of_by_no_outcome() -> None:
    talk = house()
    to_the_settlement(talk, {1: FLUSH, 2: TRIPS, "dealer": DEALER})
    talk.shows(2)
    told = corrects(talk, 2, 4, "2h")  # the record has it at box 1, face down
    assert [(o.place, o.card) for o in told if isinstance(o, CardTurned)] == [("2", "2h")]
    assert "4s" not in str(told)


@pytest.mark.rule("NI2004-492", "9.1")
def test_a_correction_is_a_supervisors_and_has_a_reason() -> None:
    talk = house()
    to_the_settlement(talk, {1: FLUSH, "dealer": DEALER})
    talk.shows(1)
    assert codes(corrects(talk, 1, 5, "2d", reason="")) == ["supervisor_only"]
    assert codes(corrects(talk, 1, 5, "2d", reason=" ")) == ["reason_needed"]


def test_a_correction_is_taken_back_by_a_supervisor() -> None:
    talk = house()
    to_the_settlement(talk, {1: FLUSH, "dealer": DEALER})
    talk.shows(1)
    talk.settles(1)
    before = dict(talk.game.table.game.chips_moved(talk.game.state))
    corrects(talk, 1, 5, "2d")
    undone, *_ = talk.game.table.take(e.Undo(by="2001", role="supervisor"))
    assert undone == Undone(what="correct_card", by="2001")
    assert talk.game.table.game.chips_moved(talk.game.state) == before


# ---------------------------------------------------------------- mistyped by the dealer


@pytest.mark.rule("NI2004-492", "9.2")
def test_a_slip_of_the_finger_in_the_dealers_hand_is_the_dealers_to_put_right() -> None:
    talk = house(shoe="silent")
    talk.antes({1: 25})
    talk.closes_betting()
    talk.says_dealt()
    talk.bets(1)
    talk.enters_hand("dealer", "Ac Qd 8c 5d 3c")  # a king lies there
    talk.shows_dealer()
    assert codes(corrects(talk, "dealer", 2, "Kd", reason="")) == ["ruled_card_corrected"]
    talk.enters_hand(1, TRIPS)
    talk.shows(1)
    talk.settles(1)
    talk.expect_payment(1, "bet", "win", "9.4", returned=50, paid=150)
    assert codes(corrects(talk, 1, 1, "Ks", reason="")) == ["supervisor_only"]  # chips rest on it


@pytest.mark.rule("NI2004-492", "9.1")
def test_a_hand_typed_after_the_dealers_was_shown_is_put_right_as_well() -> None:
    talk = house(shoe="silent")
    talk.antes({1: 25})
    talk.closes_betting()
    talk.says_dealt()
    talk.bets(1)
    talk.enters_hand("dealer", DEALER)
    talk.shows_dealer()
    talk.enters_hand(1, FLUSH)
    talk.shows(1)
    talk.settles(1)
    told = corrects(talk, 1, 5, "2d")
    assert moved(told)[1] < 0
    talk.collects()
    talk.expect_money({1: -75})


# ---------------------------------------------------------------- for a pot


def omaha() -> PotTable:
    talk = PotTable(Whole(Table(Setup("T-01", "omaha", 9, pot_options("omaha")))))  # type: ignore[arg-type]
    talk.open()
    talk.supervisor.checks_deck_by_hand()
    for seat in (1, 2):
        talk.sits_down(seat, 500)
    talk.next_round()
    talk.deal({1: "As Ah 7d 2c", 2: "Ks Kh 8d 3c", "board": "Ad Kd 9s 6h 4c"})
    return talk


def won(talk: PotTable) -> list[int]:
    settled = [outcome for outcome in talk.everything if isinstance(outcome, PotSettled)]
    return [share.box for share in settled[-1].shares]


@pytest.mark.rule("NI2017-583", "9.1")
@pytest.mark.rule("NI2017-583", "13.1")
def test_a_pot_that_was_paid_on_a_misread_card_goes_to_whom_it_belongs() -> None:
    talk = omaha()
    talk.plays_out(collect=False)
    assert won(talk) == [1]
    told = corrects(talk, 1, 2, "5h")  # no third ace
    assert moved(told) == {1: -1_900, 2: 1_900}  # the pot of 20, less the commission
    assert talk.game.state.phase == "collect"


@pytest.mark.rule("NI2017-583", "9.1")
def test_a_board_card_is_put_right_for_everybody() -> None:
    talk = omaha()
    while talk.phase in ("deal", "bet"):
        talk.checks_around()
        talk.deal()
    corrects(talk, "board", 1, "Ts")
    talk.all_show()
    talk.all_paid()
    assert won(talk) == [2]


# ---------------------------------------------------------------- said


@pytest.mark.parametrize("name", ["en", "de"])
def test_it_is_said_which_card_it_is(name: str) -> None:
    talk = house()
    to_the_settlement(talk, {1: FLUSH, "dealer": DEALER})
    talk.shows(1)
    [line] = [Language(name).told(o) for o in corrects(talk, 1, 5, "2d") if isinstance(o, Ruling)]
    assert "2♦" in line
    assert "Box 1" in line
