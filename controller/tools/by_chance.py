"""Fills the form of an offer as people do, one field after the other, or as chance has it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Any

from games import events as e
from games.offers import Choice, Count, Draft, Face, Faces, Field, Money, Offer, Reason, Said

WHY = "it was so"
Answer = Callable[[Field, Said], Any]


def filled(offer: Offer, answer: Answer) -> dict[str, Any]:
    """All that the command is made of. A draft is left as it is, or `answer` gives what is changed in it."""
    said: dict[str, Any] = {}
    while (field := offer.next_field(said)) is not None:
        what = answer(field, said)
        if isinstance(field, Draft):
            said |= {**(what or {}), field.name: True}
        else:
            said[field.name] = what
    return offer.command_args(said)


def command(offer: Offer, answer: Answer, **said: Any) -> e.Event:
    args = {name: _as_told(value) for name, value in filled(offer, answer).items()}
    said = {"role": offer.role, "by": offer.role, **said}
    if said["by"] == offer.not_by:
        said["by"] = f"another {said['by']}"
    return e.KINDS[offer.command](**{**args, **said})


def _as_told(value: Any) -> Any:
    """A reason is told in the words of some language; a changed determination is a value of its own."""
    if hasattr(value, "code"):
        return str(value.code)
    if isinstance(value, list) and value and isinstance(value[0], Mapping):
        return tuple(e.Determination(**each) for each in value)
    return value


def by_chance(rng: Random, cards: Callable[[int], tuple[Any, ...]]) -> Answer:
    """Any answer that the form allows."""

    def answer(field: Field, said: Said) -> Any:
        match field:
            case Choice():
                return rng.choice([option.name for option in field.options(said) if option.blocked is None])
            case Draft():
                return changed(rng, field, said)
            case Money():
                return rng.choice(amounts(rng, field))
            case Count():
                return rng.randint(field.least, field.most)
            case Face():
                return cards(1)[0]
            case Faces():
                return cards(field.count)
            case Reason():
                return WHY

    return answer


def amounts(rng: Random, field: Money) -> list[int]:
    """The ends if they fit, what has a name, and one in whole steps between."""
    least, most, step = field.least_cents, field.most_cents, field.step_cents
    first = least + (field.lies_cents - least) % step
    between = [rng.randrange(first, most + 1, step)] if first <= most else []
    named = [quick.words["amount_cents"] for quick in field.quick]
    return [cents for cents in (least, most, *named) if field.fits(cents)] + between or [least]


def changed(rng: Random, draft: Draft, said: Said) -> dict[str, Any]:
    """One value, if the draft then still goes together; else nothing."""
    value = rng.choice(draft.values(said))
    typed = value.typed
    new = {typed.name: rng.choice(amounts(rng, typed))} if typed else {value.name: value.follows}
    return new if draft.fault({**said, **new}) is None else {}
