"""The bench page in tests: what is brought about at the far end of the wires, and what the table then asks."""

from __future__ import annotations

import json
import time
from typing import Any, Generic, TypeVar

from controller.tools.adjudicate import adjudicate_journal
from simulators.table import FACES
from tests.browser.dealing import Json, Prepared, Screen
from tests.daemon import Daemon

PATIENCE_S = 20
AnyPrepared = TypeVar("AnyPrepared", bound=Prepared)


class Bench(Generic[AnyPrepared]):
    """The bench page beside the panel, and hands that touch both."""

    def __init__(self, daemon: Daemon, prepared: AnyPrepared) -> None:
        self.daemon = daemon
        self.prepared = prepared
        self.page = Screen(daemon, "bench").__enter__()
        self._before: list[tuple[int, str]] = []

    def press(self, name: str) -> None:
        self.page.send("hand", {"verb": "about"})  # the page looks at the table when somebody touches it
        button = self._button(self.page.until(lambda state: self._button(state, name) is not None), name)
        assert button is not None
        answer = self.page.send(button["act"], button["args"])
        assert answer["ok"], answer

    @staticmethod
    def _button(state: Json, name: str) -> Json | None:
        buttons = [button for group in state["groups"] for button in group["buttons"]]
        return next((button for button in buttons if button["id"] == name), None)

    def presses(self, *names: str) -> None:
        for name in names:
            self.press(name)

    def says(self, command: str, **args: object) -> None:
        with Screen(self.daemon) as screen:
            screen.must(command, **args)

    def reports(self, what: str, **args: object) -> None:
        self.says("report", what=what, **args)

    def wrong_face(self) -> str:
        """Not the one that lies there: what a dealer sees, or believes to have seen."""
        return next(face for face in FACES if face != self.face("box-1", 1))

    def face(self, place: str, nth: int) -> str:
        return str(self.daemon.bench.do("expose", place=place, nth=nth)["face"])

    def begins(self) -> None:
        """What has been asked before is no news."""
        self._before = self._questions()

    def asked(self) -> set[str]:
        """What has been asked in the round that is played."""
        questions = self._questions()
        known = len(self._before) if questions[: len(self._before)] == self._before else 0
        return {about for _, about in questions[known:]}

    def _questions(self) -> list[tuple[int, str]]:
        with Screen(self.daemon) as screen:
            said = screen.state["header"]["round"]
        if not said:
            return []
        round_ = int(said.split()[-1])
        lines = map(json.loads, adjudicate_journal(self.daemon.state / "journal.db", round_))
        return [(round_, line["about"]) for line in lines if line.get("kind") == "question"]


def until_asked(bench: Bench[Any], about: str) -> set[str]:
    end = time.monotonic() + PATIENCE_S
    while about not in (asked := bench.asked()) and time.monotonic() < end:
        time.sleep(0.05)
    return asked


def goes_on_without_readers(bench: Bench[Any]) -> None:
    bench.press("unplug-readers")
    assert "readers_lost" in until_asked(bench, "readers_lost")
    bench.says("answer", choice="go_on")
