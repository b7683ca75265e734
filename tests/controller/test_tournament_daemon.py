"""A whole tournament through the real daemon: people at the page of the tournament, a dealer at the panel."""

from __future__ import annotations

import asyncio
import json
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from controller.cli import main
from simulators.conductor import Conductor, Office
from simulators.dealer import Given, play
from tests.browser.dealing import DEALER
from tests.controller.test_scripted_dealer import daemon_of
from tests.daemon import Daemon

PEOPLE = (("4001", "2947"), ("5001", "8361"), ("3001", "5173"))
PLAY_WAIT_S = 240
PLAYED = {"demo_tournament": "one_table_canberra_poker", "demo_omaha_tournament": "one_table_omaha"}


def soon() -> tuple[str, str]:
    """In Omaha the ballot comes before the starting time, and everybody waits for that."""
    return r"start = \S+", f"start = {datetime.now(UTC) + timedelta(seconds=20):%Y-%m-%dT%H:%M:%SZ}"


async def conducted(daemon: Daemon, entries: int, conductor: Conductor | None = None) -> Conductor:
    address = f"127.0.0.1:{daemon.port}"
    office = Office(address, daemon.token("director"), PEOPLE, entries)
    conductor = conductor or Conductor(office, lambda line: None)
    given = Given(
        address=address,
        token=daemon.token("dealer"),
        badge=DEALER[0],
        pin=DEALER[1],
        folder=str(daemon.state),
        seed=5,
        pace_s=0.01,
    )
    dealing = asyncio.create_task(play(given, lambda line: None))
    try:
        await asyncio.wait_for(conductor.conduct(), PLAY_WAIT_S)
    finally:
        dealing.cancel()
        await asyncio.gather(dealing, return_exceptions=True)
    return conductor


@pytest.mark.parametrize("table", PLAYED)
def test_it_is_conducted_from_the_first_fee_to_the_last_payment(table, capsys):
    with daemon_of(table, **{PLAYED[table]: soon()}) as daemon:
        conductor = asyncio.run(conducted(daemon, entries=4))
        assert conductor.done.count("enter") == 4
        journal = next(Path(daemon.state).glob("tournament-*.db"))
        assert main(["tournament", "audit", str(journal)]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["findings"] == []
    assert found["result"]["stage"] == "awarded"
    assert found["result"]["in_the_till_cents"] == found["result"]["commission_cents"]
