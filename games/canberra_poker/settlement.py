"""What becomes of a box's wagers (rules 3.4, 3.5, 7.3, 8 and 9). Pure arithmetic in whole cents."""

from __future__ import annotations

from dataclasses import dataclass

from games.canberra_poker.options import Options
from games.hand_order import Category
from games.hands import Hand, ace_king_or_higher
from games.outcomes import Payment, WagerName, WagerResult
from games.rulebook import CANBERRA_POKER as C
from games.rulebook import Rule

BET_ODDS = {
    Category.NO_PAIR: 1,
    Category.ONE_PAIR: 1,
    Category.TWO_PAIRS: 2,
    Category.THREE_OF_A_KIND: 3,
    Category.STRAIGHT: 4,
    Category.FLUSH: 5,
    Category.FULL_HOUSE: 7,
    Category.FOUR_OF_A_KIND: 20,
    Category.STRAIGHT_FLUSH: 50,
    Category.ROYAL_FLUSH: 250,
}


@dataclass(frozen=True, slots=True)
class Stakes:
    """What a box has put in. `maximum_cents` is the marker of rule 3.2 or the table's."""

    box: int
    ante_cents: int
    bet_cents: int
    maximum_cents: int

    @property
    def ante_excess_cents(self) -> int:
        return max(0, self.ante_cents - self.maximum_cents)

    @property
    def bet_excess_cents(self) -> int:
        """Twice the ante's (OVERMAX-BET)."""
        return 2 * self.ante_excess_cents if self.bet_cents else 0


def lost(stakes: Stakes, rule: Rule) -> list[Payment]:
    return _both(stakes, "lose", rule)


def given_back(stakes: Stakes, result: WagerResult, rule: Rule) -> list[Payment]:
    """Every chip returns, the excess among them."""
    return _both(stakes, result, rule)


def against_dealer(stakes: Stakes, hand: Hand | None, dealer: Hand, options: Options) -> list[Payment]:
    """Rule 9. `hand` may stay face down when the dealer does not take part."""
    if not ace_king_or_higher(dealer):
        return [_ante(stakes, "win", C["9.3"]), _bet(stakes, "returned", C["9.3"])]
    assert hand is not None, "the hand must be shown to be compared"
    if hand.strength < dealer.strength:
        return lost(stakes, C["9.5"])
    if hand.strength == dealer.strength:
        return given_back(stakes, "void", C["9.6"])
    odds = BET_ODDS[hand.category]
    return [_ante(stakes, "win", C["9.4"]), _bet(stakes, "win", C["9.4"], odds, options.maximum_payout_cents)]


def _both(stakes: Stakes, result: WagerResult, rule: Rule) -> list[Payment]:
    payments = [_ante(stakes, result, rule)]
    return [*payments, _bet(stakes, result, rule)] if stakes.bet_cents else payments


def _ante(stakes: Stakes, result: WagerResult, rule: Rule) -> Payment:
    return _payment(stakes.box, "ante", result, stakes.ante_cents, stakes.ante_excess_cents, rule, odds=1)


def _bet(
    stakes: Stakes, result: WagerResult, rule: Rule, odds: int = 1, most_cents: int | None = None
) -> Payment:
    return _payment(
        stakes.box, "bet", result, stakes.bet_cents, stakes.bet_excess_cents, rule, odds, most_cents
    )


def _payment(  # noqa: PLR0917
    box: int,
    wager: WagerName,
    result: WagerResult,
    wager_cents: int,
    excess_cents: int,
    rule: Rule,
    odds: int,
    most_cents: int | None = None,
) -> Payment:
    settled_cents = wager_cents - excess_cents
    winnings_cents = odds * settled_cents
    paid_cents = min(winnings_cents, most_cents if most_cents is not None else winnings_cents)
    won = result == "win"
    return Payment(
        box=box,
        wager=wager,
        result=result,
        wager_cents=wager_cents,
        returned_cents=excess_cents if result == "lose" else wager_cents,
        paid_cents=paid_cents if won else 0,
        excess_cents=excess_cents,
        odds=odds if won else 0,
        capped=won and paid_cents < winnings_cents,
        rule=rule,
    )
