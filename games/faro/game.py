"""Poker Faro, NI2005-67: five hole cards of which two play, five communal cards, betting after each."""

from __future__ import annotations

from collections.abc import Sequence

from games import hands
from games.deal import Due
from games.faro.irregularities import IRREGULARITIES, NUMBERS
from games.faro.options import Options
from games.hands import FARO as FIVE_AND_FIVE
from games.hands import Shape
from games.pot.game import PotGame
from games.pot.options import PotOptions
from games.pot.plans import faro
from games.pot.state import PotState
from games.rulebook import FARO

HOLE_CARDS, BOARD_CARDS = 5, 5


class PokerFaro(PotGame):
    name = "faro"
    document = FARO
    numbers = NUMBERS
    shapes = (hands.FARO,)
    Options = Options
    irregularities = IRREGULARITIES
    time_number = "4.6"
    seconds_to_act = 90
    early_cards_lie_up = True
    last_street = 5

    def street(self, state: PotState, number: int) -> Sequence[Due]:
        assert state.play is not None
        live = tuple([player.seat for player in state.play.live()])
        return faro(live, number, two_at_a_time=state.options.two_at_a_time)

    def most_players(self, cards: int, options: PotOptions) -> int:
        return (cards - BOARD_CARDS) // HOLE_CARDS

    def shape(self, state: PotState) -> Shape:
        return FIVE_AND_FIVE

    def early_card(self, state: PotState) -> str:
        """17.18 is for the third to fifth communal card, before anybody has acted on the one before it."""
        assert state.play is not None
        before_betting = not state.somebody_has_acted and state.play.street > 1
        return "card_with_the_one_before" if before_betting else "communal_card_early"

    def face_up(self, state: PotState) -> str:
        """The second communal card, found so, is a misdeal (FARO-SECOND)."""
        if state.play is None or state.play.street == 0:
            return "face_up_in_shoe"
        if state.play.street == 1:
            return "second_card_face_up"
        return self.early_card(state) if state.phase == "bet" else "face_up_in_shoe"
