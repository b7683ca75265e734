"""What may be done now in any game, and what must be said for it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from typing import Any

from games.deal import Dealt
from games.events import BOARD, DEALER, Role
from games.every_game import closed_rounds, tournament
from games.every_game.announcing import not_yet, notice_minutes
from games.every_game.counted_chips import count_offers
from games.every_game.deck import deck_fault
from games.every_game.placing import lies_up
from games.every_game.prompts import READ_AGAIN
from games.every_game.questions import blocked, choices
from games.every_game.reports import Reportable, may_be_ruled_on, reportables
from games.every_game.rulings import GROUNDS
from games.every_game.state import Pending, State
from games.offers import (
    Choice,
    Count,
    Face,
    Faces,
    Offer,
    Option,
    Said,
    for_supervisor,
    notice_choice,
    reason,
)
from games.outcomes import Text, text

HARMLESS = ("go_on", "count_again", "chips_again", "wait_for_entrant", "all_moved")  # needs no long press
MOST_COUNTED = 60  # cards that could ever come back


def _grounds(said: Said) -> tuple[Option, ...]:
    return tuple(Option(ground, text(f"do_void_{ground}"), {"ground": ground}) for ground in GROUNDS)


@cache
def _void() -> Offer:
    why = Choice("why", text("void_title"), _grounds)
    return for_supervisor("void_round", text("do_void"), fields=(why,), grave=True)


@cache
def _which_face() -> Face:
    return Face("seen", text("report_which_face"))


def in_sight(state: State) -> Iterator[Offer]:
    if state.question:
        yield from _question_offers(state, state.question)
    elif state.phase == "closed":
        yield from _closed_offers(state)
    else:
        counting = list(count_offers(state))
        yield from counting or state.game.offers_by_phase[state.phase](state)
        yield from tournament.offers(state)
        if state.no_more_rounds:
            yield _close_table(state)


def on_their_sheets(state: State) -> Iterator[Offer]:
    """Most of what there is, seldom wanted: it is made when somebody opens a sheet for it."""
    yield from _report_offers(state)
    yield from closed_rounds.offers(state)
    if not state.question and state.phase != "closed":
        yield from _supervisors_offers(state)
    yield from _void_offers(state)


# ---------------------------------------------------------------- questions, reports, and the end of a round


def _question_offers(state: State, pending: Pending) -> Iterator[Offer]:
    question = pending.question
    for place, choice in enumerate(choices(state, pending)):
        words = {**question.say.words, "about": question.say.code}
        why = reason("void" if choice.code == "void" else "other")
        yield Offer(
            "answer",
            Text(code=f"choose_{choice.code}", words=words),
            {"choice": choice.code},
            role=choice.needs,
            proposed=place == 0,
            grave=choice.code not in HARMLESS or choice.needs == "supervisor",
            fields=(why,) if place and choice.needs == "supervisor" else (),
            blocked=blocked(state, pending, choice),
        )
    if pending.report is not None:
        yield Offer("withdraw_report", text("do_withdraw"))


def _report_offers(state: State) -> Iterator[Offer]:
    """Exactly what this game can rule on, and what can be ruled on now."""
    if not state.may_report:
        return
    for what, reportable in reportables(state).items():
        if reportable.may_now(state) and may_be_ruled_on(state, what):
            say = text(f"report_{what}")
            fields = _report_fields(state, what, reportable)
            if fields is not None:
                yield Offer("report", say, {"what": what}, fields, where="report")


def _report_fields(state: State, what: str, reportable: Reportable) -> tuple[Any, ...] | None:
    """None where no place is left that it could be said of."""
    if reportable.places is None:
        return ()
    places = reportable.places(state)
    if not places:
        return None
    where = Choice(
        "place", text("report_which_place"), lambda said: _place_options(places), text(f"report_{what}")
    )
    if not reportable.of_a_card:
        return (where,)
    which = Choice("nth", text("report_which_card"), lambda said: _card_options(state, said["place"]))
    return where, which, _which_face()


def _place_options(places: list[str]) -> tuple[Option, ...]:
    return tuple(Option(place, text("place", place=place), {"place": place}) for place in places)


def _card_options(state: State, place: str) -> tuple[Option, ...]:
    """The face is what people saw. The shoe's record is never shown: the report could be a peek."""
    return tuple(
        Option(str(nth), text("nth_card", nth=nth), {"nth": nth}, blocked=text("card_is_up") if known else None)
        for nth, known in state.reportable(place)
    )


def _void_offers(state: State) -> Iterator[Offer]:
    """By the general provisions: a supervisor may at any moment of a round."""
    if not state.may_be_made_void:
        return
    yield _void()


def penalty(boxes: list[int], penalties: Callable[[int], Iterator[tuple[str, dict[str, object]]]]) -> Offer:
    """A player has broken the rules: first who, then what follows, then why."""

    def whose(said: Said) -> tuple[Option, ...]:
        return tuple(Option(str(box), text("place", place=str(box)), {"box": box}) for box in boxes)

    def what(said: Said) -> tuple[Option, ...]:
        return tuple(Option(follows, text(follows), args) for follows, args in penalties(int(said["box"])))

    fields = (
        Choice("box", text("penalty_title"), whose),
        Choice("penalty", text("penalty_what"), what),
        reason("penalty"),
    )
    return for_supervisor("penalise", text("do_penalty"), fields=fields, grave=True)


# ---------------------------------------------------------------- the deck


def _closed_offers(state: State) -> Iterator[Offer]:
    yield Offer("open_table", text("do_open"), proposed=True)


def _verify_offers(state: State) -> Iterator[Offer]:
    fault = deck_fault(state)
    hopeless = fault is not None and fault[0] in READ_AGAIN
    if state.shoe != "silent":
        yield Offer("read_again", text("do_read_again"), proposed=hopeless)
        yield for_supervisor("deck_checked_by_hand", text("do_deck_by_hand"))
    blocked = Text(code=fault[0], words=fault[1]) if fault else None
    if state.new_cards:
        say = text("do_new_cards_checked")
    else:
        by_hand, count = state.shoe == "silent", len(state.game.deck(state))
        say = text("do_cards_checked", count=count) if by_hand else text("do_all_read")
    role: Role = "supervisor" if state.new_cards else "dealer"
    yield Offer("all_cards_read", say, role=role, proposed=not hopeless, blocked=blocked)


def _closing_offers(state: State) -> Iterator[Offer]:
    """Notice comes first."""
    playing = state.in_round or state.game.wagers_lie(state)
    now = "do_close_after_round" if playing else "do_close_now"
    when = notice_choice(text("closing_title"), now, "do_close_in", notice_minutes(state))
    seated = text("tournament_is_on") if tournament.are_seated(state) else None
    yield for_supervisor(
        "announce_closing", text("do_announce_closing"), fields=(when,), grave=True, blocked=seated
    )
    if state.closing_ms is not None:
        yield for_supervisor("announce_closing", text("do_stay_open"), {"in_minutes": None})
    if not state.no_more_rounds:
        yield _close_table(state)


def _close_table(state: State) -> Offer:
    """The next act where there are no more rounds, and then in sight."""
    blocked = text("tournament_is_on") if tournament.are_seated(state) else None
    blocked = blocked or (text("give_antes_back") if state.game.wagers_lie(state) else None) or not_yet(state)
    return for_supervisor("close_table", text("do_close"), blocked=blocked, proposed=state.no_more_rounds)


def _supervisors_offers(state: State) -> Iterator[Offer]:
    """What a supervisor may give notice of or order at any moment of an open table."""
    if state.phase != "verify":
        blocked = text("deck_check_ordered") if state.doubtful else None
        yield for_supervisor("order_deck_check", text("do_check_deck"), blocked=blocked)
    yield for_supervisor("change_cards", text("do_change_cards"))
    yield from state.game.notice_offers(state)
    yield from _closing_offers(state)
    yield from state.game.penalty_offers(state)


def _shuffle_offers(state: State) -> Iterator[Offer]:
    yield from state.game.between_offers(state)
    if not state.no_more_rounds:
        yield Offer("shuffled", text("do_shuffled"), proposed=True)


def _cut_offers(state: State) -> Iterator[Offer]:
    yield from state.game.between_offers(state)
    if not state.no_more_rounds:
        least = state.game.cut_deeper_than + 1
        most = len(state.game.deck(state)) - least
        depth = Count(
            "cards_above", text("depth_title"), least, most, text("cut_too_near_the_end", least=least)
        )
        yield Offer("cut_made", text("do_cut_counted"), {"cards_above": None}, (depth,))
        yield Offer("cut_made", text("do_cut"), proposed=True)


# ---------------------------------------------------------------- cards


def deal_offers(state: State) -> Iterator[Offer]:
    yield Offer("hold_shoe", text("do_hold"))
    yield from face_up_offers(state)
    if not state.by_hand:
        return
    left = len(state.deal.stretch)
    if left:
        yield Offer("card_dealt_by_hand", text("do_dealt_by_hand"), {"count": 1}, proposed=left == 1)
    if left > 1:
        yield Offer("card_dealt_by_hand", text("do_all_dealt", count=left), {"count": left}, proposed=True)


def face_up_offers(state: State) -> Iterator[Offer]:
    """Cards that lie face up and that no device has read. They are wanted when hands are compared."""
    for place in (BOARD, DEALER):
        unread = [dealt for dealt in state.deal.hand(place) if dealt.card is None and dealt.up]
        if unread:
            offer = _hand_offer(state, unread)
            yield offer if place == BOARD else replace(offer, say=text("do_enter_up", place=place))


def unread_offers(state: State, place: str) -> Iterator[Offer]:
    """What is still to be entered before the hand at that place can be read; nothing twice."""
    unread = state.unread(place)
    if unread:
        first = unread[0].due.place
        yield replace(
            _hand_offer(state, [dealt for dealt in unread if dealt.due.place == first]), proposed=True
        )


def card_offer(state: State, place: str, nth: int, say: Text | None = None, *, proposed: bool = False) -> Offer:
    face = Face("card", text("face_title"), _out(state))
    say = say or text("do_enter_card", nth=nth)
    return Offer("enter_card", say, {"place": place, "nth": nth}, (face,), proposed=proposed)


def _out(state: State) -> dict[str, Text]:
    """The faces that it cannot be."""
    return {str(card.open()): where for card, where in lies_up(state).items()}


def _hand_offer(state: State, unread: list[Dealt]) -> Offer:
    place, count = unread[0].due.place, len(unread)
    say = text("do_enter_board") if place == BOARD else None
    if count == 1:
        return card_offer(state, place, unread[0].due.nth, say)
    faces = Faces("cards", text("faces_title", place=place, count=count), count, _out(state))
    say = say or text("do_enter_hand", place=place, count=count)
    return Offer("enter_hand", say, {"place": place}, (faces,))


def _collect_offers(state: State) -> Iterator[Offer]:
    back = Count("count", text("count_title"), 0, MOST_COUNTED)
    yield Offer("collected", text("do_count_differs"), fields=(back,))
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
