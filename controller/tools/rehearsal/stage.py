"""Does what a script says, line after line, and compares what the table said with what was expected."""

from __future__ import annotations

import asyncio
import contextlib
import json
import tempfile
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed
from websockets.typing import Origin

from config.load import Config
from controller.language import Language, language_of
from controller.tools.rehearsal.daemon import Daemon
from controller.tools.rehearsal.script import Line, ScriptError
from games.outcomes import Notice, Outcome, Phase, Prompt, Question, Refusal, RoundClosed, Ruling, Text
from games.table.table import Table
from simulators.bench import Bench, BenchLost, BenchRefused
from simulators.dealer import Given, ScriptedDealer
from simulators.screen import Screen

PACE_S = 0.002
STEP_WAIT_S = 10.0  # a dealer's step, with all that the devices say to it
EXPECT_WAIT_S = 8.0  # a device that comes back takes its time
QUIET_S = 0.12  # so long nothing new is written: what a line brought about has been told
LOOK_S = 0.02
CLOSE_WAIT_S = 0.2  # states that nobody will read any more stand before the goodbye
LONGEST_SETTLE_S = 5.0
CUSTOM = "As the script says"

Say = Callable[[str], None]


def rehearse(config: Config, lines: list[Line], seed: int, say: Say) -> None:
    """Raises a ScriptError where the table did otherwise."""
    with tempfile.TemporaryDirectory(prefix="rehearsal-") as folder:  # short: the path of a socket must be
        daemon = Daemon(config.path, Path(folder) / "state", seed)
        try:
            asyncio.run(Stage(config, daemon, seed, say).play(lines))
        finally:
            daemon.stop()


class Stage:
    def __init__(self, config: Config, daemon: Daemon, seed: int, say: Say) -> None:
        self._config = config
        self._daemon = daemon
        self._seed = seed
        self._say = say
        self._language = Language("en")
        self._told: list[Outcome] = []  # since the last line that did something
        self._rounds = 0
        self._open = contextlib.AsyncExitStack()
        self._dealer: ScriptedDealer
        self._bench: Bench

    async def play(self, lines: list[Line]) -> None:
        self._daemon.start()
        await self._connect()
        try:
            for line in lines:
                self._say(f"{line.number:>3}  {line.said}")
                await self._line(line)
        finally:
            await self._open.aclose()

    async def _line(self, line: Line) -> None:
        does: Callable[..., Awaitable[None]] = getattr(self, f"_{line.does}")
        try:
            if not line.does.startswith("expect"):
                self._told = []
            await does(**line.words)
            await self._settle()
        except (ScriptError, BenchRefused, BenchLost, ConnectionClosed, OSError) as error:
            raise ScriptError(f"line {line.number}: {line.said}: {error}") from error

    async def _connect(self) -> None:
        table = self._daemon.table()
        self._language = language_of("en", type(table.game))
        self._bench = Bench(self._daemon.state)
        self._open.callback(self._bench.close)
        number, pin = self._member("dealer")
        given = Given(
            self._daemon.address,
            self._daemon.token("dealer"),
            number,
            pin,
            str(self._daemon.state),
            self._seed,
            PACE_S,
        )
        socket = await self._socket()
        self._dealer = ScriptedDealer(given, socket, self._bench, self._notes)
        await self._dealer.screen.hello(given.token)
        await self._wait_ready()

    async def _socket(self) -> ClientConnection:
        address, end = self._daemon.address, time.monotonic() + STEP_WAIT_S
        while True:
            joined = connect(
                f"ws://{address}/ws",
                origin=Origin(f"http://{address}"),
                max_size=1_000_000,
                close_timeout=CLOSE_WAIT_S,
            )
            try:
                return await self._open.enter_async_context(joined)
            except OSError:  # it has said its address, and is about to answer
                if time.monotonic() > end:
                    raise
                await asyncio.sleep(LOOK_S)

    def _member(self, role: str) -> tuple[str, str]:
        found = next((m for m in self._config.staff if m.role == role and m.demo_pin is not None), None)
        if found is None or found.demo_pin is None:
            raise ScriptError(f"the staff file has no {role} with a demo_pin: a script must sign in as one")
        return found.number, found.demo_pin

    def _notes(self, line: str) -> None:
        self._say(f"       dealer: {line}")

    # ------------------------------------------------------------ what the table says

    def _listen(self) -> bool:
        """Whether there was news; each is said once."""
        news = list(self._daemon.news())
        self._told += news
        self._rounds += sum(isinstance(outcome, RoundClosed) for outcome in news)
        for outcome in news:
            if said := self._in_words(outcome):
                self._say(f"       {said}")
        return bool(news)

    def _in_words(self, outcome: Outcome) -> str:
        language = self._language
        match outcome:
            case Prompt():
                return f"prompt: {language.say(outcome.say)}{_ruled(outcome)}"
            case Question():
                choices = ", ".join(choice.code for choice in outcome.choices)
                return f"question {outcome.about}{_ruled(outcome)}: {language.explain(outcome.say)} [{choices}]"
            case Ruling():
                said = language.ruling(outcome.say)
                return f"ruling {outcome.about} {outcome.choice}{_ruled(outcome)}: {said}"
            case Notice():
                return f"notice {outcome.say.code}{_ruled(outcome)}: {language.say(outcome.say)}"
            case RoundClosed():
                boxes = ", ".join(f"{box.box}: {language.money(box.net_cents)}" for box in outcome.boxes)
                return f"round {outcome.round} {'is void' if outcome.void else 'is over'}: {boxes}"
            case Phase() | Refusal():
                return ""
        return language.told(outcome)

    async def _settle(self) -> None:
        """Until nothing new has been written for a while."""
        began = quiet_since = time.monotonic()
        while time.monotonic() - quiet_since < QUIET_S and time.monotonic() - began < LONGEST_SETTLE_S:
            if self._listen():
                quiet_since = time.monotonic()
            await asyncio.sleep(LOOK_S)

    async def _expect(self, wanted: str, so: Callable[[Table], bool]) -> None:
        end = time.monotonic() + EXPECT_WAIT_S
        while True:
            self._listen()
            table = self._daemon.table()
            if so(table):
                return
            if time.monotonic() > end:
                raise ScriptError(f"there was no {wanted}; {self._instead(table)}")
            await asyncio.sleep(LOOK_S)

    def _instead(self, table: Table) -> str:
        heard = [self._in_words(o) for o in self._told if isinstance(o, Notice | Question | Ruling)]
        pending = table.game.state.question
        asks = f"question {pending.question.about}{_ruled(pending.question)}" if pending else "no question"
        now = f"now {asks}, and {self._in_words(table.game.prompt())}"
        return f"{now}; since the last action: {'; '.join(heard)}" if heard else now

    # ------------------------------------------------------------ sentences: people

    async def _play(self, rounds: str) -> None:
        wanted = self._rounds + int(rounds)
        await self._dealer_goes_on(lambda: self._rounds >= wanted)

    async def _play_until(self, phase: str) -> None:
        await self._dealer_goes_on(lambda: self._daemon.table().game.state.phase == phase)

    async def _deal(self, cards: str) -> None:
        wanted = self._dealer.cards + int(cards)
        await self._dealer_goes_on(lambda: self._dealer.cards >= wanted)

    async def _dealer_goes_on(self, done: Callable[[], bool]) -> None:
        while not done():
            await self._dealer.screen.catch_up()
            if self._dealer.waits_for_a_person():
                await self._look_again()
            try:
                await asyncio.wait_for(self._dealer.goes_on(), STEP_WAIT_S)
            except TimeoutError:
                raise ScriptError(f"the table does not go on: {self._instead(self._daemon.table())}") from None
            self._listen()

    async def _look_again(self) -> None:
        """What the screen shows may have been settled a moment ago; if not, the script must say what to do."""
        await self._settle()
        await self._dealer.screen.catch_up()
        if self._dealer.waits_for_a_person():
            raise ScriptError(f"a person has to decide first: {self._instead(self._daemon.table())}")

    async def _answer(self, choice: str, reason: str | None) -> None:
        pending = self._daemon.table().game.state.question
        if pending is None:
            raise ScriptError("nothing is asked")
        offered = {one.code: one for one in pending.question.choices}
        if choice not in offered:
            raise ScriptError(f"{pending.question.about} is asked: answer one of {', '.join(offered)}")
        args = f" choice={choice}"
        await self._order(offered[choice].needs, "answer", args, reason or CUSTOM)

    async def _approve(self, device: str) -> None:
        known = self._daemon.table().devices.get(device)
        if known is None or known.held is None:
            raise ScriptError(f"{device} waits for nobody's approval")
        held = known.held
        args = {"device": device, "serial": held.serial, "firmware": held.firmware}
        await self._as("supervisor", {"command": "approve_device", **args})

    async def _order(self, who: str, command: str, args: str, reason: str = "") -> None:
        said: dict[str, Any] = {}
        for word in args.split():
            name, _, value = word.partition("=")
            said[name] = int(value) if value.lstrip("-").isdigit() and name != "place" else value
        if reason:
            said["reason"] = reason
        await self._as(who, {"command": command, **said})

    async def _as(self, who: str, args: dict[str, Any]) -> None:
        await self._dealer.screen.catch_up()
        if who == "supervisor":
            badge, pin = self._member("supervisor")
            await self._touched({"act": "authorise", "args": {"badge": badge, "pin": pin}})
        await self._touched({"act": "do", "args": args})

    async def _touch(self, button: str) -> None:
        await self._dealer.screen.catch_up()
        found = self._dealer.screen.action(button)
        if found is None:
            known = ", ".join(one["id"] for one in self._dealer.screen.state["actions"]) or "none"
            raise ScriptError(f"the panel has no button {button} now: it has {known}")
        await self._touched(found)

    async def _touched(self, button: dict[str, Any]) -> None:
        if refused := await self._dealer.screen.order(button["act"], button["args"]):
            raise ScriptError(f"refused: {refused}")

    # ------------------------------------------------------------ sentences: hands

    async def _hand(self, verb: str, **rest: Any) -> None:
        arguments = rest["with"]
        if verb == "new_deck" and not arguments:  # the casino may have determined another one (2.2)
            arguments = {"faces": [str(card) for card in self._daemon.table().deck]}
        reply = await asyncio.to_thread(lambda: self._bench.do(verb, **arguments))
        if told := {name: value for name, value in reply.items() if name != "ok"}:
            self._say(f"       {json.dumps(told, ensure_ascii=False)}")
        if verb == "replug":
            await self._try_again()

    async def _try_again(self) -> None:
        """As the dealer does who has put the cable back."""
        await self._touched({"act": "test_again", "args": {}})

    async def _press(self, button: str) -> None:
        """On the bench page, which knows where the next card goes."""
        page = Screen(await self._socket(), self._notes)
        await page.hello(self._daemon.token("bench"), "bench")
        await page.touch({"id": "", "enabled": True, "act": "hand", "args": {"verb": "about"}})
        buttons = {one["id"]: one for group in page.state["groups"] for one in group["buttons"]}
        if button not in buttons:
            raise ScriptError(f"the bench has no button {button}: it has {', '.join(buttons)}")
        await page.touch(buttons[button])
        self._say(f"       bench: {page.state['log'][0] if page.state['log'] else 'done'}")

    async def _kill(self) -> None:
        """Without a goodbye; and it starts again on the same folder."""
        await self._open.aclose()
        self._open = contextlib.AsyncExitStack()
        self._daemon.kill()
        self._daemon.start()
        await self._connect()

    async def _wait_ready(self) -> None:
        """Every device whose cable is in is heard by the daemon, and has said what it is."""
        end = time.monotonic() + EXPECT_WAIT_S
        while missing := self._not_ready():
            if time.monotonic() > end:
                raise ScriptError(f"not ready: {', '.join(missing)}")
            await asyncio.sleep(LOOK_S)
        await self._settle()
        await self._dealer.screen.catch_up()

    def _not_ready(self) -> list[str]:
        found = self._bench.do("state")["devices"]
        known = self._daemon.table().devices
        told = {name for name, device in known.items() if device.state in ("ready", "faulted")}
        return [name for name, one in found.items() if one["plugged"] and not (one["heard"] and name in told)]

    async def _wait(self, seconds: str) -> None:
        await asyncio.sleep(float(seconds))

    # ------------------------------------------------------------ sentences: what is expected

    async def _expect_no_question(self) -> None:
        await self._settle()
        table = self._daemon.table()
        if table.game.state.question is not None:
            raise ScriptError(self._instead(table))

    async def _expect_phase(self, phase: str) -> None:
        await self._expect(f"phase {phase}", lambda table: table.game.state.phase == phase)

    async def _expect_rounds(self, rounds: str) -> None:
        await self._expect(f"end of round {rounds}", lambda table: self._rounds == int(rounds))

    async def _expect_question(self, about: str, rule: str | None) -> None:
        def asked(table: Table) -> bool:
            pending = table.game.state.question
            return pending is not None and pending.question.about == about and _by(pending.question, rule)

        await self._expect(f"question {about}{_wanted(rule)}", asked)

    async def _expect_ruling(self, about: str, choice: str | None, rule: str | None) -> None:
        def ruled(table: Table) -> bool:
            rulings = [one for one in self._told if isinstance(one, Ruling) and one.about == about]
            return any(one.choice == (choice or one.choice) and _by(one, rule) for one in rulings)

        await self._expect(f"ruling {about} {choice or ''}{_wanted(rule)}", ruled)

    async def _expect_notice(self, words: str, rule: str | None) -> None:
        def told(table: Table) -> bool:
            notices = [one for one in self._told if isinstance(one, Notice)]
            return any(self._says(one.say, words) and _by(one, rule) for one in notices)

        await self._expect(f"notice {words}{_wanted(rule)}", told)

    async def _expect_prompt(self, words: str, rule: str | None) -> None:
        def prompts(table: Table) -> bool:
            prompt = table.game.prompt()
            return self._says(prompt.say, words) and _by(prompt, rule)

        await self._expect(f"prompt {words}{_wanted(rule)}", prompts)

    def _says(self, said: Text, words: str) -> bool:
        """The sentence's name, or some of its words."""
        return said.code == words or words.lower() in self._language.say(said).lower()


def _by(said: Prompt | Question | Ruling | Notice, rule: str | None) -> bool:
    return rule is None or (said.rule is not None and said.rule.number == rule)


def _ruled(said: Prompt | Question | Ruling | Notice) -> str:
    return f" ({said.rule.number})" if said.rule else ""


def _wanted(rule: str | None) -> str:
    return f" by rule {rule}" if rule else ""
