"""What the screens show of an automated shuffling shoe: its two decks, and its door. Never a card."""

from __future__ import annotations

from controller.screens.scene import Json, Scene
from games.canberra_poker.state import CanberraState
from games.shuffler import Shuffler
from games.table.known_devices import Device


def notes(scene: Scene) -> list[Json]:
    """On the rail: the deck in play, and the other one on its way."""
    shuffler = _in_use(scene)
    if shuffler is None:
        return []
    say, coming = scene.language, shuffler.comes_next
    in_play = say.colour(shuffler.in_play) if shuffler.in_play else say.screen("no_deck")
    next_ = say.screen(f"deck_{_how_far(shuffler, coming)}", colour=coming) if coming else say.screen("no_deck")
    return [
        {"label": say.screen("in_play_label"), "value": in_play},
        {"label": say.screen("next_deck_label"), "value": next_},
    ]


def badges(scene: Scene) -> list[Json]:
    shuffler = _in_use(scene)
    if shuffler is None or not shuffler.door_open:
        return []
    return [{"tone": "attention", "text": scene.language.screen("door_badge"), "pulse": False}]


def told(scene: Scene) -> str:
    """On the devices page."""
    shuffler = _in_use(scene)
    if shuffler is None:
        return scene.language.screen("shuffler_put_away")
    say = scene.language
    decks = [say.screen(f"deck_{state}", colour=colour) for colour, state in shuffler.decks.items()]
    if shuffler.in_play:
        decks.insert(0, say.screen("deck_in_play", colour=shuffler.in_play))
    door = say.screen("door_is_open" if shuffler.door_open else "door_is_closed")
    return f"{door} {say.screen('decks', decks=', '.join(decks) or say.screen('no_deck'))}"


def put_away(scene: Scene, device: Device) -> bool:
    """By 12.7: what it says of itself concerns nobody any more."""
    return device.role == "shuffler" and _in_use(scene) is None


def _in_use(scene: Scene) -> Shuffler | None:
    state = scene.state
    return state.shuffler if isinstance(state, CanberraState) and state.shuffling_shoe_in_use() else None


def _how_far(shuffler: Shuffler, colour: str) -> str:
    return shuffler.decks.get(colour, "outside")
