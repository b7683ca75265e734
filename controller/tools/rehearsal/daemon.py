"""The real daemon as its own process, in a folder and on a port of its own, and what it has written down."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from controller.journal.journal import Journal, Record
from controller.journal.keys import seal_of_journal
from controller.journal.records import played_again, rebuild
from controller.tools.rehearsal.script import ScriptError
from controller.web.addresses import address_of
from games.outcomes import Outcome
from games.table.table import Table
from simulators.bench import Bench, BenchLost

ROOT = Path(__file__).parents[3]
ADDRESS = re.compile(r"http://(127\.0\.0\.1:\d+)/dealer")
LAST_WORDS = "Ctrl-C stops"  # the daemon's, when it is about to answer
JOURNAL = "journal.db"
ANSWER_WAIT_S = 15
STOP_WAIT_S = 15
LOG_TAIL = 1_500


class Daemon:
    def __init__(self, config: Path, state: Path, seed: int) -> None:
        self.state = state
        self._screens = state.with_name(f"{state.name}-screens")
        state.mkdir(exist_ok=True)
        self.address = ""
        self._seen = 0  # records of the journal
        self._log = state / "rehearsal.log"
        self._command = [
            *(sys.executable, "-u", "-m", "controller", "run", str(config.resolve())),
            *("--state", str(state), "--port", "0", "--seed", str(seed)),
        ]
        self._process: subprocess.Popen[str] | None = None

    def start(self) -> None:
        with self._log.open("ab") as log:
            self._process = subprocess.Popen(  # noqa: S603 - our own program
                self._command, cwd=ROOT, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=log, text=True
            )
        assert self._process.stdout
        for line in self._process.stdout:
            if found := ADDRESS.search(line):
                self.address = found[1]
            if line.startswith(LAST_WORDS):
                return
        self._let_go(self._process)
        raise ScriptError(f"the daemon does not start: {self._log.read_text()[-LOG_TAIL:].strip()}")

    def kill(self) -> None:
        """As a power cut would. The simulated devices live on."""
        assert self._process
        self._process.kill()
        self._let_go(self._process)

    def stop(self) -> None:
        if self._process and self._process.poll() is None:
            self._process.terminate()
            try:
                self._process.wait(STOP_WAIT_S)
            except subprocess.TimeoutExpired:
                self._process.kill()
            self._let_go(self._process)
        self._stop_devices()

    @staticmethod
    def _let_go(process: subprocess.Popen[str]) -> None:
        process.wait()
        if process.stdout:
            process.stdout.close()

    def _stop_devices(self) -> None:
        """In a round they would stay: cards lie on the table."""
        try:
            bench = Bench(self.state)
            bench.do("stop")
            bench.close()
        except BenchLost:
            return

    def token(self, role: str) -> str:
        return address_of(self._screens, role, ANSWER_WAIT_S).partition("#")[2]

    # ------------------------------------------------------------ what it has written down

    def news(self) -> Iterator[Outcome]:
        """All outcomes since the last look, as they were committed."""
        seal, journal = seal_of_journal(self.state / JOURNAL), self._journal()
        try:
            for again in played_again(seal, self._not_heard(journal)):
                if again.record.number > self._seen:
                    self._seen = again.record.number
                    yield from again.outcomes
        finally:
            journal.close()

    def _not_heard(self, journal: Journal) -> list[Record]:
        """With the checkpoint that they build upon."""
        records = list(journal.records())
        heard = [at for at, record in enumerate(records) if record.checkpoint and record.number <= self._seen]
        return records[heard[-1] if heard else 0 :]

    def table(self) -> Table:
        """As it stands after the last record."""
        journal = self._journal()
        try:
            return rebuild(seal_of_journal(self.state / JOURNAL), journal.since_checkpoint())
        finally:
            journal.close()

    def _journal(self) -> Journal:
        return Journal(self.state / JOURNAL, reads_only=True)
