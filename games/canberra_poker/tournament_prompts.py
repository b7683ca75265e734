"""What comes next before the deal in a tournament: whose ante, in which order (17.15, 17.16).

NI2004-492: 17.14-17.16
"""

from __future__ import annotations

from dataclasses import replace

from games.canberra_poker import boomerang
from games.canberra_poker.antes_in_turn import (
    is_missing,
    most_cents,
    next_to_ask,
    no_bet,
    waits_for,
    without_ante,
)
from games.canberra_poker.state import CanberraState
from games.canberra_poker.tournament import holder, players
from games.every_game.prompts import close_prompt
from games.house import prompts
from games.house.state import Box
from games.outcomes import Prompt, Text, text
from games.rulebook import CANBERRA_POKER as C


def prompt_before_deal(state: CanberraState) -> Prompt:
    return boomerang.antes_prompt(state) if state.tournament is None else antes_prompt(state)


def antes_prompt(state: CanberraState) -> Prompt:
    if state.no_more_rounds:
        return close_prompt(state)
    if not players(state):
        return Prompt(say=text("nobody_plays"), explain=text("nobody_plays_explained"), rule=C["17.14"])
    if not holder(state):
        explain = text("who_has_marker_explained")
        return Prompt(say=text("who_has_marker"), explain=explain, rule=C["17.15"])
    asked = waits_for(state)
    if asked is not None:
        return _ante_of(state, asked)
    due = next_to_ask(state)
    if due is not None:
        return Prompt(say=text("ask_box", box=due), explain=_before_asking(state, due), rule=C["17.16"])
    missing = without_ante(state)
    if missing:
        explain = text("must_wager_explained", minimum_cents=state.limits.minimum_cents)
        return Prompt(say=text("must_wager", box=missing[0]), explain=explain, rule=C["17.14"])
    if not state.has_antes():
        return Prompt(say=text("nobody_wagers"), explain=text("nobody_plays_explained"), rule=C["17.14"])
    return Prompt(say=text("antes_are_in"), explain=text("antes_are_in_explained"), rule=C["17.16"])


def _ante_of(state: CanberraState, box: Box) -> Prompt:
    most = min(most_cents(state, box), state.limits.maximum_cents)
    words = {"minimum_cents": state.limits.minimum_cents, "maximum_cents": most}
    return Prompt(
        say=text("ante_of_box", box=box.number), explain=text("ante_of_box_explained", **words), rule=C["17.16"]
    )


def _before_asking(state: CanberraState, due: int) -> Text:
    """The first is the one with the starting marker; what a device sees elsewhere is moved first."""
    lies, belongs = state.in_tournament.marker_seen, holder(state)
    if lies is not None and lies != belongs:
        return text("marker_belongs", box=lies, due=belongs)
    if is_missing(state, due):
        return text("ask_absent_explained")
    return text("ask_first_explained" if due == belongs else "ask_box_explained", box=belongs)


def decide_prompt(state: CanberraState) -> Prompt:
    usual = prompts.decide_prompt(state)
    return replace(usual, explain=no_bet(state, state.undecided()[0]) or usual.explain)
