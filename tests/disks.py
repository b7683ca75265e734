"""Disks that do what disks do: hang, fail, are full, give less than was asked.

Between a real process and the real disk stands a small library, made with the machine's C compiler."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path
from typing import NamedTuple

SOURCE = r"""
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/statvfs.h>
#include <sys/types.h>
#include <unistd.h>

/* Which call is to fail: of this kind, the `left`th from now on; with errno `how`, or 0 for half of what was
   asked. What could once not be read cannot be read any more, and a disk that is full says so when asked. */
static char failing;
static int left, how, is_full;
static char folder[4096], list[4096], bad[4096];

/* Only files in this folder are meant; what is done with them is written to the list. */
void disk_watches(const char *in, const char *to) {
  strncpy(folder, in, sizeof folder - 1);
  strncpy(list, to, sizeof list - 1);
}
void disk_fails(char kind, int number, int error) { failing = kind; left = number; how = error; }

/* 0: goes on as it is; 1: fails; 2: half of it. */
static int meets(char kind, int file) {
  char link[64], name[4096], line[4200];
  if (!folder[0]) return 0;
  snprintf(link, sizeof link, "/proc/self/fd/%d", file);
  ssize_t long_ = readlink(link, name, sizeof name - 1);
  if (long_ < 0) return 0;
  name[long_] = 0;
  if (strncmp(name, folder, strlen(folder)) || name[strlen(folder)] != '/') return 0;
  int fails = failing == kind && left && --left == 0;
  if (fails && how == ENOSPC) is_full = 1;
  if (fails && how && kind == 'r') strcpy(bad, name);
  fails = fails || (kind == 'r' && !strcmp(bad, name));
  int to = open(list, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600);
  if (to >= 0) {
    int size = snprintf(line, sizeof line, "%c %s%s\n", kind, strrchr(name, '/') + 1, fails ? " failed" : "");
    ssize_t (*put)(int, const void *, size_t) = dlsym(RTLD_NEXT, "write");
    if (put(to, line, size) < 0) abort();
    close(to);
  }
  if (!fails) return 0;
  if (!how) return 2;
  errno = how;
  return 1;
}
static void wait_for_it(void) {
  const char *path = getenv("DISK_HANGS_WHILE");
  while (path && !access(path, F_OK)) usleep(20000);
}
#define SAYS(name) int name(const char *path, struct name *found) { \
  int done = ((__typeof__(&name))dlsym(RTLD_NEXT, #name))(path, found); \
  if (is_full) found->f_bavail = found->f_bfree = 0; \
  return done; }
SAYS(statvfs)
SAYS(statvfs64)
#define REAL(name, ...) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))(__VA_ARGS__)
#define SYNCS(name) int name(int file) { wait_for_it(); return meets('s', file) ? -1 : REAL(name, file); }
#define MOVES(name, kind, type, ...) \
  int found = meets(kind, file); \
  if (found == 1) return -1; \
  return REAL(name, file, data, found == 2 ? size / 2 : size, ##__VA_ARGS__);
SYNCS(fsync)
SYNCS(fdatasync)
ssize_t write(int file, const void *data, size_t size) { MOVES(write, 'w', const void *) }
ssize_t pwrite(int file, const void *data, size_t size, off_t at) { MOVES(pwrite, 'w', const void *, at) }
ssize_t pwrite64(int file, const void *data, size_t size, off64_t at) { MOVES(pwrite64, 'w', const void *, at) }
ssize_t read(int file, void *data, size_t size) { MOVES(read, 'r', void *) }
ssize_t pread(int file, void *data, size_t size, off_t at) { MOVES(pread, 'r', void *, at) }
ssize_t pread64(int file, void *data, size_t size, off64_t at) { MOVES(pread64, 'r', void *, at) }
"""


class Call(NamedTuple):
    kind: str  # "s" a sync, "w" a write, "r" a read; "told" what the process itself has said
    file: str
    failed: bool = False


class Disk:
    def __init__(self, folder: Path) -> None:
        """Raises FileNotFoundError where there is no compiler."""
        compiler = shutil.which("cc")
        if compiler is None:
            raise FileNotFoundError("there is no C compiler here")
        self._hangs = folder / "the disk hangs"
        self.library = folder / "disk.so"
        (folder / "disk.c").write_text(SOURCE)
        built = ["-shared", "-fPIC", "-o", str(self.library), str(folder / "disk.c"), "-ldl"]
        subprocess.run([compiler, *built], check=True)

    @property
    def environment(self) -> dict[str, str]:
        return {"LD_PRELOAD": str(self.library), "DISK_HANGS_WHILE": str(self._hangs)}

    def hang(self) -> None:
        self._hangs.touch()

    def answer(self) -> None:
        self._hangs.unlink(missing_ok=True)


def calls(listed: str) -> list[Call]:
    rows = [line.split(" ") for line in listed.splitlines()]
    return [Call(row[0], row[1], row[-1] == "failed") for row in rows]
