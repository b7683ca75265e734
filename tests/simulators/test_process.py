"""The simulated table as its own process, found again after its starter is gone."""

import contextlib
import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from drivers.links import SerialSettings, open_link
from simulators.angel_eye import AngelEyeShoe
from simulators.bench import Bench, BenchLost, BenchRefused, start_or_find
from simulators.serving import CONNECTION_LIMIT, LINE_LIMIT_BYTES, AlreadyRunning, Serving
from simulators.table import FACES
from simulators.wire import wire_path
from tests.simulators.rig import READERS, SHOE

SOON_S = 20.0
DEVICES = [SHOE, READERS]


def wait_until_gone(folder: Path) -> None:
    deadline = time.monotonic() + SOON_S
    while (folder / "bench.sock").exists() or wire_path(folder, "shoe").is_symlink():
        assert time.monotonic() < deadline
        time.sleep(0.005)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    made = tmp_path_factory.mktemp("bench")
    start_or_find(made, DEVICES, boxes=3, seed=1, linger_s=30).close()
    yield made
    with closing(Bench(made)) as bench:
        bench.do("stop")
    wait_until_gone(made)


@pytest.fixture
def bench(folder: Path) -> Iterator[Bench]:
    with closing(Bench(folder)) as connected:
        connected.do("new_deck")
        yield connected


def test_verbs_and_their_answers(bench: Bench) -> None:
    assert bench.do("load_deck") == {"ok": True, "cards": 52}
    assert bench.ask({"do": "draw", "to": "box-3"}) == {"ok": True}
    assert len(bench.do("expose", place="box-3", nth=1)["face"]) == 2
    assert bench.do("state")["places"]["box-3"] == 1
    about = {"devices": DEVICES, "boxes": 3, "seed": 1, "faces": list(FACES)}
    assert bench.do("about") == {"ok": True, **about}


@pytest.mark.parametrize(
    ("command", "sentence"),
    [
        ({"do": "draw", "to": "box-9"}, 'There is no place "box-9"'),
        ({"do": "fly"}, 'There is no command "fly"'),
        ({}, 'There is no command ""'),
        ({"do": ["draw"]}, "There is no command"),
        ({"do": "draw", "into": "box-1"}, "into: unexpected keyword argument"),
        ({"do": "about", "x": 1}, "x: unexpected keyword argument"),
        ({"do": "expose", "place": "box-1"}, "nth: missing required argument"),
        ({"do": "next_card_goes", "mishap": "away"}, "mishap: input should be"),
    ],
)
def test_a_command_that_does_not_fit_is_answered_in_a_sentence(
    bench: Bench, command: dict[str, object], sentence: str
) -> None:
    reply = bench.ask(command)
    assert reply["ok"] is False
    assert sentence in reply["error"]


def test_what_is_no_command_at_all(folder: Path) -> None:
    with socket.socket(socket.AF_UNIX) as raw:
        raw.connect(str(folder / "bench.sock"))
        for line in (b"nonsense\n", b"[1]\n", b"\xff\n", b"[" * 20_000 + b"\n"):
            raw.sendall(line)
            assert "one JSON object" in json.loads(raw.recv(4096))["error"]
        raw.sendall(b"x" * (2 * LINE_LIMIT_BYTES))
        with contextlib.suppress(ConnectionError):
            assert raw.recv(4096) == b""


def test_a_refusal_can_be_an_exception(bench: Bench) -> None:
    with pytest.raises(BenchRefused, match="not jammed"):
        bench.do("clear_jam")


def test_bytes_come_over_the_wire(folder: Path, bench: Bench) -> None:
    link = open_link(SerialSettings(path=str(wire_path(folder, "shoe")), baud=4800))
    with closing(link):
        assert link.read()[2:3] == b"P"
        bench.do("load_deck")
        bench.do("draw")
        assert b"D" in link.read()
        assert bench.do("state")["devices"]["shoe"] == {
            "plugged": True,
            "heard": True,
            "can": ["lose_reports", *AngelEyeShoe.troubles],
        }


def test_a_second_table_does_not_start_in_one_folder(folder: Path, bench: Bench) -> None:
    with pytest.raises(AlreadyRunning, match="already runs"):
        Serving(folder, DEVICES, 3, 1, 1)
    assert bench.do("state")


def test_a_table_for_other_devices_is_not_taken(folder: Path) -> None:
    with pytest.raises(BenchLost, match='send it "stop" first'):
        start_or_find(folder, [SHOE], boxes=3, seed=1)


def test_nobody_keeps_all_connections(folder: Path) -> None:
    held = [Bench(folder) for _ in range(CONNECTION_LIMIT)]
    with closing(Bench(folder)) as one_too_many, pytest.raises(BenchLost):
        one_too_many.do("state")
    for bench in held:
        bench.close()
    deadline = time.monotonic() + SOON_S
    while not _does_answer(folder):  # it has not seen yet that they are gone
        assert time.monotonic() < deadline
        time.sleep(0.01)


def test_it_survives_its_starter_and_is_found_again(folder: Path, bench: Bench) -> None:
    bench.do("load_deck")
    program = (
        "import sys, json, time; from pathlib import Path; from simulators.bench import start_or_find\n"
        "bench = start_or_find(Path(sys.argv[1]), json.loads(sys.argv[2]), boxes=3, seed=1)\n"
        "bench.do('draw', to='box-1'); print('drawn', flush=True); time.sleep(60)"
    )
    with subprocess.Popen(
        [sys.executable, "-c", program, str(folder), json.dumps(DEVICES)], stdout=subprocess.PIPE
    ) as daemon:
        assert daemon.stdout
        assert daemon.stdout.readline() == b"drawn\n"
        daemon.kill()
    with closing(start_or_find(folder, DEVICES, boxes=3, seed=1)) as again:
        assert again.do("state")["places"]["box-1"] == 1


def test_a_killed_starter_does_not_take_it_along(tmp_path: Path) -> None:
    program = (
        "import sys, json, os, signal; from pathlib import Path; from simulators.bench import start_or_find\n"
        "bench = start_or_find(Path(sys.argv[1]), json.loads(sys.argv[2]), boxes=3, seed=1, linger_s=20)\n"
        "bench.do('draw_too_many') if bench.do('load_deck') else None; os.killpg(0, signal.SIGKILL)"
    )
    command = [sys.executable, "-c", program, str(tmp_path), json.dumps(DEVICES)]
    died = subprocess.run(command, start_new_session=True, check=False)
    assert died.returncode == -signal.SIGKILL
    with closing(start_or_find(tmp_path, DEVICES, boxes=3, seed=1)) as again:
        assert again.do("state")["places"]["hand"] == 2
        again.do("stop")
    wait_until_gone(tmp_path)


def test_it_ends_when_nobody_is_left(tmp_path: Path) -> None:
    start_or_find(tmp_path, DEVICES, boxes=3, seed=1, linger_s=0.05).close()
    wait_until_gone(tmp_path)
    with pytest.raises(BenchLost, match="no simulated table runs"):
        Bench(tmp_path)


def test_it_ends_on_sigterm_and_starts_over_a_dead_ones_leftovers(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "simulators", "--folder", str(tmp_path), "--devices", json.dumps(DEVICES)]
    for number, left_behind in ((signal.SIGKILL, True), (signal.SIGTERM, False)):
        with subprocess.Popen(command, stderr=subprocess.DEVNULL) as running:
            deadline = time.monotonic() + SOON_S
            while not _answers(tmp_path):
                assert time.monotonic() < deadline
                time.sleep(0.01)
            os.kill(running.pid, number)
            running.wait(SOON_S)
        assert (tmp_path / "bench.sock").exists() is left_behind


def _does_answer(folder: Path) -> bool:
    try:
        with closing(Bench(folder)) as bench:
            bench.do("state")
    except BenchLost:
        return False
    return True


def _answers(folder: Path) -> bool:
    try:
        Bench(folder).close()
    except BenchLost:
        return False
    return True


def test_a_start_that_fails_says_why(tmp_path: Path) -> None:
    with pytest.raises(BenchLost, match="one shoe"):
        start_or_find(tmp_path, [SHOE, {**SHOE, "name": "other"}], boxes=3, seed=1)
    deep = tmp_path / ("x" * 120)
    with pytest.raises(BenchLost, match="shorter folder"):
        start_or_find(deep, DEVICES, boxes=3, seed=1)


def test_every_command_is_documented(tmp_path: Path) -> None:
    text = (Path(__file__).parents[2] / "docs" / "devices" / "simulated-table.md").read_text()
    listed = re.findall(r"^\| `([a-z_]+)` \|", text, re.MULTILINE)
    serving = Serving(tmp_path, [SHOE], boxes=1, seed=1, linger_s=1)
    try:
        assert listed == list(serving._verbs)
    finally:
        serving.close()
