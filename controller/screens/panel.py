"""The dealer's panel: what a touch does, and what its screens show."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from typing import Any

import structlog

from config.schema import StaffMember
from controller.inbox import Entry, Inbox, InboxFull
from controller.language import LANGUAGES, Language
from controller.lines.keeper import Keeper
from controller.loop import TableLoop
from controller.screens.connection import Screen, Touch, Whole
from controller.screens.dealer_screen import dealer_screen
from controller.screens.scene import Look, Scene
from controller.screens.sheets import SHEETS
from controller.staff import Staff
from games import events as e
from games.outcomes import Outcome, Refusal, text
from games.pot.game import PotGame
from games.table.table import refused

log = structlog.get_logger()

AUTHORISED_MS = 60_000
BY_SUPERVISOR = (
    e.Answer,
    e.VoidRound,
    e.Penalise,
    e.SetBoxMaximum,
    e.SeedJackpot,
    e.AdjustSign,
    e.OrderDeckCheck,
    e.CloseTable,
    e.ChangeLimits,
    e.AnnounceClosing,
    e.ChangeCards,
    e.AllCardsRead,
    e.DeckCheckedByHand,
    e.ReplaceShoe,
    e.GiveTime,
    e.ChangeDeterminations,
    e.ApproveDevice,
)
FILLED_BY_THE_DAEMON = {"kind", "by", "role", "at_ms", "source"}
NEVER_FROM_A_SCREEN = (e.SignIn, e.Lock, e.Unlock)


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
            return self._made(supervisor, clock, screen.sheet)
        loop = self._loop
        of = (loop.happened, loop.trouble, supervisor, clock, self._look.state())
        if of != self._shared[0]:
            self._shared = of, self._made(supervisor, clock)
        return self._shared[1]

    def _made(self, supervisor: StaffMember | None, clock: str, sheet: tuple[Any, ...] = ()) -> Whole:
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

    def _command(self, screen: Screen, args: dict[str, Any]) -> e.AnyCommand:
        """Who did it is never what the screen says."""
        kind = args.pop("command")
        if FILLED_BY_THE_DAEMON & set(args) or issubclass(e.KINDS[kind], (e.Fact, *NEVER_FROM_A_SCREEN)):
            raise ValueError("not for a screen to say")
        supervisor = self._authorised(screen)
        if supervisor and issubclass(e.KINDS[kind], BY_SUPERVISOR):
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
        sheet = tuple(args["sheet"])
        if "put" in args:  # an amount that the sheet had asked for
            sheet = (*sheet[: args["put"]], args["amount_cents"], *sheet[args["put"] + 1 :])
        before, screen.sheet = screen.sheet, sheet
        try:
            if sheet[0] not in SHEETS:
                raise KeyError(sheet[0])
            self.state(screen)
        except Exception:
            screen.sheet = before
            raise
        return None

    async def _close(self, screen: Screen, args: dict[str, Any]) -> Refusal | None:
        screen.sheet = ()
        return None

    async def _lock(self, screen: Screen, args: dict[str, Any]) -> Refusal | None:
        screen.sheet, screen.supervisor = (), None
        return await self._put(e.Lock(by=self._loop.table.dealer))

    async def _change_look(self, screen: Screen, args: dict[str, Any]) -> Refusal | None:
        self._look.change(args["what"])
        return None

    async def _test_again(self, screen: Screen, args: dict[str, Any]) -> Refusal | None:
        for keeper in self._keepers.values():
            keeper.try_now()
        return None
