"""Irregularities, reported by a person or found by a device: one table rules on both.

NI2004-492: 13.2
NI2004-492: 16.2
NI2007-208: 12.2
NI2007-208: 15.2
"""

from __future__ import annotations

from collections.abc import Callable

from games.deal import Dealt, Due
from games.events import BOARD, RACK, Answer, HoldShoe, Penalise, Report, VoidRound, WithdrawReport
from games.house.deciding import close_decisions
from games.house.placing import place_card
from games.house.questions import ask, ask_exposed, choices, drop, next_question
from games.house.settlement import given_back
from games.house.state import Box, Pending, State, notice, require
from games.house.wagers import side_open, side_payment
from games.outcomes import (
    BoxResult,
    Choice,
    Outcome,
    RoundClosed,
    Ruling,
    Text,
    Withdrawn,
    text,
)
from games.rulebook import Rule
from games.watch import Watch

ABSTAINED_ROUNDS = 3
GROUNDS = ("impractical", "fraud", "disturbance")  # of 16.1 and 16.3, 15.1 and 15.3


# ---------------------------------------------------------------- reports


def report(state: State, event: Report) -> list[Outcome]:
    require(state.in_round, "nothing_to_report", state.numbers.exposed)
    require(event.place != BOARD or bool(state.deal.slots(BOARD)), "which_box", state.book["6.3"])
    asked = REPORTED.get(event.what, _report_other)(state, event)
    drop(state, "shoe_held")  # it was held for this report
    return asked


def _report_other(state: State, event: Report) -> list[Outcome]:
    about = "board_wrong" if event.place == BOARD else event.what
    return ask(state, about, report=event, place=event.place or "")


def _report_exposed(state: State, event: Report) -> list[Outcome]:
    place, nth, rule = event.place or "", event.nth or 0, state.numbers.exposed
    require(event.place not in (None, RACK) and event.nth is not None, "which_card", rule)
    require(event.seen is not None, "which_face", rule)
    ahead = _dealt_meanwhile(state, place, nth)
    dealt = state.deal.at(place, nth)
    require(dealt is not None or bool(ahead), "card_not_dealt", rule, place=place, nth=nth)
    require(
        not (ahead[-1].up if dealt is None else dealt.up), "card_is_up", state.book["6.2"], place=place, nth=nth
    )
    require(dealt is None or not dealt.exposed, "card_counts_already", rule, place=place, nth=nth)
    came = [outcome for _ in ahead for outcome in place_card(state, None)]
    dealt = state.deal.at(place, nth)
    assert dealt is not None
    about = (
        "exposed_card_differs" if _for_supervisor(state, dealt, event) else state.game.exposure(state, event)
    )
    return [*came, *ask_exposed(state, about, event)]


def _dealt_meanwhile(state: State, place: str, nth: int) -> list[Due]:
    """In a deal by hand a card that people speak of has been dealt, and with it all that were due before."""
    coming = state.deal.stretch if state.by_hand and state.dealing else []
    names = [(due.place, due.nth) for due in coming]
    return coming[: names.index((place, nth)) + 1] if (place, nth) in names else []


def _for_supervisor(state: State, dealt: Dealt, event: Report) -> bool:
    """A face that is not the recorded one; or a second report of a card: the first could have been a guess."""
    guessed = (event.place, event.nth) in state.withdrawn
    return guessed or (dealt.card is not None and event.seen != dealt.card.open())


def _report_discarded(state: State, event: Report) -> list[Outcome]:
    box = state.box_at(event.place or "")
    require(box is not None and box.ante_cents > 0, "which_box", state.numbers.discarded)
    assert box is not None
    require(not box.over and not state.void, "hand_is_over", state.numbers.discarded, box=box.number)
    return ask(state, "hand_in_discards", report=event, box=box.number, place=event.place)


REPORTED = {"card_exposed": _report_exposed, "hand_in_discards": _report_discarded}


def withdraw_report(state: State, event: WithdrawReport) -> list[Outcome]:
    pending = state.question
    require(pending is not None and pending.report is not None, "nothing_to_withdraw")
    assert pending is not None
    assert pending.report is not None
    state.pending.pop(0)
    state.withdrawn.add((pending.report.place, pending.report.nth))
    return [Withdrawn(about=pending.question.about, by=event.by), *next_question(state)]


def hold_shoe(state: State, event: HoldShoe) -> list[Outcome]:
    require(state.dealing, "not_now", state.book["6.1"])
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
    effect = (state.game.effects.get(choice.code) or EFFECTS[choice.code])(state, pending, choice.rule)
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
    require(event.role == "supervisor", "supervisor_only", state.numbers.impractical)
    require(state.in_round and not state.void, "no_round", state.numbers.impractical)
    rule = state.numbers.disturbance if event.ground == "disturbance" else state.numbers.impractical
    ruling = Ruling(
        about="void_asked",
        choice="void",
        say=text("ruled_void", about="void_asked"),
        rule=rule,
        by=event.by,
        reason=event.ground,
    )
    return [ruling, *give_all_back(state, rule)]


def penalise(state: State, event: Penalise) -> list[Outcome]:
    """By the operator, either penalty or both (PENALTY-ANDOR)."""
    rule = state.numbers.exchange_voids if event.ground == "collusion" else state.numbers.breach
    require(event.role == "supervisor", "supervisor_only", rule)
    require(event.reason.strip() != "", "reason_needed", rule)
    require(event.wagers_void or event.excluded, "no_penalty", rule)
    require(event.box in state.boxes, "no_such_box", rule, box=event.box)
    require(state.phase != "closed" and not state.void, "not_now", rule)
    box = state.boxes[event.box]
    in_play = state.undecided_yet and box.ante_cents > 0 and not box.over
    require(in_play or not event.wagers_void, "hand_is_over", rule, box=event.box)
    outcomes: list[Outcome] = [_penalty(event, rule)]
    if event.wagers_void:
        outcomes += void_wagers(state, box, rule)
    if event.excluded:
        box.excluded = True
    if event.excluded and not state.in_round:
        box.player_gone()
    return outcomes


def _penalty(event: Penalise, rule: Rule) -> Ruling:
    penalty = "both" if event.wagers_void and event.excluded else "void" if event.wagers_void else "excluded"
    say = text(f"penalty_{penalty}", box=event.box)
    return Ruling(about="penalty", choice=penalty, say=say, rule=rule, by=event.by, reason=event.reason)


def give_all_back(state: State, rule: Rule) -> list[Outcome]:
    """Dictionary, Void: as if the round had never been played, folded and paid wagers included."""
    outcomes: list[Outcome] = []
    for box in state.playing():
        paid_cents = sum(payment.paid_cents for payment in box.payments)
        if paid_cents:
            outcomes.append(notice("take_back_payment", rule, box=box.number, amount_cents=paid_cents))
        box.payments = given_back(state.stakes(box), "void", rule)
        if box.side_cents:
            box.payments.append(side_payment(box, state.game.side_wager, "void", rule))
        outcomes += box.payments
    state.void_rule, state.inventory_open = rule, False
    state.set_aside += sum(len(pending.waiting) for pending in state.pending)
    state.pending.clear()
    return [*outcomes, state.move("void")]


# ---------------------------------------------------------------- what each ruling does


def _go_on(state: State, pending: Pending, rule: Rule) -> list[Outcome]:
    if pending.tag is not None:
        state.watch.home[pending.tag] = str(pending.words["place"])  # it lies there now, and may
    if pending.question.about == "card_read_twice":
        named_card(state, pending).card = None  # one of the two was misread: its face is entered when it is up
    if pending.question.about == "reports_missed":
        state.inventory_open = True  # if the readers see more cards than were told of, that is asked next
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
        dealt.card = None  # people saw another face than the shoe read: what is turned up later decides
    return []


def _rule_on_exposure(state: State, pending: Pending, rule: Rule) -> list[Outcome]:
    assert pending.report is not None
    return ask_exposed(state, state.game.exposure(state, pending.report), pending.report)


def _void(state: State, pending: Pending, rule: Rule) -> list[Outcome]:
    return give_all_back(state, rule)


def _reshuffle(state: State, pending: Pending, rule: Rule) -> list[Outcome]:
    state.pending.clear()
    state.watch = Watch()  # the cards that lay about are in the deck again
    return [state.move("reshuffle")]


def _count_as_dealt(state: State, pending: Pending, rule: Rule) -> list[Outcome]:
    return [outcome for _ in range(pending.count) for outcome in place_card(state, None)]


def _hand_void(state: State, pending: Pending, rule: Rule) -> list[Outcome]:
    """The hand has no result (CP-RECONSTRUCT)."""
    assert pending.box is not None
    box = state.boxes[pending.box]
    return [] if box.over else void_wagers(state, box, rule)


def void_wagers(state: State, box: Box, rule: Rule) -> list[Outcome]:
    """The box is out of the round and its wagers go back; a bonus that was settled stands (VOID-PARTIAL)."""
    box.void = box.settled = True
    payments = given_back(state.stakes(box), "returned", rule)
    if side_open(state, box):
        payments.append(side_payment(box, state.game.side_wager, "returned", rule))
    box.payments += payments
    return [*payments, *_after_hand_void(state)]


def _after_hand_void(state: State) -> list[Outcome]:
    """It may have been the last one that anything was still to be done for."""
    if state.phase == "decide":
        return close_decisions(state)
    nothing_changes = (
        state.phase in ("deal", "announce") or not state.undecided_yet
    )  # or the cards are being collected already
    if nothing_changes or state.to_settle():
        return []
    return [state.move("all_settled" if state.phase == "settle" else "hands_gone")]


def _deal_by_hand(state: State, pending: Pending, rule: Rule) -> list[Outcome]:
    state.by_hand = True
    return []


def _deal_is_wrong(state: State, pending: Pending, rule: Rule) -> list[Outcome]:
    if "place" not in pending.words:
        return ask(state, "extra_card_drawn")  # no card should be out at all
    place = pending.words["place"]
    return ask(state, "board_wrong" if place == BOARD else "too_few_cards", place=place)


def _check_deck(state: State, pending: Pending, rule: Rule) -> list[Outcome]:
    state.doubtful = True
    return close_round(state)


def close_round(state: State) -> list[Outcome]:
    closed = RoundClosed(
        round=state.round, void=state.void, boxes=tuple(_result(box) for box in state.playing())
    )
    paid_in = state.game.round_over(state)
    abstaining = [] if state.void else _count_abstaining(state)
    moved = state.move("collected")
    state.round += 1
    state.start_round()
    return [*paid_in, closed, *abstaining, moved]


def _count_abstaining(state: State) -> list[Outcome]:
    """Three rounds without a hand at an otherwise full table can cost the seat (ABSTAIN); a person decides."""
    resting = [box for box in state.boxes.values() if not box.ante_cents]
    for box in state.boxes.values():
        box.abstained = box.abstained + 1 if resting == [box] else 0
    return [
        notice("abstained", state.numbers.abstain, box=box.number, rounds=box.abstained)
        for box in resting
        if box.abstained >= ABSTAINED_ROUNDS
    ]


def _result(box: Box) -> BoxResult:
    wagered_cents = box.ante_cents + box.second_cents + box.side_cents
    returned_cents = sum(payment.returned_cents for payment in box.payments)
    paid_cents = sum(payment.paid_cents for payment in box.payments)
    return BoxResult(
        box=box.number,
        wagered_cents=wagered_cents,
        returned_cents=returned_cents,
        paid_cents=paid_cents,
        net_cents=returned_cents + paid_cents - wagered_cents,
    )


Effect = Callable[[State, Pending, Rule], list[Outcome]]

EFFECTS: dict[str, Effect] = {
    "go_on": _go_on,
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
}
