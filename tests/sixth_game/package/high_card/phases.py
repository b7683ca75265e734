"""How a round of High Card goes on."""

from games.phases import PhaseTable, Row

BEFORE = ("shuffle", "cut", "antes")
IN_ROUND = ("deal", "decide", "reveal", "settle")
STRIP = ("verify", "shuffle", "cut", "antes", "deal", "decide", "settle", "collect")  # on the screens
SHOWN_AS = {"reveal": "settle"}

PHASES = PhaseTable(
    ("closed", "verify", *BEFORE, *IN_ROUND, "collect"),
    (
        Row("open", "closed", "verify", rule="2.2"),
        Row("deck_complete", "verify", "closed", guard="gaming_is_over", rule="2.2"),
        Row("deck_complete", "verify", "shuffle", rule="2.2"),
        Row("shuffled", "shuffle", "cut", rule="5.1"),
        Row("cut_made", "cut", "antes", rule="5.2"),
        Row("reshuffle", BEFORE, "shuffle", rule="5.1"),
        Row("first_card", "antes", "deal", guard="has_antes", rule="4.1"),
        Row("last_card", "deal", "decide", rule="7.1"),
        Row("all_decided", "decide", "reveal", guard="somebody_plays_on", rule="9.1"),
        Row("all_decided", "decide", "collect", rule="7.3"),
        Row("dealer_set", "reveal", "settle", rule="9.1"),
        Row("all_settled", "settle", "collect", rule="9.5"),
        Row("hands_gone", "reveal", "collect", rule="10.4"),
        Row("void", (*IN_ROUND, "collect"), "collect", rule="10.3"),
        Row("collected", "collect", "verify", guard="deck_doubted", rule="2.4"),
        Row("collected", "collect", "shuffle", rule="9.5"),
        Row("check_deck", BEFORE, "verify", rule="2.4"),
        Row("last_check", BEFORE, "verify", rule="2.2"),
        Row("close", "verify", "closed", rule="11.2"),
    ),
)
