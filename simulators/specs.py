"""Which devices a simulated table has, and which place each antenna of a reader set looks at."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from drivers.angel_eye.driver import AngelEyeOptions
from drivers.escpos.driver import EscPosOptions
from drivers.feig_obid.driver import FeigObidOptions
from drivers.firmata.driver import FirmataOptions
from drivers.hid_scanner.driver import HidScannerOptions
from drivers.json_lines.driver import JsonLinesOptions
from drivers.line_scanner.driver import LineScannerOptions
from drivers.pcsc.driver import PcscOptions
from drivers.pn532.driver import Pn532Options
from drivers.stream_deck.driver import StreamDeckOptions
from drivers.table_link.driver import TableLinkOptions
from drivers.xkeys.driver import XKeysOptions
from simulators import hid_scanner, stream_deck, xkeys
from simulators.usb_wire import About

Name = Annotated[str, Field(pattern=r"^[a-z0-9][a-z0-9_-]{0,31}$")]
KIND_OF_ROLE = {"markers": "marker", "buttons": "buttons"}


class Spec(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    name: Name
    role: str = ""  # at the table; only where the driver's options do not say what the device is


class WatchingSpec(Spec):
    """It looks at places."""

    antennas: dict[Annotated[int, Field(ge=0, le=255)], str] | None = None  # None: see `usual_antennas`
    button_mark: Annotated[int, Field(ge=1, le=255)] | None = None  # of markers: the dealer button's number


class UsbSpec(Spec):
    """It is plugged into a simulated USB."""

    @property
    def about(self) -> About:
        raise NotImplementedError


class AngelEyeSpec(Spec):
    driver: Literal["angel_eye"]
    options: AngelEyeOptions = AngelEyeOptions()
    repeats: Annotated[int, Field(ge=1, le=3)] = 3
    numbers: Literal["0-9", "0-F", "any byte"] = "0-9"  # as this shoe numbers, whatever the driver is told
    greets: bool = True  # it sees a PC open the port; behind a serial server it does not

    @property
    def kind(self) -> str:
        return "shoe"


class EscPosSpec(Spec):
    driver: Literal["escpos"]
    options: EscPosOptions = EscPosOptions()
    usb: bool = False

    @property
    def kind(self) -> str:
        return "printer"


class FeigObidSpec(WatchingSpec):
    driver: Literal["feig_obid"]
    options: FeigObidOptions = FeigObidOptions()

    @property
    def kind(self) -> str:
        return "reader_set"


class FirmataSpec(WatchingSpec):
    driver: Literal["firmata"]
    options: FirmataOptions

    @property
    def kind(self) -> str:
        return "marker"


class HidScannerSpec(UsbSpec):
    driver: Literal["hid_scanner"]
    options: HidScannerOptions = HidScannerOptions()

    @property
    def kind(self) -> str:
        return "scanner"

    @property
    def about(self) -> About:
        return hid_scanner.ABOUT


class JsonLinesSpec(WatchingSpec):
    driver: Literal["json_lines"]
    options: JsonLinesOptions = JsonLinesOptions()

    @property
    def kind(self) -> str:
        return KIND_OF_ROLE.get(self.role, "reader_set")


class LineScannerSpec(Spec):
    driver: Literal["line_scanner"]
    options: LineScannerOptions = LineScannerOptions()

    @property
    def kind(self) -> str:
        return "scanner"


class PcscSpec(Spec):
    driver: Literal["pcsc"]
    options: PcscOptions = PcscOptions()

    @property
    def kind(self) -> str:
        return "scanner"


class Pn532Spec(WatchingSpec):
    driver: Literal["pn532"]
    options: Pn532Options = Pn532Options()

    @property
    def kind(self) -> str:
        return "reader_set"


class StreamDeckSpec(UsbSpec):
    driver: Literal["stream_deck"]
    options: StreamDeckOptions = StreamDeckOptions()

    @property
    def kind(self) -> str:
        return "buttons"

    @property
    def about(self) -> About:
        return stream_deck.MINI if self.options.family == "mini" else stream_deck.MK2


class XKeysSpec(UsbSpec):
    driver: Literal["xkeys"]
    options: XKeysOptions = XKeysOptions()

    @property
    def kind(self) -> str:
        return "buttons"

    @property
    def about(self) -> About:
        return xkeys.ABOUT


class TableLinkSpec(WatchingSpec):
    driver: Literal["table_link"]
    options: TableLinkOptions

    @property
    def kind(self) -> str:
        return self.options.device


AnySpec = (
    AngelEyeSpec
    | EscPosSpec
    | FeigObidSpec
    | FirmataSpec
    | HidScannerSpec
    | JsonLinesSpec
    | LineScannerSpec
    | PcscSpec
    | Pn532Spec
    | StreamDeckSpec
    | TableLinkSpec
    | XKeysSpec
)
DeviceSpec = Annotated[AnySpec, Field(discriminator="driver")]
DEVICE_SPECS: TypeAdapter[list[AnySpec]] = TypeAdapter(list[DeviceSpec])


def box_places(boxes: int) -> list[str]:
    return [f"box-{number}" for number in range(1, boxes + 1)]


def usual_antennas(boxes: int) -> dict[int, str]:
    """Antenna 3 is box 3; behind the boxes come the dealer's place and the discard rack."""
    return dict(enumerate([*box_places(boxes), "dealer", "rack"], start=1))
