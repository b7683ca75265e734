"""The card on the table decides, not the record (CARD-ON-TABLE): what was misread or mistyped is put right.

Nobody corrects a card that lies face down: nobody has seen it. What has been settled on the wrong card is
settled anew, by playing the round again with the right one.

NI2004-492, NI2007-208: 2.5
NI2004-492: 9.1
NI2007-208: 6.7
NI2017-583, NI2005-67, NI2005-74: 13.1
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from games.cards import SealedCard
from games.deal import Dealt, Due
from games.events import CorrectCard
from games.every_game.placing import turned
from games.every_game.state import State, notice, require
from games.offers import Choice, Face, Offer, Option, Said, reason
from games.outcomes import Outcome, Ruling, text


@dataclass(frozen=True, slots=True)
class PutRight:
    """What a correction comes to when it is said: two cards may have been taken for each other."""

    said: CorrectCard
    cards: tuple[tuple[Due, SealedCard], ...]


def look_at(state: State, event: CorrectCard) -> PutRight:
    """Refuses what cannot be so; otherwise which cards of the deal are which."""
    rule = state.numbers.entered
    require(state.may_be_made_void, "no_round", rule)
    dealt = state.deal.at(event.place, event.nth)
    require(dealt is not None, "card_not_dealt", rule, place=event.place, nth=event.nth)
    assert dealt is not None
    require(_is_seen(dealt), "card_is_down", state.numbers.face_down, place=event.place, nth=event.nth)
    require(event.card in state.game.deck(state), "card_not_in_deck", state.numbers.deck)
    own = event.role == "dealer" and _may_dealer_correct(state, dealt)
    require(own or event.role == "supervisor", "supervisor_only", rule)
    require(own or event.reason.strip() != "", "reason_needed", rule)
    card, was = SealedCard(event.card), dealt.card
    assert was is not None
    other = next((other for other in state.deal.dealt if other.card is card and other is not dealt), None)
    exchanged = ((other.due, was),) if other is not None else ()
    return PutRight(event, ((dealt.due, card), *exchanged))


def _is_seen(dealt: Dealt) -> bool:
    """Everybody has seen it, and the record says which card it is. If not, it is entered."""
    return dealt.up and dealt.card is not None


def _may_dealer_correct(state: State, dealt: Dealt) -> bool:
    """What was typed here, as long as no chip has been moved because of it."""
    return dealt.typed and not any(state.game.chips_moved(state).values())


def put_right(state: State, right: PutRight) -> None:
    tags = state.watch.tags
    for due, card in right.cards:
        dealt = state.deal.at(due.place, due.nth)
        if dealt is not None:
            tags.doubt(*tags.with_face(card))  # somebody has decided between the tag and the eye
            state.deal.put_right(dealt, card)


# ---------------------------------------------------------------- what is told of it


def told(state: State, right: PutRight, moved_before: Mapping[int, int]) -> list[Outcome]:
    """Which card it is, and each box's or seat's money once: what it lacks, or has too much."""
    event, rule = right.said, state.numbers.entered
    ruling = Ruling(
        about="card_corrected",
        choice="card_corrected",
        say=text("ruled_card_corrected", place=event.place, nth=event.nth, card=str(event.card)),
        rule=rule,
        by=event.by,
        reason=event.reason,
    )
    return [ruling, *_turned(state, right), *_money(state, moved_before)]


def _turned(state: State, right: PutRight) -> Iterator[Outcome]:
    for due, _ in right.cards:
        dealt = state.deal.at(due.place, due.nth)
        if dealt is not None and dealt.up:
            yield from turned(dealt)


def _money(state: State, before: Mapping[int, int]) -> Iterator[Outcome]:
    rule, now = state.numbers.entered, state.game.chips_moved(state)
    for box in sorted({*before, *now}):
        cents = now.get(box, 0) - before.get(box, 0)
        lies_again = box not in now and not state.game.has_seats  # it is to be shown before it is settled
        if cents > 0:
            yield notice("pay_more", rule, box=box, amount_cents=cents)
        elif cents < 0:
            code = "take_back_and_lay" if lies_again else "take_back_payment"
            yield notice(code, rule, box=box, amount_cents=-cents)


# ---------------------------------------------------------------- what may be corrected now


def offers(state: State) -> Iterator[Offer]:
    if not state.may_be_made_void:
        return
    seen = [dealt for dealt in state.deal.dealt if _is_seen(dealt)]
    own = [dealt for dealt in seen if _may_dealer_correct(state, dealt)]
    if own:
        yield Offer(
            "correct_card", text("do_correct_entry"), {"reason": ""}, _which(own), "dealer", where="report"
        )
    if seen:
        fields = (*_which(seen), reason("card"))
        yield Offer(
            "correct_card", text("do_correct_card"), {}, fields, "supervisor", where="report", grave=True
        )


def _which(cards: list[Dealt]) -> tuple[Any, ...]:
    places = list(dict.fromkeys(dealt.due.place for dealt in cards))

    def where(said: Said) -> tuple[Option, ...]:
        return tuple(Option(place, text("place", place=place), {"place": place}) for place in places)

    def which(said: Said) -> tuple[Option, ...]:
        return tuple(
            Option(
                str(dealt.due.nth),
                text("nth_card_is", nth=dealt.due.nth, card=_face(dealt)),
                {"nth": dealt.due.nth},
            )
            for dealt in cards
            if dealt.due.place == said["place"]
        )

    return (
        Choice("place", text("correct_which_place"), where),
        Choice("nth", text("correct_which_card"), which),
        Face("card", text("face_title")),
    )


def _face(dealt: Dealt) -> str:
    assert dealt.card is not None
    return str(dealt.card.open())
