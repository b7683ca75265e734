"""The shoe is empty before every player has a final card, and nobody has foreseen it (rule 17.20).

NI2005-74: 17.16
NI2005-74: 17.20
"""

from __future__ import annotations

from dataclasses import replace

from games import events as e
from games.deal import Dealt, Due
from games.events import BOARD, BURN
from games.every_game.questions import ask, drop
from games.every_game.rulings import Effect
from games.every_game.state import Pending, notice, require
from games.outcomes import Outcome
from games.pot.playing import all_dealt
from games.pot.rulings import Fits
from games.rulebook import SEVEN_CARD_STUD as S
from games.rulebook import Rule
from games.seven_card_stud.instrument import INSTRUMENT
from games.seven_card_stud.state import StudState

FINAL_HOLE_CARD = INSTRUMENT.hole_cards()


def shoe_empty(state: StudState, event: e.Report) -> list[Outcome]:
    require(final_card_is_due(state), "not_now", S["17.20"])
    return ask(state, "shoe_empty", report=event)


def final_card_is_due(state: StudState) -> bool:
    """Or the one card for all of them, where the shortage was foreseen."""
    due = state.deal.due
    return state.phase == "deal" and due is not None and (due.nth == FINAL_HOLE_CARD or due.place == BOARD)


def _some_have_it(state: StudState) -> bool:
    return final_card_is_due(state) and bool(_final_cards(state))


def _nobody_has_it(state: StudState) -> bool:
    return final_card_is_due(state) and not _final_cards(state)


def _final_cards(state: StudState) -> list[Dealt]:
    return [dealt for dealt in state.deal.dealt if dealt.due.nth == FINAL_HOLE_CARD]


def last_is_communal(state: StudState, pending: Pending, rule: Rule) -> list[Outcome]:
    """The last final card lies up for all of them; the others go to the discards (STUD-SHORT)."""
    *others, last = _final_cards(state)
    for dealt in others:
        state.deal.lay_elsewhere(dealt, replace(dealt.due, place=BURN))
    state.deal.lay_elsewhere(last, Due(BOARD, 1, up=True, rule=rule))
    last.up = True
    state.watch.forget_last(len(others) + 1)
    state.final_exposed.clear()  # the cards of 17.19 are nobody's any more
    drop(state, "final_card_exposed")
    told = notice("last_is_communal", rule, count=len(others))
    return [told, *state.told_up(last), *_no_more_cards(state)]


def play_six(state: StudState, pending: Pending, rule: Rule) -> list[Outcome]:
    """There is none to put in the middle either (STUD-NOCARD)."""
    return _no_more_cards(state)


def _no_more_cards(state: StudState) -> list[Outcome]:
    del state.deal.plan[len(state.deal.dealt) :]
    return all_dealt(state)


EFFECTS: dict[str, Effect] = {"last_is_communal": last_is_communal, "play_six": play_six}
FITS: dict[str, Fits] = {"last_is_communal": _some_have_it, "play_six": _nobody_has_it}
