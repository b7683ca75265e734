"""What Faro is by its instrument of 2005.

NI2005-67: 5.1
NI2005-67: 9.2-9.4
"""

from __future__ import annotations

from games.instrument import FREE, AfterSkipped, Instrument, OutOfTurn, SmallTable, Street
from games.pot.numbers import numbers
from games.rulebook import FARO as F

_STANDS = OutOfTurn("stands", (), kept_if_folded=False, rule=F["17.5"])

INSTRUMENT = Instrument(
    document=F,
    numbers=numbers(F, chips="4.5", time_given="4.6", opener="10.2", after_opener="10.3"),
    streets=(Street(down=5, board=1), *[Street(board=1)] * 4),  # 9.3, 9.4
    after_skipped=AfterSkipped(
        fold=_STANDS,
        check=_STANDS,
        no_more=_STANDS,
        more=OutOfTurn("open", FREE, kept_if_folded=False, rule=F["17.6"]),  # OOT-2005-FOLD
    ),
    small_table=SmallTable("minimum_stake", most_cents=100_00),
    seconds_given=90,
    raises_with_blinds=3,
    early_cards_lie_up=True,  # 17.17, 17.18
)
