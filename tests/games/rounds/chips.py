"""Where the money of a table is."""

from __future__ import annotations

from games.outcomes import JackpotPools, Payment


class Chips:
    """In cents. They move as the outcomes say, and as nothing else says; the sum of it all never changes."""

    def __init__(self, pools: int) -> None:
        self.opening = pools
        self.pools = pools
        self.players = self.layout = self.house = 0
        self.lost_jackpot_wagers = self.prizes = 0  # of this round, not yet booked in the pools
        self.paid: list[tuple[Payment, bool]] = []

    def placed(self, amount: int) -> None:
        self.players -= amount
        self.layout += amount

    def settled(self, payment: Payment, *, from_pool: bool) -> None:
        wager = payment.box, payment.wager
        from_pool = from_pool or any((one.box, one.wager) == wager for one, pools in self.paid if pools)
        self.paid.append((payment, from_pool))
        taken = payment.taken_cents - payment.given_back_cents
        paid = payment.paid_cents - payment.taken_back_cents
        self.layout -= payment.returned_cents + payment.taken_cents
        self.players += payment.returned_cents + payment.given_back_cents + paid
        if payment.wager == "jackpot":
            self.lost_jackpot_wagers += taken
        else:
            self.house += taken
        if from_pool:
            self.prizes += paid
        else:
            self.house -= paid

    def booked(self, told: JackpotPools) -> None:
        self.pools += told.fed_cents - told.paid_cents + told.corrected_cents
        self.house -= told.corrected_cents
        self.lost_jackpot_wagers -= told.fed_cents
        self.prizes -= told.paid_cents

    def check(self) -> None:
        assert self.layout == 0, f"{self.layout} cents were left on the layout"
        assert self.lost_jackpot_wagers == self.prizes == 0, "the pools were not told of all"
        assert self.players + self.house + self.pools == self.opening, "chips appeared or vanished"
        self.paid.clear()
