"""What the documents of the devices show is what the code does."""

import re
from pathlib import Path

import pytest

from drivers.angel_eye.driver import FAULTS
from drivers.registry import DRIVERS
from drivers.table_link import messages
from drivers.table_link.codec import Codec, Frame, encode
from simulators import table_link as device

DOCS = Path(__file__).parents[2] / "docs"
TABLE_LINK = (DOCS / "table-link.md").read_text()
EXAMPLES = re.findall(r"^([A-Z_]+) +((?:[0-9A-F]{2} ?)+)$", TABLE_LINK, re.MULTILINE)
BOOT, TAG = 0x5EED0001, bytes.fromhex("E004010203040506")

MEANT = {
    "IDENTIFY": Frame(messages.IDENTIFY, body=b"\x01"),
    "HELLO": Frame(messages.HELLO, BOOT, 6, b"\x01\x03\x00\x00\x00\x04\x04RS-8\x040042\x031.3"),
    "TAG_ARRIVED": Frame(messages.TAG_ARRIVED, BOOT, 5, b"\x03" + TAG),
    "TAG_GONE": Frame(messages.TAG_GONE, BOOT, 6, b"\x03" + TAG),
    "TAGS_PRESENT": Frame(messages.TAGS_PRESENT, BOOT, 7, b"\x03\x01\x01\x08" + TAG),
    "ACKNOWLEDGE": Frame(messages.ACKNOWLEDGE, BOOT, 7),
    "BEAT": Frame(messages.BEAT, BOOT, 7, b"\x00\x00\x00\x07"),
    "CARD_DRAWN": Frame(messages.CARD_DRAWN, BOOT, 8, b"\x03Td"),
    "FAULT": Frame(messages.FAULT, BOOT, 9, b"\x05"),
    "DECK_INSERTED": Frame(messages.DECK_INSERTED, BOOT, 10, b"\x02\x34"),
    "SHUFFLE_COMPLETE": Frame(messages.SHUFFLE_COMPLETE, BOOT, 11, b"\x02\x33"),
    "PACK_DISPENSED": Frame(messages.PACK_DISPENSED, BOOT, 12, b"\x01\x05"),
    "DOOR_CHANGED": Frame(messages.DOOR_CHANGED, BOOT, 13, b"\x01"),
}


def test_every_example_is_explained() -> None:
    assert {name for name, _ in EXAMPLES} == set(MEANT)


@pytest.mark.parametrize(("name", "text"), EXAMPLES)
def test_worked_examples(name: str, text: str) -> None:
    meant = MEANT[name]
    assert Codec().feed(bytes.fromhex(text)) == [meant]
    assert encode(meant) == bytes.fromhex(text)
    assert device.frame(meant.kind, meant.boot, meant.sequence, meant.body) == bytes.fromhex(text)


def test_the_kinds_in_the_document_are_the_kinds_in_the_code() -> None:
    listed = re.findall(r"^\| ([0-9A-F]{2}) \| ([A-Z_]+) \|", TABLE_LINK, re.MULTILINE)
    assert {name: int(kind, 16) for kind, name in listed} == {
        name: getattr(messages, name) for _, name in listed
    }
    assert {kind for kind, name in listed} == {
        f"{kind:02X}" for kind in vars(messages).values() if isinstance(kind, int) and kind > 1
    } | {f"{messages.HELLO:02X}"}


@pytest.mark.parametrize("words", [messages.FAULTS, messages.COLOURS], ids=["faults", "colours"])
def test_the_numbers_of_faults_and_colours_are_listed(words: dict[int, str]) -> None:
    assert all(
        re.search(rf"\b{number} {word.replace('opened_in_cycle', 'opened').replace('_', ' ')}\b", TABLE_LINK)
        for number, word in words.items()
    )


def test_the_angel_eyes_faults_are_listed() -> None:
    text = (DOCS / "devices" / "angel-eye.md").read_text()
    assert all(f"| {number} | `{word}` |" in text for number, word in FAULTS.items())


def test_every_driver_is_documented() -> None:
    lines = (DOCS / "json-lines.md").read_text()
    everything = TABLE_LINK + lines + "".join(path.read_text() for path in (DOCS / "devices").glob("*.md"))
    assert all(f'driver = "{name}"' in everything for name in DRIVERS)
