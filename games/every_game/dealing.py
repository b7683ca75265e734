"""The cards on their way: dealt, entered, seen by readers."""

from __future__ import annotations

from itertools import zip_longest

from games.cards import AnyCard, SealedCard, SealedTag
from games.deal import Dealt
from games.events import (
    CardDealtByHand,
    CardDrawn,
    CardGone,
    CardSeen,
    EnterCard,
    EnterHand,
    PlaceRead,
    Report,
)
from games.every_game import tag_names
from games.every_game.devices import look_again
from games.every_game.placing import ask_astray, ask_twice, card_came, lies_up, place_card, turned
from games.every_game.questions import ask
from games.every_game.state import Refused, State, notice, require
from games.outcomes import Outcome, Refusal
from games.watch import Astray

# ---------------------------------------------------------------- the deal


def card_drawn(state: State, event: CardDrawn) -> list[Outcome]:
    if state.phase in state.game.dealing:
        simply_next = not (state.pending or state.by_hand)
        return place_card(state, event.card) if simply_next else _drawn_in_deal(state, event)
    if state.phase == "verify":
        state.checked.append(event.card)
        return []
    if _first_card_may_come(state) and not state.pending:
        return [*state.game.start_deal(state), *card_came(state, event.card)]
    if state.in_round:
        return state.game.card_not_due(state, event.card)
    if state.phase in ("cut", state.game.before_deal):
        return state.game.card_before_deal(state, event.card)
    return []  # the shoe is being emptied or filled


def _first_card_may_come(state: State) -> bool:
    game = state.game
    return state.phase == game.before_deal and game.wagers_lie(state) and game.deal_may_begin(state)


def _drawn_in_deal(state: State, event: CardDrawn) -> list[Outcome]:
    if state.by_hand:
        # The dealer says what is dealt; counting the shoe's word as well would count a card twice.
        return [notice("shoe_not_counted", state.numbers.dispute)]
    return card_came(state, event.card)


def card_dealt_by_hand(state: State, event: CardDealtByHand) -> list[Outcome]:
    require(state.dealing, "not_now", state.numbers.deal)
    require(state.by_hand, "the_shoe_deals", state.numbers.from_shoe)
    left = len(state.deal.stretch)
    require(event.count <= left, "so_many_are_not_due", state.numbers.deal, count=left)
    return [outcome for _ in range(event.count) for outcome in place_card(state, None)]


def enter_card(state: State, event: EnterCard) -> list[Outcome]:
    """A card that lies face up for all to see, and that no device has read."""
    dealt = state.deal.at(event.place, event.nth)
    require(dealt is not None, "card_not_dealt", state.numbers.entered, place=event.place, nth=event.nth)
    assert dealt is not None
    _must_be_turned(state, dealt)
    require(dealt.card is None, "card_is_known", state.numbers.entered, place=event.place, nth=event.nth)
    require(event.card in state.game.deck(state), "card_not_in_deck", state.numbers.deck)
    _must_not_lie_elsewhere(state, [(dealt, event.card)])
    return [*_entered(state, dealt, event.card), *state.game.card_entered(state)]


def enter_hand(state: State, event: EnterHand) -> list[Outcome]:
    unread = [dealt for dealt in state.deal.hand(event.place) if dealt.card is None]
    fits = len(event.cards) == len(unread)
    require(fits, "so_many_are_unread", state.numbers.entered, place=event.place, count=len(unread))
    require(len(set(event.cards)) == len(event.cards), "entered_twice", state.numbers.deck)
    require(set(event.cards) <= set(state.game.deck(state)), "card_not_in_deck", state.numbers.deck)
    for dealt in unread:
        _must_be_turned(state, dealt)
    _must_not_lie_elsewhere(state, list(zip(unread, event.cards, strict=True)))
    entered = [
        outcome
        for dealt, card in zip(unread, event.cards, strict=True)
        for outcome in _entered(state, dealt, card)
    ]
    return [*entered, *state.game.card_entered(state)]


def _must_be_turned(state: State, dealt: Dealt) -> None:
    place, nth = dealt.due.place, dealt.due.nth
    require(state.is_turned(dealt), "card_is_down", state.numbers.face_down, place=place, nth=nth)


def _must_not_lie_elsewhere(state: State, said: list[tuple[Dealt, AnyCard]]) -> None:
    """A slip of the finger: everybody sees that card in another place."""
    lying = lies_up(state)
    for dealt, card in said:
        there = lying.get(state.deal.as_put_right(dealt.due, SealedCard(card)))
        if there is not None:
            raise Refused(Refusal(say=there, rule=state.numbers.deck))


def _entered(state: State, dealt: Dealt, card: AnyCard) -> list[Outcome]:
    sealed = state.deal.as_put_right(dealt.due, SealedCard(card))
    twice = state.read_twice(sealed)
    state.deal.name(dealt, sealed)
    dealt.up = dealt.typed = True
    return [*turned(dealt), *(ask_twice(state, dealt) if twice else [])]


# ---------------------------------------------------------------- what the readers see


def card_seen(state: State, event: CardSeen) -> list[Outcome]:
    if _first_card_may_come(state):
        state.make_plan()  # the reader may be quicker than the shoe with the very first card
    elif not _watching(state):
        return []
    strange = tag_names.strange(state, event.place, event.tag, event.enrolled)
    if strange is not None:
        return strange
    found = state.watch.seen(event.place, event.tag, state.deal)
    if event.tag in state.watch.astray and state.watch.is_back(event.tag):
        state.pending[1:] = [
            asked for asked in state.pending[1:] if asked.tag != event.tag
        ]  # put right already
    return [*_is_seen(state, event, found), *tag_names.same_face(state, event.place, event.tag)]


def _is_seen(state: State, event: CardSeen, found: str | None) -> list[Outcome]:
    before = state.phase == state.game.before_deal
    if before and state.shoe == "silent" and found is None and not state.pending:
        return state.game.start_deal(state)  # no shoe will tell of it
    if found == "perhaps_next":
        state.watch.waits(event.place, event.tag, event.at_ms)
        return look_again(state)
    return [*_found(state, event.place, event.tag, found), *look_again(state)]


def has_the_shoe_told(state: State, at_ms: int) -> list[Outcome]:
    """Of the cards that a reader has seen before it."""
    late = state.watch.misplaced_after_all(state.deal, at_ms)
    return _moved(state, late) if late and (_watching(state) or _first_card_may_come(state)) else []


def _watching(state: State) -> bool:
    return state.in_round and state.phase != "collect"


def ask_discarded(state: State, place: str, report: Report | None = None) -> list[Outcome]:
    """How many cards to look for in the rack; which ones is nobody's to see."""
    count = len(state.deal.hand(place))
    return ask(state, "hand_in_discards", report=report, box=int(place), place=place, count=count)


def card_in_collect(state: State) -> list[Outcome]:
    """It plays no part in the round, and comes back with the others."""
    return [notice("card_in_collect", state.numbers.count_back, out=state.cards_out)]


def _found(state: State, place: str, tag: SealedTag, found: str | None) -> list[Outcome]:
    if found is None:
        return []
    home = state.watch.home.get(tag, "")
    over = state.hand_over(home)
    if over and found != "card_misplaced":
        return []  # a hand that is over may lie anywhere; a card that comes to it is no part of it
    if found == "was_a_neighbours":
        state.watch.lies_well(tag)
        state.pending = [pending for pending in state.pending if pending.tag != tag]
        return []
    if found == "hand_in_discards":
        if over is None:
            return []
        if state.phase == state.game.before_deal:
            return ask(state, "early_card")  # no hand has been dealt yet that could be reconstructed
        return ask_discarded(state, home)
    if found == "card_moved" and state.phase not in (state.game.before_deal, "deal"):
        state.watch.is_astray(tag, place, home)
        return ask(state, "cards_exchanged", tag=tag, place=place, other=home)
    return ask_astray(state, place, tag, _dealt_for(state, place, tag, found))


def _dealt_for(state: State, place: str, tag: SealedTag, found: str) -> str:
    """What the tag names says it, or where the card came from; otherwise its turn."""
    if found == "card_moved":
        return state.watch.home[tag]
    named = tag_names.dealt_as(state, tag)
    if named is not None:
        return named.due.place
    came = max(len(state.deal.dealt), state.deal.come_to(state.watch.cards_at_rest))
    return state.deal.plan[came - 1].place if came <= len(state.deal.plan) else place


def card_gone(state: State, event: CardGone) -> list[Outcome]:
    moved = state.watch.gone(event.place, event.tag)
    if state.phase == state.game.before_deal and not moved:
        state.watch.forget(event.tag)  # of the last round, and only now taken away
    looked_at = _watching(state) or _first_card_may_come(state)
    return _moved(state, moved) if moved and looked_at else []


def place_read(state: State, event: PlaceRead) -> list[Outcome]:
    if not _watching(state):
        return []
    asked, ours = _whose(state, event)
    moved = state.watch.read(event.place, ours)
    state.inventory_open = True
    alike = [outcome for tag in ours for outcome in tag_names.same_face(state, event.place, tag)]
    return [*asked, *_moved(state, moved), *alike]


def _whose(state: State, event: PlaceRead) -> tuple[list[Outcome], list[SealedTag]]:
    """What is asked about cards that are none of the deck in play, and the tags of the others."""
    asked: list[Outcome] = []
    ours: list[SealedTag] = []
    for tag, enrolled in zip_longest(event.tags, event.enrolled):
        strange = tag_names.strange(state, event.place, tag, enrolled)
        if strange is None:
            ours.append(tag)
        else:
            asked += strange
    return asked, ours


def _moved(state: State, cards: list[Astray]) -> list[Outcome]:
    asked = [outcome for card in cards for outcome in _found(state, card.place, card.tag, card.found)]
    return [*asked, *look_again(state)]
