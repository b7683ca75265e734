"""Devices on a network: what somebody should know before a table believes them."""

from __future__ import annotations

import ipaddress
import socket
from collections.abc import Iterable, Iterator

from config import schema
from drivers.links import TcpSettings
from drivers.registry import driver_class
from drivers.secret import NoSecret, read_secret

# As IPAddressAllow of config/system/table-controller@.service has them.
REACHED = tuple(map(ipaddress.ip_network, ("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16")))

Address = ipaddress.IPv4Address | ipaddress.IPv6Address


def warnings(devices: Iterable[schema.Device]) -> Iterator[str]:
    for device in devices:
        if isinstance(device.link, TcpSettings):
            yield from (f"{device.name}: {warning}" for warning in _of(device, device.link))


def _of(device: schema.Device, link: TcpSettings) -> Iterator[str]:
    addresses = _addresses(link.host)
    if not addresses:
        yield (
            f"nobody here knows where {link.host} is: write its address, so that no name server says who the "
            "device is"
        )
    elif not all(map(_is_reached, addresses)):
        yield (
            f"{link.host} is no address of a private network: the service may reach this computer and "
            f"{', '.join(map(str, REACHED))} alone (IPAddressAllow in its unit), so the device would be "
            '"not answering"; put it on the table\'s own network'
        )
    if link.secret is not None:
        yield from _of_secret(link.secret)
    elif not addresses or not all(address.is_loopback for address in addresses):
        yield f"whoever answers at {link.host}:{link.port} is believed: {_instead(device)}"


def _instead(device: schema.Device) -> str:
    if driver_class(device.driver).may_have_a_secret:
        return "give it a secret (docs/device-secrets.md)"
    return f"{device.driver} knows no secret, so lead its cable inside the table, or put it in a tunnel"


def _of_secret(path: str) -> Iterator[str]:
    try:
        read_secret(path)
    except NoSecret as error:
        yield str(error)


def _addresses(host: str) -> list[Address]:
    try:
        found = socket.getaddrinfo(host, None, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        return []
    return [ipaddress.ip_address(str(where[0]).partition("%")[0]) for *_, where in found]


def _is_reached(address: Address) -> bool:
    return address.is_loopback or any(address in network for network in REACHED)
