"""What the sign of a house game's table says: limits, what is paid, the side wager (3.1, 3.3, 8.2)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from games.house.state import State
from games.seen import SeenBySign, SignLimit, SignRow, dollars, on_sign


def with_wagers(seen: SeenBySign, state: State) -> SeenBySign:
    game = state.game
    return replace(
        seen,
        limits=tuple(_limits(state)),
        payouts=tuple(game.payouts_on_sign()),
        side=game.side_on_sign(state),
    )


def _limits(state: State) -> Iterator[SignLimit]:
    """A closed table opens with the casino's own, whatever the last day ended with."""
    closed = state.phase == "closed"
    now = state.options.limits if closed else state.limits
    later = state.coming.limits if state.coming is not None and not closed else None
    for which in ("minimum", "maximum", "multiple"):
        yield SignLimit(
            on_sign(which),
            dollars(getattr(now, f"{which}_cents")),
            per=None if which == "multiple" else on_sign("per_box"),
            coming=dollars(getattr(later, f"{which}_cents")) if later is not None else None,
        )
    most = dollars(state.options.maximum_payout_cents)
    yield SignLimit(on_sign("maximum_payout"), most, per=on_sign(f"per_{state.game.capped_wager}"))


def wager_head(wager: str, odds: int = 0) -> SignRow:
    return SignRow(on_sign(wager), on_sign("odds", odds=odds) if odds else None, is_head=True)


def at_odds(odds: Mapping[str, int]) -> Iterator[SignRow]:
    for line, paid in odds.items():
        yield SignRow(on_sign("payline", line=line), on_sign("odds", odds=paid))
