"""Does the program that runs come of the source that its version names? Python runs what it compiled before,
of a package without a look at the source. Each such file is held against what its source compiles to.

    python -m controller.bytecode

It takes some seconds, so a table has it done beside its start, in a process of its own.
"""

from __future__ import annotations

import asyncio
import marshal
import os
import sys
from asyncio.subprocess import DEVNULL, PIPE
from collections.abc import Iterator
from importlib.util import MAGIC_NUMBER, cache_from_source, source_hash
from pathlib import Path

import structlog

from controller.version import ROOMS, ROOT

log = structlog.get_logger()

HEADER_BYTES = 16
HASH_BASED, CHECKED = 1, 2  # bits of the second word of its header
NICE = 15


def modules(root: Path = ROOT) -> Iterator[Path]:
    return (path for room in ROOMS for path in sorted((root / room).rglob("*.py")))


def changed(root: Path = ROOT) -> list[str]:
    """The modules that would run as something else than their source says."""
    return [path.relative_to(root).as_posix() for path in modules(root) if not _comes_of_its_source(path)]


def _comes_of_its_source(path: Path) -> bool:
    compiled = Path(cache_from_source(str(path)))
    if not compiled.exists():
        return True  # Python compiles the source
    content, source = compiled.read_bytes(), path.read_bytes()
    if not _would_be_run(content, source, path):
        return True
    try:
        found = marshal.loads(content[HEADER_BYTES:])  # noqa: S302 - it would be run
        return bool(found == compile(source, found.co_filename, "exec", dont_inherit=True))
    except (ValueError, EOFError, TypeError, AttributeError, SyntaxError):
        return False


def _would_be_run(content: bytes, source: bytes, path: Path) -> bool:
    """As Python decides it."""
    if content[:4] != MAGIC_NUMBER:
        return False
    flags, first, second = (int.from_bytes(content[at : at + 4], "little") for at in (4, 8, 12))
    if not flags & HASH_BASED:
        return first == int(path.stat().st_mtime) & 0xFFFFFFFF and second == len(source) & 0xFFFFFFFF
    return not flags & CHECKED or content[8:16] == source_hash(source)


class BesideTheTable:
    """Looked once after each start."""

    def __init__(self) -> None:
        self.is_changed = False

    async def look(self) -> None:
        process = await asyncio.create_subprocess_exec(
            *[sys.executable, "-m", "controller.bytecode"],
            stdin=DEVNULL,
            stdout=PIPE,
            stderr=DEVNULL,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
        )
        try:
            said, _ = await process.communicate()
        except asyncio.CancelledError:
            if process.returncode is None:
                process.kill()
                await process.wait()
            raise
        if said.strip():
            self.is_changed = True
            log.error(
                "program_changed",
                files=said.decode(errors="replace").split(),
                detail="dpkg -V table-controller",
            )


if __name__ == "__main__":
    os.nice(NICE)
    print(*changed(), sep="\n")  # noqa: T201
