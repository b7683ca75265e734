"""The table's sign: what the players may know before they wager, and nothing of what happens on the layout.

What that is is said in games/. Here it gets its words.
"""

from __future__ import annotations

from config import schema
from controller.language import Language, language_of, time_of
from controller.language.tournaments import TournamentLanguage
from controller.loop import TableLoop
from controller.screens import plain
from controller.screens.connection import Screen, Touch, Whole
from controller.screens.scene import Json, Look
from controller.screens.states import Limit, OfSign, Row, Side, Status
from controller.tournament.loop import TournamentLoop
from controller.tournament.on_sign import side_of_sign
from games.outcomes import Refusal, text
from games.seen import SeenBySign, SignLimit, SignRow, SignSide, Standing, on_sign
from games.tournament.desk import is_paid_out
from games.tournament.seen import seen_by_players


class TableSign:
    """The sign's role. It has no act: whatever is touched there is refused."""

    def __init__(
        self,
        *,
        loop: TableLoop,
        settings: schema.Sign,
        hours: str,
        simulated: bool,
        tournament: TournamentLoop | None = None,
    ) -> None:
        """`tournament`: that this table plays, if this machine conducts one."""
        self._loop = loop
        self._tournament = tournament
        self._say = language_of(
            settings.language, type(loop.table.game), lambda at_ms: time_of(loop.table.time_of_day_ms(at_ms))
        )
        self._says_tournament = TournamentLanguage(settings.language)
        self.look = Look.of_sign(settings)
        self._fixed: Json = {
            "kind": "screen",
            "role": "sign",
            "look": self.look.state(),
            "banner": self._say.screen("banner") if simulated else "",
            "words": {
                "lost_title": self._say.of("words", "lost_title"),
                "disk_title": self._say.of("words", "disk_title"),
                "ask_dealer": self._say.of("words", "ask_dealer"),
            },
            "hours": self._say.of("sign", "hours", hours=hours) if hours else "",
            "game": loop.table.game.document.title,
            "table": self._say.of("sign", "table", table=loop.table.setup.table),
        }
        self._made: tuple[object, Whole] = ((), Whole())

    def language(self, screen: Screen) -> Language:
        return self._say

    def state(self, screen: Screen) -> Whole:
        """It hardly ever changes. Nothing that the table says is to be trusted while it is stopped."""
        trusted, seen = self._loop.trouble is None, self._loop.table.seen("players")
        side = self._of_tournament(seen.side)
        if (trusted, seen, side) != self._made[0]:
            self._made = (trusted, seen, side), self._in_words(seen, side, trusted=trusted)
        return self._made[1]

    def _of_tournament(self, own: SignSide | None) -> Side | None:
        """In the place of a jackpot, which no tournament has (17.18), until all is paid."""
        if self._tournament is None or (own is not None and is_paid_out(self._tournament.tournament.state)):
            return None
        seen = seen_by_players(self._tournament.tournament.state)
        side = side_of_sign(self._says_tournament, seen, self._loop.table.setup.table)
        if self._tournament.trouble is not None:
            side |= {"amount": self._say.of("words", "ask_dealer")}
        return side

    def _in_words(self, seen: SeenBySign, side: Side | None, *, trusted: bool) -> Whole:
        stopped = (Standing("stopped", on_sign("stopped")),)
        status = _status(self._say, seen.standing if trusted else stopped)
        said = in_words(self._say, seen, trusted=trusted)
        if side is not None:
            said |= {"side": side}
        return Whole({**self._fixed, "status": status, **said})

    def plain(self, screen: Screen) -> Json:
        return plain.sign(self._fixed, self._say)

    def refuses_stale(self, screen: Screen, touch: Touch) -> bool:
        return False

    async def touched(self, screen: Screen, touch: Touch) -> Refusal | None:
        return Refusal(say=text("unknown_touch"))


def _status(say: Language, standing: tuple[Standing, ...]) -> Status:
    """What matters most stands first and large, the rest beside it."""
    first, *others = standing
    detail = ". ".join(say.sign(other.say) for other in others)
    return {"name": first.name, "title": say.sign(first.say), "detail": detail}


def in_words(say: Language, seen: SeenBySign, *, trusted: bool = True) -> OfSign:
    return {
        "limits": [_limit(say, limit) for limit in seen.limits],
        "payouts": [_row(say, row) for row in seen.payouts],
        "side": _side(say, seen.side, trusted=trusted) if seen.side else None,
    }


def _limit(say: Language, limit: SignLimit) -> Limit:
    per, coming = say.sign(limit.per), say.sign(limit.coming)
    return {"label": say.sign(limit.label), "per": per, "value": say.sign(limit.value), "next": coming}


def _row(say: Language, row: SignRow) -> Row:
    return {"name": say.sign(row.name), "value": say.sign(row.value), "head": row.is_head}


def _side(say: Language, side: SignSide, *, trusted: bool) -> Side:
    shown = trusted or side.amount is None
    return {
        "title": say.sign(side.title),
        "amount": say.sign(side.amount) if shown else say.of("words", "ask_dealer"),
        "wager": say.sign(side.wager),
        "rows": [_row(say, row) for row in side.rows],
        "note": say.sign(side.note),
    }
