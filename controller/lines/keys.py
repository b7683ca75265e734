"""What a key of a button box does, where the configuration gives it something to do.

The press itself is a fact and is in the journal already. What it does is a command of the dealer who is signed
in, as if the panel had been touched: nobody signed in or the panel locked, and it does nothing.
"""

from __future__ import annotations

from collections.abc import Iterable

import structlog

from config.schema import Device, KeyAction
from controller.authority import nobody_deals
from controller.inbox import Inbox, InboxFull, Incoming
from controller.loop import TableLoop
from games import events as e
from games.outcomes import Outcome

log = structlog.get_logger()

COMMANDS: dict[KeyAction, type[e.HoldShoe | e.CallFloor | e.Lock]] = {
    "hold_shoe": e.HoldShoe,
    "call_floor": e.CallFloor,
    "lock": e.Lock,
}


class Keys:
    def __init__(self, devices: Iterable[Device], loop: TableLoop, inbox: Inbox) -> None:
        self._loop = loop
        self._inbox = inbox
        self._actions = {
            (device.name, f"button_{key}_pressed"): action
            for device in devices
            for key, action in device.keys.items()
        }

    def heard(self, event: e.Event | None, outcomes: list[Outcome]) -> None:
        """Called when the event is on disk."""
        if not isinstance(event, e.DeviceNoted):
            return
        action = self._actions.get((event.device, event.what))
        if action and self._may(action):
            self._do(action)

    def _may(self, action: KeyAction) -> bool:
        table = self._loop.table
        if nobody_deals(table):
            return False
        return action != "hold_shoe" or table.game.state.question is None  # what is held is held already

    def _do(self, action: KeyAction) -> None:
        command = COMMANDS[action](by=self._loop.table.dealer)
        try:
            self._inbox.put(Incoming(command))
        except InboxFull:
            log.warning("key_not_taken", action=action)
