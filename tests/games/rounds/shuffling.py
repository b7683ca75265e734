"""Canberra Poker with an automated shuffling shoe (rule 12)."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from games import events as e
from games.canberra_poker.game import CanberraPoker
from games.cards import Card
from games.every_game.carry import Carry
from games.house.game import HouseGame
from tests.games.rounds.canberra import CanberraRounds


class ShufflingRounds(CanberraRounds):
    """No device tells a face: people enter what is shown."""

    name = "shuffling_shoe"
    told_by: ClassVar = {"device": "shuffler", "role": "shuffler"}
    to_come_back = ""  # the colour of the deck that was dealt

    def anew(self, carry: Carry) -> HouseGame:
        return CanberraPoker(self.options, self.boxes, carry, shoe="shuffling")

    def before_the_antes(self) -> None:
        super().before_the_antes()
        if self.to_come_back:
            self.takes_in(self.to_come_back)

    def prepare(self) -> None:
        if self.phase == "shuffle":
            self.takes_in("blue")
            self.takes_in("red")
        super().prepare()

    def takes_in(self, colour: str) -> None:
        self.to_come_back = ""
        for kind in (e.DeckInserted, e.ShuffleStarted, e.ShuffleComplete):
            self.take(kind(**self.told_by, colour=colour, count=52))

    def order(self) -> list[str]:
        """Rule 12.4."""
        return [place for place in (*map(str, sorted(self.round.players)), "dealer") for _ in range(self.each)]

    def deal(self, order: list[str]) -> None:
        stop = self.rng.randrange(len(order)) if self.trouble_at == "deal" else -1
        for number, place in enumerate(order):
            if number % self.each == 0:
                self.take(e.PackDispensed(**self.told_by, colour=self.deck_in_play(), count=self.each))
            self.round.cards.setdefault(place, []).append(self.deck.pop(0))
            self.unread.add((place, number % self.each + 1))
            if number == stop and number % self.each == self.each - 1:
                self.trouble("deal")
        self.trouble("deal")

    def deck_in_play(self) -> str:
        return self.game.state.shuffler.deals_from

    def before_deciding(self) -> None:
        top = Card(self.round.cards["dealer"][-1])
        self.unread.discard(("dealer", 5))
        self.take(e.EnterCard(place="dealer", nth=5, card=top))
        self.take(e.AnnounceBetOrFold())

    def collect(self) -> None:
        self.to_come_back = self.game.state.shuffler.in_play
        super().collect()
        self.take(e.DeviceReady(**self.told_by))
        if self.phase != "antes":
            self.to_come_back = ""

    def rule_on_exposure(self, place: str, nth: int) -> None:
        self.player_card_exposed()  # 14.2 has no use here, and 14.1 is for all cards

    def extra_card(self) -> None:
        self.set_aside += self.each
        self.take(e.PackDispensed(**self.told_by, colour=self.deck_in_play(), count=self.each))
        self.answers(self.rng.choice(("void", "set_aside")))

    def kinds_of_trouble(self, stage: str) -> list[Callable[[], None]]:
        kinds = [kind for kind in super().kinds_of_trouble(stage) if kind != self.shoe]
        return [*kinds, self.malfunction, self.malfunction, *([] if self.phase == "collect" else [self.door])]

    def malfunction(self) -> None:
        """Rule 12.6: void while packs are to come, if the shoe says it or people do; then nobody counts."""
        dealing = self.game.state.dealing
        self.counted = not dealing
        fault = self.rng.choice((e.DeviceFaulted(**self.told_by, code="jammed"), e.PoweredUp(**self.told_by)))
        line = self.rng.choice((e.DeviceLost(**self.told_by), e.ReportsMissed(**self.told_by, count=1)))
        if self.chance(0.5):
            self.voids(fault) if dealing else self.take(fault)
            return
        self.take(line)
        if dealing:
            self.answers("void")

    def door(self) -> None:
        self.take(e.DoorChanged(**self.told_by, open=True))
        self.take(e.DoorChanged(**self.told_by, open=False))
        self.counted = self.chance(0.5)
        self.answers("go_on" if self.counted else "void")
