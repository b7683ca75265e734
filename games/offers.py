"""What a person may do now, and the form in which he says it.

An offer is everything that a screen needs to make a button and the page behind it, and that anybody else (a
scripted player, an API) needs to say the command: its fields are asked for one after the other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from games.events import COMMANDS, Role
from games.outcomes import Text, text

Said = Mapping[str, Any]  # what has been said so far, by the name of the field
Where = Literal["row", "more", "report", "devices", "undo", "closed", "pools"]


# ---------------------------------------------------------------- what is typed


@dataclass(frozen=True, slots=True)
class Sum:
    """What an amount comes to from `from_cents` on. The blank is what lies between it and `of_cents`."""

    from_cents: int
    say: Text
    of_cents: int = 0


BLANK = "{sum}"  # stays in the sentence: it is filled while the amount is typed


@dataclass(frozen=True, slots=True)
class Money:
    """An amount. Steps are counted from `lies_cents`; with `ends_fit` both bounds are allowed as they are."""

    name: str
    title: Text
    why: Text  # said when an amount does not fit
    least_cents: int
    most_cents: int
    step_cents: int = 1
    start_cents: int = 0
    lies_cents: int = 0
    ends_fit: bool = False
    chips_cents: tuple[int, ...] = ()
    quick: tuple[Text, ...] = ()  # amounts that have a name
    sums: tuple[Sum, ...] = ()  # said while it is typed, the lowest first

    def fits(self, cents: int) -> bool:
        if self.ends_fit and cents in (self.least_cents, self.most_cents):
            return True
        within = self.least_cents <= cents <= self.most_cents
        return within and (cents - self.lies_cents) % self.step_cents == 0


@dataclass(frozen=True, slots=True)
class Count:
    name: str
    title: Text
    least: int
    most: int
    why: Text | None = None


@dataclass(frozen=True, slots=True)
class Face:
    """One card, as a person sees it. `out` are the faces that it cannot be, and where each of them lies."""

    name: str
    title: Text
    out: Mapping[str, Text] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Faces:
    """So many cards."""

    name: str
    title: Text
    count: int
    out: Mapping[str, Text] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Reason:
    """Words: some that are often meant, or any others."""

    title: Text
    often: tuple[Text, ...]
    name: str = "reason"


# ---------------------------------------------------------------- what is chosen


@dataclass(frozen=True, slots=True)
class Option:
    """`args` is what choosing it adds to the command; a text among them is said in the screen's language."""

    name: str
    say: Text
    args: Mapping[str, Any]
    blocked: Text | None = None


@dataclass(frozen=True, slots=True)
class Choice:
    """One of a few, which may depend on what was said before."""

    name: str
    title: Text
    options: Callable[[Said], tuple[Option, ...]] = field(compare=False, repr=False)
    detail: Text | None = None
    summary: Callable[[Said], Text | None] | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Value:
    """One value of a draft: typed anew, or the next of those that it may be."""

    name: str
    say: Text
    typed: Money | None = None
    follows: Any = None


@dataclass(frozen=True, slots=True)
class Draft:
    """Values that hold as they are until somebody changes them; then what was changed is carried out as one."""

    name: str
    title: Text
    detail: Text
    values: Callable[[Said], tuple[Value, ...]] = field(compare=False, repr=False)
    fault: Callable[[Said], Text | None] = field(compare=False, repr=False)  # why the values do not go together
    args: Callable[[Said], Mapping[str, Any]] = field(compare=False, repr=False)
    go_on: Text | None = None  # leads to the next page; without it what comes next stands on the same


Typed = Money | Count | Face | Faces | Reason
Field = Typed | Choice | Draft


@dataclass(frozen=True, slots=True)
class Offer:
    """`command` is the kind of the command, `args` what is said already, `fields` what is still to be said."""

    command: str
    say: Text
    args: Mapping[str, Any] = field(default_factory=dict)
    fields: tuple[Field, ...] = ()
    role: Role | None = None  # said only where the state decides whose it is; otherwise the command says it
    proposed: bool = False  # the one next action
    where: Where = "row"
    box: int | None = None  # shown on the box rather than in the row
    blocked: Text | None = None  # visible, not yet possible, and why
    not_by: str = ""  # whose word another person is asked to answer for
    grave: bool = False  # cannot be undone: hold to confirm

    def __post_init__(self) -> None:
        said_by = COMMANDS[self.command].said_by
        if self.role is None:
            object.__setattr__(self, "role", "supervisor" if said_by == "supervisor" else "dealer")
        assert said_by in ("either", self.role), f"{self.command} is for the {said_by}"

    def next_field(self, said: Said) -> Field | None:
        return next((field for field in self.fields if field.name not in said), None)

    def command_args(self, said: Said) -> dict[str, Any]:
        """All that the command is made of, when every field has been said."""
        args = dict(self.args)
        for one in self.fields:
            if isinstance(one, Choice):
                args |= self._chosen(one, said).args
            elif isinstance(one, Draft):
                args |= one.args(said)
            elif one.name in said:
                args[one.name] = said[one.name]
        return args

    def _chosen(self, choice: Choice, said: Said) -> Option:
        return next(option for option in choice.options(said) if option.name == said[choice.name])


def for_supervisor(command: str, say: Text, args: Mapping[str, Any] | None = None, /, **more: Any) -> Offer:
    """What a supervisor may do beside the course of the round."""
    return Offer(command, say, args or {}, where="more", **more)


def reason(about: str) -> Reason:
    return Reason(text("reason_title"), tuple(text(f"reason_{about}_{number}") for number in (1, 2, 3)))


def notice_choice(
    title: Text,
    now: str,
    later: str,
    within: Iterable[int],
    summary: Callable[[Said], Text | None] | None = None,
) -> Choice:
    """From when: at once, or after so many minutes' notice to the players."""
    offered = tuple(within)

    def options(said: Said) -> tuple[Option, ...]:
        return tuple(
            Option(
                f"in-{minutes}", text(later, minutes=minutes) if minutes else text(now), {"in_minutes": minutes}
            )
            for minutes in offered
        )

    return Choice("when", title, options, summary=summary)
