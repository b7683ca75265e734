"""What Seven Card Stud is by its instrument of 2005.

NI2005-74: 5.1
NI2005-74: 9.2-9.4
"""

from __future__ import annotations

from games.instrument import FREE, AfterSkipped, Instrument, OutOfTurn, SmallTable, Street
from games.pot.numbers import numbers
from games.rulebook import SEVEN_CARD_STUD as S

_STANDS = OutOfTurn("stands", (), kept_if_folded=False, rule=S["17.5"])

INSTRUMENT = Instrument(
    document=S,
    numbers=numbers(S, chips="4.5", time_given="4.6", opener="10.1", after_opener="10.2"),
    streets=(Street(down=2, up=1), *[Street(up=1)] * 3, Street(down=1)),
    after_skipped=AfterSkipped(
        fold=_STANDS,
        check=_STANDS,
        no_more=_STANDS,
        more=OutOfTurn("open", FREE, kept_if_folded=False, rule=S["17.6"]),  # OOT-2005-FOLD
    ),
    small_table=SmallTable("minimum_stake", most_cents=100_00),
    seconds_given=90,
    raises_with_blinds=3,
    cards_open=S["4.2(h)"],
)
