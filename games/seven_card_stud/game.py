"""Poker Seven Card Stud, NI2005-74: three cards down and four up, five betting rounds, cards open them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, ClassVar

from games import events as e
from games import hands
from games.betting import Player
from games.deal import Due
from games.events import BOARD
from games.every_game.reports import Reportable
from games.hands import SEVEN_CARD_STUD as SEVEN_OWN
from games.hands import SIX_OWN, STUD_SHARED_CARD, Shape
from games.outcomes import Outcome
from games.pot.game import PotGame
from games.pot.numbers import tournament_of_2005
from games.pot.options import PotOptions
from games.pot.plans import PLANS_KEPT, Plan, Seats, around
from games.pot.reports import REPORTS
from games.pot.rulings import EFFECTS, FITS, is_initial_deal
from games.pot.state import PotState
from games.rulebook import SEVEN_CARD_STUD as S
from games.seven_card_stud import exposed_cards, last_cards
from games.seven_card_stud.instrument import INSTRUMENT
from games.seven_card_stud.irregularities import IRREGULARITIES
from games.seven_card_stud.last_cards import FINAL_HOLE_CARD
from games.seven_card_stud.options import Options
from games.seven_card_stud.state import StudState


@lru_cache(PLANS_KEPT)
def plan(seats: Seats, number: int, *, cards_left: int) -> Plan:
    last = number + 1 == len(INSTRUMENT.streets)
    if not last or cards_left >= len(seats):
        return tuple(around(INSTRUMENT, number, seats, S["9.4" if number else "9.2"]))
    # One for all of them; if there is none at all they play the six they have (STUD-SHORT, STUD-NOCARD).
    return (Due(BOARD, 1, up=True, rule=S["17.20"]),) if cards_left else ()


class PokerSevenCardStud(PotGame):
    name = "seven_card_stud"
    document = INSTRUMENT.document
    numbers = INSTRUMENT.numbers
    instrument = INSTRUMENT
    tournament = tournament_of_2005(INSTRUMENT.document)
    shapes = (hands.SEVEN_CARD_STUD, hands.STUD_SHARED_CARD)
    Options = Options
    irregularities = IRREGULARITIES
    State = StudState
    state: StudState
    effects: ClassVar = {**EFFECTS, **exposed_cards.EFFECTS, **last_cards.EFFECTS}
    fitting: ClassVar = {**FITS, **exposed_cards.FITS, **last_cards.FITS}
    reports: ClassVar = {
        **REPORTS,
        "shoe_empty": Reportable(last_cards.shoe_empty, may_now=last_cards.final_card_is_due),
    }
    exposures = ("hole_card_exposed", "first_card_face_up", "one_card_exposed", "final_card_exposed")

    def street(self, state: PotState, seats: Seats, number: int) -> Sequence[Due]:
        cards_left = len(self.deck(state)) - state.cards_out + len(state.laid_early)
        return plan(seats, number, cards_left=cards_left)

    def most_players(self, cards: int, options: PotOptions) -> int:
        """Six cards each, and one for all of them if the last ones run out (17.20)."""
        return (cards - 1) // (FINAL_HOLE_CARD - 1)

    def shape(self, state: PotState) -> Shape:
        if state.deal.hand(BOARD):
            return STUD_SHARED_CARD
        seven = any(due.nth == FINAL_HOLE_CARD for due in reversed(state.deal.plan))
        return SEVEN_OWN if seven else SIX_OWN

    def street_dealt(self, state: PotState) -> None:
        exposed_cards.reopen_final(self.state)

    def has_checked(self, state: PotState, player: Player) -> list[Outcome]:
        return exposed_cards.deem_tapped_out(self.state, player)

    def exposure(self, state: PotState, report: e.Report) -> str:
        if report.nth == FINAL_HOLE_CARD:
            return "final_card_exposed"
        hand = state.deal.hand(report.place or "")
        if any(dealt.exposed and not dealt.up for dealt in hand):  # STUD-STAYED-UP
            return "hole_card_exposed"
        first_up = is_initial_deal(state) and not any(dealt.up for dealt in hand)
        return "first_card_face_up" if first_up else "one_card_exposed"

    def early_card(self, state: PotState) -> str:
        return "communal_card_early"

    def face_up(self, state: PotState) -> str:
        """Used, unless it is the first before a new betting round; the last hole card has its own rule."""
        due = state.deal.due
        if state.phase != "deal" or due is None:
            return "first_of_the_street_face_up"
        if due.nth == FINAL_HOLE_CARD:
            return "final_card_exposed"
        first = state.current.play.street > 0 and self._first_of_street(state)
        return "first_of_the_street_face_up" if first else "next_card_face_up"

    def _first_of_street(self, state: PotState) -> bool:
        out = state.deal.dealt
        due = state.deal.due
        return bool(out) and due is not None and out[-1].due.nth != due.nth

    def face_up_words(self, state: PotState) -> dict[str, Any]:
        due = state.deal.due
        return {"place": due.place} if due is not None and due.nth == FINAL_HOLE_CARD else {}
