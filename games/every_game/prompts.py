"""What comes next in any game: one sentence with its rule, and what may be done about it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from games.deal import Dealt
from games.events import BOARD, DEALER, Role
from games.every_game.deck import deck_fault
from games.every_game.questions import choices
from games.every_game.state import Pending, State
from games.offers import Offer
from games.outcomes import Choice, Prompt, Text, text

READ_AGAIN = ("card_doubled", "cards_foreign", "cards_unread")  # reading on cannot mend these
HARMLESS = ("go_on", "count_again")  # needs no long press
SHOE_TROUBLE = ("shoe_lost", "shoe_back", "shoe_faulted", "shoe_held")


# ---------------------------------------------------------------- prompts


def prompt(state: State) -> Prompt:
    if state.question:
        return _question_prompt(state, state.question)
    return {**PROMPTS, **state.game.prompts}[state.phase](state)


def _question_prompt(state: State, pending: Pending) -> Prompt:
    question = pending.question
    if question.about in (*SHOE_TROUBLE, "count_back_differs"):
        return Prompt(
            say=Text(code=f"stop_{question.about}", words=question.say.words),
            explain=question.say,
            rule=question.rule,
        )
    who = "stop_supervisor" if _all_for_supervisor(choices(state, pending)) else "stop_dealer"
    return Prompt(say=text(who), explain=question.say, rule=question.rule)


def _all_for_supervisor(possible: tuple[Choice, ...]) -> bool:
    return all(choice.needs == "supervisor" for choice in possible)


def _closed(state: State) -> Prompt:
    return Prompt(say=text("open_the_table"), explain=text("open_explained"), rule=state.numbers.hours)


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


# ---------------------------------------------------------------- offers


def offers(state: State) -> list[Offer]:
    if state.question:
        return list(_question_offers(state, state.question))
    if state.phase == "closed":
        return list(_closed_offers(state))
    return [*{**OFFERS, **state.game.own_offers}[state.phase](state), *_supervisors_offers(state)]


def _question_offers(state: State, pending: Pending) -> Iterator[Offer]:
    question = pending.question
    for place, choice in enumerate(choices(state, pending)):
        words = {**question.say.words, "about": question.about}
        yield Offer(
            "answer",
            Text(code=f"choose_{choice.code}", words=words),
            {"choice": choice.code},
            role=choice.needs,
            proposed=place == 0,
            grave=choice.code not in HARMLESS or choice.needs == "supervisor",
            asks="reason" if place and choice.needs == "supervisor" else None,
        )
    if pending.report is not None:
        yield Offer("withdraw_report", text("do_withdraw"))


def _closed_offers(state: State) -> Iterator[Offer]:
    yield Offer("open_table", text("do_open"), proposed=True)


def _verify_offers(state: State) -> Iterator[Offer]:
    fault = deck_fault(state)
    hopeless = fault is not None and fault[0] in READ_AGAIN
    if state.shoe != "silent":
        yield Offer("read_again", text("do_read_again"), proposed=hopeless)
        yield Offer("deck_checked_by_hand", text("do_deck_by_hand"))
    blocked = Text(code=fault[0], words=fault[1]) if fault else None
    if state.new_cards:
        say = text("do_new_cards_checked")
    else:
        say = text("do_cards_checked" if state.shoe == "silent" else "do_all_read")
    role: Role = "supervisor" if state.new_cards else "dealer"
    yield Offer("all_cards_read", say, role=role, proposed=not hopeless, blocked=blocked)


def _closing_offers(state: State) -> Iterator[Offer]:
    """Notice comes first."""
    yield Offer("announce_closing", text("do_announce_closing"), role="supervisor", asks="minutes")
    if state.closing_ms is not None:
        yield Offer("announce_closing", text("do_stay_open"), {"in_minutes": None})
    blocked = text("give_antes_back") if state.game.wagers_lie(state) else None
    blocked = blocked or (None if state.no_more_rounds else text("give_notice_first"))
    yield Offer("close_table", text("do_close"), blocked=blocked, proposed=state.no_more_rounds)


def _supervisors_offers(state: State) -> Iterator[Offer]:
    """What a supervisor may give notice of or order at any moment of an open table."""
    if state.phase != "verify":
        blocked = text("deck_check_ordered") if state.doubtful else None
        yield Offer("order_deck_check", text("do_check_deck"), blocked=blocked)
    yield Offer("change_cards", text("do_change_cards"))
    yield from state.game.notice_offers(state)
    yield from _closing_offers(state)


def _shuffle_offers(state: State) -> Iterator[Offer]:
    yield from state.game.between_offers(state)
    if not state.no_more_rounds:
        yield Offer("shuffled", text("do_shuffled"), proposed=True)


def _cut_offers(state: State) -> Iterator[Offer]:
    yield from state.game.between_offers(state)
    if not state.no_more_rounds:
        yield Offer("cut_made", text("do_cut_counted"), {"cards_above": None}, asks="cards_above")
        yield Offer("cut_made", text("do_cut"), proposed=True)


def deal_offers(state: State) -> Iterator[Offer]:
    yield Offer("hold_shoe", text("do_hold"))
    yield from face_up_offers(state)
    if not state.by_hand:
        return
    left = len(state.deal.stretch)
    yield Offer("card_dealt_by_hand", text("do_dealt_by_hand"), {"count": 1}, proposed=left == 1)
    if left > 1:
        yield Offer("card_dealt_by_hand", text("do_all_dealt", count=left), {"count": left}, proposed=True)


def face_up_offers(state: State) -> Iterator[Offer]:
    """Cards that lie face up and that no device has read. They are wanted when hands are compared."""
    for place in (BOARD, DEALER):
        unread = [dealt for dealt in state.deal.hand(place) if dealt.card is None and dealt.up]
        if unread:
            yield replace(_entry(unread), say=text("do_enter_up", place=place))


def unread_offers(state: State, place: str) -> Iterator[Offer]:
    """What is still to be entered before the hand at that place can be read; nothing twice."""
    unread = state.unread(place)
    if unread:
        first = unread[0].due.place
        yield replace(_entry([dealt for dealt in unread if dealt.due.place == first]), proposed=True)


def _entry(unread: list[Dealt]) -> Offer:
    place, nth, count = unread[0].due.place, unread[0].due.nth, len(unread)
    if count == 1:
        return Offer("enter_card", text("do_enter_card", nth=nth), {"place": place, "nth": nth}, asks="face")
    say = text("do_enter_hand", place=place, count=count)
    return Offer("enter_hand", say, {"place": place}, asks="faces", cards=count)


def _collect_offers(state: State) -> Iterator[Offer]:
    yield Offer("collected", text("do_count_differs"), asks="count")
    yield Offer(
        "collected", text("do_collected", out=state.cards_out), {"count": state.cards_out}, proposed=True
    )


OFFERS: dict[str, Callable[[Any], Iterator[Offer]]] = {
    "closed": _closed_offers,
    "verify": _verify_offers,
    "shuffle": _shuffle_offers,
    "cut": _cut_offers,
    "collect": _collect_offers,
}
