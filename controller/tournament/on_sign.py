"""What the players read of the tournament on a table's sign: times, who is left, prizes. Entries by number."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import Any

from controller.language.tournaments import TournamentLanguage
from controller.screens.states import Row, Side
from controller.tournament.levels import sets_in_words
from controller.tournament.prints import place_in_words
from games.tournament.seen import SeenByPlayers, SeenClock

MOST_PRIZES = 9  # more could not be read from a seat


def side_of_sign(say: TournamentLanguage, seen: SeenByPlayers, table: str) -> Side:
    about, amount = _most_important(say, seen)
    note = shown(say, "fees_go_back") if seen.stage == "cancelled" else ""
    return {
        "title": seen.title,
        "wager": about,
        "amount": amount,
        "rows": list(_rows(say, seen, table)),
        "note": note,
    }


def shown(say: TournamentLanguage, code: str, /, **words: Any) -> str:
    return say.of("tournament_sign", code, **words)


def _clock(at_ms: int) -> str:
    return f"{datetime.fromtimestamp(at_ms / 1000):%H:%M}"


def _most_important(say: TournamentLanguage, seen: SeenByPlayers) -> tuple[str, str]:
    """What it is, and the moment or the number itself."""
    if seen.stage in ("entries", "drawn"):
        starts_ms = seen.session.starts_ms
        return shown(say, "starts"), shown(say, "soon") if starts_ms is None else say.moment(starts_ms)
    if seen.stage != "playing" or seen.clock is None:
        return shown(say, f"now_{seen.stage}"), ""
    clock = seen.clock
    if clock.break_until_ms is not None:
        return shown(say, "break_until"), _clock(clock.break_until_ms)
    if clock.stands:
        return shown(say, "clock_stands"), ""
    if clock.next_ms is not None:
        return shown(say, "next_level"), _clock(clock.next_ms)
    if clock.ends_ms is not None:
        return shown(say, "session_ends"), _clock(clock.ends_ms)
    if clock.rounds_left is not None:
        return shown(say, "rounds_left"), shown(say, "left_of", left=clock.rounds_left, all=clock.rounds)
    return shown(say, "players_left"), shown(say, "left_of", left=seen.players_left, all=seen.entries)


def _rows(say: TournamentLanguage, seen: SeenByPlayers, table: str) -> Iterator[Row]:
    if seen.stage == "awarded":
        yield from _places(say, seen)
        return
    yield _row(shown(say, "session"), seen.session.name)
    if seen.clock is not None and seen.stage == "playing":
        yield from _level(say, seen.clock)
    if seen.stage == "entries":
        yield _row(shown(say, "entries"), str(seen.entries))
    elif seen.stage != "cancelled":
        yield _row(shown(say, "players_left"), shown(say, "left_of", left=seen.players_left, all=seen.entries))
    if seen.stage == "drawn":
        yield from _seats(say, seen, table)
    elif seen.stage != "cancelled":
        yield from _prizes(say, seen)


def _row(name: str, value: str, *, head: bool = False) -> Row:
    return {"name": name, "value": value, "head": head}


def _level(say: TournamentLanguage, clock: SeenClock) -> Iterator[Row]:
    yield _row(shown(say, "level", level=clock.level), sets_in_words(say, clock.sets))
    if clock.next_sets is not None:
        yield _row(shown(say, "level", level=clock.level + 1), sets_in_words(say, clock.next_sets))


def _seats(say: TournamentLanguage, seen: SeenByPlayers, table: str) -> Iterator[Row]:
    """Of this table: the others have a sign of their own."""
    here = sorted((seat, entry) for entry, where, seat in seen.seats if where == table)
    for seat, entry in here:
        yield _row(shown(say, "seat", seat=seat), shown(say, "entry", entry=entry))


def _prizes(say: TournamentLanguage, seen: SeenByPlayers) -> Iterator[Row]:
    for place, cents in enumerate(seen.prizes_cents[:MOST_PRIZES], start=1):
        yield _row(shown(say, "prize", place_number=place), shown(say, "dollars", amount_cents=cents))


def _places(say: TournamentLanguage, seen: SeenByPlayers) -> Iterator[Row]:
    paid = [one for one in seen.placed if one.prize_cents][:MOST_PRIZES]
    for one in paid:
        place = place_in_words(one.first_place, one.last_place)
        name = shown(say, "place_of_entry", rank=place, entry=one.entry)
        yield _row(name, shown(say, "dollars", amount_cents=one.prize_cents))
