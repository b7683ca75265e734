"""An act as a button, and what is asked for it as a form."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from controller.screens import states
from controller.screens.buttons import button
from controller.tournament.answers import LONGEST_DRAW, LONGEST_TEXT, NAME, place_name
from controller.tournament.authority import written
from controller.tournament.people import LONGEST_NAME
from controller.tournament.scene import Scene, rule_of, said
from games.every_game.announcing import MINUTE_MS
from games.tournament.acts import Act, Ask

SOON_MS = 15 * MINUTE_MS
KINDS: dict[str, Any] = {
    "text": "text",
    "person": "text",
    "staff": "choice",
    "yes": "yes",
    "minutes": "number",
    "moment": "moment",
    "money": "amount",
    "entry": "choice",
    "place": "choice",
    "draw": "lines",
}


def act_button(scene: Scene, act: Act) -> states.Act:
    """What cannot be taken back is held."""
    say = scene.language
    tone = "next" if act.proposed and act.blocked is None else "plain"
    made = button(
        f"{act.command} {written(act.args)}",
        say.say(act.say),
        act="do",
        args={"command": act.command, "args": dict(act.args), "said": {}},
        tone=tone,
        enabled=act.blocked is None,
        hold=act.grave,
        ask=_form(scene, act) if act.asks else None,
    )
    return {"button": made, "rule": rule_of(scene, act.rule), "why": say.say(act.blocked)}


def _form(scene: Scene, act: Act) -> states.FormAsk:
    fields = [field for ask in act.asks for field in _fields(scene, ask)]
    title = f"{scene.language.say(act.say)} - {rule_of(scene, act.rule)}"
    return {"kind": "form", "title": title, "fields": fields}


def _fields(scene: Scene, ask: Ask) -> list[states.Field]:
    label = scene.language.say(ask.title)
    if ask.kind == "person":
        hint = said(scene, "person_hint")
        name = _field(NAME, "text", said(scene, "person_name"), longest=LONGEST_NAME, needed=False)
        return [_field(ask.name, "text", label, hint=hint, longest=32, needed=False), name]
    longest = LONGEST_DRAW if ask.kind == "draw" else LONGEST_TEXT
    return [
        _field(
            ask.name,
            KINDS[ask.kind],
            label,
            hint=said(scene, "draw_hint") if ask.kind == "draw" else "",
            value=_start(scene, ask),
            longest=longest,
            needed=ask.kind != "yes",
            options=_options(scene, ask),
        )
    ]


def _field(
    name: str,
    kind: Any,
    label: str,
    *,
    hint: str = "",
    value: str = "",
    longest: int = LONGEST_TEXT,
    needed: bool = True,
    options: list[states.Option] | None = None,
) -> states.Field:
    return {
        "name": name,
        "kind": kind,
        "label": label,
        "hint": hint,
        "value": value,
        "longest": longest,
        "needed": needed,
        "options": options or [],
    }


def _start(scene: Scene, ask: Ask) -> str:
    if ask.kind == "moment":  # the same for a while, or the form would change under a finger
        soon_ms = max(ask.least, -(-(scene.now_ms + SOON_MS) // SOON_MS) * SOON_MS)
        return f"{datetime.fromtimestamp(soon_ms / 1000):%Y-%m-%dT%H:%M}"
    return "10" if ask.kind == "minutes" else ""


def _options(scene: Scene, ask: Ask) -> list[states.Option]:
    if ask.kind == "staff":
        return [
            {"value": member.number, "label": f"{member.name} ({member.number})"} for member in scene.directors
        ]
    if ask.kind == "entry":
        return [{"value": str(number), "label": _entry(scene, number)} for number in ask.options]
    if ask.kind == "place":
        return [
            {"value": place_name(table, seat), "label": said(scene, "seat_at_table", table=table, seat=seat)}
            for table, seat in ask.options
        ]
    return []


def _entry(scene: Scene, number: int) -> str:
    entry = scene.tournament.state.entries[number]
    where = said(scene, "seat_at_table", table=entry.table, seat=entry.seat) if entry.table else ""
    return ", ".join(filter(None, [f"{number}: {scene.person(entry.person)}", where]))
