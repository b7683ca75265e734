"""The boxes of a house game as the dealer's screen shows them, and the wager beside the ante."""

from __future__ import annotations

from controller.screens.buttons import button
from controller.screens.cards import cards
from controller.screens.scene import Json, Scene
from games.house.state import Box, State


def boxes(scene: Scene) -> list[Json]:
    if scene.house.phase == "closed":
        return []
    return [_box(scene, box) for box in scene.house.boxes.values()]


def _box(scene: Scene, box: Box) -> Json:
    say = scene.language
    standing, tone = _standing(scene.house, box)
    gone = box.folded or box.void
    return {
        "box": box.number,
        "label": str(box.number),
        "mark": say.of("side_marks", scene.table.house.side_wager) if box.side_cents else "",
        "state": say.of("states", standing) if standing else "",
        "tone": tone,
        "cards": [] if gone else cards(scene.house, str(box.number)),
        "lines": _box_lines(scene, box),
        "touch": _box_touch(scene, box),
    }


def _standing(state: State, box: Box) -> tuple[str, str]:
    if state.question and state.question.question.say.words.get("place") == str(box.number):
        return "exposed" if state.question.report and state.question.report.seen else "", "attention"
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
        return "claims" if state.game.side_wager == "jackpot" else "declares", "plain"
    if box.second_cents:
        return "bets" if state.game.second_wager == "bet" else "calls", "plain"
    return "", "plain"


def _is_next(state: State, box: Box) -> bool:
    if state.question:
        return False
    if state.dealing:
        return state.deal.due is not None and state.deal.due.place == str(box.number)
    return state.awaited()[:1] == [box]


def _box_lines(scene: Scene, box: Box) -> list[str]:
    say = scene.language
    if box.settled and box.payments and scene.house.phase not in ("deal", "decide"):
        net_cents = sum(payment.net_cents for payment in box.payments)
        return [say.screen("net_line", amount_cents=net_cents)]
    lines = [say.screen("ante_line", amount_cents=box.ante_cents)] if box.ante_cents else []
    if box.second_cents:
        lines.append(say.screen(f"{scene.table.house.second_wager}_line", amount_cents=box.second_cents))
    elif box.maximum_cents:
        lines.append(say.screen("limit_line", amount_cents=box.maximum_cents))
    if box.side_cents and scene.table.house.side_wager == "bonus":
        lines.append(say.screen("bonus_line", amount_cents=box.side_cents))
    return lines


def _box_touch(scene: Scene, box: Box) -> Json | None:
    if not scene.table.dealer or not any(offer.box == box.number for offer in scene.offers):
        return None
    label = scene.language.place(str(box.number), begins=True)
    return button(f"box-{box.number}", label, act="open", args={"sheet": ["box", box.number]})


def side_note(scene: Scene) -> Json:
    """What the table's sign says about the wager beside the ante."""
    say = scene.language
    if scene.table.house.side_wager == "jackpot":
        return {"label": say.screen("jackpot_label"), "value": say.money(scene.house.displayed_cents)}
    limits = scene.table.setup.options.bonus
    value = say.screen("bonus_range", minimum_cents=limits.minimum_cents, maximum_cents=limits.maximum_cents)
    return {"label": say.screen("bonus_label"), "value": value}
