"""Phase tables: data on `transitions`, checked when a game is imported. What moves a round is what is drawn.

One machine serves every round of a game. The round itself is the model: it carries the name of its
phase and the guards, and nothing of `transitions` is put into it. The traps of version 0.9.3 that this
closes: unknown phases and guards pass until they are fired (checked here at import), `to_<state>()` skips
guards (`auto_transitions` is off), a trigger named like a method of the model is dropped (triggers are
fired by name, never as methods). A move asks its guards and sets the phase, and calls nothing back: that
there is nothing to call is checked too (docs/decisions/009-rounds-move-by-transitions.md).
"""

from __future__ import annotations

import inspect
from collections.abc import Sequence
from typing import Any, NamedTuple, cast

from transitions import Event, Machine, Transition

from games.outcomes import Phase


class Row(NamedTuple):
    trigger: str
    source: str | tuple[str, ...]
    dest: str
    guard: str = ""
    rule: str = ""

    @property
    def sources(self) -> tuple[str, ...]:
        return (self.source,) if isinstance(self.source, str) else self.source

    @property
    def label(self) -> str:
        guard, rule = f" [{self.guard}]" if self.guard else "", f" ({self.rule})" if self.rule else ""
        return self.trigger + guard + rule


class Move(Transition):
    """From one phase to another, if the round's guard lets it."""

    def __init__(self, *named: Any, row: Row) -> None:
        super().__init__(*named)
        self.row = row

    def execute(self, model: Any) -> bool:
        for guard in self.conditions:
            if not getattr(model, str(guard.func))():
                return False
        model.phase = self.dest
        return True


class Trigger(Event):
    """The moves of one name, tried in the order of their rows."""

    def trigger(self, model: Any) -> bool:
        """A move that the table does not have is our bug, and says so."""
        assert model.phase in self.transitions, f"no row for {self.name!r} in phase {model.phase!r}"
        for move in self.transitions[model.phase]:
            if move.execute(model):
                return True
        raise AssertionError(f"the guard of {self.name!r} refused in phase {model.phase!r}")


class PhaseMachine(Machine):
    transition_cls = Move
    event_cls = Trigger


class PhaseTable:
    def __init__(self, phases: Sequence[str], rows: Sequence[Row]) -> None:
        self.phases = tuple(phases)
        self.rows = tuple(rows)
        self._check_names()
        self._check_reachable()
        self._check_shadowed()
        self._machine = PhaseMachine(model=None, states=list(phases), initial=phases[0], auto_transitions=False)
        for row in rows:
            self._machine.add_transition(
                row.trigger, list(row.sources), row.dest, conditions=row.guard or None, row=row
            )
        check_callbacks(self._machine)
        self.told = {phase: Phase(name=phase) for phase in phases}  # values that never change

    def fire(self, trigger: str, model: Any) -> None:
        event = self._machine.events.get(trigger)
        assert event is not None, f"no row for {trigger!r}"
        event.trigger(model)

    def has_row(self, trigger: str, phase: str) -> bool:
        return any(row.trigger == trigger and phase in row.sources for row in self.rows)

    def check_guards(self, model: type) -> None:
        """Every guard is a method annotated -> bool, because `transitions` compares with True."""
        for guard in {row.guard for row in self.rows if row.guard}:
            method = getattr(model, guard, None)
            if method is None:
                raise TypeError(f"{model.__name__} has no guard {guard!r}")
            if inspect.signature(method).return_annotation not in (bool, "bool"):
                raise TypeError(f"guard {guard!r} must be annotated -> bool")

    def mermaid(self) -> str:
        moves = cast("list[Move]", self._machine.get_transitions())
        moves.sort(key=lambda move: self.rows.index(move.row))
        lines = ["stateDiagram-v2", f"    [*] --> {self._machine.initial}"]
        lines += [f"    {move.source} --> {move.dest}: {move.row.label}" for move in moves]
        return "\n".join(lines) + "\n"

    def _check_names(self) -> None:
        for row in self.rows:
            for phase in (*row.sources, row.dest):
                if phase not in self.phases:
                    raise ValueError(f"row {row.trigger!r} names the unknown phase {phase!r}")

    def _check_reachable(self) -> None:
        reached = {self.phases[0]}
        while more := {row.dest for row in self.rows if reached & set(row.sources)} - reached:
            reached |= more
        if lost := set(self.phases) - reached:
            raise ValueError(f"phases that no row reaches: {', '.join(sorted(lost))}")

    def _check_shadowed(self) -> None:
        """A row behind one without a guard for the same trigger and phase would never be taken."""
        closed: set[tuple[str, str]] = set()
        for row in self.rows:
            for source in row.sources:
                if (row.trigger, source) in closed:
                    raise ValueError(f"row {row.trigger!r} from {source!r} is shadowed by an earlier one")
                if not row.guard:
                    closed.add((row.trigger, source))


def check_callbacks(machine: Machine) -> None:
    """A move calls nothing back: what hung on the machine would be dropped in silence."""
    hooks = [machine.prepare_event, machine.before_state_change, machine.after_state_change]
    hooks += [machine.finalize_event, machine.on_exception, machine.on_final]
    for state in machine.states.values():
        hooks += [state.on_enter, state.on_exit]
    for move in machine.get_transitions():
        hooks += [move.prepare, move.before, move.after]
    assert not any(hooks), f"callbacks that nobody would call: {[hook for hook in hooks if hook]}"
