"""The same random betting through PokerKit, where its rules and ours agree.

They do not agree on

- two players (8.5(a), HEADS-UP-CASH): there are three or more
- a raise that nobody has the chips to call: theirs refuses it, no rule of ours does; the excess would come back
- raising after a short tap-out: theirs takes the first bet of a round for a full one however small it is, and
  adds short tap-outs up (14.5, MIN-RAISE, SHORT-RAISE-SUM)
"""

from random import Random

import pytest

from games.betting import BettingRound, Limit, Opening, Player, Turn
from games.omaha.instrument import INSTRUMENT as OMAHA
from games.pots import form_pots

pokerkit = pytest.importorskip("pokerkit")

GAMES = {"full_pot": "PotLimitOmahaHoldem", "no_limit": "NoLimitTexasHoldem"}
BLINDS = (100, 200)


class Both:
    """Their first player posts the first blind and has index 0; ours has seat 0."""

    def __init__(self, seed: int, maximum: str) -> None:
        self.chance = Random(seed)
        stakes = [100 * self.chance.randint(3, 80) for _ in range(self.chance.randint(3, 6))]
        self.theirs = self.their_state(maximum, stakes)
        self.players = [Player(seat, cents) for seat, cents in enumerate(stakes)]
        self.limit = Limit(OMAHA, maximum, least_cents=200)
        self.compared = 0

    @staticmethod
    def their_state(maximum: str, stakes: list[int]):
        automatic = [
            kind
            for kind in pokerkit.Automation
            if kind.name
            not in ("HOLE_CARDS_SHOWING_OR_MUCKING", "HAND_KILLING", "CHIPS_PUSHING", "CHIPS_PULLING")
        ]
        game = getattr(pokerkit, GAMES[maximum])
        return game.create_state(tuple(automatic), True, 0, BLINDS, BLINDS[1], tuple(stakes), len(stakes))

    def play(self) -> None:
        for player, cents in zip(self.players, BLINDS, strict=False):
            player.post_blind(cents)
        betting = BettingRound(self.limit, self.players[2:] + self.players[:2], Opening(blind_cents=BLINDS[1]))
        for number in range(4):
            while not betting.over:
                self.step(betting, betting.turn())
            if betting.one_left or number == 3:
                break
            betting = BettingRound(self.limit, self.players)
        assert self.theirs.actor_index is None
        self.same_pots()

    def step(self, betting: BettingRound, turn: Turn) -> None:
        theirs, player = self.theirs, self.players[turn.seat]
        assert theirs.actor_index == turn.seat
        assert theirs.checking_or_calling_amount == min(turn.to_call_cents, player.stake_cents)
        assert theirs.total_pot_amount == betting.pot_cents
        bounds = (
            theirs.min_completion_betting_or_raising_to_amount or 0,
            theirs.max_completion_betting_or_raising_to_amount or 0,
        )
        if not player.acted and self.somebody_could_call_more(betting, turn.seat):
            assert bounds == (turn.least_to_cents, turn.most_to_cents), (turn, theirs.bets, theirs.stacks)
            self.compared += 1
        self.act(betting, turn)

    def somebody_could_call_more(self, betting: BettingRound, seat: int) -> bool:
        others = [each for each in self.players if each.seat != seat and not each.folded]
        return any(each.bet_cents + each.stake_cents > betting.high_cents for each in others)

    def act(self, betting: BettingRound, turn: Turn) -> None:
        will = self.chance.random()
        if turn.most_to_cents and will < 0.3 and self.somebody_could_call_more(betting, turn.seat):
            to = self.chance.choice([turn.least_to_cents, turn.most_to_cents])
            assert betting.wager(turn.seat, to) is None
            self.theirs.complete_bet_or_raise_to(to)
        elif turn.may_call and will > 0.85:
            assert betting.fold(turn.seat) is None
            self.theirs.fold()
        else:
            assert (betting.check if turn.may_check else betting.call)(turn.seat) is None
            self.theirs.check_or_call()

    def same_pots(self) -> None:
        paid = {player.seat: player.paid_cents for player in self.players}
        live = [player.seat for player in self.players if not player.folded]
        formed = form_pots(paid, live)
        ours = [(pot.amount_cents, tuple(sorted(pot.eligible))) for pot in formed.pots]
        theirs = [(pot.amount, tuple(pot.player_indices)) for pot in self.theirs.pots]
        if len(live) > 1:
            assert ours == theirs
        else:  # theirs leaves the last bet before the winner
            left = sum(self.theirs.bets) - (formed.uncalled.cents if formed.uncalled else 0)
            assert sum(cents for cents, _ in ours) == sum(cents for cents, _ in theirs) + left


@pytest.mark.parametrize("maximum", GAMES)
@pytest.mark.parametrize("seed", range(60))
def test_turn_bounds_and_pots_are_the_same(seed, maximum):
    both = Both(seed, maximum)
    both.play()
    assert both.compared
