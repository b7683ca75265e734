"""tablectl verification-key: has a table seal its journal, and shows once what its seals are verified with."""

from __future__ import annotations

import argparse
import contextlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

from controller.cannot_go_on import CannotGoOn
from controller.commands import OK
from controller.commands.table_file import add_table, owned
from controller.journal.journal import Journal
from controller.journal.keys import seal_of_table
from controller.journal.sealing import VerificationKey, in_words
from controller.journal.sealing_key import SEALING_KEY, new_sealing_key
from controller.tools.backup import MOST_REASON, forget_spans, free_name
from controller.tools.one_record import put_on_record
from games.events import SealingBegun
from games.table.table import Setup

EPILOG = """\
The sealing key stays at the table and changes with every seal. The verification key is shown now and never
again: it is kept nowhere on this machine. Write it down or scan it, and keep it where the table's people cannot
change it: `tablectl audit --key` asks for it. The table must be stopped."""


class NotShown(CannotGoOn):
    """The text says what to do."""


class HasKey(CannotGoOn):
    """There is a sealing key, and what it has sealed is verified with the key that was shown then."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.formatter_class, parser.epilog = argparse.RawDescriptionHelpFormatter, EPILOG
    add_table(parser)
    parser.add_argument(
        "--anew",
        action="store_true",
        help="begin anew, after a restored backup or a lost key: what was sealed before keeps its own key",
    )
    parser.add_argument("--reason", default="", help="why it is begun anew: it stays on record in the journal")


def run(asked: argparse.Namespace) -> int:
    config = owned(asked)
    table = config.table
    setup = Setup(table.table, config.game, table.boxes, config.options, config.shoe)
    key = set_up(
        table.table,
        config.state,
        config.keys,
        anew=asked.anew,
        show=_show,
        on_record=OnRecord(setup, asked.reason),
    )
    with contextlib.suppress(UnicodeEncodeError):  # a terminal that has no such signs
        _show_code(in_words(key))
    return OK


def _show(key: VerificationKey) -> None:
    try:
        print(f"\n{in_words(key)}\n")
        print("Keep this verification key away from this machine. It is not shown again.", flush=True)
    except OSError as error:
        raise NotShown(
            f"the verification key could not be shown ({error.strerror}), so none was made: see to where the "
            "output goes, then run this again"
        ) from error


class OnRecord(NamedTuple):
    """What the journal is told: without a journal there is nothing to tell it."""

    setup: Setup
    reason: str


def set_up(
    table: str,
    state: Path,
    keys: Path,
    *,
    anew: bool,
    show: Callable[[VerificationKey], None] = lambda key: None,
    on_record: OnRecord | None = None,
) -> VerificationKey:
    """A key that nobody was shown would seal for nobody: then all is as it was before."""
    path = keys / SEALING_KEY
    with _stopped(state) as journal:
        first = journal.seals_made if journal is not None else 0
        if (path.exists() or first) and not anew:
            raise HasKey(
                f"{path} seals this table's journal: verify it with the key that was shown then; "
                "--anew begins anew, and the journal and every audit say so"
            )
        aside = free_name(keys / f"sealing-until-{first}.key")
        before = path.rename(aside) if path.exists() else None
        forget_spans(keys)
        key = VerificationKey(table, first, new_sealing_key(path, first))
        try:
            show(key)
            if journal is not None and not journal.empty and on_record is not None:
                seal = seal_of_table(state, keys, may_create=False)
                fact = SealingBegun(seal=first, reason=on_record.reason[:MOST_REASON])
                put_on_record(journal, seal, on_record.setup, fact)
        except BaseException:
            path.unlink()
            if before is not None:
                before.rename(path)
            raise
        return key


@contextlib.contextmanager
def _stopped(state: Path) -> Iterator[Journal | None]:
    """A daemon that began meanwhile would seal with the key that is put aside."""
    path = state / "journal.db"
    if not path.exists():
        yield None
        return
    with contextlib.closing(Journal(path)) as journal:
        yield journal


def _show_code(words: str) -> None:
    import segno  # noqa: PLC0415 - no other command draws one

    segno.make(words, error="m").terminal(compact=True)
