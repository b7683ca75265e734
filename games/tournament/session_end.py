"""When a session is over.

The dictionaries: a session is a number of rounds of play (C), or of rounds or a time (S, F), or lasts until so
many players are left, too (O).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionIs:
    """One of the three."""

    rounds: int | None = None
    ms: int | None = None
    players_left: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayedRound:
    started_ms: int
    ended_ms: int
    is_void: bool
    eliminated: int = 0


def last_rounds(
    session: SessionIs, started_at_tables: Mapping[str, int], tables: Mapping[str, Sequence[PlayedRound]]
) -> dict[str, int | None]:
    """The number of each table's last row, voids counted among them; None: it goes on."""
    if session.rounds is not None:
        return {name: _row_of_round(rows, session.rounds) for name, rows in tables.items()}
    if session.ms is not None:
        over_ms = min((row.started_ms for rows in tables.values() for row in rows[:1]), default=0) + session.ms
        return {
            name: _rows_begun_before(rows, over_ms) if rows and rows[-1].ended_ms >= over_ms else None
            for name, rows in tables.items()
        }
    enough_ms = _enough_are_out(session, sum(started_at_tables.values()), tables)
    return {
        name: _rows_begun_before(rows, enough_ms) if enough_ms is not None else None
        for name, rows in tables.items()
    }


def _row_of_round(rows: Sequence[PlayedRound], number: int) -> int | None:
    counted = [place for place, row in enumerate(rows, start=1) if not row.is_void]
    return counted[number - 1] if len(counted) >= number else None


def _enough_are_out(
    session: SessionIs, players: int, tables: Mapping[str, Sequence[PlayedRound]]
) -> int | None:
    assert session.players_left is not None
    for row in sorted((row for rows in tables.values() for row in rows), key=lambda row: row.ended_ms):
        players -= 0 if row.is_void else row.eliminated
        if players <= session.players_left:
            return row.ended_ms
    return None


def _rows_begun_before(rows: Sequence[PlayedRound], over_ms: int) -> int:
    return sum(row.started_ms < over_ms for row in rows)
