"""High Card played by chance, and every wager reckoned a second time, straight from its rules."""

from __future__ import annotations

from typing import Any

from games import events as e
from games.catalogue import game_class
from games.every_game.carry import Carry
from games.house.game import HouseGame
from tests.games.reckoning import Player, Pools
from tests.games.rounds.chips import Chips
from tests.games.rounds.table import Rounds

RANKS = "23456789TJQKA"


class HighCardRounds(Rounds):
    name = "high_card"
    each = 1

    def set_up(self) -> None:
        self.options = options(maximum_payout_cents=self.rng.choice((300, 5_000, 100_000)))
        self.game = self.anew(Carry())
        self.chips = Chips(0)

    def anew(self, carry: Carry) -> HouseGame:
        game: HouseGame = game_class("high_card")(self.options, self.boxes, carry)
        return game

    def side_wager(self, box: int) -> None:
        """There is none."""

    def great_hands(self, order: list[str]) -> dict[str, list[str]]:
        """Equal cards, which seldom come by themselves."""
        rank = self.rng.choice(RANKS)
        return {place: [rank + suit] for place, suit in zip(order[-3:], "shd", strict=False)}

    def decide(self, box: int, player: Player) -> None:
        if self.chance(0.25):
            player.folded = True
            self.take(e.Fold(box=box))
        else:
            player.second = player.ante
            self.chips.placed(player.second)
            self.take(e.Bet(box=box, amount_cents=player.second))

    def rule_on_exposure(self, place: str, nth: int) -> None:
        self.answers("void" if place == "dealer" else "turn_over")

    def reckoned(self, before: Pools) -> dict[tuple[int, str], tuple[int, int]]:
        results: dict[tuple[int, str], tuple[int, int]] = {}
        for box, player in self.round.players.items():
            ante, bet = self._box(box, player)
            results[box, "ante"] = ante
            if player.second:
                results[box, "bet"] = bet
        return results

    def _box(self, box: int, player: Player) -> tuple[tuple[int, int], tuple[int, int]]:
        wagered = (player.ante, 0), (player.second, 0)
        if self.round.void or player.given_back:
            return wagered
        settled = min(player.ante, player.maximum)
        lost = (player.ante - settled, 0), (player.second - settled if player.second else 0, 0)
        if player.folded:
            return lost
        mine, dealers = (RANKS.index(self.round.cards[place][0][0]) for place in (str(box), "dealer"))
        if mine == dealers:
            return wagered
        paid = min(settled, self.options.maximum_payout_cents)
        return lost if mine < dealers else ((player.ante, settled), (player.second, paid))


def options(**changed: Any) -> Any:
    limits = {"minimum_cents": 500, "maximum_cents": 10_000, "multiple_cents": 500}
    given = {"maximum_payout_cents": 100_000, "limits": limits, "supervisor_decides": frozenset()}
    given |= {"least_notice_minutes": 0, **changed}
    return game_class("high_card").Options.model_validate(given)
