"""Opening, the deck check, other cards, shuffle and cut: what comes before anybody wagers."""

from __future__ import annotations

from collections import Counter

from games.events import (
    AllCardsRead,
    ChangeCards,
    CutMade,
    DeckCheckedByHand,
    OpenTable,
    OrderDeckCheck,
    ReadAgain,
    Shuffled,
)
from games.every_game.state import State, notice, require
from games.outcomes import Outcome

# ---------------------------------------------------------------- opening


def open_table(state: State, event: OpenTable) -> list[Outcome]:
    require(state.phase == "closed", "already_open")
    state.round = state.round or 1
    state.start_day()
    state.start_round()
    owed = [notice("last_check_owed", state.numbers.check)] if state.unchecked else []
    return [*owed, state.move("open")]


# ---------------------------------------------------------------- the deck check


def all_cards_read(state: State, event: AllCardsRead) -> list[Outcome]:
    numbers = state.numbers
    require(state.phase == "verify", "not_now", numbers.check)
    allowed = event.role == "supervisor" or not state.new_cards
    require(allowed, "supervisor_checks_new_cards", numbers.new_cards)
    fault = deck_fault(state)
    require(fault is None, fault[0] if fault else "", numbers.deck, **(fault[1] if fault else {}))
    return deck_complete(state)


def deck_complete(state: State) -> list[Outcome]:
    state.checked.clear()
    state.new_cards = state.unchecked = False
    moved = state.move("deck_complete")
    state.closing = False
    return [moved]


def deck_fault(state: State) -> tuple[str, dict[str, object]] | None:
    """What is wrong with the deck that was read, the worst first. Without a shoe's eye people look at it."""
    if state.shoe in ("silent", "shuffling"):
        return None
    deck, read = state.game.deck(state), len(state.checked)
    if state.shoe == "counting":
        return ("cards_counted", {"read": read, "count": len(deck)}) if read != len(deck) else None
    faces = state.checked_faces()
    times = Counter(faces)
    doubled = sorted(face.short for face in times if times[face] > 1)
    missing = [face.short for face in deck if face not in times]
    foreign = sorted(face.short for face in times if face not in deck)
    if doubled:
        return "card_doubled", {"read": read, "cards": ", ".join(doubled[:3])}
    if foreign:
        return "cards_foreign", {"read": read, "cards": ", ".join(foreign[:3])}
    if read > len(faces) and read >= len(deck):
        return "cards_unread", {"read": read, "count": read - len(faces)}
    if not missing:
        return None
    if len(missing) > 3:
        return "deck_incomplete", {"read": read, "count": len(deck)}
    return "cards_missing", {"read": read, "cards": ", ".join(missing)}


def read_again(state: State, event: ReadAgain) -> list[Outcome]:
    require(state.phase == "verify", "not_now", state.numbers.check)
    state.checked.clear()
    return []


def deck_checked_by_hand(state: State, event: DeckCheckedByHand) -> list[Outcome]:
    require(state.phase == "verify", "not_now", state.numbers.check)
    return deck_complete(state)


def change_cards(state: State, event: ChangeCards) -> list[Outcome]:
    """After a round, and checked by both before they are played with."""
    require(state.phase != "closed", "not_now", state.numbers.new_cards)
    state.new_cards = True
    if state.in_round:
        state.doubtful = True
        return [notice("cards_change_after_round", state.numbers.new_cards)]
    state.checked.clear()
    changed = notice("cards_changed", state.numbers.new_cards)
    return [changed] if state.phase == "verify" else [changed, state.move("check_deck")]


def order_deck_check(state: State, event: OrderDeckCheck) -> list[Outcome]:
    require(state.phase not in ("closed", "verify"), "not_now", state.numbers.order_check)
    if state.in_round:
        state.doubtful = True
        return [notice("deck_check_ordered", state.numbers.order_check)]
    return [state.move("check_deck")]


# ---------------------------------------------------------------- shuffle and cut


def shuffled(state: State, event: Shuffled) -> list[Outcome]:
    require(state.phase == "shuffle", "not_now", state.numbers.shuffle)
    return [state.move("shuffled")]


def cut_made(state: State, event: CutMade) -> list[Outcome]:
    require(state.phase == "cut", "not_now", state.numbers.cut)
    above, cards = event.cards_above, len(state.game.deck(state))
    deeper = state.game.cut_deeper_than
    require(
        above is None or deeper < above < cards - deeper,
        "cut_too_near_the_end",
        state.numbers.cut,
        least=deeper + 1,
    )
    return [state.move("cut_made")]
