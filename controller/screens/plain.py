"""What a screen shows when the view of it fails: plain words in red, made of as little as possible.

The table runs on beneath it. A state here has the shape of the page's own, so that the page can paint it, and
nothing in it is read from the round. A sentence that the catalogue does not have is said from here.
"""

from __future__ import annotations

from controller.language import Language
from controller.loop import TableLoop
from controller.screens.buttons import button
from controller.screens.columns import NEXT
from controller.screens.scene import Json, Look
from controller.screens.states import Bench, Button, Cover, Director, Page, PinAsk, State
from games.outcomes import Refusal

WORDS = {
    "en": {
        "view_failed": "This screen has failed",
        "view_failed_explained": "The table runs on. Call the supervisor and the technician.",
        "do_sign_in": "Sign in",
        "do_lock": "Lock",
        "do_hold": "Hold the shoe",
        "do_undo": "Undo last touch",
        "do_call_floor": "Call floor",
        "stopped": "Play is interrupted",
        "refused": "That was refused.",
        "banner": "SIMULATED DEVICES - NOT FOR LIVE PLAY",
    },
    "de": {
        "view_failed": "Diese Anzeige ist gestört",
        "view_failed_explained": "Der Tisch läuft weiter. Supervisor und Technik rufen.",
        "do_sign_in": "Anmelden",
        "do_lock": "Sperren",
        "do_hold": "Schlitten anhalten",
        "do_undo": "Letzte Eingabe zurück",
        "do_call_floor": "Floor rufen",
        "stopped": "Spiel unterbrochen",
        "refused": "Das wurde abgelehnt.",
        "banner": "SIMULIERTE GERÄTE - NICHT FÜR ECHTES SPIEL",
    },
}
FIXED = ("undo", "report", "call_floor", "history", "devices", "more")


def word(say: Language, group: str, code: str) -> str:
    try:
        return say.of(group, code)
    except Exception:
        return WORDS[say.name].get(code, "")


def refused(say: Language, refusal: Refusal) -> str:
    try:
        return say.say(refusal.say)
    except Exception:
        return WORDS[say.name]["refused"]


def _page(role: str, say: Language, look: Look, *, simulated: bool) -> Page:
    try:
        words = say.group("words")
    except Exception:
        words = {}  # the page has its own
    banner = word(say, "screen", "banner") if simulated else ""
    return {"kind": "screen", "role": role, "look": look.state(), "banner": banner, "words": words}


# ---------------------------------------------------------------- the dealer's


def dealer(loop: TableLoop, say: Language, look: Look, clock: str, *, simulated: bool) -> State:
    table = loop.table
    return {
        **_page("dealer", say, look, simulated=simulated),
        "header": {
            "table": table.setup.table,
            "round": "",
            "phases": [],
            "badges": [],
            "dealer": f"{table.dealer} {table.dealer_name}".strip(),
            "clock": clock,
        },
        "prompt": {
            "tone": "fault",
            "title": word(say, "prompts", "view_failed"),
            "detail": word(say, "explains", "view_failed_explained"),
            "rule": None,
            "pulse": True,
            "seconds": None,
        },
        "rail": None,
        "boxes": [],
        "actions": _actions(loop, say),
        "fixed": _fixed(loop, say),
        "sheet": None,
        "cover": _cover(say) if table.locked else None,
    }


def _actions(loop: TableLoop, say: Language) -> list[Button]:
    """What needs no look at the round: the rules refuse it where it is not possible."""
    if not loop.table.dealer:
        return [_sign_in(say) | {"place": NEXT}]
    if loop.trouble:
        return []
    return [
        button("lock", word(say, "buttons", "do_lock"), act="lock"),
        button("hold_shoe", word(say, "buttons", "do_hold"), act="do", args={"command": "hold_shoe"}, place=1),
    ]


def _fixed(loop: TableLoop, say: Language) -> list[Button]:
    """In their places as always. What would open a sheet is not to be had."""
    here = bool(loop.table.dealer) and not loop.trouble
    return [
        button(
            name,
            word(say, "buttons", f"do_{name}"),
            act="do",
            args={"command": name},
            place=place,
            enabled=here and name in ("undo", "call_floor"),
        )
        for place, name in enumerate(FIXED)
    ]


def _sign_in(say: Language) -> Button:
    ask: PinAsk = {"kind": "pin", "title": word(say, "screen", "pin_title")}
    return button("sign_in", word(say, "buttons", "do_sign_in"), act="sign_in", tone="next", ask=ask)


def _cover(say: Language) -> Cover:
    detail = word(say, "explains", "view_failed_explained")
    return {"title": word(say, "prompts", "locked"), "detail": detail, "touch": _sign_in(say)}


# ---------------------------------------------------------------- the others


def sign(fixed: Json, say: Language) -> Json:
    """The players are told that play is interrupted, and no amount."""
    return {
        **fixed,
        "status": {"name": "stopped", "title": word(say, "sign", "stopped"), "detail": ""},
        "limits": [{"label": "", "per": "", "value": "-", "next": ""}],
        "payouts": [],
        "side": {"title": "", "amount": "", "wager": "", "rows": [], "note": ""},
    }


def director(say: Language, look: Look, title: str, *, simulated: bool) -> Director:
    """The tournament goes on; nothing of it is read here but its name."""
    said = word(say, "director", "view_failed") or word(say, "prompts", "view_failed")
    return {
        **_page("director", say, look, simulated=simulated),
        "header": {
            "title": title,
            "stage": "",
            "session": "",
            "level": "",
            "players": "",
            "who": "",
            "timers": [],
            "buttons": [],
            "clock": "",
            "now_ms": 0,
        },
        "step": {"tone": "fault", "by": "", "say": said, "rule": ""},
        "acts": [],
        "undo": None,
        "tabs": [],
        "section": {"notes": [], "buttons": [], "acts": [], "grids": []},
        "sheet": None,
        "cover": None,
    }


def bench(say: Language, look: Look) -> Bench:
    title = f"{word(say, 'prompts', 'view_failed')}. {word(say, 'explains', 'view_failed_explained')}"
    return {**_page("bench", say, look, simulated=True), "title": title, "groups": [], "log": []}
