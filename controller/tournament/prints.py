"""What goes on paper: slips, receipts and lists."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from controller.screens import states
from controller.screens.buttons import button
from controller.tournament.scene import Scene, said
from drivers.slip import Slip, SlipLine
from games.tournament.seen import SeenEntry, SeenReceipt


def print_button(scene: Scene, label: str, paper: list[Any]) -> states.Button:
    name = "-".join(map(str, paper))
    return button(f"print-{name}", said(scene, label), act="print", args={"paper": paper})


def papers(scene: Scene) -> states.PapersSheet:
    """Raises KeyError or TypeError for what cannot be printed."""
    kind, *which = scene.paper
    made = PAPERS[kind](scene, *which)
    return {
        "kind": "papers",
        "title": said(scene, f"paper_{kind}"),
        "papers": made,
        "print": said(scene, "print"),
        "on_printer": _on_printer(scene, which[0]) if kind == "receipt" else None,
        "close": button("close", said(scene, "close"), act="close"),
    }


WAITS, PRINTED = "waits", "printed"  # or the word of a fault


def _on_printer(scene: Scene, receipt: int) -> states.Button | None:
    """What became of it is what the printer has said."""
    if scene.on_printer is None:
        return None
    came = scene.on_printer.get(receipt, "")
    if came == WAITS:
        label = said(scene, "on_printer_waits")
    elif came == PRINTED:
        label = said(scene, "on_printer_again")
    else:
        label = said(scene, "on_printer_not", fault=came) if came else said(scene, "on_printer")
    return button("on-printer", label, act="on_printer", enabled=came != WAITS)


def receipt_slip(scene: Scene) -> Slip:
    """The receipt that is open, for a printer with a narrow roll."""
    kind, number = scene.paper
    if kind != "receipt":
        raise ValueError("only receipts go to the printer of a table")
    [paper] = _receipt(scene, number)
    again = [SlipLine(said(scene, "reprint"), "title")] if number in (scene.on_printer or {}) else []
    facts = (SlipLine(f"{fact['label']}: {fact['value']}") for fact in paper["facts"])
    head = (SlipLine(paper["title"], "title"), SlipLine(paper["head"]), SlipLine(style="rule"))
    foot = (SlipLine(), SlipLine(paper["foot"]), SlipLine(), SlipLine(), SlipLine(style="rule"))
    return Slip("receipt", number, (*again, *head, *facts, *foot))


def _paper(
    scene: Scene,
    title: str,
    *,
    facts: dict[str, str] | None = None,
    columns: tuple[str, ...] = (),
    rows: list[list[str]] | None = None,
    foot: str = "",
) -> states.Paper:
    seen = scene.seen
    simulated = f"{scene.language.screen('banner')} · " if scene.simulated else ""
    return {
        "title": title,
        "head": f"{simulated}{seen.title} · {seen.game}",
        "facts": [
            {"label": said(scene, f"column_{name}"), "value": value} for name, value in (facts or {}).items()
        ],
        "columns": [
            {"label": said(scene, f"column_{name}"), "number": name in ("paid", "owed", "prize")}
            for name in columns
        ],
        "rows": rows or [],
        "foot": foot or said(scene, "printed_at", at=scene.language.on_paper(scene.now_ms)),
    }


# ---------------------------------------------------------------- slips


def _slips(scene: Scene) -> list[states.Paper]:
    return [_of_entry(scene, entry) for entry in scene.seen.entries if entry.table and entry.status == "in"]


def _slip(scene: Scene, number: int) -> list[states.Paper]:
    return [_of_entry(scene, entry) for entry in scene.seen.entries if entry.number == number]


def _of_entry(scene: Scene, entry: SeenEntry) -> states.Paper:
    """Whoever moves is told where to."""
    table, seat = entry.moves_to or (entry.table, entry.seat)
    session = scene.seen.session
    facts = {
        "entry": str(entry.number),
        "table": table,
        "seat": str(seat),
        "session": f"{session.number}: {session.name}",
    }
    if scene.seen.stage == "drawn" and session.starts_ms is not None:
        facts["starts"] = scene.language.moment(session.starts_ms)
    return _paper(scene, said(scene, "slip_title"), facts=facts)


# ---------------------------------------------------------------- money


def _receipt(scene: Scene, number: int) -> list[states.Paper]:
    return [_of_cash(scene, one) for one in scene.seen.receipts if one.number == number]


def _of_cash(scene: Scene, one: SeenReceipt) -> states.Paper:
    """From whom to whom is said by what it is for; the amount has no sign."""
    facts = {
        "receipt": str(one.number),
        "entry": str(one.entry),
        "person": scene.person(one.person),
        "what": said(scene, f"cash_{one.what}"),
        "amount": f"${scene.language.money(abs(one.cents))}",
        "rule": f"{one.rule.document}, {one.rule.number}",
    }
    code = "receipt_title" if one.cents >= 0 else "payment_title"
    return _paper(
        scene,
        said(scene, code),
        facts=facts,
        foot=said(scene, "signed", at=scene.language.on_paper(scene.now_ms)),
    )


def _refunds(scene: Scene) -> list[states.Paper]:
    rows = [
        [
            str(entry.number),
            scene.person(entry.persons[-1]),
            scene.language.money(entry.paid_cents),
            scene.language.money(entry.owed_cents),
        ]
        for entry in scene.seen.entries
    ]
    owed = scene.language.money(sum(entry.owed_cents for entry in scene.seen.entries))
    return [
        _paper(
            scene,
            said(scene, "refunds_title"),
            facts={"owed": owed},
            columns=("entry", "person", "paid", "owed"),
            rows=rows,
        )
    ]


# ---------------------------------------------------------------- lists


def _seats(scene: Scene) -> list[states.Paper]:
    """By number, as players look for themselves, and without names: it hangs on a wall."""
    rows = [
        [str(entry.number), entry.table, str(entry.seat)]
        for entry in scene.seen.entries
        if entry.table and entry.status == "in"
    ]
    facts = {"session": f"{scene.seen.session.number}: {scene.seen.session.name}"}
    return [
        _paper(scene, said(scene, "seats_title"), facts=facts, columns=("entry", "table", "seat"), rows=rows)
    ]


def _prizes(scene: Scene) -> list[states.Paper]:
    seen, money = scene.seen, scene.language.money
    facts = {
        "fees": money(seen.pool.fees_cents),
        "commission": money(seen.pool.commission_cents),
        "prize_pool": money(seen.pool.cents),
    }
    if seen.places.are_awarded:
        rows = [
            [place_in_words(one.first_place, one.last_place), str(one.entry), money(one.prize_cents)]
            for one in seen.places.placed
        ]
        return [
            _paper(
                scene,
                said(scene, "places_awarded"),
                facts=facts,
                columns=("place", "entry", "prize"),
                rows=rows,
            )
        ]
    rows = [[str(place), money(cents)] for place, cents in enumerate(seen.pool.prizes_cents, start=1)]
    return [_paper(scene, said(scene, "prizes_title"), facts=facts, columns=("place", "prize"), rows=rows)]


def place_in_words(first: int, last: int) -> str:
    return str(first) if first == last else f"{first}-{last}"


PAPERS: dict[str, Callable[..., list[states.Paper]]] = {
    "slips": _slips,
    "slip": _slip,
    "receipt": _receipt,
    "refunds": _refunds,
    "seats": _seats,
    "prizes": _prizes,
}
