"""What the sign of a pot game's table says: stakes, bets, blinds or ante, what wins, commission (4.1)."""

from __future__ import annotations

from controller.language import Language
from controller.screens.scene import Json
from games.pot.options import PotOptions, determine
from games.pot.state import PotState
from games.table.table import Table

LIMITS = ("minimum_stake", "maximum_stake", "minimum_bet", "maximum_bet")


def shown(table: Table, say: Language) -> Json:
    state = table.pot.state
    assert isinstance(state, PotState)
    options = state.configured if state.phase == "closed" else state.options
    coming = determine(state.options, state.to_come) if state.to_come and state.phase != "closed" else None
    later = coming if isinstance(coming, PotOptions) else None
    return {
        "limits": _limits(say, options, later),
        "payouts": _played(say, options),
        "side": _commission(say, options),
    }


def _limits(say: Language, now: PotOptions, later: PotOptions | None) -> list[Json]:
    """The old hold until the time in the status; a new one stands beside it where it differs."""
    rows = []
    for name in LIMITS:
        value = _limit(say, now, name)
        coming = _limit(say, later, name) if later is not None else ""
        if value:
            label = say.of("sign", f"pot_{name}")
            rows.append({"label": label, "per": "", "value": value, "next": coming if coming != value else ""})
    return rows


def _limit(say: Language, options: PotOptions, name: str) -> str:
    if name == "minimum_stake":
        return _money(say, options.minimum_stake_cents)
    if name == "maximum_stake":
        most = options.maximum_stake_cents
        return "" if most is None else _money(say, most)
    if name == "minimum_bet":
        return _money(say, options.betting.least_cents)
    betting = options.betting
    if betting.maximum == "spread":
        return _money(say, betting.later_most_cents or betting.most_cents)
    return say.determined(betting.maximum)


def _played(say: Language, options: PotOptions) -> list[Json]:
    betting, cards = options.betting, options.cards
    if betting.ante_cents is not None:
        rows = [_row(say.of("sign", "pot_ante"), _money(say, betting.ante_cents))]
    else:
        rows = [
            _row(say.of("sign", f"pot_blind_{place}"), _money(say, cents))
            for place, cents in enumerate(betting.blinds_cents, start=1)
        ]
    if betting.over_blind_cents is not None:
        rows.append(_row(say.of("sign", "pot_over_blind"), _money(say, betting.over_blind_cents)))
    if options.players_only is not None:
        rows.insert(0, _row(say.of("sign", "pot_players"), options.players_only))
    wins = "eight_or_better" if cards.eight_or_better else cards.wins
    rows.append(_row(say.of("sign", "pot_wins"), say.determined(wins)))
    joker = say.of("sign", "pot_with_joker") if cards.joker else ""
    rows.append(_row(say.of("sign", "pot_cards"), say.of("sign", "pot_deck", count=cards.deck, joker=joker)))
    if cards.ace_low:
        rows.append(_row(say.of("sign", "pot_ace"), say.of("sign", "pot_ace_low")))
    if (seconds := options.announced_seconds) is not None:
        rows.append(_row(say.of("sign", "pot_time"), say.of("sign", "pot_seconds", seconds=seconds)))
    return rows


def _commission(say: Language, options: PotOptions) -> Json:
    charge = options.commission
    if charge.by == "time":
        wager = say.of(
            "sign",
            "pot_time_charge",
            amount=_money(say, charge.charge_cents or 0),
            minutes=charge.every_minutes,
        )
    else:
        wager = say.of("sign", "pot_commission", percent=charge.percent)
    cap = charge.approved_maximum_cents
    rows = [_row(say.of("sign", "pot_cap"), _money(say, cap))] if cap is not None and charge.by == "pot" else []
    return {
        "title": say.of("sign", "pot_commission_title"),
        "amount": "",
        "wager": wager,
        "rows": rows,
        "note": "",
    }


def _row(name: str, value: str) -> Json:
    return {"name": name, "value": value, "head": False}


def _money(say: Language, cents: int) -> str:
    return say.of("sign", "dollars", amount_cents=cents)
