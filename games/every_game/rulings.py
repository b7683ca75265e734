"""Irregularities, reported by a person or found by a device: one table rules on both."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from games.deal import Dealt
from games.events import BOARD, BURN, Answer, HoldShoe, VoidRound, WithdrawReport
from games.every_game import counted_chips, tag_names
from games.every_game.collecting import close_round
from games.every_game.placing import place_card
from games.every_game.questions import ask, ask_exposed, blocked, choices, next_question
from games.every_game.state import Pending, State, require
from games.outcomes import Choice, Outcome, Ruling, Text, Withdrawn, text
from games.rulebook import Rule
from games.watch import Watch

GROUNDS = ("impractical", "fraud", "disturbance")

Effect = Callable[[Any, Pending, Rule], list[Outcome]]


def withdraw_report(state: State, event: WithdrawReport) -> list[Outcome]:
    pending = state.question
    require(pending is not None and pending.report is not None, "nothing_to_withdraw")
    assert pending is not None
    assert pending.report is not None
    state.pending.pop(0)
    state.withdrawn.add((pending.report.place, pending.report.nth))
    return [Withdrawn(about=pending.question.about, by=event.by), *next_question(state)]


def hold_shoe(state: State, event: HoldShoe) -> list[Outcome]:
    require(state.dealing, "not_now", state.numbers.from_shoe)
    return ask(state, "shoe_held")


# ---------------------------------------------------------------- rulings


def answer(state: State, event: Answer) -> list[Outcome]:
    pending = state.question
    require(pending is not None, "no_question")
    assert pending is not None
    possible = choices(state, pending)
    choice = next((choice for choice in possible if choice.code == event.choice), None)
    require(choice is not None, "no_such_choice", pending.question.rule, choice=event.choice)
    assert choice is not None
    require(choice.needs == "dealer" or event.role == "supervisor", "supervisor_only", choice.rule)
    waits = blocked(state, pending, choice)
    require(waits is None, waits.code if waits else "", choice.rule, **(waits.words if waits else {}))
    as_proposed = choice is possible[0] or choice.needs == "dealer"
    require(as_proposed or event.reason.strip() != "", "reason_needed", choice.rule)
    state.pending.pop(0)
    ruling = Ruling(
        about=pending.question.about,
        choice=choice.code,
        say=_ruled(pending, choice),
        rule=choice.rule,
        by=event.by,
        reported_by=pending.question.reported_by,
        reason=event.reason,
    )
    effect = state.game.effect_by_choice[choice.code](state, pending, choice.rule)
    return [ruling, *effect, *_deal_waiting(state, pending), *next_question(state)]


def _ruled(pending: Pending, choice: Choice) -> Text:
    return Text(
        code=f"ruled_{choice.code}", words={**pending.question.say.words, "about": pending.question.about}
    )


def _deal_waiting(state: State, pending: Pending) -> list[Outcome]:
    """The cards that came behind a gap, now that it is known what the gap was."""
    if state.void:
        state.set_aside += len(pending.waiting)
        return []
    return [outcome for card in pending.waiting for outcome in place_card(state, card)]


def void_round(state: State, event: VoidRound) -> list[Outcome]:
    require(state.may_be_made_void, "no_round", state.numbers.impractical)
    rule = state.numbers.disturbance if event.ground == "disturbance" else state.numbers.impractical
    ruling = Ruling(
        about="void_asked",
        choice="void",
        say=text("ruled_void", about="void_asked"),
        rule=rule,
        by=event.by,
        reason=event.ground,
    )
    return [ruling, *make_void(state, rule)]


def make_void(state: State, rule: Rule) -> list[Outcome]:
    """Dictionary, Void: as if the round had never been played."""
    given_back = state.game.give_all_back(state, rule)
    state.void_rule, state.inventory_open = rule, False
    state.set_aside += sum(len(pending.waiting) for pending in state.pending)
    state.pending.clear()
    return [*given_back, state.move("void")]


# ---------------------------------------------------------------- what each ruling does


def _go_on(state: State, pending: Pending, rule: Rule) -> list[Outcome]:
    if pending.tag is not None:
        state.watch.stays_there(pending.tag, str(pending.words["place"]))  # it lies there now, and may
    if pending.question.about in ("card_read_twice", "card_typed_twice", "shoe_and_tag_differ"):
        tag_names.believe_neither(state, pending)  # one of the two was misread
    if pending.question.about == "reports_missed":
        state.inventory_open = True  # if the readers see more cards than were told of, that is asked next
    return []


def _put_back(state: State, pending: Pending, rule: Rule) -> list[Outcome]:
    assert pending.tag is not None
    state.watch.lies_well(pending.tag)
    return []


def _reader_erred(state: State, pending: Pending, rule: Rule) -> list[Outcome]:
    """It lies where it was dealt, whatever an antenna says."""
    assert pending.tag is not None
    state.watch.errs(pending.tag, str(pending.words["place"]))
    state.watch.tags.doubt(pending.tag)
    return []


def named_card(state: State, pending: Pending) -> Dealt:
    dealt = state.deal.at(str(pending.words["place"]), int(str(pending.words["nth"])))
    assert dealt is not None
    return dealt


def _turn_over(state: State, pending: Pending, rule: Rule) -> list[Outcome]:
    assert pending.report is not None
    dealt = named_card(state, pending)
    dealt.exposed = True
    state.exposed += state.counts_as_exposed(pending.report.place)
    if dealt.card is not None and dealt.card.open() != pending.report.seen:
        state.deal.forget(dealt)  # people saw another face than the shoe read: what is turned up later decides
    return []


def _rule_on_exposure(state: State, pending: Pending, rule: Rule) -> list[Outcome]:
    assert pending.report is not None
    return ask_exposed(state, state.game.exposure(state, pending.report), pending.report)


def _void(state: State, pending: Pending, rule: Rule) -> list[Outcome]:
    return make_void(state, rule)


def _reshuffle(state: State, pending: Pending, rule: Rule) -> list[Outcome]:
    state.pending.clear()
    state.set_aside = 0
    state.watch = Watch()  # the cards that lay about are in the deck again
    return [state.move("reshuffle")]


def _count_as_dealt(state: State, pending: Pending, rule: Rule) -> list[Outcome]:
    return [outcome for _ in range(pending.count) for outcome in place_card(state, None)]


def _hand_void(state: State, pending: Pending, rule: Rule) -> list[Outcome]:
    """The hand has no result."""
    assert pending.box is not None
    return [] if state.hand_over(str(pending.box)) else state.game.hand_void(state, pending.box, rule)


def _deal_by_hand(state: State, pending: Pending, rule: Rule) -> list[Outcome]:
    state.by_hand = True
    return []


def _deal_is_wrong(state: State, pending: Pending, rule: Rule) -> list[Outcome]:
    if "place" not in pending.words:
        return ask(state, "extra_card_drawn")  # no card should be out at all
    place = pending.words["place"]
    if place in (BOARD, BURN):  # a burnt card is nobody's hand
        return ask(state, "board_wrong", place=BOARD)
    return ask(state, "too_few_cards", place=place)


def _check_deck(state: State, pending: Pending, rule: Rule) -> list[Outcome]:
    state.doubtful = True
    return close_round(state)


EFFECTS: dict[str, Effect] = {
    "go_on": _go_on,
    "entry_wrong": _go_on,
    "not_dealt": _go_on,
    "no_collusion": _go_on,
    "put_back": _put_back,
    "reader_erred": _reader_erred,
    "turn_over": _turn_over,
    "rule_on_exposure": _rule_on_exposure,
    "void": _void,
    "set_aside": _go_on,  # the card was counted when it left the shoe and goes back with the others
    "count_again": _go_on,
    "reshuffle": _reshuffle,
    "count_as_dealt": _count_as_dealt,
    "reconstructed": _go_on,
    "hand_void": _hand_void,
    "deal_by_hand": _deal_by_hand,
    "deal_is_wrong": _deal_is_wrong,
    "check_deck": _check_deck,
    "chips_again": _go_on,
    "count_holds": counted_chips.count_holds,
    "reckoned_holds": counted_chips.reckoned_holds,
}
