"""What comes next in a house game: one sentence with its rule, and what may be done about it.

NI2004-492, NI2007-208: 7.4
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from games.deal import Dealt, Due
from games.events import BOARD, DEALER, Role
from games.house.dealing import DECK, deck_fault
from games.house.questions import choices
from games.house.showdown import needs_showing, settlement_of
from games.house.state import Box, Pending, State
from games.house.wagers import side_open
from games.offers import Offer
from games.outcomes import Choice, Payment, Prompt, Text, text

READ_AGAIN = ("card_doubled", "cards_unread")  # reading on cannot mend these
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
        return replace(prompt, explain=text("check_new_cards_explained"), rule=state.book["2.3"])
    if state.closing:
        return replace(prompt, explain=text("last_check_explained"))
    return prompt


def _cards_by_eye(state: State) -> Prompt:
    say = text("check_new_cards" if state.new_cards else "check_cards", count=DECK)
    return Prompt(say=say, explain=text("check_cards_explained"), rule=state.book["2.2"])


def _deck_in_shoe(state: State) -> Prompt:
    fault = deck_fault(state)
    if not state.shoe_ready:
        return Prompt(
            say=text("stop_shoe_lost"), explain=text("check_by_hand_explained"), rule=state.book["2.2"]
        )
    if not state.checked:
        return Prompt(
            say=text("put_deck_in", count=DECK), explain=text("put_deck_in_explained"), rule=state.book["2.2"]
        )
    if fault is None:
        explain = text("deck_complete_explained" if state.shoe == "reading" else "deck_counted_explained")
        return Prompt(say=text("deck_complete", count=DECK), explain=explain, rule=state.book["2.2"])
    code, words = fault
    return Prompt(say=Text(code=code, words=words), explain=text(f"{code}_explained"), rule=state.book["2.1"])


def _shuffle(state: State) -> Prompt:
    if state.no_more_rounds:
        return _close_prompt(state)
    return Prompt(say=text("shuffle"), explain=text("shuffle_explained"), rule=state.book["5.1"])


def _close_prompt(state: State) -> Prompt:
    return Prompt(
        say=text("close_the_table"), explain=text("close_the_table_explained"), rule=state.numbers.closing
    )


def _cut(state: State) -> Prompt:
    if state.no_more_rounds:
        return _close_prompt(state)
    explain = text("cut_explained", least=state.game.cut_deeper_than + 1)
    return Prompt(say=text("cut"), explain=explain, rule=state.book["5.2"])


def _antes(state: State) -> Prompt:
    if state.no_more_rounds:
        return _close_prompt(state)
    limits = state.limits
    return Prompt(
        say=text("antes_please"),
        explain=text("antes_explained", minimum_cents=limits.minimum_cents, maximum_cents=limits.maximum_cents),
        rule=state.book["4.1"],
    )


def deal_prompt(state: State) -> Prompt:
    due = state.deal.due
    assert due is not None
    if state.shoe == "silent" and not state.deal.dealt:
        return _deal_by_hand(state, due)
    if due.place == BOARD:
        say = text("deal_flop" if due.nth <= 3 else "deal_river", nth=due.nth)
        return Prompt(say=say, explain=text("deal_board_explained"), rule=due.rule)
    if due.place == DEALER:
        say = text("deal_dealer_up" if due.up else "deal_dealer", nth=due.nth)
        return Prompt(say=say, explain=text("deal_dealer_explained"), rule=due.rule)
    explain = boxes_to_pass(state, int(due.place)) or text("deal_box_explained", nth=due.nth)
    return Prompt(say=text("deal_box", box=int(due.place), nth=due.nth), explain=explain, rule=due.rule)


def _deal_by_hand(state: State, due: Due) -> Prompt:
    boxes = [box.number for box in state.playing()]
    explain = text(
        "deal_each_up_explained" if state.deal.stretch[-1].up else "deal_each_explained", boxes=boxes
    )
    return Prompt(say=text("deal_each", count=state.deal.slots(DEALER)), explain=explain, rule=due.rule)


def boxes_to_pass(state: State, box: int) -> Text | None:
    """Said of the empty boxes just before this one: the dealer's hand passes them."""
    passed = _passed_boxes(state, box)
    if len(passed) > 1:
        return text("pass_boxes", box=passed[-1], last=passed[0])
    return text("pass_box", box=passed[0]) if passed else None


def _passed_boxes(state: State, box: int) -> list[int]:
    passed: list[int] = []
    for number in range(box - 1, 0, -1):
        if state.boxes[number].ante_cents:
            break
        passed.append(number)
    return passed


def decide_prompt(state: State) -> Prompt:
    box = state.undecided()[0]
    second = state.game.second_wager
    return Prompt(
        say=text(f"{second}_or_fold", box=box.number),
        explain=text(f"{second}_or_fold_explained", required_cents=2 * box.ante_cents),
        rule=state.book["7.1"],
    )


def _reveal(state: State) -> Prompt:
    return Prompt(
        say=text("turn_your_cards"),
        explain=text(f"{state.game.name}_dealer_plays"),
        rule=state.numbers.dealer_sets,
    )


def _settle(state: State) -> Prompt:
    box = state.to_settle()[0]
    assert state.dealer is not None
    if needs_showing(state, box):
        return Prompt(
            say=text("turn_box", box=box.number),
            explain=text("turn_box_explained", **state.dealer.words),
            rule=state.numbers.wins,
        )
    payments = settlement_of(state, box)
    return Prompt(
        say=_settling_sentence(state, payments),
        explain=_arithmetic(state, box, payments),
        rule=payments[0].rule,
    )


def _settling_sentence(state: State, payments: list[Payment]) -> Text:
    by_wager = {payment.wager: payment for payment in payments}
    ante, second = by_wager["ante"], by_wager[state.game.second_wager]
    codes = {
        ("win", "win"): "box_wins",
        ("win", "returned"): "box_wins_ante",
        ("lose", "lose"): "box_loses",
        ("void", "void"): "box_ties",
    }
    taking = ante.result == "lose"
    return text(
        codes[ante.result, second.result],
        box=ante.box,
        second=second.wager,
        ante_cents=ante.wager_cents - ante.returned_cents if taking else ante.paid_cents,
        second_cents=second.wager_cents - second.returned_cents if taking else second.paid_cents,
    )


def _arithmetic(state: State, box: Box, payments: list[Payment]) -> Text:
    """The sum behind the sentence, in parts that the catalogue puts together."""
    assert state.dealer is not None
    shown = state.hand(str(box.number)) if box.shown else None
    return text(
        "arithmetic",
        mine=shown.words if shown else None,
        dealers=state.dealer.words,
        lines=[_line(payment) for payment in payments],
    )


def _line(payment: Payment) -> dict[str, object]:
    return {
        "wager": payment.wager,
        "result": payment.result,
        "settled_cents": payment.wager_cents - payment.excess_cents,
        "odds": payment.odds,
        "paid_cents": payment.paid_cents,
        "excess_cents": payment.excess_cents,
        "capped": payment.capped,
    }


def _collect(state: State) -> Prompt:
    out = state.cards_out
    if state.void:
        back = {box.number: sum(p.returned_cents for p in box.payments) for box in state.playing()}
        explain = text("give_all_back_explained", back=back)
        return Prompt(say=text("give_all_back", out=out), explain=explain, rule=state.void_rule)
    explain = text("collect_explained", out=out, count=state.game.cards_each)
    return Prompt(say=text("collect", out=out), explain=explain, rule=state.numbers.count_back)


PROMPTS: dict[str, Callable[[State], Prompt]] = {
    "closed": _closed,
    "verify": _verify,
    "shuffle": _shuffle,
    "cut": _cut,
    "antes": _antes,
    "deal": deal_prompt,
    "decide": decide_prompt,
    "reveal": _reveal,
    "settle": _settle,
    "collect": _collect,
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
        yield Offer("deck_checked_by_hand", text("do_deck_by_hand"), role="supervisor")
    blocked = Text(code=fault[0], words=fault[1]) if fault else None
    if state.new_cards:
        say = text("do_new_cards_checked")
    else:
        say = text("do_cards_checked" if state.shoe == "silent" else "do_all_read")
    role: Role = "supervisor" if state.new_cards else "dealer"
    yield Offer("all_cards_read", say, role=role, proposed=not hopeless, blocked=blocked)


def _closing_offers(state: State) -> Iterator[Offer]:
    """Notice comes first (15.2, 14.2)."""
    yield Offer("announce_closing", text("do_announce_closing"), role="supervisor", asks="minutes")
    if state.closing_ms is not None:
        yield Offer("announce_closing", text("do_stay_open"), {"in_minutes": None}, role="supervisor")
    blocked = text("give_antes_back") if state.has_antes() else None
    blocked = blocked or (None if state.no_more_rounds else text("give_notice_first"))
    yield Offer(
        "close_table", text("do_close"), role="supervisor", blocked=blocked, proposed=state.no_more_rounds
    )


def _supervisors_offers(state: State) -> Iterator[Offer]:
    """What a supervisor may give notice of or order at any moment of an open table."""
    if state.phase != "verify":
        blocked = text("deck_check_ordered") if state.doubtful else None
        yield Offer("order_deck_check", text("do_check_deck"), role="supervisor", blocked=blocked)
    yield Offer("change_cards", text("do_change_cards"), role="supervisor")
    yield Offer("change_limits", text("do_change_limits"), role="supervisor", asks="limits")
    yield from _closing_offers(state)


def _between_offers(state: State) -> Iterator[Offer]:
    yield from state.game.between_offers(state)


def _shuffle_offers(state: State) -> Iterator[Offer]:
    yield from _between_offers(state)
    if not state.no_more_rounds:
        yield Offer("shuffled", text("do_shuffled"), proposed=True)


def _cut_offers(state: State) -> Iterator[Offer]:
    yield from _between_offers(state)
    if not state.no_more_rounds:
        yield Offer("cut_made", text("do_cut_counted"), {"cards_above": None}, asks="cards_above")
        yield Offer("cut_made", text("do_cut"), proposed=True)


def _antes_offers(state: State) -> Iterator[Offer]:
    if state.no_more_rounds:
        yield from _between_offers(state)
        return
    for box in state.boxes.values():
        yield from _box_offers(state, box)
    yield from _between_offers(state)
    blocked = None if state.has_antes() else text("no_antes")
    yield Offer("close_betting", text("do_close_betting"), proposed=True, blocked=blocked)


def _box_offers(state: State, box: Box) -> Iterator[Offer]:
    limits, number = state.limits, box.number
    for chip_cents in state.options.chips_cents:
        if (
            limits.minimum_cents <= chip_cents <= state.maximum_cents(box)
            and not chip_cents % limits.multiple_cents
        ):
            args = {"box": number, "amount_cents": chip_cents}
            yield Offer("place_ante", text("do_ante", amount_cents=chip_cents), args, box=number)
    yield Offer("place_ante", text("do_ante_other"), {"box": number}, asks="amount", box=number)
    yield from state.game.side_offers(state, box)
    blocked = None if box.ante_cents else text("no_ante", box=number)
    yield Offer("take_back_ante", text("do_ante_back"), {"box": number}, box=number, blocked=blocked)
    yield Offer("player_left", text("do_player_left"), {"box": number}, box=number)
    yield Offer(
        "set_box_maximum",
        text("do_box_maximum"),
        {"box": number},
        asks="amount",
        role="supervisor",
        box=number,
    )
    if box.maximum_cents is not None:
        args = {"box": number, "amount_cents": None}
        yield Offer("set_box_maximum", text("do_no_box_maximum"), args, role="supervisor", box=number)


def deal_offers(state: State) -> Iterator[Offer]:
    yield Offer("hold_shoe", text("do_hold"))
    yield from _face_up_offers(state)
    if not state.by_hand:
        return
    left = len(state.deal.stretch)
    yield Offer("card_dealt_by_hand", text("do_dealt_by_hand"), {"count": 1}, proposed=left == 1)
    if left > 1:
        yield Offer("card_dealt_by_hand", text("do_all_dealt", count=left), {"count": left}, proposed=True)


def _face_up_offers(state: State) -> Iterator[Offer]:
    """Cards that lie face up and that no device has read. They are wanted when hands are compared."""
    for place in (BOARD, DEALER):
        unread = [dealt for dealt in state.deal.hand(place) if dealt.card is None and dealt.up]
        if unread:
            yield replace(_entry(unread), say=text("do_enter_up", place=place))


def decide_offers(state: State) -> Iterator[Offer]:
    yield from _face_up_offers(state)
    for turn, box in enumerate(state.undecided()):
        args = {"box": box.number}
        shown_on = None if turn == 0 else box.number
        yield Offer("fold", text("do_fold", box=box.number), args, box=shown_on)
        required_cents = 2 * box.ante_cents
        yield Offer(
            state.game.second_wager,
            text(f"do_{state.game.second_wager}", amount_cents=required_cents),
            {**args, "amount_cents": required_cents},
            proposed=turn == 0,
            box=shown_on,
        )


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


def _reveal_offers(state: State) -> Iterator[Offer]:
    unread = list(unread_offers(state, DEALER))
    yield from unread
    if not unread:
        yield Offer("show_dealer", text("do_show_dealer"), proposed=True)


def settle_offers(state: State) -> Iterator[Offer]:
    box = state.to_settle()[0]
    args = {"box": box.number}
    if needs_showing(state, box) or (side_open(state, box) and not box.shown):
        unread = list(unread_offers(state, str(box.number)))
        yield from unread or [
            Offer("show_box", text("do_show_box", box=box.number), args, proposed=needs_showing(state, box))
        ]
    if not needs_showing(state, box):
        yield Offer("settle_box", text("do_settle", box=box.number), args, proposed=True)


def _collect_offers(state: State) -> Iterator[Offer]:
    yield Offer("collected", text("do_count_differs"), asks="count")
    yield Offer(
        "collected", text("do_collected", out=state.cards_out), {"count": state.cards_out}, proposed=True
    )


OFFERS: dict[str, Callable[[State], Iterator[Offer]]] = {
    "closed": _closed_offers,
    "verify": _verify_offers,
    "shuffle": _shuffle_offers,
    "cut": _cut_offers,
    "antes": _antes_offers,
    "deal": deal_offers,
    "decide": decide_offers,
    "reveal": _reveal_offers,
    "settle": settle_offers,
    "collect": _collect_offers,
}
