"""Where the pot games find what every game's rules say: all three under the same numbers."""

from __future__ import annotations

from games.every_game.numbers import Numbers
from games.rulebook import Document


def numbers(book: Document) -> Numbers:
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
    )
