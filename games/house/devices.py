"""A reader of limit markers that is out of touch (rule 3.2). All other devices are every game's."""

from __future__ import annotations

from games.events import DeviceLost, ReportsMissed
from games.every_game import devices
from games.every_game.state import notice
from games.house.state import State
from games.outcomes import Outcome


def device_lost(state: State, event: DeviceLost) -> list[Outcome]:
    if event.role == "markers":
        return [notice("markers_lost", state.numbers.marker, device=event.device)]
    return devices.device_lost(state, event)


def reports_missed(state: State, event: ReportsMissed) -> list[Outcome]:
    if event.role == "markers":
        return [notice("markers_missed_something", state.numbers.marker, device=event.device)]
    return devices.reports_missed(state, event)
