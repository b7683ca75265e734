"""In which column of the row each command stands, whatever else stands there: buttons never move.

Far left is what ends a hand, a round or a deal; the far right is kept for the next action, whichever it is, and
between it and the others a column stays free at questions, so that opposites are never side by side.
"""

from __future__ import annotations

from games.offers import Offer

NEXT = 5

COMMANDS = {
    "fold": 0,
    "muck": 0,
    "hold_shoe": 0,
    "read_again": 0,
    "cut_made": 0,  # counted
    "collected": 0,  # another count
    "collect_hand": 0,
    "post_over_blind": 0,
    "claim_jackpot": 0,
    "enter_card": 1,
    "enter_hand": 1,
    "put_in": 2,
    "show_box": 2,
    "close_table": 2,
    "withdraw_report": 2,
    "undo": 2,  # the entry that a question rests on was wrong
    "wager": 3,
    "settle_box": 3,
    "all_cards_read": 3,
    "card_dealt_by_hand": 3,
    "ask_ante": 3,
    "close_betting": 3,
    "mark_seat": 3,
}
# By the code of the choice.
ANSWERS = {
    "void": 0,
    "misdeal": 0,
    "hand_void": 0,
    "check_deck": 0,
    "deal_is_wrong": 0,
    "count_as_dealt": 1,
    "entry_wrong": 1,
    "enter_again": 3,
    "reader_erred": 1,
    "put_back": 4,
    "not_dealt": 3,
    "as_shown": 1,
    "keep_down": 1,
    "both_up": 1,
    "turn_fifth_down": 3,
    "packs_came": 1,
    "exclude_players": 3,
    "no_collusion": 4,
    "shuffle_back": 1,
    "hold_bets": 1,
    "play_six": 1,
    "fold_fouled": 1,
    "fold_short": 1,
    "go_on": 3,
    "play_on": 3,
    "was_cut": 3,
    "set_aside": 3,
    "pack_is_five": 3,
    "stays_exposed": 3,
    "acted_in_time": 3,
    "deal_by_hand": 3,
    "exclude_entrant": 0,
    "round_without_him": 3,
    "ante_void": 0,
    "count_holds": 3,
    "reckoned_holds": 1,
}


def column_of(offer: Offer) -> int | None:
    """None: it is only ever the next action, or nobody has given it a column."""
    if offer.command == "answer":
        return ANSWERS.get(offer.args["choice"])
    return COMMANDS.get(offer.command)
