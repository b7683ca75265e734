"""The table's sign: what the players may know before they wager, and nothing of what happens on the layout.

No card, box, person or phase of a round is ever looked at here, so nothing of them can get out.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from config import schema
from controller.language import Language
from controller.loop import TableLoop
from controller.screens import plain, sign_of_pots
from controller.screens.connection import Screen, Touch, Whole
from controller.screens.scene import Json, Look
from games.canberra_poker.jackpot import MAJOR_FLOOR_CENTS, MINOR_CENTS, WEIGHT
from games.canberra_poker.settlement import BET_ODDS
from games.casino_holdem.settlement import ANTE_ODDS
from games.casino_holdem.super_aces import ODDS as SUPER_ACES_ODDS
from games.every_game.state import State
from games.limits import Limits
from games.outcomes import Refusal, text
from games.table.table import AtTable, Table


@dataclass(frozen=True, slots=True)
class Shown(AtTable):
    """All that a sign is made from."""

    table: Table
    say: Language
    trusted: bool = True  # nothing that the table says is, while it is stopped

    @property
    def options(self) -> Any:
        return self.table.setup.options

    def money(self, amount_cents: int) -> str:
        return self.say.of("sign", "dollars", amount_cents=amount_cents)

    def odds(self, odds: int) -> str:
        return self.say.of("sign", "odds", odds=odds)


class TableSign:
    """The sign's role. It has no act: whatever is touched there is refused."""

    refuses_stale = False

    def __init__(self, *, loop: TableLoop, settings: schema.Sign, hours: str, simulated: bool) -> None:
        self._loop = loop
        self._say = Language(settings.language)
        shown = Shown(loop.table, self._say)
        self._fixed: Json = {
            "kind": "screen",
            "role": "sign",
            "look": Look.of_sign(settings).state(),
            "banner": self._say.screen("banner") if simulated else "",
            "words": {
                "lost_title": self._say.of("words", "lost_title"),
                "ask_dealer": self._say.of("words", "ask_dealer"),
            },
            "hours": self._say.of("sign", "hours", hours=hours) if hours else "",
            "game": loop.table.game.document.title,
            "table": self._say.of("sign", "table", table=loop.table.setup.table),
            **({} if shown.for_a_pot else PAYOUTS[loop.table.game.name](shown)),
        }

    def language(self) -> Language:
        return self._say

    def state(self, screen: Screen) -> Whole:
        shown = Shown(self._loop.table, self._say, trusted=self._loop.trouble is None)
        if shown.for_a_pot:
            return Whole(
                {**self._fixed, "status": _status(shown), **sign_of_pots.shown(shown.table, self._say)}
            )
        side = {**self._fixed["side"], "amount": _amount(shown)}
        return Whole({**self._fixed, "status": _status(shown), "limits": _limits(shown), "side": side})

    def plain(self) -> Json:
        return plain.sign(self._fixed, self._say)

    async def touched(self, screen: Screen, touch: Touch) -> Refusal | None:
        return Refusal(say=text("unknown_touch"))


# ---------------------------------------------------------------- how the table stands


def _status(shown: Shown) -> Json:
    """What matters most stands first and large, the rest beside it."""
    if not shown.trusted:
        return {"name": "stopped", "title": shown.say.of("sign", "stopped"), "detail": ""}
    if shown.state.phase == "closed":
        return {"name": "closed", "title": shown.say.of("sign", "closed"), "detail": ""}
    standing = dict(_standing(shown.say, shown.state)) or {"open": shown.say.of("sign", "open")}
    first, *others = standing
    return {
        "name": first,
        "title": standing[first],
        "detail": ". ".join(standing[name] for name in others),
    }


def _standing(say: Language, state: State) -> Iterator[tuple[str, str]]:
    if state.phase == "jackpot":
        yield "jackpot", say.of("sign", "jackpot")
    if state.no_more_rounds or state.closing or state.closing_ms is not None:
        yield "closing", _closing(say, state)
    if state.announced_ms is not None:
        yield "limits", _limits_change(say, state.announced_ms, state.now_ms)
    if state.phase == "verify" and not state.closing:
        yield "opening", say.of("sign", "opening")


def _closing(say: Language, state: State) -> str:
    """The moment has come, but a round goes on: it is the last one (rules 15.2 and 14.2)."""
    if state.no_more_rounds or state.closing or state.closing_ms is None:
        return say.of("sign", "no_more_rounds")
    if state.closing_ms <= state.now_ms:
        return say.of("sign", "last_round")
    return say.of("sign", "closing_at", from_ms=state.closing_ms)


def _limits_change(say: Language, from_ms: int, now_ms: int) -> str:
    """Never within a round, so whoever has wagered plays on by the old ones (rule 3.1)."""
    if from_ms <= now_ms:
        return say.of("sign", "limits_next_round")
    return say.of("sign", "limits_from", from_ms=from_ms)


# ---------------------------------------------------------------- limits, rules 3.1, 3.3 and 8.2


def _limits(shown: Shown) -> list[Json]:
    say, now, coming = shown.say, _limits_now(shown), _limits_to_come(shown)
    per_box = say.of("sign", "per_box")
    capped = say.of("sign", "per_bet" if shown.table.house.second_wager == "bet" else "per_ante")
    rows = [
        _limit(shown, say.of("sign", "minimum"), now.minimum_cents, per_box),
        _limit(shown, say.of("sign", "maximum"), now.maximum_cents, per_box),
        _limit(shown, say.of("sign", "multiples"), now.multiple_cents),
        _limit(shown, say.of("sign", "maximum_payout"), shown.options.maximum_payout_cents, capped),
    ]
    if coming is not None:
        later = (coming.minimum_cents, coming.maximum_cents, coming.multiple_cents)
        for row, cents in zip(rows, later, strict=False):  # the maximum payout does not change
            row["next"] = shown.money(cents)
    return rows


def _limits_now(shown: Shown) -> Limits:
    """A closed table opens with the casino's own, whatever the last day ended with."""
    limits: Limits = shown.options.limits if shown.state.phase == "closed" else shown.house.limits
    return limits


def _limits_to_come(shown: Shown) -> Limits | None:
    coming = shown.state.coming
    return coming.limits if coming is not None and shown.state.phase != "closed" else None


def _limit(shown: Shown, label: str, now_cents: int, per: str = "") -> Json:
    return {"label": label, "per": per, "value": shown.money(now_cents), "next": ""}


# ---------------------------------------------------------------- what is paid, rules 8.1, 10 and 11


def _canberra_poker(shown: Shown) -> Json:
    say = shown.say
    odds = {category.word: odds for category, odds in reversed(BET_ODDS.items()) if category.word != "no_pair"}
    return {
        "payouts": [
            _head(say.of("sign", "ante"), shown.odds(1)),
            _head(say.of("sign", "bet")),
            *_at_odds(shown, odds),
        ],
        "side": _boomerang(shown),
    }


def _boomerang(shown: Shown) -> Json:
    say, wager_cents = shown.say, shown.options.jackpot.wager_cents
    return {
        "title": say.of("sign", "boomerang"),
        "wager": say.of("sign", "boomerang_wager", amount=shown.money(wager_cents)),
        "rows": [
            *(_row(say, line, _share(shown, line)) for line in MAJOR_FLOOR_CENTS),
            *(_row(say, line, shown.money(cents)) for line, cents in MINOR_CENTS.items()),
        ],
        "note": say.of("sign", "boomerang_note"),
    }


def _share(shown: Shown, line: str) -> str:
    """Of the amount displayed when the round began; rules 11.2 and 11.3 may lessen it."""
    least = shown.money(MAJOR_FLOOR_CENTS[line])
    return shown.say.of("sign", "boomerang_share", percent=10 * WEIGHT[line], least=least)


def _amount(shown: Shown) -> str:
    """The jackpot; no other game displays an amount."""
    if shown.table.house.side_wager != "jackpot":
        return ""
    if not shown.trusted:
        return shown.say.of("words", "ask_dealer")
    return shown.money(shown.house.displayed_cents)


def _casino_holdem(shown: Shown) -> Json:
    say = shown.say
    odds = {category.word: odds for category, odds in reversed(ANTE_ODDS.items())}
    return {
        "payouts": [
            _head(say.of("sign", "ante")),
            *_at_odds(shown, {**odds, "all_others": 1}),
            _head(say.of("sign", "call"), shown.odds(1)),
        ],
        "side": {
            "title": say.of("sign", "super_aces"),
            "wager": _super_aces_wager(shown),
            "rows": _at_odds(shown, SUPER_ACES_ODDS),
            "note": "",
        },
    }


def _super_aces_wager(shown: Shown) -> str:
    """One amount, or from the least to the most (SA-AMOUNT)."""
    limits = shown.options.bonus
    least, most = shown.money(limits.minimum_cents), shown.money(limits.maximum_cents)
    if least == most:
        return shown.say.of("sign", "super_aces_wager", amount=least)
    steps = shown.money(limits.multiple_cents)
    return shown.say.of("sign", "super_aces_wagers", minimum=least, maximum=most, multiple=steps)


def _at_odds(shown: Shown, odds: Mapping[str, int]) -> list[Json]:
    return [_row(shown.say, line, shown.odds(paid)) for line, paid in odds.items()]


def _row(say: Language, line: str, value: str) -> Json:
    return {"name": say.of("paylines", line), "value": value, "head": False}


def _head(name: str, value: str = "") -> Json:
    return {"name": name, "value": value, "head": True}


PAYOUTS = {"canberra_poker": _canberra_poker, "casino_holdem": _casino_holdem}
