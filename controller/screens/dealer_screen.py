"""What each audience sees. The one place that decides it: every word and every redaction."""

from __future__ import annotations

from controller.loop import Trouble
from controller.screens import boxes, seats, shuffling
from controller.screens.buttons import button, pin_ask
from controller.screens.cards import cards
from controller.screens.rows import actions, fixed
from controller.screens.scene import Json, Scene, time_of
from controller.screens.sheets import sheet
from games.events import BOARD, DEALER
from games.every_game.deck import deck_fault
from games.every_game.prompts import READ_AGAIN, SHOE_TROUBLE
from games.every_game.state import Pending, State
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
        "boxes": seats.boxes(scene) if scene.for_a_pot else boxes.boxes(scene),
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
            "tone": "fault" if device.role in ("shoe", "shuffler") else "attention",
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
    if state.announced_ms is not None:
        told.append(say.screen("limits_badge", from_ms=state.announced_ms))
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
        "seconds": seats.seconds_left(scene) if scene.for_a_pot and not question else None,
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
    out = {"label": label, "value": counted}
    if scene.for_a_pot:
        return {
            "board": _board(scene),
            "dealer": None,
            "pots": seats.pots(scene),
            "notes": [*seats.notes(scene), out],
        }
    return {
        "board": _board(scene),
        "dealer": _in_the_middle(scene, DEALER, say.screen("dealer_rail")),
        "notes": [boxes.side_note(scene), out, *shuffling.notes(scene)],
    }


def _board(scene: Scene) -> Json | None:
    """Only a game that deals communal cards has one."""
    board = _in_the_middle(scene, BOARD, scene.language.screen("board_rail"))
    board["cards"] += seats.laid_early(scene) if scene.for_a_pot else []
    return board if board["cards"] else None


def _in_the_middle(scene: Scene, place: str, label: str) -> Json:
    """As a box: the tone says that the next card goes there."""
    state = scene.state
    due = state.deal.due if state.dealing and not state.question else None
    tone = "next" if due is not None and due.place == place else "plain"
    return {"label": label, "tone": tone, "cards": cards(state, place)}


def _cover(scene: Scene) -> Json | None:
    if not scene.locked:
        return None
    say = scene.language
    ask = pin_ask(scene)
    touch = button("unlock", say.of("buttons", "do_sign_in"), act="sign_in", ask=ask)
    title, detail = say.of("prompts", "locked"), say.of("explains", "sign_in_explained")
    return {"kind": "lock", "title": title, "detail": detail, "touch": touch}
