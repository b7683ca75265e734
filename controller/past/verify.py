"""Says whether the records in an evidence zip are those that a table has sealed:

    python3 verify.py evidence-T-01-123.zip --key "T-01 0 ABCDE FGHIJ ..."

It needs Python alone, and no network. Take it from where you trust it, not from the zip that it is to judge:
its own SHA-256 stands in the release's list of checksums. What it does is written down byte for byte in
docs/evidence-format.md. The exit status is 0 if all is as it was sealed, 1 if it is not, and 4 if nobody can
tell: without the verification key, or of a round that was not sealed yet.
"""

from __future__ import annotations

import argparse
import base64
import hashlib
import json
import pathlib
import sys
import time
import zipfile
from typing import Any

HOLDS, FAILS, NOT_PROVEN = 0, 1, 4
LATE_MS = 16 * 60_000  # a seal is made with a round's end, and every quarter of an hour
DAY_MS = 86_400_000


Item = dict[str, Any]
Key = tuple[str, int, bytes]  # of which table, the number of its first seal, the key itself
Point = tuple[int, int, int, int]


class Forged(Exception):
    """The text says what does not fit."""


# ---------------------------------------------------------------- Ed25519 (RFC 8032), to verify with it

P = 2**255 - 19
L = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, P - 2, P) % P
ROOT = pow(2, (P - 1) // 4, P)  # of -1


def even_x(y: int, is_odd: int) -> int | None:
    """The x of a point, or None if there is none."""
    x_2 = (y * y - 1) * pow(D * y * y + 1, P - 2, P) % P
    x = pow(x_2, (P + 3) // 8, P)
    if (x * x - x_2) % P:
        x = x * ROOT % P
    if (x * x - x_2) % P or (x == 0 and is_odd):
        return None
    return P - x if x % 2 != is_odd else x


def point(data: bytes) -> Point | None:
    """Extended coordinates, or None if the bytes are no point."""
    number = int.from_bytes(data, "little")
    y, is_odd = number % 2**255, number >> 255
    x = even_x(y, is_odd) if y < P and len(data) == 32 else None
    return None if x is None else (x, y, 1, x * y % P)


def add(one: Point, other: Point) -> Point:
    a = (one[1] - one[0]) * (other[1] - other[0]) % P
    b = (one[1] + one[0]) * (other[1] + other[0]) % P
    c, d = 2 * one[3] * other[3] * D % P, 2 * one[2] * other[2] % P
    e, f, g, h = b - a, d - c, d + c, b + a
    return e * f % P, g * h % P, f * g % P, e * h % P


def times(number: int, of: Point) -> Point:
    found = (0, 1, 1, 0)
    while number:
        if number & 1:
            found = add(found, of)
        of, number = add(of, of), number >> 1
    return found


BASE_Y = 4 * pow(5, P - 2, P) % P
BASE_X = even_x(BASE_Y, 0) or 0
BASE = (BASE_X, BASE_Y, 1, BASE_X * BASE_Y % P)


def is_signed(key: bytes, signature: bytes, message: bytes) -> bool:
    public, r = point(key), point(signature[:32])
    s = int.from_bytes(signature[32:], "little")
    if public is None or r is None or s >= L or len(signature) != 64:
        return False
    h = int.from_bytes(hashlib.sha512(signature[:32] + key + message).digest(), "little") % L
    left, right = times(s, BASE), add(r, times(h, public))
    return (left[0] * right[2] - right[0] * left[2]) % P == 0 == (left[1] * right[2] - right[1] * left[2]) % P


# ---------------------------------------------------------------- the verification key, as people write it


def key_in(words: str) -> Key:
    table, first, *groups = [*words.split(), "", ""][: max(2, len(words.split()))]
    text = "".join(groups).upper()
    try:
        data = base64.b32decode(text + "=" * (-len(text) % 8))
        number = int(first)
    except ValueError:
        data, number = b"", 0
    said = f"{table}|{number}|".encode() + data[:32]
    if len(data) != 35 or hashlib.sha256(said).digest()[:3] != data[32:]:
        raise SystemExit(
            "this is not a verification key, or it has a slip of the pen: compare it group by group"
        )
    return table, number, data[:32]


# ---------------------------------------------------------------- the way from that key to a seal


def unpacked(text: str) -> bytes:
    return base64.b64decode(text, validate=True)


def message_of(table: str, item: Item) -> bytes:
    """What was signed."""
    if item["kind"] == "seal":
        number, record, hash_, at_ms, why = (
            item[name] for name in ("number", "record", "hash", "at_ms", "why")
        )
        next_key, opens = unpacked(item["next_key"]).hex(), unpacked(item.get("opens", "")).hex()
        said = f"{table}|{number}|{record}|{unpacked(hash_).hex()}|{at_ms}|{why}|{next_key}"
        return f"table-controller seal {2 if opens else 1}|{said}{'|' + opens if opens else ''}".encode()
    kind, number, seal, at_ms = (item[name] for name in ("kind", "number", "seal", "at_ms"))
    opens, next_key = unpacked(item["opens"]).hex(), unpacked(item["next_key"]).hex()
    return f"table-controller {kind} 1|{table}|{number}|{seal}|{at_ms}|{opens}|{next_key}".encode()


def follow(key: Key, items: list[Item]) -> Item:
    """From the verification key on, each item's key is announced by one before it. Returns the last seal."""
    table, first, public = key
    seals, lines = {first: public}, dict[str, bytes]()  # keys: of seals by number, of the next day and month
    last: Item = {}
    month_ms: int | None = None
    day_ms: int | None = None
    for item in items:
        kind, number, at_ms = item["kind"], item["number"], item["at_ms"]
        own = seals.pop(number, None) if kind == "seal" else lines.pop(kind, None)
        what = f"{kind} {number} ({when(at_ms)})"
        if own is None:
            raise Forged(f"nothing leads to the {what} from this verification key")
        if not is_signed(own, unpacked(item["signature"]), message_of(table, item)):
            raise Forged(f"the {what} is not signed with the key that was announced for it")
        if last and at_ms < last["at_ms"]:
            raise Forged(f"the {what} is earlier than the one before it")
        if kind == "month":
            if month_ms is not None and month_of(at_ms) <= month_of(month_ms):
                raise Forged(f"the {what} does not begin a later month")
            month_ms, day_ms, lines["day"] = at_ms, None, unpacked(item["opens"])
            lines["month"], seals = unpacked(item["next_key"]), {}
        elif kind == "day":
            if day_ms is not None and at_ms // DAY_MS <= day_ms // DAY_MS:
                raise Forged(f"the {what} does not begin a later day")
            if month_ms is not None and month_of(at_ms) != month_of(month_ms):
                raise Forged(f"the {what} is not of the month that leads to it")
            day_ms, lines["day"] = at_ms, unpacked(item["next_key"])
            seals = {item["seal"]: unpacked(item["opens"])}
        else:
            seals[number + 1] = unpacked(item["next_key"])
            if item.get("opens"):
                lines, month_ms, day_ms = {"month": unpacked(item["opens"])}, None, None
        last = item
    return last


def month_of(at_ms: int) -> tuple[int, ...]:
    return time.gmtime(at_ms / 1000)[:2]


def when(at_ms: int) -> str:
    return time.strftime("%Y-%m-%d %H:%M:%S UTC", time.gmtime(at_ms / 1000))


# ---------------------------------------------------------------- the records of a file


def chained(name: str, lines: list[str]) -> tuple[dict[int, bytes], list[Item]]:
    """The hash of each record by its number, worked out from the records."""
    first, *records = map(json.loads, lines)
    previous, number = bytes.fromhex(first["hash_before"]), first["number_before"]
    hashes = {number: previous}
    for record in records:
        if record["number"] != number + 1:
            raise Forged(f"{name}: record {number + 1} is missing")
        number = record["number"]
        said = f"{number}|{record['round']}|{record['checkpoint']}|{record['text']}".encode()
        previous = hashlib.sha256(previous + said).digest()
        if previous.hex() != record["hash"]:
            raise Forged(f"{name}: record {number} was changed, lost or slipped in")
        hashes[number] = previous
    return hashes, records


def last_ms_of(records: list[Item]) -> int:
    """When the last of them was written, as far as they say."""
    found = 0
    for record in records:
        for line in record["text"].splitlines():
            what, _, said = line.partition(" ")
            said = (
                said.partition(" ")[2] if what in ("event", "unruled") else said if what == "checkpoint" else ""
            )
            if said.startswith("{"):
                found = max(found, int(json.loads(said).get("at_ms", 0) or 0))
    return found


def judge_kept(files: dict[str, str]) -> None:
    for name, text in json.loads(files["records/kept.json"]).items():
        if hashlib.sha256(text.encode()).hexdigest() != name:
            raise Forged(f"kept.json: {name} was changed")


def judge(files: dict[str, str], key: Key | None) -> int:
    """Tells each file, and returns the exit status."""
    judge_kept(files)
    packed = json.loads(files["journal.json"])["files"]
    proofs = json.loads(files.get("proof.json", "{}"))
    status = HOLDS
    before: list[Any] = []
    for name, end in packed.items():
        if f"records/{name}" not in files:
            raise Forged(f"{name} was packed and is missing")
        hashes, records = chained(name, files[f"records/{name}"].splitlines())
        if [records[-1]["number"], records[-1]["hash"]] != end:
            raise Forged(f"{name}: its last records are missing, or are those of another file")
        begins = records[0]["number"] - 1
        if before and before[0] == begins and before[1] != hashes[begins].hex():
            raise Forged(f"{name} does not follow the round before it")
        before = end
        if name.startswith("tournament-"):
            print(
                f"{name}: {len(records)} records hang together; what was sealed of it the table's records say"
            )
            continue
        way = [proofs["items"][at] for at in proofs.get("ways", {}).get(name, ())]
        status = max(status, judge_one(name, hashes, records, way, key))
    return status


def judge_one(
    name: str, hashes: dict[int, bytes], records: list[Item], way: list[Item], key: Key | None
) -> int:
    said = f"{name}: {len(records)} records"
    if key is None or not way:
        why = "give --key, the verification key" if way else "no seal is over it"
        last = records[-1]["hash"]
        print(
            f"{said} hang together, the last hash is {last}; that they are those of then is not proven: {why}"
        )
        return NOT_PROVEN
    seal = follow(key, way)
    if seal["kind"] != "seal" or hashes.get(seal["record"]) != unpacked(seal["hash"]):
        raise Forged(f"{name}: it is not what was sealed: seal {seal['number']} is over other records")
    covered = [record for record in records if record["number"] <= seal["record"]]
    late_ms = seal["at_ms"] - last_ms_of(covered)
    sealed = f"sealed {when(seal['at_ms'])}, seal {seal['number']}"
    if late_ms < 0:
        raise Forged(f"{name}: a record is later than the seal over it")
    if len(covered) < len(records):
        print(f"{said}, and only {len(covered)} of them were {sealed}: the rest is not proven")
        return NOT_PROVEN
    if late_ms > LATE_MS:
        print(f"{said}, {sealed}, {late_ms // 60_000} minutes after the last of them: not proven as of then")
        return NOT_PROVEN
    print(f"{said} are as they were {sealed}")
    return HOLDS


def files_in(path: pathlib.Path) -> dict[str, str]:
    if path.is_dir():
        return {
            str(one.relative_to(path).as_posix()): one.read_text("utf-8")
            for one in path.rglob("*")
            if one.is_file()
        }
    with zipfile.ZipFile(path) as packed:
        return {name: packed.read(name).decode("utf-8") for name in packed.namelist() if not name.endswith("/")}


def verify(path: pathlib.Path, words: str) -> int:
    """Tells what it finds, and returns the exit status."""
    try:
        status = judge(files_in(path), key_in(words) if words else None)
    except Forged as error:
        print(f"NOT AS IT WAS WRITTEN: {error}")
        return FAILS
    except (KeyError, IndexError, TypeError, ValueError, AttributeError, OSError, zipfile.BadZipFile) as error:
        print(f"NOT AS IT WAS PACKED: it cannot be read ({type(error).__name__}: {error})")
        return FAILS
    print("That is of the records. Pages and stories beside them can be made again from the journal.")
    return status


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    here = pathlib.Path(__file__).parent
    parser.add_argument(
        "evidence", nargs="?", type=pathlib.Path, default=here, help="the zip, or where it was unpacked"
    )
    parser.add_argument("--key", default="", help="the verification key of the table, in quotes")
    asked = parser.parse_args()
    sys.exit(verify(asked.evidence, asked.key))
