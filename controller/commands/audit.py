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
from controller.journal.keys import keys_beside, seal_of_journal
from controller.journal.sealing import VerificationKey, from_words
from controller.journal.sealing_key import SEALING_KEY
from controller.journal.witness import heads_in
from controller.past.reading import journal_at
from controller.tools.adjudicate import BadLine
from controller.tools.audit import MOST_TOLD, Fault, Found, Trust, audit
from controller.version import this_program

ONLY_NOTES = 3
SAID = {
    "not_this_key": "the first seal is not of this key: it is another table's, or the journal was made anew",
    "seal_missing": "a seal is missing",
    "seal_changed": "a seal was changed, or another verification key begins there (--anew): give that one, too",
    "record_missing": "records that were sealed are missing",
    "record_changed": "a record that was sealed was changed",
    "other_key_in_use": "seals were cut off at the end: the table's key is further on",
    "witness_knows_more": "a witness knows of later records than there are",
    "witness_knows_other": "a witness knows another record",
}
EPILOG = """\
Every record is held against the hash chain, every round is ruled on again from its checkpoint, and chips and
cards of every round must add up. With --key, the verification key that was shown when the table was set up,
every seal is verified too: then nothing that was sealed can have been changed, dropped or cut off without its
being said, with the record and the time from which nothing is proven. The exit status is 0 if nothing was
found, 1 if something is wrong, and 3 if only rounds of another version came out otherwise: rule on those with
the version that is named."""


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
    seal = seal_of_journal(path, asked.seal_key)
    trust = _trust(path, asked)
    found = audit(path, seal, Progress(sys.stderr.isatty()), asked.cores, trust)
    took_s = time.monotonic() - began
    print(f"{path}: {found.rounds} rounds, {found.records} records ruled on again by version {this_program()}")
    for round_ in found.without_beginning:
        print(f"round {round_} is not ruled on again: the checkpoint that it began with is not here")
    for line in (*_of_the_seals(found), *_of_the_witnesses(trust.known, found), *_of_tournaments(found)):
        print(line)
    _tell("fault", found.faults)
    _tell("note", found.notes)
    is_wrong = bool(found.faults or found.doubt) or (found.proof is not None and not found.proof.is_whole)
    print(f"{_verdict(found)}; it took {took_s:.1f} s")
    return FAILED if is_wrong else ONLY_NOTES if found.notes else OK


def _trust(path: Path, asked: argparse.Namespace) -> Trust:
    try:
        keys = _in_order([from_words(words) for words in asked.key])
        known = tuple(head for file in asked.witness for head in _heads_in(file))
    except ValueError as error:
        raise BadLine(str(error)) from None
    return Trust(keys, known, keys_beside(path) / SEALING_KEY)


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


def _of_the_witnesses(known: tuple[Head, ...], found: Found) -> Iterator[str]:
    if found.doubt is not None:
        head, doubt = found.doubt
        yield f"witnesses: {SAID[doubt]}: record {head.number}, written {head.when}"
    elif known:
        last = max(known)
        yield f"witnesses: {len(known)} heads hold, the last of record {last.number}, {last.when}"


def _of_the_seals(found: Found) -> Iterator[str]:
    proof = found.proof
    if found.first > 1:
        yield (
            f"records 1 to {found.first - 1} are not here, and nothing is proven of them: keep_months is over, "
            "or somebody took them away; backups have them"
        )
    if proof is None:
        if found.seals is None:
            yield "seals: they are in the table's journal.db: audit that one, with the closed folder beside it"
        elif found.seals:
            yield f"seals: {found.seals}, not verified: give --key, the verification key of this table"
        else:
            yield "seals: none. Nothing proves when this was written: see `tablectl verification-key`"
        return
    until = f"record {proof.record}, {when_of(proof.at_ms)}" if proof.seals else "nothing"
    if proof.fault is not None:
        yield f"seals: {SAID[proof.fault]}. Proven up to {until}; of what came after it nothing is proven"
    else:
        yield f"seals: {proof.seals} verified; proven as it was written up to {until}"
    if proof.is_whole and not proof.is_to_its_end:
        yield "seals: only the table's own sealing key, or a witness, could show that none was cut off"
    for gap in proof.gaps:
        yield (
            f"seals: none between {when_of(gap.from_ms)} and {when_of(gap.to_ms)}, behind record {gap.record}: "
            "the table was off, or its clock was set; nothing says that it was stopped in order"
        )


def _of_tournaments(found: Found) -> Iterator[str]:
    """Only what stands in records that are proven proves anything."""
    until = found.proof.record if found.proof is not None else None
    for held in found.tournaments:
        said = [one for one in held.said if until is None or one.record <= until]
        name = held.path.name
        if held.faults:
            yield f"{name}: it is not as the table's journal says"
        elif said:
            last, is_proven = said[-1], "proven" if until is not None else "as the table's journal says"
            yield (
                f"{name}: {held.records} records; {is_proven} up to record {last.wrote.record}, "
                f"{when_of(last.wrote.at_ms)}, which record {last.record} of the table's journal names"
            )
        else:
            yield f"{name}: {held.records} records, and nothing that proves them in the table's journal"


def _verdict(found: Found) -> str:
    if found.proof is not None and not found.proof.is_whole and not found.faults:
        return "the seals do not hold, though every round came out as it was told"
    if found.doubt is not None and not found.faults:
        return "a witness knows better, though every round came out as it was told"
    if found.faults:
        return f"{len(found.faults)} faults: the first is at record {found.faults[0].record}"
    if found.notes:
        return f"nothing is wrong; {len(found.notes)} rulings of another version came out otherwise"
    return "the chain is whole, and every round came out as it was told"


def _tell(kind: str, found: list[Fault]) -> None:
    for one in found[:MOST_TOLD]:
        print(f"{kind}: round {one.round}, record {one.record}: {one.what}")
    if len(found) > MOST_TOLD:
        print(f"{kind}: and {len(found) - MOST_TOLD} more")
