"""Where the instruments of the pot games say the same, most of it under the same numbers."""

from __future__ import annotations

from dataclasses import dataclass

from games.every_game import numbers as every_game
from games.rulebook.book import Document, Rule


@dataclass(frozen=True, slots=True, kw_only=True)
class Numbers(every_game.Numbers):
    # what is determined
    deck_size: Rule
    determined: Rule
    over_blind: Rule
    betting_limit: Rule
    # seats and stakes
    minimum_stake: Rule
    stake_stands: Rule  # in a round of play
    chips: Rule
    time_given: Rule
    seats: Rule
    button: Rule
    posts: Rule
    blind: Rule
    ante: Rule
    declared: Rule
    own_stake: Rule
    # betting
    raises: Rule
    opening_bet: Rule
    least_raise: Rule
    opener: Rule
    opener_raises: Rule
    opener_bets: Rule
    after_opener: Rule
    checks: Rule
    no_check: Rule
    opener_later: Rule
    in_turn: Rule
    betting_over: Rule
    tap_out: Rule
    short_raise: Rule
    # the end
    showdown: Rule
    divided: Rule
    uncalled: Rule
    time_charge: Rule
    # what goes wrong
    told_of_folded: Rule
    told_of_held: Rule
    collusion: Rule
    seen_in_cut: Rule
    not_cut: Rule
    wrong_number: Rule
    too_many: Rule
    no_misdeal: Rule
    misdeal: Rule
    missed_blinds: Rule
    out_of_turn: Rule
    more_than_call: Rule
    less_than_call: Rule
    fouled: Rule
    new_player: Rule
    new_player_posts: Rule
    not_covered: Rule
    hand_folded: Rule
    kept_out: Rule


def tournament_of_2005(book: Document) -> every_game.TournamentNumbers:
    return every_game.TournamentNumbers(
        director=book["20.8"],
        seats=book["20.7"],
        chips_stand=book["20.14"],
        eliminated=book["20.19"],  # TOURN-ELIM-SF
        pause=book["20.15"],
        pace=book["20.16"],
        session=book["20.4(b)"],
        absent=book["20.11"],
        fees=book["20.20"],
    )


def numbers(book: Document, *, chips: str, time_given: str, opener: str, after_opener: str) -> Numbers:
    """These four stand elsewhere in each instrument."""
    return Numbers(
        deck=book["2.1"],
        check=book["2.4"],
        new_cards=book["2.5"],
        order_check=book["2.6"],
        limits=book["4.1"],
        shuffle=book["7.1"],
        cut=book["7.2"],
        from_shoe=book["7.3"],
        face_down=book["16.4"],
        deal=book["9.2"],
        entered=book["13.1"],
        count_back=book["2.6"],
        exposed=book["17.1(c)"],
        discarded=book["17.10"],
        exchange=book["16.8(a)"],
        exchange_voids=book["19.2(a)"],
        wrong_deal=book["17.1(d)"],
        hours=book["18.1"],
        closing=book["18.2"],
        disturbance=book["19.1"],
        breach=book["19.2"],
        impractical=book["19.3"],
        dispute=book["19.4"],
        abstain=book["19.6"],
        deck_size=book["2.2"],
        determined=book["4.2"],
        over_blind=book["4.2(e)"],
        betting_limit=book["4.2(g)"],
        minimum_stake=book["4.3"],
        stake_stands=book["4.4"],
        chips=book[chips],
        time_given=book[time_given],
        seats=book["8.2"],
        button=book["8.3"],
        posts=book["8.5"],
        blind=book["8.5(a)"],
        ante=book["8.5(b)"],
        declared=book["14.3"],
        own_stake=book["14.4"],
        raises=book["5.1"],
        opening_bet=book["6.1"],
        least_raise=book["6.2"],
        opener=book[opener],
        opener_raises=book[f"{opener}(c)"],
        opener_bets=book[f"{opener}(d)"],
        after_opener=book[after_opener],
        checks=book["11.1"],
        no_check=book["11.2"],
        opener_later=book["12.2"],
        in_turn=book["12.3"],
        betting_over=book["12.4"],
        tap_out=book["14.1"],
        short_raise=book["14.5"],
        showdown=book["13.1"],
        divided=book["13.2"],
        uncalled=book["15.2(b)"],
        time_charge=book["15.3"],
        told_of_folded=book["16.5"],
        told_of_held=book["16.6"],
        collusion=book["16.8"],
        seen_in_cut=book["17.1(a)"],
        not_cut=book["17.1(b)"],
        wrong_number=book["17.1(e)"],
        too_many=book["17.1(f)"],
        no_misdeal=book["17.2"],
        misdeal=book["17.3"],
        missed_blinds=book["17.4"],
        out_of_turn=book["17.6"],
        more_than_call=book["17.7"],
        less_than_call=book["17.8"],
        fouled=book["17.9"],
        new_player=book["17.11"],
        new_player_posts=book["17.11(b)"],
        not_covered=book["17.16"],
        hand_folded=book["19.2(a)"],
        kept_out=book["19.2(b)"],
    )
