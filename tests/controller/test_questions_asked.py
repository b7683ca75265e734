"""How a question stands on the dealer's screen: the sentence, its answers, and what else waits."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from config.schema import Panel as PanelSettings
from config.schema import StaffMember
from controller.language import LANGUAGES, Language, language_of
from controller.language.catalogues import own_sentences, shared, with_own
from controller.screens.dealer_screen import dealer_screen
from controller.screens.forms import form_sheet, name_of
from controller.screens.scene import Look, Scene
from controller.tools.by_chance import by_chance
from games import events as e
from games.cards import FULL_DECK
from games.catalogue import GAMES, game_class
from games.outcomes import Text
from games.table.table import Setup, Table
from tests.controller.test_language import ASKED_AS
from tests.games.pot_talk import PotTable, pot_options
from tests.games.rules_in_common import pot_rules
from tests.games.table_talk import Table as Talk
from tests.games.table_talk import house_options
from tests.games.test_card_on_the_table import Whole

RUTH = StaffMember(number="2001", name="Ruth", role="supervisor", demo_pin="6058")
YES_NO = {"en": ("Yes", "No"), "de": ("Ja", "Nein")}


def state_of(talk: Any, *, supervisor: StaffMember | None = None) -> dict[str, Any]:
    return dict(dealer_screen(scene_of(talk, supervisor=supervisor)))


def scene_of(talk: Any, *, supervisor: StaffMember | None = None) -> Scene:
    return Scene(
        table=talk.game.table,
        trouble=None,
        language=Language("en", seats=talk.game.has_seats),
        look=Look.of(PanelSettings()),
        simulated=True,
        health={},
        clock="12:00",
        supervisor=supervisor,
    )


def house() -> Talk:
    talk = Talk(Whole(Table(Setup("T-01", "canberra_poker", 7, house_options()))))  # type: ignore[arg-type]
    talk.says(e.SignIn, by="dealer", name="Marta")
    talk.open()
    talk.supervisor.checks_deck_by_hand()
    talk.next_round()
    return talk


def omaha() -> PotTable:
    talk = PotTable(Whole(Table(Setup("T-01", "omaha", 9, pot_options("omaha")))))  # type: ignore[arg-type]
    talk.says(e.SignIn, by="dealer", name="Marta")
    talk.open()
    talk.supervisor.checks_deck_by_hand()
    for seat in (1, 2, 3):
        talk.sits_down(seat, 1000)
    talk.next_round()
    return talk


def answers(state: dict[str, Any]) -> dict[str, str]:
    return {button["id"]: button["label"] for button in state["actions"]}


# ---------------------------------------------------------------- the answers are those to the question


@pytest.mark.parametrize("name", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_what_is_asked_with_yes_or_no_has_both_answers_and_nothing_else_has(game: str, name: str) -> None:
    kind = game_class(game)
    language, written = language_of(name, kind), with_own(shared(name), own_sentences(kind, name))
    for about, row in kind.irregularities.items():
        for asked in ASKED_AS.get(about, {kind.asked_as.get(about, about)}):
            if kind.has_seats and asked == "card_astray":
                continue  # a pot game asks of that in its own words
            if not kind.has_seats and asked == "dealt_out_of_turn":
                continue
            question = written["explains"][asked]
            labels = [
                language.say(Text(code=f"choose_{choice.code}", words={"about": asked}))
                for choice in row.choices
            ]
            said = {yes for yes in YES_NO[name] for label in labels if label.startswith((f"{yes}:", f"{yes},"))}
            if "?" in question:
                assert said == set(YES_NO[name]) or len(labels) < 2, (asked, question, labels)
            else:
                assert not said, (asked, question, labels)


@pot_rules("17.1")
def test_after_the_deal_the_sentence_does_not_ask_what_decides_nothing_any_more() -> None:
    talk = omaha()
    talk.posts()
    talk.deal()
    talk.expect_phase("bet")
    talk.report("too_many_cards", 2)
    state = state_of(talk)
    assert "?" not in state["prompt"]["detail"]
    assert not any(label.startswith(("Yes", "No:")) for label in answers(state).values())


# ---------------------------------------------------------------- what waits


@pytest.mark.rule("NI2004-492", "14.3")
def test_a_second_report_says_that_it_waits() -> None:
    talk = house()
    talk.antes({1: 25, 2: 25})
    talk.closes_betting()
    talk.deal(count=6)
    talk.report("too_many_cards", 1)
    assert "wait" not in state_of(talk)["prompt"]["detail"]
    talk.report("too_few_cards", 2)
    assert state_of(talk)["prompt"]["detail"].endswith("1 more question waits.")
    talk.report("other")
    assert state_of(talk)["prompt"]["detail"].endswith("2 more questions wait.")
    talk.withdraws()
    assert state_of(talk)["prompt"]["detail"].endswith("1 more question waits.")


# ---------------------------------------------------------------- it was a slip of the finger


@pot_rules("17.8")
def test_where_the_dealers_entry_is_asked_about_he_can_say_that_it_was_wrong() -> None:
    talk = omaha()
    talk.posts()
    talk.deal()
    talk.expect_turn(3, call=10)
    talk.puts_in(3, 2)
    state = state_of(talk)
    assert answers(state)["entry_wrong"] == "Entry was wrong"
    button = next(button for button in state["actions"] if button["id"] == "entry_wrong")
    assert (button["act"], button["args"]) == ("do", {"command": "undo"})
    talk.says(e.Undo)
    assert talk.game.state.question is None
    talk.expect_turn(3, call=10)


@pytest.mark.rule("NI2004-492", "14.1")
def test_what_was_reported_is_withdrawn_and_no_entry_beside_it_was_wrong() -> None:
    talk = house()
    talk.antes({1: 25})
    talk.closes_betting()
    talk.deal(count=3)
    talk.report("other")
    shown = answers(state_of(talk))
    assert "withdraw_report" in shown
    assert "entry_wrong" not in shown


# ---------------------------------------------------------------- every form to its end


@pytest.mark.rule("NI2004-492", "9.1")
@pytest.mark.rule("NI2004-492", "16.4")
@pytest.mark.parametrize("where", ["settle", "between"])
def test_every_form_has_a_page_for_each_field_whatever_was_typed_before(where: str) -> None:
    talk = house()
    talk.antes({1: 25})
    talk.closes_betting()
    talk.deal()
    talk.bets(1)
    talk.shows_dealer()
    if where == "between":
        talk.plays_out()
    scene, walked = scene_of(talk, supervisor=RUTH), set()
    answer = by_chance(Random(1), lambda count: FULL_DECK[:count])
    for offer in scene.table.offers():
        said: dict[str, Any] = {}
        while not offer.blocked and (field := offer.next_field(said)) is not None:
            if said:  # the first is asked for by the button itself
                page = form_sheet(scene, name_of(offer), said)
                assert page is not None
                assert page["buttons"], (offer.command, field.name)
            given = answer(field, said)
            said |= {**given, field.name: True} if isinstance(given, dict) else {field.name: given}
        walked.add(offer.command)
    assert {"settle": "correct_card", "between": "correct_money"}[where] in walked
