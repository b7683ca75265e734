"""Where a table's seal key lies, and how it gets there."""

from __future__ import annotations

import os
from pathlib import Path

import structlog

from controller.journal.seal import Seal, SealError, load_seal
from controller.private_file import sync, write_privately

log = structlog.get_logger()

SEAL_KEY = "seal.key"
CLOSED = "closed"  # a folder in the state folder, with what of the journal is over
CREDENTIALS = "CREDENTIALS_DIRECTORY"  # where systemd puts what LoadCredential= names


def seal_of_table(state: Path, keys: Path, *, may_create: bool) -> Seal:
    """Of the daemon, and of tools that know the table's configuration."""
    if (given := _credential()) is not None:
        return load_seal(given, may_create=False)
    path = keys / SEAL_KEY
    try:
        if (state / SEAL_KEY).exists():
            _move(state / SEAL_KEY, path)
        elif may_create:
            keys.mkdir(parents=True, exist_ok=True, mode=0o700)
        return load_seal(path, may_create=may_create)
    except OSError as error:
        raise SealError(
            f"the seal key {path} cannot be used ({error.strerror}): see to the folder's owner, "
            "or name another folder as keys in the table's file"
        ) from error


def key_places(state: Path, keys: Path) -> list[Path]:
    """Where it may lie only if there is a journal."""
    return [state / SEAL_KEY, keys / SEAL_KEY]


def key_in_use(keys: Path) -> Path:
    return _credential() or keys / SEAL_KEY


def seal_of_journal(journal: Path, given: Path | None = None) -> Seal:
    """Of tools that have nothing but a journal: the key that is named, else where a table would have it."""
    beside, apart = journal.with_name(SEAL_KEY), keys_beside(journal) / SEAL_KEY
    path = given or (beside if beside.exists() else apart)
    if not path.exists():
        looked = path if given else f"neither {beside} nor {apart}"
        raise SealError(
            f"the journal's key is missing ({looked}): restore it from the backup, or name it with --seal-key"
        )
    return load_seal(path, may_create=False)


def keys_beside(journal: Path) -> Path:
    """Where a table keeps them if its file does not say otherwise."""
    state = journal.resolve().parent
    state = state.parent if state.name == CLOSED else state
    return state.parent / f"{state.name}-keys"


def _credential() -> Path | None:
    folder = os.environ.get(CREDENTIALS)
    path = Path(folder) / SEAL_KEY if folder else None
    return path if path is not None and path.exists() else None


def _move(old: Path, new: Path) -> None:
    """Earlier versions had it beside the journal. It is never in no place, whenever the power goes."""
    load_seal(old, may_create=False)
    text = old.read_text()
    if new.exists() and new.read_text() != text:
        raise SealError(f"{old} and {new} are different keys: take away the one that is not this journal's")
    new.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    sync(new.parent.parent)
    write_privately(new, text)
    old.unlink()
    sync(old.parent)
    log.warning("seal_key_moved", away_from=str(old), to=str(new), detail="back it up apart from the journal")
