"""The phases of Canberra Casino Hold-em Poker.

NI2007-208: 6.5
"""

from __future__ import annotations

from games.phases import PhaseTable, Row

BETWEEN = ("verify", "shuffle", "cut", "antes")
IN_ROUND = ("deal", "decide", "river", "reveal", "settle")
DEALING = ("deal", "river")
STRIP = ("verify", "shuffle", "cut", "antes", "deal", "decide", "river", "settle", "collect")  # on the screens
SHOWN_AS = {"reveal": "settle"}

PHASES = PhaseTable(
    ("closed", "verify", "shuffle", "cut", "antes", "deal", "decide", "river", "reveal", "settle", "collect"),
    (
        Row("open", "closed", "verify", rule="2.2"),
        Row("deck_complete", "verify", "closed", guard="gaming_is_over", rule="2.2"),
        Row("deck_complete", "verify", "shuffle", rule="2.2"),
        Row("shuffled", "shuffle", "cut", rule="5.1"),
        Row("cut_made", "cut", "antes", rule="5.2"),
        Row("reshuffle", ("shuffle", "cut", "antes"), "shuffle", rule="5.1"),
        Row("first_card", "antes", "deal", guard="has_antes", rule="4.1"),
        Row("last_card", "deal", "decide", rule="6.5"),
        Row("all_decided", "decide", "river", guard="somebody_plays_on", rule="6.6"),
        Row("all_decided", "decide", "collect", rule="7.3"),
        Row("last_card", "river", "reveal", rule="6.7"),
        Row("dealer_set", "reveal", "settle", rule="9.1"),
        Row("all_settled", "settle", "collect", rule="9.5"),
        Row("void", (*IN_ROUND, "collect"), "collect", rule="13.3"),
        Row("hands_gone", ("river", "reveal"), "collect", rule="13.4"),
        Row("collected", "collect", "verify", guard="deck_doubted", rule="2.4"),
        Row("collected", "collect", "shuffle", rule="9.5"),
        Row("check_deck", ("shuffle", "cut", "antes"), "verify", rule="2.4"),
        Row("last_check", ("shuffle", "cut", "antes"), "verify", rule="2.2"),
        Row("close", "verify", "closed", rule="14.2"),
    ),
)
