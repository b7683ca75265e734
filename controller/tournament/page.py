"""The page of those who conduct a tournament: director, shift manager, cashier."""

from __future__ import annotations

import secrets
from collections import deque
from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from weakref import WeakKeyDictionary

from config.schema import StaffMember
from controller.language import LANGUAGES
from controller.language.tournaments import TournamentLanguage
from controller.lines.printer import Printer
from controller.pins import Pins
from controller.screens import plain
from controller.screens.connection import Screen, Touch, Whole
from controller.screens.scene import Json, Look
from controller.tournament.answers import Answers
from controller.tournament.authority import Done, TournamentAuthority, Visit, part_of
from controller.tournament.loop import TournamentLoop
from controller.tournament.people import People
from controller.tournament.prints import PRINTED, WAITS, papers, receipt_slip
from controller.tournament.scene import Line, Scene
from controller.tournament.told import told_of
from controller.tournament.view import FIRST_TAB, page, tabs_of
from games.events import SlipNotPrinted, SlipPrinted
from games.every_game.announcing import MINUTE_MS
from games.outcomes import Refusal, text
from games.tournament.events import ClockStepped, Event, Restarted
from games.tournament.outcomes import CashMoved, Outcome

LINES = 200


@dataclass
class Desk:
    """What is open on one screen."""

    visit: Visit = field(default_factory=Visit)
    tab: str = "entries"
    paper: tuple[Any, ...] = ()
    made: tuple[object, Whole] | None = None  # the last state, and what it was made from


class TournamentPage:
    """The role. A touch on an older state is refused: by then it may mean something else."""

    def __init__(
        self,
        *,
        loop: TournamentLoop,
        authority: TournamentAuthority,
        people: People,
        directors: Sequence[StaffMember],
        look: Look,
        now_ms: Callable[[], int],
        simulated: bool,
        printer: Printer | None = None,
    ) -> None:
        self._loop = loop
        self._printer = printer
        self._receipts: dict[int, str] = {}  # what became of those that went to the printer
        self._authority = authority
        self.people = people
        self._directors = directors
        self.look = look
        self._now_ms = now_ms
        self._simulated = simulated
        self._languages = {name: TournamentLanguage(name) for name in LANGUAGES}
        self._desks: WeakKeyDictionary[Screen, Desk] = WeakKeyDictionary()
        self._happened = 0
        self._log: deque[Line] = deque(maxlen=LINES)
        self._shift_ms = 0  # what the time of day was ahead of what was told last
        self._acts: dict[str, Callable[[Desk, Json], Awaitable[Refusal | None]]] = {
            "sign_in": self._sign_in,
            "sign_out": self._sign_out,
            "do": self._do,
            "show": self._show,
            "print": self._print,
            "close": self._close,
            "erase": self._erase,
        }
        if loop.trouble is None:
            for event, told in loop.told_before():
                self._note(event, told)
        loop.tell(self._heard)

    def _heard(self, event: Event | None, outcomes: list[Outcome]) -> None:
        self._happened += 1
        if event is not None:
            self._note(event, outcomes)

    def _note(self, event: Event, outcomes: Iterable[Outcome]) -> None:
        if isinstance(event, Restarted | ClockStepped):
            self._shift_ms = event.shift_ms
        for outcome in outcomes:
            if (told := told_of(outcome)) is not None:
                self._log.append(Line(event.at_ms + self._shift_ms, told, getattr(outcome, "rule", None)))

    # ------------------------------------------------------------ what is shown

    def language(self, screen: Screen) -> TournamentLanguage:
        return self._languages[screen.look.language]

    def state(self, screen: Screen) -> Whole:
        """Made anew when something has happened, or is shown otherwise; and every minute, for its times."""
        desk = self._desk(screen)
        member = self._authority.member(desk.visit)
        if member is None:
            desk.paper = ()
        of = (
            self._happened,
            self._loop.trouble,
            member,
            screen.look,
            desk.tab,
            desk.paper,
            self.people.names,
            self._time_of_day_ms() // MINUTE_MS,
            tuple(self._receipts.items()),
        )
        if desk.made is None or desk.made[0] != of:
            desk.made = of, Whole(page(self._scene(screen, desk)))
        return desk.made[1]

    def _time_of_day_ms(self) -> int:
        return self._loop.tournament.state.time_of_day_ms(self._now_ms())

    def plain(self, screen: Screen) -> Json:
        title = self._loop.tournament.state.conditions.title
        return dict(plain.director(self.language(screen), screen.look, title, simulated=self._simulated))

    def _desk(self, screen: Screen) -> Desk:
        return self._desks.setdefault(screen, Desk())

    def _scene(self, screen: Screen, desk: Desk) -> Scene:
        member = self._authority.member(desk.visit)
        return Scene(
            tournament=self._loop.tournament,
            trouble=self._loop.trouble,
            stopped=self._loop.stopped,
            language=self.language(screen),
            look=screen.look,
            simulated=self._simulated,
            member=member,
            part=part_of(member),
            directors=self._directors,
            people=self.people,
            tab=desk.tab,
            paper=desk.paper,
            log=tuple(self._log),
            now_ms=self._time_of_day_ms(),
            on_printer=self._receipts if self._printer is not None else None,
        )

    # ------------------------------------------------------------ what is touched

    def refuses_stale(self, screen: Screen, touch: Touch) -> bool:
        return True

    async def touched(self, screen: Screen, touch: Touch) -> Refusal | None:
        desk = self._desk(screen)
        if touch.act == "look":
            screen.look = screen.look.changed(touch.args["what"])
            return None
        if touch.act != "sign_in" and self._authority.member(desk.visit) is None:
            return Refusal(say=text("not_signed_in"))
        self._authority.stays(desk.visit)
        if touch.act == "on_printer":
            return self._prints_receipt(self._scene(screen, desk))
        act = self._acts[touch.act]
        before = desk.tab, desk.paper
        refusal = await act(desk, touch.args)
        if refusal is None:
            self._must_be_shown(screen, desk, before)
        return refusal

    def _must_be_shown(self, screen: Screen, desk: Desk, before: tuple[str, tuple[Any, ...]]) -> None:
        """What cannot be shown is not opened."""
        try:
            if desk.paper:
                papers(self._scene(screen, desk))
        except Exception:
            desk.tab, desk.paper = before
            raise

    async def _sign_in(self, desk: Desk, args: Json) -> Refusal | None:
        refusal = await self._authority.sign_in(desk.visit, args["badge"], args["pin"])
        if refusal is None:
            desk.tab, desk.paper = FIRST_TAB[part_of(desk.visit.member)], ()
        return refusal

    async def _sign_out(self, desk: Desk, args: Json) -> Refusal | None:
        self._authority.sign_out(desk.visit)
        desk.paper = ()
        return None

    async def _do(self, desk: Desk, args: Json) -> Refusal | None:
        done = self._authority.do(desk.visit, args["command"], args["args"], args["said"])
        desk.paper = _receipt_of(done)
        return done.refusal

    async def _show(self, desk: Desk, args: Json) -> Refusal | None:
        if args["tab"] not in tabs_of(part_of(desk.visit.member)):
            raise ValueError("no such part of the page")
        desk.tab, desk.paper = args["tab"], ()
        return None

    async def _print(self, desk: Desk, args: Json) -> Refusal | None:
        desk.paper = tuple(args["paper"])
        return None

    async def _close(self, desk: Desk, args: Json) -> Refusal | None:
        desk.paper = ()
        return None

    def _prints_receipt(self, scene: Scene) -> Refusal | None:
        """The one that is open. The table's journal says what became of it."""
        if self._printer is None:
            raise ValueError("there is no printer")
        slip = receipt_slip(scene)
        refusal = self._printer.is_not_ready()
        if refusal is None:
            self._receipts[slip.number] = WAITS
            self._printer.print(slip)
        return refusal

    def heard_at_the_table(self, event: object, outcomes: object) -> None:
        if isinstance(event, SlipPrinted | SlipNotPrinted) and event.paper == "receipt":
            self._receipts[event.number] = PRINTED if isinstance(event, SlipPrinted) else event.why

    async def _erase(self, desk: Desk, args: Json) -> Refusal | None:
        return self._authority.erase(desk.visit, str(args["person"]))


def _receipt_of(done: Done) -> tuple[Any, ...]:
    """Whoever has paid, or was paid, gets it on paper."""
    moved = next((one for one in done.outcomes if isinstance(one, CashMoved)), None)
    return ("receipt", moved.number) if moved is not None else ()


def _persons(loop: TournamentLoop) -> set[str]:
    """Every number that was ever given."""
    return {person for entry in loop.tournament.state.entries.values() for person in entry.persons}


def page_of(
    loop: TournamentLoop,
    *,
    pins: Pins,
    staff: Sequence[StaffMember],
    folder: Path,
    look: Look,
    now_ms: Callable[[], int],
    steady_ms: Callable[[], int],
    simulated: bool,
    draw: Callable[[int], int] = secrets.randbelow,
    printer: Printer | None = None,
) -> TournamentPage:
    """With all that it needs. `folder` keeps the names; `pins` are those of the table: guesses count once.

    Language and theme are as on the panel, but nobody stands at this page as far away as at a table.
    """
    people = People(folder / "people.json")
    directors = [member for member in staff if part_of(member) == "director"]
    answers = Answers(directors, people, lambda: _persons(loop))
    authority = TournamentAuthority(
        loop=loop, pins=pins, answers=answers, people=people, now_ms=steady_ms, draw=draw
    )
    return TournamentPage(
        loop=loop,
        authority=authority,
        people=people,
        directors=directors,
        look=Look.of_desk(look.language, look.theme),
        now_ms=now_ms,
        simulated=simulated,
        printer=printer,
    )
