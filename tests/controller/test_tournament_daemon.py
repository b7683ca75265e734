"""A whole tournament through the real daemon: people at the page of the tournament, a dealer at the panel."""

from __future__ import annotations

import asyncio
import json
import threading
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import pytest

from controller.cli import main
from controller.journal.journal import LOCK_WAIT_S
from controller.tools.adjudicate import adjudicate_journal
from simulators.conductor import Conductor, Office
from simulators.dealer import play
from tests.controller.test_in_one_go import Holder
from tests.controller.test_scripted_dealer import daemon_of
from tests.daemon import Daemon

PEOPLE = (("4001", "2947"), ("5001", "8361"), ("3001", "5173"))
PLAY_WAIT_S = 480
PLAYED = {"demo_tournament": "one_table_canberra_poker", "demo_omaha_tournament": "one_table_omaha"}


def soon() -> tuple[str, str]:
    """In Omaha the ballot comes before the starting time, and everybody waits for that."""
    return r"start = \S+", f"start = {datetime.now(UTC) + timedelta(seconds=20):%Y-%m-%dT%H:%M:%SZ}"


def conductor_of(daemon: Daemon, entries: int = 4) -> Conductor:
    office = Office(f"127.0.0.1:{daemon.port}", daemon.token("director"), PEOPLE, entries)
    return Conductor(office, lambda line: None)


async def conducted(daemon: Daemon, conductor: Conductor, wait_s: float = PLAY_WAIT_S) -> bool:
    """Whether it came to its end. Whoever of them cannot go on says so at once."""
    given = daemon.scripted_dealer(seed=5, pace_s=0.01)
    conducting = asyncio.create_task(conductor.conduct())
    dealing = asyncio.create_task(play(given, lambda line: None))
    try:
        done, _ = await asyncio.wait((conducting, dealing), timeout=wait_s, return_when=asyncio.FIRST_COMPLETED)
        for task in done:
            task.result()
        return conducting in done
    finally:
        for task in (conducting, dealing):
            task.cancel()
        await asyncio.gather(conducting, dealing, return_exceptions=True)


def audited(daemon: Daemon, capsys: pytest.CaptureFixture[str]) -> Any:
    journal = next(Path(daemon.state).glob("tournament-*.db"))
    assert main(["tournament", "audit", str(journal)]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["findings"] == []
    assert found["result"]["stage"] == "awarded"
    assert found["result"]["in_the_till_cents"] == found["result"]["commission_cents"]
    for round_ in (1, 2):  # and the table's rounds, without the tournament
        *_, last = adjudicate_journal(daemon.state / "journal.db", round_)
        assert json.loads(last)["result"]["rounds"]
    return found["result"]


@pytest.mark.parametrize("table", PLAYED)
def test_it_is_conducted_from_the_first_fee_to_the_last_payment(table, capsys):
    with daemon_of(table, **{PLAYED[table]: soon()}) as daemon:
        conductor = conductor_of(daemon)
        assert asyncio.run(conducted(daemon, conductor))
        assert conductor.done.count("enter") == 4
        audited(daemon, capsys)


def test_it_goes_on_wherever_the_daemon_was_killed(capsys):
    """With the cards where they lie, and every chip, fee and place where it was."""
    with daemon_of("demo_tournament") as daemon:
        conductor = conductor_of(daemon)
        for after_s in (1.5, 4.0, 3.0):
            asyncio.run(conducted(daemon, conductor, after_s))
            daemon.kill()
            daemon.start()
        assert asyncio.run(conducted(daemon, conductor))
        result = audited(daemon, capsys)
        assert len(result["entries"]) == 4
        assert sum(row["prize_cents"] for row in result["entries"]) == result["prize_pool_cents"]


def test_it_goes_on_after_another_program_held_its_journal_and_nobody_else_waits(capsys):
    with daemon_of("demo_tournament") as daemon:
        conductor, waits_s = conductor_of(daemon), []

        def hold() -> None:
            time.sleep(3.0)
            holder = Holder(next(daemon.state.glob("tournament-*.db")))
            until = time.monotonic() + LOCK_WAIT_S + 2
            while time.monotonic() < until:
                began = time.monotonic()
                urlopen(f"http://127.0.0.1:{daemon.port}/dealer", timeout=20).close()
                waits_s.append(time.monotonic() - began)
                time.sleep(0.1)
            holder.let_go()

        holding = threading.Thread(target=hold)
        holding.start()
        assert asyncio.run(conducted(daemon, conductor))
        holding.join()
        assert max(waits_s) < 2
        audited(daemon, capsys)
        log = daemon.log.read_text()
        assert "tournament_waits" in log
        assert "tournament_goes_on" in log
        assert "tournament_stopped" not in log
