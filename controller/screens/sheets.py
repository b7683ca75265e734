"""What opens above the table: reports, rules, history, devices and settings."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from controller.lines.keeper import Health
from controller.screens import seats, shuffling
from controller.screens.buttons import button, face_ask, offer_button
from controller.screens.pages import block, choose, close, page
from controller.screens.scene import Json, Scene, begin, time_of
from games.events import BOARD, DEALER
from games.house.announcing import MOST_CENTS, limits_fault
from games.offers import Offer
from games.outcomes import Text, text

NOTICE_MINUTES = (0, 5, 15, 30)
LIMITS = ("minimum", "maximum", "multiple")
DOLLAR_CENTS = 100
SEEDED_FOR = ("major_prize", "promotion", "correction")
REPORTS = ("card_exposed", "wrong_box", "too_many_cards", "too_few_cards", "hand_in_discards", "other")
POT_REPORTS = (
    *REPORTS[:-1],
    "exposed_in_cut",
    "not_cut",
    "face_up_in_shoe",
    "shoe_empty",
    "told_of_a_hand",
    "shown_to_one",
    "other",
)
WITHOUT_A_PLACE = ("exposed_in_cut", "not_cut", "face_up_in_shoe", "shoe_empty", "other")


def sheet(scene: Scene) -> Json | None:
    if not scene.sheet:
        return None
    name, *rest = scene.sheet
    return SHEETS[name](scene, *rest)


def _box_sheet(scene: Scene, number: int) -> Json | None:
    """Nothing is left to do at the box: the sheet goes by itself."""
    offers = [offer for offer in scene.offers if offer.box == number]
    if not offers:
        return None
    return choose(scene, _box_title(scene, number), [offer_button(scene, offer) for offer in offers])


def _box_title(scene: Scene, number: int) -> str:
    say = scene.language
    if scene.for_a_pot:
        return seats.title(scene, number)
    if scene.state.phase == "decide":
        return say.screen(f"{scene.table.house.second_wager}_decides", box=number)
    return say.screen("box_title", box=number)


def _report_sheet(scene: Scene, what: str = "", place: str = "") -> Json | None:
    if not scene.state.may_report:
        return None
    if not what:
        return _report_kinds(scene)
    return _report_card(scene, place) if place else _report_places(scene, what)


def _report_kinds(scene: Scene) -> Json:
    say = scene.language
    buttons = [
        button(what, say.of("reports", what), act="do", args={"command": "report", "what": what})
        if what in WITHOUT_A_PLACE
        else button(what, _reported(scene, what), act="open", args={"sheet": ["report", what]})
        for what in (_of_this_pot_game(scene) if scene.for_a_pot else REPORTS)
    ]
    return choose(scene, say.of("reports", "title"), buttons)


def _of_this_pot_game(scene: Scene) -> list[str]:
    game = scene.table.pot
    known = {
        "shown_to_one": game.shown_to_one_is_shown_to_all,
        "shoe_empty": "shoe_empty" in game.irregularities,
    }
    return [what for what in POT_REPORTS if known.get(what, True)]


def _report_places(scene: Scene, what: str) -> Json:
    say = scene.language
    places = seats.places(scene) if scene.for_a_pot else _places_of_boxes(scene, what)
    if what in ("too_many_cards", "too_few_cards") and scene.state.deal.slots(BOARD):
        places.append(BOARD)
    buttons = [
        button(f"place-{place}", say.place(place, begins=True), **_report_at(what, place)) for place in places
    ]
    which = say.of("reports", "which_seat" if scene.for_a_pot else "which_place")
    return choose(scene, which, buttons, _reported(scene, what))


def _reported(scene: Scene, what: str) -> str:
    seat = scene.for_a_pot and what == "wrong_box"
    return scene.language.of("reports", "wrong_seat" if seat else what)


def _places_of_boxes(scene: Scene, what: str) -> list[str]:
    boxes = [box for box in scene.house.playing() if what != "hand_in_discards" or not box.over]
    dealer = [] if what == "hand_in_discards" else [DEALER]
    return [str(box.number) for box in boxes] + dealer


def _report_at(what: str, place: str) -> dict[str, Any]:
    if what == "card_exposed":
        return {"act": "open", "args": {"sheet": ["report", what, place]}}
    return {"act": "do", "args": {"command": "report", "what": what, "place": place}}


def _report_card(scene: Scene, place: str) -> Json:
    """The face is what people saw. The shoe's record is never shown here: the report could be a peek."""
    say = scene.language
    buttons = [
        button(
            f"card-{nth}",
            begin(say.nth(nth)),
            act="do",
            args={"command": "report", "what": "card_exposed", "place": place, "nth": nth},
            ask=face_ask(scene, say.of("reports", "which_face", place=place, nth=nth), "seen"),
            enabled=not up,
        )
        for nth, up in scene.state.reportable(place)
    ]
    return choose(scene, say.of("reports", "which_card", place=place), buttons)


def _rule_sheet(scene: Scene, number: str) -> Json:
    document = scene.table.game.document
    blocks = [
        block(entry.rule.number, entry.text, "next" if entry.rule.number == number else "plain")
        for entry in document.with_parts(number)
    ]
    for entry in document.with_parts(number):
        for reading in document.readings_of(entry.rule.number):
            told = block(f"{scene.language.screen('reading_head')} ({reading.name})", reading.text)
            if told not in blocks:
                blocks.append(told)
    title = scene.language.screen("rule_title", document=document.name, number=number)
    return page(scene, title, blocks, [_to_rules(scene)])


def _to_rules(scene: Scene) -> Json:
    return button("rules", scene.language.of("buttons", "do_rules"), act="open", args={"sheet": ["rules"]})


def _rules_sheet(scene: Scene) -> Json:
    document = scene.table.game.document
    entries = [{"head": entry.rule.number, "text": entry.text} for entry in document.entries.values()]
    title = scene.language.screen("rules_title", title=document.title)
    return {"kind": "search", "title": title, "entries": entries, "close": close(scene)}


def _history_sheet(scene: Scene) -> Json:
    blocks = [
        block(time_of(at_ms), line)
        for story in (scene.table.story, scene.table.story_before)
        for at_ms, outcome in reversed(story)
        if (line := scene.language.told(outcome))
    ]
    title = scene.language.screen("history_title")
    return page(scene, title, blocks or [block("", scene.language.screen("history_empty"))])


def _devices_sheet(scene: Scene) -> Json:
    say = scene.language
    blocks = [_device_block(scene, name, health) for name, health in scene.health.items()]
    test = button("test_again", say.of("buttons", "do_test_again"), act="test_again")
    standing = [_level_block(scene), block("", say.screen("device_note"))]
    return page(scene, say.screen("devices_title"), [*blocks, *standing], [test, *_approvals(scene)])


def _approvals(scene: Scene) -> list[Json]:
    """For the first device that waits for a supervisor: for the one that it said it is, and no other."""
    offers = [
        Offer(
            "approve_device",
            text("do_approve_device"),
            {"device": name, "serial": device.held.serial, "firmware": device.held.firmware},
            role="supervisor",
            grave=True,
        )
        for name, device in scene.table.devices.items()
        if device.held is not None and name in scene.health and scene.health[name].state == "held"
    ]
    return [offer_button(scene, offer) for offer in offers[:1]]


def _level_block(scene: Scene) -> Json:
    """What this table's hardware notices by itself. The rest is for people to see and to report."""
    say = scene.language
    shoe = say.screen(f"level_{scene.state.shoe}")
    if scene.watched:
        places = ", ".join(say.place(place) for place in scene.watched)
        readers = say.screen("level_readers", places=places)
    else:
        readers = say.screen("level_no_readers")
    return block(say.screen("level_head"), f"{shoe} {readers}")


def _device_block(scene: Scene, name: str, health: Health) -> Json:
    say, known = scene.language, scene.table.devices.get(name)
    faulted = known is not None and known.state == "faulted" and health.state in ("ready", "faulted")
    detail = health.detail or health.last_damage
    if faulted and known is not None:
        detail = say.screen("device_fault", fault=known.detail)
    elif health.state == "held":
        detail = _held_detail(scene, health)
    text = say.screen(
        "device_text",
        model=f"{health.model} {health.firmware}".strip() or name,
        reports=health.reports,
        damaged=health.damaged,
        connections=health.connections,
        detail=detail,
    )
    if known is not None and known.role == "shuffler":
        text = f"{text.rstrip(' .')}. {shuffling.told(scene)}"
    state = "faulted" if faulted else health.state
    head = say.screen("device_head", device=name, state=say.screen(f"state_{state}"))
    return block(head, text, "fault" if state in ("faulted", "held", "lost") else "plain")


def _held_detail(scene: Scene, health: Health) -> str:
    say = scene.language
    nothing = say.screen("not_said")
    said = say.screen(
        "held_as",
        model=health.model or nothing,
        serial=health.serial or nothing,
        firmware=health.firmware or nothing,
    )
    return f"{say.screen(f'held_{health.detail}')} {said}"


def _more_sheet(scene: Scene) -> Json:
    say, here = scene.language, bool(scene.table.dealer) and not scene.trouble
    offers = [offer for offer in scene.offers if offer.role == "supervisor" and offer.box is None]
    ask = {"kind": "pin", "title": say.screen("pin_title"), "badge": True}
    change = here and not scene.state.question and scene.state.phase != "decide"
    buttons = [
        _to_rules(scene),
        button("change_dealer", say.of("buttons", "do_change_dealer"), act="sign_in", ask=ask, enabled=change),
        button("lock", say.of("buttons", "do_lock"), act="lock", enabled=here),
        button("screen", say.of("buttons", "do_screen"), act="open", args={"sheet": ["screen"]}),
    ]
    if here and not scene.state.question:
        buttons += [offer_button(scene, offer) for offer in offers]
    if here and scene.state.phase != "closed" and not scene.state.void and not scene.state.question:
        sheet = {"sheet": ["penalty"]}
        buttons.append(button("penalty", say.of("buttons", "do_penalty"), act="open", args=sheet))
    if here and scene.state.in_round and not scene.state.void:
        buttons.append(button("void", say.of("buttons", "do_void"), act="open", args={"sheet": ["void"]}))
    return choose(scene, say.screen("more_title"), buttons)


def _void_sheet(scene: Scene) -> Json | None:
    """By the general provisions: a supervisor may at any moment of a round."""
    if not scene.state.in_round or scene.state.void:
        return None
    grounds = ("impractical", "fraud", "disturbance")
    offers = [
        Offer(
            "void_round",
            Text(code=f"do_void_{ground}", words={}),
            {"ground": ground},
            role="supervisor",
            grave=True,
        )
        for ground in grounds
    ]
    return choose(scene, scene.language.screen("void_title"), [offer_button(scene, offer) for offer in offers])


def _penalty_sheet(scene: Scene, number: int = 0) -> Json | None:
    """A player has broken the rules: a supervisor decides what follows."""
    if scene.for_a_pot:
        return seats.penalty_sheet(scene, number)
    say, state = scene.language, scene.house
    if state.phase == "closed" or state.void:
        return None
    if not number:
        boxes = [
            button(f"box-{box}", say.place(str(box), begins=True), act="open", args={"sheet": ["penalty", box]})
            for box in state.boxes
        ]
        return choose(scene, say.screen("penalty_title"), boxes)
    box = state.boxes[number]
    in_play = state.undecided_yet and box.ante_cents > 0 and not box.over
    offers = [_penalty_offer(number, text("do_excluded"), excluded=True)]
    if in_play:
        offers += [
            _penalty_offer(number, text("do_wagers_void"), wagers_void=True),
            _penalty_offer(number, text("do_both_penalties"), wagers_void=True, excluded=True),
            _penalty_offer(number, text("do_out_of_round"), wagers_void=True, ground="collusion"),
        ]
    return choose(
        scene, say.screen("penalty_box", box=number), [offer_button(scene, offer) for offer in offers]
    )


def _penalty_offer(box: int, say: Text, **penalty: bool | str) -> Offer:
    return Offer("penalise", say, {"box": box, **penalty}, role="supervisor", grave=True, asks="reason")


def _seed_sheet(scene: Scene) -> Json | None:
    """Why money leaves the reserve pool comes before how much."""
    say = scene.language
    offered = next((offer for offer in scene.offers if offer.command == "seed_jackpot"), None)
    if offered is None or offered.blocked:
        return None
    reasons = [Text(code=f"do_seed_{why}", words={}) for why in SEEDED_FOR]
    offers = [replace(offered, say=why, args={"reason": say.say(why)}, asks="amount") for why in reasons]
    return choose(scene, say.screen("seed_title"), [offer_button(scene, offer) for offer in offers])


def _closing_sheet(scene: Scene) -> Json:
    """How long before the table closes the players are told (15.2, 14.2)."""
    offers = [
        _with_notice(
            "announce_closing",
            text("do_close_in" if minutes else "do_close_after_round", minutes=minutes),
            in_minutes=minutes,
        )
        for minutes in NOTICE_MINUTES
    ]
    return choose(
        scene, scene.language.screen("closing_title"), [offer_button(scene, offer) for offer in offers]
    )


def _with_notice(command: str, say: Text, blocked: Text | None = None, **args: int) -> Offer:
    return Offer(command, say, args, role="supervisor", grave=True, blocked=blocked)


def _limits_sheet(scene: Scene, minimum: int = 0, maximum: int = 0, multiple: int = 0) -> Json:
    """The three amounts first, each behind its own button; then from when they hold."""
    say, limits = scene.language, scene.house.limits
    draft = (
        minimum or limits.minimum_cents,
        maximum or limits.maximum_cents,
        multiple or limits.multiple_cents,
    )
    amounts = [_limit_button(scene, which, draft) for which in range(3)]
    told = {f"{name}_cents": cents for name, cents in zip(LIMITS, draft, strict=True)}
    offers = [
        _with_notice(
            "change_limits",
            text("do_limits_in" if minutes else "do_limits_next_round", minutes=minutes),
            limits_fault(*draft),
            **told,
            in_minutes=minutes,
        )
        for minutes in NOTICE_MINUTES
    ]
    return choose(
        scene,
        say.screen("limits_title"),
        [*amounts, *(offer_button(scene, offer) for offer in offers)],
        say.say(limits_fault(*draft)) or say.screen("limits_detail"),
    )


def _limit_button(scene: Scene, which: int, draft: tuple[int, int, int]) -> Json:
    say, name = scene.language, LIMITS[which]
    ask = {
        "kind": "money",
        "title": say.screen(f"limits_{name}_title"),
        "unit": "$",
        "minimum_cents": DOLLAR_CENTS,
        "maximum_cents": MOST_CENTS,
        "step_cents": DOLLAR_CENTS,
        "chips_cents": [],
        "start_cents": draft[which],
        "field": "amount_cents",
        "why": say.screen("limits_why"),
    }
    label = say.of("buttons", f"do_limits_{name}", amount_cents=draft[which])
    sheet = ["change_limits", *draft]
    return button(name, label, act="open", args={"sheet": sheet, "put": which + 1}, ask=ask)


def _screen_sheet(scene: Scene) -> Json:
    say = scene.language
    buttons = [
        button(what, say.of("buttons", f"do_{what}"), act="look", args={"what": what})
        for what in ("brightness", "theme", "mirror", "suits", "sounds", "language")
    ]
    buttons.append(button("clean", say.of("buttons", "do_clean"), act="clean"))
    return choose(scene, say.screen("screen_title"), buttons)


SHEETS: dict[str, Callable[..., Json | None]] = {
    "box": _box_sheet,
    "report": _report_sheet,
    "rule": _rule_sheet,
    "rules": _rules_sheet,
    "history": _history_sheet,
    "devices": _devices_sheet,
    "more": _more_sheet,
    "screen": _screen_sheet,
    "void": _void_sheet,
    "penalty": _penalty_sheet,
    "seed_jackpot": _seed_sheet,
    "announce_closing": _closing_sheet,
    "change_limits": _limits_sheet,
    "change_seat": seats.change_seat_sheet,
    "change_determinations": seats.determinations_sheet,
}
