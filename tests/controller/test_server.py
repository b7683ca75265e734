"""The panel's server on a real port of the loopback, with real clients."""

from __future__ import annotations

import asyncio
import gc
import http.client
import json
import os
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
import uvicorn
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from config.schema import Sign
from controller.screens.sign import TableSign
from controller.web.server import HEADERS, LONGEST_TOUCH, STATIC, Server
from controller.web.tokens import Tokens
from games import events as e
from tests.controller.room import to_the_decisions
from tests.controller.test_panel import DEALER, Desk

TOKENS = {"dealer": "token-of-the-dealer", "bench": "token-of-the-bench", "sign": "token-of-the-sign"}
FORMER = {"dealer": "token-of-the-dealer-before"}
WAIT_S = 20.0


class Served:
    """A table, its panel and its server in a thread, as the daemon runs them."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._listener = socket.socket()
        self._listener.bind(("127.0.0.1", 0))
        self.port = int(self._listener.getsockname()[1])
        self._ready = threading.Event()
        self._thread = threading.Thread(target=lambda: asyncio.run(self._serve()), name="served")
        self._thread.start()
        assert self._ready.wait(WAIT_S)

    async def _serve(self) -> None:
        self.desk = Desk(self._folder)
        sign = TableSign(loop=self.desk.room.loop, settings=Sign(), hours="", simulated=True)
        server = Server({"dealer": self.desk.panel, "sign": sign}, Tokens(TOKENS, [FORMER]), self.port)
        self.desk.room.loop.tell(lambda event, outcomes: server.changed())
        table = asyncio.create_task(self.desk.room.loop.run(self.desk.inbox))
        self.web = uvicorn.Server(server.settings)
        self._loop = asyncio.get_running_loop()
        serving = asyncio.create_task(self.web.serve(sockets=[self._listener]))
        while not self.web.started:
            await asyncio.sleep(0.005)
        self._ready.set()
        await serving
        table.cancel()
        self.desk.room.close()

    def happens(self, what: Callable[[], object]) -> None:
        """In the daemon's own loop, where everything happens."""

        async def do() -> None:
            what()

        asyncio.run_coroutine_threadsafe(do(), self._loop).result(WAIT_S)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def close(self) -> None:
        self.web.should_exit = True
        self._thread.join(WAIT_S)
        self._listener.close()

    @contextmanager
    def screen(
        self, hello: Any = None, *, origin: str | None = "", host: str = "127.0.0.1"
    ) -> Iterator[ClientConnection]:
        where = f"{host}:{self.port}"
        from_ = None if origin is None else Origin(origin or f"http://{where}")
        with connect(f"ws://{where}/ws", origin=from_, max_size=1_000_000, close_timeout=1) as opened:
            opened.send(json.dumps({"hello": TOKENS["dealer"], "role": "dealer"} if hello is None else hello))
            yield opened


@pytest.fixture(autouse=True)
def nothing_left_behind() -> None:
    """One server for all tests here: what it leaves behind is looked at when it ends."""


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    descriptors, threads = len(os.listdir("/proc/self/fd")), set(threading.enumerate())
    made = Served(tmp_path_factory.mktemp("served") / "table")
    yield made
    made.close()
    gc.collect()
    assert len(os.listdir("/proc/self/fd")) <= descriptors
    assert set(threading.enumerate()) <= threads


def hear(screen: ClientConnection, kind: str) -> dict[str, Any]:
    deadline = time.monotonic() + WAIT_S
    while time.monotonic() < deadline:
        said = json.loads(screen.recv(timeout=WAIT_S))
        if said["kind"] == kind:
            return dict(said)
    raise AssertionError(f"no {kind} came")


def touch(
    screen: ClientConnection, state: dict[str, Any], act: str, id_: str = "", **args: Any
) -> dict[str, Any]:
    id_ = id_ or f"touch-{time.monotonic_ns()}"
    screen.send(json.dumps({"id": id_, "seq": state["seq"], "act": act, "args": args}))
    while (reply := hear(screen, "reply"))["id"] != id_:
        pass
    return reply


def closed_with(screen: ClientConnection) -> int:
    with pytest.raises(ConnectionClosed) as closed:
        hear(screen, "nothing that is ever said")
    assert closed.value.rcvd is not None
    return closed.value.rcvd.code


# ---------------------------------------------------------------- pages

PATHS = [
    "/dealer",
    "/bench",
    "/sign",
    "/",
    "/nothing",
    "/static/panel.css",
    "/static/nothing.css",
    "/static/",
    "/static/..",
    "/ws",
    "/%00",
    "/static/%00",
]


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize("method", ["GET", "HEAD", "POST", "OPTIONS", "DELETE"])
def test_every_answer_carries_the_headers(served: Served, path: str, method: str) -> None:
    answer = httpx.request(method, served.url + path)
    for name, value in HEADERS.items():
        assert answer.headers[name] == value, (answer.status_code, name)
    assert answer.status_code < 500


def test_what_a_page_may_load_comes_from_the_daemon_alone(served: Served) -> None:
    policy = httpx.get(f"{served.url}/dealer").headers["content-security-policy"]
    assert policy.startswith("default-src 'none'")
    assert "unsafe" not in policy
    assert policy.count("sha256-") == 1
    assert "*" not in policy
    assert "frame-ancestors 'none'" in policy


def test_a_page_and_everything_it_names_is_there(served: Served) -> None:
    page = httpx.get(f"{served.url}/dealer")
    assert page.status_code == 200
    for file in STATIC.iterdir():
        assert httpx.get(f"{served.url}/static/{file.name}").status_code == 200


def test_a_page_for_which_there_is_no_role_is_not_there(served: Served) -> None:
    assert httpx.get(f"{served.url}/bench").status_code == 404


def test_no_page_tells_a_token(served: Served) -> None:
    assert "token-of" not in httpx.get(f"{served.url}/dealer").text


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1", "localhost:1", "127.0.0.1.evil.example", ""])
def test_a_page_asked_for_under_another_name_is_refused(served: Served, host: str) -> None:
    assert httpx.get(f"{served.url}/dealer", headers={"host": host}).status_code in (400, 403)


def test_a_page_under_the_name_localhost_is_the_panels(served: Served) -> None:
    assert httpx.get(f"{served.url}/dealer", headers={"host": f"localhost:{served.port}"}).status_code == 200


@pytest.mark.parametrize(
    "path",
    [
        "/static/../server.py",
        "/static/..%2fserver.py",
        "/static/%2e%2e/server.py",
        "/static/%2e%2e%2fserver.py",
        "/static/..%5cserver.py",
        "/static//etc/passwd",
        "/static/%2fetc%2fpasswd",
        "/../web/server.py",
        "/static/./../server.py",
        "/static/panel.css/../../server.py",
        "/static/" + "x" * 300,
        "/" + "x" * 300,
    ],
)
def test_no_path_leads_out_of_the_static_folder(served: Served, path: str) -> None:
    """As typed: httpx would tidy the path up."""
    connection = http.client.HTTPConnection("127.0.0.1", served.port, timeout=WAIT_S)
    connection.request("GET", path)
    answer = connection.getresponse()
    body = answer.read()
    connection.close()
    assert answer.status in (400, 404), path
    assert b"import" not in body
    assert b"root:" not in body


# ---------------------------------------------------------------- who may connect


@pytest.mark.parametrize(
    "origin", [None, "http://evil.example", "null", "https://127.0.0.1", "http://127.0.0.1"]
)
def test_a_page_from_elsewhere_cannot_connect(served: Served, origin: str | None) -> None:
    with pytest.raises(InvalidStatus) as refused, served.screen(origin=origin):
        pass
    assert refused.value.response.status_code == 403


def test_another_name_for_this_machine_cannot_connect(served: Served) -> None:
    """A name that an attacker's server has given to this address."""
    request = (
        f"GET /ws HTTP/1.1\r\nHost: evil.example:{served.port}\r\nOrigin: http://evil.example:{served.port}\r\n"
        "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
        "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
    )
    with socket.create_connection(("127.0.0.1", served.port), WAIT_S) as raw:
        raw.sendall(request.encode())
        assert b" 403 " in raw.recv(100)


@pytest.mark.parametrize(
    "hello",
    [
        {"hello": "wrong", "role": "dealer"},
        {"hello": "", "role": "dealer"},
        {"hello": TOKENS["bench"], "role": "dealer"},
        {"hello": TOKENS["sign"], "role": "dealer"},
        {"hello": TOKENS["dealer"], "role": "sign"},
        {"hello": TOKENS["bench"], "role": "bench"},
        {"hello": TOKENS["dealer"], "role": "supervisor"},
        {"hello": "ünsinn", "role": "dealer"},
        {"hello": None, "role": None},
        {"hello": [], "role": {}},
        {"role": "dealer"},
        {},
        [],
        "hello",
        7,
    ],
    ids=str,
)
def test_without_the_token_of_the_role_there_is_no_state(served: Served, hello: Any) -> None:
    with served.screen(hello) as screen:
        assert closed_with(screen) == 4401


@pytest.mark.parametrize("said", [b"\x00\xff", "not JSON", "{", '"', "\x00"])
def test_a_hello_that_is_none_is_turned_away(served: Served, said: str | bytes) -> None:
    where = f"127.0.0.1:{served.port}"
    with connect(f"ws://{where}/ws", origin=Origin(f"http://{where}"), close_timeout=1) as screen:
        screen.send(said)
        assert closed_with(screen) == 4401


# ---------------------------------------------------------------- screens


def test_a_page_that_comes_back_looks_as_it_was_set(served: Served) -> None:
    with served.screen() as other:
        hear(other, "screen")
        with served.screen() as first:
            state = hear(first, "screen")
            for what in ("language", "theme"):
                turn = {"id": what, "seq": state["seq"], "act": "look", "args": {"what": what}}
                first.send(json.dumps(turn))
                state = hear(first, "screen")
            assert (state["look"]["lang"], state["look"]["theme"]) == ("de", "light")
        chosen = state["look"]["chosen"]
        with served.screen({"hello": TOKENS["dealer"], "role": "dealer", "look": chosen}) as again:
            assert hear(again, "screen")["look"] == state["look"]
        assert hear_quietly(other) == []


@pytest.mark.parametrize(
    "look", [7, [], {"theme": "pink"}, {"theme": ["dark"]}, {"brightness": True}, {"mm": 1}], ids=str
)
def test_a_look_that_is_none_of_ours_is_left_as_it_was(served: Served, look: Any) -> None:
    hello = {"hello": TOKENS["dealer"], "role": "dealer", "look": look}
    with served.screen() as usual, served.screen(hello) as odd:
        assert hear(odd, "screen")["look"] == hear(usual, "screen")["look"]


def test_a_screen_is_sent_the_whole_state_at_once(served: Served) -> None:
    with served.screen() as screen:
        state = hear(screen, "screen")
        assert (state["role"], state["seq"]) == ("dealer", 1)
        assert {"header", "prompt", "rail", "boxes", "actions", "fixed", "sheet", "cover"} <= set(state)


def test_every_screen_is_told_of_every_change_with_its_own_number(served: Served) -> None:
    with served.screen() as one, served.screen() as other:
        first, second = hear(one, "screen"), hear(other, "screen")
        assert touch(one, first, "open", sheet=["history"])["ok"]  # a sheet is one screen's business
        before = hear_quietly(other)
        served.happens(lambda: served.desk.talk.says(e.CallFloor))
        states = [hear(one, "screen"), hear(other, "screen")]
        served.happens(lambda: served.desk.talk.says(e.FloorCame))
        assert not before
        assert states[1]["seq"] == second["seq"] + 1
        assert states[0]["seq"] == first["seq"] + 2
        assert states[0]["sheet"] is not None
        assert states[1]["sheet"] is None


def hear_quietly(screen: ClientConnection) -> list[str]:
    """What comes within a moment, beats aside."""
    heard = []
    try:
        while True:
            said = json.loads(screen.recv(timeout=0.15))
            if said["kind"] != "beat":
                heard.append(said["kind"])
    except TimeoutError:
        return heard


def test_a_sign_hears_what_concerns_it_and_can_touch_nothing(served: Served) -> None:
    with served.screen({"hello": TOKENS["sign"], "role": "sign"}) as sign, served.screen() as dealer:
        state = hear(sign, "screen")
        hear(dealer, "screen")
        served.happens(lambda: served.desk.talk.says(e.CallFloor))
        hear(dealer, "screen")
        assert not hear_quietly(sign)
        for act, args in (
            ("sign_in", DEALER),
            ("do", {"command": "floor_came"}),
            ("open", {"sheet": ["rules"]}),
        ):
            assert not touch(sign, state, act, **args)["ok"]
        assert not hear_quietly(dealer)
        assert state["role"] == "sign"
        served.happens(lambda: served.desk.talk.says(e.FloorCame))


def test_a_beat_comes_at_least_every_1100_ms(served: Served) -> None:
    with served.screen() as screen:
        hear(screen, "screen")
        began = time.monotonic()
        for _ in range(2):
            beat = hear(screen, "beat")
            assert time.monotonic() - began <= 1.1
            began = time.monotonic()
        assert set(beat) == {"kind", "clock", "at", "program"}


def test_a_touch_is_answered_after_the_state_it_made(served: Served) -> None:
    with served.screen() as screen:
        state = hear(screen, "screen")
        screen.send(json.dumps({"id": "a", "seq": state["seq"], "act": "open", "args": {"sheet": ["rules"]}}))
        heard = [json.loads(screen.recv(timeout=WAIT_S)) for _ in range(2)]
        kinds = [said["kind"] for said in heard if said["kind"] != "beat"]
        assert kinds == ["screen", "reply"][: len(kinds)]


def test_a_dealer_signs_in_over_the_wire(served: Served) -> None:
    with served.screen() as screen:
        state = hear(screen, "screen")
        assert touch(screen, state, "sign_in", **DEALER)["ok"]
    with served.screen() as screen:
        assert "Marta" in hear(screen, "screen")["header"]["dealer"]


def test_a_screen_that_comes_back_may_repeat_a_touch_only_on_the_state_it_sees(served: Served) -> None:
    """Numbers begin anew with a connection; so does what was answered."""
    with served.screen() as screen:
        state = hear(screen, "screen")
        touch(screen, state, "open", "same", sheet=["rules"])
    with served.screen() as screen:
        hear(screen, "screen")
        assert not touch(screen, {"seq": 99}, "open", "same", sheet=["rules"])["ok"]


@pytest.mark.parametrize(
    "said",
    [
        "not JSON",
        "{}",
        "[]",
        "null",
        '{"id": "", "seq": 1, "act": "do"}',
        '{"id": "a", "seq": "1", "act": "do"}',
        '{"id": "a", "seq": 1, "act": "do", "more": 1}',
        '{"id": "a", "seq": 1, "act": "do", "args": []}',
        '{"id": "' + "a" * 65 + '", "seq": 1, "act": "do"}',
        '{"id": "a", "seq": 1, "act": "do", "args": {"x": "' + "y" * LONGEST_TOUCH + '"}}',
        "[" * 2_000 + "]" * 2_000,
        b'{"id": "a", "seq": 1, "act": "close"}',
        b"\xff\xfe",
    ],
    ids=lambda said: str(said)[:40],
)
def test_nonsense_closes_only_the_screen_that_said_it(served: Served, said: str | bytes) -> None:
    with served.screen() as good, served.screen() as bad:
        state = hear(good, "screen")
        hear(bad, "screen")
        bad.send(said)
        assert closed_with(bad) == 1008
        assert touch(good, state, "close")["ok"]


def test_a_message_that_is_far_too_long_closes_only_that_screen(served: Served) -> None:
    with served.screen() as good, served.screen() as bad:
        state = hear(good, "screen")
        hear(bad, "screen")
        bad.send("x" * 200_000)
        assert closed_with(bad) == 1009
        assert touch(good, state, "close")["ok"]


def test_a_touch_that_nobody_understands_is_answered_and_the_screen_stays(served: Served) -> None:
    with served.screen() as screen:
        state = hear(screen, "screen")
        for act, args in (
            ("nonsense", {}),
            ("do", {}),
            ("open", {"sheet": ["rule", 5]}),
            ("look", {"what": {}}),
        ):
            assert not touch(screen, state, act, **args)["ok"]


def test_a_screen_that_goes_away_is_forgotten(served: Served) -> None:
    for _ in range(5):
        with served.screen() as screen:
            hear(screen, "screen")
    deadline = time.monotonic() + WAIT_S
    while time.monotonic() < deadline:
        names: list[int] = []
        served.happens(lambda names=names: names.append(len(served.web.server_state.connections)))
        if names == [0]:
            return
        time.sleep(0.01)
    raise AssertionError(f"{names} connections are still there")


# ---------------------------------------------------------------- a view that fails


def without_the_sum(served: Served) -> Callable[[], None]:
    """A sentence of the settlement is missing. Returns what puts it back."""
    formats = [language._formats for language in served.desk.panel.languages.values()]
    kept = [book.pop("dealer_only") for book in formats] + [book.pop("mine_dealers") for book in formats]

    def put_back() -> None:
        for book, dealer_only, mine in zip(formats, kept[:2], kept[2:], strict=True):
            book["dealer_only"], book["mine_dealers"] = dealer_only, mine

    return put_back


def test_a_sentence_that_is_missing_in_a_settlement_holds_no_table_and_no_screen(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, capsys: pytest.CaptureFixture[str]
) -> None:
    served = Served(tmp_path / "table")
    talk, table = served.desk.talk, served.desk.table

    def to_the_settlement() -> None:
        to_the_decisions(talk)
        talk.bets(1, 2)
        talk.folds(3)
        talk.says(e.SignIn, by="1182", name="Marta")
        without_the_sum.put_back = without_the_sum(served)  # type: ignore[attr-defined]
        talk.shows_dealer()

    try:
        with served.screen() as one, served.screen() as other:
            served.happens(to_the_settlement)
            state = failed = hear_until(one, lambda state: state["prompt"]["tone"] == "fault")
            assert table.game.state.phase == "settle"
            assert failed["prompt"]["title"] == "This screen has failed"
            assert set(failed) >= {"look", "words", "header", "rail", "boxes", "actions", "fixed", "cover"}
            hear_until(other, lambda state: state["prompt"]["tone"] == "fault")
            for _ in range(3):  # events go on, and beats come
                served.happens(lambda: talk.says(e.CallFloor))
                served.happens(lambda: talk.says(e.FloorCame))
            hear(one, "beat")
            floor = next(button for button in state["fixed"] if button["id"] == "call_floor")
            assert floor["enabled"]
            assert touch(one, state, floor["act"], **floor["args"])["ok"]
            assert table.floor_called_ms
            assert not touch(one, state, "open", sheet=["more"])["ok"]
            served.happens(lambda: talk.says(e.Lock, by="1182"))
            locked = hear_until(one, lambda state: state["cover"] is not None)
            assert touch(one, locked, locked["cover"]["touch"]["act"], **DEALER)["ok"]
            assert not table.locked
            served.happens(without_the_sum.put_back)  # type: ignore[attr-defined]
            whole = hear_until(one, lambda state: state["prompt"]["tone"] != "fault")
            assert whole["boxes"]
            assert hear_until(other, lambda state: state["prompt"]["tone"] != "fault")["boxes"]
    finally:
        served.close()
    logged = caplog.text + capsys.readouterr().out
    assert logged.count("view_failed") == 2, "once a screen, however often it is tried"


def hear_until(screen: ClientConnection, true: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
    deadline = time.monotonic() + WAIT_S
    while time.monotonic() < deadline:
        state = hear(screen, "screen")
        if true(state):
            return state
    raise AssertionError("no such state came")
