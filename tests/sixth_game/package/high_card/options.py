"""What the casino determines for a table of High Card."""

from games.house.options import HouseOptions
from high_card.irregularities import IRREGULARITIES


class Options(HouseOptions):
    irregularities = IRREGULARITIES
