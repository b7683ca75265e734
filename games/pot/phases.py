"""The phases of a pot game. All three have the same; how often cards are dealt and bets made differs."""

from __future__ import annotations

from games.phases import PhaseTable, Row

BETWEEN = ("verify", "shuffle", "cut", "post")
IN_ROUND = ("deal", "bet", "show", "pay")
STRIP = ("verify", "shuffle", "cut", "post", "deal", "bet", "show", "pay", "collect")  # on the screens
SHOWN_AS: dict[str, str] = {}

PHASES = PhaseTable(
    ("closed", "verify", "shuffle", "cut", "post", "deal", "bet", "show", "pay", "collect"),
    (
        Row("open", "closed", "verify", rule="2.4"),
        Row("deck_complete", "verify", "closed", guard="gaming_is_over", rule="2.4"),
        Row("deck_complete", "verify", "shuffle", rule="2.4"),
        Row("shuffled", "shuffle", "cut", rule="7.1"),
        Row("cut_made", "cut", "post", rule="7.2"),
        Row("reshuffle", ("shuffle", "cut", "post"), "shuffle", rule="7.1"),
        Row("begin", "post", "deal", rule="8.5"),
        Row("go_on", "deal", "bet", guard="betting_due", rule="9.3"),
        Row("go_on", "bet", "deal", guard="cards_due", rule="9.4"),
        Row("go_on", ("deal", "bet"), "show", guard="showdown_due", rule="13.1"),
        Row("go_on", ("deal", "bet", "show"), "pay", rule="12.4(a)"),
        Row("card_replaced", "bet", "deal", rule="17.1"),
        Row("hands_shown", "show", "pay", rule="13.1"),
        Row("show_again", "pay", "show", rule="17.9"),
        Row("pots_paid", "pay", "collect", rule="13.2"),
        Row("misdeal", ("cut", "post", "deal", "bet"), "collect", rule="17.3"),
        Row("void", (*IN_ROUND, "collect"), "collect", rule="19.3"),
        Row("collected", "collect", "verify", guard="deck_doubted", rule="2.6"),
        Row("collected", "collect", "shuffle", rule="7.1"),
        Row("check_deck", ("shuffle", "cut", "post"), "verify", rule="2.6"),
        Row("last_check", ("shuffle", "cut", "post"), "verify", rule="2.4"),
        Row("close", "verify", "closed", rule="18.2"),
    ),
)
