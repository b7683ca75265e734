"""A button, and what is asked of whoever touches one that is not his."""

from __future__ import annotations

from controller.screens.scene import Json, Scene

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
    ask: Json | None = None,
) -> Json:
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


def pin_ask(scene: Scene) -> Json:
    return {"kind": "pin", "title": scene.language.screen("pin_title")}


def supervisor_ask(scene: Scene) -> Json:
    return pin_ask(scene) | {"title": scene.language.screen("supervisor_title")}
