"""A screen finds its address in a file, keeps its place over a restart, and old keys are soon worth nothing."""

from __future__ import annotations

import grp
import html
import json
import os
import pty
import stat
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect
from websockets.typing import Origin

from controller.web.addresses import FILE, NoAddress, address_of, hand_over
from controller.web.tokens import MOST_FORMER, ROLES, new_tokens
from tests.controller.test_daemon_and_its_files import eventually
from tests.daemon import ROOT, Daemon

TABLECTL = [sys.executable, "-m", "controller"]


@pytest.fixture
def daemon(tmp_path: Path) -> Iterator[Daemon]:
    made = Daemon(tmp_path).start()
    yield made
    made.stop()


def hello(daemon: Daemon, token: str) -> dict[str, str]:
    at = f"127.0.0.1:{daemon.port}"
    with connect(f"ws://{at}/ws", origin=Origin(f"http://{at}"), max_size=1_000_000) as socket:
        socket.send(json.dumps({"hello": token, "role": "sign"}))
        answer: dict[str, str] = json.loads(socket.recv(timeout=5))
        return answer


def asked(daemon: Daemon, *arguments: str | Path) -> subprocess.CompletedProcess[str]:
    command = [*TABLECTL, "address", daemon.config, *arguments]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=30, check=False)


# ---------------------------------------------------------------- the file


def test_the_address_of_each_screen_is_handed_over_and_taken_back(daemon: Daemon) -> None:
    for role in ("dealer", "sign", "bench"):
        assert asked(daemon, "--role", role).stdout == f"{daemon.page(role)}\n"
    assert (
        "this table has no director: it has dealer, bench, sign" in asked(daemon, "--role", "director").stderr
    )
    handed = daemon.folder / "state-screens" / FILE
    assert stat.S_IMODE(handed.stat().st_mode) == 0o600
    daemon.stop()
    assert not handed.exists()
    assert "is not there: start the table first" in asked(daemon, "--role", "dealer").stderr


def test_a_file_that_a_killed_daemon_has_left_is_no_address(daemon: Daemon) -> None:
    daemon.kill()
    assert "nobody answers at port" in asked(daemon, "--role", "dealer").stderr
    daemon.start()


def test_a_group_that_the_table_names_may_read_it(tmp_path: Path) -> None:
    group = grp.getgrgid(os.getgroups()[0] if os.getgroups() else os.getgid())
    hand_over(tmp_path / "screens", {"dealer": "http://127.0.0.1:1/dealer#key"}, group.gr_name)
    for path, mode in ((tmp_path / "screens", 0o750), (tmp_path / "screens" / FILE, 0o640)):
        assert stat.S_IMODE(path.stat().st_mode) == mode
        assert path.stat().st_gid == group.gr_gid


def test_a_group_that_there_is_not_is_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(NoAddress, match="there is no group kiosks"):
        hand_over(tmp_path / "screens", {}, "kiosks")


def test_a_page_leads_there_and_is_for_its_user_alone(daemon: Daemon, tmp_path: Path) -> None:
    page = tmp_path / "dealer.html"
    told = asked(daemon, "--role", "dealer", "--page", page)
    assert (told.returncode, told.stdout) == (0, "")
    assert daemon.page("dealer") in page.read_text()
    assert stat.S_IMODE(page.stat().st_mode) == 0o600


def test_a_kiosk_that_starts_first_waits_for_the_table(tmp_path: Path) -> None:
    daemon = Daemon(tmp_path)
    command = [*TABLECTL, "address", daemon.config, "--role", "sign", "--wait", "30"]
    kiosk = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)
    try:
        daemon.start()
        said, _ = kiosk.communicate(timeout=30)
        assert said == f"{daemon.page('sign')}\n"
    finally:
        daemon.stop()


def test_a_page_that_waits_says_why_the_table_does_not_start_and_then_leads_there(tmp_path: Path) -> None:
    daemon = Daemon(tmp_path)
    page = tmp_path / "dealer.html"
    table = daemon.config.read_text()
    daemon.config.write_text(f"colour = 1\n{table}")
    refused = asked(daemon, "--role", "dealer", "--page", page)
    assert refused.returncode == 1
    assert "colour" in page.read_text()
    assert "This table is not running" in page.read_text()
    daemon.config.write_text(table)
    daemon.state.mkdir()
    (daemon.state / "journal.db").mkdir()  # nothing that could be opened
    command = [*TABLECTL, "address", daemon.config, "--role", "dealer", "--wait", "60", "--page", page]
    kiosk = subprocess.Popen(command, cwd=ROOT)
    try:
        run = [*TABLECTL, "run", str(daemon.config)]
        failed = subprocess.run(run, cwd=ROOT, capture_output=True, text=True, timeout=30, check=False)
        assert failed.returncode == 1
        why = failed.stderr.rpartition("tablectl: ")[2].strip()
        eventually(lambda: html.escape(why) in page.read_text())
        assert stat.S_IMODE(page.stat().st_mode) == 0o600
        (daemon.state / "journal.db").rmdir()
        daemon.start()
        assert kiosk.wait(30) == 0
        assert f"0;url={daemon.page('dealer')}" in page.read_text()
        assert daemon.stop() == 0
        assert asked(daemon, "--role", "dealer", "--page", page).returncode == 1
        assert "This table is not running" in page.read_text()
        assert html.escape(why) not in page.read_text()
    finally:
        kiosk.kill()
        kiosk.wait()


def test_why_a_second_start_failed_is_no_reason_any_more_when_the_first_is_stopped(tmp_path: Path) -> None:
    daemon = Daemon(tmp_path)
    daemon.start()
    try:
        second = [*TABLECTL, "run", str(daemon.config)]
        failed = subprocess.run(second, cwd=ROOT, capture_output=True, text=True, timeout=30, check=False)
        assert failed.returncode == 1
        why = failed.stderr.rpartition("tablectl: ")[2].strip()
    finally:
        daemon.stop()
    page = tmp_path / "dealer.html"
    assert asked(daemon, "--role", "dealer", "--page", page).returncode == 1
    assert why
    assert html.escape(why) not in page.read_text()


def test_somebody_at_a_terminal_is_shown_the_whole_address(tmp_path: Path) -> None:
    daemon = Daemon(tmp_path)
    master, terminal = pty.openpty()
    command = [*TABLECTL, "run", str(daemon.config)]
    process = subprocess.Popen(command, cwd=ROOT, stdin=subprocess.DEVNULL, stdout=terminal, stderr=terminal)
    daemon.process = process
    os.close(terminal)
    try:
        said = ""
        while "Ctrl-C stops the table." not in said:
            said += os.read(master, 4096).decode()
        assert address_of(daemon.folder / "state-screens", "dealer", wait_s=20) in said
        assert "PIN 4826" in said
    finally:
        daemon.stop()
        os.close(master)


# ---------------------------------------------------------------- keys


def test_a_screen_that_was_open_over_a_restart_is_told_its_new_key(daemon: Daemon) -> None:
    before = daemon.token("sign")
    daemon.stop()
    daemon.start()
    now = daemon.token("sign")
    assert now != before
    assert hello(daemon, before) == {"kind": "token", "token": now}
    assert hello(daemon, now)["kind"] == "screen"


def test_a_key_opens_its_own_screen_only_however_old(daemon: Daemon) -> None:
    bench = daemon.token("bench")
    daemon.stop()
    daemon.start()
    for key in (bench, daemon.token("bench"), "", "x"):
        with pytest.raises(ConnectionClosed) as closed:
            hello(daemon, key)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 4401


def test_a_moment_after_the_start_a_former_key_is_worth_nothing(tmp_path: Path) -> None:
    path = tmp_path / "tokens.json"
    first = new_tokens(path)
    second = new_tokens(path)
    assert second.opened_before("dealer", first.of("dealer"))
    assert not second.opens("dealer", first.of("dealer"))
    second.forget_former(path)
    assert not second.opened_before("dealer", first.of("dealer"))
    third = new_tokens(path)
    assert third.opened_before("dealer", second.of("dealer"))
    assert not third.opened_before("dealer", first.of("dealer"))


def test_a_screen_waits_over_several_starts_that_fail(tmp_path: Path) -> None:
    path = tmp_path / "tokens.json"
    first = new_tokens(path)
    for _ in range(MOST_FORMER):
        last = new_tokens(path)
    assert last.opened_before("sign", first.of("sign"))
    assert not new_tokens(path).opened_before("sign", first.of("sign"))


@pytest.mark.parametrize("content", ["", "{", "[]", "5", '{"now": 1}', '{"now": {"dealer": 1}, "former": [2]}'])
def test_a_damaged_file_of_keys_only_asks_for_new_addresses(tmp_path: Path, content: str) -> None:
    (tmp_path / "tokens.json").write_text(content)
    tokens = new_tokens(tmp_path / "tokens.json")
    assert all(len(tokens.of(role)) > 20 for role in ROLES)
    assert not tokens.opened_before("dealer", "")


def test_starts_that_fail_because_another_daemon_runs_cost_no_screen_its_key(daemon: Daemon) -> None:
    kept = (daemon.state / "tokens.json").read_bytes()
    second = subprocess.run(
        [*TABLECTL, "run", str(daemon.config), "--port", "0"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=30,
        check=False,
    )
    assert second.returncode != 0
    assert "another daemon already has this table" in second.stderr
    assert (daemon.state / "tokens.json").read_bytes() == kept


def test_keys_that_cannot_be_kept_keep_no_table_shut(tmp_path: Path) -> None:
    """A full disk is to be said on the panel: for that it must open."""
    (tmp_path / "tokens.json").mkdir()
    tokens = new_tokens(tmp_path / "tokens.json")
    assert tokens.opens("dealer", tokens.of("dealer"))


def test_a_page_takes_no_other_files_place(daemon: Daemon, tmp_path: Path) -> None:
    page = tmp_path / "dealer.html"
    for _ in range(2):  # its own it may
        assert asked(daemon, "--role", "dealer", "--page", page).returncode == 0
    page.write_text("<!doctype html>somebody's")
    told = asked(daemon, "--role", "dealer", "--page", page)
    assert (told.returncode, page.read_text()) == (1, "<!doctype html>somebody's")
    assert "is there already and is no such page" in told.stderr


def test_what_lies_in_the_place_of_the_addresses_keeps_no_table_from_stopping_in_order(daemon: Daemon) -> None:
    there = daemon.folder / "state-screens" / FILE
    there.unlink()
    there.mkdir()
    assert daemon.stop() == 0, daemon.log.read_text()
