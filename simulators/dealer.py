"""A scripted dealer with scripted players. It sees the panel's screen, touches its buttons and moves the cards.

It knows nothing of the daemon: a screen comes over the WebSocket, a touch goes back, and the cards are moved by
the same commands as on the bench page. When the table asks for a person's decision, it waits for one.
What the players of a pot game do is in `simulators.pot_players`.
"""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed
from websockets.typing import Origin

from simulators.bench import Bench, BenchLost, BenchRefused
from simulators.pot_players import PotPlayers
from simulators.screen import Button, Screen, State

ANSWER_WAIT_S = 5.0
BET_SHARE = 0.7  # players bet seven hands in ten
ANTE_SHARE = 0.7
SIDE_SHARE = 0.3
SIDE_WAGERS = ("place_jackpot_wager", "place_bonus_wager")
DECKS = ("blue", "red")


@dataclass(frozen=True, slots=True)
class Given:
    address: str
    token: str
    badge: str
    pin: str
    folder: str
    seed: int
    pace_s: float
    rounds: int = 0  # 0: until stopped


class ScriptedDealer:
    def __init__(
        self, given: Given, socket: ClientConnection, bench: Bench, say: Callable[[str], None]
    ) -> None:
        self._given = given
        self._screen = Screen(socket, say)
        self._bench = bench
        self._say = say
        self._chance = Random(given.seed)  # noqa: S311 - a seed must play the same again
        self._players = PotPlayers(self._screen, bench, self._chance)
        self.rounds = 0
        self.cards = 0  # or packs, that have been dealt
        self._anted = ""  # the round in which the players have placed their antes
        self._there: set[tuple[int, str]] = set()  # entrants of a tournament who have come, by box and tag
        self._packs = bench.do("state")["shuffler"] is not None  # an automated shuffling shoe deals

    async def play(self) -> None:
        await self._screen.hello(self._given.token)
        while not self._finished():
            await self.goes_on()

    async def goes_on(self) -> None:
        """One step; if a person has to decide, it waits until something has changed."""
        await asyncio.sleep(self._given.pace_s)
        await self._screen.catch_up()
        await self._step()

    def _finished(self) -> bool:
        return bool(self._given.rounds) and self.rounds >= self._given.rounds

    # ------------------------------------------------------------ one step

    async def _step(self) -> None:
        if self.waits_for_a_person():
            await self._screen.next_state()
            return
        proposed = self._screen.proposed
        name = proposed["id"].partition("-")[0] if proposed else ""
        step = self._steps().get(name)
        if step is not None and proposed is not None:
            await step(proposed)
        elif proposed is not None:
            await self._screen.touch(proposed)
        elif self._dealing():
            await self._draw()
        elif entrant := self._who_has_come():
            await self._mark(entrant)
        else:
            await self._screen.next_state()

    @property
    def screen(self) -> Screen:
        return self._screen

    @property
    def _state(self) -> State:
        return self._screen.state

    def _steps(self) -> dict[str, Callable[[Button], Any]]:
        steps = self._usual_steps()
        return steps | self._players.steps() if self._screen.has_seats else steps

    def _usual_steps(self) -> dict[str, Callable[[Button], Any]]:
        return {
            "sign_in": self._sign_in,
            "all_cards_read": self._check_deck,
            "shuffled": self._shuffle,
            "cut_made": self._cut,
            "close_betting": self._antes,
            "give_starting_marker": self._give_marker,
            "place_ante": self._ante_in_turn,
            "count_chips": self._count_chips,
            "enter_card": self._enter,
            "enter_hand": self._enter_hand,
            "card_dealt_by_hand": self._deal_by_hand,
            "bet": self._decide,
            "call": self._decide,
            "collected": self._collect,
        }

    def waits_for_a_person(self) -> bool:
        return self._state["prompt"]["tone"] in ("attention", "fault") or self._state["cover"] is not None

    def _dealing(self) -> bool:
        if self._screen.has_seats:
            return self._screen.action("hold_shoe") is not None
        return any(card.get("slot") for place in self._middle() for card in place["cards"])

    def _middle(self) -> list[State]:
        """The dealer's own cards, then the board if the game has one."""
        rail = self._state["rail"]
        return [place for place in (rail["dealer"], rail["board"]) if place]

    # ------------------------------------------------------------ what a dealer does

    async def _sign_in(self, button: Button) -> None:
        await self._screen.touch(button, badge=self._given.badge, pin=self._given.pin)

    async def _check_deck(self, button: Button) -> None:
        if button["enabled"]:
            await self._screen.touch(button)
            return
        self._hands("collect", "load_deck")
        self._bench.do("verify_all", pace_ms=int(self._given.pace_s * 50))
        while not (self._screen.proposed or {}).get("enabled"):
            await self._screen.next_state()

    async def _shuffle(self, button: Button) -> None:
        if self._packs:
            await self._load(button)
            return
        self._hands("collect", "shuffle", "load_deck")
        await self._screen.touch(button)

    async def _load(self, button: Button) -> None:
        """Both decks, and then the drum is waited for; a person mends what goes wrong meanwhile."""
        if not button["enabled"]:
            self._hands("take_decks_out", "shuffle")
            for colour in DECKS:
                self._bench.do("insert_deck", colour=colour)
        while not (self._screen.proposed or {}).get("enabled"):
            await self._screen.next_state()
            if self.waits_for_a_person():
                return
        await self._screen.touch(self._screen.proposed or button)

    async def _cut(self, button: Button) -> None:
        self._hands("cut")
        await self._screen.touch(button)

    async def _antes(self, button: Button) -> None:
        """The first box always plays, so that there is a round. In a tournament all have been asked."""
        in_turn = any(box.get("tag") for box in self._state["boxes"])
        if in_turn or self._anted == self._screen.round:
            await (self._screen.touch(button) if button["enabled"] else self._screen.next_state())
            return
        self._anted = self._screen.round
        for box in self._state["boxes"]:
            if box["box"] == 1 or self._chance.random() < ANTE_SHARE:
                await self._ante(box)

    async def _ante(self, box: State) -> None:
        buttons = await self._screen.open_sheet(box["touch"])
        antes = [b for b in buttons if b["id"].startswith("place_ante") and "amount_cents" in b["args"]]
        await self._screen.touch(self._chance.choice(antes))
        if self._chance.random() < SIDE_SHARE:
            again = next(b for b in self._state["boxes"] if b["box"] == box["box"])
            buttons = await self._screen.open_sheet(again["touch"])
            wager = next((button for button in buttons if button["id"].startswith(SIDE_WAGERS)), None)
            if wager is not None:
                await self._screen.touch(wager)

    # ------------------------------------------------------------ a tournament

    def _who_has_come(self) -> State | None:
        """Everybody comes to the seat where he was put, at every session anew."""
        put = [box for box in self._state["boxes"] if box["touch"] and box.get("tag", "").startswith("#")]
        self._there.intersection_update(map(_entrant, put))
        return next((box for box in put if _entrant(box) not in self._there), None)

    async def _mark(self, box: State) -> None:
        if not (buttons := await self._screen.open_sheet(box["touch"])):
            return
        self._there.add(_entrant(box))
        taken = next((button for button in buttons if button["args"].get("taken")), None)
        await (self._screen.touch(taken) if taken else self._screen.close_sheet())

    async def _give_marker(self, button: Button) -> None:
        if buttons := await self._screen.open_sheet(button):
            await self._screen.touch(self._chance.choice(buttons))

    async def _ante_in_turn(self, button: Button) -> None:
        await self._screen.touch(button, amount_cents=button["ask"]["minimum_cents"])

    async def _count_chips(self, button: Button) -> None:
        """As much lies there as the screen says."""
        box = next(box for box in self._state["boxes"] if box["box"] == button["args"]["box"])
        dollars = next(line for line in box["lines"] if line.replace(",", "").isdigit())
        await self._screen.touch(button, amount_cents=int(dollars.replace(",", "")) * 100)

    async def _draw(self) -> None:
        seq = self._state["seq"]
        try:
            self._deal_to(self._due())
        except BenchRefused as reason:
            self._say(f"Waiting: {reason}")
            await self._screen.next_state()
            return
        while self._state["seq"] == seq:
            await self._screen.next_state()

    async def _deal_by_hand(self, button: Button) -> None:
        """One card at a time, as the rules have it; then all of them are confirmed in one touch.

        At seats each one is: only the screen knows where they begin, and how many go at a time.
        """
        if self._screen.has_seats:
            self._deal_to(self._due())
            await self._screen.touch(self._screen.action("card_dealt_by_hand-1") or button)
            return
        left = {place: sum("slot" in card for card in cards) for place, cards in self._lying().items()}
        order = [place for place in left if place != "board" and left[place]]
        for turn in range(button["args"]["count"]):
            self._deal_to(order[turn % len(order)] if order else "board")
        await self._screen.touch(button)

    def _lying(self) -> dict[str, list[State]]:
        """Boxes in the order of the deal, then the dealer, then the board."""
        lying = {f"box-{box['box']}": box["cards"] for box in self._state["boxes"]}
        for name in ("dealer", "board"):
            rail = self._state["rail"][name]
            lying[name] = rail["cards"] if rail else []
        return lying

    def _deal_to(self, place: str) -> None:
        self._bench.do("dispense" if self._packs else "draw", to=place)
        self.cards += 1

    def _due(self) -> str:
        nexts = [box["box"] for box in self._state["boxes"] if box["tone"] == "next"]
        return f"box-{nexts[0]}" if nexts else self._place_in_the_middle()

    def _place_in_the_middle(self) -> str:
        """The place that is marked; if none is, the card is burnt."""
        rail = self._state["rail"]
        for place in ("dealer", "board"):
            if rail[place] and rail[place]["tone"] == "next":
                return place
        return "burn"

    async def _enter(self, button: Button) -> None:
        """The card lies face up: the dealer reads it off."""
        await self._screen.touch(button, card=self._face(str(button["args"]["place"]), button["args"]["nth"]))

    async def _enter_hand(self, button: Button) -> None:
        place = str(button["args"]["place"])
        unread = [nth for nth, card in enumerate(self._cards(place), start=1) if "face" not in card]
        await self._screen.touch(button, cards=[self._face(place, nth) for nth in unread])

    def _face(self, place: str, nth: int) -> str:
        return str(self._bench.do("expose", place=_lies_at(place), nth=nth)["face"])

    def _cards(self, place: str) -> list[State]:
        cards = self._lying()[_lies_at(place)]
        return [card for card in cards if "slot" not in card]

    async def _decide(self, bet: Button) -> None:
        if self._chance.random() < BET_SHARE:
            await self._screen.touch(bet)
            return
        fold = next(button for button in self._state["actions"] if button["id"].startswith("fold"))
        await self._screen.touch(fold)
        self._bench.do("to_rack", place=f"box-{fold['args']['box']}")

    async def _collect(self, button: Button) -> None:
        self._say(f"{self._screen.round}: {self._state['prompt']['title']}")
        self._hands("to_the_rack" if self._screen.has_seats else "collect")
        if not await self._screen.touch(button):
            return
        self.rounds += 1
        if self._packs and not self._is_loading():
            self._hands("insert_deck")  # it is shuffled while the other one is dealt

    def _is_loading(self) -> bool:
        return (self._screen.proposed or {}).get("id") == "shuffled"

    def _hands(self, *verbs: str) -> None:
        for verb in verbs:
            try:
                self._bench.do(verb)
            except BenchRefused as reason:
                self._say(str(reason))


def _entrant(box: State) -> tuple[int, str]:
    return box["box"], box["tag"]


def _lies_at(place: str) -> str:
    return f"box-{place}" if place.isdigit() else place


async def play(given: Given, say: Callable[[str], None]) -> None:
    bench = Bench(Path(given.folder))
    try:
        async with connect(
            f"ws://{given.address}/ws",
            origin=Origin(f"http://{given.address}"),
            max_size=1_000_000,
        ) as socket:
            await ScriptedDealer(given, socket, bench, say).play()
    finally:
        bench.close()


def main() -> int:
    """What it needs comes on standard input: a PIN has no business on a command line."""
    given = Given(**json.load(sys.stdin))
    try:
        asyncio.run(play(given, lambda line: print(line, flush=True)))
    except (ConnectionClosed, OSError, BenchLost, BenchRefused) as end:
        print(f"the scripted dealer has stopped: {end}", flush=True)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
