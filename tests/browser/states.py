"""Screen states as the daemon would send them, one for each look the panel must have."""

from __future__ import annotations

import copy
from typing import Any

State = dict[str, Any]
SIZES = {(1280, 800): 5.88, (1024, 600): 4.63}  # CSS pixels in a millimetre of a 10.1 inch screen


def button(label: str, place: int | None = None, **more: Any) -> State:
    name = more.pop("id", label.lower().replace("\u00ad", "").replace(" ", "-"))
    made = {
        "id": name,
        "label": label,
        "tone": "plain",
        "enabled": True,
        "hold_ms": 0,
        "act": name,
        "args": {},
        "ask": None,
        **more,
    }
    return made if place is None else {**made, "place": place}


def down(place: str, count: int) -> list[State]:
    return [{"id": f"{place}-{n}", "up": False, "mark": ""} for n in range(1, count + 1)]


def up(place: str, faces: str) -> list[State]:
    return [
        {"id": f"{place}-{n}", "up": True, "face": face, "mark": ""}
        for n, face in enumerate(faces.split(), start=1)
    ]


def slots(place: str, first: int, last: int) -> list[State]:
    return [{"id": f"{place}-{n}", "slot": True} for n in range(first, last + 1)]


def box(
    number: int,
    cards: list[State],
    *lines: str,
    state: str = "",
    tone: str = "plain",
    touch: State | None = None,
    mark: str = "",
) -> State:
    return {
        "box": number,
        "label": str(number),
        "mark": mark,
        "state": state,
        "tone": tone,
        "cards": cards,
        "lines": list(lines),
        "touch": touch,
    }


def empty_box(number: int, word: str = "empty") -> State:
    return box(number, [], state=word, tone="empty")


FIXED = ["Undo last touch", "Report irregularity", "Call floor", "Hand history", "Devices", "More"]
PHASES = ["Antes", "Deal", "Decide", "Flop", "River", "Settle", "Clear"]
RULE = {"rule": button("Rule 5.2", act="show_rule", args={"rule": "5.2"})}


def screen(phase: str, title: str, detail: str, **more: Any) -> State:
    """A dealer's state; `more` replaces whole parts of it."""
    return copy.deepcopy(
        {
            "kind": "screen",
            "seq": 1,
            "role": "dealer",
            "look": {
                "lang": "en",
                "theme": "dark",
                "brightness": 3,
                "mirror": False,
                "suits": 4,
                "sounds": "off",
                "mm": 5.88,
                "chosen": {},
            },
            "banner": "SIMULATED DEVICES - NOT FOR LIVE PLAY",
            "words": {
                "lost_title": "No connection",
                "lost_detail": "Stop dealing. What you see is from {at}.",
                "lost_again": "Trying again…",
                "stale": "Screen changed, touch again",
                "cancel": "Cancel",
                "clear": "Clear",
                "back": "Back",
            },
            "header": {
                "table": "T-07",
                "round": "Round 1204",
                "phases": [{"name": name, "now": name == phase} for name in PHASES],
                "badges": [],
                "dealer": "1182 Marta",
                "clock": "21:04",
            },
            "prompt": {"tone": "next", "title": title, "detail": detail, **RULE},
            "rail": {
                "board": None,
                "dealer": {"label": "Dealer", "cards": down("dealer", 1)},
                "notes": [{"label": "Out of shoe", "value": "17 of 52"}],
            },
            "boxes": dealing(),
            "actions": [],
            "fixed": [button(name) for name in FIXED],
            "sheet": None,
            "cover": None,
            "sound": "",
            **more,
        }
    )


def dealing() -> list[State]:
    return [
        box(1, down("1", 2), "Ante 25"),
        box(2, down("2", 2), "Ante 50"),
        box(3, down("3", 1) + slots("3", 2, 2), "Ante 25", state="next", tone="next"),
        box(4, down("4", 1), "Ante 100"),
        empty_box(5),
        box(6, down("6", 1), "Ante 25"),
        box(7, down("7", 1), "Ante 25"),
    ]


MONEY = {
    "kind": "money",
    "title": "Box 3: the ante",
    "unit": "$",
    "minimum_cents": 2500,
    "maximum_cents": 50000,
    "step_cents": 500,
    "chips_cents": [500, 2500, 10000, 50000],
    "start_cents": 2500,
    "field": "amount_cents",
    "why": "The limits are 25 to 500, in steps of 5",
}
PIN = {"kind": "pin", "title": "Supervisor: badge or staff number"}


def closed() -> State:
    return screen(
        "",
        "The table is closed",
        "A dealer signs on with a badge or staff number and PIN.",
        prompt={
            "tone": "calm",
            "title": "The table is closed",
            "detail": "A dealer signs on with a badge or staff number and PIN.",
            "rule": None,
        },
        rail=None,
        boxes=[],
        header={"table": "T-07", "round": "", "phases": [], "badges": [], "dealer": "", "clock": "08:59"},
        actions=[button("Sign on", 5, tone="next", ask={**PIN, "title": "Dealer signs on"})],
    )


def antes() -> State:
    def touch(number: int) -> State:
        return button(f"Ante for box {number}", act="wager", args={"box": number}, ask=MONEY)

    boxes = [box(n, [], "Ante 25" if n < 4 else "no ante", touch=touch(n)) for n in range(1, 8)]
    return screen(
        "Antes",
        "Antes, please",
        "Touch a box to enter its ante. Minimum 25, maximum 500.",
        boxes=boxes,
        actions=[
            button("Everybody 25", 0),
            button("Change limits", 1, enabled=False),
            button("Close betting", 5, tone="next"),
        ],
    )


def deal() -> State:
    return screen(
        "Deal",
        "Deal the second card to box 3",
        "Box 3 is next. Box 5 is empty: pass it.",
        rail={
            "board": {"label": "Board", "cards": slots("board", 1, 5)},
            "dealer": {"label": "Dealer", "cards": down("dealer", 1)},
            "notes": [{"label": "Out of shoe", "value": "17 of 52"}],
        },
        actions=[
            button("Box 3 has left", 0),
            button("Card did not read", 1),
            button("Hold the shoe", 2),
            button("Deal finished", 5, tone="next", enabled=False),
        ],
    )


def decide() -> State:
    return screen(
        "Decide",
        "Box 3: play or fold?",
        "Wait for the player to act, then touch the answer.",
        rail={
            "board": {"label": "Board", "cards": up("board", "Ah Td 7c") + slots("board", 4, 5)},
            "dealer": {"label": "Dealer", "cards": down("dealer", 2)},
            "notes": [{"label": "Out of shoe", "value": "17 of 52"}],
        },
        boxes=[
            box(1, down("1", 2), "Ante 25", "Bet 50", state="play"),
            box(2, [], "Ante 50 lost", state="folded", tone="out"),
            box(3, down("3", 2), "Ante 25", state="decide", tone="next"),
            box(4, down("4", 2), "Ante 100"),
            empty_box(5),
            box(6, down("6", 2), "Ante 25"),
            box(7, down("7", 2), "Ante 25"),
        ],
        actions=[
            button("Fold", 0, act="fold", args={"box": 3}),
            button("Check", 1),
            button("Player asks for time", 2),
            button("Play 50", 5, tone="next", act="play", args={"box": 3}),
        ],
    )


HANDS = [
    "As Ks Qs Js Ts",
    "Th Td Tc 9h 9d",
    "2c 7d 9s Jh Kd",
    "Ac Ad 8s 8c 4h",
    "Qc Qd 6h 3s 2d",
    "Jc Jd 5s 5h 9c",
    "4d 5c 6s 7h 8d",
]


def settle() -> State:
    boxes = [
        box(n, up(str(n), hand), "Ante 25", "Bet 50", state="wins" if n % 2 else "loses")
        for n, hand in enumerate(HANDS, start=1)
    ]
    boxes[1].update(tone="next", state="pay")
    return screen(
        "Settle",
        "Box 2 wins: pay ante 25, call 50",
        "Full house, tens over nines. Dealer: pair of kings.",
        boxes=boxes,
        rail={
            "board": None,
            "dealer": {"label": "Dealer", "cards": up("dealer", "Kh Kc 3d 6c Tc")},
            "notes": [{"label": "Out of shoe", "value": "40 of 52"}, "All cards accounted for"],
        },
        actions=[
            button("Wrong hand", 0),
            button("Paid, next box", 5, tone="next", act="paid", args={"box": 2}),
        ],
    )


def fault() -> State:
    now = deal()
    now["header"]["badges"] = [{"tone": "fault", "text": "Shoe", "pulse": True}]
    now["prompt"] = {
        "tone": "fault",
        "title": "Shoe not answering. Do not deal",
        "pulse": True,
        "detail": "Unplugged since 21:04:17. 17 cards left the shoe; all are accounted for.",
        "rule": button("Rule 10.1", act="show_rule", args={"rule": "10.1"}),
    }
    now["actions"] = [
        button("Void round (supervisor)", 0, ask=PIN),
        button("Deal by hand (supervisor)", 1, ask=PIN),
        button("Test shoe again", 5, tone="next"),
    ]
    now["sound"] = "alarm"
    return now


def ruling() -> State:
    now = deal()
    now["header"]["badges"] = [{"tone": "attention", "text": "Floor called 0:14"}]
    now["prompt"] = {
        "tone": "attention",
        "title": "Stop. Supervisor decides",
        "detail": "Box 3, second card seen by players. Proposed: card stays, deal goes on.",
        "rule": button("Rule 9.3", act="show_rule", args={"rule": "9.3"}),
    }
    now["boxes"][2] = box(
        3,
        [*down("3", 1), {"id": "3-2", "up": True, "face": "Qd", "mark": "exposed"}],
        "Ante 25",
        state="exposed",
        tone="attention",
    )
    now["actions"] = [
        button("Withdraw report", 0),
        button(
            "Which card was it?",
            1,
            act="seen",
            ask={
                "kind": "face",
                "title": "The card as it was seen",
                "field": "seen",
                "out": {"Qs": "Q♠ lies at box 5.", "Qc": "Q♣ lies in your hand."},
            },
        ),
        button(
            "Reason",
            2,
            ask={
                "kind": "text",
                "title": "Why not the proposed ruling?",
                "field": "reason",
                "choices": [
                    "Players agreed",
                    "Card was not seen by a player",
                    "Equipment failed",
                    "Surveillance corrected the report",
                    "Another reason, told to the floor",
                ],
            },
        ),
        button(
            "Count again",
            3,
            ask={
                "kind": "count",
                "title": "Cards on the table",
                "minimum": 0,
                "maximum": 52,
                "start": 17,
                "field": "count",
            },
        ),
        button("Supervisor card", 5, tone="next", ask=PIN),
    ]
    return now


KINDS = [
    "Card exposed",
    "Card off the table",
    "Wrong box",
    "Too many cards",
    "Too few cards",
    "Acted out of turn",
    "Card did not read",
    "Wrong payment",
    "Box 3 has left",
    "Deck damaged",
    "Device not right",
    "Something else",
]


def report() -> State:
    now = deal()
    now["sheet"] = {
        "kind": "choose",
        "title": "Report an irregularity: what happened?",
        "detail": "The shoe is on hold until this is ruled on.",
        "buttons": [button(kind, act="report", args={"kind": kind}) for kind in KINDS],
        "close": button("Cancel", act="close"),
    }
    return now


def more() -> State:
    now = decide()
    names = [
        "Rule book",
        "Change of dealer",
        "Lock",
        "Clean the screen",
        "Brightness",
        "Sounds",
        "Language",
        "Left-handed",
        "Close the table",
    ]
    acts = {"Clean the screen": "clean"}
    now["sheet"] = {
        "kind": "choose",
        "title": "More",
        "detail": "",
        "buttons": [button(name, act=acts.get(name, name.lower())) for name in names],
        "close": button("Back", act="close"),
    }
    now["sheet"]["buttons"][-1].update(hold_ms=1000, label="Close the table")
    return now


def devices() -> State:
    now = decide()
    names = [
        "Card shoe",
        "Card reader, box 1",
        "Card reader, box 3",
        "Discard rack",
        "Table sign",
        "Floor link",
    ]
    blocks = [
        {"head": name, "text": "Answers. 17 cards read today, 0 misread. Simulated.", "tone": "plain"}
        for name in names
    ]
    blocks[2].update(tone="fault", text="Not answering since 21:04:17. 3 reconnections today.")
    blocks[3].update(tone="attention", text="Nearly full: 46 of 52.")
    now["sheet"] = {
        "kind": "page",
        "title": "Devices",
        "blocks": blocks,
        "buttons": [button("Test all again"), button("Replace a device")],
        "close": button("Back", act="close"),
    }
    return now


LONG = (
    "If a card is exposed in error during the deal it remains in play as dealt, unless the casino supervisor "
    "directs otherwise. The dealer shall immediately stop dealing and call the casino supervisor. "
)


def rule_page() -> State:
    now = decide()
    blocks = [
        {"head": f"9.{n}", "text": LONG * (1 + n % 3), "tone": "next" if n == 3 else "plain"}
        for n in range(1, 9)
    ]
    now["sheet"] = {
        "kind": "page",
        "title": "Rules of Canberra Poker, 9. Irregularities",
        "blocks": blocks,
        "buttons": [],
        "close": button("Back", act="close"),
    }
    return now


def confirm() -> State:
    now = ruling()
    now["sheet"] = {
        "kind": "page",
        "title": "Ruling on box 3, second card",
        "blocks": [
            {
                "head": "What happened",
                "tone": "attention",
                "text": "21:04:10 second card to box 3\n21:04:14 Marta reports it exposed: queen of diamonds",
            },
            {"head": "Proposed, rule 9.3", "tone": "next", "text": "Card stays, deal goes on."},
        ],
        "buttons": [
            button("Void the round", hold_ms=1000, args={"ruling": "void"}, act="rule"),
            button("Another ruling"),
            button("Hold to confirm", hold_ms=1000, tone="next", act="rule", args={"ruling": "stays"}),
        ],
        "close": button("Back", act="close"),
    }
    return now


def search() -> State:
    now = decide()
    entries = [
        {"head": f"{chapter}.{n}", "text": f"Of chapter {chapter}, item {n}. {LONG}"}
        for chapter in range(1, 15)
        for n in range(1, 6)
    ]
    entries.append({"head": "15", "text": "Überzählige Karten are surplus cards."})
    now["sheet"] = {
        "kind": "search",
        "title": "Rule book",
        "entries": entries,
        "close": button("Back", act="close"),
    }
    return now


def locked() -> State:
    now = decide()
    now["cover"] = {
        "title": "Locked",
        "detail": "Touch, then badge or PIN.",
        "touch": button("Unlock", ask=PIN),
    }
    return now


def with_look(now: State, **look: Any) -> State:
    now["look"].update(look)
    return now


def german() -> State:
    now = with_look(deal(), lang="de")
    now["banner"] = "SIMULIERTE GERÄTE - NICHT FÜR ECHTES SPIEL"
    now["header"]["phases"] = [
        {"name": name, "now": name == "Karten geben"}
        for name in ("Einsätze", "Karten geben", "Entscheiden", "Flop", "River", "Auszahlen", "Abräumen")
    ]
    now["header"]["badges"] = [{"tone": "attention", "text": "Aufsicht gerufen"}]
    now["prompt"].update(
        title="Box 3: Karte aufdecken und Einsatz zahlen",
        detail="Box 5 ist leer und wird ausgelassen. Danach folgt Box 6; der Spieler dort hat "
        "seinen Grundeinsatz schon bestätigt.",
    )
    now["prompt"]["rule"]["label"] = "Regel 5.2"
    labels = [
        "Letzte Eingabe zurück",
        "Unregel\u00admäßigkeit melden",
        "Aufsicht rufen",
        "Spiel\u00adverlauf",
        "Geräte",
        "Weiteres",
    ]
    for item, label in zip(now["fixed"], labels, strict=True):
        item["label"] = label
    now["actions"][0]["label"] = "Box 3 ist gegangen"
    now["actions"][1]["label"] = "Karte nicht gelesen"
    now["actions"][2]["label"] = "Schlitten anhalten"
    now["actions"][3]["label"] = "Karten sind ausgeteilt"
    now["boxes"][2]["lines"] = ["Grundeinsatz 25"]
    now["boxes"][4] = empty_box(5, "leer")
    now["words"].update(cancel="Abbrechen", clear="Löschen", back="Zurück", staff_number="Personalnummer")
    return now


STATES = {
    "closed": closed,
    "antes": antes,
    "deal": deal,
    "decide": decide,
    "settle": settle,
    "fault": fault,
    "ruling": ruling,
    "report": report,
    "more": more,
    "devices": devices,
    "rule_page": rule_page,
    "confirm": confirm,
    "search": search,
    "locked": locked,
    "light": lambda: with_look(settle(), theme="light"),
    "light_fault": lambda: with_look(fault(), theme="light"),
    "light_ruling": lambda: with_look(ruling(), theme="light"),
    "light_report": lambda: with_look(report(), theme="light"),
    "mirror": lambda: with_look(decide(), mirror=True),
    "german": german,
    "two_suits": lambda: with_look(settle(), suits=2),
}
# What a touch opens on top of a state: its name, the state, the button.
ASKS = {
    "pin": ("ruling", "Supervisor card"),
    "face": ("ruling", "Which card was it?"),
    "text": ("ruling", "Reason"),
    "count": ("ruling", "Count again"),
    "money": ("antes", "Ante for box 3"),
    "light_pin": ("light_ruling", "Supervisor card"),
    "light_face": ("light_ruling", "Which card was it?"),
}


def bench() -> State:
    groups = [
        {
            "title": "Shoe",
            "lines": ["34 cards left"],
            "buttons": [
                button("Draw a card", act="draw"),
                button("Unplug"),
                button("Jam"),
                button(
                    "Cards left",
                    ask={
                        "kind": "count",
                        "title": "Cards left",
                        "minimum": 0,
                        "maximum": 52,
                        "start": 34,
                        "field": "count",
                    },
                ),
            ],
        }
    ]
    groups += [
        {
            "title": f"Box {n}",
            "lines": ["Card present", "Last read Q♦"],
            "buttons": [button("Put a card", id=f"put-{n}"), button("Take away", id=f"take-{n}")],
        }
        for n in range(1, 8)
    ]
    base = screen("", "", "")
    return {
        "kind": "screen",
        "role": "bench",
        "seq": 1,
        "look": base["look"],
        "banner": base["banner"],
        "words": base["words"],
        "title": "Simulated devices of T-07",
        "groups": groups,
        "log": [f"21:04:{n:02} shoe draws card {n}" for n in range(30)],
    }
