"""The layout of a screen as a drawing for paper: places, cards that lay up, backs."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

from controller.screens.states import Box, Card, Cards, State
from games.cards import SUIT_SIGNS

WIDE, HIGH, GAP = 26, 36, 4  # of a card
IN_A_ROW = 3
PLACE = IN_A_ROW * (WIDE + GAP) + 16
RED = ("h", "d")


def picture(state: State) -> str:
    """SVG, black on white but for the red suits."""
    rail = state["rail"]
    hands = [hand for hand in (rail["board"], rail["dealer"]) if hand is not None] if rail else []
    boxes = state["boxes"]
    rows = max([1, *(-(-len(box["cards"]) // IN_A_ROW) for box in boxes)])
    high = 40 + rows * (HIGH + GAP) + 3 * 14
    wide = max(len(boxes) * (PLACE + 8), 400)
    parts = [_hand(hand, 8 + nth * 300) for nth, hand in enumerate(hands)]
    parts += [_place(box, nth * (PLACE + 8), 74, high) for nth, box in enumerate(boxes)]
    body = "".join(parts)
    return (
        f'<svg class="layout" viewBox="0 0 {wide} {80 + high}" xmlns="http://www.w3.org/2000/svg" '
        f'font-family="sans-serif" font-size="11">{body}</svg>'
    )


def _hand(hand: Cards, left: int) -> str:
    label = f'<text x="{left}" y="14" font-weight="bold">{escape(hand["label"])}</text>'
    return label + _cards(hand["cards"], left, 22, len(hand["cards"]))


def _place(box: Box, left: int, top: int, high: int) -> str:
    frame = f'<rect x="{left}" y="{top}" width="{PLACE}" height="{high}" rx="6" fill="none" stroke="#000"/>'
    tag = " ".join(part for part in (box["label"], box.get("tag", ""), box["mark"]) if part)
    head = f'<text x="{left + 8}" y="{top + 15}" font-weight="bold">{escape(tag)}</text>'
    state = f'<text x="{left + PLACE - 8}" y="{top + 15}" text-anchor="end">{escape(box["state"])}</text>'
    cards = _cards(box["cards"], left + 8, top + 22, IN_A_ROW)
    foot = "".join(
        f'<text x="{left + 8}" y="{top + high - 8 - 14 * nth}">{escape(line)}</text>'
        for nth, line in enumerate(reversed(box["lines"]))
    )
    return frame + head + state + cards + foot


def _cards(cards: Iterable[Card], left: int, top: int, in_a_row: int) -> str:
    return "".join(
        _card(card, left + nth % max(1, in_a_row) * (WIDE + GAP), top + nth // max(1, in_a_row) * (HIGH + GAP))
        for nth, card in enumerate(cards)
    )


def _card(card: Card, left: int, top: int) -> str:
    dashes = ' stroke-dasharray="3 3"' if card.get("slot") else ""
    face = card.get("face", "")
    fill = "#fff" if face or dashes else "#bbb"
    size = f'x="{left}" y="{top}" width="{WIDE}" height="{HIGH}" rx="3"'
    rect = f'<rect {size} fill="{fill}" stroke="#000"{dashes}/>'
    if not face:
        return rect
    text = face if face == "Jk" else face[0].replace("T", "10") + SUIT_SIGNS[face[1]]
    colour = "#b6071d" if face[1:] in RED else "#000"
    middle, foot = left + WIDE // 2, top + HIGH // 2 + 5
    return (
        rect
        + f'<text x="{middle}" y="{foot}" text-anchor="middle" font-size="13" fill="{colour}">{text}</text>'
    )
