"""Scripted players of a pot game: they sit down, put chips in, show their hands and go.

They have no hands of their own at the panel: what they do is what the dealer touches. Nothing is asked of them
that the rules leave open: chips in a wrong amount are never so few that somebody had to decide.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from simulators.bench import Bench
from simulators.screen import Button, Screen, State

FEWEST_AT_FIRST = 2  # who sit down at an empty table
FOLD_SHARE = 0.25  # of those who would have to call
RAISE_SHARE = 0.2
WRONG_CHIPS_SHARE = 0.05
FOLD_FOR_NOTHING_SHARE = 0.02
QUICK_SHARE = 0.4
MUCK_SHARE = 0.4
COMES_IN_SHARE = 0.5  # of those who sit out or wait
NEWCOMER_SHARE = 0.15  # a round, for every empty seat
BUYS_AGAIN_SHARE = 0.7  # of those who have lost everything
# What somebody at a seat feels like between two rounds; mostly nothing.
WHIMS = {"": 80, "sit_out": 6, "add_to_stake": 6, "player_left": 4, "change_seat": 4}
STAKE_TIMES, RAISE_TIMES = 5, 3  # amounts are between the least and so many times more
TOO_MUCH_CENTS = (100, 500, 2_500)


class PotPlayers:
    def __init__(self, screen: Screen, bench: Bench, chance: Random) -> None:
        self._screen = screen
        self._bench = bench
        self._chance = chance
        self._came_and_went = ""  # the round before which they have

    def steps(self) -> dict[str, Callable[[Button], Any]]:
        return {
            "collect_posts": self._before_the_deal,
            "check": self._act,
            "call": self._act,
            "wager": self._act,
            "show_box": self._show,
        }

    # ------------------------------------------------------------ between two rounds

    async def _before_the_deal(self, button: Button) -> None:
        if self._came_and_went != self._screen.round:
            self._came_and_went = self._screen.round
            await self._come_and_go()
        elif not button["enabled"]:
            await self._make_up_a_table()
        else:
            self._lay_the_button()
            await self._screen.touch(button)

    async def _come_and_go(self) -> None:
        if not any(map(_somebody_sits, self._seats)):
            await self._sit_down_first()
            return
        for seat in self._seats:
            await self._whim(seat)

    async def _sit_down_first(self) -> None:
        seats = [seat["box"] for seat in self._seats]
        for number in self._chance.sample(seats, self._chance.randint(FEWEST_AT_FIRST, len(seats))):
            await self._comes(number)

    async def _whim(self, seat: State) -> None:
        number = seat["box"]
        if not _somebody_sits(seat):
            if self._likely(NEWCOMER_SHARE):
                await self._comes(number)
        elif seat["tone"] == "attention":  # nothing left to play with
            await self._at(number, "add_to_stake" if self._likely(BUYS_AGAIN_SHARE) else "player_left")
        elif seat["tone"] == "empty":
            await self._comes_in(number)
        else:
            await self._does(number, self._chance.choices(list(WHIMS), list(WHIMS.values()))[0])

    async def _comes_in(self, number: int) -> None:
        """He sits out, or waits for the blind: he comes back, or posts now. Or neither."""
        if self._likely(COMES_IN_SHARE):
            await self._at(number, f"sit_out-{number}-False", f"choose_entry-{number}-post")

    async def _does(self, number: int, whim: str) -> None:
        if whim == "change_seat":
            await self._changes_seat(number)
        elif whim:
            await self._at(number, f"sit_out-{number}-out" if whim == "sit_out" else whim)

    async def _comes(self, number: int) -> None:
        await self._at(number, "take_seat")

    async def _changes_seat(self, number: int) -> None:
        if not await self._at(number, "change_seat"):
            return
        free = self._screen.state["sheet"]["buttons"]
        await self._choose(self._chance.choice(free) if free else None)

    async def _make_up_a_table(self) -> None:
        """Two must play: whoever can comes back, buys in or sits down, until there are so many."""
        for seat in self._seats:
            number = seat["box"]
            if not _somebody_sits(seat):
                await self._comes(number)
            elif not await self._at(number, f"sit_out-{number}-False") and seat["tone"] == "attention":
                await self._at(number, "add_to_stake")
            if (self._screen.proposed or {}).get("enabled"):
                return

    def _lay_the_button(self) -> None:
        """Where the screen shows it, if a sensor looks at it."""
        if self._bench.do("state")["button"]:
            self._bench.do("move_button", box=next(seat["box"] for seat in self._seats if seat["mark"]))

    # ------------------------------------------------------------ in a round

    async def _act(self, usual: Button) -> None:
        fold, wager, put_in = map(self._screen.action, ("fold", "wager", "put_in"))
        must_pay = usual["id"].startswith("call")
        if fold and self._likely(FOLD_SHARE if must_pay else FOLD_FOR_NOTHING_SHARE):
            await self._gives_up(fold)
        elif wager and (wager is usual or self._likely(RAISE_SHARE)):
            await self._bets(wager)
        elif put_in and must_pay and self._likely(WRONG_CHIPS_SHARE):
            await self._puts_in_too_much(put_in, usual["args"]["amount_cents"])
        else:
            await self._screen.touch(usual)

    async def _bets(self, wager: Button) -> None:
        ask = wager["ask"]
        if ask is None:
            await self._screen.touch(wager)
        elif ask["quick"] and self._likely(QUICK_SHARE):
            await self._screen.touch(wager, **{ask["field"]: self._chance.choice(ask["quick"])["cents"]})
        else:
            await self._screen.touch(wager, **self._amount(ask, RAISE_TIMES))

    async def _puts_in_too_much(self, put_in: Button, call_cents: int) -> None:
        ask = put_in["ask"]
        cents = min(call_cents + self._chance.choice(TOO_MUCH_CENTS), ask["maximum_cents"])
        await self._screen.touch(put_in, **{ask["field"]: cents})

    async def _show(self, show: Button) -> None:
        muck = self._screen.action("muck")
        if muck and self._likely(MUCK_SHARE):
            await self._gives_up(muck)
        else:
            await self._screen.touch(show)

    async def _gives_up(self, button: Button) -> None:
        """The dealer takes the cards in."""
        if await self._screen.touch(button):
            self._bench.do("to_rack", place=f"box-{button['args']['box']}")

    # ------------------------------------------------------------ the sheet of a seat

    async def _at(self, number: int, *starts: str) -> bool:
        """Touches a button of that seat whose id begins so; whether there was one, and it was accepted."""
        seat = next(seat for seat in self._seats if seat["box"] == number)
        offered = await self._screen.open_sheet(seat["touch"]) if seat["touch"] else []
        return await self._choose(
            next((b for b in offered if b["id"].startswith(starts) and b["enabled"]), None)
        )

    async def _choose(self, button: Button | None) -> bool:
        """On the sheet that is open; it is closed if nothing comes of it."""
        filled = self._amount(button["ask"], STAKE_TIMES) if button and button["ask"] else {}
        done = button is not None and await self._screen.touch(button, **filled)
        if not done:
            await self._screen.close_sheet()
        return done

    # ------------------------------------------------------------

    @property
    def _seats(self) -> list[State]:
        seats: list[State] = self._screen.state["boxes"]
        return seats

    def _likely(self, share: float) -> bool:
        return self._chance.random() < share

    def _amount(self, ask: State, times: int) -> dict[str, int]:
        """On the steps of the keypad; the ends are allowed whatever the step is."""
        step, least, lies = ask["step_cents"], ask["minimum_cents"], ask.get("counted_from_cents", 0)
        most = min(ask["maximum_cents"], least * times)
        first = lies - (lies - least) // step * step
        steps = (most - first) // step
        return {ask["field"]: first + step * self._chance.randint(0, steps) if steps >= 0 else least}


def _somebody_sits(seat: State) -> bool:
    """An empty seat has no stake to show."""
    return bool(seat["lines"])
