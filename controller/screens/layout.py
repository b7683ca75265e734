"""Boxes, seats and the rail between them, in words and JSON. What is seen of them is said in games/."""

from __future__ import annotations

from collections.abc import Iterable

from controller.screens.buttons import button
from controller.screens.scene import Json, Scene
from games.seen import Note, SeenCard, SeenHand, SeenPlace


def boxes(scene: Scene) -> list[Json]:
    return [_box(scene, place) for place in scene.seen.places]


def _box(scene: Scene, place: SeenPlace) -> Json:
    say = scene.language
    return {
        "box": place.number,
        "label": str(place.number),
        "mark": say.seen(place.mark),
        **({"tag": say.seen(place.tag)} if scene.seen.has_seats else {}),
        "state": say.of("states", place.standing) if place.standing else "",
        "tone": place.tone,
        "cards": _cards(place.cards),
        "lines": [say.seen(line) for line in place.lines],
        "touch": _touch(scene, place.number),
    }


def _touch(scene: Scene, number: int) -> Json | None:
    if not scene.table.dealer or not any(offer.box == number for offer in scene.offers):
        return None
    label = scene.language.place(str(number), begins=True)
    return button(f"box-{number}", label, act="open", args={"sheet": ["box", number]})


def rail(scene: Scene) -> Json | None:
    seen = scene.seen
    if seen.is_closed:
        return None
    pots = {} if seen.pots is None else {"pots": [_pot(scene, pot) for pot in seen.pots]}
    return {
        "board": _hand(scene, seen.board),
        "dealer": _hand(scene, seen.dealer),
        **pots,
        "notes": [_note(scene, note) for note in seen.notes],
    }


def _hand(scene: Scene, hand: SeenHand | None) -> Json | None:
    if hand is None:
        return None
    return {"label": scene.language.seen(hand.label), "tone": hand.tone, "cards": _cards(hand.cards)}


def _note(scene: Scene, note: Note) -> Json:
    say = scene.language
    return {"label": say.seen(note.label), "value": say.seen(note.value)}


def _pot(scene: Scene, pot: Note) -> Json:
    return _note(scene, pot) | {"detail": scene.language.seen(pot.detail)}


def _cards(cards: Iterable[SeenCard]) -> list[Json]:
    return [_card(card) for card in cards]


def _card(card: SeenCard) -> Json:
    if card.is_slot:
        return {"id": card.id, "slot": True}
    face = {} if card.face is None else {"face": card.face}
    return {"id": card.id, "up": card.face is not None, **face, "mark": card.mark}
