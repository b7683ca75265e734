"""What comes next while an automated shuffling shoe is in use (rule 12). Each function speaks for one phase."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from games.canberra_poker import tournament_prompts
from games.canberra_poker.boomerang import sign_warning
from games.canberra_poker.shuffling_shoe import TOP
from games.canberra_poker.state import CanberraState
from games.events import DEALER
from games.house import prompts as house
from games.house.prompts import boxes_to_pass
from games.house.two_signatures import signature_prompt
from games.outcomes import Prompt, Text, text
from games.rulebook import CANBERRA_POKER as C


def verify(state: CanberraState) -> Prompt:
    if state.signature is not None:
        return signature_prompt(state, state.signature)
    if state.new_cards:
        say = text("check_new_cards")
        return Prompt(say=say, explain=text("check_new_cards_explained"), rule=C["2.3"])
    if state.closing:
        return Prompt(say=text("check_both_decks"), explain=text("last_check_explained"), rule=C["2.2"])
    return Prompt(say=text("check_both_decks"), explain=text("check_both_decks_explained"), rule=C["2.2"])


def shuffle(state: CanberraState) -> Prompt:
    return _stop_prompt(state) or _wrong_deck_prompt(state) or _load_prompt(state)


def antes(state: CanberraState) -> Prompt:
    if state.tournament is not None:
        return _stop_prompt(state) or tournament_prompts.antes_prompt(state)
    usual = house.PROMPTS["antes"](state)
    limits, shuffler = state.limits, state.shuffler
    explain = text(
        "antes_deck_ready" if shuffler.ready else "antes_deck_not_ready",
        minimum_cents=limits.minimum_cents,
        maximum_cents=limits.maximum_cents,
        colour=shuffler.due,
    )
    return _stop_prompt(state) or replace(usual, explain=sign_warning(state) or explain)


def _stop_prompt(state: CanberraState) -> Prompt | None:
    shuffler = state.shuffler
    if shuffler.lost:
        explain = text("shoe_does_not_answer_explained")
        return Prompt(say=text("stop_shoe_lost"), explain=explain, rule=C["12.8"])
    if shuffler.faults:
        say = text("stop_shoe_faulted", fault=shuffler.faults[0])
        return Prompt(say=say, explain=text("clear_or_replace_explained"), rule=C["12.8"])
    return None


def _wrong_deck_prompt(state: CanberraState) -> Prompt | None:
    shuffler = state.shuffler
    if not shuffler.wrong:
        return None
    words = {"colour": shuffler.wrong_colour, "count": shuffler.wrong_count}
    say = Text(code=f"wrong_deck_{shuffler.wrong}", words=words)
    return Prompt(say=say, explain=text("take_both_decks_out"), rule=C["12.2"])


def _load_prompt(state: CanberraState) -> Prompt:
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
    due = state.deal.due
    assert due is not None
    explain = text("deal_pack_explained", colour=state.shuffler.deals_from or "unknown")
    if due.place == DEALER:
        return Prompt(say=text("deal_pack_dealer"), explain=explain, rule=due.rule)
    explain = boxes_to_pass(state, int(due.place)) or explain
    return Prompt(say=text("deal_pack", box=int(due.place)), explain=explain, rule=due.rule)


def announce(state: CanberraState) -> Prompt:
    if top_is_known(state):
        explain = text("announce_explained")
        return Prompt(say=text("announce"), explain=explain, rule=C["12.5"])
    explain = text("turn_top_card_explained")
    return Prompt(say=text("turn_top_card"), explain=explain, rule=C["12.4"])


def top_is_known(state: CanberraState) -> bool:
    top = state.deal.at(DEALER, TOP)
    return top is not None and top.card is not None


PROMPTS: dict[str, Callable[[CanberraState], Prompt]] = {
    "verify": verify,
    "shuffle": shuffle,
    "antes": antes,
    "deal": deal,
    "announce": announce,
}
