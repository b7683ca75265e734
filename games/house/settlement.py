"""What becomes of a box's ante and second wager (rules 3.4, 3.5 and 7.3). Pure arithmetic in whole cents."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from games.outcomes import Payment, WagerName, WagerResult
from games.rulebook import Rule


@dataclass(frozen=True, slots=True, kw_only=True)
class Stakes:
    """What a box has put in. `maximum_cents` is the marker of rule 3.2 or the table's."""

    box: int
    second: WagerName
    antes_in_second: int
    ante_cents: int
    second_cents: int
    maximum_cents: int

    @property
    def ante_excess_cents(self) -> int:
        return max(0, self.ante_cents - self.maximum_cents)

    @property
    def second_excess_cents(self) -> int:
        """As many times the ante's as the wager is the ante (OVERMAX-BET)."""
        return self.antes_in_second * self.ante_excess_cents if self.second_cents else 0


def lost(stakes: Stakes, rule: Rule) -> list[Payment]:
    return _both(stakes, "lose", rule)


def given_back(stakes: Stakes, result: WagerResult, rule: Rule) -> list[Payment]:
    """Every chip returns, the excess among them."""
    return _both(stakes, result, rule)


def _both(stakes: Stakes, result: WagerResult, rule: Rule) -> list[Payment]:
    payments = [ante(stakes, result, rule)]
    return [*payments, second(stakes, result, rule)] if stakes.second_cents else payments


def ante(
    stakes: Stakes, result: WagerResult, rule: Rule, odds: int = 1, most_cents: int | None = None
) -> Payment:
    """`most_cents` is the maximum payout (8.2), of which the wager itself is no part (MAXPAY-SCOPE)."""
    return _payment(
        stakes.box, "ante", result, stakes.ante_cents, stakes.ante_excess_cents, rule, odds, most_cents
    )


def second(
    stakes: Stakes, result: WagerResult, rule: Rule, odds: int = 1, most_cents: int | None = None
) -> Payment:
    return _payment(
        stakes.box,
        stakes.second,
        result,
        stakes.second_cents,
        stakes.second_excess_cents,
        rule,
        odds,
        most_cents,
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
    returned_cents = excess_cents if result == "lose" else wager_cents
    return Payment(
        box=box,
        wager=wager,
        result=result,
        wager_cents=wager_cents,
        returned_cents=returned_cents,
        taken_cents=wager_cents - returned_cents,
        paid_cents=paid_cents if won else 0,
        excess_cents=excess_cents,
        odds=odds if won else 0,
        capped=won and paid_cents < winnings_cents,
        rule=rule,
    )


def as_never_settled(payment: Payment, before: Iterable[Payment]) -> Payment:
    """The wager goes back, and with it comes back what settling it has moved already (VOID-MONEY)."""
    earlier = [one for one in before if one.wager == payment.wager]
    if not earlier:
        return payment
    return replace(
        payment,
        returned_cents=0,
        excess_cents=0,
        given_back_cents=sum(one.taken_cents - one.given_back_cents for one in earlier),
        taken_back_cents=sum(one.paid_cents - one.taken_back_cents for one in earlier),
    )


def moves_of(box: int, payments: Iterable[Payment]) -> dict[str, int]:
    """All that the dealer moves at the box for these, and in that order."""
    moved = list(payments)
    lies_cents = sum(payment.returned_cents for payment in moved)
    given_cents = sum(payment.given_back_cents for payment in moved)
    return {
        "box": box,
        "taken_cents": sum(payment.taken_back_cents for payment in moved),
        "given_cents": given_cents,
        "lies_cents": lies_cents,
        "kept_cents": sum(payment.wager_cents for payment in moved) - given_cents - lies_cents,
    }
