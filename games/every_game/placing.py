"""A card finds its place in the deal."""

from __future__ import annotations

from games.cards import SealedCard, SealedTag
from games.deal import Dealt
from games.events import BOARD, DEALER
from games.every_game.questions import ask, drop
from games.every_game.state import State, notice
from games.outcomes import CardTurned, Outcome, Text, text

TOLD_TWICE = ("shoe_faulted", "readers_count_differs")


def card_came(state: State, card: SealedCard | None) -> list[Outcome]:
    """From the shoe, during the deal. Behind a gap it waits until somebody has said what the gap was."""
    if not state.pending:
        return place_card(state, card)
    gap = next(
        (pending for pending in reversed(state.pending) if pending.question.about == "reports_missed"), None
    )
    if gap is not None:
        gap.waiting.append(card)
        return []
    _already_told(state)
    return place_card(state, card)


def _already_told(state: State) -> None:
    """The card that a fault or a reader spoke of has now been told by the shoe itself."""
    for pending in state.pending:
        if pending.question.about in TOLD_TWICE and pending.count:
            pending.count -= 1
    if any(p.question.about == "readers_count_differs" and not p.count for p in state.pending):
        state.inventory_open = drop(state, "readers_count_differs")


def place_card(state: State, card: SealedCard | None) -> list[Outcome]:
    deal = state.deal
    left = len(deal.plan) - len(deal.dealt)
    if left <= 0:
        state.set_aside += 1
        return ask(state, "extra_card_drawn")
    twice = card in deal.known and state.read_twice(card)
    dealt = deal.give(card)
    state.watch.settles_anew = False
    outcomes: list[Outcome] = turned(dealt) if dealt.up else []
    if card is None and state.shoe == "reading" and not state.by_hand:
        outcomes.append(notice("card_unread", dealt.due.rule, place=dealt.due.place, nth=dealt.due.nth))
    if twice:
        outcomes += ask_twice(state, dealt)
    return outcomes if left > 1 else [*outcomes, *state.game.all_dealt(state)]


def ask_astray(state: State, place: str, tag: SealedTag, belongs: str) -> list[Outcome]:
    """The rule for a wrong deal is for the hole cards; a communal one has its own."""
    board = belongs == BOARD and bool(state.deal.slots(BOARD))
    about = "board_wrong" if board else "wrong_box"
    state.watch.is_astray(tag, place, belongs)
    if about in state.game.asked_once and any(asked.question.about == about for asked in state.pending):
        return []  # whoever answers puts the whole deal right
    say = "" if board or about in state.game.asked_as else "card_astray"
    return ask(state, about, tag=tag, place=place, other=belongs, say=say)


def ask_twice(state: State, dealt: Dealt) -> list[Outcome]:
    about = "card_typed_twice" if dealt.typed else "card_read_twice"
    return ask(state, about, place=dealt.due.place, nth=dealt.due.nth)


def lies_up(state: State) -> dict[SealedCard, Text]:
    """Where each card lies that everybody can see. One that lies face down is not among them: whoever heard
    which faces are out could tell what nobody has seen."""
    return {
        dealt.card: _there(dealt.due.place, str(dealt.card.open()))
        for dealt in state.deal.dealt
        if dealt.up and dealt.card is not None
    }


def _there(place: str, card: str) -> Text:
    if place == DEALER:
        return text("lies_in_your_hand", card=card)
    if place == BOARD:
        return text("lies_on_the_board", card=card)
    return text("lies_there", card=card, place=place)


def turned(dealt: Dealt) -> list[Outcome]:
    if dealt.card is None:
        return []
    due = dealt.due
    return [CardTurned(place=due.place, nth=due.nth, card=dealt.card.open())]
