"""The dealer's panel: what a touch does, and what its screens show."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from config.schema import StaffMember
from controller.authority import Authority
from controller.language import LANGUAGES, Language, language_of, time_of
from controller.lines.keeper import Keeper
from controller.lines.printer import printer_of
from controller.loop import TableLoop
from controller.past.hand_history import HandHistory
from controller.past.incident import Sheet
from controller.screens import plain
from controller.screens.connection import Screen, Touch, Whole
from controller.screens.dealer_screen import dealer_screen
from controller.screens.scene import Look, Scene, Standing
from controller.screens.sheets import READING, SHEETS
from controller.screens.states import State
from games.outcomes import Refusal, text


class Panel:
    """The dealer's role."""

    def __init__(
        self,
        *,
        loop: TableLoop,
        authority: Authority,
        keepers: dict[str, Keeper],
        look: Look,
        now_ms: Callable[[], int],
        clock: Callable[[], str],
        simulated: bool,
        hours: str = "",
        history: HandHistory | None = None,
        standing: Callable[[], Standing] = lambda: [],
    ) -> None:
        self._loop = loop
        self._authority = authority
        self._keepers = keepers
        self._printer = printer_of(keepers.values())
        self.look = look
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
        self._history = history
        self._standing = standing
        self._shared: dict[Look, tuple[object, Whole]] = {}
        game = type(loop.table.game)
        self.languages = {name: language_of(name, game, self._minute) for name in LANGUAGES}
        self._acts: dict[str, Callable[[Screen, dict[str, Any]], Awaitable[Refusal | None]]] = {
            "do": self._do,
            "open": self._open,
            "close": self._close,
            "report": self._report,
            "print_sheet": self._print_sheet,
            "sign_in": self._sign_in,
            "authorise": self._authorise,
            "lock": self._lock,
            "sign_out": self._sign_out,
            "done": self._done,
            "look": self._change_look,
            "test_again": self._test_again,
        }

    def _minute(self, at_ms: int) -> str:
        """As the panel's clock will say it, also where that was set since the table began."""
        return time_of(self._loop.table.time_of_day_ms(at_ms))

    def language(self, screen: Screen) -> Language:
        return self.languages[screen.look.language]

    def state(self, screen: Screen) -> Whole:
        """Screens that show the same share it. What a sheet shows may change without an event."""
        self._put_away(screen)
        supervisor, clock = self._authority.supervisor(screen.session), self._clock()
        if screen.sheet:
            return self._made(screen, supervisor, clock)
        of = (
            self._loop.happened,
            self._loop.trouble,
            supervisor,
            supervisor and screen.session.until_ms,
            clock,
        )
        made = self._shared.get(screen.look)
        if made is None or made[0] != of:
            made = self._shared[screen.look] = of, self._made(screen, supervisor, clock)
        return made[1]

    def _put_away(self, screen: Screen) -> None:
        """A stop is attended to first: what somebody was only reading goes."""
        stop = self._loop.trouble, self._loop.table.game.state.question
        if stop != screen.stopped_by and any(stop) and screen.sheet and screen.sheet[0] in READING:
            screen.sheet = ()
        asked = self._loop.table.seen("dealer").asked if stop != screen.stopped_by and stop[1] else None
        if asked is not None and asked.steps and not screen.sheet:
            screen.sheet = ("steps",)
        screen.stopped_by = stop

    def _made(self, screen: Screen, supervisor: StaffMember | None, clock: str) -> Whole:
        scene = Scene(
            table=self._loop.table,
            trouble=self._loop.trouble,
            language=self.language(screen),
            look=screen.look,
            simulated=self._simulated,
            health={name: keeper.health for name, keeper in self._keepers.items()},
            clock=clock,
            now_ms=self._now_ms(),
            watched=self._watched,
            hours=self._hours,
            standing=self._standing(),
            locked=self._loop.table.locked,
            supervisor=supervisor,
            supervisor_until_ms=screen.session.until_ms if supervisor else 0,
            sheet=screen.sheet,
            said=screen.said,
            history=self._history,
        )
        return Whole(dealer_screen(scene))

    def plain(self, screen: Screen) -> State:
        say = self.language(screen)
        return plain.dealer(self._loop, say, screen.look, self._clock(), simulated=self._simulated)

    def refuses_stale(self, screen: Screen, touch: Touch) -> bool:
        """It may mean something else by now; but whoever only reads may read on, or close it, while what he
        reads is still being looked up."""
        reads = screen.sheet[:1] and screen.sheet[0] in READING
        opens = touch.args.get("sheet") if touch.act == "open" else None
        reads_on = isinstance(opens, list) and opens[:1] and opens[0] in READING
        return not (reads and (touch.act == "close" or reads_on))

    async def touched(self, screen: Screen, touch: Touch) -> Refusal | None:
        act = self._acts.get(touch.act)
        if act is None or (self._loop.table.locked and touch.act != "sign_in"):
            return Refusal(say=text("unknown_touch" if act is None else "sign_in_first"))
        return await act(screen, touch.args)

    # ------------------------------------------------------------ acts that reach the table

    async def _do(self, screen: Screen, args: dict[str, Any]) -> Refusal | None:
        said = dict(args)
        refusal = await self._authority.do(screen.session, said.pop("command"), said)
        if refusal is None:
            screen.sheet = ()
        return refusal

    async def _report(self, screen: Screen, args: dict[str, Any]) -> Refusal | None:
        """The first touch stops the deal; what happened can be said after that."""
        if any(offer.command == "hold_shoe" for offer in self._loop.table.offers_in_sight()):
            refusal = await self._authority.do(screen.session, "hold_shoe", {})
            if refusal:
                return refusal
        return await self._open(screen, {"sheet": ["report"]})

    async def _print_sheet(self, screen: Screen, args: dict[str, Any]) -> Refusal | None:
        """The sheet that is looked at. When that is on record, a browser prints it, or the table's own printer
        is given it, and says itself what became of it."""
        record = args["record"]
        made = self._history.sheet(record, screen.look.language) if self._history is not None else None
        if screen.sheet[:2] != ("incident", record) or made is None or made.sheet is None:
            return Refusal(say=text("unknown_touch"))
        if self._printer is not None:
            return await self._print_slip(record, made.sheet)
        refusal = await self._authority.print_sheet(record)
        if refusal is None and self._history is not None:
            screen.sheet = "incident", record, self._history.times_printed(record)
        return refusal

    async def _print_slip(self, record: int, sheet: Sheet) -> Refusal | None:
        assert self._printer is not None
        assert self._history is not None
        refusal = self._printer.is_not_ready()
        refusal = refusal or await self._authority.print_sheet(record, self._printer.name)
        if refusal is None:
            self._printer.print(sheet.slip(is_reprint=self._history.times_printed(record) > 1))
        return refusal

    # ------------------------------------------------------------ who is there

    async def _sign_in(self, screen: Screen, args: dict[str, Any]) -> Refusal | None:
        refusal = await self._authority.sign_in(args["badge"], args["pin"])
        if refusal is None:
            screen.sheet = ()
        return refusal

    async def _authorise(self, screen: Screen, args: dict[str, Any]) -> Refusal | None:
        return await self._authority.authorise(screen.session, args["badge"], args["pin"])

    async def _lock(self, screen: Screen, args: dict[str, Any]) -> Refusal | None:
        screen.sheet = ()
        return await self._authority.lock()

    async def _sign_out(self, screen: Screen, args: dict[str, Any]) -> Refusal | None:
        screen.sheet = ()
        return await self._authority.sign_out()

    async def _done(self, screen: Screen, args: dict[str, Any]) -> Refusal | None:
        """The supervisor leaves before the time is over."""
        screen.session.end()
        screen.sheet = ()
        return None

    # ------------------------------------------------------------ acts that stay on the screen

    async def _open(self, screen: Screen, args: dict[str, Any]) -> Refusal | None:
        """Whatever a keypad has collected is added to what was said before."""
        more, before = dict(args), (screen.sheet, screen.said)
        screen.sheet, screen.said = tuple(more.pop("sheet")), {**more.pop("said", {}), **more}
        try:
            if screen.sheet[0] not in SHEETS or (screen.sheet[0] == "incident" and len(screen.sheet) > 2):
                raise KeyError(screen.sheet[0])  # which copy it is, says what is on record
            self.state(screen)
        except Exception:
            screen.sheet, screen.said = before
            raise
        return None

    async def _close(self, screen: Screen, args: dict[str, Any]) -> Refusal | None:
        screen.sheet = ()
        return None

    async def _change_look(self, screen: Screen, args: dict[str, Any]) -> Refusal | None:
        screen.look = screen.look.changed(args["what"])
        return None

    async def _test_again(self, screen: Screen, args: dict[str, Any]) -> Refusal | None:
        for keeper in self._keepers.values():
            keeper.try_now()
        return None
