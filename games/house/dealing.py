"""The cards on their way: checked, shuffled, cut, dealt, seen by readers (rules 2, 5 and 6)."""

from __future__ import annotations

from collections import Counter

from games.cards import FULL_DECK, Card, SealedCard, SealedTag
from games.deal import Dealt
from games.events import (
    BOARD,
    AllCardsRead,
    CardDealtByHand,
    CardDrawn,
    CardGone,
    CardSeen,
    ChangeCards,
    CutMade,
    DeckCheckedByHand,
    EnterCard,
    EnterHand,
    OpenTable,
    OrderDeckCheck,
    PlaceRead,
    ReadAgain,
    Shuffled,
)
from games.house.devices import look_again
from games.house.placing import ask_twice, card_came, place_card, turned
from games.house.questions import ask
from games.house.state import State, notice, require
from games.house.wagers import start_deal
from games.outcomes import Outcome

DECK = len(FULL_DECK)


# ---------------------------------------------------------------- opening


def open_table(state: State, event: OpenTable) -> list[Outcome]:
    require(state.phase == "closed", "already_open")
    state.round = state.round or 1
    state.start_day()
    state.start_round()
    return [state.move("open")]


# ---------------------------------------------------------------- the deck check, rules 2.1-2.4


def all_cards_read(state: State, event: AllCardsRead) -> list[Outcome]:
    require(state.phase == "verify", "not_now", state.book["2.2"])
    require(event.role == "supervisor" or not state.new_cards, "supervisor_checks_new_cards", state.book["2.3"])
    fault = deck_fault(state)
    require(fault is None, fault[0] if fault else "", state.book["2.1"], **(fault[1] if fault else {}))
    return _deck_complete(state)


def _deck_complete(state: State) -> list[Outcome]:
    state.checked.clear()
    state.new_cards = False
    moved = state.move("deck_complete")
    state.closing = False
    return [moved]


def deck_fault(state: State) -> tuple[str, dict[str, object]] | None:
    """What is wrong with the deck that was read, the worst first. Without a shoe's eye people look at it."""
    if state.shoe in ("silent", "shuffling"):
        return None
    read = len(state.checked)
    if state.shoe == "counting":
        return ("cards_counted", {"read": read}) if read != DECK else None
    faces = state.checked_faces()
    times = Counter(faces)
    doubled = sorted(face.short for face in times if times[face] > 1)
    missing = [face.short for face in FULL_DECK if face not in times]
    if doubled:
        return "card_doubled", {"read": read, "cards": ", ".join(doubled[:3])}
    if read > len(faces) and read >= DECK:
        return "cards_unread", {"read": read, "count": read - len(faces)}
    if not missing:
        return None
    if len(missing) > 3:
        return "deck_incomplete", {"read": read}
    return "cards_missing", {"read": read, "cards": ", ".join(missing)}


def read_again(state: State, event: ReadAgain) -> list[Outcome]:
    require(state.phase == "verify", "not_now", state.book["2.2"])
    state.checked.clear()
    return []


def deck_checked_by_hand(state: State, event: DeckCheckedByHand) -> list[Outcome]:
    require(state.phase == "verify", "not_now", state.book["2.2"])
    require(event.role == "supervisor", "supervisor_only", state.book["2.3"])
    return _deck_complete(state)


def change_cards(state: State, event: ChangeCards) -> list[Outcome]:
    """Rule 2.3: after a round, and checked by both before they are played with."""
    require(event.role == "supervisor", "supervisor_only", state.book["2.3"])
    require(state.phase != "closed", "not_now", state.book["2.3"])
    state.new_cards = True
    if state.in_round:
        state.doubtful = True
        return [notice("cards_change_after_round", state.book["2.3"])]
    state.checked.clear()
    changed = notice("cards_changed", state.book["2.3"])
    return [changed] if state.phase == "verify" else [changed, state.move("check_deck")]


def order_deck_check(state: State, event: OrderDeckCheck) -> list[Outcome]:
    require(event.role == "supervisor", "supervisor_only", state.book["2.4"])
    require(state.phase not in ("closed", "verify"), "not_now", state.book["2.4"])
    if state.in_round:
        state.doubtful = True
        return [notice("deck_check_ordered", state.book["2.4"])]
    return [state.move("check_deck")]


# ---------------------------------------------------------------- shuffle and cut, rule 5


def shuffled(state: State, event: Shuffled) -> list[Outcome]:
    require(state.phase == "shuffle", "not_now", state.book["5.1"])
    return [state.move("shuffled")]


def cut_made(state: State, event: CutMade) -> list[Outcome]:
    require(state.phase == "cut", "not_now", state.book["5.2"])
    above = event.cards_above
    deeper = state.game.cut_deeper_than
    require(
        above is None or deeper < above < DECK - deeper,
        "cut_too_near_the_end",
        state.book["5.2"],
        least=deeper + 1,
    )
    return [state.move("cut_made")]


# ---------------------------------------------------------------- the deal, rule 6


def card_drawn(state: State, event: CardDrawn) -> list[Outcome]:
    if state.shuffling_shoe_in_use():
        return []  # it tells of packs; what says a single card is not believed
    if state.phase == "verify":
        state.checked.append(event.card)
        return []
    if state.phase == "antes" and state.has_antes() and not state.pending:
        return [*start_deal(state), *card_came(state, event.card)]
    if state.dealing:
        return _drawn_in_deal(state, event)
    if state.in_round:
        state.set_aside += 1
        return [] if state.phase == "collect" else ask(state, "extra_card_drawn")
    if state.phase in ("cut", "antes"):
        return ask(state, "early_card")
    return []  # the shoe is being emptied or filled


def _drawn_in_deal(state: State, event: CardDrawn) -> list[Outcome]:
    if state.by_hand:
        # The dealer says what is dealt; counting the shoe's word as well would count a card twice.
        return [notice("shoe_not_counted", state.numbers.dispute)]
    return card_came(state, event.card)


def card_dealt_by_hand(state: State, event: CardDealtByHand) -> list[Outcome]:
    require(state.dealing, "not_now", state.book["6.3"])
    require(state.by_hand, "the_shoe_deals", state.book["6.1"])
    left = len(state.deal.stretch)
    require(event.count <= left, "so_many_are_not_due", state.book["6.3"], count=left)
    return [outcome for _ in range(event.count) for outcome in place_card(state, None)]


def enter_card(state: State, event: EnterCard) -> list[Outcome]:
    """A card that lies face up for all to see, and that no device has read."""
    dealt = state.deal.at(event.place, event.nth)
    require(dealt is not None, "card_not_dealt", state.numbers.dealer_sets, place=event.place, nth=event.nth)
    assert dealt is not None
    _must_be_turned(state, dealt)
    require(dealt.card is None, "card_is_known", state.numbers.dealer_sets, place=event.place, nth=event.nth)
    return _entered(state, dealt, event.card)


def enter_hand(state: State, event: EnterHand) -> list[Outcome]:
    unread = [dealt for dealt in state.deal.hand(event.place) if dealt.card is None]
    fits = len(event.cards) == len(unread)
    require(fits, "so_many_are_unread", state.numbers.dealer_sets, place=event.place, count=len(unread))
    require(len(set(event.cards)) == len(event.cards), "entered_twice", state.book["2.1"])
    for dealt in unread:
        _must_be_turned(state, dealt)
    return [
        outcome
        for dealt, card in zip(unread, event.cards, strict=True)
        for outcome in _entered(state, dealt, card)
    ]


def _must_be_turned(state: State, dealt: Dealt) -> None:
    place, nth = dealt.due.place, dealt.due.nth
    require(_is_turned(state, place, dealt), "card_is_down", state.book["6.2"], place=place, nth=nth)


def _entered(state: State, dealt: Dealt, card: Card) -> list[Outcome]:
    sealed = SealedCard(card)
    twice = state.read_twice(sealed)
    dealt.card, dealt.up = sealed, True
    return [*turned(dealt), *(ask_twice(state, dealt) if twice else [])]


def _is_turned(state: State, place: str, dealt: Dealt) -> bool:
    if dealt.up or (place == "dealer" and state.phase == "reveal"):
        return True
    return place.isdigit() and state.phase == "settle" and state.boxes[int(place)].contests


# ---------------------------------------------------------------- what the readers see


def card_seen(state: State, event: CardSeen) -> list[Outcome]:
    if state.phase == "antes" and state.has_antes():
        state.make_plan()  # the reader may be quicker than the shoe with the very first card
    elif not _watching(state):
        return []
    found = state.watch.seen(event.place, event.tag, state.deal)
    if state.phase == "antes" and state.shoe == "silent" and found is None and not state.pending:
        return start_deal(state)  # no shoe will tell of it
    return [*_found(state, event.place, event.tag, found), *look_again(state)]


def _watching(state: State) -> bool:
    return state.in_round and state.phase != "collect"


def _found(state: State, place: str, tag: SealedTag, found: str | None) -> list[Outcome]:
    home = state.box_at(state.watch.home.get(tag, ""))
    if found is None or (home is not None and home.over):
        return []  # a hand that is over may lie anywhere
    if found == "hand_in_discards":
        if home is None:
            return []
        if state.phase == "antes":
            return ask(state, "early_card")  # no hand has been dealt yet that could be reconstructed
        return ask(state, "hand_in_discards", box=home.number, place=str(home.number))
    if found == "card_moved" and state.phase not in ("antes", "deal"):
        return ask(state, "cards_exchanged", tag=tag, place=place, other=state.watch.home[tag])
    return ask(state, _astray(state, place, tag, found), tag=tag, place=place)


def _astray(state: State, place: str, tag: SealedTag, found: str) -> str:
    """The rule for a wrong deal is for the hole cards (HE-BOARD); its turn says which kind a card was."""
    came = max(len(state.deal.dealt), state.watch.cards_at_rest)
    due_at = state.deal.plan[came - 1].place if came <= len(state.deal.plan) else place
    was_for = state.watch.home[tag] if found == "card_moved" else due_at
    return "board_wrong" if was_for == BOARD and state.deal.slots(BOARD) else "wrong_box"


def card_gone(state: State, event: CardGone) -> list[Outcome]:
    state.watch.gone(event.place, event.tag)
    return []


def place_read(state: State, event: PlaceRead) -> list[Outcome]:
    if not _watching(state):
        return []
    moved = state.watch.read(event.place, event.tags)
    state.inventory_open = True
    asked = [outcome for tag, found in moved for outcome in _found(state, event.place, tag, found)]
    return [*asked, *look_again(state)]
