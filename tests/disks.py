"""A disk that does not answer, for a real daemon: each sync of the process waits as long as a file is there."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

SOURCE = r"""
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
#include <unistd.h>
static void wait_for_it(void) {
  const char *path = getenv("DISK_HANGS_WHILE");
  while (path && !access(path, F_OK)) usleep(20000);
}
int fsync(int file) {
  wait_for_it();
  return ((int (*)(int))dlsym(RTLD_NEXT, "fsync"))(file);
}
int fdatasync(int file) {
  wait_for_it();
  return ((int (*)(int))dlsym(RTLD_NEXT, "fdatasync"))(file);
}
"""


class SlowDisk:
    def __init__(self, folder: Path) -> None:
        """Raises FileNotFoundError where there is no compiler."""
        compiler = shutil.which("cc")
        if compiler is None:
            raise FileNotFoundError("there is no C compiler here")
        self._hangs = folder / "the disk hangs"
        self._library = folder / "slow_disk.so"
        (folder / "slow_disk.c").write_text(SOURCE)
        built = ["-shared", "-fPIC", "-o", str(self._library), str(folder / "slow_disk.c"), "-ldl"]
        subprocess.run([compiler, *built], check=True)

    @property
    def environment(self) -> dict[str, str]:
        return {"LD_PRELOAD": str(self._library), "DISK_HANGS_WHILE": str(self._hangs)}

    def hang(self) -> None:
        self._hangs.touch()

    def answer(self) -> None:
        self._hangs.unlink(missing_ok=True)
