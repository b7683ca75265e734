"""Poker Omaha, NI2017-583: four hole cards of which two play, five communal cards, four betting rounds."""

from __future__ import annotations

from collections.abc import Sequence

from games import events as e
from games import hands
from games.deal import Due
from games.hands import OMAHA as FOUR_AND_FIVE
from games.hands import Shape
from games.omaha.irregularities import IRREGULARITIES, NUMBERS
from games.omaha.options import Options
from games.omaha.reports import REPORTS_OF_OMAHA
from games.pot.game import PotGame
from games.pot.options import PotOptions
from games.pot.plans import omaha
from games.pot.state import PotState
from games.rulebook import OMAHA

HOLE_CARDS, BOARD_CARDS, BURNS = 4, 5, 3


class PokerOmaha(PotGame):
    name = "omaha"
    document = OMAHA
    numbers = NUMBERS
    shapes = (hands.OMAHA,)
    Options = Options
    irregularities = IRREGULARITIES
    reports = REPORTS_OF_OMAHA
    exposures = ("hole_card_exposed", "hole_card_replaced", "hole_card_misdeal")
    time_number = "4.8(b)"
    seconds_to_act = 40
    retracts = True
    last_street = 4

    def street(self, state: PotState, number: int) -> Sequence[Due]:
        assert state.play is not None
        live = tuple([player.seat for player in state.play.live()])
        return omaha(live, number, burns=state.options.burns)

    def most_players(self, cards: int, options: PotOptions) -> int:
        return (cards - BOARD_CARDS - BURNS * options.burns) // HOLE_CARDS

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
        if state.play is None or state.play.street == 0:
            return "face_up_in_shoe"
        return "communal_card_early" if state.phase == "bet" else "next_card_exposed"
