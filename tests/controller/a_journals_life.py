"""A table's whole life on a disk that does one thing wrong: `python -m … LIBRARY FOLDER`.

It reads a line for each life, `NAME KIND NUMBER ERRNO`, lives it in a fork of its own, and answers with a line
of JSON: what was told, each with the hash that was told with it, and how it ended.
"""

from __future__ import annotations

import ctypes
import json
import os
import sys
from pathlib import Path
from typing import Any

from controller.cannot_go_on import CannotGoOn
from games import events as e
from tests.controller.room import Room

STEPS: tuple[e.Event, ...] = (
    e.SignIn(by="1182"),
    e.OpenTable(),
    e.DeckCheckedByHand(role="supervisor"),
    e.Shuffled(),
    e.CutMade(),
    e.PlaceAnte(box=1, amount_cents=2_500),
    e.PlaceAnte(box=2, amount_cents=2_500),
    e.CloseBetting(),
)


def live(folder: Path, tells: Any) -> dict[str, Any]:
    """It begins, takes in what happens, is sealed in its file, stops, and is opened once more."""
    told: list[tuple[int, str]] = []
    try:
        for steps in (STEPS, ()):
            running = Room(folder)
            try:
                for step in steps:
                    running.handle(step)
                    if running.loop.trouble is not None:
                        break
                    number = running.journal.last_number
                    told.append((number, running.journal.hash_of(number).hex()))
                    tells(f"told {number}")
                trouble = running.loop.trouble
                if trouble is not None:
                    return {"told": told, "ended": trouble.code, "said": trouble.detail}
                running.journal.settle()
                running.journal.sync_head()
            finally:
                running.close()
    except CannotGoOn as error:
        return {"told": told, "ended": type(error).__name__, "said": str(error)}
    except Exception as error:  # what has no words for people is what this is about
        return {"told": told, "ended": "no words", "said": f"{type(error).__name__}: {error}"}
    return {"told": told, "ended": "", "said": ""}


def main(library: str, home: Path) -> None:
    disk = ctypes.CDLL(library)
    for line in sys.stdin:
        name, kind, number, error = line.split()
        reads, writes = os.pipe()
        child = os.fork()
        if child == 0:
            folder, listed = home / name, home / f"{name}.calls"
            folder.mkdir()
            disk.disk_watches(os.fsencode(folder), os.fsencode(listed))
            disk.disk_fails(ctypes.c_char(kind.encode()), int(number), int(error))

            def tells(what: str, listed: Path = listed) -> None:
                with listed.open("a") as file:
                    file.write(f"{what}\n")

            with Path(os.devnull).open("w") as nobody:
                sys.stdout = sys.stderr = nobody
                os.write(writes, json.dumps(live(folder, tells)).encode())
            os._exit(0)
        os.close(writes)
        with os.fdopen(reads, "rb") as answer:
            said = answer.read().decode()
        os.waitpid(child, 0)
        sys.stdout.write((said or '{"told": [], "ended": "died", "said": ""}') + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]))
