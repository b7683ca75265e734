"""The panel as a dealer's eyes and fingers meet it."""

from __future__ import annotations

import re
import time

import pytest
from playwright.sync_api import Page, expect

from tests.browser import measures, states
from tests.browser.conftest import Panel, heard, measured, measured_keypads, sent, type_on
from tests.browser.states import STATES, button

DEAF_S = 0.3
pytestmark = pytest.mark.deaf


def decide(number: int, **more: object) -> states.State:
    now = states.decide()
    now["prompt"]["title"] = f"Box {number}: play or fold?"
    now["actions"] = [
        button("Fold", 0, act="fold", args={"box": number}),
        button("Play 50", 5, tone="next", act="play", args={"box": number}, **more),
    ]
    return now


@pytest.fixture
def deciding(panel: Panel) -> Panel:
    panel.open().show(decide(3))
    panel.awake()
    return panel


@pytest.fixture
def ruling(panel: Panel) -> Panel:
    panel.open().show(states.ruling())
    return panel


# -- what is painted ------------------------------------------------------------


def test_every_state_is_large_enough_apart_and_legible(sized_panel: Panel) -> None:
    assert measured(sized_panel, STATES) == []


def test_every_keypad_is_large_enough_apart_and_legible(sized_panel: Panel) -> None:
    assert measured_keypads(sized_panel, STATES, states.ASKS) == []


def test_search_letters_are_large_enough(sized_panel: Panel) -> None:
    sized_panel.open().show(states.search())
    sized_panel.press("ABC")
    assert measures.controls(sized_panel.page, sized_panel.mm) == []


def test_nothing_moves_between_states(deciding: Panel) -> None:
    before = deciding.page.get_by_role("button", name="Devices").bounding_box()
    deciding.show(states.settle())
    assert deciding.page.get_by_role("button", name="Devices").bounding_box() == before


def test_words_and_roles(deciding: Panel) -> None:
    page = deciding.page
    expect(page.get_by_role("status")).to_contain_text("Wait for the player to act")
    box = page.get_by_role("group", name="Box 3")
    expect(box.get_by_role("img", name="face down")).to_have_count(2)
    expect(page.get_by_role("group", name="Board").get_by_role("img", name="ten of diamonds")).to_be_visible()
    expect(page.get_by_text("17 of 52")).to_be_visible()
    expect(page.get_by_text("SIMULATED DEVICES")).to_be_visible()
    expect(page.locator("header")).to_contain_text("21:05")  # the beat moves the clock


def test_a_face_down_card_shows_nothing_and_turns_in_place(panel: Panel) -> None:
    panel.server.show(states.deal())
    panel.open()
    cards = panel.page.get_by_role("group", name="Box 1").get_by_role("img")
    expect(cards).to_have_count(2)
    assert [card.inner_html() for card in cards.all()] == ["", ""]
    now = states.deal()
    now["boxes"][0]["cards"][1] = {"id": "1-2", "up": True, "face": "Qd", "mark": ""}
    panel.show(now)
    expect(cards.nth(1)).to_have_accessible_name("queen of diamonds")
    panel.show(states.deal())
    assert cards.nth(1).inner_html() == ""


def test_the_next_action_is_far_right_and_mirrored_far_left(deciding: Panel) -> None:
    assert deciding.centre("Fold")[0] < 130
    assert deciding.centre("Play 50")[0] > 1150
    deciding.show(states.with_look(decide(3), mirror=True))
    assert deciding.centre("Fold")[0] > 1150
    assert deciding.centre("Play 50")[0] < 130
    assert deciding.centre("Rule 5.2")[0] < 130


def test_two_and_four_colours_and_brightness(panel: Panel) -> None:
    panel.open().show(states.settle())
    diamond = panel.page.get_by_role("img", name="seven of diamonds")
    expect(diamond).to_have_css("color", "rgb(23, 45, 232)")
    panel.show(states.with_look(states.settle(), suits=2, brightness=1))
    expect(diamond).to_have_css("color", "rgb(182, 7, 29)")
    expect(panel.page.locator("body")).to_have_css("filter", "brightness(0.6)")


def test_words_of_a_state_are_never_markup(panel: Panel) -> None:
    now = states.deal()
    now["prompt"]["title"] = "<b>Box</b> <img src=x>"
    panel.open().show(now)
    expect(panel.page.get_by_role("heading", name="<b>Box</b> <img src=x>")).to_be_visible()


# -- one finger, one press ------------------------------------------------------------


def test_a_touch_sends_its_act_args_and_the_state_it_saw(deciding: Panel) -> None:
    deciding.page.touchscreen.tap(*deciding.centre("Play 50"))
    assert heard(deciding) == [("play", {"box": 3})]
    first = deciding.server.touches[0]
    assert first["seq"] == deciding.server.state["seq"]
    deciding.awake()
    deciding.press("Fold")
    assert heard(deciding, 2)[1] == ("fold", {"box": 3})
    assert first["id"] != deciding.server.touches[1]["id"]


@pytest.mark.parametrize("delay_s", [0, 0.25], ids=["quick answer", "slow answer"])
@pytest.mark.parametrize("following", [3, 4], ids=["same meaning", "new meaning"])
def test_a_double_tap_is_one_touch(deciding: Panel, following: int, delay_s: float) -> None:
    deciding.server.after_touch = decide(following)
    deciding.server.reply_delay_s = delay_s
    there = deciding.centre("Play 50")  # beforehand: to look for it takes as long as the button is deaf
    deciding.page.mouse.dblclick(*there, delay=20)
    deciding.page.wait_for_timeout(60)
    deciding.page.mouse.click(*there)
    deciding.page.wait_for_timeout(400)
    assert sent(deciding) == [("play", {"box": 3})]


def test_a_refusal_is_said(deciding: Panel) -> None:
    deciding.server.refusal = "Screen changed, touch again"
    deciding.press("Play 50")
    expect(deciding.page.get_by_role("alert")).to_have_text("Screen changed, touch again")


def hold_down(panel: Panel, name: str) -> None:
    panel.page.mouse.move(*panel.centre(name))
    panel.page.mouse.down()


def test_a_held_finger_presses_the_same_button_through_ten_states(deciding: Panel) -> None:
    hold_down(deciding, "Play 50")
    for number in range(10):
        now = decide(3)
        now["rail"]["notes"] = [f"{number} of 52"]
        deciding.show(now)
    deciding.page.mouse.up()
    assert heard(deciding) == [("play", {"box": 3})]
    assert deciding.server.touches[0]["seq"] == deciding.server.state["seq"]


def test_a_held_finger_never_presses_what_came_under_it(deciding: Panel) -> None:
    hold_down(deciding, "Play 50")
    for number in range(4, 14):
        deciding.show(decide(number))
    deciding.page.mouse.up()
    assert sent(deciding) == []


def test_a_held_finger_drops_a_meaning_that_went_and_came_back(deciding: Panel) -> None:
    hold_down(deciding, "Play 50")
    deciding.show(decide(4))
    deciding.show(decide(3))
    deciding.awake()
    deciding.page.mouse.up()
    assert sent(deciding) == []


def test_a_finger_that_leaves_presses_nothing(deciding: Panel) -> None:
    hold_down(deciding, "Play 50")
    deciding.page.mouse.move(640, 300)
    deciding.page.mouse.move(*deciding.centre("Play 50"))
    deciding.page.mouse.up()
    assert sent(deciding) == []


def test_a_new_meaning_is_deaf_for_a_moment(deciding: Panel) -> None:
    place = deciding.centre("Play 50")
    deciding.show(decide(4))
    deciding.page.mouse.click(*place)
    assert sent(deciding) == []
    deciding.page.wait_for_timeout(DEAF_S * 1000)
    deciding.page.mouse.click(*place)
    assert heard(deciding) == [("play", {"box": 4})]


def test_what_a_closing_sheet_uncovers_is_deaf_for_a_moment(panel: Panel) -> None:
    panel.open().show(decide(3))
    panel.awake()
    panel.show(states.more())
    panel.show(decide(3))
    panel.page.mouse.click(*panel.centre("Play 50"))
    assert sent(panel) == []


def test_a_disabled_button_sends_nothing(panel: Panel) -> None:
    panel.open().show(states.deal())
    panel.awake()
    panel.page.mouse.click(*panel.centre("Deal finished"))
    assert sent(panel) == []


def test_a_touched_box_sends_its_number(panel: Panel) -> None:
    now = states.deal()
    now["boxes"][3]["touch"] = button("Box 4", act="choose", args={"box": 4})
    panel.open().show(now)
    panel.press("Box 4")
    assert heard(panel) == [("choose", {"box": 4})]


# -- keys, and screen readers ------------------------------------------------------------


@pytest.mark.parametrize("key", ["Enter", "Space"])
def test_a_key_presses_what_has_the_focus_once(deciding: Panel, key: str) -> None:
    deciding.page.get_by_role("button", name="Play 50").focus()
    deciding.page.keyboard.press(key)
    assert heard(deciding) == [("play", {"box": 3})]
    deciding.page.keyboard.press(key)  # deaf, as for a finger
    assert len(sent(deciding)) == 1


def test_a_screen_reader_clicks(deciding: Panel) -> None:
    deciding.page.get_by_role("button", name="Play 50").evaluate("node => node.click()")
    assert heard(deciding) == [("play", {"box": 3})]


def test_tab_goes_through_the_buttons_and_stays_where_it_was(deciding: Panel) -> None:
    keys = deciding.page.keyboard
    for name in ("Rule 5.2", "Fold", "Play 50", "Undo last touch"):
        keys.press("Tab")
        expect(deciding.page.get_by_role("button", name=name)).to_be_focused()
    keys.press("Shift+Tab")
    deciding.show(decide(4))
    expect(deciding.page.get_by_role("button", name="Play 50")).to_be_focused()


def test_a_finger_leaves_no_focus_for_a_scanners_enter(deciding: Panel) -> None:
    deciding.page.touchscreen.tap(*deciding.centre("Fold"))
    heard(deciding)
    deciding.awake()
    deciding.page.keyboard.type("2001\n")
    deciding.page.get_by_role("button", name="Play 50").focus()
    deciding.page.keyboard.type("2001\n")
    assert len(sent(deciding)) == 1


def test_a_sheet_keeps_the_focus_and_gives_it_back(panel: Panel) -> None:
    panel.open().show(decide(3))
    panel.awake()
    page = panel.page
    page.get_by_role("button", name="More").focus()
    sheet = decide(3) | {"sheet": states.report()["sheet"]}
    panel.show(sheet)
    dialog = page.get_by_role("dialog", name="Report an irregularity: what happened?")
    expect(dialog).to_be_focused()
    expect(dialog).to_have_attribute("aria-modal", "true")
    for _ in states.KINDS:
        page.keyboard.press("Tab")
        expect(dialog.locator(":focus")).to_have_count(1)
    panel.awake()
    page.keyboard.press("Escape")
    assert heard(panel) == [("close", {})]
    panel.show(decide(3))
    expect(page.get_by_role("button", name="More")).to_be_focused()


def test_a_keypad_by_keys_alone(ruling: Panel) -> None:
    page = ruling.page
    opener = page.get_by_role("button", name="Supervisor card")
    opener.focus()
    ruling.awake()
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog")).to_be_focused()
    page.keyboard.type("20019")
    page.keyboard.press("Backspace")
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    ruling.awake()
    page.keyboard.press("Space")  # the first key of the pad
    page.wait_for_timeout(600)
    page.get_by_role("button", name="OK").focus()
    ruling.awake()
    page.keyboard.press("Enter")
    assert heard(ruling) == [("supervisor-card", {"badge": "2001", "pin": "1"})]
    expect(opener).to_be_focused()


def test_escape_leaves_a_keypad_step_by_step(ruling: Panel) -> None:
    ruling.press("Supervisor card")
    ruling.page.keyboard.type("2001\n")
    for _ in range(2):
        expect(ruling.page.get_by_role("dialog")).to_be_visible()
        ruling.awake()
        ruling.page.keyboard.press("Escape")
    expect(ruling.page.get_by_role("dialog")).to_be_hidden()
    assert sent(ruling) == []


def test_nothing_scanned_is_an_amount(panel: Panel) -> None:
    panel.open().show(states.antes())
    panel.press("Ante for box 3")
    panel.page.keyboard.type("2001\n")
    expect(panel.page.get_by_role("status", name="Box 3: the ante")).to_have_text("$25")
    assert sent(panel) == []


# -- buttons to be held ------------------------------------------------------------


@pytest.fixture
def holding(panel: Panel) -> Panel:
    panel.open().show(decide(3, hold_ms=600))
    panel.awake()
    return panel


def test_a_hold_fires_after_its_time_and_once(holding: Panel) -> None:
    hold_down(holding, "Play 50")
    holding.page.wait_for_timeout(300)
    assert holding.server.touches == []
    assert heard(holding) == [("play", {"box": 3})]
    holding.page.mouse.up()
    assert len(sent(holding)) == 1


def test_a_key_is_held_as_long_as_a_finger(holding: Panel) -> None:
    button = holding.page.get_by_role("button", name="Play 50")
    button.focus()
    holding.page.keyboard.press("Enter")
    button.evaluate("node => node.click()")
    assert sent(holding) == []
    holding.page.keyboard.down("Enter")
    assert heard(holding) == [("play", {"box": 3})]
    holding.page.keyboard.up("Enter")
    assert len(sent(holding)) == 1


def test_a_hold_let_go_early_or_left_does_nothing(holding: Panel) -> None:
    hold_down(holding, "Play 50")
    holding.page.mouse.up()
    hold_down(holding, "Play 50")
    holding.page.mouse.move(640, 300)
    holding.page.wait_for_timeout(800)
    holding.page.mouse.up()
    assert sent(holding) == []


# -- keypads ------------------------------------------------------------


def test_the_pin_pad_collects_badge_then_pin_and_shows_no_pin(ruling: Panel) -> None:
    ruling.press("Supervisor card")
    dialog = ruling.page.get_by_role("dialog", name="Supervisor: badge or staff number")
    type_on(ruling, "22")
    ruling.press("Clear")
    type_on(ruling, "11827")
    ruling.press("Delete")
    ruling.press("OK")
    type_on(ruling, "4711")
    expect(dialog).to_contain_text("●●●●")
    expect(dialog).not_to_contain_text("4711")
    ruling.press("OK")
    assert heard(ruling) == [("supervisor-card", {"badge": "1182", "pin": "4711"})]
    expect(dialog).to_be_hidden()


def test_a_badge_scanner_types_into_the_pin_pad_only(ruling: Panel) -> None:
    ruling.page.keyboard.type("999\n")
    ruling.press("Supervisor card")
    ruling.page.get_by_role("dialog").wait_for()
    ruling.page.keyboard.type("2001\n")
    expect(ruling.page.get_by_role("status", name="Staff number")).to_have_text("2001")
    type_on(ruling, "9")
    ruling.press("OK")
    assert heard(ruling) == [("supervisor-card", {"badge": "2001", "pin": "9"})]


def test_a_refused_pin_is_asked_again(ruling: Panel) -> None:
    ruling.server.refusal = "PIN is wrong"
    ruling.press("Supervisor card")
    ruling.page.keyboard.type("2001\n0000\n")
    dialog = ruling.page.get_by_role("dialog")
    expect(dialog).to_contain_text("PIN is wrong")
    expect(ruling.page.get_by_role("status", name="Staff number")).to_have_text("")
    ruling.server.refusal = ""
    ruling.page.keyboard.type("2001\n1234\n")
    assert heard(ruling, 2)[1] == ("supervisor-card", {"badge": "2001", "pin": "1234"})
    expect(dialog).to_be_hidden()


def test_money_by_digits_and_chips_within_its_limits(panel: Panel) -> None:
    panel.open().show(states.antes())
    panel.press("Ante for box 3")
    amount = panel.page.get_by_role("status", name="Box 3: the ante")
    expect(amount).to_have_text("$25")
    panel.press("7")
    expect(panel.page.get_by_role("button", name="OK")).to_be_disabled()
    expect(panel.page.get_by_role("dialog")).to_contain_text("The limits are 25 to 500, in steps of 5")
    panel.press("0")
    panel.press("+25")
    expect(amount).to_have_text("$95")
    expect(panel.page.get_by_role("button", name="+500")).to_be_disabled()
    panel.press("OK")
    assert heard(panel) == [("wager", {"box": 3, "amount_cents": 9500})]


def test_a_count(ruling: Panel) -> None:
    ruling.press("Count again")
    ruling.press("5")
    ruling.press("3")
    expect(ruling.page.get_by_role("button", name="OK")).to_be_disabled()
    ruling.press("Delete")
    ruling.press("1")
    ruling.press("OK")
    assert heard(ruling) == [("count-again", {"count": 51})]


def test_a_face_is_rank_and_suit(ruling: Panel) -> None:
    ruling.press("Which card was it?")
    expect(ruling.page.get_by_role("button", name="OK")).to_be_disabled()
    ruling.press("10")
    ruling.press("hearts")
    ruling.press("J")
    expect(ruling.page.get_by_role("dialog").get_by_role("img", name="jack of hearts")).to_be_visible()
    ruling.press("OK")
    assert heard(ruling) == [("seen", {"seen": "Jh"})]


def test_a_face_that_lies_up_elsewhere_is_grey_and_the_pad_says_where(ruling: Panel) -> None:
    ruling.press("Which card was it?")
    ruling.press("Q")
    dialog = ruling.page.get_by_role("dialog")
    expect(dialog).to_contain_text("Q♠ lies at box 5. Q♣ lies in your hand.")
    for suit in ("spades", "clubs"):
        expect(dialog.get_by_role("button", name=suit)).to_be_disabled()
    expect(dialog.get_by_role("button", name="hearts")).to_be_enabled()
    ruling.press("K")
    ruling.press("spades")
    ruling.press("Q")  # its spade lies elsewhere: the suit is asked for again
    expect(ruling.page.get_by_role("button", name="OK")).to_be_disabled()
    ruling.press("diamonds")
    ruling.press("OK")
    assert heard(ruling) == [("seen", {"seen": "Qd"})]


def test_a_sentence_is_chosen_with_one_touch(ruling: Panel) -> None:
    ruling.press("Reason")
    ruling.press("Equipment failed")
    assert heard(ruling) == [("reason", {"reason": "Equipment failed"})]


def test_cancel_goes_back_one_step_then_closes(ruling: Panel) -> None:
    ruling.press("Supervisor card")
    ruling.page.keyboard.type("2001\n")
    ruling.press("Cancel")
    ruling.press("Cancel")
    expect(ruling.page.get_by_role("dialog")).to_be_hidden()
    assert sent(ruling) == []


def test_a_keypad_goes_when_its_button_means_something_else(ruling: Panel) -> None:
    ruling.press("Supervisor card")
    ruling.show(states.ruling())
    expect(ruling.page.get_by_role("dialog")).to_be_visible()
    ruling.show(decide(3))
    expect(ruling.page.get_by_role("dialog")).to_be_hidden()
    expect(ruling.page.get_by_role("alert")).to_have_text("Screen changed, touch again")
    assert sent(ruling) == []


# -- sheets ------------------------------------------------------------


def test_a_choice_is_sent_and_lower_buttons_are_out_of_reach(panel: Panel) -> None:
    panel.open().show(states.report())
    panel.awake()
    panel.page.mouse.click(20, 790)
    panel.press("Wrong box")
    assert heard(panel) == [("report", {"kind": "Wrong box"})]


def test_long_text_is_paged(sized_panel: Panel) -> None:
    sized_panel.open().show(states.rule_page())
    last = sized_panel.page.get_by_role("heading", name="9.8")
    expect(sized_panel.page.get_by_role("button", name="Up")).to_be_disabled()
    sized_panel.awake()
    for _ in range(8):
        if sized_panel.page.get_by_role("button", name="Down").is_disabled():
            break
        sized_panel.press("Down")
    expect(last).to_be_in_viewport()
    for _ in range(2):
        sized_panel.press("Up")
    expect(last).not_to_be_in_viewport()


def test_the_rule_book_is_filtered_and_read(panel: Panel) -> None:
    panel.open().show(states.search())
    type_on(panel, "14.2")
    entries = panel.page.locator(".entry")
    expect(entries).to_have_count(1)
    entries.click()
    expect(panel.page.get_by_role("dialog", name="14.2")).to_contain_text("Of chapter 14, item 2.")
    panel.press("Back")
    for _ in "14.2":
        panel.press("Delete")
    panel.press("ABC")
    for letter in "UBER":
        panel.press(letter)
    expect(entries).to_have_text([re.compile("Überzählige Karten")])
    panel.press("Back")
    assert heard(panel) == [("close", {})]


# -- covers ------------------------------------------------------------


def no_connection(page: Page):
    return page.get_by_role("alert").filter(has_text="No connection")


def test_silence_is_no_connection_within_three_seconds(deciding: Panel) -> None:
    expect(deciding.page.locator("header")).to_contain_text("21:05")
    deciding.server.beating = False
    start = time.monotonic()
    expect(no_connection(deciding.page)).to_be_visible(timeout=3200)
    assert 1.9 < time.monotonic() - start < 3.1
    expect(no_connection(deciding.page)).to_contain_text("What you see is from 21:05:11.")
    expect(deciding.page.get_by_text("SIMULATED DEVICES")).to_be_visible()
    assert measures.texts(deciding.page, deciding.mm) == []
    deciding.page.mouse.click(*deciding.centre("Play 50"))
    deciding.server.beating = True
    expect(no_connection(deciding.page)).to_be_hidden(timeout=3000)
    assert sent(deciding) == []


def test_a_lost_daemon_comes_back_with_its_newest_state_and_the_first_touch_is_swallowed(
    deciding: Panel,
) -> None:
    place = deciding.centre("Play 50")
    deciding.server.refuse_all = True
    deciding.server.drop()
    expect(no_connection(deciding.page)).to_be_visible()
    deciding.server.show(decide(6))
    deciding.server.refuse_all = False
    expect(deciding.page.get_by_role("status")).to_contain_text("Box 6", timeout=3000)
    expect(no_connection(deciding.page)).to_be_hidden()
    deciding.awake()
    deciding.page.mouse.click(*place)
    assert sent(deciding) == []
    deciding.page.mouse.click(*place)
    assert heard(deciding) == [("play", {"box": 6})]


def test_a_touch_without_an_answer_is_not_sent_again(deciding: Panel) -> None:
    deciding.server.replies = False
    deciding.press("Play 50")
    assert heard(deciding) == [("play", {"box": 3})]
    deciding.server.drop()
    expect(deciding.page.get_by_role("alert").filter(has_text="Connection is back")).to_be_visible()
    assert sent(deciding) == [("play", {"box": 3})]


def test_a_wrong_token_says_so(panel: Panel) -> None:
    panel.open(token="wrong")
    expect(no_connection(panel.page)).to_contain_text("This screen is not known here.")


def test_a_locked_screen_asks_and_shows_nothing_beneath(panel: Panel) -> None:
    panel.open().show(states.locked())
    panel.awake()
    panel.page.mouse.click(*panel.centre("Unlock"))
    panel.page.keyboard.type("1182\n4711\n")
    assert heard(panel) == [("unlock", {"badge": "1182", "pin": "4711"})]


def test_cleaning_is_deaf_until_an_alarm(panel: Panel) -> None:
    panel.open().show(states.more())
    panel.press("Clean the screen")
    expect(panel.page.get_by_text("Touches count again in 30 s.")).to_be_visible()
    panel.page.mouse.click(640, 300)
    panel.page.mouse.click(640, 700)
    expect(panel.page.get_by_text("Touches count again in 29 s.")).to_be_visible()
    assert sent(panel) == []
    panel.show(states.fault())
    expect(panel.page.get_by_text("Clean the screen now")).to_be_hidden()


def test_a_sound_is_played_once_a_state(panel: Panel) -> None:
    panel.page.add_init_script("""window.tones = 0;
      const real = AudioContext.prototype.createOscillator;
      AudioContext.prototype.createOscillator = function ()
        { window.tones += 1; return real.call(this); };""")
    panel.open().show(states.closed())
    panel.show(states.fault())
    assert panel.page.evaluate("window.tones") == 0  # sounds are off
    panel.show(states.with_look(states.fault(), sounds="alarms"))
    tones = panel.page.evaluate("window.tones")
    assert tones > 0
    panel.server.drop()
    expect(panel.page.get_by_role("alert").filter(has_text="Connection is back")).to_be_visible()
    assert panel.page.evaluate("window.tones") == tones


# -- the bench ------------------------------------------------------------


def test_the_bench_paints_groups_and_sends_touches(sized_panel: Panel) -> None:
    sized_panel.open("bench")
    shoe = sized_panel.page.get_by_role("group", name="Shoe")
    expect(shoe).to_contain_text("34 cards left")
    expect(sized_panel.page.get_by_role("log")).to_contain_text("shoe draws card 29")
    for _ in range(3):
        shoe.get_by_role("button", name="Draw a card").click()
    sized_panel.press("Cards left")
    type_on(sized_panel, "12")
    sized_panel.press("OK")
    assert heard(sized_panel, 4) == [("draw", {})] * 3 + [("cards-left", {"count": 12})]


def test_after_an_upgrade_the_page_is_loaded_again_once(deciding: Panel) -> None:
    loads = []
    deciding.page.on("load", lambda _: loads.append(deciding.server.program))
    deciding.server.drop()  # and the same daemon answers again
    expect(no_connection(deciding.page)).to_be_hidden(timeout=3000)
    deciding.page.wait_for_timeout(2500)
    assert loads == []
    deciding.server.program = "upgraded"
    deciding.page.wait_for_timeout(4000)
    assert loads == ["upgraded"]
    expect(deciding.page.get_by_role("status")).to_contain_text("Box 3")
