"""What each audience sees. The one place that decides it: every word, every button, every redaction."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Any

from config.schema import Panel, StaffMember
from controller.devices import Health
from controller.language import Language
from controller.loop import Trouble
from controller.table import Table
from games.canberra_poker.phases import SHOWN_AS, STRIP
from games.canberra_poker.prompts import SHOE_TROUBLE
from games.canberra_poker.state import Box, Pending, State
from games.deal import Dealt
from games.events import DEALER
from games.offers import Offer
from games.outcomes import Text
from games.rulebook import DOCUMENTS, Rule

Json = dict[str, Any]
HOLD_MS = 1000
LAST_PLACE = 5
REPORTS = ("card_exposed", "wrong_box", "too_many_cards", "too_few_cards", "hand_in_discards", "other")


@dataclass(slots=True)
class Look:
    """How one table's screen is set. A person changes it; the table remembers it until it is restarted."""

    language: str
    theme: str
    brightness: int
    mirror: bool
    suits: int
    sounds: str
    mm: float

    @staticmethod
    def of(panel: Panel) -> Look:
        return Look(
            panel.language,
            panel.theme,
            panel.brightness,
            panel.mirror,
            panel.suit_colours,
            panel.sounds,
            panel.pixels_per_mm,
        )

    def state(self) -> Json:
        return {
            "lang": self.language,
            "theme": self.theme,
            "brightness": self.brightness,
            "mirror": self.mirror,
            "suits": self.suits,
            "sounds": self.sounds,
            "mm": self.mm,
        }


@dataclass
class Scene:
    """Everything a screen is made from."""

    table: Table
    trouble: Trouble | None
    language: Language
    look: Look
    simulated: bool
    health: dict[str, Health]
    clock: str
    locked: bool = False
    supervisor: StaffMember | None = None  # whose number and PIN were just given
    sheet: tuple[Any, ...] = ()  # what is open above the table, and how far it has come

    @property
    def state(self) -> State:
        return self.table.game.state

    @cached_property
    def offers(self) -> list[Offer]:
        return self.table.game.offers()


def dealer_screen(scene: Scene) -> Json:
    say = scene.language
    return {
        "kind": "screen",
        "role": "dealer",
        "look": scene.look.state(),
        "banner": say.screen("banner") if scene.simulated else "",
        "words": say.group("words"),
        "header": _header(scene),
        "prompt": _prompt(scene),
        "rail": _rail(scene),
        "boxes": _boxes(scene),
        "actions": _actions(scene),
        "fixed": _fixed(scene),
        "sheet": _sheet(scene),
        "cover": _cover(scene),
        "sound": "",
    }


# ---------------------------------------------------------------- header, prompt, rail


def _header(scene: Scene) -> Json:
    say, table = scene.language, scene.table
    now = SHOWN_AS.get(scene.state.phase, scene.state.phase)
    return {
        "table": table.setup.table,
        "round": say.screen("round", round=scene.state.round) if scene.state.round else "",
        "phases": [{"name": say.of("phases", phase), "now": phase == now} for phase in STRIP],
        "badges": _badges(scene),
        "dealer": f"{table.dealer} {table.dealer_name}".strip(),
        "clock": scene.clock,
    }


def _badges(scene: Scene) -> list[Json]:
    say = scene.language
    badges = [
        {
            "tone": "fault" if device.role == "shoe" else "attention",
            "text": say.screen(f"{device.role}_badge"),
            "pulse": False,
        }
        for device in scene.table.devices.values()
        if device.state != "ready" and device.role
    ]
    if scene.table.floor_called_ms:
        badges.append({"tone": "attention", "text": say.screen("floor_badge"), "pulse": False})
    if scene.supervisor:
        badges.append(
            {"tone": "attention", "text": f"{scene.supervisor.number} {scene.supervisor.name}", "pulse": False}
        )
    return badges


def _prompt(scene: Scene) -> Json:
    say = scene.language
    if scene.trouble:
        return _plain_prompt(
            "fault", say.of("prompts", scene.trouble.code), _trouble(scene, scene.trouble), pulse=True
        )
    if not scene.table.dealer:
        return _plain_prompt("calm", say.of("prompts", "sign_in"), say.of("explains", "sign_in_explained"))
    prompt = scene.table.game.prompt()
    question = scene.state.question
    return {
        "tone": _tone(scene.state),
        "title": say.say(prompt.say),
        "detail": _detail(scene, question) if question else say.say(prompt.explain),
        "rule": _rule_button(scene, prompt.rule),
        "pulse": question is not None and _tone(scene.state) == "fault",
        "seconds": None,
    }


def _plain_prompt(tone: str, title: str, detail: str, *, pulse: bool = False) -> Json:
    return {"tone": tone, "title": title, "detail": detail, "rule": None, "pulse": pulse, "seconds": None}


def _trouble(scene: Scene, trouble: Trouble) -> str:
    code = "our_fault_explained" if trouble.code == "our_fault" else "journal_explained"
    return f"{scene.language.of('explains', code)} ({trouble.detail})"


def _tone(state: State) -> str:
    if state.question:
        about = state.question.question.about
        return "fault" if about in SHOE_TROUBLE and about != "shoe_held" else "attention"
    return "calm" if state.phase == "closed" else "next"


def _detail(scene: Scene, pending: Pending) -> str:
    """What happened, since when, and what the rules propose."""
    say, question = scene.language, pending.question
    what = say.explain(question.say)
    if question.about in SHOE_TROUBLE:
        since_ms = next(
            (d.since_ms for d in scene.table.devices.values() if d.role == "shoe" and d.state == "lost"), 0
        )
        return f"{say.screen('since', time=_time(since_ms))} {what}" if since_ms else what
    ruling = Text(
        code=f"ruled_{question.choices[0].code}", words={**question.say.words, "about": question.about}
    )
    return f"{what} {say.of('formats', 'proposed', ruling=say.ruling(ruling))}"


def _rule_button(scene: Scene, rule: Rule | None) -> Json | None:
    if rule is None:
        return None
    label = scene.language.of("buttons", "rule", number=rule.number.partition(" ")[0])
    return _button("rule", label, act="open", args={"sheet": ["rule", rule.number]})


def _rail(scene: Scene) -> Json | None:
    state, say = scene.state, scene.language
    if state.phase == "closed":
        return None
    counted = (
        say.screen("read", read=len(state.checked))
        if state.phase == "verify"
        else say.screen("out", out=state.cards_out)
    )
    label = say.screen("read_label" if state.phase == "verify" else "out_label")
    jackpot = say.money(scene.table.setup.options.jackpot.displayed_cents)
    return {
        "board": None,
        "dealer": {"label": say.screen("dealer_rail"), "cards": _cards(state, DEALER)},
        "notes": [{"label": say.screen("jackpot_label"), "value": jackpot}, {"label": label, "value": counted}],
    }


# ---------------------------------------------------------------- cards and boxes


def _cards(state: State, place: str) -> list[Json]:
    dealt = [_card(state, place, card) for card in state.deal.hand(place)]
    return dealt + [
        {"id": f"{place}-{nth}", "slot": True} for nth in range(len(dealt) + 1, state.deal.slots(place) + 1)
    ]


def _card(state: State, place: str, dealt: Dealt) -> Json:
    """A face leaves only by `dealt.up`, or because a person has just said what they saw."""
    name = f"{place}-{dealt.due.nth}"
    seen = _just_seen(state, place, dealt)
    if seen:
        return {"id": name, "up": True, "face": seen, "mark": "exposed"}
    mark = "exposed" if dealt.exposed else "unread" if dealt.card is None else ""
    if dealt.up and dealt.card is not None:
        return {"id": name, "up": True, "face": str(dealt.card.open()), "mark": mark}
    return {"id": name, "up": False, "mark": mark}


def _just_seen(state: State, place: str, dealt: Dealt) -> str | None:
    report = state.question.report if state.question else None
    if report is None or report.seen is None or (report.place, report.nth) != (place, dealt.due.nth):
        return None
    return str(report.seen)


def _boxes(scene: Scene) -> list[Json]:
    if scene.state.phase == "closed":
        return []
    return [_box(scene, box) for box in scene.state.boxes.values()]


def _box(scene: Scene, box: Box) -> Json:
    say = scene.language
    standing, tone = _standing(scene.state, box)
    gone = box.folded or box.void
    return {
        "box": box.number,
        "label": str(box.number),
        "mark": "J" if box.jackpot_cents else "",
        "state": say.of("states", standing) if standing else "",
        "tone": tone,
        "cards": [] if gone else _cards(scene.state, str(box.number)),
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
        return "claims", "plain"
    return ("bets", "plain") if box.bet_cents else ("", "plain")


def _is_next(state: State, box: Box) -> bool:
    if state.question:
        return False
    if state.phase == "deal":
        return state.deal.due is not None and state.deal.due.place == str(box.number)
    first = {"decide": state.undecided, "settle": state.to_settle, "jackpot": state.open_majors}.get(
        state.phase
    )
    return first is not None and first()[:1] == [box]


def _box_lines(scene: Scene, box: Box) -> list[str]:
    say = scene.language
    if box.settled and box.payments and scene.state.phase not in ("deal", "decide"):
        net_cents = sum(payment.net_cents for payment in box.payments)
        return [say.screen("net_line", amount_cents=net_cents)]
    lines = [say.screen("ante_line", amount_cents=box.ante_cents)] if box.ante_cents else []
    if box.bet_cents:
        lines.append(say.screen("bet_line", amount_cents=box.bet_cents))
    elif box.maximum_cents:
        lines.append(say.screen("limit_line", amount_cents=box.maximum_cents))
    return lines


def _box_touch(scene: Scene, box: Box) -> Json | None:
    if not scene.table.dealer or not any(offer.box == box.number for offer in scene.offers):
        return None
    label = scene.language.place(str(box.number), begins=True)
    return _button(f"box-{box.number}", label, act="open", args={"sheet": ["box", box.number]})


# ---------------------------------------------------------------- buttons


def _button(
    name: str,
    label: str,
    *,
    act: str,
    args: Json | None = None,
    place: int = 0,
    tone: str = "plain",
    enabled: bool = True,
    hold: bool = False,
    ask: Json | None = None,
) -> Json:
    return {
        "id": name,
        "label": label,
        "tone": tone,
        "enabled": enabled,
        "place": place,
        "hold_ms": HOLD_MS if hold else 0,
        "act": act,
        "args": args or {},
        "ask": ask,
    }


def _actions(scene: Scene) -> list[Json]:
    say = scene.language
    if scene.trouble:
        return []
    if not scene.table.dealer:
        ask = {"kind": "pin", "title": say.screen("pin_title"), "badge": True}
        return [
            _button(
                "sign_in",
                say.of("buttons", "do_sign_in"),
                act="sign_in",
                ask=ask,
                place=LAST_PLACE,
                tone="next",
            )
        ]
    offers = [offer for offer in scene.offers if offer.box is None]
    if scene.state.question:
        return _question_actions(scene, offers)
    return _placed([(offer, _offer_button(scene, offer)) for offer in offers if offer.role == "dealer"])


def _question_actions(scene: Scene, offers: list[Offer]) -> list[Json]:
    """Buttons that need the supervisor ask for the card first; the ruling itself is a second, long touch."""
    assert scene.state.question is not None
    pairs = [(offer, _offer_button(scene, offer)) for offer in offers]
    if scene.state.question.question.about == "shoe_lost":
        return _shoe_lost_actions(scene, [button for _, button in pairs])
    answers = [offer for offer in offers if offer.command == "answer"]
    if not scene.supervisor and answers and all(offer.role == "supervisor" for offer in answers):
        return [*_placed([pair for pair in pairs if pair[0].command != "answer"]), _supervisor_card(scene)]
    return _placed(pairs)


def _shoe_lost_actions(scene: Scene, others: list[Json]) -> list[Json]:
    """Trying again is what comes next; what ends the interruption otherwise stands beside it."""
    test = _button("test_again", scene.language.of("buttons", "do_test_again"), act="test_again", tone="next")
    return [test, *(button | {"place": place} for place, button in enumerate(others[:LAST_PLACE], start=1))]


def _supervisor_card(scene: Scene) -> Json:
    label = scene.language.of("buttons", "do_supervisor_card")
    ask = _supervisor_ask(scene)
    return _button("authorise", label, act="authorise", ask=ask, place=LAST_PLACE, tone="next")


def _placed(pairs: Iterable[tuple[Offer, Json]]) -> list[Json]:
    """The next action far right, the others from the left: opposites never stand side by side."""
    placed: dict[int, Json] = {}
    free = iter(range(LAST_PLACE))
    for offer, button in pairs:
        proposed = offer.proposed and LAST_PLACE not in placed
        place = LAST_PLACE if proposed else next(free, None)
        if place is None:
            break
        tone = "next" if proposed and button["enabled"] else button["tone"]
        placed[place] = button | {"place": place, "tone": tone}
    return [placed[place] for place in sorted(placed)]


def _offer_button(scene: Scene, offer: Offer) -> Json:
    say = scene.language
    label = say.say(offer.say)
    name = "-".join([offer.command, *(str(value) for value in offer.args.values())])
    if offer.role == "supervisor" and not scene.supervisor:
        label = say.of("formats", "supervisor_mark", label=label)
        return _button(name, label, act="authorise", ask=_supervisor_ask(scene))
    return _button(
        name,
        label,
        act="do",
        args={"command": offer.command, **offer.args},
        enabled=offer.blocked is None,
        hold=offer.grave,
        ask=_ask(scene, offer),
    )


def _supervisor_ask(scene: Scene) -> Json:
    return {"kind": "pin", "title": scene.language.screen("supervisor_title"), "badge": True}


def _ask(scene: Scene, offer: Offer) -> Json | None:
    say = scene.language
    if offer.asks == "amount":
        return _money_ask(scene, scene.state.boxes[offer.args["box"]], marker=offer.role == "supervisor")
    if offer.asks == "count":
        title = say.screen("count_title")
        return {
            "kind": "count",
            "title": title,
            "minimum": 0,
            "maximum": 60,
            "start": 0,
            "field": "count",
            "why": "",
        }
    if offer.asks == "face":
        return {"kind": "face", "title": say.screen("face_title"), "field": "card"}
    if offer.asks == "reason":
        about = "void" if offer.args.get("choice") == "void" else "other"
        choices = [say.of("reasons", f"{about}_{number}") for number in (1, 2, 3)]
        return {"kind": "text", "title": say.screen("reason_title"), "choices": choices, "field": "reason"}
    return None


def _money_ask(scene: Scene, box: Box, *, marker: bool) -> Json:
    say, limits = scene.language, scene.table.setup.options.limits
    lowest_cents = limits.maximum_cents + limits.multiple_cents if marker else limits.multiple_cents
    if box.advised and not marker:
        lowest_cents = limits.minimum_cents
    return {
        "kind": "money",
        "title": say.screen("marker_title" if marker else "amount_title", box=box.number),
        "unit": "$",
        "minimum_cents": lowest_cents,
        "maximum_cents": limits.maximum_cents * 10,
        "step_cents": limits.multiple_cents,
        "chips_cents": list(scene.table.setup.options.chips_cents),
        "start_cents": 0 if marker else box.ante_cents,
        "field": "amount_cents",
        "why": say.screen("ante_why", minimum_cents=lowest_cents, multiple_cents=limits.multiple_cents),
    }


def _fixed(scene: Scene) -> list[Json]:
    say, here = scene.language, bool(scene.table.dealer) and not scene.trouble
    floor = "floor_came" if scene.table.floor_called_ms else "call_floor"

    def fixed(place: int, name: str, act: str, args: Json, *, enabled: bool) -> Json:
        return _button(name, say.of("buttons", f"do_{name}"), act=act, args=args, enabled=enabled, place=place)

    can_undo = here and not scene.state.question and scene.table.undoable() is not None
    return [
        fixed(0, "undo", "do", {"command": "undo"}, enabled=can_undo),
        fixed(1, "report", "report", {}, enabled=here and scene.state.in_round),
        fixed(2, floor, "do", {"command": floor}, enabled=here),
        fixed(3, "history", "open", {"sheet": ["history"]}, enabled=True),
        fixed(4, "devices", "open", {"sheet": ["devices"]}, enabled=True),
        fixed(5, "more", "open", {"sheet": ["more"]}, enabled=True),
    ]


# ---------------------------------------------------------------- sheets


def _cover(scene: Scene) -> Json | None:
    if not scene.locked:
        return None
    say = scene.language
    ask = {"kind": "pin", "title": say.screen("pin_title"), "badge": True}
    touch = _button("unlock", say.of("buttons", "do_sign_in"), act="sign_in", ask=ask)
    title, detail = say.of("prompts", "locked"), say.of("explains", "sign_in_explained")
    return {"kind": "lock", "title": title, "detail": detail, "touch": touch}


def _sheet(scene: Scene) -> Json | None:
    if not scene.sheet:
        return None
    name, *rest = scene.sheet
    return SHEETS[name](scene, *rest)


def _close(scene: Scene) -> Json:
    return _button("close", scene.language.of("buttons", "close"), act="close")


def _choose(scene: Scene, title: str, buttons: list[Json], detail: str = "") -> Json:
    return {"kind": "choose", "title": title, "detail": detail, "buttons": buttons, "close": _close(scene)}


def _page(scene: Scene, title: str, blocks: list[Json], buttons: list[Json] | None = None) -> Json:
    return {"kind": "page", "title": title, "blocks": blocks, "buttons": buttons or [], "close": _close(scene)}


def _block(head: str, text: str, tone: str = "plain") -> Json:
    return {"head": head, "text": text, "tone": tone}


def _box_sheet(scene: Scene, number: int) -> Json | None:
    """Nothing is left to do at the box: the sheet goes by itself."""
    offers = [offer for offer in scene.offers if offer.box == number]
    if not offers:
        return None
    title = scene.language.screen("box_title" if scene.state.phase == "antes" else "box_decides", box=number)
    return _choose(scene, title, [_offer_button(scene, offer) for offer in offers])


def _report_sheet(scene: Scene, what: str = "", place: str = "") -> Json | None:
    if not scene.state.in_round:
        return None
    if not what:
        return _report_kinds(scene)
    return _report_card(scene, place) if place else _report_places(scene, what)


def _report_kinds(scene: Scene) -> Json:
    say = scene.language
    buttons = [
        _button(what, say.of("reports", what), act="do", args={"command": "report", "what": what})
        if what == "other"
        else _button(what, say.of("reports", what), act="open", args={"sheet": ["report", what]})
        for what in REPORTS
    ]
    return _choose(scene, say.of("reports", "title"), buttons)


def _report_places(scene: Scene, what: str) -> Json:
    say = scene.language
    places = [str(box.number) for box in scene.state.playing()]
    if what != "hand_in_discards":
        places.append(DEALER)
    buttons = [
        _button(f"place-{place}", say.place(place, begins=True), **_report_at(what, place)) for place in places
    ]
    return _choose(scene, say.of("reports", "which_place"), buttons, say.of("reports", what))


def _report_at(what: str, place: str) -> dict[str, Any]:
    if what == "card_exposed":
        return {"act": "open", "args": {"sheet": ["report", what, place]}}
    return {"act": "do", "args": {"command": "report", "what": what, "place": place}}


def _report_card(scene: Scene, place: str) -> Json:
    """The face is what people saw. The shoe's record is never shown here: the report could be a peek."""
    say = scene.language
    buttons = [
        _button(
            f"card-{dealt.due.nth}",
            _begin(say.nth(dealt.due.nth)),
            act="do",
            args={"command": "report", "what": "card_exposed", "place": place, "nth": dealt.due.nth},
            ask={
                "kind": "face",
                "title": say.of("reports", "which_face", place=place, nth=dealt.due.nth),
                "field": "seen",
            },
            enabled=not dealt.up,
        )
        for dealt in scene.state.deal.hand(place)
    ]
    return _choose(scene, say.of("reports", "which_card", place=place), buttons)


def _rule_sheet(scene: Scene, number: str) -> Json:
    document = scene.table.game.document
    blocks = [
        _block(entry.rule.number, entry.text, "next" if entry.rule.number == number else "plain")
        for entry in document.with_parts(number)
    ]
    for entry in document.with_parts(number):
        for reading in document.readings_of(entry.rule.number):
            block = _block(f"{scene.language.screen('reading_head')} ({reading.name})", reading.text)
            if block not in blocks:
                blocks.append(block)
    title = scene.language.screen("rule_title", document=document.name, number=number)
    return _page(scene, title, blocks, [_to_rules(scene)])


def _to_rules(scene: Scene) -> Json:
    return _button("rules", scene.language.of("buttons", "do_rules"), act="open", args={"sheet": ["rules"]})


def _rules_sheet(scene: Scene) -> Json:
    document = DOCUMENTS[scene.table.game.document.name]
    entries = [{"head": entry.rule.number, "text": entry.text} for entry in document.entries.values()]
    title = scene.language.screen("rules_title", title=document.title)
    return {"kind": "search", "title": title, "entries": entries, "close": _close(scene)}


def _history_sheet(scene: Scene) -> Json:
    blocks = [
        _block(_time(at_ms), line)
        for story in (scene.table.story, scene.table.story_before)
        for at_ms, outcome in reversed(story)
        if (line := scene.language.told(outcome))
    ]
    title = scene.language.screen("history_title")
    return _page(scene, title, blocks or [_block("", scene.language.screen("history_empty"))])


def _devices_sheet(scene: Scene) -> Json:
    say = scene.language
    blocks = [_device_block(scene, name, health) for name, health in scene.health.items()]
    test = _button("test_again", say.of("buttons", "do_test_again"), act="test_again")
    return _page(scene, say.screen("devices_title"), [*blocks, _block("", say.screen("device_note"))], [test])


def _device_block(scene: Scene, name: str, health: Health) -> Json:
    say = scene.language
    head = say.screen("device_head", device=name, state=say.screen(f"state_{health.state}"))
    text = say.screen(
        "device_text",
        model=health.model,
        firmware=health.firmware,
        reports=health.reports,
        damaged=health.damaged,
        connections=health.connections,
        detail=health.detail or health.last_damage,
    )
    return _block(head, text, "fault" if health.state == "lost" else "plain")


def _more_sheet(scene: Scene) -> Json:
    say, here = scene.language, bool(scene.table.dealer) and not scene.trouble
    offers = [offer for offer in scene.offers if offer.role == "supervisor" and offer.box is None]
    ask = {"kind": "pin", "title": say.screen("pin_title"), "badge": True}
    buttons = [
        _to_rules(scene),
        _button("change_dealer", say.of("buttons", "do_change_dealer"), act="sign_in", ask=ask, enabled=here),
        _button("lock", say.of("buttons", "do_lock"), act="lock", enabled=here),
        _button("screen", say.of("buttons", "do_screen"), act="open", args={"sheet": ["screen"]}),
    ]
    if here and not scene.state.question:
        buttons += [_offer_button(scene, offer) for offer in offers]
    if here and scene.state.in_round and not scene.state.void:
        buttons.append(_button("void", say.of("buttons", "do_void"), act="open", args={"sheet": ["void"]}))
    return _choose(scene, say.screen("more_title"), buttons)


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
    return _choose(
        scene, scene.language.screen("void_title"), [_offer_button(scene, offer) for offer in offers]
    )


def _screen_sheet(scene: Scene) -> Json:
    say = scene.language
    buttons = [
        _button(what, say.of("buttons", f"do_{what}"), act="look", args={"what": what})
        for what in ("brightness", "theme", "mirror", "suits", "sounds", "language")
    ]
    buttons.append(_button("clean", say.of("buttons", "do_clean"), act="clean"))
    return _choose(scene, say.screen("screen_title"), buttons)


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
}


def _time(at_ms: int) -> str:
    return datetime.fromtimestamp(at_ms / 1000).strftime("%H:%M:%S") if at_ms else ""


def _begin(text: str) -> str:
    return text[:1].upper() + text[1:]
