"""What opens above the table: reports, rules, history, devices and settings."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from controller.lines.keeper import Health
from controller.screens import shuffling
from controller.screens.buttons import button, pin_ask
from controller.screens.forms import form_sheet, offer_button
from controller.screens.pages import block, choose, close, page
from controller.screens.past_rounds import history_sheet, incident_sheet, incidents_sheet, past_sheet
from controller.screens.scene import Scene
from controller.screens.states import Block, Button, Entry, Sheet
from controller.version import this_program
from games.offers import Where
from games.outcomes import text


def sheet(scene: Scene) -> Sheet | None:
    if not scene.sheet:
        return None
    name, *rest = scene.sheet
    return SHEETS[name](scene, *rest)


def _box_sheet(scene: Scene, number: int) -> Sheet | None:
    """Nothing is left to do at the box: the sheet goes by itself."""
    offers = [offer for offer in scene.offers if offer.box == number]
    if not offers:
        return None
    title = scene.language.say(scene.table.game.box_title(number))
    return choose(scene, title, [offer_button(scene, offer) for offer in offers])


def _report_sheet(scene: Scene) -> Sheet | None:
    offers = [offer for offer in scene.offers_on_their_sheets if offer.where == "report"]
    if not offers:
        return None
    title = scene.language.say(text("report_title"))
    return choose(scene, title, [offer_button(scene, offer) for offer in offers])


def _steps_sheet(scene: Scene) -> Sheet | None:
    """What is to be done one by one, and then the answer."""
    asked = scene.seen.asked
    if asked is None or not asked.steps:
        return None
    say = scene.language
    blocks = [block(f"{nth}. {say.say(step)}", "") for nth, step in enumerate(asked.steps, start=1)]
    answers = [offer for offer in scene.offers if offer.command == "answer" and not scene.trouble]
    done = [
        offer_button(scene, offer) | {"id": f"steps-{offer.args['choice']}", "tone": "next"}
        for offer in answers
    ]
    return page(scene, say.screen("steps_title"), blocks, done)


def _rule_sheet(scene: Scene, number: str) -> Sheet:
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


def _to_rules(scene: Scene) -> Button:
    return button("rules", scene.language.of("buttons", "do_rules"), act="open", args={"sheet": ["rules"]})


def _rules_sheet(scene: Scene) -> Sheet:
    document = scene.table.game.document
    entries: list[Entry] = [
        {"head": entry.rule.number, "text": entry.text} for entry in document.entries.values()
    ]
    title = scene.language.screen("rules_title", title=document.title)
    return {"kind": "search", "title": title, "entries": entries, "close": close(scene)}


def _devices_sheet(scene: Scene) -> Sheet:
    say = scene.language
    blocks = [_device_block(scene, name, health) for name, health in scene.health.items()]
    test = button("test_devices", say.of("buttons", "do_test_again"), act="test_again")
    blocks += [*(_standing_block(scene, *stands) for stands in scene.standing), *_clock_block(scene)]
    version = say.screen("version", program=str(this_program()))
    standing = [_level_block(scene), block("", say.screen("device_note")), block("", version)]
    told = [*_trouble_block(scene), *blocks, *standing]
    return page(scene, say.screen("devices_title"), told, [test, *_approvals(scene)])


def _trouble_block(scene: Scene) -> Iterator[Block]:
    if scene.trouble is not None:
        yield block(scene.language.of("prompts", scene.trouble.code), scene.trouble.detail, "fault")


def _clock_block(scene: Scene) -> Iterator[Block]:
    """Times on the screens are the table's own, which do not follow the computer's clock."""
    say, shift_ms = scene.language, scene.table.clock_shift_ms
    if shift_ms:
        text = say.screen("clock_shifted", seconds=round(shift_ms / 1000))
        yield block(say.screen("clock_head"), text, "fault")


def _standing_block(scene: Scene, code: str, is_bad: bool, what: str) -> Block:
    """Whether what the journal says could be proven, and who else knows how far it came."""
    say = scene.language
    return block(
        say.screen("journal_head", what=what), say.screen(f"journal_{code}"), "fault" if is_bad else "plain"
    )


def _approvals(scene: Scene) -> list[Button]:
    return [offer_button(scene, offer) for offer in scene.offers if offer.where == "devices"]


def _level_block(scene: Scene) -> Block:
    """What this table's hardware notices by itself. The rest is for people to see and to report."""
    say = scene.language
    shoe = say.screen(f"level_{scene.state.shoe}")
    if scene.watched:
        places = ", ".join(say.place(place) for place in scene.watched)
        readers = say.screen("level_readers", places=places)
    else:
        readers = say.screen("level_no_readers")
    return block(say.screen("level_head"), f"{shoe} {readers}")


def _device_block(scene: Scene, name: str, health: Health) -> Block:
    say, known = scene.language, scene.table.devices.get(name)
    faulted = known is not None and known.state == "faulted" and health.state in ("ready", "faulted")
    detail = health.detail or health.last_damage
    if faulted and known is not None:
        fault = {"fault": known.detail, "remedy": known.detail}
        if known.where is None:
            detail = say.screen("device_fault", **fault)
        else:
            detail = say.screen("device_fault_at", **fault, fault_at=known.where)
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


def _more_sheet(scene: Scene) -> Sheet:
    say, here = scene.language, bool(scene.table.dealer) and not scene.trouble
    buttons = [
        _to_rules(scene),
        button("people", say.of("buttons", "do_people"), act="open", args={"sheet": ["people"]}, enabled=here),
        button("lock", say.of("buttons", "do_lock"), act="lock", enabled=here),
        button("screen", say.of("buttons", "do_screen"), act="open", args={"sheet": ["screen"]}),
    ]
    if here:
        offers = [*scene.offers, *scene.offers_on_their_sheets]
        more = [offer for offer in offers if offer.where == "more" and offer.box is None]
        buttons += [offer_button(scene, offer) for offer in more]
        for sheet, label in (
            ("pools", say.of("buttons", "do_pools")),
            ("closed", say.of("buttons", "do_closed_rounds")),
        ):
            if any(offer.where == sheet for offer in offers):
                buttons.append(button(sheet, label, act="open", args={"sheet": [sheet]}))
    return choose(scene, say.screen("more_title"), buttons)


def _closed_sheet(scene: Scene) -> Sheet | None:
    """Rounds that are closed: disputes, and what is put right of them."""
    return _offers_sheet(scene, "closed", scene.language.screen("closed_title"))


def _pools_sheet(scene: Scene) -> Sheet | None:
    """What the casino puts into a jackpot's pools, or takes out of them."""
    return _offers_sheet(scene, "pools", scene.language.screen("pools_title"))


def _offers_sheet(scene: Scene, where: Where, title: str) -> Sheet | None:
    offers = [*scene.offers, *scene.offers_on_their_sheets]
    here = [offer_button(scene, offer) for offer in offers if offer.where == where]
    return choose(scene, title, here) if here else None


def _people_sheet(scene: Scene) -> Sheet:
    """Who deals, and whose authority holds."""
    say, table = scene.language, scene.table
    here = bool(table.dealer) and not scene.trouble
    change, leave = here and table.may_hand_over, here and table.may_sign_out
    ask = pin_ask(scene)
    buttons = [
        button("change_dealer", say.of("buttons", "do_change_dealer"), act="sign_in", ask=ask, enabled=change),
        button("sign_out", say.of("buttons", "do_sign_out"), act="sign_out", enabled=leave),
    ]
    if scene.supervisor:
        label = say.of("buttons", "do_done", number=scene.supervisor.number)
        buttons.append(button("done", label, act="done"))
    return choose(scene, say.of("buttons", "do_people"), buttons)


def _form_sheet(scene: Scene, name: str) -> Sheet | None:
    return form_sheet(scene, name, scene.said)


def _screen_sheet(scene: Scene) -> Sheet:
    say = scene.language
    buttons = [
        button(what, say.of("buttons", f"do_{what}"), act="look", args={"what": what})
        for what in ("brightness", "theme", "mirror", "suits", "sounds", "language")
    ]
    buttons.append(button("clean", say.of("buttons", "do_clean"), act="clean"))
    return choose(scene, say.screen("screen_title"), buttons)


READING = (
    "rule",
    "rules",
    "history",
    "past",
    "incidents",
    "incident",
    "devices",
    "more",
    "people",
    "screen",
)  # nothing is said there of the table

SHEETS: dict[str, Callable[..., Sheet | None]] = {
    "box": _box_sheet,
    "report": _report_sheet,
    "rule": _rule_sheet,
    "rules": _rules_sheet,
    "history": history_sheet,
    "past": past_sheet,
    "incidents": incidents_sheet,
    "incident": incident_sheet,
    "devices": _devices_sheet,
    "more": _more_sheet,
    "closed": _closed_sheet,
    "pools": _pools_sheet,
    "people": _people_sheet,
    "screen": _screen_sheet,
    "form": _form_sheet,
    "steps": _steps_sheet,
}
