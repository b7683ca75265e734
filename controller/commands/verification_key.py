"""tablectl verification-key: has a table seal its journal, and shows once what its seals are verified with."""

from __future__ import annotations

import argparse
import contextlib
from collections.abc import Callable, Iterator
from pathlib import Path

from controller.cannot_go_on import CannotGoOn
from controller.commands import OK
from controller.commands.table_file import add_table, owned
from controller.journal.journal import Journal
from controller.journal.sealing import VerificationKey, in_words
from controller.journal.sealing_key import SEALING_KEY, new_sealing_key
from controller.tools.backup import free_name

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


def run(asked: argparse.Namespace) -> int:
    config = owned(asked)
    key = set_up(config.table.table, config.state, config.keys, anew=asked.anew, show=_show)
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


def set_up(
    table: str,
    state: Path,
    keys: Path,
    *,
    anew: bool,
    show: Callable[[VerificationKey], None] = lambda key: None,
) -> VerificationKey:
    """A key that nobody was shown would seal for nobody: then all is as it was before."""
    path = keys / SEALING_KEY
    with _stopped(state) as first:
        if (path.exists() or first) and not anew:
            raise HasKey(
                f"{path} seals this table's journal: verify it with the key that was shown then; "
                "--anew begins anew, and says so in every audit"
            )
        aside = free_name(keys / f"sealing-until-{first}.key")
        before = path.rename(aside) if path.exists() else None
        key = VerificationKey(table, first, new_sealing_key(path, first))
        try:
            show(key)
        except BaseException:
            path.unlink()
            if before is not None:
                before.rename(path)
            raise
        return key


@contextlib.contextmanager
def _stopped(state: Path) -> Iterator[int]:
    """How many seals there are. A daemon that began meanwhile would seal with the key that is put aside."""
    path = state / "journal.db"
    if not path.exists():
        yield 0
        return
    with contextlib.closing(Journal(path)) as journal:
        yield journal.seals_made


def _show_code(words: str) -> None:
    import segno  # noqa: PLC0415 - no other command draws one

    segno.make(words, error="m").terminal(compact=True)
