"""The boxes of a house game as they are seen: wagers, standing, cards."""

from __future__ import annotations

from dataclasses import replace

from games.events import DEALER
from games.every_game.layout import cards, in_the_middle
from games.house.state import Box, State
from games.outcomes import Text
from games.seen import Audience, Seen, SeenPlace, Tone, caption


def with_boxes(seen: Seen, state: State, audience: Audience) -> Seen:
    if seen.is_closed:
        return seen
    return replace(
        seen,
        places=tuple([_box(state, box, audience) for box in state.boxes.values()]),
        dealer=in_the_middle(state, DEALER, audience),
        notes=(*state.game.side_notes(state), *seen.notes),
    )


def _box(state: State, box: Box, audience: Audience) -> SeenPlace:
    standing, tone = standing_of(state, box)
    return SeenPlace(
        box.number,
        standing,
        tone,
        mark=caption(f"{state.game.side_wager}_mark") if box.side_cents else None,
        cards=() if box.folded or box.void or box.collected else cards(state, str(box.number), audience),
        lines=_lines(state, box),
    )


def standing_of(state: State, box: Box) -> tuple[str, Tone]:
    if state.question and state.question.question.say.words.get("place") == str(box.number):
        return "exposed" if state.question.report and state.question.report.seen else "", "attention"
    if box.barred and not box.ante_cents:
        return "barred", "empty"
    if not box.ante_cents:
        return ("empty", "empty") if state.phase != "antes" else ("", "plain")
    if box.void:
        return "void", "out"
    if box.folded:
        return "folded", "out"
    if _is_next(state, box):
        return "decide" if state.phase == "decide" else "next", "next"
    if box.settled:
        return "settled", "plain"
    if box.claim:
        return f"claims_{state.game.side_wager}", "plain"
    if box.second_cents:
        return f"{state.game.second_wager}s", "plain"
    return "", "plain"


def _is_next(state: State, box: Box) -> bool:
    if state.question:
        return False
    if state.dealing:
        return state.deal.due is not None and state.deal.due.place == str(box.number)
    return state.awaited()[:1] == [box]


def _lines(state: State, box: Box) -> tuple[Text, ...]:
    if box.settled and box.payments and state.phase not in ("deal", "decide"):
        net_cents = sum(payment.net_cents for payment in box.payments)
        return (caption("net_line", amount_cents=net_cents),)
    lines = [caption("ante_line", amount_cents=box.ante_cents)] if box.ante_cents else []
    if box.second_cents:
        lines.append(caption(f"{state.game.second_wager}_line", amount_cents=box.second_cents))
    elif box.maximum_cents:
        lines.append(caption("limit_line", amount_cents=box.maximum_cents))
    if box.side_cents:
        lines += state.game.side_lines(box)
    return tuple(lines)
