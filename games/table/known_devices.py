"""What the journal knows of each device, and whether the one that is plugged in now may be used.

A device that is not the one it was is a matter for a person: between two rounds it is told, in a round it is
not listened to before a supervisor approves it. What a device says of its own firmware is no proof; it is held
against the list of the casino all the same, and every change of it is told.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from games import events as e
from games.cards import SealedCard
from games.outcomes import Notice, Outcome, Refusal, text
from games.seen import Badge, Tone, caption


class Identity(NamedTuple):
    """As reported by the device."""

    model: str = ""
    serial: str = ""
    firmware: str = ""

    @classmethod
    def of(cls, said: e.DeviceReady | e.DeviceLost) -> Identity:
        return cls(said.model, said.serial, said.firmware)


class Said(NamedTuple):
    """One message, as far as it takes to know it again."""

    kind: str
    what: str = ""
    card: SealedCard | None = None

    @classmethod
    def of(cls, event: e.Fact) -> Said:
        match event:
            case e.CardDrawn():
                return cls(event.kind, card=event.card)
            case e.DeviceFaulted() | e.DeviceRecovered():
                return cls(event.kind, event.code)
            case e.DeviceNoted():
                return cls(event.kind, event.what)
        return cls(event.kind)


NOT_SAID = Identity()
MOST_UNDER_ONE_NUMBER = 8  # messages; a shoe may number a card and the cut card behind it alike


@dataclass(slots=True)
class Device:
    role: str
    state: str = "ready"
    since_ms: int = 0
    detail: str = ""
    where: e.Where | None = None  # of a fault
    heard: tuple[int | None, int | None] | None = None  # boot and sequence of its last report on disk
    said: tuple[Said, ...] = ()  # what came under that number
    identity: Identity = NOT_SAID  # of the one that was used last
    held: Identity | None = None  # of one that waits for a supervisor
    approved: Identity | None = None  # by a supervisor, beyond what the list and the round allow


def objection(
    known: Device | None, ready: e.DeviceReady, firmware: Collection[str], *, in_round: bool
) -> e.Held:
    """Why that device is not to be listened to; "" if it is. An empty list approves any firmware."""
    said = Identity.of(ready)
    if known is not None and known.approved == said:
        return ""
    if firmware and said.firmware not in firmware:
        return "firmware_not_approved"
    if not in_round or known is None or known.identity in (NOT_SAID, said):
        return ""
    same_device = known.identity[:2] == said[:2]
    return "other_firmware" if same_device else "other_device"


def hear(devices: dict[str, Device], event: e.Fact) -> list[Outcome]:
    """Notes what a device says of itself; a change of it is told to the dealer."""
    told: list[Outcome] = []
    if isinstance(event, e.DeviceFact):
        device = devices.setdefault(event.device, Device(role=event.role))
        device.role = event.role
        told = _says(device, event)
    source = event.source
    if source is not None and source.sequence is not None:
        device = devices.get(source.device) or devices.setdefault(source.device, Device(role=""))
        number = (source.boot, source.sequence)
        said = Said.of(event)
        again = device.heard == number
        device.said = (*device.said, said)[-MOST_UNDER_ONE_NUMBER:] if again else (said,)
        device.heard = number
    return told


def _says(device: Device, event: e.DeviceFact) -> list[Outcome]:
    if isinstance(event, e.DeviceReady):
        return _is_ready(device, event)
    if isinstance(event, e.DeviceLost):
        device.held = Identity.of(event) if event.held else None
        _stands(device, "held" if event.held else "lost", event.at_ms, event.held or event.why)
        return [Notice(say=text(f"held_{event.held}", device=event.device))] if event.held else []
    if isinstance(event, e.DeviceFaulted):
        _stands(device, "faulted", event.at_ms, event.code)
        device.where = event.where
    elif isinstance(event, e.DeviceRecovered):
        _stands(device, "ready", event.at_ms, "")
    return []


def _stands(device: Device, state: str, since_ms: int, detail: str) -> None:
    device.state, device.since_ms, device.detail, device.where = state, since_ms, detail, None


def _is_ready(device: Device, event: e.DeviceReady) -> list[Outcome]:
    said = Identity.of(event)
    before, device.identity, device.held = device.identity, said, None
    if device.approved != said:
        device.approved = None
    _stands(device, "ready", event.at_ms, event.model)
    if before in (NOT_SAID, said):
        return []
    now = {"device": event.device, "model": said.model, "firmware": said.firmware}
    if before[:2] == said[:2]:
        return [Notice(say=text("firmware_changed", **now, before=before.firmware))]
    return [Notice(say=text("device_changed", **now))]


def approve(devices: dict[str, Device], event: e.ApproveDevice) -> list[Outcome]:
    """Only the one that waits, and only as it has said what it is: the next one is asked about again."""
    device = devices.get(event.device)
    if device is None or device.held is None or device.held[1:] != (event.serial, event.firmware):
        return [Refusal(say=text("not_held", device=event.device))]
    device.approved, device.held = device.held, None
    return [Notice(say=text("device_approved", device=event.device))]


# ---------------------------------------------------------------- what is seen of them


def badges(devices: Mapping[str, Device], put_away: Collection[str]) -> Iterator[Badge]:
    """Of each that cannot be used. What one that is put away says of itself concerns nobody any more (12.7)."""
    for device in devices.values():
        if device.state != "ready" and device.role and device.role not in put_away:
            tone: Tone = "fault" if device.role in ("shoe", "shuffler") else "attention"
            yield Badge(tone, caption(f"{device.role}_badge"))


def shoe_lost_ms(devices: Mapping[str, Device]) -> int:
    """Since when; 0 if it is there."""
    lost = (device for device in devices.values() if device.role == "shoe" and device.state == "lost")
    return next((device.since_ms for device in lost), 0)
