"""What the sign of a pot game's table says: stakes, bets, blinds or ante, what wins, commission (4.1)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from games.outcomes import Text
from games.pot.options import PotOptions, determine
from games.pot.state import PotState
from games.seen import SeenBySign, SignLimit, SignRow, SignSide, dollars, on_sign

LIMITS = ("minimum_stake", "maximum_stake", "minimum_bet", "maximum_bet")


def with_stakes(seen: SeenBySign, state: PotState) -> SeenBySign:
    closed = state.phase == "closed"
    options = state.configured if closed else state.options
    coming = determine(state.options, state.to_come) if state.to_come and not closed else None
    later = coming if isinstance(coming, PotOptions) else None
    return replace(
        seen,
        limits=tuple(_limits(options, later)),
        payouts=tuple(_played(options)),
        side=_commission(options),
    )


def _limits(now: PotOptions, later: PotOptions | None) -> Iterator[SignLimit]:
    """The old hold until the time in the status; a new one stands beside it where it differs."""
    for name in LIMITS:
        value = _limit(now, name)
        coming = _limit(later, name) if later is not None else None
        if value is not None:
            label = on_sign(f"pot_{name}")
            yield SignLimit(label, value, coming=coming if coming != value else None)


def _limit(options: PotOptions, name: str) -> Text | None:
    if name == "minimum_stake":
        return dollars(options.minimum_stake_cents)
    if name == "maximum_stake":
        most_cents = options.maximum_stake_cents
        return None if most_cents is None else dollars(most_cents)
    betting = options.betting
    if name == "minimum_bet":
        return dollars(betting.least_cents)
    if betting.maximum == "spread":
        return dollars(betting.later_most_cents or betting.most_cents)
    return on_sign("determined", determined=betting.maximum)


def _played(options: PotOptions) -> Iterator[SignRow]:
    betting, cards = options.betting, options.cards
    if options.players_only is not None:
        yield SignRow(on_sign("pot_players"), on_sign("pot_players_only", players=options.players_only))
    if betting.ante_cents is not None:
        yield SignRow(on_sign("pot_ante"), dollars(betting.ante_cents))
    else:
        for place, cents in enumerate(betting.blinds_cents, start=1):
            yield SignRow(on_sign(f"pot_blind_{place}"), dollars(cents))
    if betting.over_blind_cents is not None:
        yield SignRow(on_sign("pot_over_blind"), dollars(betting.over_blind_cents))
    wins = "eight_or_better" if cards.eight_or_better else cards.wins
    yield SignRow(on_sign("pot_wins"), on_sign("determined", determined=wins))
    deck = on_sign("pot_deck_with_joker" if cards.joker else "pot_deck", count=cards.deck)
    yield SignRow(on_sign("pot_cards"), deck)
    if cards.ace_low:
        yield SignRow(on_sign("pot_ace"), on_sign("pot_ace_low"))
    if (seconds := options.announced_seconds) is not None:
        yield SignRow(on_sign("pot_time"), on_sign("pot_seconds", seconds=seconds))


def _commission(options: PotOptions) -> SignSide:
    charge = options.commission
    title, cap_cents = on_sign("pot_commission_title"), charge.approved_maximum_cents
    if charge.by == "time":
        minutes = charge.every_minutes
        wager = on_sign("pot_time_charge", amount_cents=charge.charge_cents or 0, minutes=minutes)
        return SignSide(title, wager, ())
    wager = on_sign("pot_commission", percent=charge.percent)
    return SignSide(
        title, wager, () if cap_cents is None else (SignRow(on_sign("pot_cap"), dollars(cap_cents)),)
    )
