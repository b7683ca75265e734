"""What is seen of a tournament at the table: who sits where with how many chips, and how far the session is.

NI2004-492: 17.12
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from games.canberra_poker.state import CanberraState
from games.canberra_poker.tournament import can_wager, chips_beside_cents, chips_cents, here_of, holder
from games.outcomes import Text
from games.seen import Seen, SeenBySign, SeenPlace, SignRow, SignSide, Tone, caption, money, on_sign


def with_entrants(seen: Seen, state: CanberraState) -> Seen:
    if state.tournament is None or seen.is_closed:
        return seen
    return replace(seen, places=tuple([_place(state, place) for place in seen.places]))


def _place(state: CanberraState, place: SeenPlace) -> SeenPlace:
    mark = caption("marker_mark") if place.number == holder(state) else None
    entrant = here_of(state).entrants.get(place.number)
    if entrant is None:
        return replace(place, mark=mark, standing="empty", tone="empty")
    standing, tone = entrant_standing(state, place) or (place.standing, place.tone)
    return replace(
        place,
        mark=mark,
        standing=standing,
        tone=tone,
        tag=caption("entry_tag", entry=entrant.entry),
        lines=tuple(_lines(state, place)),
    )


def entrant_standing(state: CanberraState, place: SeenPlace) -> tuple[str, Tone] | None:
    """None: as at any other time."""
    here, box = here_of(state), state.boxes[place.number]
    if place.tone == "attention" or box.barred:
        return None
    if state.phase == "antes" and state.asking == box.number:
        return "asked", "next"
    if box.ante_cents:  # it stands without him
        return ("absent", place.tone) if here.is_absent(box.number) and not place.standing else None
    if not can_wager(state, box.number):
        return "out", "out"
    if here.is_absent(box.number):
        return "absent", "empty"
    waits = state.in_round or not here.takes_part(box.number)
    return ("waits", "empty") if waits else ("", "plain")


def _lines(state: CanberraState, place: SeenPlace) -> Iterator[Text]:
    """His chips first: they lie in full view (17.12)."""
    yield money(chips_beside_cents(state, state.boxes[place.number]))
    yield from place.lines


# ---------------------------------------------------------------- on the sign


def on_the_sign(seen: SeenBySign, state: CanberraState) -> SeenBySign:
    """Rounds and chips as they stood when the last round was closed, in the place of the jackpot (17.18)."""
    if state.tournament is None or state.phase == "closed":
        return seen
    side = SignSide(on_sign("tournament_side"), _round(state), tuple(_chips(state)), note=on_sign("chips_note"))
    limits = tuple(replace(limit, value=_in_chips(limit.value.words["amount_cents"])) for limit in seen.limits)
    return replace(seen, limits=limits, side=side)


def _in_chips(cents: int) -> Text:
    """No dollars: nobody can exchange them for money (dictionary, Tournament Chips)."""
    return on_sign("chips", amount_cents=cents)


def _round(state: CanberraState) -> Text:
    here = here_of(state)
    if here.waiting == "session" and not here.played:
        return on_sign("tournament_begins")
    over = here.waiting == "session" or here.is_played_out
    number = here.played if over else here.played + 1
    if here.until_round is None:
        return on_sign("tournament_round", round=number)
    return on_sign("tournament_round_of", round=number, rounds=here.until_round)


def _chips(state: CanberraState) -> Iterator[SignRow]:
    for box, entrant in sorted(here_of(state).entrants.items()):
        yield SignRow(on_sign("entrant", box=box, entry=entrant.entry), _in_chips(chips_cents(state, box)))
