"""What the sign of a pot game's table says: stakes, bets, blinds or ante, what wins, commission (4.1)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from games.every_game.carry import TournamentHere
from games.every_game.tournament import next_level_ms
from games.outcomes import Text
from games.pot.options import PotOptions, determine
from games.pot.state import PotState
from games.seen import SeenBySign, SignLimit, SignRow, SignSide, chips, dollars, on_sign

LIMITS_OF_BETS = ("minimum_bet", "maximum_bet")
LIMITS = ("minimum_stake", "maximum_stake", *LIMITS_OF_BETS)
Said = Callable[[int], Text]  # an amount, in dollars or chips


def with_stakes(seen: SeenBySign, state: PotState) -> SeenBySign:
    if state.tournament is not None and state.phase != "closed":
        return _with_levels(seen, state, state.tournament)
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


def _with_levels(seen: SeenBySign, state: PotState, here: TournamentHere) -> SeenBySign:
    """Nothing can be bought, and no commission is taken (COMM-TOURN)."""
    return replace(
        seen,
        limits=tuple(_limits(state.options, None, LIMITS_OF_BETS, chips)),
        payouts=(*_of_tournament(state, here), *_played(state.options, chips)),
        side=None,
    )


def tournament_standing(here: TournamentHere) -> Text:
    if here.clock_stands:
        return on_sign("clock_stands_here")
    if here.waiting == "break":
        return on_sign("pot_tournament_break", until_ms=here.until_ms or 0)
    if here.waiting or (here.is_played_out and not here.round_is_on):
        return on_sign("pot_tournament_waits")
    return on_sign("pot_tournament", level=here.level, round=here.played + 1)


def _of_tournament(state: PotState, here: TournamentHere) -> Iterator[SignRow]:
    yield SignRow(on_sign("pot_level"), on_sign("pot_level_number", level=here.level))
    if (from_ms := next_level_ms(state)) is not None:
        yield SignRow(on_sign("pot_next_level"), on_sign("pot_next_level_at", from_ms=from_ms))
    players = sum(1 for seat in state.seats.values() if seat.stake_cents)
    yield SignRow(on_sign("pot_players_here"), on_sign("pot_players_number", count=players))


def _limits(
    now: PotOptions, later: PotOptions | None, names: tuple[str, ...] = LIMITS, said: Said = dollars
) -> Iterator[SignLimit]:
    """The old hold until the time in the status; a new one stands beside it where it differs."""
    for name in names:
        value = _limit(now, name, said)
        coming = _limit(later, name, said) if later is not None else None
        if value is not None:
            label = on_sign(f"pot_{name}")
            yield SignLimit(label, value, coming=coming if coming != value else None)


def _limit(options: PotOptions, name: str, said: Said) -> Text | None:
    if name == "minimum_stake":
        return said(options.minimum_stake_cents)
    if name == "maximum_stake":
        most_cents = options.maximum_stake_cents
        return None if most_cents is None else said(most_cents)
    betting = options.betting
    if name == "minimum_bet":
        return said(betting.least_cents)
    if betting.maximum == "spread":
        return said(betting.later_most_cents or betting.most_cents)
    return on_sign("determined", determined=betting.maximum)


def _played(options: PotOptions, said: Said = dollars) -> Iterator[SignRow]:
    betting, cards = options.betting, options.cards
    if options.players_only is not None:
        yield SignRow(on_sign("pot_players"), on_sign("pot_players_only", players=options.players_only))
    if betting.ante_cents is not None:
        yield SignRow(on_sign("pot_ante"), said(betting.ante_cents))
    else:
        for place, cents in enumerate(betting.blinds_cents, start=1):
            yield SignRow(on_sign(f"pot_blind_{place}"), said(cents))
    if betting.over_blind_cents is not None:
        yield SignRow(on_sign("pot_over_blind"), said(betting.over_blind_cents))
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
