"""The bench page: hands at a simulated table. They move the far end of the wire, nothing inside the daemon."""

from __future__ import annotations

import asyncio
import contextlib
import json
import sys
from collections import deque
from collections.abc import Awaitable, Callable
from itertools import dropwhile, takewhile
from typing import Any

import structlog

from config.schema import StaffMember
from controller.language import Language
from controller.loop import TableLoop
from controller.screens import plain, states
from controller.screens.connection import Screen, Touch, Whole
from controller.screens.scene import Json, Look
from controller.screens.states import Button
from games.cards import JOKER, Card
from games.events import BURN
from games.outcomes import Refusal, text
from simulators.bench import Bench, BenchLost, BenchRefused
from simulators.dealer import DECKS
from simulators.shuffler import CHAMBERS

log = structlog.get_logger()

LOG_LINES = 30
NEXT_CARD = ("unread", "smudged", "misread", "unheard", "said_again")
PACES_S = {"slow": 1.2, "normal": 0.4, "fast": 0.05}


class BenchRole:
    def __init__(
        self,
        *,
        bench: Bench,
        loop: TableLoop,
        look: Look,
        language: Language,
        autoplay: Autoplay | None,
        changed: Callable[[], None],
    ) -> None:
        self._bench = bench
        self._loop = loop
        self.look = look
        self._say = language
        self._autoplay = autoplay
        self._changed = changed
        self._log: deque[str] = deque(maxlen=LOG_LINES)
        self._counts: Json = bench.do("state")
        self._verbs: dict[str, Callable[[Json], Awaitable[None]]] = {
            "hand": self._hand,
            "draw_next": self._draw_next,
            "deal_all": self._deal_all,
            "dispense": self._dispense,
            "expose_last": self._expose_last,
            "draw_elsewhere": self._draw_elsewhere,
            "double_feed": self._double_feed,
            "swap_boxes": self._swap_boxes,
            "hand_to_rack": self._hand_to_rack,
            "pass_over": self._pass_over,
            "draw_in_betting": self._draw_in_betting,
            "face_up_in_shoe": self._face_up_in_shoe,
            "prepare": self._prepare,
            "fold_away": self._fold_away,
            "autoplay": self._start_autoplay,
            "autoplay_stop": self._stop_autoplay,
        }

    def state(self, screen: Screen) -> Whole:
        say = self._say
        state: states.Bench = {
            "kind": "screen",
            "role": "bench",
            "look": self.look.state(),
            "banner": say.screen("banner"),
            "words": say.group("words"),
            "title": say.of("bench", "title", table=self._loop.table.setup.table),
            "groups": [self._autoplay_group(say), *self._hands(say), *self._markers(say), self._trouble(say)],
            "log": list(self._log),
        }
        return Whole(state)

    def plain(self, screen: Screen) -> states.Bench:
        return plain.bench(self._say, self.look)

    def language(self, screen: Screen) -> Language:
        return self._say

    def refuses_stale(self, screen: Screen, touch: Touch) -> bool:
        return False  # its counts move with every card, and nothing on it is money

    async def touched(self, screen: Screen, touch: Touch) -> Refusal | None:
        verb = self._verbs.get(touch.act)
        if verb is None:
            return Refusal(say=text("unknown_touch"))
        try:
            await verb(touch.args)
        except (BenchRefused, BenchLost) as reason:
            self._note(str(reason))
        except (KeyError, TypeError, ValueError):
            return Refusal(say=text("unknown_touch"))
        with contextlib.suppress(BenchLost):
            self._counts = await asyncio.to_thread(self._bench.do, "state")
        return None

    # ------------------------------------------------------------ what the page shows

    @property
    def _shuffler(self) -> Json | None:
        """What a shuffling shoe holds; None at a table with an ordinary shoe."""
        held: Json | None = self._counts["shuffler"]
        return held

    def _hands(self, say: Language) -> list[states.Group]:
        if self._shuffler is None:
            return [self._deck(say), self._deal(say)]
        return [self._two_decks(say, self._shuffler), self._packs(say, self._shuffler)]

    def _two_decks(self, say: Language, held: Json) -> states.Group:
        lines = [
            say.of("bench", "chambers", **{chamber: self._in_words(held[chamber]) for chamber in CHAMBERS}),
            say.of("bench", "door_open" if held["open"] else "door_closed"),
        ]
        buttons = [
            _button(say, "load_decks", "prepare", {"steps": ["take_decks_out", "shuffle", "insert_both"]}),
            _hand(say, "insert_deck"),
            _hand(say, "take_decks_out"),
            _hand(say, "take_from_deck"),
            _hand(say, "put_back"),
            _hand(say, "insert_green", verb="insert_foreign_deck", colour="green"),
            _hand(say, "insert_same", verb="insert_foreign_deck", colour="blue"),
            _hand(say, "new_deck"),
            _button(say, "collect", "prepare", {"steps": ["collect"]}),
        ]
        return _group(say, "deck", lines, buttons)

    def _packs(self, say: Language, held: Json) -> states.Group:
        due = self._loop.table.game.state.deal.due
        place = say.place(due.place) if due else ""
        other = next((colour for colour in DECKS if colour != held["shoe"]), "")
        buttons = [
            _button(say, "dispense", "dispense", {}),
            _button(say, "dispense_four", "dispense", {"count": 4}),
            _button(say, "dispense_six", "dispense", {"count": 6}),
            _button(say, "dispense_other_colour", "dispense", {"told_colour": other}),
            _button(say, "jam_in_pack", "dispense", {"jams": True}),
            *self._with_hands(say),
        ]
        return _group(say, "deal", [say.of("bench", "due", place=due.place)] if place and due else [], buttons)

    def _with_hands(self, say: Language) -> list[Button]:
        """What people do with cards that lie there."""
        return [
            _button(say, name, name, {}) for name in ("expose_last", "swap_boxes", "hand_to_rack", "fold_away")
        ]

    def _in_words(self, colour: str) -> str:
        say = self._say
        return say.colour(colour) if colour else say.of("bench", "nothing_in_it")

    def _deck(self, say: Language) -> states.Group:
        places = self._counts["places"]
        lines = [say.of("bench", "counts", shoe=places["shoe"], pile=places["pile"], rack=places["rack"])]
        buttons = [
            _button(say, "verify_deck", "prepare", {"steps": ["collect", "load_deck", "verify_all"]}),
            _button(say, "shuffle_and_load", "prepare", {"steps": ["collect", "shuffle", "load_deck", "cut"]}),
            _hand(say, "take_from_deck"),
            _hand(say, "put_back"),
            _hand(say, "add_extra", face="Qd"),
            _hand(say, "exchange_next"),
            _hand(say, "new_deck"),
            _button(say, "collect", "prepare", {"steps": ["collect"]}),
        ]
        return _group(say, "deck", lines, buttons)

    def _deal(self, say: Language) -> states.Group:
        due = self._loop.table.game.state.deal.due
        place = say.place(due.place) if due else ""
        by_hand = self._loop.table.game.state.by_hand
        buttons = [
            _button(say, "draw_next", "draw_next", {}),
            *([_button(say, "deal_all", "deal_all", {})] if by_hand else []),
            _button(say, "draw_elsewhere", "draw_elsewhere", {}),
            _hand(say, "draw_too_many", to=None, count=1),
            _button(say, "double_feed", "double_feed", {}),
            *self._with_hands(say),
            *(self._at_pots(say) if self._loop.table.game.has_seats else []),
        ]
        return _group(say, "deal", [say.of("bench", "due", place=due.place)] if place and due else [], buttons)

    def _at_pots(self, say: Language) -> list[Button]:
        """What goes wrong where players bet between the cards."""
        names = ("pass_over", "draw_in_betting", "face_up_in_shoe")
        return [*(_button(say, name, name, {}) for name in names), _hand(say, "shuffle_in")]

    def _markers(self, say: Language) -> list[states.Group]:
        """One marker beside each box that a sensor looks at, or the dealer button beside one of the seats."""
        if self._counts["button"]:
            return [self._dealer_button(say)]
        lying = {place.removeprefix("box-"): mark for place, mark in self._counts["markers"].items()}
        buttons = [
            _hand(say, "place_marker" if mark is None else "take_marker", box=int(box))
            for box, mark in lying.items()
        ]
        return [_group(say, "markers", [], buttons)] if buttons else []

    def _dealer_button(self, say: Language) -> states.Group:
        free = [place for place, mark in self._counts["markers"].items() if mark is None]
        buttons = [_hand(say, "move_button", box=int(place.removeprefix("box-"))) for place in free]
        return _group(say, "button", [], buttons)

    def _trouble(self, say: Language) -> states.Group:
        devices = self._counts["devices"]
        lines = [
            say.of("bench", "plugged" if device["plugged"] else "unplugged", device=name)
            for name, device in devices.items()
        ]
        silent = self._loop.table.game.shoe == "silent"
        buttons = [] if silent else [_hand(say, "clear_jam" if self._counts["jammed"] else "jam")]
        if self._counts["fault"]:
            buttons.append(_hand(say, "clear_fault"))
        if self._loop.table.game.shoe == "reading":
            for mishap in NEXT_CARD:
                buttons.append(_hand(say, f"next_card_{mishap}", verb="next_card_goes", mishap=mishap))
        if self._shuffler is not None and self._shuffler["open"]:
            buttons.append(_hand(say, "close_door", verb="door", is_open=False))
        elif self._shuffler is not None:
            buttons.append(_hand(say, "open_door", verb="door", is_open=True))
        for name, device in devices.items():
            buttons.append(_hand(say, "unplug" if device["plugged"] else "replug", device=name))
            buttons.append(_hand(say, "garbage", device=name))
            buttons += self._device_trouble(say, name, device["can"])
        return _group(say, "trouble", lines, buttons)

    def _device_trouble(self, say: Language, name: str, can: list[str]) -> list[Button]:
        """What can go wrong with this one beside its cable."""
        buttons = []
        for way in can:
            if way == "lose_reports":
                buttons.append(_hand(say, "lose_report", verb=way, device=name, count=1))
            elif way == "reboot":
                buttons.append(_hand(say, way, device=name))
            else:
                buttons.append(_hand(say, way, verb="trouble", device=name, word=way))
        return buttons

    def _autoplay_group(self, say: Language) -> states.Group:
        if self._autoplay is None:
            return _group(say, "autoplay", [say.of("bench", "no_autoplay")], [])
        if self._autoplay.running:
            return _group(say, "autoplay", [], [_button(say, "autoplay_stop", "autoplay_stop", {})])
        return _group(
            say,
            "autoplay",
            [],
            [_button(say, f"autoplay_{pace}", "autoplay", {"pace": pace}) for pace in PACES_S],
        )

    # ------------------------------------------------------------ what the hands do

    async def _hand(self, args: Json) -> None:
        verb = str(args["verb"])
        await self._do(verb, **args.get("with", {}))
        self._note(self._say.of("bench", "did"))

    async def _draw_next(self, args: Json) -> None:
        """Like a dealer: to the place that comes next."""
        ahead = self._ahead()
        await self._do("draw", to=ahead[0] if ahead else None)

    async def _deal_all(self, args: Json) -> None:
        """By hand: all that is dealt in one go. The dealer then says so on the panel."""
        for place in self._ahead():
            await self._do("draw", to=place)

    async def _draw_elsewhere(self, args: Json) -> None:
        """To the place after the one that is due, or to the first box if nothing is."""
        ahead = self._ahead()
        others = [place for place in ahead if place != ahead[0]] or self._holding()
        if not others:
            raise BenchRefused(self._say.of("bench", "nothing_dealt"))
        await self._do("draw", to=others[0])

    async def _double_feed(self, args: Json) -> None:
        ahead = self._ahead()
        await self._do("double_feed", to=ahead[0] if ahead else None)

    async def _hand_to_rack(self, args: Json) -> None:
        """A hand that is still played, put away by mistake."""
        state = self._loop.table.game.state
        lying = [place for place in self._boxes if state.has_hand(place) and not state.hand_over(place)]
        live = [_bench_place(place) for place in lying if self._counts["places"][_bench_place(place)]]
        if not live:
            raise BenchRefused(self._say.of("bench", "nothing_dealt"))
        await self._do("to_rack", place=live[0])

    async def _pass_over(self, args: Json) -> None:
        """The seat that is due gets nothing, the others theirs, until it would be due again."""
        ahead = self._ahead()
        missed = ahead[:1]
        others = list(takewhile(lambda place: place not in missed, dropwhile(lambda p: p in missed, ahead)))
        if not others:
            raise BenchRefused(self._say.of("bench", "nothing_dealt"))
        for place in others:
            await self._do("draw", to=place)

    async def _draw_in_betting(self, args: Json) -> None:
        if not self._loop.table.game.state.deciding:
            raise BenchRefused(self._say.of("bench", "nobody_bets"))
        await self._do("draw", to=None)

    async def _face_up_in_shoe(self, args: Json) -> None:
        """What everybody sees; the shoe tells of it only when the card is drawn."""
        seen = await self._do("expose", place="shoe", nth=self._counts["places"]["shoe"])
        self._note(self._say.of("bench", "lies_face_up", face=Card(seen["face"]).short))

    @property
    def _boxes(self) -> list[str]:
        return [str(number) for number in range(1, self._loop.table.setup.boxes + 1)]

    def _holding(self) -> list[str]:
        deal = self._loop.table.game.state.deal
        return [_bench_place(place) for place in self._boxes if deal.hand(place)]

    def _ahead(self) -> list[str]:
        """By hand the panel hears of cards after they are dealt: what already lies there is passed over."""
        deal, places = self._loop.table.game.state.deal, self._counts["places"]
        ahead = [_bench_place(due.place) for due in deal.stretch]
        lying = {place: places[place] - len(deal.hand(place.removeprefix("box-"))) for place in set(ahead)}
        return ahead[max(0, sum(lying.values())) :]

    async def _dispense(self, args: Json) -> None:
        """A pack to the place that the prompt names, or what becomes of it."""
        due = self._loop.table.game.state.deal.due
        to = _bench_place(due.place) if due else None
        if args.get("jams"):
            await self._do("jam_in_pack", to=to)
        else:
            await self._do("dispense", to=to, **args)

    async def _expose_last(self, args: Json) -> None:
        dealt = self._loop.table.game.state.deal.dealt
        down = [card.due for card in dealt if not card.up and card.due.place != BURN]
        if not down:
            raise BenchRefused(self._say.of("bench", "nothing_dealt"))
        due = down[-1]
        seen = await self._do("expose", place=_bench_place(due.place), nth=due.nth)
        face = (JOKER if seen["face"] == JOKER else Card(seen["face"])).short
        self._note(self._say.of("bench", "exposed", place=due.place, nth=due.nth, face=face))

    async def _swap_boxes(self, args: Json) -> None:
        holding = self._holding()
        if len(holding) < 2:
            raise BenchRefused(self._say.of("bench", "nothing_to_swap"))
        await self._do("swap", first=holding[0], second=holding[1])
        place, other = (name.removeprefix("box-") for name in holding[:2])
        self._note(self._say.of("bench", "swapped", place=place, other=other))

    async def _prepare(self, args: Json) -> None:
        for step in args["steps"]:
            if step in ("collect", "load_deck", "shuffle", "cut", "verify_all", "take_decks_out"):
                await self._do(step)
            elif step == "insert_both":
                for colour in DECKS:
                    await self._do("insert_deck", colour=colour)

    async def _fold_away(self, args: Json) -> None:
        for number in self._loop.table.game.state.hands_given_up():
            if self._counts["places"][f"box-{number}"]:
                await self._do("to_rack", place=f"box-{number}")

    async def _start_autoplay(self, args: Json) -> None:
        if self._autoplay:
            await self._autoplay.start(PACES_S[args["pace"]], self._note)

    async def _stop_autoplay(self, args: Json) -> None:
        if self._autoplay:
            await self._autoplay.stop()

    async def _do(self, verb: str, **arguments: Any) -> Json:
        if verb == "new_deck":  # the casino may have determined another one (2.2)
            arguments["faces"] = [str(card) for card in self._loop.table.deck]
        return await asyncio.to_thread(lambda: self._bench.do(verb, **arguments))

    def _note(self, line: str) -> None:
        self._log.appendleft(line)
        self._changed()


class Autoplay:
    """A scripted dealer with scripted players: a process of its own that uses the panel like anybody else."""

    def __init__(self, address: str, token: str, dealer: StaffMember, folder: str, seed: int) -> None:
        self._given = {
            "address": address,
            "token": token,
            "badge": dealer.number,
            "pin": dealer.demo_pin,
            "folder": folder,
            "seed": seed,
        }
        self._process: asyncio.subprocess.Process | None = None
        self._listening: asyncio.Task[None] | None = None

    @property
    def running(self) -> bool:
        return self._process is not None and self._process.returncode is None

    async def start(self, pace_s: float, note: Callable[[str], None]) -> None:
        await self.stop()
        self._process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "simulators.dealer",
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
        )
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps({**self._given, "pace_s": pace_s}).encode())
        self._process.stdin.close()
        self._listening = asyncio.create_task(self._listen(self._process, note))

    async def stop(self) -> None:
        if self._process and self.running:
            with contextlib.suppress(ProcessLookupError):
                self._process.terminate()
            await self._process.wait()
        if self._listening:
            await self._listening
            self._listening = None

    async def _listen(self, process: asyncio.subprocess.Process, note: Callable[[str], None]) -> None:
        assert process.stdout is not None
        async for line in process.stdout:
            note(line.decode(errors="replace").strip())
        await process.wait()
        note("Autoplay has ended.")


def _bench_place(place: str) -> str:
    return f"box-{place}" if place.isdigit() else place


def _group(say: Language, name: str, lines: list[str], buttons: list[Button]) -> states.Group:
    return {"title": say.of("bench", f"group_{name}"), "lines": lines, "buttons": buttons}


def _hand(say: Language, name: str, verb: str = "", **arguments: Any) -> Button:
    button = _button(say, name, "hand", {"verb": verb or name, "with": arguments})
    for which in ("device", "box"):
        if which in arguments:
            button["label"] = f"{button['label']} {arguments[which]}"
            button["id"] = f"{name}-{arguments[which]}"
    return button


def _button(say: Language, name: str, act: str, args: Json) -> Button:
    return {
        "id": name,
        "label": say.of("bench", f"do_{name}"),
        "tone": "plain",
        "enabled": True,
        "place": 0,
        "hold_ms": 0,
        "act": act,
        "args": args,
        "ask": None,
    }
