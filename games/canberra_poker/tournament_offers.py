"""What may be done before the deal in a tournament (17.14 to 17.16)."""

from __future__ import annotations

from collections.abc import Iterator

from games.canberra_poker.antes_in_turn import (
    all_were_asked,
    fault_of,
    most_cents,
    next_to_ask,
    not_complete,
    waits_for,
    without_ante,
)
from games.canberra_poker.state import CanberraState
from games.canberra_poker.tournament import holder, players
from games.every_game import tournament
from games.house import offers
from games.house.state import Box
from games.offers import Choice, Money, Offer, Option
from games.outcomes import text


def antes_offers(state: CanberraState) -> Iterator[Offer]:
    if state.tournament is None:
        yield from offers.OFFERS["antes"](state)
    elif not state.no_more_rounds and tournament.why_waits(state) is None:
        yield from _in_turn(state)


def _in_turn(state: CanberraState) -> Iterator[Offer]:
    if not holder(state):
        yield from _marker_offers(state)
        return
    asked = still_to_wager(state)
    if asked is not None:
        yield _typed(state, asked, on_box=False)
    for box in state.boxes.values():
        if fault_of(state, box) is None:
            yield from _box_offers(state, box)
    due = next_to_ask(state)
    if due is not None:
        yield Offer("ask_ante", text("do_ask_ante", box=due), {"box": due}, proposed=asked is None)
    elif all_were_asked(state):
        found = not_complete(state)
        blocked = found.say if found else None if state.has_antes() else text("no_antes")
        yield Offer("close_betting", text("do_close_betting"), proposed=asked is None, blocked=blocked)


def still_to_wager(state: CanberraState) -> Box | None:
    """Whom the dealer waits for: who was asked last, or, when all were, whoever has not wagered yet."""
    asked = waits_for(state)
    if asked is not None or next_to_ask(state) is not None:
        return asked
    missing = without_ante(state)
    return state.boxes[missing[0]] if missing else None


def _marker_offers(state: CanberraState) -> Iterator[Offer]:
    boxes = tuple(Option(str(box), text("place", place=str(box)), {"box": box}) for box in players(state))
    if boxes:
        which = Choice("box", text("who_has_marker"), lambda said: boxes)
        yield Offer("give_starting_marker", text("do_give_marker"), {}, (which,), proposed=True)


def _box_offers(state: CanberraState, box: Box) -> Iterator[Offer]:
    limits, lies_cents = state.limits, box.ante_cents
    most = min(most_cents(state, box), limits.maximum_cents)
    for chip_cents in state.options.chips_cents:
        fits = limits.minimum_cents <= chip_cents <= most and not chip_cents % limits.multiple_cents
        if fits and chip_cents != lies_cents:
            say = text("do_ante_instead" if lies_cents else "do_ante", amount_cents=chip_cents)
            yield Offer("place_ante", say, {**_of(box), "amount_cents": chip_cents}, box=box.number)
    yield _typed(state, box, on_box=True)
    if lies_cents:
        yield Offer("take_back_ante", text("do_ante_back"), {"box": box.number}, box=box.number)


def _of(box: Box) -> dict[str, int]:
    instead = {"instead_of_cents": box.ante_cents} if box.ante_cents else {}
    return {"box": box.number, **instead}


def _typed(state: CanberraState, box: Box, *, on_box: bool) -> Offer:
    """From the minimum of the level up to what he has (17.13, 17.14)."""
    limits, most = state.limits, most_cents(state, box)
    amount = Money(
        "amount_cents",
        text("amount_title", box=box.number),
        text(
            "ante_of_chips_why",
            minimum_cents=limits.minimum_cents,
            multiple_cents=limits.multiple_cents,
            most_cents=most,
        ),
        least_cents=limits.minimum_cents,
        most_cents=most,
        step_cents=limits.multiple_cents,
        start_cents=box.ante_cents,
        chips_cents=tuple(state.options.chips_cents),
    )
    say = text("do_ante_other") if on_box else text("do_ante_of_box", box=box.number)
    return Offer(
        "place_ante", say, _of(box), (amount,), proposed=not on_box, box=box.number if on_box else None
    )
