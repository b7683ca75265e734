"""The shapes of what opens above the table: a choice among buttons, a page to read."""

from __future__ import annotations

from controller.screens.buttons import button
from controller.screens.scene import Scene
from controller.screens.states import Block, Button, ChooseSheet, PageSheet


def close(scene: Scene) -> Button:
    return button("close", scene.language.of("buttons", "close"), act="close")


def choose(scene: Scene, title: str, buttons: list[Button], detail: str = "") -> ChooseSheet:
    return {"kind": "choose", "title": title, "detail": detail, "buttons": buttons, "close": close(scene)}


def page(scene: Scene, title: str, blocks: list[Block], buttons: list[Button] | None = None) -> PageSheet:
    return {"kind": "page", "title": title, "blocks": blocks, "buttons": buttons or [], "close": close(scene)}


def block(head: str, text: str, tone: str = "plain") -> Block:
    return {"head": head, "text": text, "tone": tone}
