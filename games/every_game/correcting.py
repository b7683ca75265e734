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
from itertools import permutations
from typing import Any

from games.cards import SealedCard
from games.deal import Dealt, Due
from games.events import CorrectCard
from games.every_game.placing import turned
from games.every_game.state import State, require
from games.offers import Choice, Face, Offer, Option, Said, reason
from games.outcomes import Holder, Moved, Notice, Outcome, Ruling, text


@dataclass(frozen=True, slots=True)
class Chips:
    """What has come to a player, and of it or beside it to the house. The rest came off the layout, or out of
    the pots."""

    player_cents: int = 0
    house_cents: int = 0

    @property
    def have_moved(self) -> bool:
        return bool(self.player_cents or self.house_cents)

    @property
    def table_cents(self) -> int:
        return -self.player_cents - self.house_cents

    def since(self, before: Chips) -> Chips:
        return Chips(self.player_cents - before.player_cents, self.house_cents - before.house_cents)


NONE = Chips()


@dataclass(frozen=True, slots=True)
class Moves:
    """Where the chips of a round have gone so far."""

    boxes: Mapping[int, Chips]
    dropped_cents: int


def moves_so_far(state: State) -> Moves:
    return Moves(state.game.chips_moved(state), state.game.dropped_cents(state))


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
    return dealt.typed and not any(chips.have_moved for chips in state.game.chips_moved(state).values())


def put_right(state: State, right: PutRight) -> None:
    tags = state.watch.tags
    for due, card in right.cards:
        tags.doubt(*tags.with_face(card))  # somebody has decided between the tag and the eye
        state.deal.put_right(due, card)


# ---------------------------------------------------------------- what is told of it


def told(state: State, right: PutRight, moved_before: Moves) -> list[Outcome]:
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


def _money(state: State, before: Moves) -> Iterator[Outcome]:
    """The chips that lie otherwise now, each told once."""
    now = moves_so_far(state)
    yield from _commission(state, now.dropped_cents - before.dropped_cents)
    for box in sorted({*before.boxes, *now.boxes}):
        chips = now.boxes.get(box, NONE).since(before.boxes.get(box, NONE))
        if chips.have_moved:
            yield _chips_of(state, box, chips)


def _commission(state: State, cents: int) -> Iterator[Outcome]:
    rule = state.numbers.entered
    if cents < 0:
        back = (Moved(cents=-cents, source="drop", dest="pots"),)
        yield Notice(say=text("commission_back", amount_cents=-cents), rule=rule, moved=back)
    elif cents > 0:
        again = (Moved(cents=cents, source="pots", dest="drop"),)
        yield Notice(say=text("commission_again", amount_cents=cents), rule=rule, moved=again)


def _chips_of(state: State, box: int, chips: Chips) -> Notice:
    """Wagers that lie again are still to be settled; the house makes up for what is short."""
    lie_again = chips.table_cents > 0 and not state.game.has_seats  # a hand is to be shown before it is settled
    cents = chips.player_cents
    if cents > 0:
        say = text("pay_more", box=box, amount_cents=cents)
    elif cents < 0:
        say = text("take_back_and_lay" if lie_again else "take_back_payment", box=box, amount_cents=-cents)
    else:
        say = text("lay_again" if lie_again else "take_again", box=box, amount_cents=abs(chips.house_cents))
    return Notice(say=say, rule=state.numbers.entered, moved=tuple(_ways(state, box, chips)))


def _ways(state: State, box: int, chips: Chips) -> Iterator[Moved]:
    """From each of the three to each other, so that it comes out even."""
    table: Holder = "pots" if state.game.has_seats else "layout"
    more: dict[Holder, int] = {
        "stake": chips.player_cents,
        table: chips.table_cents,
        "house": chips.house_cents,
    }
    for source, dest in permutations(more, 2):
        cents = min(-more[source], more[dest])
        if cents > 0:
            more[source] += cents
            more[dest] -= cents
            yield Moved(cents=cents, source=source, dest=dest, box=box)


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
