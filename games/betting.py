"""One betting round of a pot game: whose turn it is, what he may do, what his doing so changes.

Whole cents. Every amount "to" is what a player has in the betting round altogether once he has acted. A wager
that the rules do not allow is answered with a `Unfit`, and nothing has changed. What differs from game to
game and from table to table is data: an `Instrument`, a `Limit` and an `Opening`.

NI2017-583, NI2005-67, NI2005-74: 5.1-6.2
NI2017-583, NI2005-67, NI2005-74: 10.1-12.4
NI2017-583, NI2005-67, NI2005-74: 14.1
NI2017-583, NI2005-67, NI2005-74: 14.5
NI2005-67: 17.17-17.18
NI2005-74: 17.19
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from games.instrument import Instrument
from games.rulebook.book import Rule

Maximum = Literal["spread", "half_pot", "full_pot", "no_limit", "straddle"]
NO_MAXIMUM = 1 << 62


@dataclass(frozen=True, slots=True)
class Limit:
    """What was determined under 4.2(g) for this betting round (FIXED-STREETS).

    A spread goes from the least to the most; with one amount for both it is a fixed limit.
    """

    instrument: Instrument
    maximum: Maximum
    least_cents: int
    most_cents: int = 0  # of a spread
    chip_cents: int = 1
    raise_cap: int | None = None

    @property
    def is_fixed(self) -> bool:
        return self.maximum == "spread" and self.least_cents == self.most_cents

    def most_to(self, high_cents: int, pot_cents: int, to_call_cents: int) -> int:
        """Ratios of the pot include the call, and limit the raise (4.2(g), POT-LIMIT)."""
        maximum = self.maximum
        if maximum == "full_pot":
            return high_cents + pot_cents + to_call_cents
        if maximum == "no_limit":
            return NO_MAXIMUM
        if maximum == "half_pot":  # in chips that can be paid (HALFPOT-ROUND)
            return high_cents + (pot_cents + to_call_cents) // 2 // self.chip_cents * self.chip_cents
        if maximum == "straddle":  # twice the previous bet (STRADDLE); the least bet where there is none
            return 2 * high_cents
        return high_cents + self.most_cents


def raise_cap(instrument: Instrument, maximum: Maximum, *, blinds: bool, determined: int | None) -> int | None:
    """How many raises 5.1 permits in each betting round; None is any number.

    2005: three, in games played with blinds (RAISE-CAP-ANTE, RAISE-CAP-ROUNDS). 2017: any number where the
    maximum is a ratio of the pot or there is none, otherwise as the operator determines (RAISE-CAP-FIXED).
    """
    if instrument.raises_with_blinds is not None:
        return instrument.raises_with_blinds if blinds else None
    return None if maximum in ("half_pot", "full_pot", "no_limit") else determined


BlindType = Literal["blind_a", "blind_b", "blind_c"]
ShortBlind = Literal["outstanding", "determined"]  # what is called where a blind was not posted in full


@dataclass(frozen=True, slots=True)
class Opening:
    """How the first betting round is opened (10.2; 10.1 of Seven Card Stud)."""

    by: BlindType | Literal["ante"] = "blind_b"  # BLIND-TYPE
    blind_cents: int = 0  # the highest blind that is due of anybody: it is the opening bet (MIN-RAISE)
    short_blind: ShortBlind = "outstanding"
    bring_in_cents: int = 0  # of stud: an opening bet below the least bet, if determined (STUD-BRINGIN)


@dataclass(slots=True)
class Player:
    """A player in a round of play. What he has posted he has also paid."""

    seat: int
    stake_cents: int
    bet_cents: int = 0  # in this betting round
    paid_cents: int = 0  # in the round of play; a missed blind that counts towards no bet not among it
    posted_cents: int = 0
    dead_cents: int = 0
    folded: bool = False
    tapped_out: bool = False
    acted: bool = False  # since the last full bet or raise

    def pay(self, cents: int) -> int:
        """What he has, if that is less: he is then tapped out (14.1, all chips: TAPOUT-UNITS)."""
        if cents >= self.stake_cents:
            cents = self.stake_cents
            self.tapped_out = True
        self.stake_cents -= cents
        self.paid_cents += cents
        return cents

    def post_blind(self, cents: int) -> int:
        """8.5(a). A stake that does not reach is posted all the same (STAKE-SHORT-BLIND)."""
        paid = self.pay(cents)
        self.bet_cents += paid
        self.posted_cents += paid
        return paid

    def post_ante(self, cents: int) -> int:
        """8.5(b)."""
        paid = self.pay(cents)
        self.posted_cents += paid
        return paid

    def post_dead(self, cents: int) -> int:
        """17.4: missed blinds other than the big one (MISSED-BLIND)."""
        paid = self.pay(cents)
        self.paid_cents -= paid
        self.dead_cents += paid
        return paid


class Unfit(NamedTuple):
    """A wager, or a change of a table stake, that was not taken. Nothing has changed."""

    code: str
    rule: Rule
    least_cents: int = 0
    most_cents: int = 0


class Turn(NamedTuple):
    """What the rules allow a player whose turn it is. Both ends are 0 if he may not bet or raise."""

    seat: int
    to_call_cents: int
    may_check: bool
    may_call: bool
    may_fold: bool
    least_to_cents: int
    most_to_cents: int


class BettingRound:
    """Players stand clockwise from the one who opens; those who folded or tapped out may be among them."""

    __slots__ = (
        "_able",
        "_at",
        "_full_cents",
        "_held",
        "_live",
        "_opener_due",
        "_raise_cents",
        "_raises",
        "actor",
        "begun",
        "called",
        "high_cents",
        "limit",
        "numbers",
        "opening",
        "players",
        "pot_cents",
    )

    def __init__(self, limit: Limit, players: Sequence[Player], opening: Opening | None = None) -> None:
        """`opening` only in the first betting round: the blinds are then in the players' bets."""
        self.limit = limit
        self.numbers = limit.instrument.numbers
        self.players = players
        self.opening = opening
        self._raises = 0
        self._raise_cents = max(limit.least_cents, opening.blind_cents) if opening else limit.least_cents
        self._opener_due = opening is not None
        self.begun = False  # somebody has acted, and not only folded
        self._held: Rule | None = None  # by which nobody may raise any more
        self.called: int | None = None  # who bet or raised last, and shows first if called (13.1)
        self._gather()
        blind_stands = opening is not None and self.high_cents >= opening.blind_cents
        self._full_cents = self.high_cents if blind_stands else 0  # the last bet or raise that was a full one
        self._at = -1
        self.actor: Player | None = None
        self._next()

    def _gather(self) -> None:
        players = self.players
        for player in players:
            player.acted = False
            if self.opening is None:
                player.bet_cents = 0
        self.pot_cents = sum([player.paid_cents + player.dead_cents for player in players])
        self.high_cents = max([player.bet_cents for player in players])  # CALL-AMOUNT
        if self.opening is not None and self.opening.short_blind == "determined":  # SHORT-BLIND
            self.high_cents = max(self.high_cents, self.opening.blind_cents)
        in_play = [player.tapped_out for player in players if not player.folded]
        self._live, self._able = len(in_play), in_play.count(False)

    # ------------------------------------------------------------ what may be done

    @property
    def seat(self) -> int | None:
        """Whose turn it is; None once the betting round is over."""
        return self.actor.seat if self.actor else None

    @property
    def over(self) -> bool:
        return self.actor is None

    @property
    def one_left(self) -> bool:
        """10.4(a), 12.4(a): he wins the pot."""
        return self._live == 1

    @property
    def closed(self) -> bool:
        """There will be no more bets in this round of play: one player at most has chips to bet with."""
        return self._able < 2

    def turn(self) -> Turn | None:
        player = self.actor
        if player is None:
            return None
        least, most = self.raise_bounds()
        to_call = self.high_cents - player.bet_cents
        return Turn(
            player.seat,
            to_call,
            to_call == 0 and self._no_check(player) is None,
            to_call != 0 and self._no_call(player) is None,
            not self._must_open(),
            least,
            most,
        )

    def to_call_cents(self, seat: int) -> int | None:
        """What he may call with, all he has if that is less; None if he may not, or it is not his turn."""
        player = self.actor
        if player is None or player.seat != seat or self._no_call(player):
            return None
        return min(self.high_cents - player.bet_cents, player.stake_cents)

    def raise_bounds(self) -> tuple[int, int]:
        """Least and most that he may bet or raise to; twice 0 if he may not."""
        player = self.actor
        if player is None or self._no_raise(player):
            return 0, 0
        full = self._full_to()
        all_he_has = player.bet_cents + player.stake_cents
        least = full if self.high_cents else self._least_opening()
        # HALFPOT-MIN: where the maximum is under it, the least is also the most.
        most = full if self.limit.is_fixed else max(full, self._limit_to(player))
        return min(least, all_he_has), min(most, all_he_has)

    def _limit_to(self, player: Player) -> int:
        """4.2(g). A fixed bet is the most as well; a spread over a bring-in is that of a bet."""
        limit = self.limit
        if limit.maximum == "spread" and self._to_complete():
            return limit.most_cents
        return limit.most_to(self.high_cents, self.pot_cents, self.high_cents - player.bet_cents)

    def _full_to(self) -> int:
        """What a full bet or raise comes to (5.1, 6.1, 6.2, MIN-RAISE).

        Fixed, it is counted from the last that was a full one: a short tap-out is completed (SHORT-RAISE).
        """
        if self._to_complete():
            return self._raise_cents
        return (self._full_cents if self.limit.is_fixed else self.high_cents) + self._raise_cents

    def _to_complete(self) -> bool:
        """A bring-in lies there: the least raise completes it to the least bet (STUD-BRINGIN)."""
        return self.opening is not None and 0 < self.high_cents <= self.opening.bring_in_cents

    def _least_opening(self) -> int:
        return (self.opening and self.opening.bring_in_cents) or self._raise_cents

    def _must_open(self) -> bool:
        """The opener of an ante game has no choice (ANTE-FIRST-OPEN); under 17.17 of Faro nobody may bet."""
        return (
            self.opening is not None
            and self.opening.by == "ante"
            and not self.high_cents
            and self._held is None
        )

    def _must_raise(self, player: Player) -> bool:
        """Blind C (BLIND-C), unless he cannot."""
        return (
            self._opener_due
            and self.opening is not None
            and self.opening.by == "blind_c"
            and self._no_raise(player) is None
        )

    # ------------------------------------------------------------ doing it

    def check(self, seat: int) -> Unfit | None:
        """11.1, or letting a matched blind stand (BB-OPTION)."""
        player = self.actor
        if player is None or player.seat != seat:
            return self._not_his_turn()
        if (self.opening is not None or player.bet_cents != self.high_cents) and (
            refused := self._no_check(player)
        ):
            return refused
        self._acted(player)
        return None

    def call(self, seat: int) -> Unfit | None:
        """All he has, if that is less: he taps out (14.1)."""
        player = self.actor
        if player is None or player.seat != seat:
            return self._not_his_turn()
        if refused := self._no_call(player):
            return refused
        self._put_in(player, self.high_cents - player.bet_cents)
        self._acted(player)
        return None

    def wager(self, seat: int, to_cents: int) -> Unfit | None:
        """A bet, or a call and raise."""
        player = self.actor
        if player is None or player.seat != seat:
            return self._not_his_turn()
        if refused := self._no_raise(player) or self._out_of_bounds(player, to_cents):
            return refused
        if to_cents >= (self._full_to() if self.high_cents else self._least_opening()):
            self._full(to_cents)
        self._put_in(player, to_cents - player.bet_cents)
        self.high_cents = to_cents
        self.called = seat
        self._acted(player)
        return None

    def fold(self, seat: int, leaving_cents: int = 0) -> Unfit | None:
        """Also without a bet to face (FOLD-UNFACED). By 17.6(c) of 2017 a wager out of turn is left behind."""
        player = self.actor
        if player is None or player.seat != seat:
            return self._not_his_turn()
        if self._must_open():
            return Unfit("must_open", self.numbers.opener_bets)
        if self._opener_due and self.opening and self.opening.by == "blind_a":
            leaving_cents = max(leaving_cents, self.high_cents - player.bet_cents)  # call and fold (BLIND-A)
        if leaving_cents:
            self._put_in(player, leaving_cents)
        self._out(player)
        self._opener_due = False
        self._next()
        return None

    def put_out(self, seat: int) -> None:
        """Folded by a ruling, in turn or not: time (4.6, 4.8), wrong number of cards (17.9), breach (19.2)."""
        player = self._player(seat)
        if not player.folded:
            self._out(player)
            self._settle_turn(player)

    def deem_tapped_out(self, seat: int) -> None:
        """17.19 of Seven Card Stud, after his check: no more betting, his stake stays his (STUD-DEEMED)."""
        player = self._player(seat)
        if not player.tapped_out:
            player.tapped_out = True
            self._able -= not player.folded
            self._settle_turn(player)

    def hold(self, rule: Rule) -> None:
        """Nobody may go above the largest bet already made (FARO-CAP-RAISE, FARO-CAP-ZERO)."""
        self._held = rule

    # ------------------------------------------------------------ refusals

    def _not_his_turn(self) -> Unfit:
        if self.actor is None:
            return Unfit("betting_round_is_over", self.numbers.betting_over)
        return Unfit("not_his_turn", self.numbers.in_turn)

    def _no_check(self, player: Player) -> Unfit | None:
        if self.high_cents != player.bet_cents:
            return Unfit("bet_to_meet", self.numbers.no_check)
        if self.opening is None:
            return None
        if self._must_open():
            return Unfit("must_open", self.numbers.opener_bets)
        if self._must_raise(player):
            return Unfit("must_raise", self.numbers.opener_raises)
        return None

    def _no_call(self, player: Player) -> Unfit | None:
        if self.high_cents == player.bet_cents:
            return Unfit("nothing_to_call", self.numbers.checks)
        if self._must_raise(player):
            return Unfit("must_raise", self.numbers.opener_raises)
        return None

    def _no_raise(self, player: Player) -> Unfit | None:
        if player.acted:
            return Unfit("no_full_raise_since", self.numbers.short_raise)  # SHORT-RAISE, SHORT-RAISE-SUM
        if player.bet_cents + player.stake_cents <= self.high_cents:
            return Unfit("stake_too_small", self.numbers.tap_out)
        if self._able < 2:
            return Unfit("nobody_to_bet_against", self.numbers.tap_out)
        if self._held is not None:
            return Unfit("card_exposed_early", self._held)
        cap = self.limit.raise_cap
        if cap is not None and self._raises >= cap and self._able > 2:  # RAISE-CAP-COUNT, RAISE-CAP-TWO
            return Unfit("no_more_raises", self.numbers.raises)
        return None

    def _out_of_bounds(self, player: Player, to_cents: int) -> Unfit | None:
        (least, most), numbers = self.raise_bounds(), self.numbers
        if to_cents < least:
            return Unfit(
                "too_little", numbers.least_raise if self.high_cents else numbers.opening_bet, least, most
            )
        if to_cents > most:
            all_he_has = most == player.bet_cents + player.stake_cents
            rule = numbers.tap_out if all_he_has else numbers.betting_limit
            return Unfit("too_much", rule, least, most)
        # Both ends may always be bet, whatever odd amounts lie in the pot (ODD-SUBUNIT).
        if (to_cents - player.bet_cents) % self.limit.chip_cents and to_cents not in (least, most):
            return Unfit("not_in_chips", numbers.chips, least, most)
        return None

    # ------------------------------------------------------------ going on

    def _full(self, to_cents: int) -> None:
        """Everybody may raise again; a bet is no raise, nor what completes a short one (RAISE-CAP-COUNT)."""
        completes = self.limit.is_fixed and not self._full_cents and not self._to_complete()
        if self.high_cents and not completes:
            self._raises += 1
        if to_cents >= self.limit.least_cents:  # a bring-in is no full bet yet
            self._full_cents = to_cents
        self._raise_cents = max(self._raise_cents, to_cents - self.high_cents)
        for player in self.players:
            player.acted = False

    def _put_in(self, player: Player, cents: int) -> None:
        paid = player.pay(cents)
        player.bet_cents += paid
        self.pot_cents += paid
        self._able -= player.tapped_out

    def _acted(self, player: Player) -> None:
        player.acted = self.begun = True
        self._opener_due = False
        self._next()

    def _out(self, player: Player) -> None:
        player.folded = True
        self._live -= 1
        self._able -= not player.tapped_out

    def _next(self) -> None:
        """ROUND-END: over when everybody who can bet has acted since the last full raise and has matched."""
        players, contested = self.players, self._able > 1
        # Whoever is alone with players all in has met them by what they have put in (SHORT-BLIND).
        high = self.high_cents if contested else max([player.bet_cents for player in players])
        for _ in players if self._live > 1 else ():
            at = self._at = (self._at + 1) % len(players)
            player = players[at]
            if player.folded or player.tapped_out:
                continue
            if player.bet_cents < high or (contested and not player.acted):
                self.actor = player
                return
        self.actor = None

    def _settle_turn(self, gone: Player) -> None:
        """Somebody went by a ruling. The one whose turn it is may now have nothing left to do."""
        if self.actor is None:
            return
        if gone is self.actor:
            self._opener_due = False
        else:
            self._at -= 1  # look at him again
        self._next()

    def _player(self, seat: int) -> Player:
        return next(player for player in self.players if player.seat == seat)
