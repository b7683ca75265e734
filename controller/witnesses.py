"""The witnesses of a table's journal, and what the table is told of them."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Mapping, Sequence

from controller.inbox import Inbox, InboxFull, Incoming
from controller.journal.witness import Beside, Standing, Told, Witness
from games.events import Fact, WitnessDisagrees, WitnessForgot, WitnessKnows

MOST_OF_NAME = 80
REMEMBERED_EVERY_S = 15 * 60.0  # what a witness has acknowledged; the first time at once


class Witnesses:
    """Each has a thread of its own; what they say comes through the inbox like all else."""

    def __init__(
        self,
        witnesses: Sequence[Witness],
        inbox: Inbox,
        knew: Mapping[str, int],
        now_s: Callable[[], float] = time.monotonic,
    ) -> None:
        """`knew` is what the journal remembers that they have acknowledged, by their names."""
        self._inbox = inbox
        self._now_s = now_s
        self._remembered_s: dict[str, float] = {}
        self.beside = [Beside(one, self, knew.get(_name_of(one), 0)) for one in witnesses]

    def start(self) -> None:
        for beside in self.beside:
            beside.start()

    def stop(self) -> None:
        for beside in self.beside:
            beside.stop()

    def tell(self, told: Told) -> None:
        for beside in self.beside:
            beside.tell(told)

    # ------------------------------------------------------------ from their own threads

    def changed(self, witness: Witness, standing: Standing, record: int) -> None:
        if standing == "witness_refuses":
            self._put(WitnessDisagrees(witness=_name_of(witness), record=record))

    def acknowledged(self, witness: Witness, record: int) -> None:
        name, now_s = _name_of(witness), self._now_s()
        if now_s - self._remembered_s.get(name, -REMEMBERED_EVERY_S) >= REMEMBERED_EVERY_S:
            self._remembered_s[name] = now_s
            self._put(WitnessKnows(witness=name, record=record))

    def forgot(self, witness: Witness, knew: int, knows: int) -> None:
        self._put(WitnessForgot(witness=_name_of(witness), record=knew, knows=knows))

    def _put(self, fact: Fact) -> None:
        with contextlib.suppress(InboxFull):
            self._inbox.put(Incoming(fact))


def _name_of(witness: Witness) -> str:
    """What tells one from the other stands at the end of a path."""
    return witness.name[-MOST_OF_NAME:]
