"""What Omaha is by its instrument of 2017.

NI2017-583: 5.1
NI2017-583: 9.2-9.4
"""

from __future__ import annotations

from games.every_game.numbers import TournamentNumbers
from games.instrument import FREE, AfterSkipped, Instrument, MaximumStake, OutOfTurn, SmallTable, Street
from games.pot.numbers import numbers
from games.rulebook import OMAHA as O

INSTRUMENT = Instrument(
    document=O,
    numbers=numbers(O, chips="4.7", time_given="4.8(b)", opener="10.2", after_opener="10.3"),
    streets=(Street(down=4), Street(board=3), Street(board=1), Street(board=1)),
    after_skipped=AfterSkipped(
        fold=OutOfTurn("stands", (), kept_if_folded=False, rule=O["17.6(d)"]),
        check=OutOfTurn("taken_back", ("check",), kept_if_folded=False, rule=O["17.6(a)"]),  # OOT-CHECK
        no_more=OutOfTurn("open", ("call", "fold"), kept_if_folded=False, rule=O["17.6(b)"]),  # OOT-FOLD-B
        more=OutOfTurn("open", FREE, kept_if_folded=True, rule=O["17.6(c)"]),
        directed=OutOfTurn("retracted", ("act_again_in_turn",), kept_if_folded=False, rule=O["17.5"]),
    ),
    small_table=SmallTable("maximum_buy_in", most_cents=500_00),
    seconds_given=40,
    maximum_stake=MaximumStake(bought=O["4.2(i)"], added=O["4.5"]),
    stake_never_reduced=O["4.6"],
    tournament_of_two=O["20.20"],
)

TOURNAMENT = TournamentNumbers(
    director=O["20.9"],
    seats=O["20.9"],
    chips_stand=O["20.15"],
    eliminated=O["20.7"],
    pause=O["20.16"],
    pace=O["20.17"],
    session=O["20.3(a)(iii)(A)"],
    absent=O["20.12"],
    fees=O["20.22"],
)
