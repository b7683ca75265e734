"""Irregularities, from what the dealer or a reader saw to the ruling that a supervisor's finger confirms."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.dealing import DEALER, SUPERVISOR, Dealer, Prepared, written

ANTES = {1: 25, 3: 100}
DEALT = 7  # two rounds and a card: box 3 is next
NEXT = "Deal the third card to box 3"


@pytest.fixture
def dealing(prepared: Prepared, dealer: Dealer) -> Dealer:
    prepared.deal(ANTES, DEALT)
    dealer.says(NEXT)
    return dealer.afresh()


@pytest.fixture
def deciding(prepared: Prepared, dealer: Dealer) -> Dealer:
    prepared.decide(ANTES)
    dealer.says("Box 1: bet or fold?")
    return dealer


def report_exposed(dealer: Dealer, place: str, nth: str, face: str) -> None:
    dealer.press("Report irregularity")
    dealer.press("Card exposed")
    dealer.press(place)
    dealer.press(nth)
    dealer.picks(face)


def reported(prepared: Prepared, place: str, nth: int, seen: str, *, ruled: bool = False) -> None:
    """Without fingers, for tests that are about something else."""
    with prepared.screen() as screen:
        screen.must("report", what="card_exposed", place=place, nth=nth, seen=seen)
        if ruled:
            screen.must("answer", choice="turn_over")


def told(dealer: Dealer, *words: str) -> bool:
    return any(all(word in line for word in words) for line in dealer.history())


# -- exposed cards ------------------------------------------------------------


@pytest.mark.rule("NI2004-492", "14.1")
def test_an_exposed_card_is_the_dealers_own_ruling(dealing: Dealer) -> None:
    face = dealing.exposed(3, 1)
    report_exposed(dealing, "Box 3", "First", face)
    dealing.says("Stop. Confirm the ruling", "Box 3, first card exposed:", rule="14.1")
    dealing.sees(3, 1, face)
    dealing.press("Turn it over")  # too short: a ruling is held
    dealing.says("Stop. Confirm the ruling")
    dealing.hold("Turn it over")
    dealing.says(NEXT)
    dealing.down(3, 1)
    expect(dealing.card(3, 1)).to_have_class("card back mark-exposed")
    assert told(dealing, "14.1", "1182")


@pytest.mark.rule("NI2004-492", "14.1")
def test_the_third_exposed_card_voids_the_round(dealing: Dealer, prepared: Prepared) -> None:
    reported(prepared, "1", 1, dealing.exposed(1, 1), ruled=True)
    reported(prepared, "3", 2, dealing.exposed(3, 2), ruled=True)
    dealing.says(NEXT)
    reported(prepared, "1", 3, dealing.exposed(1, 3))
    dealing.says("Stop. Supervisor decides", "Three cards are now exposed.", rule="14.1")
    dealing.supervisor()
    dealing.hold("Void round")
    dealing.says("Void. Chips back, cards to the rack", "Box 1: 25 back; Box 3: 100 back", rule="14.1")


@pytest.mark.rule("NI2004-492", "14.2")
def test_the_dealers_exposed_card_is_the_one_face_up(dealing: Dealer) -> None:
    face = dealing.exposed("dealer", 2)
    report_exposed(dealing, "The dealer", "Second", face)
    dealing.says("Stop. Confirm the ruling", "Your second card was exposed:", rule="14.2")
    dealing.hold("Use it face up")
    dealing.says(NEXT)
    dealing.sees("dealer", 2, face)
    dealing.deal(ANTES, start=DEALT, end=14)
    dealing.says("Deal yourself the fifth card, face down")
    dealing.draw("dealer")
    dealing.says("Box 1: bet or fold?")
    dealing.down("dealer", 5)
    dealing.sees("dealer", 2, face)


@pytest.mark.rule("NI2004-492", "14.1")
def test_a_face_that_is_not_the_recorded_one_shows_nobody_the_record(
    dealing: Dealer, prepared: Prepared
) -> None:
    recorded = dealing.exposed(3, 1)
    reported(prepared, "3", 1, "Kd" if recorded != "Kd" else "As")
    dealing.says(
        "Stop. Supervisor decides",
        "not as recorded, or reported before. The supervisor looks at it.",
        rule="16.4",
    )
    expect(dealing.button("It was exposed")).to_have_count(0)
    dealing.supervisor()
    dealing.hold("It was exposed")
    dealing.says("Stop. Confirm the ruling", "Box 3, first card exposed:")
    dealing.hold("Turn it over")
    dealing.says(NEXT)
    dealing.history()
    for frame in dealing.frames:
        assert f'"{recorded}"' not in frame
        assert written(recorded) not in frame


# -- a supervisor's ruling ------------------------------------------------------------


@pytest.mark.rule("NI2004-492", "14.3")
def test_only_a_supervisor_voids_a_wrong_deal(dealing: Dealer) -> None:
    dealing.press("Report irregularity")
    dealing.press("Wrong box")
    dealing.press("Box 3")
    dealing.says("Stop. Supervisor decides", "A card came to box 3 that was not due there.", rule="14.3")
    expect(dealing.button("Void round")).to_have_count(0)
    expect(dealing.button("Hold the shoe")).to_have_count(0)

    dealing.press("Supervisor card")
    pad = dealing.page.get_by_role("dialog")
    dealing.badge((SUPERVISOR[0], "1111"))
    expect(pad).to_contain_text("Number or PIN is wrong.")
    dealing.badge(DEALER)
    expect(pad).to_contain_text("That is not a supervisor's number.")
    dealing.badge(SUPERVISOR)
    expect(pad).to_have_count(0)

    dealing.press("Void round")  # too short
    dealing.hold("Void round", for_ms=700)  # still too short
    dealing.says("Stop. Supervisor decides")
    dealing.hold("Void round")
    dealing.says("Void. Chips back, cards to the rack", "Box 1: 25 back; Box 3: 100 back", rule="14.3")
    assert told(dealing, "14.3", "2001")
    dealing.bench.do("collect")
    dealing.press(f"All {DEALT} cards back")
    dealing.says("Shuffle the cards")


def test_the_history_names_who_reported_and_who_ruled(dealing: Dealer, prepared: Prepared) -> None:
    with prepared.screen() as screen:
        screen.must("report", what="wrong_box", place="3")
        screen.authorise()
        screen.must("answer", choice="void")
    assert told(dealing, "14.3", "1182", "2001")


def test_the_dealers_screen_cannot_pass_a_supervisors_ruling(dealing: Dealer, prepared: Prepared) -> None:
    with prepared.screen() as screen:
        screen.must("report", what="wrong_box", place="3")
        for choice in ("void", "go_on"):
            answer = screen.do("answer", choice=choice)
            assert (answer["ok"], answer["message"]) == (False, "Only a supervisor may.")
    dealing.says("Stop. Supervisor decides")


def test_a_second_report_of_a_card_is_not_the_dealers_to_rule_on(dealing: Dealer, prepared: Prepared) -> None:
    """The first, withdrawn, could have been a guess at the recorded face."""
    face = dealing.exposed(1, 2)
    reported(prepared, "1", 2, face)
    dealing.says("Stop. Confirm the ruling")
    dealing.press("Withdraw report")
    dealing.says(NEXT)
    reported(prepared, "1", 2, face)
    dealing.says("Stop. Supervisor decides")


def test_a_withdrawn_report_is_in_the_history(dealing: Dealer, prepared: Prepared) -> None:
    with prepared.screen() as screen:
        screen.must("report", what="wrong_box", place="3")
        screen.must("withdraw_report")
    assert told(dealing, "Report withdrawn")


def test_the_first_touch_of_a_report_holds_the_shoe(dealing: Dealer) -> None:
    dealing.press("Report irregularity")
    expect(dealing.page.get_by_role("dialog")).to_be_visible()
    dealing.says("You hold the shoe", rule="6.1")
    dealing.press("Close")
    dealing.press("Go on")
    dealing.says(NEXT)


# -- what the readers find ------------------------------------------------------------


@pytest.mark.rule("NI2004-492", "14.3")
def test_a_card_at_the_wrong_box_is_found(dealing: Dealer) -> None:
    dealing.draw(1)
    dealing.says("Stop. Supervisor decides", "A card of box 3 lies at box 1. Was it dealt there?", rule="14.3")
    expect(dealing.page.get_by_text("8 of 52")).to_be_visible()
    dealing.supervisor()
    dealing.hold("Yes, void round")
    dealing.says("Void. Chips back, cards to the rack")


@pytest.mark.rule("NI2004-492", "14.4")
def test_an_undecided_hand_in_the_discards_is_found(deciding: Dealer) -> None:
    deciding.bench.do("to_rack", place="box-3")
    deciding.says(
        "Stop. Supervisor decides",
        "Cards of box 3 are in the discard rack before the hand was over.",
        rule="14.4",
    )
    deciding.supervisor()
    give_reason(deciding, "Cannot, void it")
    deciding.says("Box 1: bet or fold?")
    expect(deciding.place(3)).to_contain_text("void")
    deciding.press("Fold")
    deciding.says("Collect all cards: 15 out")


def give_reason(dealer: Dealer, choice: str) -> None:
    """What is not the proposed ruling needs one."""
    dealer.hold(choice)
    dealer.press("As seen by the supervisor")


@pytest.mark.rule("NI2004-492", "13.2(a)")
def test_cards_exchanged_between_boxes_are_found(deciding: Dealer) -> None:
    deciding.bench.do("swap", first="box-1", second="box-3")
    deciding.says("Stop. Supervisor decides", "A card of box", rule="13.2(a)")
    deciding.supervisor()
    deciding.hold("Void round")
    deciding.says("Void. Chips back, cards to the rack", "Box 1: 25 back; Box 3: 100 back")


READERS_MS = 1_000  # to tell of a hand that was moved, and the table to ask about it


def test_a_folded_hand_in_the_discards_is_in_order(deciding: Dealer) -> None:
    deciding.press("Fold")
    deciding.says("Box 3: bet or fold?")
    deciding.in_discards(1)
    deciding.page.wait_for_timeout(READERS_MS)
    deciding.says("Box 3: bet or fold?")
    deciding.press("Fold")
    deciding.says("Collect all cards: 15 out")


def test_cards_missing_at_the_count_are_looked_for(prepared: Prepared, dealer: Dealer) -> None:
    prepared.collect(ANTES)
    dealer.press("Count differs")
    dealer.key("14")
    dealer.press("OK")
    dealer.says("Count again: 15 out, 14 back", rule="9.7")
    dealer.press("Count again")
    dealer.press("All 15 cards back")
    dealer.says("Shuffle the cards")


def test_a_void_after_a_payment_says_what_comes_back_and_what_goes_back(
    prepared: Prepared, dealer: Dealer
) -> None:
    for _ in range(8):  # until a box has won
        prepared.settle(ANTES)
        with prepared.screen() as screen:
            if screen.action("show_box"):
                screen.press("show_box")
            won = "pay" in screen.title
            screen.press("settle_box")
            screen.authorise()
            screen.must("void_round", ground="fraud")
        if won:
            break
    dealer.says("Void. Chips back, cards to the rack", "Box 1: 75 back; Box 3: take back")
    assert dealer.detail.endswith("300 are with the player")
