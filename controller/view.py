"""What each audience sees. The one place that decides it: every word and every redaction."""

from __future__ import annotations

from controller import shuffling
from controller.buttons import actions, button, fixed
from controller.loop import Trouble
from controller.scene import Json, Scene, time_of
from controller.sheets import sheet
from games.deal import Dealt
from games.events import BOARD, DEALER
from games.every_game.deck import deck_fault
from games.every_game.prompts import READ_AGAIN, SHOE_TROUBLE
from games.every_game.state import Pending
from games.house.state import Box, State
from games.outcomes import Prompt, Text
from games.rulebook import Rule


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
        "actions": actions(scene),
        "fixed": fixed(scene),
        "sheet": sheet(scene),
        "cover": _cover(scene),
    }


# ---------------------------------------------------------------- header, prompt, rail


def _header(scene: Scene) -> Json:
    say, table = scene.language, scene.table
    game = table.game
    now = game.shown_as.get(scene.state.phase, scene.state.phase)
    return {
        "table": table.setup.table,
        "round": say.screen("round", round=scene.state.round) if scene.state.round else "",
        "phases": [{"name": say.of("phases", phase), "now": phase == now} for phase in game.shown_phases],
        "badges": _badges(scene),
        "dealer": f"{table.dealer} {table.dealer_name}".strip(),
        "clock": scene.clock,
    }


def _badges(scene: Scene) -> list[Json]:
    say = scene.language
    badges = [
        {
            "tone": "attention" if device.role in ("readers", "markers") else "fault",
            "text": say.screen(f"{device.role}_badge"),
            "pulse": False,
        }
        for device in scene.table.devices.values()
        if device.state != "ready" and device.role and not shuffling.put_away(scene, device)
    ]
    badges += shuffling.badges(scene)
    badges += _announced(scene)
    if scene.table.floor_called_ms:
        badges.append({"tone": "attention", "text": say.screen("floor_badge"), "pulse": False})
    if scene.supervisor:
        badges.append(
            {"tone": "attention", "text": f"{scene.supervisor.number} {scene.supervisor.name}", "pulse": False}
        )
    return badges


def _announced(scene: Scene) -> list[Json]:
    """What the players have been told, so that the dealer can say it again."""
    say, state = scene.language, scene.state
    told = []
    if state.coming is not None:
        told.append(say.screen("limits_badge", from_ms=state.coming.from_ms))
    if state.closing_ms is not None and state.phase != "closed":
        told.append(say.screen("closing_badge", from_ms=state.closing_ms))
    return [{"tone": "attention", "text": line, "pulse": False} for line in told]


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
        "detail": _detail(scene, question) if question else _explained(scene, prompt.explain),
        "rule": _rule_button(scene, prompt.rule if question else _rule_in_sight(scene, prompt)),
        "pulse": question is not None and _tone(scene.state) == "fault",
        "seconds": None,
    }


def _rule_in_sight(scene: Scene, prompt: Prompt) -> Rule | None:
    """News bring their own rule, if they stand beside the prompt."""
    if prompt.explain is not None and prompt.explain.code == "arithmetic":
        return prompt.rule
    rules = [notice.rule for notice in scene.table.notices if notice.rule]
    return rules[-1] if rules else prompt.rule


def _explained(scene: Scene, explain: Text | None) -> str:
    """News of the last event, then the explanation. A sum stands alone: it says all that there is to say."""
    explained = scene.language.say(explain)
    if explain is not None and explain.code == "arithmetic":
        return explained
    news = [scene.language.say(notice.say) for notice in scene.table.notices]
    return " ".join([*news, explained, _hours(scene)]).strip()


def _hours(scene: Scene) -> str:
    """The casino's own, where it has said them (rules 15.1 and 14.1)."""
    if scene.state.phase != "closed" or not scene.hours:
        return ""
    return scene.language.of("sign", "hours", hours=scene.hours)


def _plain_prompt(tone: str, title: str, detail: str, *, pulse: bool = False) -> Json:
    return {"tone": tone, "title": title, "detail": detail, "rule": None, "pulse": pulse, "seconds": None}


def _trouble(scene: Scene, trouble: Trouble) -> str:
    code = "our_fault_explained" if trouble.code == "our_fault" else "journal_explained"
    return f"{scene.language.of('explains', code)} ({trouble.detail})"


def _tone(state: State) -> str:
    if state.question:
        about = state.question.question.about
        return "fault" if about in SHOE_TROUBLE and about != "shoe_held" else "attention"
    if state.phase == "verify" and (fault := deck_fault(state)) and fault[0] in READ_AGAIN:
        return "attention"
    return "calm" if state.phase == "closed" else state.alarm or "next"


def _detail(scene: Scene, pending: Pending) -> str:
    """What happened, since when, and what the rules propose."""
    say, question = scene.language, pending.question
    what = say.explain(question.say)
    if question.about in SHOE_TROUBLE:
        since_ms = next(
            (d.since_ms for d in scene.table.devices.values() if d.role == "shoe" and d.state == "lost"), 0
        )
        return f"{say.screen('since', time=time_of(since_ms))} {what}" if since_ms else what
    ruling = Text(
        code=f"ruled_{question.choices[0].code}", words={**question.say.words, "about": question.about}
    )
    return f"{what} {say.of('formats', 'proposed', ruling=say.ruling(ruling))}"


def _rule_button(scene: Scene, rule: Rule | None) -> Json | None:
    if rule is None:
        return None
    label = scene.language.of("buttons", "rule", number=rule.number.partition(" ")[0])
    return button("rule", label, act="open", args={"sheet": ["rule", rule.number]})


def _rail(scene: Scene) -> Json | None:
    state, say = scene.state, scene.language
    if state.phase == "closed":
        return None
    reads = state.phase == "verify" and scene.table.game.shoe in ("reading", "counting")
    counted = say.screen("read", read=len(state.checked)) if reads else say.screen("out", out=state.cards_out)
    label = say.screen("read_label" if reads else "out_label")
    return {
        "board": _board(scene),
        "dealer": {"label": say.screen("dealer_rail"), "cards": _cards(state, DEALER)},
        "notes": [_side_note(scene), {"label": label, "value": counted}, *shuffling.notes(scene)],
    }


def _board(scene: Scene) -> Json | None:
    """Only a game that deals communal cards has one."""
    cards = _cards(scene.state, BOARD)
    return {"label": scene.language.screen("board_rail"), "cards": cards} if cards else None


def _side_note(scene: Scene) -> Json:
    """What the table's sign says about the wager beside the ante."""
    say = scene.language
    if scene.table.house.side_wager == "jackpot":
        return {"label": say.screen("jackpot_label"), "value": say.money(scene.state.displayed_cents)}
    limits = scene.table.setup.options.bonus
    value = say.screen("bonus_range", minimum_cents=limits.minimum_cents, maximum_cents=limits.maximum_cents)
    return {"label": say.screen("bonus_label"), "value": value}


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
    unread = dealt.card is None and state.shoe == "reading"  # another never reads
    mark = "exposed" if dealt.exposed else "unread" if unread else ""
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
        "mark": say.of("side_marks", scene.table.house.side_wager) if box.side_cents else "",
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
        return "claims" if state.game.side_wager == "jackpot" else "declares", "plain"
    if box.second_cents:
        return "bets" if state.game.second_wager == "bet" else "calls", "plain"
    return "", "plain"


def _is_next(state: State, box: Box) -> bool:
    if state.question:
        return False
    if state.dealing:
        return state.deal.due is not None and state.deal.due.place == str(box.number)
    return state.awaited()[:1] == [box]


def _box_lines(scene: Scene, box: Box) -> list[str]:
    say = scene.language
    if box.settled and box.payments and scene.state.phase not in ("deal", "decide"):
        net_cents = sum(payment.net_cents for payment in box.payments)
        return [say.screen("net_line", amount_cents=net_cents)]
    lines = [say.screen("ante_line", amount_cents=box.ante_cents)] if box.ante_cents else []
    if box.second_cents:
        lines.append(say.screen(f"{scene.table.house.second_wager}_line", amount_cents=box.second_cents))
    elif box.maximum_cents:
        lines.append(say.screen("limit_line", amount_cents=box.maximum_cents))
    if box.side_cents and scene.table.house.side_wager == "bonus":
        lines.append(say.screen("bonus_line", amount_cents=box.side_cents))
    return lines


def _box_touch(scene: Scene, box: Box) -> Json | None:
    if not scene.table.dealer or not any(offer.box == box.number for offer in scene.offers):
        return None
    label = scene.language.place(str(box.number), begins=True)
    return button(f"box-{box.number}", label, act="open", args={"sheet": ["box", box.number]})


def _cover(scene: Scene) -> Json | None:
    if not scene.locked:
        return None
    say = scene.language
    ask = {"kind": "pin", "title": say.screen("pin_title"), "badge": True}
    touch = button("unlock", say.of("buttons", "do_sign_in"), act="sign_in", ask=ask)
    title, detail = say.of("prompts", "locked"), say.of("explains", "sign_in_explained")
    return {"kind": "lock", "title": title, "detail": detail, "touch": touch}
