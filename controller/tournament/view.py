"""The page of a tournament as a state: what is next, what may be done, and how everything stands."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import datetime

from controller.screens import states
from controller.screens.buttons import button
from controller.tournament.forms import act_button
from controller.tournament.levels import level_in_words, sets_in_words
from controller.tournament.prints import papers, place_in_words, print_button
from controller.tournament.scene import Scene, clock, rule_of, said
from games.tournament.acts import Act, next_step
from games.tournament.seen import SeenEntry, SeenTable

TABS = ("desk", "entries", "tables", "places", "log", "more")
FIRST_TAB = {"cashier": "desk", "director": "tables", "shift_manager": "entries"}
AT_ONCE = (  # beside what is proposed: what people wait for
    "draw_ballot",
    "decide_no_show",
    "confirm_elimination",
    "confirm_exclusion",
    "decide_order",
    "hear_table",
    "start_rounds",
    "end_session",
)
BY_THE_CASHIER = ("next_take_entries", "next_pay_prizes", "next_pay_refunds")
AT_THE_COUNTER = ("enter", "buy_seat", "buy_back", "pay_out")
MONEY = ("paid", "owed")
AMOUNTS = ("chips", "prize", "amount", *MONEY)
TONES: dict[str, states.Tone] = {
    "in": "plain",
    "out": "attention",
    "eliminated": "out",
    "excluded": "out",
    "forfeited": "out",
    "behind": "out",
}


def tabs_of(part: str) -> tuple[str, ...]:
    return (*TABS, "names") if part == "shift_manager" else TABS


def page(scene: Scene) -> states.Director:
    if scene.member is None:
        return _covered(scene)
    undo = next((act for act in scene.acts if act.command == "undo"), None)
    return {
        **_frame(scene),
        "header": _header(scene),
        "step": _step(scene),
        "acts": [_with_a_word(scene, act) for act in _at_once(scene)],
        "undo": act_button(scene, undo) if undo is not None else None,
        "tabs": [_tab(scene, name) for name in tabs_of(scene.part)],
        "section": SECTIONS[scene.tab](scene),
        "sheet": papers(scene) if scene.paper else None,
        "cover": None,
    }


def _frame(scene: Scene) -> states.Page:
    return {
        "kind": "screen",
        "role": "director",
        "look": scene.look.state(),
        "banner": scene.language.screen("banner") if scene.simulated else "",
        "words": {
            **scene.language.group("words"),
            "lost_detail": said(scene, "lost_detail", at="{at}"),
            "disk_detail": said(scene, "disk_detail", at="{at}"),
        },
    }


def _covered(scene: Scene) -> states.Director:
    """Nobody is there: no name, no number and no amount is shown."""
    ask: states.PinAsk = {"kind": "pin", "title": scene.language.screen("pin_title")}
    touch = button("sign_in", said(scene, "sign_in"), act="sign_in", tone="next", ask=ask)
    return {
        **_frame(scene),
        "header": {**_empty_header(scene), "title": scene.tournament.state.conditions.title},
        "step": {"tone": "plain", "by": "", "say": "", "rule": ""},
        "acts": [],
        "undo": None,
        "tabs": [],
        "section": _section(),
        "sheet": None,
        "cover": {
            "title": scene.tournament.state.conditions.title,
            "detail": said(scene, "sign_in_explained"),
            "touch": touch,
        },
    }


# ---------------------------------------------------------------- the head


def _empty_header(scene: Scene) -> states.DirectorHeader:
    return {
        "title": "",
        "stage": "",
        "session": "",
        "level": "",
        "players": "",
        "who": "",
        "timers": [],
        "buttons": [],
        "clock": clock(scene.now_ms),
        "now_ms": scene.now_ms,
    }


def _header(scene: Scene) -> states.DirectorHeader:
    seen, member = scene.seen, scene.member
    assert member is not None
    session = said(scene, "session", session=seen.session.number, of=seen.session.of, name=seen.session.name)
    before = seen.clock is None and seen.session.number == 1
    players = said(scene, "players", left=seen.players_left, all=len(seen.entries))
    if before:
        players = said(scene, "entries_title", count=len(seen.entries))
    level = level_in_words(scene.language, seen.clock.level, seen.clock.sets) if seen.clock else ""
    return {
        **_empty_header(scene),
        "title": seen.title,
        "stage": said(scene, f"stage_{seen.stage}"),
        "session": session,
        "level": level,
        "players": players,
        "who": said(scene, "who", name=member.name, role=said(scene, f"part_{scene.part}")),
        "timers": list(_timers(scene)),
        "buttons": [
            button("language", said(scene, "other_language"), act="look", args={"what": "language"}),
            button("lock", said(scene, "sign_out"), act="sign_out"),
        ],
    }


def _timers(scene: Scene) -> Iterator[states.Timer]:
    now = scene.seen.clock
    if scene.seen.stage in ("entries", "drawn", "between"):
        starts_ms = scene.seen.session.starts_ms
        if starts_ms is not None:
            yield _timer(scene, "starts", starts_ms)
    if now is None or scene.seen.stage != "playing":
        return
    if now.break_until_ms is not None:
        yield _timer(scene, "break_until", now.break_until_ms)
    elif now.stands:
        yield {"label": said(scene, "clock_stands"), "at": "", "until_ms": None}
    if now.next_ms is not None:
        yield _timer(scene, "next_level", now.next_ms)
    if now.ends_ms is not None:
        yield _timer(scene, "session_ends", now.ends_ms)
    if now.rounds_left is not None:
        left = said(scene, "rounds_left", left=now.rounds_left, rounds=now.rounds)
        yield {"label": said(scene, "rounds"), "at": left, "until_ms": None}
    if now.next_after_rounds is not None:
        yield {
            "label": said(scene, "next_level"),
            "at": said(scene, "after_rounds", rounds=now.next_after_rounds),
            "until_ms": None,
        }


def _timer(scene: Scene, label: str, at_ms: int) -> states.Timer:
    return {"label": said(scene, f"timer_{label}"), "at": _moment(scene, at_ms), "until_ms": at_ms}


def _moment(scene: Scene, at_ms: int) -> str:
    """With the day where that is another one."""
    day, today = (datetime.fromtimestamp(ms / 1000).date() for ms in (at_ms, scene.now_ms))
    return clock(at_ms) if day == today else scene.language.moment(at_ms)


# ---------------------------------------------------------------- what is next


def _step(scene: Scene) -> states.Step:
    if scene.trouble is not None:
        return {
            "tone": "fault",
            "by": scene.trouble.detail,
            "say": scene.language.say(scene.stopped),
            "rule": "",
        }
    say, rule = next_step(scene.tournament, scene.every_act)
    speaker = next((act.speaker for act in scene.every_act if say in (act.say, act.blocked)), "")
    speaker = "cashier" if say.code in BY_THE_CASHIER else speaker
    mine = speaker == scene.part
    is_astray = any(table.is_astray for table in scene.seen.tables) and not scene.tournament.state.is_over
    by = said(scene, f"part_{speaker}") if speaker else ""
    return {
        "tone": "fault" if is_astray else "next" if mine else "calm",
        "by": by,
        "say": scene.language.say(say),
        "rule": rule_of(scene, rule),
    }


def _at_once(scene: Scene) -> list[Act]:
    return [act for act in scene.acts if act.proposed or act.command in AT_ONCE]


def _with_a_word(scene: Scene, act: Act) -> states.Act:
    """Before somebody is confirmed to be out who could still buy back."""
    made, entry = act_button(scene, act), act.args.get("entry")
    may = any(one.may_buy_back for one in scene.seen.entries if one.number == entry)
    if act.command == "confirm_elimination" and may:
        made["why"] = said(scene, "status_may_buy_back")
    return made


def _tab(scene: Scene, name: str) -> states.Button:
    tone = "next" if name == scene.tab else "plain"
    return button(f"tab-{name}", said(scene, f"tab_{name}"), act="show", args={"tab": name}, tone=tone)


# ---------------------------------------------------------------- sections


def _section(
    notes: list[states.Note] | None = None,
    grids: list[states.Grid] | None = None,
    made: list[states.Act] | None = None,
    buttons: list[states.Button] | None = None,
) -> states.Section:
    return {"notes": notes or [], "buttons": buttons or [], "acts": made or [], "grids": grids or []}


def _columns(scene: Scene, *names: str) -> list[states.Column]:
    return [{"label": said(scene, f"column_{name}"), "number": name in AMOUNTS} for name in names]


def _row(
    name: str, *cells: str, tone: states.Tone = "plain", buttons: list[states.Button] | None = None
) -> states.GridRow:
    return {"id": name, "tone": tone, "cells": list(cells), "buttons": buttons or []}


def _money(scene: Scene, cents: int) -> str:
    return scene.language.money(cents) if cents else ""


def _desk(scene: Scene) -> states.Section:
    """What goes over the counter. The cashier's other acts stand here; what is proposed stands beside."""
    rest = [act_button(scene, act) for act in scene.acts if act.command in AT_THE_COUNTER and not act.proposed]
    rows = [
        _row(
            f"receipt-{one.number}",
            str(one.number),
            str(one.entry),
            said(scene, f"cash_{one.what}"),
            scene.language.money(one.cents),
            one.rule.number,
            buttons=[print_button(scene, "print_receipt", ["receipt", one.number])],
        )
        for one in reversed(scene.seen.receipts)
    ]
    grid: states.Grid = {
        "title": said(scene, "receipts"),
        "columns": _columns(scene, "receipt", "entry", "what", "amount", "rule"),
        "rows": rows,
        "empty": said(scene, "no_receipts"),
    }
    return _section([*_pool(scene), *_who_may_enter(scene)], [grid], rest)


def _who_may_enter(scene: Scene) -> Iterator[states.Note]:
    """In the words of the conditions: whoever takes entries has to go by them."""
    conditions = scene.tournament.state.conditions
    if scene.seen.stage != "entries":
        return
    if conditions.eligible:
        yield {"label": said(scene, "who_may_enter"), "value": conditions.eligible}
    if conditions.restrictions:
        yield {"label": said(scene, "groups"), "value": conditions.restrictions}


def _pool(scene: Scene) -> list[states.Note]:
    pool, money = scene.seen.pool, scene.language.money
    counted = {"fees": pool.fees_cents, "commission": pool.commission_cents, "prize_pool": pool.cents}
    return [{"label": said(scene, f"pool_{name}"), "value": money(cents)} for name, cents in counted.items()]


def _entries(scene: Scene) -> states.Section:
    rows = [_entry(scene, entry) for entry in scene.seen.entries]
    grid: states.Grid = {
        "title": said(scene, "entries_title", count=len(rows)),
        "columns": _columns(
            scene,
            "entry",
            "person",
            "table",
            "seat",
            "chips",
            "status",
            *(MONEY if scene.part != "director" else ()),
        ),
        "rows": rows,
        "empty": said(scene, "no_entries"),
    }
    seated = any(entry.table for entry in scene.seen.entries)
    buttons = [
        print_button(scene, "print_slips", ["slips"]),
        print_button(scene, "print_seats", ["seats"]),
    ]
    return _section(grids=[grid], buttons=buttons if seated else [])


def _entry(scene: Scene, entry: SeenEntry) -> states.GridRow:
    money = _money(scene, entry.paid_cents), _money(scene, entry.owed_cents)
    slip = [print_button(scene, "print_slip", ["slip", entry.number])] if entry.table else []
    return _row(
        f"entry-{entry.number}",
        str(entry.number),
        " ← ".join(scene.person(person) for person in reversed(entry.persons)),
        entry.table,
        str(entry.seat or ""),
        _money(scene, entry.chips_cents),
        _status(scene, entry),
        *(money if scene.part != "director" else ()),
        tone="attention" if entry.waits_for_director else TONES[entry.status],
        buttons=slip,
    )


def _status(scene: Scene, entry: SeenEntry) -> str:
    if entry.moves_to is not None:
        table, seat = entry.moves_to
        return said(scene, "moves_to", table=table, seat=seat)
    if entry.may_buy_back:
        return said(scene, "status_may_buy_back")
    if entry.status == "in" and entry.waits_for_director:
        return said(scene, "status_waits")
    if entry.sold_to is not None:
        return said(scene, "status_sold", entry=entry.sold_to)
    if entry.status != "in" or not entry.table:
        return said(scene, f"status_{entry.status}")
    return said(scene, "status_here" if entry.is_here else "status_absent")


def _tables(scene: Scene) -> states.Section:
    used = [table for table in scene.seen.tables if table.players or table.orders_waiting or table.is_astray]
    notes: list[states.Note] = []
    if scene.seen.clock is not None and (coming := scene.seen.clock.next_sets) is not None:
        value = sets_in_words(scene.language, coming)
        notes = [{"label": said(scene, "next_level"), "value": value}]
    grids = [_table(scene, table) for table in used]
    nobody: states.Grid = {
        "title": said(scene, "tables_title"),
        "columns": [],
        "rows": [],
        "empty": said(scene, "no_tables"),
    }
    return _section(notes, grids or [nobody])


def _table(scene: Scene, table: SeenTable) -> states.Grid:
    entries = {entry.number: entry for entry in scene.seen.entries}
    rows = [
        _row(
            f"{table.name}-{seat}",
            str(seat),
            str(number),
            scene.person(entries[number].persons[-1]),
            _money(scene, entries[number].chips_cents),
            _status(scene, entries[number]),
            tone="attention" if entries[number].waits_for_director else "plain",
        )
        for seat, number in table.players
    ]
    return {
        "title": " · ".join(_of_table(scene, table)),
        "columns": _columns(scene, "seat", "entry", "person", "chips", "status"),
        "rows": rows,
        "empty": said(scene, "nobody_there"),
    }


def _of_table(scene: Scene, table: SeenTable) -> Iterator[str]:
    yield said(scene, "table", table=table.name)
    if table.is_astray:
        yield said(scene, "is_astray")
    yield said(scene, "level_number", level=table.level)
    if table.round_is_on:
        yield said(scene, "round_on", round=table.played + 1)
    else:
        yield said(scene, "rounds_played", rounds=table.played)
    if table.orders_waiting:
        yield said(scene, "orders_waiting", count=table.orders_waiting)
    if table.free:
        yield said(scene, "free_seats", count=len(table.free))


def _places(scene: Scene) -> states.Section:
    places = scene.seen.places
    if places.placed:
        title = said(scene, "places_awarded" if places.are_awarded else "places_proposed")
        rows = [
            _row(
                f"place-{one.entry}",
                place_in_words(one.first_place, one.last_place),
                str(one.entry),
                scene.person(scene.tournament.state.entries[one.entry].person),
                _money(scene, one.prize_cents),
                tone="next" if one.prize_cents else "plain",
            )
            for one in places.placed
        ]
        rows += [
            _row(f"none-{number}", "-", str(number), _person_of(scene, number), "", tone="out")
            for number in places.without_place
        ]
        columns = _columns(scene, "place", "entry", "person", "prize")
    else:
        title, columns = said(scene, "prizes_title"), _columns(scene, "place", "prize")
        rows = [
            _row(f"prize-{place}", str(place), scene.language.money(cents))
            for place, cents in enumerate(scene.seen.pool.prizes_cents, start=1)
        ]
    grid: states.Grid = {
        "title": title,
        "columns": columns,
        "rows": rows,
        "empty": said(scene, "no_prizes"),
    }
    buttons = [print_button(scene, "print_prizes", ["prizes"])] if rows else []
    if scene.seen.stage == "cancelled":
        buttons = [print_button(scene, "print_refunds", ["refunds"])]
    return _section(_pool(scene), [grid], buttons=buttons)


def _person_of(scene: Scene, number: int) -> str:
    return scene.person(scene.tournament.state.entries[number].person)


def _log(scene: Scene) -> states.Section:
    rows = [
        _row(
            f"line-{len(scene.log) - place}",
            clock(line.at_ms),
            scene.language.say(line.say),
            line.rule.number if line.rule is not None else "",
        )
        for place, line in enumerate(reversed(scene.log))
    ]
    grid: states.Grid = {
        "title": said(scene, "log_title"),
        "columns": _columns(scene, "time", "happened", "rule"),
        "rows": rows,
        "empty": said(scene, "nothing_happened"),
    }
    return _section(grids=[grid])


def _more(scene: Scene) -> states.Section:
    made = [
        act_button(scene, act)
        for act in scene.acts
        if not act.proposed and act.command not in (*AT_THE_COUNTER, *AT_ONCE, "undo")
    ]
    notes: list[states.Note] = []
    if not made:
        director = scene.seen.director
        who = f"{scene.seen.director_name} ({director})" if director else said(scene, "nobody")
        notes = [{"label": said(scene, "nothing_for_you"), "value": said(scene, "directs", name=who)}]
    return _section(notes, made=made)


def _names(scene: Scene) -> states.Section:
    """Erasing a name touches no journal: there the person is a number."""
    rows = [
        _row(
            f"name-{number}",
            number,
            name,
            buttons=[
                button(f"erase-{number}", said(scene, "erase"), act="erase", args={"person": number}, hold=True)
            ],
        )
        for number, name in sorted(scene.people.names.items())
    ]
    grid: states.Grid = {
        "title": said(scene, "names_title"),
        "columns": _columns(scene, "number", "name"),
        "rows": rows,
        "empty": said(scene, "no_names"),
    }
    return _section(grids=[grid])


SECTIONS: dict[str, Callable[[Scene], states.Section]] = {
    "desk": _desk,
    "entries": _entries,
    "tables": _tables,
    "places": _places,
    "log": _log,
    "more": _more,
    "names": _names,
}
