"""tablectl audit: is a journal whole, and was every round ruled as these rules rule?"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from controller.cannot_go_on import CannotGoOn
from controller.commands import FAILED, OK
from controller.commands.a_journal import takes_a_key
from controller.commands.progress import Progress
from controller.commands.values import cores
from controller.journal.head import Head, when_of
from controller.journal.keys import SEAL_KEY, keys_beside, seal_of_journal
from controller.journal.seal import Seal, SealError
from controller.journal.sealing import VerificationKey, from_words, in_words
from controller.journal.sealing_key import SEALING_KEY
from controller.journal.witness import heads_in
from controller.past.reading import journal_at
from controller.tools.adjudicate import BadLine
from controller.tools.audit import MOST_TOLD, Fault, Found, Trust, audit
from controller.tools.claims import NAMES, Claim, claims_of, steps_in_words, stops_in_words
from controller.tools.proving import proven_by_itself
from controller.version import this_program

ONLY_NOTES = 3
NOT_PROVEN = 4
EPILOG = """\
One line for each claim, and whether it holds. Every record is held against the hash chain, every round is ruled
on again from its checkpoint, and chips and cards of every round must add up. With --key, the verification key
that was shown when the table was set up, every seal is verified too, and with --witness what a witness wrote
down: then it is asked as well whether the journal ends where it ended. Without the table's key of the cards
(seal.key) no round is ruled on again, and all else is looked at: no secret is needed for it.

The exit status is 0 if all that was asked for holds; 1 if something is wrong; 3 if only rounds of another
version came out otherwise (rule on those with the version that is named); 4 if nothing is wrong and something
that was asked for cannot be proven here."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.formatter_class, parser.epilog = argparse.RawDescriptionHelpFormatter, EPILOG
    parser.add_argument(
        "journal",
        nargs="+",
        type=Path,
        help="journal.db of a table's state folder, that folder, or closed files of it",
    )
    takes_a_key(parser)
    parser.add_argument(
        "--key",
        action="append",
        default=[],
        metavar="WORDS",
        help="the verification key, as it was shown (in quotes); one more for each that was begun with --anew",
    )
    parser.add_argument(
        "--witness", action="append", type=Path, default=[], metavar="FILE", help="what a witness wrote down"
    )
    parser.add_argument(
        "--since",
        metavar="RECORD:HASH",
        help="only what is new since a point that was proven: as an audit before has said it, or `proven`: "
        "as far as the table has ruled on its own rounds again",
    )
    parser.add_argument(
        "--every", action="store_true", help="each stop, step of the clock, gap and fault, however many"
    )
    parser.add_argument("--cores", type=cores, help="how many to use (default: all)")


def run(asked: argparse.Namespace) -> int:
    statuses = [_of_many(path, asked) for path in asked.journal]
    return FAILED if FAILED in statuses else max(statuses)


def _of_many(path: Path, asked: argparse.Namespace) -> int:
    """One that cannot be audited keeps nobody from the others."""
    try:
        return _one(journal_at(path), asked)
    except (CannotGoOn, OSError) as trouble:
        if len(asked.journal) == 1:
            raise
        print(f"{path}: not audited: {trouble}", flush=True)
        return FAILED


def _one(path: Path, asked: argparse.Namespace) -> int:
    began = time.monotonic()
    seal = _seal(path, asked.seal_key)
    trust = _trust(path, asked)
    found = audit(path, seal, Progress(sys.stderr.isatty()), asked.cores, trust)
    took_s = time.monotonic() - began
    how = "ruled on again" if found.has_key else "read"
    print(f"{path}: {found.rounds} rounds, {found.records} records {how} by version {this_program()}")
    claims = claims_of(found, trust)
    for claim in claims:
        print(claim)
    most = None if asked.every else MOST_TOLD
    _tell("off", list(stops_in_words(found.stops)), most)
    _tell("clock", list(steps_in_words(found)), most)
    _tell("seals", list(_gaps(found)), most)
    _tell("fault", [_in_words("fault", one) for one in found.faults], most)
    _tell("note", [_in_words("note", one) for one in found.notes], most)
    status = _status(found, claims)
    if status in (OK, ONLY_NOTES) and not found.is_one_file:
        print(f"to go on from here: --since {found.last}:{found.hash.hex()}{_key_to_go_on(found)}")
    print(f"{_verdict(found, claims)}; it took {took_s:.1f} s")
    return status


def _key_to_go_on(found: Found) -> str:
    """Whoever has proven all seals so far needs no key but that of the next."""
    return f' --key "{in_words(found.proof.goes_on)}"' if found.proof is not None else ""


def _seal(path: Path, given: Path | None) -> Seal | None:
    """None: whoever audits has not been given the key that opens the cards."""
    try:
        return seal_of_journal(path, given)
    except SealError:
        if given is not None:
            raise
        return None


def _status(found: Found, claims: list[Claim]) -> int:
    statuses = {claim.status for claim in claims}
    if "fails" in statuses or found.faults:
        return FAILED
    if "not proven" in statuses:
        return NOT_PROVEN
    return ONLY_NOTES if found.notes else OK


def _trust(path: Path, asked: argparse.Namespace) -> Trust:
    try:
        keys = _in_order([from_words(words) for words in asked.key])
        known = tuple(head for file in asked.witness for head in _heads_in(file))
    except ValueError as error:
        raise BadLine(str(error)) from None
    keys_folder = keys_beside(path)
    since, since_hash = _since(path, asked.since)
    is_at_table = (keys_folder / SEAL_KEY).exists()
    return Trust(keys, known, keys_folder / SEALING_KEY, is_at_table, since, since_hash)


def _since(path: Path, asked: str | None) -> tuple[int, bytes]:
    if asked is None:
        return 0, b""
    if asked == "proven":
        return proven_by_itself(path), b""
    record, _, hash_ = asked.partition(":")
    try:
        return int(record), bytes.fromhex(hash_)
    except ValueError:
        raise BadLine(
            f"{asked!r} is no point that was proven: give RECORD:HASH, as an audit before has said it"
        ) from None


def _in_order(keys: list[VerificationKey]) -> tuple[VerificationKey, ...]:
    if len({key.table for key in keys}) > 1:
        raise ValueError("the keys are of different tables: give those of this one")
    by_number = {key.first: key for key in keys}
    if len(by_number) < len(keys):
        raise ValueError("two of the keys begin with the same seal: give only the one that was shown last")
    return tuple(by_number[number] for number in sorted(by_number))


def _heads_in(file: Path) -> list[Head]:
    heads = heads_in(file)
    if not heads:
        raise ValueError(
            f"{file} is nothing that a witness wrote: name a file that `witness` in the table's file names"
        )
    return heads


def _gaps(found: Found) -> Iterator[str]:
    for gap in found.proof.gaps if found.proof is not None else ():
        yield (
            f"seals: none between {when_of(gap.from_ms)} and {when_of(gap.to_ms)}, behind record {gap.record}: "
            "the table was off, or its clock was set; nothing says that it was stopped in order"
        )


def _verdict(found: Found, claims: list[Claim]) -> str:
    failed = [NAMES[claim.name] for claim in claims if claim.status == "fails"]
    told = "every round came out as it was told" if found.has_key else "money adds up in every round"
    if found.faults:
        return f"{len(found.faults)} faults: the first is at record {found.faults[0].record}"
    if failed:
        return f"it does not hold: {', '.join(failed)}; though {told}"
    unproven = [NAMES[claim.name] for claim in claims if claim.status == "not proven"]
    if "to its end" in unproven:
        return f"whole as far as record {found.last}: that it ended there nobody can say, though {told}"
    if unproven:
        return f"nothing is wrong, and this is not proven: {', '.join(unproven)}"
    if found.notes:
        return f"nothing is wrong; {len(found.notes)} rulings of another version came out otherwise"
    return f"the chain is whole, and {told}"


def _in_words(kind: str, one: Fault) -> str:
    return f"{kind}: round {one.round}, record {one.record}: {one.what}"


def _tell(kind: str, lines: list[str], most: int | None) -> None:
    for line in lines[:most]:
        print(line)
    if most is not None and len(lines) > most:
        print(f"{kind}: and {len(lines) - most} more: --every lists them")
