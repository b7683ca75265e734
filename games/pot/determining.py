"""What the operator determines is changed with notice, and never within a round (4.1, 4.2; 3.5, 9.2 of Faro).

NI2017-583, NI2005-67, NI2005-74: 4.1-4.2
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import zip_longest
from typing import Any

from games import events as e
from games.every_game.announcing import give_notice, has_run_out
from games.every_game.state import Refused, notice, require
from games.outcomes import Outcome, Refusal
from games.pot.options import PotOptions, determine
from games.pot.state import PotState

NOT_AT_THE_TABLE = (
    *("chips_cents", "supervisor_decides", "smallest_chip_cents"),
    *("least_notice_minutes", "corrections_by_two"),
)


def change_determinations(state: PotState, event: e.ChangeDeterminations) -> list[Outcome]:
    rule = state.numbers.determined
    require(state.phase != "closed", "not_now", rule)
    changes = {change.name: change.value for change in event.changes}
    for name in changes:
        at_the_table = name.split(".")[0] not in NOT_AT_THE_TABLE
        why = {"code": "not_at_the_table", "name": name}
        require(at_the_table, "cannot_be_determined", rule, why=why)
    fit = determine(state.options, changes)
    if not isinstance(fit, PotOptions):
        raise Refused(Refusal(say=fit.say, rule=rule))
    given = give_notice(state, event.in_minutes, event.at_ms, rule)
    state.to_come, state.to_come_from = changes, given
    differ = differences(state.options, fit, changes)
    told = notice("determinations_announced", rule, from_ms=given.from_ms, changes=differ)
    return [told, *_too_many(state, fit)]


def _too_many(state: PotState, fit: PotOptions) -> list[Outcome]:
    """Players who sit there already are more than that deck serves (MAX-PLAYERS)."""
    most, players = state.game.most_players(len(fit.cards.high.cards), fit), len(state.seats)
    if players <= most:
        return []
    return [notice("deck_will_serve", state.numbers.deck_size, most=most, players=players)]


def differences(before: PotOptions, after: PotOptions, names: Iterable[str]) -> list[dict[str, Any]]:
    """What was determined, and what is to be, one by one."""
    found: list[dict[str, Any]] = []
    for name in names:
        was, now = value_of(before, name), value_of(after, name)
        code = name.rpartition(".")[2]
        if code == "blinds_cents":
            pairs = enumerate(zip_longest(was, now), start=1)
            found += [
                {"code": f"blind_{nth}", "was": one, "now": other, "cents": True}
                for nth, (one, other) in pairs
                if one != other
            ]
        elif was != now:
            found.append({"code": code, "was": was, "now": now, "cents": code.endswith("_cents")})
    return found


def value_of(options: PotOptions, name: str) -> Any:
    inside: Any = options
    for part in name.split("."):
        inside = inside[int(part)] if part.isdigit() else getattr(inside, part)
    return inside


def what_is_due(state: PotState, at_ms: int) -> list[Outcome]:
    """Between two rounds, and before anybody has posted. A tournament plays by its levels."""
    if state.tournament is not None:
        return []
    if state.to_come_from is None or not has_run_out(state, state.to_come_from, at_ms):
        return []
    determined, state.to_come, state.to_come_from = state.to_come, {}, None
    state.determined |= determined
    options = determine(state.configured, state.determined)
    assert isinstance(options, PotOptions), options
    return play_by(state, options, determined)


def play_by(state: PotState, options: PotOptions, names: Iterable[str]) -> list[Outcome]:
    """From now on, and with other cards if that is what was determined."""
    before = state.options
    differ = differences(before, options, names)
    state.play_by(options)
    told = [notice("determinations_changed", state.numbers.determined, changes=differ)] if differ else []
    return [*told, *other_cards(state, before)]


def other_cards(state: PotState, before: PotOptions) -> list[Outcome]:
    new_cards = state.options.cards.deck_cards != before.cards.deck_cards
    if not new_cards or state.phase not in ("shuffle", "cut", "post"):
        return []
    return [notice("other_deck", state.numbers.deck_size), state.move("check_deck")]
