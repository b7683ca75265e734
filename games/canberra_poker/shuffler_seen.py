"""What is seen of an automated shuffling shoe: its two decks, and its door. Never a card."""

from __future__ import annotations

from dataclasses import replace

from games.outcomes import Text
from games.seen import Badge, Note, Seen, caption
from games.shuffler import Shuffler


def with_decks(seen: Seen, shuffler: Shuffler) -> Seen:
    """The deck in play, and the other one on its way."""
    notes = (
        Note(caption("in_play_label"), _deck(shuffler, shuffler.in_play)),
        Note(caption("next_deck_label"), _deck(shuffler, shuffler.comes_next)),
    )
    door = (Badge("attention", caption("door_badge")),) if shuffler.door_open else ()
    return replace(
        seen,
        notes=(*seen.notes, *notes),
        badges=(*door, *seen.badges),
        of_devices={**seen.of_devices, "shuffler": _told(shuffler)},
    )


def _told(shuffler: Shuffler) -> tuple[Text, ...]:
    decks = [_deck(shuffler, colour) for colour in shuffler.decks]
    if shuffler.in_play:
        decks.insert(0, caption("deck_in_play", colour=shuffler.in_play))
    door = caption("door_is_open" if shuffler.door_open else "door_is_closed")
    return door, caption("decks", decks=decks or [caption("no_deck")])


def _deck(shuffler: Shuffler, colour: str) -> Text:
    if not colour:
        return caption("no_deck")
    how_far = shuffler.decks.get(colour, "outside")
    return caption(f"deck_{how_far}", colour=colour)
