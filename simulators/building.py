"""Builds the device that a specification describes, at its end of the wire."""

from __future__ import annotations

from pathlib import Path
from random import Random

from simulators.angel_eye import NUMBERS, AngelEyeShoe
from simulators.device import Cable, SimulatedDevice
from simulators.escpos import ON_USB, EscPosPrinter
from simulators.feig_obid import FeigObidReaders
from simulators.firmata import FirmataBoard
from simulators.hid_scanner import HidScannerDevice
from simulators.json_lines import JsonLinesButtons, JsonLinesMarkers, JsonLinesReader
from simulators.line_scanner import LineScannerDevice
from simulators.pcscd import PcscdReader, PcscdWire
from simulators.pn532 import Pn532Reader
from simulators.specs import (
    AngelEyeSpec,
    AnySpec,
    EscPosSpec,
    FeigObidSpec,
    FirmataSpec,
    JsonLinesSpec,
    LineScannerSpec,
    PcscSpec,
    Pn532Spec,
    Spec,
    StreamDeckSpec,
    TableLinkSpec,
    UsbSpec,
    XKeysSpec,
)
from simulators.stream_deck import StreamDeckDevice
from simulators.table_link import LinkShoe, Markers, ReaderSet, ShufflingShoe
from simulators.usb_wire import UsbWire
from simulators.wire import Wire, wire_path
from simulators.xkeys import XKeysDevice


def cable(spec: Spec, folder: Path, port: int, seed: int, wires: type[Wire] = Wire) -> Cable:
    """`port` is the socket of the USB hub, for what is plugged in there; all others hang on `wires`."""
    if isinstance(spec, UsbSpec):
        return UsbWire(folder, spec.name, spec.about, port, seed)
    if isinstance(spec, EscPosSpec) and spec.usb:
        return UsbWire(folder, spec.name, ON_USB, port, seed)
    if isinstance(spec, PcscSpec):
        return PcscdWire(wire_path(folder, spec.name))
    return wires(wire_path(folder, spec.name), seed=seed)


def build(spec: AnySpec, wire: Cable, antennas: list[int], boots: Random) -> SimulatedDevice:
    """`antennas` are the numbers of those that look at a place, or of sensors."""
    match spec:
        case AngelEyeSpec():
            return AngelEyeShoe(
                wire,
                check_includes_start=spec.options.check_includes_start,
                repeats=spec.repeats,
                numbers=NUMBERS[spec.numbers],
                greets=spec.greets,
            )
        case UsbSpec():
            assert isinstance(wire, UsbWire)
            return _on_usb(spec, wire)
        case LineScannerSpec():
            return LineScannerDevice(wire)
        case JsonLinesSpec():
            return _json_lines(spec, wire, antennas, boots)
        case EscPosSpec():
            return EscPosPrinter(
                wire, wire.path.with_name(f"{spec.name}.paper") if isinstance(wire, Wire) else None
            )
        case FeigObidSpec():
            return FeigObidReaders(wire, antennas, spec.options.addresses)
        case FirmataSpec():
            return FirmataBoard(wire, spec.options)
        case PcscSpec():
            assert isinstance(wire, PcscdWire)
            return PcscdReader(wire)
        case Pn532Spec():
            return Pn532Reader(wire, antennas)
        case TableLinkSpec():
            return _table_link(spec, wire, antennas, boots)


def _on_usb(spec: UsbSpec, wire: UsbWire) -> SimulatedDevice:
    match spec:
        case XKeysSpec():
            return XKeysDevice(wire, spec.options.columns, spec.options.rows)
        case StreamDeckSpec():
            return StreamDeckDevice(wire, spec.options.family, spec.options.keys)
    return HidScannerDevice(wire)


def _json_lines(spec: JsonLinesSpec, wire: Cable, antennas: list[int], boots: Random) -> SimulatedDevice:
    name, checked = spec.options.device_id or spec.name, spec.options.checked
    if spec.kind == "buttons":
        return JsonLinesButtons(wire, name, checked, boots)
    device = JsonLinesMarkers if spec.kind == "marker" else JsonLinesReader
    return device(wire, name, checked, antennas, boots)


def _table_link(spec: TableLinkSpec, wire: Cable, antennas: list[int], boots: Random) -> SimulatedDevice:
    match spec.kind:
        case "shoe":
            return LinkShoe(wire, boots)
        case "shuffling_shoe":
            return ShufflingShoe(wire, boots)
        case "marker":
            return Markers(wire, antennas, boots)
    return ReaderSet(wire, antennas, boots)
