"""Casino Hold-em with its Super Aces Bonus."""

from __future__ import annotations

from games import events as e
from games.cards import Card
from games.casino_holdem.game import CasinoHoldem
from games.every_game.carry import Carry
from games.house.game import HouseGame
from games.outcomes import Outcome
from tests.games import reckoning
from tests.games.reckoning import Player, Pools
from tests.games.rounds.chips import Chips
from tests.games.rounds.table import FACES, Rounds
from tests.games.table_talk import holdem_options


class HoldemRounds(Rounds):
    name = "casino_holdem"
    each = 2

    def set_up(self) -> None:
        self.options = holdem_options(
            maximum_payout=self.rng.choice((300, 5_000, 50_000)),
            bonus=self.rng.choice(((5, 5, 5), (5, 25, 5), (1, 100, 1))),
            supervisor_decides=frozenset(),
        )
        self.game = self.anew(Carry())
        self.chips = Chips(0)

    def anew(self, carry: Carry) -> HouseGame:
        return CasinoHoldem(self.options, self.boxes, carry)

    def side_wager(self, box: int) -> None:
        bonus = self.options.bonus
        steps = (bonus.maximum_cents - bonus.minimum_cents) // bonus.multiple_cents
        amount = bonus.minimum_cents + bonus.multiple_cents * self.rng.randint(0, steps)
        self.placed_side(box, e.PlaceBonusWager(box=box, amount_cents=amount), amount)
        if self.chance(0.02):
            self.take(e.TakeBackBonusWager(box=box))
            self.chips.placed(-amount)
            self.round.players[box].side = 0

    def order(self) -> list[str]:
        return [*super().order(), "board", "board", "board"]

    def stacked(self, order: list[str]) -> list[str]:
        return super().stacked([*order, "board", "board"])

    def great_hands(self, order: list[str]) -> dict[str, list[str]]:
        """One that lies on the board for all, or one place's with the flop or with the river."""
        hand = self.great(set())
        place = self.rng.choice(order)
        if place == "board":
            return {"board": hand}
        with_river = self.rng.random() < 0.3
        others = [face for face in FACES if face not in hand]
        board = [*self.rng.sample(others, 2), *hand[2:]] if with_river else hand[2:]
        return {place: hand[:2], "board": board}

    def take(self, event: e.Event) -> list[Outcome]:
        before, heard = self.phase, super().take(event)
        if before == "decide" and self.phase != "decide":
            for player in self.round.players.values():
                player.too_late = not player.given_back
        return heard

    def before_deciding(self) -> None:
        self.enter_unread("board")

    def decisions(self) -> None:
        super().decisions()
        if self.phase == "river":
            self.deal(["board", "board"])

    def decide(self, box: int, player: Player) -> None:
        if self.chance(0.5):
            self.declare(box, player)
        if self.phase != "decide" or player.given_back:
            return
        super().decide(box, player)
        # Until the last player has acted a bonus can be declared (10.4).
        if self.phase == "decide" and not player.folded and self.chance(0.3):
            self.declare(box, player)

    def declare(self, box: int, player: Player) -> None:
        if not player.side or player.declared:
            return
        self.take(e.ClaimBonus(box=box))
        shown = tuple(Card(face) for face in self.round.cards[str(box)])
        self.take(e.EnterHand(place=str(box), cards=shown))
        self.unread = {(place, nth) for place, nth in self.unread if place != str(box)}
        self.trouble("decide")
        if self.phase == "decide" and not player.given_back:
            player.declared = True
            self.take(e.PayBonus(box=box))

    def second_event(self, box: int, amount: int) -> e.Event:
        return e.Call(box=box, amount_cents=amount)

    def show(self, box: int, player: Player) -> None:
        if not self.game.state.boxes[box].shown:
            super().show(box, player)

    def rule_on_exposure(self, place: str, nth: int) -> None:
        if place == "dealer":
            self.answers("void")  # 13.2
        else:
            self.player_card_exposed()

    def reckoned(self, before: Pools) -> dict[tuple[int, str], tuple[int, int]]:
        return reckoning.holdem_round(self.round, self.options.maximum_payout_cents)
