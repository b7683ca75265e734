"""What is dealt before a betting round, as the streets of the instrument say it.

NI2017-583, NI2005-67, NI2005-74: 9.2-9.4
"""

from __future__ import annotations

from games.deal import Due
from games.events import BOARD
from games.instrument import Instrument
from games.rulebook import Rule

Seats = tuple[int, ...]
Plan = tuple[Due, ...]
PLANS_KEPT = 64  # the same players are dealt the same way round after round


def around(instrument: Instrument, number: int, seats: Seats, rule: Rule) -> list[Due]:
    """One card to each, until each has what is his before that betting round, counted from 0."""
    street, held = instrument.streets[number], instrument.hole_cards(number)
    first_up, end = held + street.down + 1, instrument.hole_cards(number + 1) + 1
    return [Due(str(seat), nth, nth >= first_up, rule) for nth in range(held + 1, end) for seat in seats]


def communal(instrument: Instrument, number: int, rule: Rule) -> list[Due]:
    first, end = instrument.board_cards(number) + 1, instrument.board_cards(number + 1) + 1
    return [Due(BOARD, nth, up=True, rule=rule) for nth in range(first, end)]
