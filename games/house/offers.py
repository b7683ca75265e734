"""What may be done now in a house game, and what must be said for it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from games.events import DEALER
from games.every_game import offers as every_game
from games.every_game.announcing import notice_minutes
from games.every_game.offers import MOST_COUNTED, deal_offers, face_up_offers, penalty, unread_offers
from games.house.announcing import MOST_CENTS, limits_fault
from games.house.rulings import within_reach
from games.house.showdown import needs_showing
from games.house.state import Box, State
from games.house.wagers import side_open
from games.offers import Count, Draft, Money, Offer, Said, Value, for_supervisor, notice_choice
from games.outcomes import Text, text

DOLLAR_CENTS = 100
LIMITS = ("minimum", "maximum", "multiple")


# ---------------------------------------------------------------- for a supervisor


def notice_offers(state: State) -> Iterator[Offer]:
    """Other limits: the three amounts, then from when they hold (3.1)."""
    limits = state.limits

    def now(said: Said) -> tuple[int, int, int]:
        least, most, step = (said.get(f"{name}_cents", getattr(limits, f"{name}_cents")) for name in LIMITS)
        return least, most, step

    draft = Draft(
        "limits",
        text("limits_title"),
        text("limits_detail"),
        values=lambda said: tuple(map(_limit, LIMITS, now({}), now(said))),
        fault=lambda said: limits_fault(*now(said)),
        args=lambda said: {f"{name}_cents": cents for name, cents in zip(LIMITS, now(said), strict=True)},
    )
    when = notice_choice(text("limits_title"), "do_limits_next_round", "do_limits_in", notice_minutes(state))
    yield for_supervisor("change_limits", text("do_change_limits"), fields=(draft, when), grave=True)


def _limit(name: str, was_cents: int, cents: int) -> Value:
    """What is changed says from what to what: it is read once more before it is held."""
    typed = Money(
        f"{name}_cents",
        text(f"limits_{name}_title"),
        text("limits_why"),
        least_cents=DOLLAR_CENTS,
        most_cents=MOST_CENTS,
        step_cents=DOLLAR_CENTS,
        start_cents=cents,
    )
    if cents == was_cents:
        return Value(name, text(f"do_limits_{name}", amount_cents=cents), typed)
    changed = text(f"do_limits_{name}_to", was_cents=was_cents, amount_cents=cents)
    return Value(name, changed, typed)


def penalty_offers(state: State) -> Iterator[Offer]:
    """The operator may decide either penalty or both (PENALTY-ANDOR)."""
    if state.void:
        return

    def penalties(number: int) -> Iterator[tuple[str, dict[str, object]]]:
        yield "do_excluded", {"excluded": True}
        if within_reach(state, state.boxes[number], state.numbers.breach):
            yield "do_wagers_void", {"wagers_void": True}
            yield "do_both_penalties", {"wagers_void": True, "excluded": True}
            yield "do_out_of_round", {"excluded": True, "ground": "collusion"}

    players = [box.number for box in state.boxes.values() if box.has_player]
    if players:
        yield penalty(players, penalties)


# ---------------------------------------------------------------- by phase


def _antes_offers(state: State) -> Iterator[Offer]:
    if state.no_more_rounds:
        yield from state.game.between_offers(state)
        return
    for box in state.boxes.values():
        yield from _box_offers(state, box)
    yield from state.game.between_offers(state)
    blocked = None if state.has_antes() else text("no_antes")
    yield Offer("close_betting", text("do_close_betting"), proposed=True, blocked=blocked)


def _box_offers(state: State, box: Box) -> Iterator[Offer]:
    limits, number = state.limits, box.number
    if box.barred:
        yield for_supervisor("new_player", text("do_new_player"), {"box": number}, box=number)
        return
    lies_cents = box.ante_cents
    instead = {"instead_of_cents": lies_cents} if lies_cents else {}
    for chip_cents in state.options.chips_cents:
        if (
            chip_cents != lies_cents
            and limits.minimum_cents <= chip_cents <= state.maximum_cents(box)
            and not chip_cents % limits.multiple_cents
        ):
            args = {"box": number, "amount_cents": chip_cents, **instead}
            say = text("do_ante_instead" if lies_cents else "do_ante", amount_cents=chip_cents)
            yield Offer("place_ante", say, args, box=number)
    args = {"box": number, **instead}
    yield Offer("place_ante", text("do_ante_other"), args, (_ante(state, box),), box=number)
    yield from state.game.side_offers(state, box)
    blocked = None if box.ante_cents else text("no_ante", box=number)
    yield Offer("take_back_ante", text("do_ante_back"), {"box": number}, box=number, blocked=blocked)
    yield Offer("player_left", text("do_player_left"), {"box": number}, box=number)
    if limits.maximum_cents + limits.multiple_cents <= MOST_CENTS:
        marker = _marker(state, box)
        yield for_supervisor(
            "set_box_maximum", text("do_box_maximum"), {"box": number}, fields=(marker,), box=number
        )
    if box.maximum_cents is not None:
        args = {"box": number, "amount_cents": None}
        yield for_supervisor("set_box_maximum", text("do_no_box_maximum"), args, box=number)


def _ante(state: State, box: Box) -> Money:
    """Under the minimum is advised of once, and then not taken (3.4)."""
    limits = state.limits
    least_cents = limits.minimum_cents if box.advised else limits.multiple_cents
    why = text("ante_why", minimum_cents=least_cents, multiple_cents=limits.multiple_cents)
    field = _amount(state, least_cents, text("amount_title", box=box.number), why)
    return replace(field, start_cents=box.ante_cents)


def _marker(state: State, box: Box) -> Money:
    """A marker lifts a box above the sign, so it begins there (3.2)."""
    limits = state.limits
    least_cents = limits.maximum_cents + limits.multiple_cents
    why = text("marker_why", minimum_cents=least_cents, multiple_cents=limits.multiple_cents)
    field = _amount(state, least_cents, text("marker_title", box=box.number), why)
    return replace(field, most_cents=min(field.most_cents, MOST_CENTS))


def _amount(state: State, least_cents: int, title: Text, why: Text) -> Money:
    limits = state.limits
    return Money(
        "amount_cents",
        title,
        why,
        least_cents=least_cents,
        most_cents=limits.maximum_cents * 10,
        step_cents=limits.multiple_cents,
        chips_cents=tuple(state.options.chips_cents),
    )


def decide_offers(state: State) -> Iterator[Offer]:
    yield from face_up_offers(state)
    for turn, box in enumerate(state.undecided()):
        args = {"box": box.number}
        shown_on = None if turn == 0 else box.number
        blocked = state.game.second_blocked(state, box)
        may_only_fold = turn == 0 and blocked is not None
        yield Offer("fold", text("do_fold", box=box.number), args, box=shown_on, proposed=may_only_fold)
        required_cents = state.second_of(box)
        yield Offer(
            state.game.second_wager,
            text(f"do_{state.game.second_wager}", amount_cents=required_cents),
            {**args, "amount_cents": required_cents},
            proposed=turn == 0 and not may_only_fold,
            box=shown_on,
            blocked=blocked,
        )


def _reveal_offers(state: State) -> Iterator[Offer]:
    unread = list(unread_offers(state, DEALER))
    yield from unread
    if not unread:
        yield Offer("show_dealer", text("do_show_dealer"), proposed=True)


def settle_offers(state: State) -> Iterator[Offer]:
    box = state.to_settle()[0]
    args = {"box": box.number}
    if needs_showing(state, box) or (side_open(state, box) and not box.shown):
        unread = list(unread_offers(state, str(box.number)))
        yield from unread or [
            Offer("show_box", text("do_show_box", box=box.number), args, proposed=needs_showing(state, box))
        ]
    yield from hand_offers(state, state.to_collect())
    if not needs_showing(state, box):
        yield Offer("settle_box", text("do_settle", box=box.number), args, proposed=True)


def hand_offers(state: State, hands: list[Box]) -> Iterator[Offer]:
    """Each settled hand can be collected at its box; the next one in the row, once all are settled."""
    for turn, box in enumerate(box for box in hands if not state.game.prize_of(state, box)):
        count = len(state.deal.hand(str(box.number)))
        is_next = turn == 0 and not state.to_settle()
        yield Offer(
            "collect_hand",
            text("do_collect_hand", box=box.number, count=count),
            {"box": box.number, "count": count},
            proposed=is_next,
            box=None if is_next else box.number,
        )
        if is_next:
            other = Count("count", text("count_title"), 0, MOST_COUNTED)
            yield Offer("collect_hand", text("do_count_differs"), {"box": box.number}, (other,))


def collect_offers(state: State) -> Iterator[Offer]:
    if state.to_collect() and not state.void:
        yield from hand_offers(state, state.to_collect())
    else:
        yield from every_game.OFFERS["collect"](state)


OFFERS: dict[str, Callable[[Any], Iterator[Offer]]] = {
    "antes": _antes_offers,
    "deal": deal_offers,
    "decide": decide_offers,
    "reveal": _reveal_offers,
    "settle": settle_offers,
    "collect": collect_offers,
}
