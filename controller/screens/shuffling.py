"""What the devices page says of an automated shuffling shoe. Never a card."""

from __future__ import annotations

from controller.screens.scene import Scene


def told(scene: Scene) -> str:
    return " ".join(map(scene.language.seen, scene.seen.of_devices["shuffler"]))
