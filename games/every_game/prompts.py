"""What comes next in any game: one sentence with its rule."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from games.events import BOARD
from games.every_game.counted_chips import count_prompt
from games.every_game.deck import deck_fault
from games.every_game.questions import choices
from games.every_game.state import Pending, State
from games.every_game.tournament import held_prompt, moving_prompt, waiting_prompt
from games.outcomes import Choice, Prompt, Text, text

READ_AGAIN = ("card_doubled", "cards_foreign", "cards_unread")  # reading on cannot mend these
SHOE_TROUBLE = ("shoe_lost", "shoe_back", "shoe_faulted", "shoe_held")


def prompt(state: State) -> Prompt:
    if state.question:
        return _question_prompt(state, state.question)
    if state.tournament is not None and state.phase not in ("closed", "verify"):
        moving, counting = moving_prompt(state), count_prompt(state)
        seats_first = moving if state.tournament.leaving else None
        waiting = held_prompt(state) or seats_first or counting or moving or waiting_prompt(state)
        if waiting is not None:
            return waiting
    return state.game.prompt_by_phase[state.phase](state)


def _question_prompt(state: State, pending: Pending) -> Prompt:
    question = pending.question
    if question.about in (*SHOE_TROUBLE, "count_back_differs", "cards_to_move"):
        return Prompt(
            say=Text(code=f"stop_{question.about}", words=question.say.words),
            explain=question.say,
            rule=question.rule,
        )
    who = "stop_supervisor" if _all_for_supervisor(choices(state, pending)) else "stop_dealer"
    return Prompt(say=text(who), explain=question.say, rule=question.rule)


def _all_for_supervisor(possible: tuple[Choice, ...]) -> bool:
    return all(choice.needs == "supervisor" for choice in possible)


def enter_the_board(state: State, place: str) -> Prompt | None:
    """Before the hand at that place can be read, the cards in the middle are entered."""
    unread = state.unread(place)
    if not unread or unread[0].due.place != BOARD:
        return None
    return Prompt(
        say=text("enter_the_board"), explain=text("enter_the_board_explained"), rule=state.numbers.entered
    )


def _closed(state: State) -> Prompt:
    explain = text("unchecked_explained" if state.unchecked else "open_explained")
    rule = state.numbers.check if state.unchecked else state.numbers.hours
    return Prompt(say=text("open_the_table"), explain=explain, rule=rule)


def _verify(state: State) -> Prompt:
    """The card check of the day, of its end, of new cards or on order, as far as the shoe can help with it."""
    prompt = _cards_by_eye(state) if state.shoe == "silent" else _deck_in_shoe(state)
    if state.new_cards:
        return replace(prompt, explain=text("check_new_cards_explained"), rule=state.numbers.new_cards)
    if state.closing:
        return replace(prompt, explain=text("last_check_explained"))
    return prompt


def _cards_by_eye(state: State) -> Prompt:
    say = text("check_new_cards" if state.new_cards else "check_cards", count=len(state.game.deck(state)))
    return Prompt(say=say, explain=text("check_cards_explained"), rule=state.numbers.check)


def _deck_in_shoe(state: State) -> Prompt:
    fault, count, rule = deck_fault(state), len(state.game.deck(state)), state.numbers.check
    if not state.shoe_ready:
        return Prompt(say=text("stop_shoe_lost"), explain=text("check_by_hand_explained"), rule=rule)
    if not state.checked:
        return Prompt(say=text("put_deck_in", count=count), explain=text("put_deck_in_explained"), rule=rule)
    if fault is None:
        explain = text("deck_complete_explained" if state.shoe == "reading" else "deck_counted_explained")
        return Prompt(say=text("deck_complete", count=count), explain=explain, rule=rule)
    code, words = fault
    return Prompt(say=Text(code=code, words=words), explain=text(f"{code}_explained"), rule=state.numbers.deck)


def _shuffle(state: State) -> Prompt:
    if state.no_more_rounds:
        return close_prompt(state)
    return Prompt(say=text("shuffle"), explain=text("shuffle_explained"), rule=state.numbers.shuffle)


def close_prompt(state: State) -> Prompt:
    return Prompt(
        say=text("close_the_table"), explain=text("close_the_table_explained"), rule=state.numbers.closing
    )


def _cut(state: State) -> Prompt:
    if state.no_more_rounds:
        return close_prompt(state)
    explain = text("cut_explained", least=state.game.cut_deeper_than + 1)
    return Prompt(say=text("cut"), explain=explain, rule=state.numbers.cut)


PROMPTS: dict[str, Callable[[Any], Prompt]] = {
    "closed": _closed,
    "verify": _verify,
    "shuffle": _shuffle,
    "cut": _cut,
}
