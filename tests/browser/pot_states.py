"""States of the pot games as the daemon would send them: players against each other, at their fullest."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

from tests.browser.states import State, box, button, down, screen, slots, up, with_look

ROUNDS = [f"Bet {n}" for n in range(1, 6)]
PHASES = ["Verify", "Shuffle", "Cut", "Blinds", "Deal", *ROUNDS, "Show", "Pay"]
STAKES = ["1,250", "860", "12,400", "0", "2,315", "5", "640", "3,075", "980"]
POTS = [
    {"label": "Main pot", "value": "$120", "detail": "seats 1, 3, 4, 7"},
    {"label": "Side pot 1", "value": "$1,080", "detail": "seats 1, 3, 7"},
    {"label": "Side pot 2", "value": "$42", "detail": "seats 3, 7"},
    {"label": "Side pot 3", "value": "$300", "detail": "seats 1, 3"},
    {"label": "Side pot 4", "value": "$2,450", "detail": "seats 3, 9"},
    {"label": "Side pot 5", "value": "$15", "detail": "seats 7, 9"},
]
RAISE: State = {
    "kind": "money",
    "title": "Seat 3: raise to",
    "unit": "$",
    "minimum_cents": 4000,
    "maximum_cents": 16000,
    "step_cents": 500,
    "chips_cents": [500, 2500, 10000, 50000],
    "start_cents": 4000,
    "field": "amount_cents",
    "why": "A raise is $40 to $160 in steps of $5, or all in for $302.50",
    "quick": [
        {"label": "Least 40", "cents": 4000},
        {"label": "Half pot 80", "cents": 8000},
        {"label": "Pot 160", "cents": 16000},
        {"label": "All in 302.50", "cents": 30250},
    ],
    "also_cents": [30250],
    "sums": [{"from_cents": 0, "text": "{sum} more goes in.", "of_cents": 1000}],
}


def pots_of(count: int) -> list[State]:
    return copy.deepcopy(POTS[:count])


def seat(number: int, cards: list[State], *lines: str, tag: str = "", **more: Any) -> State:
    return {**box(number, cards, *lines, **more), "tag": tag}


def table(phase: str, title: str, detail: str, board: list[State], seats: list[State], **more: Any) -> State:
    now = screen(phase, title, detail, boxes=seats, **more)
    now["header"]["phases"] = [{"name": name, "now": name == phase} for name in PHASES]
    now["prompt"]["seconds"] = 37
    now["rail"] = {
        "board": {"label": "Board", "cards": board} if board else None,
        "dealer": None,
        "pots": pots_of(1),
        "notes": [
            {"label": "To call", "value": "$20"},
            {"label": "Raise", "value": "$40 - $160"},
            {"label": "Out of shoe", "value": "42 of 52"},
        ],
    }
    now["actions"] = [
        button("Fold", 0),
        button("Player asks for time", 1),
        button("All in", 3),
        button("Raise", 4, ask=RAISE),
        button("Call 20", 5, tone="next"),
    ]
    return now


def touchable(number: int) -> State:
    return button(f"Seat {number}", act="open", args={"sheet": ["seat", number]})


def mid_bet(hand: Callable[[str], list[State]]) -> list[State]:
    """Nine seats with everything that a seat can say: button, blinds, all in, folded, empty, to act."""
    seats = [
        seat(n, hand(str(n)), stake, "Bet 20", touch=touchable(n)) for n, stake in enumerate(STAKES, start=1)
    ]
    seats[0].update(mark="D", lines=["1,250", "Bet 1,080"], state="raised")
    seats[1].update(cards=[], state="folded", tone="out", tag="SB", lines=["860"])
    seats[2].update(tag="BB", state="to act", tone="next")
    seats[3].update(tag="All in", lines=["0", "Bet 120"])
    seats[4].update(cards=[], state="folded", tone="out", lines=["2,315"])
    seats[5].update(cards=[], state="empty", tone="empty", lines=[], touch=None)
    seats[6].update(tag="All in", lines=["0", "Bet 640"])
    seats[7].update(tag="B1")
    return seats


def omaha() -> State:
    """Nine seats of four cards in the middle of a betting round, three pots, a clock."""
    board = up("board", "Ah Td 7c") + slots("board", 4, 5)
    seats = mid_bet(lambda n: down(n, 4))
    now = table("Bet 3", "Seat 3: call 20, raise or fold?", "Seat 1 raised to 1,080.", board, seats)
    now["rail"]["pots"] = pots_of(3)
    return now


def omaha_full() -> State:
    """As many pots and notes as there can be, everything on the table at its longest, the floor called."""
    now = omaha()
    now["rail"]["pots"] = pots_of(6)
    now["rail"]["notes"] += [{"label": "Burnt", "value": "3"}]
    now["rail"]["board"]["cards"] = up("board", "Ah Td 7c Qs Kd")
    now["header"]["badges"] = [{"tone": "attention", "text": "Floor called"}]
    now["prompt"]["seconds"] = 9
    for place, tag in zip(now["boxes"], ("BB", "SB", "BB", "All in"), strict=False):
        place.update(mark="D", tag=tag)
    return now


def omaha_show() -> State:
    """Every hand is turned over: four cards face up at each of nine seats."""
    hands = [seat(n, up(str(n), "Th Qd Qs Jc"), "1,250", state="two pair") for n in range(1, 10)]
    hands[3].update(tone="next", state="wins", tag="All in", mark="D", lines=["12,400", "+1,290"])
    hands[4].update(lines=["12,400", "+11,290.50"])
    now = table("Show", "Seat 4 wins the main pot", "Queens and tens.", up("board", "Ah Td 7c 2s Kd"), hands)
    now["prompt"]["seconds"] = None
    return now


def omaha_dealing() -> State:
    """Blinds are in; the cards come. Nobody has a bet but the blinds."""
    seats = [seat(n, down(str(n), 1) + slots(str(n), 2, 4), stake) for n, stake in enumerate(STAKES, 1)]
    seats[3]["cards"] = slots("4", 1, 4)
    seats[3].update(tone="next", state="next")
    seats[1].update(tag="SB", lines=["860", "Bet 5"])
    seats[2].update(tag="BB", lines=["12,400", "Bet 10"])
    seats[0].update(mark="D")
    now = table("Deal", "Deal the first card to seat 4", "", slots("board", 1, 5), seats)
    now["prompt"]["seconds"] = None
    now["rail"]["pots"] = []
    return now


def six_seats() -> State:
    now = omaha()
    now["boxes"] = now["boxes"][:6]
    return now


def faro() -> State:
    """Nine seats of five cards and a board."""
    now = table(
        "Bet 2",
        "Seat 3: call 20, raise or fold?",
        "Seat 1 raised to 1,080.",
        up("board", "Ah Td 7c 2s") + slots("board", 5, 5),
        mid_bet(lambda n: down(n, 5)),
    )
    now["rail"]["pots"] = pots_of(2)
    return now


def faro_show() -> State:
    hands = [seat(n, up(str(n), "Th Qd Qs Tc As"), "1,250", state="full house") for n in range(1, 10)]
    return table("Show", "Show the hands", "From seat 3 round.", up("board", "Ah Td 7c 2s Kd"), hands)


def seven_cards(number: str, faces: str = "Th Qd Qs Tc") -> list[State]:
    """Two down, four up, one down."""
    cards = down(number, 7)
    cards[2:6] = [{**card, "id": f"{number}-{n}"} for n, card in enumerate(up("x", faces), start=3)]
    return cards


def stud() -> State:
    """Eight seats of seven cards, no board."""
    now = table(
        "Bet 5",
        "Seat 3: call 20, raise or fold?",
        "Seat 1 raised to 1,080.",
        [],
        mid_bet(seven_cards)[:8],
    )
    now["boxes"][4] = seat(5, seven_cards("5", "Ad Jc Ks 2h"), "2,315", "Bet 20", state="high hand")
    now["rail"]["pots"] = pots_of(4)
    return now


def stud_full() -> State:
    """Eight seats with all seven cards turned over, and six pots: nothing larger is ever shown."""
    hands = [seat(n, up(str(n), "Th Qd Qs Tc As Jd 9h"), "1,250", state="full house") for n in range(1, 9)]
    hands[2].update(tone="attention", state="exposed", tag="All in", mark="D")
    hands[2]["cards"][3]["mark"] = "exposed"
    now = table("Show", "Show the hands", "From seat 3 round.", [], hands)
    now["rail"]["pots"] = pots_of(6)
    return now


def stud_dealing() -> State:
    cards = [
        [*down(str(n), 2), {**up("x", "Qd")[0], "id": f"{n}-3"}, *slots(str(n), 4, 7)] for n in range(1, 9)
    ]
    seats = [seat(n, hand, "1,250") for n, hand in enumerate(cards, start=1)]
    seats[1]["cards"][1] = {"id": "2-2", "up": False, "mark": "unread"}
    seats[4].update(tone="next", state="next")
    return table("Deal", "Deal the fourth card to seat 5", "Face up.", [], seats)


SEAT_ACTIONS = (
    "Fold,Check,Call 20,Raise,All in 302.50,Acted out of turn,Wrong amount,Time,Left,Stake,Reveal,Muck"
)


def seat_actions() -> State:
    now = stud()
    now["sheet"] = {
        "kind": "choose",
        "title": "Seat 3",
        "detail": "To call 20. A raise is 40 to 160.",
        "buttons": [button(name) for name in SEAT_ACTIONS.split(",")],
        "close": button("Back", act="close"),
    }
    return now


GERMAN_ROUNDS = [f"Runde {n}" for n in range(1, 5)]
GERMAN_PHASES = ["Deck", "Mischen", "Cut", "Blinds", "Geben", *GERMAN_ROUNDS, "Zeigen", "Zahlen"]


def german() -> State:
    now = with_look(omaha_full(), lang="de")
    now["banner"] = "SIMULIERTE GERÄTE - NICHT FÜR ECHTES SPIEL"
    now["header"]["phases"] = [{"name": name, "now": name == "Runde 3"} for name in GERMAN_PHASES]
    now["header"]["badges"] = [{"tone": "attention", "text": "Aufsicht gerufen"}]
    now["header"]["round"] = "Runde 1204"
    now["prompt"].update(title="Platz 3: mitgehen, erhöhen oder passen?", detail="Platz 1 erhöht auf 1.080.")
    now["prompt"]["rule"]["label"] = "Regel 5.2"
    now["rail"]["pots"] = [
        {**pot, "label": f"Seitenpot {n}" if n else "Hauptpot", "detail": "Plätze 1, 3, 7"}
        for n, pot in enumerate(POTS)
    ]
    now["rail"]["notes"] = [
        {"label": "Mitgehen", "value": "$20"},
        {"label": "Erhöhen", "value": "$40 - $160"},
        {"label": "Aus dem Schlitten", "value": "42 von 52"},
    ]
    words = {"folded": "gepasst", "empty": "leer", "to act": "am Zug", "raised": "erhöht"}
    for place in now["boxes"]:
        place["lines"] = [line.replace(",", ".").replace("Bet", "Setzt") for line in place["lines"]]
        place["state"] = words.get(place["state"], "")
    return now


def out_of_time() -> State:
    now = omaha()
    now["prompt"].update(seconds=0, tone="attention", title="Time is over: fold for seat 3")
    return now


STATES = {
    "omaha": omaha,
    "omaha_full": omaha_full,
    "omaha_show": omaha_show,
    "omaha_dealing": omaha_dealing,
    "six_seats": six_seats,
    "faro": faro,
    "faro_show": faro_show,
    "stud": stud,
    "stud_full": stud_full,
    "stud_dealing": stud_dealing,
    "seat_actions": seat_actions,
    "pot_german": german,
    "out_of_time": out_of_time,
    "light_omaha": lambda: with_look(omaha_full(), theme="light"),
    "light_stud": lambda: with_look(stud(), theme="light"),
    "mirror_omaha": lambda: with_look(omaha(), mirror=True),
}
ASKS = {
    "raise": ("omaha", "Raise"),
    "light_raise": ("light_omaha", "Raise"),
    "mirror_raise": ("mirror_omaha", "Raise"),
}
