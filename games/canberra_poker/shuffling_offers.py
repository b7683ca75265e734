"""What may be done at a table with an automated shuffling shoe (rule 12), each function for one phase."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import chain

from games.canberra_poker import boomerang
from games.canberra_poker import tournament_offers as before_deal
from games.canberra_poker.shuffling_prompts import top_is_known
from games.canberra_poker.shuffling_shoe import PACK, TOP, hindrance
from games.canberra_poker.state import CanberraState
from games.events import DEALER
from games.every_game import offers as every_offers
from games.every_game.offers import card_offer
from games.house import two_signatures
from games.offers import Offer, for_supervisor
from games.outcomes import Text, text
from games.rulebook import CANBERRA_POKER as C

Offers = Callable[[CanberraState], Iterator[Offer]]


def verify_offers(state: CanberraState) -> Iterator[Offer]:
    if state.signature is not None:
        yield from two_signatures.signature_offers(state)
        return
    yield from _checked_by_a_supervisor(state)
    blocked = text("supervisor_checks_new_cards") if state.new_cards else None
    yield Offer("all_cards_read", text("do_decks_checked"), proposed=True, blocked=blocked)


def shuffle_offers(state: CanberraState) -> Iterator[Offer]:
    for offer in every_offers.OFFERS["shuffle"](state):
        if offer.command == "shuffled":
            yield replace(offer, say=text("do_loaded"), blocked=_why_not(state))
        else:
            yield offer
    yield from _replace_offers(state)


def antes_offers(state: CanberraState) -> Iterator[Offer]:
    for offer in before_deal.antes_offers(state):
        if offer.command == "close_betting":
            yield replace(offer, blocked=_why_not(state) or offer.blocked)
        else:
            yield offer
    yield from _replace_offers(state)


def _why_not(state: CanberraState) -> Text | None:
    found = hindrance(state)
    return found.say if found else None


def _replace_offers(state: CanberraState) -> Iterator[Offer]:
    """Rule 12.7: at the completion of a round."""
    for automated in (True, False):
        say = text("do_shoe_replaced" if automated else "do_ordinary_shoe")
        yield for_supervisor("replace_shoe", say, {"automated": automated}, grave=True)


def deal_offers(state: CanberraState) -> Iterator[Offer]:
    yield Offer("hold_shoe", text("do_hold"))
    if state.by_hand:
        yield Offer("card_dealt_by_hand", text("do_pack_dealt"), {"count": PACK}, proposed=True)


def announce_offers(state: CanberraState) -> Iterator[Offer]:
    if top_is_known(state):
        yield Offer("announce_bet_or_fold", text("do_announce"), proposed=True)
        return
    yield card_offer(state, DEALER, TOP, text("do_enter_top"), proposed=True)


def collect_offers(state: CanberraState) -> Iterator[Offer]:
    if state.void_rule != C["12.6"]:
        yield from boomerang.collect_offers(state)
        return
    yield Offer("collected", text("do_cards_back"), {"count": state.cards_out}, proposed=True)


# ---------------------------------------------------------------- an ordinary shoe stands in its place


def _checked_by_a_supervisor(state: CanberraState) -> Iterator[Offer]:
    yield from _replace_offers(state)
    yield for_supervisor("deck_checked_by_hand", text("do_deck_by_hand"))


def verify_offers_in_its_place(state: CanberraState) -> Iterator[Offer]:
    """The cards of an ordinary shoe are checked by the dealer (2.2), but for new ones (2.3)."""
    if state.signature is not None:
        yield from two_signatures.signature_offers(state)
        return
    yield from _checked_by_a_supervisor(state)
    if not state.new_cards:
        usual = every_offers.OFFERS["verify"](state)
        yield from (offer for offer in usual if offer.command == "all_cards_read")


def _or_replace(usual: Offers) -> Offers:
    return lambda state: chain(usual(state), _replace_offers(state))


OFFERS: dict[str, Offers] = {
    "verify": verify_offers,
    "shuffle": shuffle_offers,
    "antes": antes_offers,
    "deal": deal_offers,
    "announce": announce_offers,
    "collect": collect_offers,
}
OFFERS_IN_ITS_PLACE: dict[str, Offers] = {
    "verify": verify_offers_in_its_place,
    "shuffle": _or_replace(every_offers.OFFERS["shuffle"]),
    "antes": _or_replace(before_deal.antes_offers),
}
