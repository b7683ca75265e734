"""Which rules of Canberra Poker say what every house game's rules say."""

from __future__ import annotations

from games.every_game.numbers import TournamentNumbers
from games.house.numbers import Numbers
from games.rulebook import CANBERRA_POKER as C

NUMBERS = Numbers(
    deck=C["2.1"],
    check=C["2.2"],
    new_cards=C["2.3"],
    order_check=C["2.4"],
    limits=C["3.1"],
    marker=C["3.2"],
    multiples=C["3.3"],
    under_minimum=C["3.4"],
    over_maximum=C["3.5"],
    antes=C["4.1"],
    boxes=C["4.2"],
    one_player=C["4.3"],
    no_more_wagers=C["4.4"],
    shuffle=C["5.1"],
    cut=C["5.2"],
    from_shoe=C["6.1"],
    face_down=C["6.2"],
    deal=C["6.3"],
    decision=C["7.1"],
    second_wager=C["7.2"],
    fold=C["7.3"],
    entered=C["9.1"],
    dealer_sets=C["9.1"],
    dealer_plays=C["9.2"],
    dealer_does_not=C["9.3"],
    wins=C["9.4"],
    loses=C["9.5"],
    ties=C["9.6"],
    count_back=C["9.7"],
    exchange=C["13.2(a)"],
    exchange_voids=C["13.2 (closing words)"],
    exposed=C["14.1"],
    dealer_exposed=C["14.2"],
    wrong_deal=C["14.3"],
    discarded=C["14.4"],
    hours=C["15.1"],
    closing=C["15.2"],
    disturbance=C["16.1"],
    breach=C["16.2"],
    impractical=C["16.3"],
    dispute=C["16.4"],
    abstain=C["16.6"],
)

TOURNAMENT = TournamentNumbers(
    director=C["17.8"],
    seats=C["17.7"],
    chips_stand=C["17.13"],
    eliminated=C["17.14"],
    pause=C["17.19"],
    pace=C["17.20"],
    session=C["17.4(b)"],
    others=C["17.23"],
    absent=C["17.14"],
)
