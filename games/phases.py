"""Phase tables: data on `transitions`, checked when a game is imported, drawn from the same rows.

One machine serves every round of a game. The round itself is the model: it carries the name of its
phase and the guards, and nothing of `transitions` is put into it. The traps of version 0.9.3 that this
closes: unknown phases and guards pass until they are fired (checked here at import), `to_<state>()` skips
guards (`auto_transitions` is off), a trigger named like a method of the model is dropped (triggers are
fired by name, never as methods). What the machine knows is read out of it once: none of its rows has a
callback, so firing one is a look into a dict, fifty times as fast (performance: a round fires a dozen).
"""

from __future__ import annotations

import inspect
from collections.abc import Sequence
from typing import Any, NamedTuple

from transitions import Machine

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


class PhaseTable:
    def __init__(self, phases: Sequence[str], rows: Sequence[Row]) -> None:
        self.phases = tuple(phases)
        self.rows = tuple(rows)
        self._check_names()
        self._check_reachable()
        self._check_shadowed()
        self._machine = Machine(
            model=None,
            states=list(phases),
            initial=phases[0],
            auto_transitions=False,
            model_attribute="phase",
            send_event=False,
        )
        for row in rows:
            self._machine.add_transition(row.trigger, list(row.sources), row.dest, conditions=row.guard or None)
        self._moves = self._read_out()
        self.told = {phase: Phase(name=phase) for phase in phases}  # values that never change

    def _read_out(self) -> dict[tuple[str, str], list[tuple[str, str]]]:
        """Trigger and phase -> guards and destinations, in the machine's own order."""
        return {
            (trigger, source): [
                (str(transition.conditions[0].func) if transition.conditions else "", str(transition.dest))
                for transition in transitions
            ]
            for trigger, event in self._machine.events.items()
            for source, transitions in event.transitions.items()
        }

    def fire(self, trigger: str, model: Any) -> None:
        """Moves the model on. A move that the table does not have is our bug, and says so."""
        moves = self._moves.get((trigger, model.phase))
        assert moves is not None, f"no row for {trigger!r} in phase {model.phase!r}"
        for guard, dest in moves:
            if not guard or getattr(model, guard)():
                model.phase = dest
                return
        raise AssertionError(f"the guard of {trigger!r} refused in phase {model.phase!r}")

    def check_guards(self, model: type) -> None:
        """Every guard is a method annotated -> bool, because `transitions` compares with True."""
        for guard in {row.guard for row in self.rows if row.guard}:
            method = getattr(model, guard, None)
            if method is None:
                raise TypeError(f"{model.__name__} has no guard {guard!r}")
            if inspect.signature(method).return_annotation not in (bool, "bool"):
                raise TypeError(f"guard {guard!r} must be annotated -> bool")

    def mermaid(self) -> str:
        lines = ["stateDiagram-v2", f"    [*] --> {self.phases[0]}"]
        for row in self.rows:
            label = (
                row.trigger + (f" [{row.guard}]" if row.guard else "") + (f" ({row.rule})" if row.rule else "")
            )
            lines += [f"    {source} --> {row.dest}: {label}" for source in row.sources]
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
