"""The dealer's panel: what a touch does, and what each connected screen is sent."""

from __future__ import annotations

import asyncio
import json
from collections import OrderedDict
from collections.abc import Callable
from functools import cached_property
from typing import Any, Protocol

import structlog
from pydantic import BaseModel, ConfigDict, Field

from config.schema import StaffMember
from controller.inbox import Entry, Inbox, InboxFull
from controller.language import LANGUAGES, Language
from controller.lines.keeper import Keeper
from controller.loop import TableLoop
from controller.screens.dealer_screen import dealer_screen
from controller.screens.scene import Json, Look, Scene
from controller.screens.sheets import SHEETS
from controller.staff import Staff
from games import events as e
from games.outcomes import Outcome, Refusal, text
from games.pot.game import PotGame
from games.table.table import refused

log = structlog.get_logger()

AUTHORISED_MS = 60_000
IDS_REMEMBERED = 64
FILLED_BY_THE_DAEMON = {"kind", "by", "role", "at_ms", "source"}


class Touch(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    id: str = Field(min_length=1, max_length=64)
    seq: int
    act: str = Field(max_length=32)
    args: dict[str, Any] = {}


class Answered(BaseModel):
    """The reply to one touch."""

    kind: str = "reply"
    id: str
    ok: bool
    message: str = ""
    rule: str | None = None


class Whole(dict[str, Any]):
    """A state that is written as JSON once, however many screens show it. Nobody changes it any more."""

    @cached_property
    def text(self) -> str:
        return json.dumps(self, ensure_ascii=False)


class Role(Protocol):
    """What a page can be: it makes states and takes touches."""

    refuses_stale: bool  # a touch on a state that is no longer the newest may mean something else by now

    def state(self, screen: Screen) -> Whole: ...
    async def touched(self, screen: Screen, touch: Touch) -> Refusal | None: ...
    def language(self) -> Language: ...


class Screen:
    """One connection: its numbered states, its open sheet, the touches it has had answered."""

    def __init__(self, role: Role) -> None:
        self.role = role
        self.sheet: tuple[Any, ...] = ()
        self.said: Json = {}  # what has been entered for the sheet so far
        self.supervisor: StaffMember | None = None
        self.supervisor_until_ms = 0
        self.seq = 0
        self.wake = asyncio.Event()
        self.newest = ""  # the state that is still to be sent; an older one is not worth sending
        self.outbox: list[str] = []  # replies and beats since the last sending
        self._sent: Json = {}
        self._tone = ""
        self._sound_due = ""
        self._answered: OrderedDict[str, Answered] = OrderedDict()

    async def touched(self, touch: Touch) -> None:
        self.refresh()  # what the finger saw is compared with what is true now, sent or not
        answer = self._answered.get(touch.id) or await self._first_time(touch)
        self.refresh()
        self.outbox.append(answer.model_dump_json())
        self.wake.set()

    def refresh(self) -> None:
        """Makes ready the state as it is now, numbered, if it is not the one made last."""
        self.newest = self._news() or self.newest

    def to_send(self) -> list[str]:
        messages = [self.newest, *self.outbox] if self.newest else self.outbox
        self.newest, self.outbox = "", []
        return messages

    async def _first_time(self, touch: Touch) -> Answered:
        stale = self.role.refuses_stale and touch.seq != self.seq
        refusal = Refusal(say=text("stale")) if stale else await self.role.touched(self, touch)
        answer = Answered(id=touch.id, ok=refusal is None)
        if refusal:
            rule = refusal.rule.number if refusal.rule else None
            answer = Answered(id=touch.id, ok=False, message=self.role.language().say(refusal.say), rule=rule)
        self._answered[touch.id] = answer
        if len(self._answered) > IDS_REMEMBERED:
            self._answered.popitem(last=False)
        return answer

    def _news(self) -> str | None:
        """A clock that has moved on is no news: it comes with every beat."""
        state = self.role.state(self)
        if state is self._sent or _without_clock(state) == _without_clock(self._sent):
            return None
        self._sent = state
        self.seq += 1
        own: Json = {"seq": self.seq}
        if "prompt" in state:
            # A state that nobody has heard yet may be replaced; its sound may not.
            self._sound_due = self._sound(state["prompt"]["tone"]) or (self._sound_due if self.newest else "")
            own["sound"] = self._sound_due
        return f"{json.dumps(own)[:-1]}, {state.text[1:]}"

    def _sound(self, tone: str) -> str:
        new, self._tone = tone != self._tone, tone
        return {"fault": "alarm", "attention": "attention"}.get(tone, "") if new else ""


def _without_clock(state: Json) -> Json:
    return {**state, "header": {**state["header"], "clock": ""}} if "header" in state else state


class Panel:
    """The dealer's role."""

    refuses_stale = True

    def __init__(
        self,
        *,
        loop: TableLoop,
        inbox: Inbox,
        staff: Staff,
        keepers: dict[str, Keeper],
        look: Look,
        now_ms: Callable[[], int],
        clock: Callable[[], str],
        simulated: bool,
        hours: str = "",
    ) -> None:
        self._loop = loop
        self._inbox = inbox
        self._staff = staff
        self._keepers = keepers
        self._look = look
        self._watched = tuple(
            place
            for keeper in keepers.values()
            if keeper.device.role == "readers"
            for place in keeper.device.places
        )
        self._now_ms = now_ms
        self._clock = clock
        self._simulated = simulated
        self._hours = hours
        self._checking = asyncio.Lock()
        self._shared: tuple[object, Whole] = ((), Whole())
        seats = isinstance(loop.table.game, PotGame)
        self._languages = {name: Language(name, seats=seats) for name in LANGUAGES}
        self._acts: dict[str, Callable[[Screen, dict[str, Any]], Any]] = {
            "do": self._do,
            "open": self._open,
            "close": self._close,
            "report": self._report,
            "sign_in": self._sign_in,
            "authorise": self._authorise,
            "lock": self._lock,
            "look": self._change_look,
            "test_again": self._test_again,
        }

    def language(self) -> Language:
        return self._languages[self._look.language]

    def state(self, screen: Screen) -> Whole:
        """Screens that show the same share it. What a sheet shows may change without an event."""
        supervisor, clock = self._authorised(screen), self._clock()
        if screen.sheet:
            return self._made(supervisor, clock, screen.sheet, screen.said)
        loop = self._loop
        of = (loop.happened, loop.trouble, supervisor, clock, self._look.state())
        if of != self._shared[0]:
            self._shared = of, self._made(supervisor, clock)
        return self._shared[1]

    def _made(
        self, supervisor: StaffMember | None, clock: str, sheet: tuple[Any, ...] = (), said: Json | None = None
    ) -> Whole:
        scene = Scene(
            table=self._loop.table,
            trouble=self._loop.trouble,
            language=self.language(),
            look=self._look,
            simulated=self._simulated,
            health={name: keeper.health for name, keeper in self._keepers.items()},
            clock=clock,
            now_ms=self._now_ms(),
            watched=self._watched,
            hours=self._hours,
            locked=self._loop.table.locked,
            supervisor=supervisor,
            sheet=sheet,
            said=said or {},
        )
        return Whole(dealer_screen(scene))

    async def touched(self, screen: Screen, touch: Touch) -> Refusal | None:
        act = self._acts.get(touch.act)
        if act is None or (self._loop.table.locked and touch.act != "sign_in"):
            return Refusal(say=text("unknown_touch" if act is None else "sign_in_first"))
        try:
            answer: Refusal | None = await act(screen, touch.args)
        except Exception as error:
            # Whatever a screen sends, only that touch fails.
            log.warning("touch_not_understood", act=touch.act, error=type(error).__name__)
            return Refusal(say=text("unknown_touch"))
        return answer

    # ------------------------------------------------------------ acts that reach the table

    async def _do(self, screen: Screen, args: dict[str, Any]) -> Refusal | None:
        if not self._loop.table.dealer:
            return Refusal(say=text("sign_in_first"))
        event = self._command(screen, dict(args))
        refusal = await self._put(event)
        if refusal is None:
            screen.sheet = ()
            if event.role == "supervisor":
                screen.supervisor = None
        return refusal

    def _command(self, screen: Screen, args: dict[str, Any]) -> e.Command:
        """Who did it is never what the screen says."""
        kind = args.pop("command")
        said_by = e.COMMANDS[kind].said_by
        if FILLED_BY_THE_DAEMON & set(args) or said_by == "daemon":
            raise ValueError("not for a screen to say")
        supervisor = self._authorised(screen)
        if supervisor and said_by in ("supervisor", "either"):
            args |= {"by": supervisor.number, "role": "supervisor"}
        else:
            args |= {"by": self._loop.table.dealer, "role": "dealer"}
        command = e.EVENT.validate_json(json.dumps({"kind": kind, **args}))
        assert isinstance(command, e.Command)
        return command

    async def _put(self, event: e.Event) -> Refusal | None:
        answer: asyncio.Future[list[Outcome]] = asyncio.get_running_loop().create_future()

        def told(outcomes: list[Outcome]) -> None:
            if not answer.cancelled():  # the screen may have gone while it waited
                answer.set_result(outcomes)

        try:
            self._inbox.put(Entry(event, told))
        except InboxFull:
            return Refusal(say=text("table_stopped"))
        outcomes = await answer
        first = outcomes[0] if refused(outcomes) else None
        return first if isinstance(first, Refusal) else None

    async def _report(self, screen: Screen, args: dict[str, Any]) -> Refusal | None:
        """The first touch stops the deal; what happened can be said after that."""
        state = self._loop.table.game.state
        if state.phase == "deal" and not state.question:
            refusal = await self._put(e.HoldShoe(by=self._loop.table.dealer))
            if refusal:
                return refusal
        return await self._open(screen, {"sheet": ["report"]})

    # ------------------------------------------------------------ who is there

    async def _sign_in(self, screen: Screen, args: dict[str, Any]) -> Refusal | None:
        """A dealer takes the table, or unlocks it. A supervisor may deal too."""
        member = await self._member(args)
        if isinstance(member, Refusal):
            return member
        refusal = await self._put(self._as_dealer(member))
        if refusal is None:
            screen.sheet, screen.supervisor = (), None  # whoever was authorised may have left
        return refusal

    def _as_dealer(self, member: StaffMember) -> e.Event:
        """With a question open nobody else takes the table, but a supervisor may unlock it to answer."""
        table = self._loop.table
        answering = table.game.state.question is not None and member.role == "supervisor"
        if table.locked and (member.number == table.dealer or answering):
            return e.Unlock(by=member.number)
        return e.SignIn(by=member.number, name=member.name)

    async def _authorise(self, screen: Screen, args: dict[str, Any]) -> Refusal | None:
        member = await self._member(args)
        if isinstance(member, Refusal):
            return member
        if member.role != "supervisor":
            return Refusal(say=text("not_a_supervisor"))
        screen.supervisor = member
        screen.supervisor_until_ms = self._now_ms() + AUTHORISED_MS
        return None

    async def _member(self, args: dict[str, Any]) -> StaffMember | Refusal:
        """Hashing a PIN takes a while, and the table must not wait for it."""
        badge, pin = args["badge"], args["pin"]
        if not (isinstance(badge, str) and isinstance(pin, str)):
            raise TypeError("number and PIN are text")
        async with self._checking:  # one PIN at a time, or guesses could pass the count together
            return await asyncio.to_thread(self._staff.check, badge, pin)

    def _authorised(self, screen: Screen) -> StaffMember | None:
        if screen.supervisor and self._now_ms() > screen.supervisor_until_ms:
            screen.supervisor = None
        return screen.supervisor

    # ------------------------------------------------------------ acts that stay on the screen

    async def _open(self, screen: Screen, args: dict[str, Any]) -> Refusal | None:
        """Whatever a keypad has collected is added to what was said before."""
        more, before = dict(args), (screen.sheet, screen.said)
        screen.sheet, screen.said = tuple(more.pop("sheet")), {**more.pop("said", {}), **more}
        try:
            if screen.sheet[0] not in SHEETS:
                raise KeyError(screen.sheet[0])
            self.state(screen)
        except Exception:
            screen.sheet, screen.said = before
            raise
        return None

    async def _close(self, screen: Screen, args: dict[str, Any]) -> Refusal | None:
        screen.sheet = ()
        return None

    async def _lock(self, screen: Screen, args: dict[str, Any]) -> Refusal | None:
        screen.sheet, screen.supervisor = (), None
        return await self._put(e.Lock(by=self._loop.table.dealer))

    async def _change_look(self, screen: Screen, args: dict[str, Any]) -> Refusal | None:
        look, what = self._look, args["what"]
        if what == "brightness":
            look.brightness = look.brightness % 3 + 1
        elif what == "theme":
            look.theme = "light" if look.theme == "dark" else "dark"
        elif what == "mirror":
            look.mirror = not look.mirror
        elif what == "suits":
            look.suits = 6 - look.suits
        elif what == "sounds":
            sounds = ("off", "soft", "alarms")
            look.sounds = sounds[(sounds.index(look.sounds) + 1) % len(sounds)]
        elif what == "language":
            look.language = LANGUAGES[(LANGUAGES.index(look.language) + 1) % len(LANGUAGES)]
        else:
            raise KeyError(what)
        return None

    async def _test_again(self, screen: Screen, args: dict[str, Any]) -> Refusal | None:
        for keeper in self._keepers.values():
            keeper.try_now()
        return None
