"""A button, and what is asked of whoever touches one that is not his."""

from __future__ import annotations

from controller.screens.scene import Json, Scene
from controller.screens.states import Ask, Button, PinAsk

HOLD_MS = 1000


def button(
    name: str,
    label: str,
    *,
    act: str,
    args: Json | None = None,
    place: int = 0,
    tone: str = "plain",
    enabled: bool = True,
    hold: bool = False,
    ask: Ask | None = None,
) -> Button:
    return {
        "id": name,
        "label": label,
        "tone": tone,
        "enabled": enabled,
        "place": place,
        "hold_ms": HOLD_MS if hold else 0,
        "act": act,
        "args": args or {},
        "ask": ask,
    }


def pin_ask(scene: Scene) -> PinAsk:
    return {"kind": "pin", "title": scene.language.screen("pin_title")}


def supervisor_ask(scene: Scene) -> PinAsk:
    return {"kind": "pin", "title": scene.language.screen("supervisor_title")}
