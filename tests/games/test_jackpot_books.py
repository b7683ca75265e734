"""Every cent of the Boomerang Jackpot, in some thousand rounds of chance (rules 10.5 and 11.1 to 11.3).

The rounds are seeded. Books are kept beside the game, from payments and commands alone.
"""

from random import Random

import pytest

from games import events as e
from games.canberra_poker.game import CanberraPoker
from games.canberra_poker.jackpot import is_major
from games.cards import FULL_DECK, SealedCard
from games.outcomes import JackpotPools, Refusal, RoundClosed
from tests.games.table_talk import (
    FLUSH,
    FOUR_OF_A_KIND,
    ROYAL_FLUSH,
    STRAIGHT_FLUSH,
    cards,
    house_options,
)

GREAT_HANDS = (ROYAL_FLUSH, STRAIGHT_FLUSH, FOUR_OF_A_KIND, FLUSH)
BOXES = 4
ROUNDS = 400


class Casino:
    """A table with quick rounds, and a bookkeeper beside it."""

    def __init__(self, seed):
        self.rng = Random(seed)
        self.options = house_options(
            displayed=self.rng.choice((20_000, 40_000)),
            jackpot_wager=self.rng.choice((0.01, 1, 2.5, 7.77)),
            prize_share=self.rng.choice((0, 33, 75, 100)),
            sign=self.rng.choice(("follows", "by_hand")),
        )
        self.game = CanberraPoker(self.options, BOXES)
        self.lost_cents = self.prizes_cents = 0
        self.told = []
        self.says(e.OpenTable())
        self.says(e.DeckCheckedByHand(role="supervisor"))

    @property
    def state(self):
        return self.game.state

    def says(self, event):
        outcomes = self.game.take(event)
        self.told += [outcome for outcome in outcomes if isinstance(outcome, JackpotPools)]
        return outcomes

    def does(self, event):
        assert not any(isinstance(outcome, Refusal) for outcome in self.says(event)), event

    # ------------------------------------------------------------ a round

    def plays_a_round(self):
        self.supervisor()
        self.does(e.Shuffled())
        self.does(e.CutMade())
        self.wagers()
        self.deals()
        shown_cents = self.state.displayed_cents
        self.decides_and_settles()
        assert self.state.displayed_cents == shown_cents, "the sign has moved in the round"
        self.closes()

    def supervisor(self):
        pools = self.state.pools
        if pools.reserve_cents and self.rng.random() < 0.1:
            amount_cents = self.rng.randint(1, pools.reserve_cents)
            self.does(e.SeedJackpot(role="supervisor", amount_cents=amount_cents, reason="low"))
        if self.options.jackpot.sign == "by_hand" and self.rng.random() < 0.1:
            shown_cents = max(0, pools.prize_cents + self.rng.randint(-100_000, 100_000))
            self.does(e.AdjustSign(role="supervisor", amount_cents=shown_cents))

    def wagers(self):
        for box in self.rng.sample(range(1, BOXES + 1), self.rng.randint(1, BOXES)):
            self.does(e.PlaceAnte(box=box, amount_cents=2_500))
            if self.rng.random() < 0.8 and self.state.displayed_cents:
                self.does(e.PlaceJackpotWager(box=box))

    def deals(self):
        """A great hand comes more often than in life, and now and then two of them."""
        hands = len(self.state.playing()) + 1
        deck = self.rng.sample(FULL_DECK, 52)
        for place, hand in enumerate(self.rng.sample(GREAT_HANDS, self.rng.choice((0, 1, 2)))):
            for nth, card in enumerate(cards(hand)):
                here, there = nth * hands + place % hands, deck.index(card)
                deck[here], deck[there] = deck[there], deck[here]
        for card in deck[: 5 * hands]:
            self.says(e.CardDrawn(card=SealedCard(card)))

    def decides_and_settles(self):
        while self.state.phase == "decide":
            box = self.state.undecided()[0].number
            self.does(e.Fold(box=box) if self.rng.random() < 0.2 else e.Bet(box=box, amount_cents=5_000))
        if self.state.phase == "reveal":
            self.does(e.ShowDealer())
        while self.state.phase == "settle":
            box = self.state.to_settle()[0].number
            self.does(e.ShowBox(box=box))
            self.says(e.ClaimJackpot(box=box))  # refused if there is nothing to claim
            self.does(e.SettleBox(box=box))
        while self.state.phase == "jackpot":
            while self.state.undeclared():
                self.does(e.CollectHand(box=self.state.undeclared()[0].number, count=5))
            self.does(e.PayJackpot(box=self.state.open_majors()[0].number))
        if self.rng.random() < 0.05:
            self.does(e.VoidRound(role="supervisor", ground="fraud"))

    def closes(self):
        boxes = {box.number: (box.claim, box.payments) for box in self.state.playing()}
        while self.state.to_collect() and not self.state.void:
            self.does(e.CollectHand(box=self.state.to_collect()[0].number, count=5))
        held_cents, prizes_cents = self.state.pools.prize_cents, self.prizes_cents
        outcomes = self.says(e.Collected(count=self.state.cards_out))
        closed = next(outcome for outcome in outcomes if isinstance(outcome, RoundClosed))
        for result in closed.boxes:
            claim, payments = boxes[result.box]
            wagers = {payment.wager: payment.wager_cents for payment in payments}
            assert result.wagered_cents == sum(wagers.values())
            assert result.net_cents == sum(payment.net_cents for payment in payments)
            self.enters(claim, [payment for payment in payments if payment.wager == "jackpot"])
        # What a first win takes beyond the pool is the house's (JACKPOT-FIRST-WIN).
        self.prizes_cents = prizes_cents + min(held_cents, self.prizes_cents - prizes_cents)

    def enters(self, claim, payments):
        for payment in payments:
            self.lost_cents += payment.taken_cents - payment.given_back_cents
            if claim and is_major(claim):
                self.prizes_cents += payment.paid_cents - payment.taken_back_cents

    # ------------------------------------------------------------ the books

    def check_books(self):
        pools = self.state.pools
        opening_cents = self.options.jackpot.opening_cents
        held_cents = pools.prize_cents + pools.reserve_cents
        assert opening_cents + self.lost_cents == held_cents + self.prizes_cents
        assert sum(told.fed_cents for told in self.told) == self.lost_cents
        assert sum(told.paid_cents for told in self.told) == self.prizes_cents
        assert min(pools.prize_cents, pools.reserve_cents) >= 0
        if self.told:
            last = self.told[-1]
            assert (last.prize_cents, last.reserve_cents) == (pools.prize_cents, pools.reserve_cents)
            assert last.displayed_cents == pools.displayed_cents
        if self.options.jackpot.sign == "follows":
            assert pools.displayed_cents == pools.prize_cents // 100 * 100


@pytest.mark.rule("NI2004-492", "10.5")
@pytest.mark.rule("NI2004-492", "11.2")
@pytest.mark.rule("NI2004-492", "11.3")
@pytest.mark.parametrize("seed", range(8))
def test_opening_amount_and_lost_wagers_are_in_the_pools_or_were_paid_out(seed):
    casino = Casino(seed)
    for number in range(ROUNDS):
        casino.plays_a_round()
        try:
            casino.check_books()
        except AssertionError as error:
            raise AssertionError(f"seed {seed}, round {number + 1}: {error}") from error
    assert casino.prizes_cents > 0
    assert casino.lost_cents > 0 or not casino.state.displayed_cents  # an empty jackpot takes no wager
