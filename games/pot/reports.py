"""What people report at a table of a pot game, and cards that come when none is due.

NI2017-583, NI2005-67, NI2005-74: 16.5-16.6
NI2017-583, NI2005-67, NI2005-74: 17.1-17.2
NI2017-583, NI2005-67, NI2005-74: 17.9
NI2017-583, NI2005-67, NI2005-74: 17.14
"""

from __future__ import annotations

from games import events as e
from games.cards import SealedCard
from games.events import BOARD
from games.every_game.dealing import card_in_collect
from games.every_game.placing import card_came
from games.every_game.questions import ask
from games.every_game.reports import Reportable, places_and_board, places_in_play
from games.every_game.state import notice, require
from games.outcomes import Outcome
from games.pot import posting
from games.pot.state import PotState


def cut_counts(state: PotState) -> bool:
    """Up to the end of the first betting round."""
    return state.phase in ("cut", "post") or (state.in_round and not state.first_round_is_over)


def exposed_in_cut(state: PotState, event: e.Report) -> list[Outcome]:
    require(cut_counts(state), "not_now", state.numbers.seen_in_cut)
    return ask(state, "exposed_in_cut", report=event)


def missing_cut_counts(state: PotState) -> bool:
    if state.phase == "post":
        return True
    return state.in_round and not state.void and not state.first_round_is_over


def not_cut(state: PotState, event: e.Report) -> list[Outcome]:
    """The dealer said so, and did not: a misdeal as long as nobody has bet (CUT-FIRST-BET)."""
    require(missing_cut_counts(state), "not_now", state.numbers.not_cut)
    return ask(state, "not_cut", report=event, say="cards_not_cut")


def wrong_number(state: PotState, event: e.Report) -> list[Outcome]:
    """Before the end of the first betting round it is a matter of the deal (17.1), later of the hand (17.9)."""
    if event.place == BOARD:
        return ask(state, "board_wrong", report=event, place=BOARD)
    require(event.place is not None and event.place.isdigit(), "which_box", state.numbers.wrong_number)
    assert event.place is not None
    _must_play(state, event.place)
    return ask(state, event.what, report=event, place=event.place)


def wrong_place(state: PotState, event: e.Report) -> list[Outcome]:
    if event.place == BOARD:
        return ask(state, "board_wrong", report=event, place=BOARD)
    require(event.place is not None and event.place.isdigit(), "which_box", state.numbers.wrong_deal)
    return ask(state, "wrong_box", report=event, place=event.place)


def more_to_deal(state: PotState) -> bool:
    return state.phase == "deal" or _cards_will_come(state)


def face_up_in_shoe(state: PotState, event: e.Report) -> list[Outcome]:
    rule = state.numbers.not_covered
    require(state.phase == "deal" or _cards_will_come(state), "not_now", rule)
    return ask(
        state, state.game.face_up(state), report=event, say="face_up_in_shoe", **state.game.face_up_words(state)
    )


def _must_play(state: PotState, place: str) -> None:
    require(state.plays_now(int(place)), "not_in_round", state.numbers.fouled, box=int(place))


def told_of_a_hand(state: PotState, event: e.Report) -> list[Outcome]:
    """What one player was told of a hand, folded (16.5) or held (16.6), everybody is told."""
    place = event.place or ""
    require(state.has_hand(place), "which_box", state.numbers.told_of_held)
    rule = state.numbers.told_of_folded if state.hand_over(place) else state.numbers.told_of_held
    return [notice("share_with_all", rule, place=place)]


def hands_are_dealt(state: PotState) -> bool:
    """In this round of play, or in the deal that was a misdeal."""
    return state.in_round and not state.void


def hands(state: PotState) -> list[str]:
    """Folded ones, too."""
    return list(map(str, state.play.players)) if state.play else []


REPORTS: dict[str, Reportable] = {
    "wrong_box": Reportable(wrong_place, places_in_play, may_now=hands_are_dealt),
    "too_many_cards": Reportable(wrong_number, places_and_board, may_now=hands_are_dealt),
    "too_few_cards": Reportable(wrong_number, places_and_board, may_now=hands_are_dealt),
    "exposed_in_cut": Reportable(exposed_in_cut, may_now=cut_counts),
    "not_cut": Reportable(not_cut, may_now=missing_cut_counts),
    "face_up_in_shoe": Reportable(face_up_in_shoe, may_now=more_to_deal),
    "told_of_a_hand": Reportable(told_of_a_hand, hands),
}


def _cards_will_come(state: PotState) -> bool:
    """When the bets are made. Behind the last betting round there is no turn for a card to come before."""
    return state.phase == "bet" and state.current.play.street < len(state.game.instrument.streets)


def card_not_due(state: PotState, card: SealedCard | None) -> list[Outcome]:
    """During a betting round it may be the next one, come too soon."""
    state.set_aside += 1
    if state.phase == "collect":
        return card_in_collect(state)
    if not _cards_will_come(state):
        return ask(state, "extra_card_drawn")
    state.early_faces.append(card)
    return ask(state, state.game.early_card(state), count=1)


def card_before_deal(state: PotState, card: SealedCard | None) -> list[Outcome]:
    """Either nobody has said that the cards were cut, or the posts are settled and this is the first card."""
    if state.phase == "cut":
        state.set_aside += 1
        state.early_faces.append(card)
        return ask(state, "not_cut")
    if state.pending or state.no_more_rounds or not posting.may_begin(state):
        state.set_aside += 1
        return ask(state, "early_card")
    return [*state.game.start_deal(state), *card_came(state, card)]
