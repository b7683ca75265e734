"""A dealer at the real panel: eyes, fingers, and the hands that move the cards.

`Dealer` has a browser and touches it. `Screen` speaks the panel's WebSocket without one: it brings a table
quickly to where a test begins, and says what no finger could.
"""

from __future__ import annotations

import contextlib
import json
import re
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from playwright.sync_api import BrowserContext, Locator, Page, expect
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from simulators.bench import Bench
from tests.browser.measures import cards, controls, texts
from tests.browser.watch import Watch
from tests.daemon import DEALER, Daemon

Json = dict[str, Any]

SUPERVISOR = ("2001", "6058")
NTHS = ("first", "second", "third", "fourth", "fifth")
RANKS = {
    "A": "ace",
    "2": "two",
    "3": "three",
    "4": "four",
    "5": "five",
    "6": "six",
    "7": "seven",
    "8": "eight",
    "9": "nine",
    "T": "ten",
    "J": "jack",
    "Q": "queen",
    "K": "king",
}
SUITS = {"s": "spades", "h": "hearts", "d": "diamonds", "c": "clubs"}
SIGNS = {"s": "♠", "h": "♥", "d": "♦", "c": "♣"}
HOLD_MS = 1000
PHASES = ("verify", "shuffle", "cut", "antes", "deal", "decide", "settle", "collect")
POT_PHASES = ("verify", "shuffle", "cut", "post", "deal", "bet", "show", "pay", "collect")
IN_ROUND = ("deal", "decide", "settle", "bet", "show", "pay")
PATIENCE_S = 20  # on a busy machine
STALE = "Screen changed, touch again"
BANNER = "SIMULATED DEVICES - NOT FOR LIVE PLAY"

SNAPSHOT = """() => {
  const all = document.querySelector('.stage').cloneNode(true);
  for (const gone of all.querySelectorAll('.toast, .lost, .clock')) gone.remove();
  for (const node of [all, ...all.querySelectorAll('*')])
    for (const name of ['aria-disabled', 'inert']) node.removeAttribute(name);
  return document.querySelector('.banner').outerHTML + all.outerHTML;
}"""

AWAKE = """() => new Promise((done, late) => {
  const end = performance.now() + 20000;
  const look = () => {
    if (!document.querySelector('[aria-disabled]')) done();
    else if (performance.now() > end) late(new Error('deaf for twenty seconds'));
    else setTimeout(look, 5);
  };
  look();
})"""

# Of the header and the prompt, every text that something else lies over.
UNCOVERED = """() => [...document.querySelectorAll('.header > *, .prompt h1, .prompt p')]
  .filter(node => node.checkVisibility() && node.textContent)
  .filter(node => {
    const { left, top, width, height } = node.getBoundingClientRect();
    return !node.contains(document.elementFromPoint(left + width / 2, top + height / 2));
  }).map(node => node.textContent)"""


def awake(page: Page) -> None:
    """No button is deaf any more. A locator would look only twice a second."""
    page.evaluate(AWAKE)


STATIC = Path(__file__).parents[2] / "controller/web/static"


def with_another(browsing: BrowserContext | Page, file: str, said: str, instead: str) -> None:
    """A constant of the screens that most tests would only wait for."""
    source = (STATIC / file).read_text()
    assert said in source
    changed = source.replace(said, instead)
    browsing.route(f"**/{file}", lambda route: route.fulfill(body=changed, content_type="text/javascript"))


def hears_sooner(context: BrowserContext) -> None:
    """A changed button is deaf for the blink of an eye only: most tests touch what they have read."""
    with_another(context, "touch.js", "DEAF_MS = 300;", "DEAF_MS = 20;")


def order_of_deal(boxes: Iterable[int]) -> list[tuple[str, int]]:
    """Rule 6.3, written down a second time: place and number of each card."""
    one_round = [*map(str, sorted(boxes)), "dealer"]
    return [(place, nth) for nth in range(1, 6) for place in one_round]


def deal_prompt(place: str, nth: int) -> str:
    if place == "dealer":
        return (
            "Deal your last card face up" if nth == 5 else f"Deal yourself the {NTHS[nth - 1]} card, face down"
        )
    return f"Deal the {NTHS[nth - 1]} card to box {place}"


def at(place: str) -> str:
    """The bench's name of a place."""
    return f"box-{place}" if place.isdigit() else place


def spoken(face: str) -> str:
    return f"{RANKS[face[0]]} of {SUITS[face[1]]}"


def written(face: str) -> str:
    """As sentences write it: "Q♦"."""
    return face.replace("T", "10")[:-1] + SIGNS[face[1]]


def face_of(name: str) -> str:
    rank, _, suit = name.partition(" of ")
    return next(k for k, v in RANKS.items() if v == rank) + next(k for k, v in SUITS.items() if v == suit)


def told(state: Json) -> Json:
    """A state without what is counted, timed or one screen's own."""
    rest = {key: value for key, value in state.items() if key not in ("seq", "sound")}
    return rest | {"header": {key: value for key, value in state["header"].items() if key != "clock"}}


class Screen:
    """A dealer's or bench screen without a browser."""

    def __init__(self, daemon: Daemon, role: str = "dealer", token: str = "", **options: Any) -> None:
        self.state: Json = {}
        self._touches = 0
        host = f"127.0.0.1:{daemon.port}"
        options = {"origin": Origin(f"http://{host}"), "max_size": None, "legacy": True} | options
        self.socket: ClientConnection = connect(f"ws://{host}/ws", **options)
        self.socket.send(json.dumps({"hello": token or daemon.token(role), "role": role}))

    def __enter__(self) -> Screen:
        self.hear("screen")
        return self

    def __exit__(self, *what: object) -> None:
        self.socket.close()

    def hear(self, kind: str) -> Json:
        end = time.monotonic() + PATIENCE_S
        while time.monotonic() < end:  # beats come for ever
            heard: Json = json.loads(self.socket.recv(timeout=PATIENCE_S))
            if heard["kind"] == "screen":
                self.state = heard
            if heard["kind"] == kind:
                return heard
        raise AssertionError(f"no {kind} has come; the screen says {self.state['prompt']}")

    def until(self, so: Callable[[Json], bool]) -> Json:
        while not so(self.state):
            self.hear("screen")
        return self.state

    def send(self, act: str, args: Json, *, seq: int | None = None, id: str = "") -> Json:
        self._touches += 1
        name = id or f"quick-{self._touches}"
        seq = self.state["seq"] if seq is None else seq
        self.socket.send(json.dumps({"id": name, "seq": seq, "act": act, "args": args}))
        return self.hear("reply")

    def do(self, command: str, **args: Any) -> Json:
        return self.send("do", {"command": command, **args})

    def must(self, command: str, **args: Any) -> None:
        self._insist("do", {"command": command, **args})

    def _insist(self, act: str, args: Json) -> None:
        """A device may have spoken meanwhile: then the touch is made again on what is there now."""
        answer = self.send(act, args)
        if answer["message"] == STALE:
            answer = self.send(act, args)
        assert answer["ok"], f"{act} {args}: {answer['message']}"

    @property
    def phase(self) -> str:
        """In no language: as the rules call it."""
        strip = self.state["header"]["phases"]
        names = POT_PHASES if len(strip) == len(POT_PHASES) else PHASES
        return next((name for name, phase in zip(names, strip, strict=True) if phase["now"]), "closed")

    @property
    def asked(self) -> bool:
        return self.action("answer") is not None or self.action("authorise") is not None

    @property
    def title(self) -> str:
        return str(self.state["prompt"]["title"])

    def action(self, start: str) -> Json | None:
        """The button of the phase row whose id begins so."""
        return next((b for b in self.state["actions"] if b["id"].startswith(start)), None)

    def collects_hand(self) -> bool:
        """The next settled hand, with all its cards; False if none lies there any more."""
        hands = [
            b for b in self.state["actions"] if b["id"].startswith("collect_hand") and "count" in b["args"]
        ]
        for button in hands[:1]:
            self._insist(button["act"], button["args"])
        return bool(hands)

    def press(self, start: str, **filled: Any) -> None:
        button = self.action(start)
        assert button is not None, f"no {start} among {[b['id'] for b in self.state['actions']]}"
        self._insist(button["act"], button["args"] | filled)

    def authorise(self) -> None:
        self._insist("authorise", {"badge": SUPERVISOR[0], "pin": SUPERVISOR[1]})


def replug(daemon: Daemon, device: str) -> None:
    """And do not wait for the daemon's next attempt, which may be seconds away."""
    daemon.bench.do("replug", device=device)
    with Screen(daemon) as screen:
        screen.send("test_again", {})
    daemon.wait_until_it_hears()


class Prepared:
    """Brings a table to where a test begins, whatever state the last test has left it in."""

    def __init__(self, daemon: Daemon, shuffles: int = 1) -> None:
        self._daemon, self._bench = daemon, daemon.bench
        self._shuffles = shuffles

    def screen(self) -> Screen:
        return Screen(self._daemon)

    def antes(self, antes: Mapping[int, int] | None = None) -> None:
        """A fresh round with these antes in dollars, betting still open."""
        self._mend()
        with self.screen() as screen:
            screen.send("sign_in", {"badge": DEALER[0], "pin": DEALER[1]})
            if screen.action("open_table"):
                screen.press("open_table")
            self._end_round(screen)
            self._deck(screen)
            for box in screen.state["boxes"]:
                screen.must("player_left", box=box["box"])
            for number, dollars in (antes or {}).items():
                screen.must("place_ante", box=number, amount_cents=100 * dollars)

    def deal(self, antes: Mapping[int, int], cards: int = 0) -> None:
        """The deal has begun and `cards` cards are out."""
        self.antes(antes)
        with self.screen() as screen:
            screen.press("close_betting")
            for place, _ in order_of_deal(antes)[:cards]:
                self.draw(screen, place)

    def decide(self, antes: Mapping[int, int]) -> None:
        self.deal(antes, 5 * (len(antes) + 1))

    def reveal(self, antes: Mapping[int, int], folding: Iterable[int] = ()) -> None:
        self.decide(antes)
        with self.screen() as screen:
            for box in antes:
                screen.press("fold" if box in folding else "bet")

    def settle(self, antes: Mapping[int, int]) -> None:
        self.reveal(antes)
        with self.screen() as screen:
            screen.press("show_dealer")

    def collect(self, antes: Mapping[int, int]) -> None:
        self.decide(antes)
        with self.screen() as screen:
            for _ in antes:
                screen.press("fold")

    def draw(self, screen: Screen, place: str) -> None:
        before = screen.state["seq"]
        self._bench.do("draw", to=at(place))
        screen.until(lambda state: state["seq"] > before)

    # ------------------------------------------------------------

    def _mend(self) -> None:
        found = self._bench.do("state")
        for name, device in found["devices"].items():
            if not device["plugged"]:
                replug(self._daemon, name)
        if found["jammed"]:
            self._bench.do("clear_jam")
        if found["fault"]:
            self._bench.do("clear_fault")

    def _end_round(self, screen: Screen) -> None:
        screen.until(lambda state: not any(badge["tone"] == "fault" for badge in state["header"]["badges"]))
        while screen.phase in (*IN_ROUND, "collect") or screen.asked:
            if screen.phase in IN_ROUND:
                screen.authorise()
                screen.must("void_round", ground="disturbance")
            elif screen.asked:
                screen.authorise()
                screen.press("answer", reason="As surveillance confirms")
            else:
                if not screen.collects_hand():
                    screen.press("collected-")

    def _deck(self, screen: Screen) -> None:
        self._bench.do("collect")
        if self._bench.do("state")["places"]["pocket"]:
            self._bench.do("put_back")
        if screen.phase == "verify":
            self._checked_by_hand(screen)
        if screen.phase != "shuffle":
            screen.authorise()
            screen.must("order_deck_check")
            self._checked_by_hand(screen)
        for _ in range(self._shuffles):
            self._bench.do("shuffle")
        screen.press("shuffled")
        self._bench.do("load_deck")
        screen.press("cut_made")

    def _checked_by_hand(self, screen: Screen) -> None:
        """Both answer for it if the shoe has found fault with what it read so far."""
        screen.authorise()
        screen.must("deck_checked_by_hand", reason="counted on the table")
        if screen.phase == "verify":
            screen.press("countersign")


class Dealer:
    """One panel in a browser."""

    def __init__(self, context: BrowserContext, daemon: Daemon, role: str = "dealer") -> None:
        self.daemon, self.role = daemon, role
        self.bench: Bench = daemon.bench
        self.frames: list[str] = []
        self.page: Page = context.new_page()
        self.watch = Watch(self.page, f"http://127.0.0.1:{daemon.port}")
        self.page.on("websocket", lambda socket: socket.on("framereceived", self._frame))
        self._wire = context.new_cdp_session(self.page)

    def _frame(self, frame: str) -> None:
        self.frames.append(frame)

    # ------------------------------------------------------------ eyes

    def come(self) -> Dealer:
        self.page.goto(self.daemon.page(self.role))
        self.page.locator("html[data-seq], main.bench h1:not(:empty)").first.wait_for()
        return self

    def afresh(self) -> Dealer:
        """As the next test finds the panel: nothing open, nothing remembered of what was sent."""
        if self.page.get_by_role("dialog").count() or self.page.locator(".toast:visible").count():
            self.page.reload()
            self.come()
        del self.frames[:-1]
        return self

    @property
    def state(self) -> Json:
        """The newest state that this page has been sent."""
        screens = (json.loads(frame) for frame in reversed(self.frames) if '"kind": "screen"' in frame)
        return next(screens)

    def until(self, so: Callable[[Json], bool]) -> None:
        """Until such a state has been sent to this page."""
        end = time.monotonic() + PATIENCE_S
        while not so(self.state):
            assert time.monotonic() < end, f"the panel still says {self.state['prompt']}"
            self.page.wait_for_timeout(5)

    @contextlib.contextmanager
    def goes_on(self) -> Iterator[None]:
        """The next sentence has come, because of what is done here."""
        before = self.state["prompt"]
        yield
        self.until(lambda state: bool(state["prompt"] != before))

    def says(self, title: str | re.Pattern[str], detail: str = "", rule: str = "") -> None:
        expect(self.page.locator(".prompt h1")).to_have_text(title)
        if detail:
            expect(self.page.locator(".prompt p")).to_contain_text(detail)
        if rule:
            expect(self.page.locator(".prompt .rule")).to_have_text(f"Rule {rule}")

    def sees_the_prompt(self) -> None:
        """Nothing lies over it, whatever is open."""
        assert self.page.evaluate(UNCOVERED) == []

    @property
    def detail(self) -> str:
        return self.page.locator(".prompt p").inner_text()

    @property
    def title(self) -> str:
        return self.page.locator(".prompt h1").inner_text()

    def is_told(self, message: str) -> None:
        expect(self.page.locator(".toast")).to_have_text(message)

    def place(self, place: str | int) -> Locator:
        name = f"Box {place}" if str(place).isdigit() else str(place).capitalize()
        return self.page.get_by_role("group", name=name, exact=True)

    def card(self, place: str | int, nth: int) -> Locator:
        return self.place(place).get_by_role("img").nth(nth - 1)

    def sees(self, place: str | int, nth: int, face: str) -> None:
        expect(self.card(place, nth)).to_have_accessible_name(spoken(face))

    def down(self, place: str | int, nth: int) -> None:
        expect(self.card(place, nth)).to_have_accessible_name("face down")

    def faces(self, place: str | int) -> list[str]:
        """The turned cards, as they are painted."""
        return [
            face_of(str(card.get_attribute("aria-label")))
            for card in self.place(place).get_by_role("img").all()
        ]

    def dialog(self, title: str) -> Locator:
        return self.page.get_by_role("dialog", name=title)

    def button(self, name: str) -> Locator:
        return self.page.get_by_role("button", name=name, exact=True)

    def catches_up(self) -> None:
        """What a new screen is told now is what this page has been told, and has painted."""
        end = time.monotonic() + PATIENCE_S
        while time.monotonic() < end:
            with Screen(self.daemon) as fresh:
                wanted = told(fresh.state)
            mine = self.state
            number = self.page.locator("html").get_attribute("data-seq")
            if told(mine) == wanted and number == str(mine["seq"]):
                return
            self.page.wait_for_timeout(20)
        raise AssertionError("the page has not painted what the daemon says")

    def painted(self) -> str:
        """All that is on the screen, without the clock."""
        self.awake()
        return str(self.page.evaluate(SNAPSHOT))

    def fits(self) -> None:
        """Nothing on the screen is too small, covered or cut off, and the sentence is short."""
        self.awake()
        mm = self.state["look"]["mm"]
        wrong = controls(self.page, mm)
        assert not wrong, wrong
        assert texts(self.page, mm) == []
        assert cards(self.page) == []
        assert len(self.state["prompt"]["title"]) <= 40

    def history(self) -> list[str]:
        """Newest first, as the panel tells it."""
        self.press("Hand history")
        sheet = self.dialog("What happened, newest first")
        sheet.locator(".block").first.wait_for()
        lines = sheet.locator(".block p").all_inner_texts()
        self.press("Close")
        return lines

    # ------------------------------------------------------------ fingers

    def awake(self) -> None:
        awake(self.page)

    def press(self, name: str) -> None:
        self.tap(self.button(name))

    def counts_hands(self, *boxes: int, cards: int = 5) -> None:
        """Settled hands into the rack, one by one."""
        for box in boxes:
            self.says(f"Box {box}: count {cards} cards into the rack")
            self.press(f"Box {box}: {cards} cards")

    def tap(self, what: Locator) -> None:
        what.wait_for()
        self.awake()
        what.tap()
        self.awake()  # the daemon has answered: hands and devices move only then

    def touch_box(self, number: int) -> None:
        self.tap(self.place(number).get_by_role("button"))

    @contextlib.contextmanager
    def finger(self, name: str) -> Iterator[None]:
        """A finger that stays on the button."""
        button = self.button(name)
        button.wait_for()
        self.awake()
        area = button.bounding_box()
        assert area is not None
        point = {"x": area["x"] + area["width"] / 2, "y": area["y"] + area["height"] / 2}
        self._wire.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [point]})
        yield
        self._wire.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})

    def hold(self, name: str, for_ms: int = HOLD_MS + 150) -> None:
        with self.finger(name):
            self.page.wait_for_timeout(for_ms)
        self.awake()

    def key(self, digits: str) -> None:
        self.awake()
        for digit in digits:
            self.button(digit).tap()

    def pin(self, who: tuple[str, str]) -> None:
        """Staff number, then PIN, on the pad that is open."""
        for step in who:
            self.key(step)
            self.press("OK")

    def opens(self) -> None:
        """The table, by touch, up to the first cut."""
        self.press("Sign in")
        self.pin(DEALER)
        with self.goes_on():
            self.press("Open table")
        self.bench.do("load_deck")
        self.bench.do("verify_all")
        self.says("All 52 cards are there")
        self.press("All cards read")
        self.bench.do("shuffle")
        self.press("Shuffled")
        self.bench.do("load_deck")
        self.press("Cut made")

    def badge(self, who: tuple[str, str]) -> None:
        """The scanner types the number and the PIN is typed on a keyboard: quicker than fingers."""
        for asked, typed in zip(("Staff number", "PIN"), who, strict=True):
            self.page.get_by_role("dialog").get_by_role("status", name=asked).wait_for()
            self.awake()
            self.page.keyboard.type(f"{typed}\n")

    def supervisor(self, button: str = "Supervisor card") -> None:
        self.press(button)
        self.badge(SUPERVISOR)
        self.has_closed()

    def picks(self, face: str) -> None:
        """On the face pad."""
        self.touch_face(face)
        self.press("OK")

    def enters(self, place: str | int, nths: Iterable[int]) -> None:
        """The faces of a turned hand, on one page."""
        faces = [self.exposed(place, nth) for nth in nths]
        self.press(f"Enter {len(faces)} cards")
        for face in faces:
            self.touch_face(face)
        self.press("OK")
        self.has_closed()

    def has_closed(self) -> None:
        """What was asked; or it says there why not."""
        dialog = self.page.get_by_role("dialog")
        end = time.monotonic() + PATIENCE_S
        while dialog.count():
            assert time.monotonic() < end, f"still open: {dialog.all_inner_texts()}"
            self.page.wait_for_timeout(20)

    def touch_face(self, face: str) -> None:
        self.press("10" if face[0] == "T" else face[0])
        self.press(SUITS[face[1]])

    # ------------------------------------------------------------ hands

    def draw(self, place: str | int | None = None) -> None:
        self.bench.do("draw", to=None if place is None else at(str(place)))

    def exposed(self, place: str | int, nth: int) -> str:
        """A card turns over: everybody at the table sees its face."""
        return str(self.bench.do("expose", place=at(str(place)), nth=nth)["face"])

    def deal(self, boxes: Iterable[int], start: int = 0, end: int | None = None) -> None:
        """Card by card from the shoe, each named by the prompt before it is drawn."""
        for place, nth in order_of_deal(boxes)[start:end]:
            self.says(deal_prompt(place, nth))
            self.draw(place)

    def in_discards(self, box: int) -> None:
        self.bench.do("to_rack", place=at(str(box)))
