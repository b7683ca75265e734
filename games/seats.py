"""Who has the button, who posts the blinds, who opens each betting round, and how one comes into a game.

Seats are numbered clockwise upwards.

NI2017-583, NI2005-67, NI2005-74: 8.3-8.5
NI2017-583, NI2005-67, NI2005-74: 10.1
NI2017-583, NI2005-67, NI2005-74: 17.4
NI2017-583, NI2005-67, NI2005-74: 17.11-17.13
NI2017-583: 20.20
NI2005-74: 4.2
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Literal, NamedTuple

from games.cards import FULL_DECK, JOKER, Card, Joker
from games.hand_order import ACE

# The joker stands for the highest card, an ace (3.7).
WORTH: dict[Card | Joker, int] = {**{card: card.rank for card in FULL_DECK}, JOKER: ACE}


def first_button(playing: Iterable[int]) -> int:
    """The player at the dealer's right (8.3)."""
    return max(playing)


def next_button(button: int, playing: Iterable[int]) -> int:
    """At the end of a round of play; after a misdeal or a void round it stays (BUTTON-MOVE, BUTTON-VOID)."""
    return clockwise_from(button, playing)[0]


def clockwise_from(seat: int, playing: Iterable[int]) -> list[int]:
    """The next one first, the seat itself last."""
    seats = sorted(playing)
    first = bisect_right(seats, seat)
    return seats[first:] + seats[:first]


def blind_seats(
    button: int, playing: Collection[int], blinds: int, *, tournament_heads_up: bool = False
) -> list[int]:
    """8.5(a). No more blinds than players (THREE-BLINDS-HU).

    Two players are no exception (HEADS-UP-CASH) but in an Omaha tournament: the button posts first (20.20).
    """
    order = clockwise_from(button, playing)
    if tournament_heads_up and len(order) == 2:
        order.reverse()
    return order[:blinds]


def from_the_opener(
    button: int, playing: Collection[int], last_blind: int | None, *, tournament_heads_up: bool = False
) -> list[int]:
    """The first betting round of Omaha and Faro: after the last blind, over-blind or not (10.1, OVER-BLIND).

    In an ante game from the first after the button (ANTE-OPENER). Later rounds: clockwise_from(button).
    """
    if tournament_heads_up and len(playing) == 2:
        return clockwise_from(button, playing)[::-1]
    return clockwise_from(button if last_blind is None else last_blind, playing)


def over_blind_seat(last_blind: int, playing: Iterable[int]) -> int:
    """Who may post an over-blind: the player after the last blind (OVER-BLIND)."""
    return clockwise_from(last_blind, playing)[0]


def from_the_card(
    button: int, up: Mapping[int, Sequence[Card | Joker]], *, lowest_opens: bool = False
) -> list[int]:
    """4.2(h) of Seven Card Stud: clockwise from the one who shows the lowest or the highest single card.

    Suits and pairs do not matter and an ace is high (STUD-OPENER-CARD, -UP, -ACE); of equals the first after
    the button opens (STUD-OPENER-TIE). The lowest opens the first betting round only, when one card is up.
    """
    highest = {seat: highest_of(cards) for seat, cards in up.items()}
    return from_the_highest(clockwise_from(button, up), highest, lowest_opens=lowest_opens)


def highest_of(cards: Iterable[Card | Joker]) -> int:
    return max([WORTH[card] for card in cards])


def from_the_highest(order: list[int], highest: Mapping[int, int], *, lowest_opens: bool = False) -> list[int]:
    """The same, `order` being clockwise from the button."""
    opener = (min if lowest_opens else max)(order, key=highest.__getitem__)  # the first of equals
    at = order.index(opener)
    return order[at:] + order[:at]


# ---------------------------------------------------------------- coming into a game

Option = Literal[
    "no_post_required", "wait_for_big_blind", "wait_for_the_blind", "post_big_blind", "post_missed"
]


class MissedBlinds(NamedTuple):
    """What a player did not post when it was his turn."""

    big_cents: int = 0
    others_cents: int = 0


class ComingIn(NamedTuple):
    """How a player may come in. No option: not in this round of play."""

    options: tuple[Option, ...] = ()
    live_cents: int = 0  # counts as his bet
    dead_cents: int = 0  # into the pot (MISSED-BLIND)


def entry_of_new_player(
    seat: int, button: int, big_blind_cents: int, *, first_revolution: bool, button_has_passed: bool
) -> ComingIn:
    """17.11, 17.12. In the first revolution since the game opened the button goes round (NEW-REVOLUTION)."""
    if seat == button:
        return ComingIn()
    if first_revolution and not button_has_passed:
        return ComingIn(("no_post_required",))
    return ComingIn(("wait_for_big_blind", "post_big_blind"), live_cents=big_blind_cents)


def entry_after_move(
    seat: int, former: int, big_blind: int, playing: Collection[int], big_blind_cents: int
) -> ComingIn:
    """17.13: whoever moves away from the blinds is dealt out until he is the big blind, or posts one.

    `big_blind` is the seat that posts it in the coming round of play.
    """
    if _until(big_blind, seat, playing) <= _until(big_blind, former, playing):
        return ComingIn(("no_post_required",))
    return ComingIn(("wait_for_big_blind", "post_big_blind"), live_cents=big_blind_cents)


def _until(big_blind: int, seat: int, playing: Collection[int]) -> int:
    """How many seats to go until it is the big blind (SEATCHANGE)."""
    order = clockwise_from(big_blind, {*playing, big_blind, seat})
    return (order.index(seat) + 1) % len(order)


def entry_after_missing(seat: int, button: int, blinds: Collection[int], missed: MissedBlinds) -> ComingIn:
    """17.4: on his turn to post, or by posting what he missed: the big blind live, the others dead."""
    if seat == button and seat not in blinds:
        return ComingIn()
    if seat in blinds or not any(missed):
        return ComingIn(("no_post_required",))
    return ComingIn(("wait_for_the_blind", "post_missed"), missed.big_cents, missed.others_cents)
