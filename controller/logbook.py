"""What a technician reads of a night: start, rounds, sign-ins, questions and rulings, each with its record."""

from __future__ import annotations

import structlog

from config.load import Config, hash_of
from controller.loop import TableLoop
from controller.version import this_program
from games import events as e
from games.outcomes import Outcome, Question, RoundClosed, Ruling

log = structlog.get_logger()

AT_THE_PANEL = e.SignIn | e.SignOut | e.Lock | e.Unlock


class Logbook:
    def __init__(self, loop: TableLoop) -> None:
        self._loop = loop
        self._round = loop.table.game.state.round

    def heard(self, event: e.Event | None, outcomes: list[Outcome]) -> None:
        """Only what is on disk, and never a card."""
        round_ = self._loop.table.game.state.round
        with structlog.contextvars.bound_contextvars(round=round_, record=self._loop.told_record):
            if isinstance(event, AT_THE_PANEL):
                log.info(event.kind, by=event.by)
            for outcome in outcomes:
                _note(outcome)
            if round_ != self._round and event is not None:
                self._round = round_
                log.info("round_begins")


def _note(outcome: Outcome) -> None:
    match outcome:
        case Question():
            log.info("question", about=outcome.about, rule=outcome.rule.number)
        case Ruling():
            log.info(
                "ruling", about=outcome.about, choice=outcome.choice, rule=outcome.rule.number, by=outcome.by
            )
        case RoundClosed():
            log.info("round_closed", round=outcome.round, void=outcome.void)


def note_start(config: Config) -> None:
    """Before anything else is said."""
    program = this_program()
    log.info(
        "table_starts",
        version=program.version,
        source=program.source,
        rules=program.rules,
        game=config.game,
        config=str(config.path.resolve()),
        config_hash=hash_of(config),
        state=str(config.state),
    )
