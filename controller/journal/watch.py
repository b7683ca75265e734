"""Sees that the files that are written to are still those that were opened, under the names they had then."""

from __future__ import annotations

import contextlib
import os
import stat
from pathlib import Path

OWNER_MAY = stat.S_IRUSR | stat.S_IWUSR
Known = tuple[int, int, int, int]  # device, inode, mode, owner


class Watch:
    """Costs a look at each file, no more: it is asked at every commit."""

    def __init__(self, paths: list[Path], growing: list[Path]) -> None:
        """`growing` are never shorter than they were, as long as only we write to them."""
        self._known = {path: _known(os.stat(path)) for path in [*paths, *growing]}
        self._sizes = dict.fromkeys(growing, 0)
        self._folder = growing[0].parent
        self._keys: dict[Path, int] = {}
        self._contents: dict[Path, tuple[int, bytes]] = {}

    def add(self, key: Path, *, changes: bool = False) -> None:
        """It is held open, so that it can be saved if its name goes; and kept, if it never changes."""
        self._known[key] = _known(os.stat(key))
        self._keys[key] = os.open(key, os.O_RDONLY | os.O_CLOEXEC)
        if not changes:
            self._contents[key] = os.stat(key).st_mtime_ns, key.read_bytes()

    def look(self) -> str | None:
        """What is wrong, if anything is."""
        for path, known in self._known.items():
            try:
                now = os.stat(path)
            except OSError as error:
                return f"{path} cannot be reached any more ({error.strerror})"
            if _known(now) != known:
                return f"{path} {_what_changed(known, _known(now))}"
            if self._was_written_over(path, now.st_mtime_ns):
                return f"{path} was written over"
            size = self._sizes.get(path)
            if size is not None:
                if now.st_size < size:
                    return f"{path} was cut from {size} to {now.st_size} bytes"
                self._sizes[path] = now.st_size
        if os.statvfs(self._folder).f_flag & os.ST_RDONLY:
            return f"{self._folder} was made read-only"
        return None

    def _was_written_over(self, path: Path, at_ns: int) -> bool:
        before_ns, content = self._contents.get(path, (at_ns, b""))
        return at_ns != before_ns and path.read_bytes() != content

    def was_emptied(self, path: Path) -> None:
        """By ourselves."""
        self._sizes[path] = 0

    def save_keys(self) -> str:
        """Those that are not found under their names any more. What was done, in a sentence."""
        told = []
        for path, file in self._keys.items():
            _, kept = self._contents.get(path, (0, b""))
            if _leads_to(path, file) and (not kept or path.read_bytes() == kept):
                continue
            saved = path.with_name(f"{path.name}.rescued")
            with contextlib.suppress(OSError):
                _write_anew(saved, kept or os.pread(file, os.fstat(file).st_size, 0))
                told.append(f"{path.name} was saved as {saved}: put it back.")
        return " ".join(told)

    def close(self) -> None:
        for file in self._keys.values():
            os.close(file)


def _leads_to(path: Path, file: int) -> bool:
    return path.exists() and os.path.samestat(os.stat(path), os.fstat(file))


def _known(now: os.stat_result) -> Known:
    return now.st_dev, now.st_ino, now.st_mode & OWNER_MAY, now.st_uid


def _what_changed(known: Known, now: Known) -> str:
    if known[:2] != now[:2]:
        return "was replaced by another file"
    return "has got other permissions"


def _write_anew(path: Path, content: bytes) -> None:
    file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        os.write(file, content)
        os.fsync(file)
    finally:
        os.close(file)
