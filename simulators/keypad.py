"""What button boxes on the simulated USB have in common: fingers press, and keys stick or chatter."""

from __future__ import annotations

from abc import abstractmethod

from simulators.device import NotPossible
from simulators.usb_device import UsbDevice

FIRST_KEY = 1
CHATTER_EACH_MS = 20
CHATTER_LASTS_MS = 1_200


class Keypad(UsbDevice):
    troubles = ("press_button", "stuck_button", "chattering_button", *UsbDevice.troubles)
    keys: int  # how many it has
    _down: frozenset[int] = frozenset()
    _now_ms = 0
    _chatters_until_ms = 0

    @abstractmethod
    def tell(self) -> None:
        """Which keys are down, as a report."""

    def press(self, button: int) -> None:
        """And let go."""
        if not 1 <= button <= self.keys:
            raise NotPossible(f"This device has the keys 1 to {self.keys}.")
        self._set(self._down | {button})
        self._set(self._down - {button})

    def press_button(self) -> None:
        self.press(FIRST_KEY)

    def stuck_button(self) -> None:
        """It goes down and stays there; done again, it comes up."""
        self._set(self._down ^ {FIRST_KEY})

    def chattering_button(self) -> None:
        self._chatters_until_ms = self._now_ms + CHATTER_LASTS_MS

    def _pass(self, now_ms: int) -> None:
        before_ms, self._now_ms = self._now_ms, now_ms
        if before_ms < self._chatters_until_ms <= now_ms:
            self._set(self._down - {FIRST_KEY})
        elif now_ms < self._chatters_until_ms and now_ms // CHATTER_EACH_MS > before_ms // CHATTER_EACH_MS:
            self._set(self._down ^ {FIRST_KEY})

    def _set(self, down: frozenset[int]) -> None:
        self._down = down
        self.tell()
