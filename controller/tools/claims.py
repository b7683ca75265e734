"""What an audit can claim of a journal, each by itself: it holds, it does not, or nobody can say.

Nothing here reads a file. Whoever asks gets one line for each, and what was asked for and cannot be proven is
never taken for proven.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple

from controller.clock import time_of_day_ms
from controller.journal.head import when_of
from controller.journal.sealing import Fault as Broken
from controller.tools.audit import Fault, Found, Of, Stopped, Trust

Status = Literal["holds", "fails", "not proven", "not asked", "told"]
NAMES = {
    "whole": "whole",
    "end": "to its end",
    "beginning": "from its beginning",
    "sealed": "as sealed",
    "witnessed": "as witnessed",
    "rounds": "every round as it was told",
    "sums": "money adds up",
    "tournaments": "tournaments",
    "off": "when the table was off",
    "clock": "when the clock was set",
}
SAID: dict[Broken, str] = {
    "not_this_key": "the first seal is not of this key: it is another table's, or the journal was made anew",
    "seal_missing": "a seal is missing",
    "seal_changed": "a seal was changed, or another verification key begins there (--anew): give that one, too",
    "record_missing": "records that were sealed are missing",
    "record_changed": "a record that was sealed was changed",
    "way_changed": "a day or a month leads to another key than the seals do",
    "other_key_in_use": "seals were cut off at the end: the table's key is further on",
    "witness_knows_more": "a witness knows of later records than there are",
    "witness_knows_other": "a witness knows another record",
}


class Claim(NamedTuple):
    name: str
    status: Status
    says: str

    def __str__(self) -> str:
        return f"{NAMES[self.name]}: {self.status}: {self.says}"


def claims_of(found: Found, trust: Trust) -> list[Claim]:
    return [
        _whole(found, trust),
        _to_its_end(found, trust),
        _from_its_beginning(found, trust),
        _sealed(found, trust),
        _witnessed(found, trust),
        _rounds(found),
        _sums(found),
        *_tournaments(found),
        _off(found),
        _clock(found),
    ]


def _of(found: Found, *of: Of) -> list[Fault]:
    return [fault for fault in found.faults if fault.of in of]


def _whole(found: Found, trust: Trust) -> Claim:
    faults = _of(found, "chain")
    if faults:
        more = f", and {len(faults) - 1} more" if len(faults) > 1 else ""
        return Claim("whole", "fails", f"the chain breaks at record {faults[0].record}{more}")
    first = max(found.first, trust.since)
    return Claim("whole", "holds", f"the chain of records {first} to {found.last} is unbroken")


def _to_its_end(found: Found, trust: Trust) -> Claim:
    """By whom it is known how long it should be: the sealing key and a witness cannot be made up by whoever has
    the machine, its head can."""
    if found.is_one_file:
        return Claim("end", "not asked", "a closed file alone: the journal goes on elsewhere")
    if found.short:
        return Claim("end", "fails", found.short[0].what)
    if found.proof is not None and found.proof.fault in ("other_key_in_use", "record_missing"):
        return Claim("end", "fails", f"{SAID[found.proof.fault]}{_anew_with(found, found.proof.goes_on.first)}")
    if found.doubt is not None and found.doubt[1] == "witness_knows_more":
        return Claim("end", "fails", SAID["witness_knows_more"])
    if found.seals and trust.is_at_table and found.evidence.has_sealing_key is False:
        what = f"its sealing key is missing here, at the table, though there are {found.seals} seals"
        return Claim("end", "fails", f"{what}: find out who took it away, and when")
    if found.proof is not None and found.proof.is_to_its_end:
        return Claim("end", "holds", f"record {found.last} is the last: the sealing key in use shows it")
    known = [head.number for head in trust.known if head.number <= found.last]
    if found.doubt is None and known and max(known) >= found.last_checkpoint:
        return Claim(
            "end", "holds", f"as far as record {max(known)}, which a witness knows; it holds {found.last}"
        )
    heads = [known.where for known in found.evidence.heads]
    if trust.keys or trust.known:
        return Claim(
            "end", "not proven", f"that it ended with record {found.last} nobody here can say: {_NEEDED}"
        )
    if heads:
        return Claim("end", "holds", f"as {heads[0]} says; who has the machine can write that: {_NEEDED}")
    return Claim("end", "not asked", f"nothing here says how long it should be: {_NEEDED}")


def _anew_with(found: Found, seal: int) -> str:
    """The key is another one also where sealing was begun anew and no seal has been made since."""
    anew = [host for host in found.hosts if host.kind == "sealing_begun" and host.said["seal"] == seal]
    return f"; or it is the one that record {anew[-1].record} begins with: give that one, too" if anew else ""


_NEEDED = "the table's own sealing key, or a witness, could show it"


def _from_its_beginning(found: Found, trust: Trust) -> Claim:
    if trust.since:
        says = f"what came before record {trust.since} was proven before, and was not looked at"
        return Claim("beginning", "not asked", says)
    if found.is_one_file:
        return Claim("beginning", "not asked", f"a closed file alone: it begins with record {found.first}")
    if found.first <= 1:
        return Claim("beginning", "holds", "it begins with record 1")
    gone = f"records 1 to {found.first - 1} are not here"
    let_go = [host for host in found.hosts if host.kind == "past_let_go"]
    through = max((host.said["last"] for host in let_go), default=0)
    if through >= found.first - 1:
        last = max(let_go, key=lambda host: host.said["last"])
        to = last.said.get("backed_up") or "a backup"
        return Claim(
            "beginning", "holds", f"{gone}: record {last.record} says that they were let go, and are in {to}"
        )
    before = max((host.said.get("gone", 0) for host in found.hosts if host.kind == "restarted"), default=0)
    if before >= found.first - 1:
        return Claim(
            "beginning", "not proven", f"{gone}, and were not when such things began to be written down"
        )
    if not any(host.said.get("start") for host in found.hosts if host.kind == "restarted"):
        return Claim(
            "beginning", "not proven", f"{gone}. The versions that wrote it did not write down what was let go"
        )
    return Claim(
        "beginning",
        "fails",
        f"{gone}, and the journal does not say that they were let go: look for them in backups",
    )


def _sealed(found: Found, trust: Trust) -> Claim:
    proof = found.proof
    if found.seals is None:
        says = "seals are in the table's journal.db: audit that one, with the closed folder beside it"
        return Claim("sealed", "not proven" if trust.keys else "not asked", says)
    if proof is None:
        if found.seals:
            says = f"it has {found.seals} seals: give --key, the verification key of this table"
            return Claim("sealed", "not asked", says)
        says = "it has no seals. Nothing proves when this was written: see `tablectl verification-key`"
        return Claim("sealed", "not asked", says)
    until = f"record {proof.record}, {when_of(proof.at_ms)}" if proof.seals else "nothing"
    if proof.fault is not None:
        says = f"{SAID[proof.fault]}. Proven up to {until}; of what came after it nothing is proven"
        return Claim("sealed", "fails", says)
    lines = "; ".join(
        f"seals {line.first} to {line.last} by the key of seal {line.first}, from record {line.record} on"
        for line in proof.lines
    )
    says = f"{lines}: proven as it was written up to {until}"
    if proof.not_looked_at and not trust.since:
        first = proof.lines[0]
        says += (
            f". Seals 0 to {first.first - 1} belong to an earlier key and are not verified: what was written "
            f"before record {first.record} is proven only as it stood {when_of(first.at_ms)}. Give both keys"
        )
        return Claim("sealed", "not proven", says)
    return Claim("sealed", "holds", says)


def _witnessed(found: Found, trust: Trust) -> Claim:
    if found.doubt is not None:
        head, doubt = found.doubt
        return Claim("witnessed", "fails", f"{SAID[doubt]}: record {head.number}, written {head.when}")
    forgot = [host for host in found.hosts if host.kind == "witness_forgot"]
    told = "".join(
        f". Record {host.record}: {host.said['witness']} had known record {host.said['record']}, and then "
        f"{host.said.get('knows', 0)}"
        for host in forgot
    )
    if not trust.known:
        return Claim("witnessed", "not asked", f"give --witness, a file that a witness wrote{told}")
    last = max(trust.known)
    return Claim(
        "witnessed",
        "holds",
        f"{len(trust.known)} heads hold, the last of record {last.number}, {last.when}{told}",
    )


def _rounds(found: Found) -> Claim:
    if not found.has_key:
        says = "no round was ruled on again: the key of the cards (seal.key) is not here"
        return Claim("rounds", "not asked", says)
    faults = _of(found, "rounds")
    if faults:
        return Claim(
            "rounds", "fails", f"{len(faults)} came out otherwise, the first at record {faults[0].record}"
        )
    says = f"{found.rounds} rounds were ruled on again"
    if found.without_beginning:
        rounds = ", ".join(map(str, found.without_beginning))
        says += f"; not round {rounds}: the checkpoint that it began with is not here"
    if found.notes:
        says += f"; {len(found.notes)} rulings of another version would be others now"
    return Claim("rounds", "holds", says)


def _sums(found: Found) -> Claim:
    faults = _of(found, "sums")
    if faults:
        return Claim(
            "sums", "fails", f"{len(faults)} sums do not come out, the first at record {faults[0].record}"
        )
    return Claim(
        "sums", "holds", f"in {found.rounds} rounds chips were neither made nor lost, by what was decided"
    )


def _tournaments(found: Found) -> Iterator[Claim]:
    """Only what stands in records that are proven proves anything."""
    until = found.proof.record if found.proof is not None else None
    for held in found.tournaments:
        said = [one for one in held.said if until is None or one.record <= until]
        name = held.path.name
        if held.faults:
            yield Claim("tournaments", "fails", f"{name}: it is not as the table's journal says")
        elif said:
            last, is_proven = said[-1], "proven" if until is not None else "as the table's journal says"
            says = (
                f"{name}: {held.records} records; {is_proven} up to record {last.wrote.record}, "
                f"{when_of(last.wrote.at_ms)}, which record {last.record} of the table's journal names"
            )
            yield Claim("tournaments", "holds", says)
        else:
            says = f"{name}: {held.records} records, and nothing that proves them in the table's journal"
            yield Claim("tournaments", "not proven" if until is not None else "not asked", says)


# ---------------------------------------------------------------- told, for a house to hold against its hours


def _off(found: Found) -> Claim:
    stopped = [host for host in found.hosts if host.kind == "sealing_stopped"]
    anew = [host for host in found.hosts if host.kind == "sealing_begun"]
    said = "".join(
        f". Sealing was begun anew with seal {host.said['seal']}, record {host.record}, {when_of(host.at_ms)}"
        + (f": {host.said['reason']}" if host.said.get("reason") else "")
        for host in anew
    )
    said += "".join(
        f". At record {host.record} it was restored; it had had {host.said['known']} records. Why: "
        f"{host.said['reason']}"
        for host in found.hosts
        if host.kind == "journal_restored"
    )
    said += "".join(
        f". At the start of record {host.record}, {when_of(host.at_ms)}, its sealing key was {host.said['why']}"
        for host in stopped
    )
    if not found.stops:
        return Claim("off", "told", f"never between its records{said}")
    longest = max(found.stops, key=lambda stop: stop.to_ms - stop.from_ms)
    not_in_order = sum(not stop.in_order for stop in found.stops)
    return Claim(
        "off",
        "told",
        f"{len(found.stops)} times, {not_in_order} of them without a seal that says so; the longest for "
        f"{lasting(longest.to_ms - longest.from_ms)} from {when_of(longest.from_ms)}{said}",
    )


def _clock(found: Found) -> Claim:
    steps = [host for host in found.hosts if host.kind == "clock_stepped"]
    if not steps:
        return Claim("clock", "told", "never, as far as it was noticed")
    last = steps[-1]
    return Claim(
        "clock",
        "told",
        f"{len(steps)} times, the last at record {last.record}, {when_of(last.at_ms)} of the table's own time: "
        f"the time of day was {lasting(abs(last.said['shift_ms']))} "
        f"{'ahead of' if last.said['shift_ms'] > 0 else 'behind'} it from there on",
    )


def stops_in_words(stops: Sequence[Stopped]) -> Iterator[str]:
    for stop in stops:
        start = stop.said.get("start")
        yield (
            f"off: {when_of(stop.from_ms)} to {when_of(stop.to_ms)}, {lasting(stop.to_ms - stop.from_ms)}, "
            f"{'stopped in order' if stop.in_order else 'nothing says that it was stopped in order'}; "
            f"record {stop.record}"
            + (f", start {start}" if start else "")
            + (f", boot {stop.said['boot'][:8]}" if stop.said.get("boot") else "")
        )


def steps_in_words(found: Found) -> Iterator[str]:
    for host in found.hosts:
        if host.kind == "clock_stepped":
            by_s = host.said.get("by_ms", 0) / 1000
            by_clock_ms = time_of_day_ms(host.at_ms, host.said["shift_ms"])
            yield (
                f"clock: set by {by_s:+.0f} s at record {host.record}, {when_of(host.at_ms)} of the table's "
                f"time, {when_of(by_clock_ms)} by the clock"
            )


def lasting(ms: int) -> str:
    """In words short enough to be compared by eye."""
    seconds = round(ms / 1000)
    days, hours, minutes = seconds // 86_400, seconds // 3_600 % 24, seconds // 60 % 60
    if days:
        return f"{days} d {hours} h"
    if hours:
        return f"{hours} h {minutes} min"
    return f"{minutes} min {seconds % 60} s" if minutes else f"{seconds} s"
