"""What a simulated device on USB can do, whatever it is: stall, be swapped, be kept from being opened."""

from __future__ import annotations

from simulators.device import SimulatedDevice
from simulators.usb_wire import About, UsbWire

SOMETHING_ELSE = About(vendor=0x1209, product=0x0001, model="Something else", in_bytes=8)


class UsbDevice(SimulatedDevice):
    wire: UsbWire
    _is_away: bool
    troubles: tuple[str, ...] = ("stall", "cable_fades", "swapped", "not_permitted")

    def stall(self) -> None:
        self.wire.stall()

    def cable_fades(self) -> None:
        """Pulled, and the host sees no more than silence. `replug` puts it back."""
        self.wire.fade()

    def swapped(self) -> None:
        """Somebody plugs something else into its port; done again, its own comes back."""
        self._is_away = not self._is_away
        self.wire.unplug()
        self.wire.plug(SOMETHING_ELSE if self._is_away else self._about)

    def not_permitted(self) -> None:
        """The system keeps it from whoever opens it next; done again, it lets it go."""
        self.wire.let_open("" if self.wire.about.access else "denied")

    def __init__(self, wire: UsbWire) -> None:
        self.wire = wire
        self._about = wire.about
        self._is_away = False
