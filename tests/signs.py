"""Tables in every state that a sign has to show, with the sign that they give."""

from __future__ import annotations

import json
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

from config import schema
from controller.screens.connection import Screen
from controller.screens.sign import TableSign
from games import events as e
from games.deal import Shoe
from games.house.state import State
from games.outcomes import Outcome, Prompt
from games.table.table import Setup
from games.table.table import Table as ControllerTable
from tests.games.table_talk import (
    DEALER_ACE_KING,
    ROYAL_FLUSH,
    Table,
    holdem_options,
    house_options,
)

Json = dict[str, Any]
HOURS = "12:00 - 06:00"
OPTIONS = {"canberra_poker": house_options, "casino_holdem": holdem_options}


class _Game:
    """What table talk needs of a game, played at a table."""

    def __init__(self, table: ControllerTable) -> None:
        self.table = table

    @property
    def state(self) -> State:
        return self.table.game.state

    @property
    def next_moment_ms(self) -> int | None:
        return self.table.game.next_moment_ms

    def take(self, event: e.Event) -> list[Outcome]:
        return self.table.take(event)

    def prompt(self) -> Prompt:
        return self.table.game.prompt()


class SignedTable:
    """A table with its sign. It is talked to as at the table of a game."""

    def __init__(
        self,
        game: str = "canberra_poker",
        *,
        language: str = "en",
        shoe: Shoe = "reading",
        simulated: bool = True,
        hours: str = HOURS,
        name: str = "T-01",
        look: Json | None = None,
        **options: Any,
    ) -> None:
        self.table = ControllerTable(Setup(name, game, 7, OPTIONS[game](**options), shoe))
        self.talk = Table(_Game(self.table))  # type: ignore[arg-type]
        self.talk.says(e.SignIn, by="1182", name="Marta")
        self.loop = SimpleNamespace(table=self.table, trouble=None)
        settings = schema.Sign(language=language, **(look or {}))
        self.role = TableSign(loop=self.loop, settings=settings, hours=hours, simulated=simulated)
        self.screen = Screen(self.role)

    def state(self) -> Json:
        return self.role.state(self.screen)

    def frames(self) -> list[Json]:
        """What has been sent since this was asked last."""
        self.screen.refresh()
        return [json.loads(message) for message in self.screen.to_send()]


def closed(signed: SignedTable) -> None:
    pass


def opening(signed: SignedTable) -> None:
    signed.talk.open()


def opened(signed: SignedTable) -> None:
    signed.talk.open()
    signed.talk.supervisor.checks_deck_by_hand()
    signed.talk.next_round()
    signed.talk.minutes = 20 * 60


def in_a_round(signed: SignedTable) -> None:
    opened(signed)
    signed.talk.antes({1: 25, 3: 50})
    signed.talk.closes_betting()


def limits_changing(signed: SignedTable) -> None:
    opened(signed)
    signed.talk.supervisor.announces_limits(50, 1_000, multiple=25, minutes=15)


def limits_next_round(signed: SignedTable) -> None:
    in_a_round(signed)
    signed.talk.supervisor.announces_limits(50, 1_000, multiple=25)


def closing(signed: SignedTable) -> None:
    opened(signed)
    signed.talk.supervisor.announces_closing(30)


def last_round(signed: SignedTable) -> None:
    in_a_round(signed)
    signed.talk.supervisor.announces_closing()


def no_more_rounds(signed: SignedTable) -> None:
    opened(signed)
    signed.talk.supervisor.announces_closing()


def last_check(signed: SignedTable) -> None:
    no_more_rounds(signed)
    signed.talk.supervisor.says(e.CloseTable)


def everything_at_once(signed: SignedTable) -> None:
    limits_changing(signed)
    signed.talk.supervisor.announces_closing(30)


def stopped(signed: SignedTable) -> None:
    opened(signed)
    signed.loop.trouble = SimpleNamespace(code="our_fault", detail="AssertionError", since_ms=0)


def jackpot_pending(signed: SignedTable) -> None:
    """A royal flush, claimed and not paid yet (Canberra Poker only)."""
    opened(signed)
    signed.talk.antes({1: 25, 3: 50}, jackpots=[1])
    signed.talk.closes_betting()
    signed.talk.deal({1: ROYAL_FLUSH, "dealer": DEALER_ACE_KING})
    signed.talk.bets(1)
    signed.talk.folds(3)
    signed.talk.shows_dealer()
    signed.talk.shows(1)
    signed.talk.claims(1)
    signed.talk.settles(1)


def in_tournament(signed: SignedTable) -> None:
    """At every box somebody with many chips (Canberra Poker only)."""
    opened(signed)
    level = e.Level(number=1, minimum_cents=2_500, maximum_cents=50_000, multiple_cents=500)
    seats = [
        e.SeatEntrant(order=2 + box, box=box, entry=1_000 + box, chips_cents=12_345_600) for box in range(1, 8)
    ]
    session = e.PlaySession(order=10, session=1, until_round=12, marker=1)
    join = e.JoinTournament(order=1, tournament="Monday final")
    for order in (join, e.FollowLevels(order=2, levels=(level,)), *seats, session):
        signed.talk.happens(order)


def break_of_tournament(signed: SignedTable) -> None:
    in_tournament(signed)
    until_ms = int(signed.talk.minutes * 60_000) + 15 * 60_000
    pause = e.PlaySession(order=11, session=1, until_round=12, waiting="break", until_ms=until_ms)
    signed.talk.happens(pause)


def stopped_clock_of_tournament(signed: SignedTable) -> None:
    in_tournament(signed)
    signed.talk.happens(e.PlaySession(order=11, session=1, until_round=12, waiting="break", until_ms=0))


OF_CANBERRA_POKER = ("jackpot_pending", "in_tournament", "break_of_tournament", "stopped_clock_of_tournament")
WAYS: dict[str, Callable[[SignedTable], None]] = {
    "closed": closed,
    "opening": opening,
    "open": opened,
    "in_a_round": in_a_round,
    "limits_changing": limits_changing,
    "limits_next_round": limits_next_round,
    "closing": closing,
    "last_round": last_round,
    "no_more_rounds": no_more_rounds,
    "last_check": last_check,
    "everything_at_once": everything_at_once,
    "stopped": stopped,
    "jackpot_pending": jackpot_pending,
    "in_tournament": in_tournament,
    "break_of_tournament": break_of_tournament,
    "stopped_clock_of_tournament": stopped_clock_of_tournament,
}
GAMES_AND_WAYS = [
    (game, way) for game in OPTIONS for way in WAYS if game == "canberra_poker" or way not in OF_CANBERRA_POKER
]


def brought_to(way: str, game: str = "canberra_poker", **more: Any) -> SignedTable:
    signed = SignedTable(game, **more)
    WAYS[way](signed)
    return signed
