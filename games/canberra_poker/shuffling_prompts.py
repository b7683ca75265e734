"""What comes next at a table with an automated shuffling shoe (rule 12), and what may be done about it.

Each function here speaks for one phase. Where no such shoe is in use, what all house games say is said.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from games.canberra_poker.shuffling_shoe import TOP, hindrance
from games.canberra_poker.state import CanberraState
from games.events import DEALER
from games.every_game import prompts as every_game
from games.house import prompts as house
from games.house.prompts import boxes_to_pass
from games.offers import Offer
from games.outcomes import Prompt, Text, text
from games.rulebook import CANBERRA_POKER as C

# ---------------------------------------------------------------- prompts


def verify(state: CanberraState) -> Prompt:
    if not state.shuffling_shoe_in_use():
        return every_game.PROMPTS["verify"](state)
    if state.new_cards:
        say = text("check_new_cards")
        return Prompt(say=say, explain=text("check_new_cards_explained"), rule=C["2.3"])
    if state.closing:
        return Prompt(say=text("check_both_decks"), explain=text("last_check_explained"), rule=C["2.2"])
    return Prompt(say=text("check_both_decks"), explain=text("check_both_decks_explained"), rule=C["2.2"])


def shuffle(state: CanberraState) -> Prompt:
    if not state.shuffling_shoe_in_use():
        return every_game.PROMPTS["shuffle"](state)
    return _stopped(state) or _wrong_deck(state) or _load(state)


def antes(state: CanberraState) -> Prompt:
    usual = house.PROMPTS["antes"](state)
    if not state.shuffling_shoe_in_use():
        return usual
    limits, shuffler = state.limits, state.shuffler
    explain = text(
        "antes_deck_ready" if shuffler.ready else "antes_deck_not_ready",
        minimum_cents=limits.minimum_cents,
        maximum_cents=limits.maximum_cents,
        colour=shuffler.due,
    )
    return _stopped(state) or replace(usual, explain=explain)


def _stopped(state: CanberraState) -> Prompt | None:
    shuffler = state.shuffler
    if shuffler.lost:
        explain = text("shoe_does_not_answer_explained")
        return Prompt(say=text("stop_shoe_lost"), explain=explain, rule=C["12.8"])
    if shuffler.faults:
        say = text("stop_shoe_faulted", fault=shuffler.faults[0])
        return Prompt(say=say, explain=text("clear_or_replace_explained"), rule=C["12.8"])
    return None


def _wrong_deck(state: CanberraState) -> Prompt | None:
    shuffler = state.shuffler
    if not shuffler.wrong:
        return None
    words = {"colour": shuffler.wrong_colour, "count": shuffler.wrong_count}
    say = Text(code=f"wrong_deck_{shuffler.wrong}", words=words)
    return Prompt(say=say, explain=text("take_both_decks_out"), rule=C["12.2"])


def _load(state: CanberraState) -> Prompt:
    loaded = list(state.shuffler.decks)
    if len(loaded) == 2:
        due = state.shuffler.due
        explain = text("deck_is_ready" if state.shuffler.ready else "deck_is_not_ready", colour=due)
    elif loaded:
        explain = text("second_deck_missing", colour=loaded[0])
    else:
        explain = text("load_explained")
    return Prompt(say=text("load_decks"), explain=explain, rule=C["12.3"])


def deal(state: CanberraState) -> Prompt:
    if not state.shuffling_shoe_in_use():
        return house.PROMPTS["deal"](state)
    due = state.deal.due
    assert due is not None
    explain = text("deal_pack_explained", colour=state.shuffler.deals_from or "unknown")
    if due.place == DEALER:
        return Prompt(say=text("deal_pack_dealer"), explain=explain, rule=due.rule)
    explain = boxes_to_pass(state, int(due.place)) or explain
    return Prompt(say=text("deal_pack", box=int(due.place)), explain=explain, rule=due.rule)


def announce(state: CanberraState) -> Prompt:
    if _top_is_known(state):
        explain = text("announce_explained")
        return Prompt(say=text("announce"), explain=explain, rule=C["12.5"])
    explain = text("turn_top_card_explained")
    return Prompt(say=text("turn_top_card"), explain=explain, rule=C["12.4"])


def _top_is_known(state: CanberraState) -> bool:
    top = state.deal.at(DEALER, TOP)
    return top is not None and top.card is not None


# ---------------------------------------------------------------- offers


def verify_offers(state: CanberraState) -> Iterator[Offer]:
    if state.game.shoe != "shuffling":
        yield from every_game.OFFERS["verify"](state)
        return
    yield from _replace_offers(state)
    yield Offer("deck_checked_by_hand", text("do_deck_by_hand"))
    if state.shuffling_shoe_in_use():
        blocked = text("supervisor_checks_new_cards") if state.new_cards else None
        yield Offer("all_cards_read", text("do_decks_checked"), proposed=True, blocked=blocked)


def shuffle_offers(state: CanberraState) -> Iterator[Offer]:
    for offer in every_game.OFFERS["shuffle"](state):
        if offer.command == "shuffled" and state.shuffling_shoe_in_use():
            yield replace(offer, say=text("do_loaded"), blocked=_blocked(state))
        else:
            yield offer
    yield from _replace_offers(state)


def antes_offers(state: CanberraState) -> Iterator[Offer]:
    for offer in house.OFFERS["antes"](state):
        if offer.command == "close_betting" and state.shuffling_shoe_in_use():
            yield replace(offer, blocked=_blocked(state) or offer.blocked)
        else:
            yield offer
    yield from _replace_offers(state)


def _blocked(state: CanberraState) -> Text | None:
    found = hindrance(state)
    return found.say if found else None


def _replace_offers(state: CanberraState) -> Iterator[Offer]:
    """Rule 12.7: at the completion of a round."""
    if state.game.shoe != "shuffling":
        return
    for automated in (True, False):
        say = text("do_shoe_replaced" if automated else "do_ordinary_shoe")
        yield Offer("replace_shoe", say, {"automated": automated}, grave=True)


def announce_offers(state: CanberraState) -> Iterator[Offer]:
    if _top_is_known(state):
        yield Offer("announce_bet_or_fold", text("do_announce"), proposed=True)
        return
    args = {"place": DEALER, "nth": TOP}
    yield Offer("enter_card", text("do_enter_top"), args, asks="face", proposed=True)


def collect_offers(state: CanberraState) -> Iterator[Offer]:
    if state.void_rule != C["12.6"]:
        yield from every_game.OFFERS["collect"](state)
        return
    yield Offer("collected", text("do_cards_back"), {"count": state.cards_out}, proposed=True)


PROMPTS_OF_RULE_12: dict[str, Callable[[CanberraState], Prompt]] = {
    "verify": verify,
    "shuffle": shuffle,
    "antes": antes,
    "deal": deal,
    "announce": announce,
}
OFFERS_OF_RULE_12: dict[str, Callable[[CanberraState], Iterator[Offer]]] = {
    "verify": verify_offers,
    "shuffle": shuffle_offers,
    "antes": antes_offers,
    "announce": announce_offers,
    "collect": collect_offers,
}
