"""docs/one-card.md is the way a card really takes."""

import asyncio
import re
import sys
import threading
from pathlib import Path

from config.load import load
from controller.app import App
from controller.inbox import Incoming
from controller.screens.connection import Screen
from games import events as e
from tests.daemon import Daemon

ROOT = Path(__file__).parents[2]
STEP = re.compile(r"^\| (\d+) \|.*\| `([^`]+)` `([^`]+)` \|$", re.MULTILINE)
NAMED = re.compile(r"`((?:controller|drivers|games)/[^`]+\.py)` `([^`]+)`")
WAIT_S = 10


def steps() -> list[tuple[str, str]]:
    text = (ROOT / "docs" / "one-card.md").read_text(encoding="utf-8")
    found = STEP.findall(text)
    assert [int(number) for number, _, _ in found] == list(range(1, len(found) + 1))
    return [(file, name) for _, file, name in found]


def test_every_function_of_the_document_exists():
    text = (ROOT / "docs" / "one-card.md").read_text(encoding="utf-8")
    for file, name in NAMED.findall(text):
        source = (ROOT / file).read_text(encoding="utf-8")
        assert re.search(rf"^\s*(async )?def {name.rpartition('.')[2]}\(", source, re.MULTILINE), (file, name)


class Trail:
    """Which of the named functions were entered, in order, in whatever thread."""

    def __init__(self, named: list[tuple[str, str]]) -> None:
        self._named = set(named)
        self.entered: list[tuple[str, str]] = []

    def __call__(self, frame, kind, argument) -> None:
        if kind == "call":
            code = frame.f_code
            try:
                file = str(Path(code.co_filename).relative_to(ROOT))
            except ValueError:
                return
            if (file, code.co_qualname) in self._named:
                self.entered.append((file, code.co_qualname))


class _Socket:
    """The far end of the WebSocket, for this one screen."""

    def __init__(self) -> None:
        self.sent: asyncio.Queue[str] = asyncio.Queue()

    async def send_text(self, text: str) -> None:
        await self.sent.put(text)


async def deal_one_card(app: App, trail: Trail) -> None:
    threading.setprofile(trail)
    table = asyncio.create_task(app.loop.run(app.inbox))
    for keeper in app.keepers.values():
        keeper.start()
    socket, screen = _Socket(), Screen(app._panel)
    app.server._screens[screen] = ("127.0.0.1", 0)
    sending = asyncio.create_task(app.server._send(socket, screen))
    await until(lambda: app.loop.table.devices.get("shoe") is not None)
    for command in (e.SignIn(by="1182"), e.OpenTable(), e.DeckCheckedByHand(role="supervisor"), e.Shuffled()):
        app.inbox.put(Incoming(command))
    app.inbox.put(Incoming(e.CutMade()))
    app.inbox.put(Incoming(e.PlaceAnte(box=1, amount_cents=500)))
    app.inbox.put(Incoming(e.CloseBetting()))
    await until(lambda: app.loop.table.game.state.phase == "deal")
    await asyncio.to_thread(lambda: app._bench.do("load_deck"))
    await asyncio.sleep(0.1)
    trail.entered.clear()
    sys.setprofile(trail)
    await asyncio.to_thread(lambda: app._bench.do("draw", to="box-1"))
    await until(lambda: len(app.loop.table.game.state.deal.dealt) == 1)
    await until(lambda: any("dealer_screen" in name for _, name in trail.entered))
    await asyncio.sleep(0.1)
    sys.setprofile(None)
    threading.setprofile(None)
    sending.cancel()
    await asyncio.to_thread(app._stop_devices)
    table.cancel()
    app._lookout.stop()
    app._journal.close()
    app._socket.close()


async def until(condition) -> None:
    deadline = asyncio.get_running_loop().time() + WAIT_S
    while not condition():
        assert asyncio.get_running_loop().time() < deadline
        await asyncio.sleep(0.01)


def test_a_card_takes_the_way_that_the_document_says(tmp_path):
    trail = Trail(steps())
    daemon = Daemon(tmp_path)

    async def walk() -> None:
        await deal_one_card(App(load(daemon.config)), trail)

    try:
        asyncio.run(walk())
    finally:
        daemon.stop_simulators()
    assert ordered(steps(), trail.entered) == []


def ordered(wanted: list[tuple[str, str]], entered: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """The steps that were not met in order. `_talk` and `_send` are loops: entered long before the card."""
    running = {("controller/lines/keeper.py", "Keeper._talk"), ("controller/web/server.py", "Server._send")}
    rest = [step for step in wanted if step not in running]
    for step in entered:
        if rest and step == rest[0]:
            rest.pop(0)
    return rest
