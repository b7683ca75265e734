"""Irregularities, reported by a person or found by a device: one table rules on both (rules 13.2, 14, 16)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from games.canberra_poker.irregularities import IRREGULARITIES
from games.canberra_poker.settlement import given_back
from games.canberra_poker.state import Box, Pending, State, notice, require
from games.cards import SealedCard
from games.events import DEALER, RACK, Answer, HoldShoe, Report, VoidRound, WithdrawReport
from games.outcomes import (
    BoxResult,
    CardTurned,
    Choice,
    Outcome,
    Payment,
    Question,
    RoundClosed,
    Ruling,
    Text,
    Withdrawn,
    text,
)
from games.rulebook import CANBERRA_POKER as C
from games.rulebook import Rule

DEALER_FIRST_FOUR = range(1, 5)


def ask(
    state: State,
    about: str,
    /,
    *,
    report: Report | None = None,
    box: int | None = None,
    count: int = 0,
    **words: object,
) -> list[Outcome]:
    """Opens a question. The same trouble is asked about once, however often it shows."""
    if any(pending.question.about == about and pending.box == box for pending in state.pending):
        return []
    row = IRREGULARITIES[about]
    choices = tuple(_needing(state, about, choice) for choice in row.choices if _fits(state, choice, count))
    question = Question(
        about=about,
        say=text(about, count=count, **words),
        rule=row.rule,
        choices=choices,
        reported_by=report.by if report else "",
    )
    state.pending.append(Pending(question, report, box, count))
    return [question]


def drop(state: State, *abouts: str) -> bool:
    """Takes back questions that something newer has answered."""
    before = len(state.pending)
    state.pending = [pending for pending in state.pending if pending.question.about not in abouts]
    return len(state.pending) < before


def _needing(state: State, about: str, choice: Choice) -> Choice:
    return replace(choice, needs="supervisor") if about in state.options.supervisor_decides else choice


def _fits(state: State, choice: Choice, count: int) -> bool:
    if choice.code == "count_as_dealt":
        return state.phase == "deal" and 0 < count <= len(state.deal.plan) - len(state.deal.dealt)
    if choice.code == "deal_by_hand":
        return state.phase == "deal"
    return choice.code != "void" or state.in_round


# ---------------------------------------------------------------- reports


def report(state: State, event: Report) -> list[Outcome]:
    require(state.in_round, "nothing_to_report", C["14.1"])
    if event.what == "card_exposed":
        return _report_exposed(state, event)
    if event.what == "hand_in_discards":
        return _report_discarded(state, event)
    return ask(state, event.what, report=event, place=event.place or "", by=event.by)


def _report_exposed(state: State, event: Report) -> list[Outcome]:
    require(event.place not in (None, RACK) and event.nth is not None, "which_card", C["14.1"])
    assert event.place is not None
    assert event.nth is not None
    dealt = state.deal.at(event.place, event.nth)
    require(dealt is not None, "card_not_dealt", C["14.1"], place=event.place, nth=event.nth)
    assert dealt is not None
    require(not dealt.up, "card_is_up", C["6.2"], place=event.place, nth=event.nth)
    require(event.seen is not None, "which_face", C["14.1"])
    about = _exposure(state, event)
    if dealt.card is not None and event.seen != dealt.card.open():
        about = "exposed_card_differs"  # the record itself is told to nobody: the report could be a peek
    return _ask_exposed(state, about, event)


def _ask_exposed(state: State, about: str, event: Report) -> list[Outcome]:
    return ask(
        state,
        about,
        report=event,
        place=event.place,
        nth=event.nth,
        seen=event.seen,
        exposed=state.exposed + 1,
    )


def _exposure(state: State, event: Report) -> str:
    """Rule 14.2 for one of the dealer's first cards; 14.1 for all others (CP-EXPOSED, CP-DEALER-TWO)."""
    if event.place == DEALER and event.nth in DEALER_FIRST_FOUR and state.dealer_up_card() is None:
        return "dealer_card_exposed"
    return "third_card_exposed" if state.exposed >= 2 else "card_exposed"


def _report_discarded(state: State, event: Report) -> list[Outcome]:
    box = state.boxes.get(int(event.place)) if event.place and event.place.isdigit() else None
    require(box is not None and box.ante_cents > 0, "which_box", C["14.4"])
    assert box is not None
    require(not (box.folded or box.void or box.settled), "hand_is_over", C["14.4"], box=box.number)
    return ask(state, "hand_in_discards", report=event, box=box.number, place=event.place)


def withdraw_report(state: State, event: WithdrawReport) -> list[Outcome]:
    pending = state.question
    require(pending is not None and pending.report is not None, "nothing_to_withdraw")
    assert pending is not None
    require(IRREGULARITIES[pending.question.about].withdrawable, "nothing_to_withdraw")
    state.pending.pop(0)
    return [Withdrawn(about=pending.question.about, by=event.by)]


def hold_shoe(state: State, event: HoldShoe) -> list[Outcome]:
    require(state.phase == "deal", "not_now", C["6.1"])
    return ask(state, "shoe_held")


# ---------------------------------------------------------------- rulings


def answer(state: State, event: Answer) -> list[Outcome]:
    pending = state.question
    require(pending is not None, "no_question")
    assert pending is not None
    choice = next((choice for choice in pending.question.choices if choice.code == event.choice), None)
    require(choice is not None, "no_such_choice", pending.question.rule, choice=event.choice)
    assert choice is not None
    require(choice.needs == "dealer" or event.role == "supervisor", "supervisor_only", choice.rule)
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
    return [ruling, *EFFECTS[choice.code](state, pending, choice.rule), *_readers_still_differ(state)]


def _ruled(pending: Pending, choice: Choice) -> Text:
    return Text(
        code=f"ruled_{choice.code}", words={**pending.question.say.words, "about": pending.question.about}
    )


def void_round(state: State, event: VoidRound) -> list[Outcome]:
    require(event.role == "supervisor", "supervisor_only", C["16.3"])
    require(state.in_round, "no_round", C["16.3"])
    ruling = Ruling(
        about="void_asked",
        choice="void",
        say=text("ruled_void", about="void_asked"),
        rule=C["16.3"],
        by=event.by,
        reason=event.reason,
    )
    return [ruling, *give_all_back(state, C["16.3"])]


def give_all_back(state: State, rule: Rule) -> list[Outcome]:
    """Dictionary, Void: as if the round had never been played, folded and paid wagers included."""
    outcomes: list[Outcome] = []
    for box in state.playing():
        paid_cents = sum(payment.paid_cents for payment in box.payments)
        if paid_cents:
            outcomes.append(notice("take_back_payment", rule, box=box.number, amount_cents=paid_cents))
        box.payments = [*given_back(state.stakes(box), "void", rule), *jackpot_back(box, "void", rule)]
        outcomes += box.payments
    state.void = True
    state.pending.clear()
    return [*outcomes, state.move("void")]


def jackpot_back(box: Box, result: str, rule: Rule) -> list[Payment]:
    if not box.jackpot_cents:
        return []
    return [
        Payment(
            box=box.number,
            wager="jackpot",
            result="void" if result == "void" else "returned",
            wager_cents=box.jackpot_cents,
            returned_cents=box.jackpot_cents,
            rule=rule,
        )
    ]


def _go_on(state: State, pending: Pending, rule: Rule) -> list[Outcome]:
    return []


def _turn_over(state: State, pending: Pending, rule: Rule) -> list[Outcome]:
    report = pending.report
    assert report is not None
    dealt = state.deal.at(report.place or "", report.nth or 0)
    assert dealt is not None
    dealt.exposed = True
    state.exposed += 1
    return []


def _rule_on_exposure(state: State, pending: Pending, rule: Rule) -> list[Outcome]:
    assert pending.report is not None
    return _ask_exposed(state, _exposure(state, pending.report), pending.report)


def _use_as_up_card(state: State, pending: Pending, rule: Rule) -> list[Outcome]:
    report = pending.report
    assert report is not None
    assert report.nth is not None
    assert report.seen is not None
    dealt = state.deal.at(DEALER, report.nth)
    assert dealt is not None
    dealt.up = dealt.exposed = True
    dealt.card = dealt.card or SealedCard(report.seen)
    state.deal.turn_up_instead(report.nth, DEALER)
    for later in state.deal.hand(DEALER):
        later.up = later.up and later is dealt  # the fifth is turned down if it was dealt already
    return [CardTurned(place=DEALER, nth=report.nth, card=report.seen)]


def _void(state: State, pending: Pending, rule: Rule) -> list[Outcome]:
    return give_all_back(state, rule)


def _reshuffle(state: State, pending: Pending, rule: Rule) -> list[Outcome]:
    state.pending.clear()
    state.set_aside = 0
    return [state.move("reshuffle")]


def _count_as_dealt(state: State, pending: Pending, rule: Rule) -> list[Outcome]:
    for _ in range(pending.count):
        state.deal.give(None)
    return [state.move("last_card")] if state.deal.complete else []


def _hand_void(state: State, pending: Pending, rule: Rule) -> list[Outcome]:
    """CP-RECONSTRUCT: the hand has no result and its wagers go back."""
    assert pending.box is not None
    box = state.boxes[pending.box]
    box.void = box.settled = True
    box.payments = [*given_back(state.stakes(box), "returned", rule), *jackpot_back(box, "returned", rule)]
    return [*box.payments, *_after_hand_void(state)]


def _after_hand_void(state: State) -> list[Outcome]:
    if state.phase == "decide" and not state.undecided():
        return [state.move("all_decided")]
    if state.phase in ("reveal", "settle") and not state.to_settle():
        return [state.move("all_settled" if state.phase == "settle" else "hands_gone")]
    return []


def _deal_by_hand(state: State, pending: Pending, rule: Rule) -> list[Outcome]:
    state.by_hand = True
    return []


def _deal_is_wrong(state: State, pending: Pending, rule: Rule) -> list[Outcome]:
    return ask(state, "too_few_cards", place=pending.question.say.words.get("place", ""), by="")


def close_round(state: State) -> list[Outcome]:
    closed = RoundClosed(round=state.round, void=state.void, boxes=tuple(map(_result, state.playing())))
    moved = state.move("collected")
    state.round += 1
    state.start_round()
    return [closed, moved]


def _result(box: Box) -> BoxResult:
    wagered_cents = box.ante_cents + box.bet_cents + box.jackpot_cents
    returned_cents = sum(payment.returned_cents for payment in box.payments)
    paid_cents = sum(payment.paid_cents for payment in box.payments)
    return BoxResult(
        box=box.number,
        wagered_cents=wagered_cents,
        returned_cents=returned_cents,
        paid_cents=paid_cents,
        net_cents=returned_cents + paid_cents - wagered_cents,
    )


def _check_deck(state: State, pending: Pending, rule: Rule) -> list[Outcome]:
    state.doubtful = True
    return close_round(state)


def _readers_still_differ(state: State) -> list[Outcome]:
    """A reader that came back with more cards than the deal knows of is asked about once."""
    return check_inventory(state) if not state.pending else []


def check_inventory(state: State) -> list[Outcome]:
    if not (state.inventory_open and state.in_round) or state.pending:
        return []
    place = state.watch.overfull(state.deal)
    state.inventory_open = False
    if place is None:
        return []
    extra = len(state.watch.present[place]) - len(state.deal.hand(place))
    due = state.deal.due
    return ask(state, "readers_count_differs", count=extra if due and due.place == place else 0, place=place)


Effect = Callable[[State, Pending, Rule], list[Outcome]]

EFFECTS: dict[str, Effect] = {
    "go_on": _go_on,
    "turn_over": _turn_over,
    "rule_on_exposure": _rule_on_exposure,
    "use_as_up_card": _use_as_up_card,
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
}
