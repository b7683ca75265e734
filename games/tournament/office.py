"""Before entries are taken: the conditions, their approval, and who conducts the tournament.

NI2017-583: 20.2-20.4, 20.22
NI2005-67, NI2005-74: 20.2-20.3, 20.20
NI2004-492: 17.2-17.3, 17.25
"""

from __future__ import annotations

from dataclasses import replace

from games.every_game.state import notice, require
from games.rulebook import Rule
from games.tournament import events as t
from games.tournament.conditions import missing_for
from games.tournament.outcomes import Outcome
from games.tournament.state import State


def record_conditions(state: State, event: t.RecordConditions) -> list[Outcome]:
    rule = _rule_of(state, event.what)
    require(rule is not None, "not_asked_for", state.numbers.conditions)
    require(not getattr(state.facts, event.what), "recorded_already", rule)
    state.facts = replace(state.facts, **{event.what: True})
    state.references[event.what] = event.reference
    return [notice(f"recorded_{event.what}", rule, reference=event.reference)]


def _rule_of(state: State, what: t.Recorded) -> Rule | None:
    numbers, approval = state.numbers, state.rules.approval_needed
    return {
        "available_to_patrons": numbers.published,
        "copy_sent_to_commission": numbers.copied,
        "conditions_approved": numbers.conditions if approval else None,
        "commission_approved": numbers.commission if state.conditions.fee.commission.is_charged else None,
    }[what]


def nominate_director(state: State, event: t.NominateDirector) -> list[Outcome]:
    rule = state.numbers.director
    require(event.number not in ("", state.director), "so_already", rule)
    state.director, state.director_name = event.number, event.name
    return [notice("director_nominated", rule, name=event.name)]


def missing(state: State) -> list[Rule]:
    """What stands in the way of the first entry, each thing by its rule."""
    lacking = missing_for(state.conditions, state.facts)
    return lacking if state.director else [*lacking, state.numbers.director]


def to_record(state: State) -> list[tuple[t.Recorded, Rule]]:
    """What has still to be done with the conditions, and written down."""
    every: tuple[t.Recorded, ...] = (
        "available_to_patrons",
        "copy_sent_to_commission",
        "conditions_approved",
        "commission_approved",
    )
    rules = [(what, _rule_of(state, what)) for what in every if not getattr(state.facts, what)]
    return [(what, rule) for what, rule in rules if rule is not None]
