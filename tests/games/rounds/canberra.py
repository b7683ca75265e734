"""Canberra Poker with its Boomerang Jackpot."""

from __future__ import annotations

from games import events as e
from games.canberra_poker.game import CanberraPoker
from games.every_game.carry import Carry
from games.house.game import HouseGame
from games.outcomes import JackpotPools
from tests.games import reckoning
from tests.games.reckoning import Player, Pools
from tests.games.rounds.chips import Chips
from tests.games.rounds.table import Rounds
from tests.games.table_talk import house_options


class CanberraRounds(Rounds):
    name = "canberra_poker"
    each = 5

    def set_up(self) -> None:
        self.options = house_options(
            maximum_payout=self.rng.choice((300, 5_000, 50_000)),
            jackpot_wager=self.rng.choice((1, 2.5, 5)),
            displayed=self.rng.choice((0, 500, 1_500, 9_999, 20_000, 50_000)),
            prize_share=self.rng.choice((0, 33, 80, 100)),
            sign=self.rng.choice(("follows", "by_hand")),
            supervisor_decides=frozenset(),
        )
        self.game = self.anew(Carry())
        self.chips = Chips(self.options.jackpot.opening_cents)
        self.kept = self.pools()

    def anew(self, carry: Carry) -> HouseGame:
        return CanberraPoker(self.options, self.boxes, carry)

    def pools(self) -> Pools:
        pools = self.game.state.pools
        return Pools(pools.prize_cents, pools.reserve_cents, pools.displayed_cents, pools.major_won)

    def between_rounds(self) -> None:
        super().between_rounds()
        kept, jackpot = self.kept, self.options.jackpot
        if self.chance(0.02 if kept.prize > 1_000_00 else 0.2) and kept.reserve:
            amount = self.rng.randint(1, kept.reserve)
            self.says(e.SeedJackpot, amount_cents=amount, reason="it is time")
            kept.prize, kept.reserve = kept.prize + amount, kept.reserve - amount
            if jackpot.sign == "follows":
                kept.displayed = kept.prize // 100 * 100
        if jackpot.sign == "by_hand" and self.chance(0.1):
            kept.displayed = self.rng.choice((0, kept.prize // 100 * 100, self.rng.randrange(3_000_000)))
            self.says(e.AdjustSign, amount_cents=kept.displayed)
        assert self.pools() == kept

    def side_wager(self, box: int) -> None:
        amount = self.options.jackpot.wager_cents
        if not self.game.state.displayed_cents:
            self.is_refused(e.PlaceJackpotWager(box=box), "11.1")
            return
        self.placed_side(box, e.PlaceJackpotWager(box=box), amount)
        if self.chance(0.02):
            self.take(e.TakeBackJackpotWager(box=box))
            self.chips.placed(-amount)
            self.round.players[box].side = 0

    def great_hands(self, order: list[str]) -> dict[str, list[str]]:
        places, used = sorted(set(order)), set()
        chosen = self.rng.sample(places, min(len(places), self.rng.randint(1, 4)))
        return {place: self.great(used) for place in chosen}

    def second_event(self, box: int, amount: int) -> e.Event:
        return e.Bet(box=box, amount_cents=amount)

    def must_show(self) -> bool:
        return reckoning.ace_king_or_higher(reckoning.value(self.round.cards["dealer"]))

    def show(self, box: int, player: Player) -> None:
        self.take(e.ShowBox(box=box))
        if not player.side or self.chance(0.1):
            return
        claim = e.ClaimJackpot(box=box)
        if reckoning.jackpot_line(self.round.cards[str(box)]):
            player.declared = True
            self.take(claim)
            self.trouble("settle")
        elif self.chance(0.1):
            self.is_refused(claim, "11.1")

    def show_and_settle(self) -> None:
        super().show_and_settle()
        if self.phase == "jackpot":
            self.pay_majors()

    def pay_majors(self) -> None:
        for box in [box.number for box in self.game.state.undeclared()]:
            self.collect_hand(box)
        for box in self.in_any_order(list(reckoning.majors(self.round))):
            assert self.phase == "jackpot"
            if self.trouble_at == "settle":
                self.trouble_at = ""
                self.rng.choice((self.wrong_deal, self.something_else, self.by_the_operator))()
            self.take(e.PayJackpot(box=box))

    def rule_on_exposure(self, place: str, nth: int) -> None:
        """14.2 for the first of the dealer's first four; every other card counts towards three (14.1)."""
        up = [dealt for dealt in self.game.state.deal.hand("dealer") if dealt.up]
        if place != "dealer" or nth == 5 or (up and up[0].exposed):
            self.player_card_exposed()
            return
        if up:
            self.answers(self.rng.choice(("both_up", "void")))
        else:
            self.answers("use_as_up_card")
        self.unread.discard((place, nth))

    def reckoned(self, before: Pools) -> dict[tuple[int, str], tuple[int, int]]:
        return reckoning.canberra_round(self.round, before, self.options.maximum_payout_cents)

    def check_pools(self, before: Pools) -> None:
        jackpot = self.options.jackpot
        self.kept, fed, prizes = reckoning.pools_after(
            self.round, before, jackpot.prize_share_percent, sign_follows=jackpot.sign == "follows"
        )
        now = self.pools()
        assert now == self.kept, f"the pools are {now}, not {self.kept}"
        assert prizes <= before.displayed, "more than was displayed"
        assert prizes <= before.prize or not before.won, "more than there was"
        from_pool = min(prizes, before.prize)
        self.chips.house -= prizes - from_pool  # only a first win, where the sign shows more than there is
        self.chips.prizes -= prizes - from_pool
        assert min(now.prize, now.reserve, now.displayed) >= 0
        told = [o for o in self.heard if isinstance(o, JackpotPools) and (o.fed_cents or o.paid_cents)]
        moved = [(outcome.fed_cents, outcome.paid_cents) for outcome in told]
        assert moved == ([(fed, from_pool)] if fed or from_pool else []), f"the pools were told of {moved}"
        assert self.chips.pools == now.prize + now.reserve
