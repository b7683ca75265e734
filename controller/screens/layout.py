"""Boxes, seats and the rail between them, in words and JSON. What is seen of them is said in games/."""

from __future__ import annotations

from collections.abc import Iterable

from controller.screens import states
from controller.screens.buttons import button
from controller.screens.scene import Scene
from controller.screens.states import Box, Button, Card, Cards, Pot, Rail
from games.seen import Note, SeenCard, SeenHand, SeenPlace


def boxes(scene: Scene) -> list[Box]:
    return [_box(scene, place) for place in scene.seen.places]


def _box(scene: Scene, place: SeenPlace) -> Box:
    say = scene.language
    box: Box = {
        "box": place.number,
        "label": str(place.number),
        "mark": say.seen(place.mark),
        "state": say.of("states", place.standing) if place.standing else "",
        "tone": place.tone,
        "cards": _cards(place.cards),
        "lines": [say.seen(line) for line in place.lines],
        "touch": _touch(scene, place.number),
    }
    return box | {"tag": say.seen(place.tag)} if scene.has_tags else box


def _touch(scene: Scene, number: int) -> Button | None:
    if not scene.table.dealer or number not in scene.touchable:
        return None
    label = scene.language.place(str(number), begins=True)
    return button(f"box-{number}", label, act="open", args={"sheet": ["box", number]})


def rail(scene: Scene) -> Rail | None:
    seen = scene.seen
    if seen.is_closed:
        return None
    rail: Rail = {
        "board": _hand(scene, seen.board),
        "dealer": _hand(scene, seen.dealer),
        "notes": [_note(scene, note) for note in seen.notes],
    }
    return rail if seen.pots is None else rail | {"pots": [_pot(scene, pot) for pot in seen.pots]}


def _hand(scene: Scene, hand: SeenHand | None) -> Cards | None:
    if hand is None:
        return None
    return {"label": scene.language.seen(hand.label), "tone": hand.tone, "cards": _cards(hand.cards)}


def _note(scene: Scene, note: Note) -> states.Note:
    say = scene.language
    return {"label": say.seen(note.label), "value": say.seen(note.value)}


def _pot(scene: Scene, pot: Note) -> Pot:
    return {**_note(scene, pot), "detail": scene.language.seen(pot.detail)}


def _cards(cards: Iterable[SeenCard]) -> list[Card]:
    return [_card(card) for card in cards]


def _card(card: SeenCard) -> Card:
    if card.is_slot:
        return {"id": card.id, "slot": True}
    shown: Card = {"id": card.id, "up": card.face is not None, "mark": card.mark}
    return shown if card.face is None else shown | {"face": card.face}
