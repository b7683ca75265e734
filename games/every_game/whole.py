"""What a game has to say of itself. What is missing is found when it is imported, and not in a round."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields
from typing import TYPE_CHECKING

from games import events as e
from games.every_game import offers, prompts, reports, rulings
from games.rulebook.book import Rule

if TYPE_CHECKING:
    from games.every_game.game import Game

NOBODY_ACTS = ("closed", "verify", "collect")  # phases that every game has, outside of the round itself


def faults_of(game: type[Game]) -> Iterator[str]:
    lacking = sorted(name for name in declared(game) if not hasattr(game, name))
    if lacking:
        yield f"does not say its {', '.join(lacking)}"
        return
    yield from _of_phases(game)
    yield from _of_moves(game)
    yield from _of_rules(game)
    yield from _of_irregularities(game)
    yield from _of_commands(game)


def declared(game: type[Game]) -> Iterator[str]:
    """What the rooms that it shares ask of it. An annotation is text in a module that wants it so."""
    for base in game.__mro__:
        for name, kind in vars(base).get("__annotations__", {}).items():
            if "ClassVar" in str(kind):
                yield name


# ---------------------------------------------------------------- phases


def _of_phases(game: type[Game]) -> Iterator[str]:
    phases = set(game.phases.phases)
    named = {
        "before_deal": (game.before_deal,),
        "dealing": game.dealing,
        "deciding": game.deciding,
        "in_round": game.in_round,
        "strip": game.strip,
        "shown_as": (*game.shown_as, *game.shown_as.values()),
        "phases": NOBODY_ACTS,
    }
    for where, names in named.items():
        for phase in sorted(set(names) - phases):
            yield f"{where} names the phase {phase!r}, which its table does not have"
    for phase in sorted(phases - {"closed", *game.strip, *game.shown_as}):
        yield f"the phase {phase!r} is neither in strip nor in shown_as"
    for phase in sorted(
        phases.difference(prompts.PROMPTS, game.prompts, *(shoe.prompts for shoe in game.shoes))
    ):
        yield f"prompts has none for the phase {phase!r}"
    for phase in sorted(
        phases.difference(offers.OFFERS, game.own_offers, *(shoe.offers for shoe in game.shoes))
    ):
        yield f"own_offers has none for the phase {phase!r}"
    try:
        game.phases.check_guards(game.State)
    except TypeError as fault:
        yield f"phases: {fault}"


def _of_moves(game: type[Game]) -> Iterator[str]:
    table = game.phases
    for trigger, wanted in game.moves().items():
        if all(row.trigger != trigger for row in table.rows):
            yield f"phases has no row {trigger!r}"
            continue
        for phase in wanted:
            if phase in table.phases and not table.has_row(trigger, phase):
                yield f"phases has no row {trigger!r} from {phase!r}"


# ---------------------------------------------------------------- rules


def _of_rules(game: type[Game]) -> Iterator[str]:
    for field in fields(game.numbers):
        yield from _of_rule(game, f"numbers.{field.name}", getattr(game.numbers, field.name))
    for row in game.phases.rows:
        if row.rule not in game.document.entries:
            yield f"phases: {row.trigger!r} cites {row.rule!r}, which is no rule of {game.document.name}"


def _of_rule(game: type[Game], where: str, rule: Rule) -> Iterator[str]:
    if rule.document != game.document.name or rule.number not in game.document.entries:
        yield f"{where} cites {rule}, which is no rule of {game.document.name}"


def _of_irregularities(game: type[Game]) -> Iterator[str]:
    if getattr(game.Options, "irregularities", None) is not game.irregularities:
        yield "Options.irregularities are not its own"
    for about in sorted(asked_about(game) - game.irregularities.keys()):
        yield f"irregularities does not say what may be ruled on {about!r}"
    effects = {*rulings.EFFECTS, *game.effects}.union(*(shoe.effects for shoe in game.shoes))
    for about, irregularity in game.irregularities.items():
        yield from _of_rule(game, f"irregularities[{about!r}]", irregularity.rule)
        if not irregularity.choices:
            yield f"irregularities[{about!r}] has no choice"
        for choice in irregularity.choices:
            if choice.code not in effects:
                yield f"effects does not say what the choice {choice.code!r} of {about!r} does"


def asked_about(game: type[Game]) -> set[str]:
    """What devices and people report, in whatever game."""
    has_board = any(shape.communal for shape in game.shapes)
    reported = reports.REPORTED.keys() - {"card_exposed"}  # `exposure` says what that is
    return {
        *game.common_irregularities(),
        *game.exposures,
        *reported,
        *(("board_wrong",) if has_board else ()),
    }


# ---------------------------------------------------------------- commands


def _of_commands(game: type[Game]) -> Iterator[str]:
    taken = set(game.all_handlers()).union(*(shoe.handlers for shoe in game.shoes))
    for kind in taken - game.supervised.keys():
        if issubclass(kind, e.Command) and kind.said_by == "supervisor":
            yield f"supervised does not say the rule of {kind.__name__}"
    for command in sorted(game.offered()):
        if e.COMMANDS[command] not in taken:
            yield f"handlers does not say what becomes of {e.COMMANDS[command].__name__}, which is offered"
