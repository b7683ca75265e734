"""The phases of Canberra Poker."""

from __future__ import annotations

from games.phases import PhaseTable, Row

BETWEEN = ("verify", "shuffle", "cut", "antes")
IN_ROUND = ("deal", "announce", "decide", "reveal", "settle", "jackpot")
STRIP = ("verify", "shuffle", "cut", "antes", "deal", "decide", "settle", "collect")  # shown on the screens
STRIP_WITH_SHUFFLING_SHOE = tuple(phase for phase in STRIP if phase != "cut")  # 12.1: nobody cuts
SHOWN_AS = {"announce": "deal", "reveal": "settle", "jackpot": "settle"}

PHASES = PhaseTable(
    (
        "closed",
        "verify",
        "shuffle",
        "cut",
        "antes",
        "deal",
        "announce",
        "decide",
        "reveal",
        "settle",
        "jackpot",
        "collect",
    ),
    (
        Row("open", "closed", "verify", rule="2.2"),
        Row("deck_complete", "verify", "closed", guard="gaming_is_over", rule="2.2"),
        Row("deck_complete", "verify", "shuffle", rule="2.2"),
        Row("shuffled", "shuffle", "antes", guard="shuffling_shoe_in_use", rule="12.3"),
        Row("shuffled", "shuffle", "cut", rule="5.1"),
        Row("cut_made", "cut", "antes", rule="5.2"),
        Row("reshuffle", ("shuffle", "cut", "antes"), "shuffle", rule="5.1"),
        Row("unload", "antes", "shuffle", rule="12.3"),
        Row("first_card", "antes", "deal", guard="has_antes", rule="4.1"),
        Row("last_card", "deal", "announce", guard="shuffling_shoe_in_use", rule="12.4"),
        Row("last_card", "deal", "decide", rule="7.1"),
        Row("announced", "announce", "decide", rule="12.5"),
        Row("all_decided", "decide", "reveal", guard="somebody_plays_on", rule="9.1"),
        Row("all_decided", "decide", "collect", rule="7.3"),
        Row("dealer_set", "reveal", "settle", rule="9.2"),
        Row("all_settled", "settle", "jackpot", guard="prize_open", rule="11.2"),
        Row("all_settled", "settle", "collect", rule="9.7"),
        Row("jackpots_paid", "jackpot", "collect", rule="11.1"),
        Row("declared", "collect", "jackpot", rule="10.3"),
        Row("void", (*IN_ROUND, "collect"), "collect", rule="14.3"),
        Row("hands_gone", "reveal", "collect", rule="14.4"),
        Row("collected", "collect", "verify", guard="deck_doubted", rule="2.4"),
        Row("collected", "collect", "shuffle", guard="shoe_must_be_loaded", rule="12.3"),
        Row("collected", "collect", "antes", guard="shuffling_shoe_in_use", rule="12.2"),
        Row("collected", "collect", "shuffle", rule="9.7"),
        Row("check_deck", ("shuffle", "cut", "antes"), "verify", rule="2.4"),
        Row("replace_shoe", BETWEEN, "verify", rule="12.7"),
        Row("last_check", ("shuffle", "cut", "antes"), "verify", rule="2.2"),
        Row("close", "verify", "closed", rule="15.2"),
    ),
)
