"""Hand history: what has happened in this round and the one before, and past rounds step by step."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from controller.screens.buttons import button
from controller.screens.pages import block, choose, close, page
from controller.screens.scene import Scene, day_and_time_of, time_of
from controller.screens.states import Block, Button, PastSheet, Sheet
from games.outcomes import DisputeDecided, DisputeOpened, RoundCorrected, Ruling

if TYPE_CHECKING:
    from controller.past.hand_history import PastHand
    from controller.past.incident import Listed

LEAP = 10  # steps
MOST_SHEETS = 10  # of a round, the newest: so many buttons can be read
SHEETS = (Ruling, DisputeOpened, DisputeDecided, RoundCorrected)


def history_sheet(scene: Scene) -> Sheet:
    """Newest first."""
    before = last_closed(scene)
    blocks = [*_now(scene), *_before(scene, before)]
    look_back = [_to(scene, "past_rounds", before, 0)] if before else []
    look_back += [_to_incidents(scene, "sheets", scene.state.round)] if scene.history is not None else []
    nothing = [block("", scene.language.screen("history_empty"))]
    return page(scene, scene.language.screen("history_title"), blocks or nothing, look_back)


def _now(scene: Scene) -> Iterator[Block]:
    for at_ms, outcome in reversed(scene.table.story):
        if line := scene.language.told(outcome):
            yield block(time_of(at_ms), line)


def _before(scene: Scene, round_: int) -> Iterator[Block]:
    hand = _hand(scene, round_) if round_ else None
    if round_ and hand is None:
        yield block("", scene.language.screen("past_loading", round=round_))
    for line in reversed(hand.lines if hand else ()):
        if line.tone not in ("prompt", "act"):
            yield block(time_of(line.at_ms), line.text)


def last_closed(scene: Scene) -> int:
    return scene.state.round - 1 if scene.history is not None and scene.state.round > 1 else 0


def _hand(scene: Scene, round_: int) -> PastHand | None:
    return scene.history.hand(round_, scene.language.name) if scene.history is not None else None


# ---------------------------------------------------------------- step by step


def past_sheet(scene: Scene, round_: int, step: int) -> Sheet | None:
    """Only what lay face up then, as the dealer saw it."""
    last = last_closed(scene)
    if not 1 <= round_ <= last:
        return None
    hand = _hand(scene, round_)
    say = scene.language
    rounds = [
        _to(scene, "older_round", round_ - 1, 0, enabled=round_ > 1),
        _to(scene, "newer_round", round_ + 1, 0, enabled=round_ < last),
    ]
    if hand is None or not hand.steps:
        code = "past_loading" if hand is None else "past_not_told"
        return page(
            scene, say.screen("past_title", round=round_), [block("", say.screen(code, round=round_))], rounds
        )
    return _of_step(scene, round_, min(max(step, 0), len(hand.steps) - 1), hand, rounds)


def _of_step(scene: Scene, round_: int, step: int, hand: PastHand, rounds: list[Button]) -> PastSheet:
    say, now = scene.language, hand.steps[step]
    lines = (*hand.lines, *hand.later)
    told = [line.text for line in lines if line.record == now.record and line.tone != "prompt"]
    end = len(hand.steps) - 1
    where = {"round": round_, "time": day_and_time_of(now.at_ms), "step": step + 1, "steps": end + 1}
    later = len(hand.steps) - len(hand.later) + 1

    def step_to(name: str, to: int) -> Button:
        return _to(scene, name, round_, min(max(to, 0), end), enabled=min(max(to, 0), end) != step)

    return {
        "kind": "past",
        "title": say.screen("past_step_later", later=later, **where)
        if hand.later
        else say.screen("past_step", **where),
        "detail": " ".join(told) or now.prompt,
        "look": scene.look.state(),
        "rail": now.rail,
        "boxes": now.boxes,
        "buttons": [
            *rounds,
            step_to("ten_back", step - LEAP),
            step_to("one_back", step - 1),
            step_to("one_on", step + 1),
            step_to("ten_on", step + LEAP),
            _to_incidents(scene, "sheets", round_),
        ],
        "close": close(scene),
    }


# ---------------------------------------------------------------- sheets to be printed


def incidents_sheet(scene: Scene, round_: int) -> Sheet | None:
    """Newest first; those of the round that is on, too."""
    last, say = scene.state.round, scene.language
    if scene.history is None or not 0 <= round_ <= last:
        return None
    so_far = sum(isinstance(outcome, SHEETS) for _, outcome in scene.table.story) if round_ == last else 0
    found = scene.history.incidents(round_, say.name, so_far)
    rounds = [
        _to_incidents(scene, "older_round", round_ - 1, enabled=round_ > 1),
        _to_incidents(scene, "newer_round", round_ + 1, enabled=round_ < last),
    ]
    title = say.screen("incidents_title", round=round_)
    if not found:
        code = "past_loading" if found is None else "incidents_none"
        return page(scene, title, [block("", say.screen(code, round=round_))], rounds)
    sheets = [_to_sheet(scene, one) for one in reversed(found[-MOST_SHEETS:])]
    return choose(scene, title, [*sheets, *rounds])


def _to_incidents(scene: Scene, name: str, round_: int, *, enabled: bool = True) -> Button:
    args = {"sheet": ["incidents", round_]}
    return button(name, scene.language.of("buttons", f"do_{name}"), act="open", args=args, enabled=enabled)


def _to_sheet(scene: Scene, one: Listed) -> Button:
    label = f"{(day_and_time_of if one.is_later else time_of)(one.at_ms)} {one.title}"
    return button(f"sheet-{one.record}", label, act="open", args={"sheet": ["incident", one.record]})


def incident_sheet(scene: Scene, record: int, copy: int = 0) -> Sheet | None:
    """`copy` is what is printed now; 0 while it is only looked at."""
    if scene.history is None:
        return None
    say = scene.language
    made = scene.history.sheet(record, say.name)
    if made is None or made.sheet is None:
        code = "sheet_loading" if made is None else "sheet_not_made"
        told = [block("", say.screen(code, record=record))]
        return page(scene, say.screen("sheet_title", record=record), told)
    times = copy or scene.history.times_printed(record) + 1
    return {
        "kind": "incident",
        "title": say.screen("sheet_title", record=record),
        "html": made.sheet.article(is_reprint=times > 1),
        "copy": copy,
        "print": button(
            "print",
            say.of("buttons", "do_print_sheet"),
            act="print_sheet",
            args={"record": record},
            tone="next",
        ),
        "close": close(scene),
    }


def _to(scene: Scene, name: str, round_: int, step: int, *, enabled: bool = True) -> Button:
    args = {"sheet": ["past", round_, step]}
    return button(name, scene.language.of("buttons", f"do_{name}"), act="open", args=args, enabled=enabled)
