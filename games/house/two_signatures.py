"""Cards that two people answer for: replaced ones, and a deck that a shoe has found fault with.

NI2004-492, NI2007-208: 2.3
"""

from __future__ import annotations

from collections.abc import Iterator

from games.events import AllCardsRead, Countersign, DeckCheckedByHand, ReadAgain
from games.every_game import deck
from games.every_game.deck import deck_fault
from games.every_game.offers import OFFERS as EVERY_GAMES
from games.every_game.prompts import PROMPTS as SAID_IN_EVERY_GAME
from games.every_game.state import notice, require
from games.house.state import Signature, State
from games.offers import Offer, for_supervisor, reason
from games.outcomes import Outcome, Prompt, Text, text
from games.rulebook import Rule

FOUND = ("card_doubled", "cards_foreign", "cards_missing", "cards_counted")  # what makes it another deck


def all_cards_read(state: State, event: AllCardsRead) -> list[Outcome]:
    if not state.new_cards:
        outcomes = deck.all_cards_read(state, event)
        state.found = None
        return outcomes
    numbers = state.numbers
    require(state.phase == "verify", "not_now", numbers.check)
    require(event.role == "supervisor", "supervisor_checks_new_cards", numbers.new_cards)
    fault = deck_fault(state)
    require(fault is None, fault[0] if fault else "", numbers.deck, **(fault[1] if fault else {}))
    return _sign(state, event.by, "")


def deck_checked_by_hand(state: State, event: DeckCheckedByHand) -> list[Outcome]:
    """A shoe's finding is set aside with a reason, by two people, and stays on record (DECK-OVERRIDE)."""
    require(state.phase == "verify", "not_now", state.numbers.check)
    found = _found(state)
    require(found is None or event.reason.strip() != "", "override_reason_needed", state.numbers.deck)
    state.found = found
    if found is None and not state.new_cards:
        return deck.deck_checked_by_hand(state, event)
    return _sign(state, event.by, event.reason)


def _sign(state: State, by: str, why: str) -> list[Outcome]:
    """Supervisor and dealer: the second is somebody else (TWO-SIGN)."""
    state.signature = Signature(by, why)
    rule = state.numbers.deck if state.found is not None else state.numbers.new_cards
    found = [_as_found(state.found, rule)] if state.found is not None else []
    told = notice("signed_for", rule, by=by, reason=why) if why else notice("signed", rule, by=by)
    return [*found, told]


def _as_found(found: Text, rule: Rule) -> Outcome:
    return notice("shoe_found_fault", rule, read=found.words["read"], cards=found.words.get("cards", "-"))


def countersign(state: State, event: Countersign) -> list[Outcome]:
    rule = state.numbers.new_cards
    signature = state.signature
    require(state.phase == "verify" and signature is not None, "nothing_to_sign", rule)
    assert signature is not None
    require(event.by != signature.by, "another_person_signs", rule, by=signature.by)
    told = notice("signed_by_two", rule, by=signature.by, second_by=event.by)
    state.signature = state.found = None
    return [told, *deck.deck_complete(state)]


def read_again(state: State, event: ReadAgain) -> list[Outcome]:
    """What was found does not go away by that: only a whole deck ends it."""
    require(state.phase == "verify", "not_now", state.numbers.check)
    state.found = _found(state)
    state.signature = None
    return deck.read_again(state, event)


def _found(state: State) -> Text | None:
    fault = deck_fault(state) if state.checked else None
    return Text(code=fault[0], words=fault[1]) if fault and fault[0] in FOUND else state.found


# ---------------------------------------------------------------- what the dealer is told and offered


def verify_prompt(state: State) -> Prompt:
    if state.signature is None:
        return SAID_IN_EVERY_GAME["verify"](state)
    return signature_prompt(state, state.signature)


def signature_prompt(state: State, signature: Signature) -> Prompt:
    explain = text("second_signature_explained", by=signature.by)
    return Prompt(say=text("second_signature"), explain=explain, rule=state.numbers.new_cards)


def verify_offers(state: State) -> Iterator[Offer]:
    if state.signature is not None:
        yield from signature_offers(state)
        return
    doubted = _found(state) is not None
    for offer in EVERY_GAMES["verify"](state):
        if offer.command == "deck_checked_by_hand" and doubted:
            yield for_supervisor("deck_checked_by_hand", offer.say, fields=(reason("other"),), grave=True)
        else:
            yield offer


def signature_offers(state: State) -> Iterator[Offer]:
    yield Offer("read_again", text("do_read_again"))
    yield Offer("countersign", text("do_countersign"), proposed=True, grave=True)
