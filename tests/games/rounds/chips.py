"""Where the money of a table is."""

from __future__ import annotations

from games.outcomes import JackpotPools, Payment


class Chips:
    """In cents. They move as the outcomes say; the sum of it all never changes."""

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
        self.paid.append((payment, from_pool))
        self._move(payment, from_pool, 1)

    def taken_back(self) -> None:
        """The round is void: as if nothing had been paid or taken."""
        for payment, from_pool in self.paid:
            self._move(payment, from_pool, -1)
        self.paid.clear()

    def _move(self, payment: Payment, from_pool: bool, sign: int) -> None:
        kept = payment.wager_cents - payment.returned_cents
        self.layout -= sign * payment.wager_cents
        self.players += sign * (payment.returned_cents + payment.paid_cents)
        if payment.wager == "jackpot":
            self.lost_jackpot_wagers += sign * kept
        else:
            self.house += sign * kept
        if from_pool:
            self.prizes += sign * payment.paid_cents
        else:
            self.house -= sign * payment.paid_cents

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
