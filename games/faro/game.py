"""Poker Faro, NI2005-67: five hole cards of which two play, five communal cards, betting after each."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import ClassVar

from games import hands
from games.deal import Due
from games.faro import early_cards
from games.faro.instrument import INSTRUMENT
from games.faro.irregularities import IRREGULARITIES
from games.faro.options import Options
from games.hands import FARO as FIVE_AND_FIVE
from games.hands import Shape
from games.pot.game import PotGame
from games.pot.numbers import tournament_of_2005
from games.pot.options import PotOptions
from games.pot.plans import PLANS_KEPT, Plan, Seats, around, communal
from games.pot.rulings import EFFECTS, FITS, is_betting
from games.pot.state import PotState
from games.rulebook import FARO as F

PAIRS = ((1, 2), (3, 4), (5,))  # 9.2(a)


@lru_cache(PLANS_KEPT)
def plan(seats: Seats, number: int, *, two_at_a_time: bool) -> Plan:
    if number:
        return tuple(communal(INSTRUMENT, number, F["9.5"]))
    hole = around(INSTRUMENT, number, seats, F["9.2(b)"])
    if two_at_a_time:
        rule = F["9.2(a)"]
        hole = [Due(str(seat), nth, up=False, rule=rule) for pair in PAIRS for seat in seats for nth in pair]
    return (*hole, *communal(INSTRUMENT, number, F["9.3"]))


class PokerFaro(PotGame):
    name = "faro"
    document = INSTRUMENT.document
    numbers = INSTRUMENT.numbers
    instrument = INSTRUMENT
    tournament = tournament_of_2005(INSTRUMENT.document)
    shapes = (hands.FARO,)
    Options = Options
    irregularities = IRREGULARITIES
    effects: ClassVar = {**EFFECTS, **early_cards.EFFECTS}
    fitting: ClassVar = {**FITS, **dict.fromkeys(early_cards.EFFECTS, is_betting)}

    def street(self, state: PotState, seats: Seats, number: int) -> Sequence[Due]:
        return plan(seats, number, two_at_a_time=state.options.two_at_a_time)

    def most_players(self, cards: int, options: PotOptions) -> int:
        return (cards - INSTRUMENT.board_cards()) // INSTRUMENT.hole_cards()

    def shape(self, state: PotState) -> Shape:
        return FIVE_AND_FIVE

    def early_card(self, state: PotState) -> str:
        """17.18 is for the third to fifth communal card, before anybody has acted on the one before it."""
        before_betting = not state.somebody_has_acted and state.current.play.street > 1
        return "card_with_the_one_before" if before_betting else "communal_card_early"

    def face_up(self, state: PotState) -> str:
        """The second communal card, found so, is a misdeal (FARO-SECOND)."""
        if state.current.play.street == 0:
            return "face_up_in_shoe"
        if state.current.play.street == 1:
            return "second_card_face_up"
        return self.early_card(state) if state.phase == "bet" else "face_up_in_shoe"
