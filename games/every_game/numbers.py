"""Where the instruments of the games say the same under different numbers."""

from __future__ import annotations

from dataclasses import dataclass

from games.rulebook.book import Rule


@dataclass(frozen=True, slots=True, kw_only=True)
class Numbers:
    deck: Rule
    check: Rule
    new_cards: Rule
    order_check: Rule
    limits: Rule
    shuffle: Rule
    cut: Rule
    from_shoe: Rule
    face_down: Rule
    deal: Rule
    entered: Rule  # a face that a person enters, because no device has read it
    count_back: Rule
    exchange: Rule
    exchange_voids: Rule
    exposed: Rule
    wrong_deal: Rule
    discarded: Rule
    hours: Rule
    closing: Rule
    disturbance: Rule
    breach: Rule
    impractical: Rule
    dispute: Rule
    abstain: Rule


@dataclass(frozen=True, slots=True, kw_only=True)
class TournamentNumbers:
    """Where the instruments say the same of a table in a tournament under different numbers."""

    director: Rule  # conducts it, and determines who plays at which table
    seats: Rule  # a player plays where he was put
    chips_stand: Rule  # nobody adds to his chips or takes from them
    eliminated: Rule
    pause: Rule
    pace: Rule
    session: Rule  # how it ends, and what then
    others: Rule | None = None  # play on, because their chips were equal
    absent: Rule | None = None  # his blinds and antes are taken
    fees: Rule | None = None  # out of them the house keeps its commission, and out of nothing else (COMM-TOURN)
