"""Poker Omaha, NI2017-583: four hole cards of which two play, five communal cards, four betting rounds."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import ClassVar

from games import events as e
from games import hands
from games.deal import Due
from games.events import BURN
from games.hands import OMAHA as FOUR_AND_FIVE
from games.hands import Shape
from games.omaha import burnt_cards
from games.omaha.instrument import INSTRUMENT, TOURNAMENT
from games.omaha.irregularities import IRREGULARITIES
from games.omaha.options import Options
from games.omaha.reports import REPORTS_OF_OMAHA
from games.pot.game import PotGame
from games.pot.options import PotOptions
from games.pot.plans import PLANS_KEPT, Plan, Seats, around, communal
from games.pot.rulings import EFFECTS, FITS
from games.pot.state import PotState
from games.rulebook import OMAHA as O

BURNS = 3


@lru_cache(PLANS_KEPT)
def plan(seats: Seats, number: int, *, burns: bool) -> Plan:
    hole, board = around(INSTRUMENT, number, seats, O["9.2"]), communal(INSTRUMENT, number, O["9.4"])
    burnt = [Due(BURN, number, up=False, rule=O["4.2(h)"])] if burns and board else []
    return (*hole, *burnt, *board)


class PokerOmaha(PotGame):
    name = "omaha"
    document = INSTRUMENT.document
    numbers = INSTRUMENT.numbers
    instrument = INSTRUMENT
    tournament = TOURNAMENT
    shapes = (hands.OMAHA,)
    Options = Options
    irregularities = IRREGULARITIES
    effects: ClassVar = {**EFFECTS, **burnt_cards.EFFECTS}
    fitting: ClassVar = {**FITS, "replace_card": burnt_cards.may_be_replaced}
    reports = REPORTS_OF_OMAHA
    exposures = ("hole_card_exposed", "hole_card_replaced", "hole_card_misdeal")

    def street(self, state: PotState, seats: Seats, number: int) -> Sequence[Due]:
        return plan(seats, number, burns=state.options.burns)

    def most_players(self, cards: int, options: PotOptions) -> int:
        return (cards - INSTRUMENT.board_cards() - BURNS * options.burns) // INSTRUMENT.hole_cards()

    def shape(self, state: PotState) -> Shape:
        return FOUR_AND_FIVE

    def exposure(self, state: PotState, report: e.Report) -> str:
        if any(dealt.exposed for dealt in state.deal.dealt):
            return "hole_card_exposed"
        return "hole_card_replaced" if state.options.burns else "hole_card_misdeal"

    def early_card(self, state: PotState) -> str:
        return "communal_card_early"

    def face_up(self, state: PotState) -> str:
        """17.19 is for the first card in the shoe once all bets are met, 17.17 for one seen before that."""
        if state.current.play.street == 0:
            return "face_up_in_shoe"
        return "communal_card_early" if state.phase == "bet" else "next_card_exposed"
