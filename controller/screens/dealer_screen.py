"""The dealer's screen in words and JSON. What is seen, and what may be done, is said in games/."""

from __future__ import annotations

from config.schema import StaffMember
from controller.authority import AUTHORISED_MS
from controller.screens.buttons import button, pin_ask
from controller.screens.layout import boxes, rail
from controller.screens.rows import actions, fixed
from controller.screens.scene import Scene
from controller.screens.sheets import sheet
from controller.screens.states import Badge, Button, Cover, Header, Prompt, State, Tone
from controller.version import this_program
from games.outcomes import Prompt as Said
from games.outcomes import Text
from games.rulebook import Rule
from games.seen import Asked


def dealer_screen(scene: Scene) -> State:
    say = scene.language
    return {
        "kind": "screen",
        "role": "dealer",
        "look": scene.look.state(),
        "banner": say.screen("banner") if scene.simulated else "",
        "words": say.group("words"),
        "header": _header(scene),
        "prompt": _prompt(scene),
        "rail": rail(scene),
        "boxes": boxes(scene),
        "actions": actions(scene),
        "fixed": fixed(scene),
        "sheet": sheet(scene),
        "cover": _cover(scene),
    }


# ---------------------------------------------------------------- header and prompt


def _header(scene: Scene) -> Header:
    say, table, seen = scene.language, scene.table, scene.seen
    return {
        "table": table.setup.table,
        "round": say.screen("round", round=seen.round) if seen.round else "",
        "phases": [{"name": say.of("phases", phase), "now": phase == seen.phase} for phase in seen.phases],
        "badges": _badges(scene),
        "dealer": f"{table.dealer} {table.dealer_name}".strip(),
        "clock": scene.clock,
    }


def _badges(scene: Scene) -> list[Badge]:
    badges = [_badge(badge.tone, scene.language.seen(badge.say)) for badge in scene.seen.badges]
    if scene.supervisor:
        badges.append(_authority(scene.supervisor, scene.supervisor_until_ms))
    return badges


def _authority(supervisor: StaffMember, until_ms: int) -> Badge:
    """The same in every state while it lasts: a screen counts by itself."""
    badge = _badge("attention", f"{supervisor.number} {supervisor.name}")
    return badge | {"id": f"until-{until_ms}", "seconds": AUTHORISED_MS // 1000}


def _badge(tone: Tone, text: str) -> Badge:
    return {"tone": tone, "text": text, "pulse": False}


def _prompt(scene: Scene) -> Prompt:
    say = scene.language
    if scene.trouble:
        return _plain_prompt(
            "fault", say.of("prompts", scene.trouble.code), _trouble(scene, scene.trouble.code), pulse=True
        )
    if not scene.table.dealer:
        detail = f"{say.of('explains', 'sign_in_explained')} {_version(scene)}"
        return _plain_prompt("calm", say.of("prompts", "sign_in"), detail)
    prompt = scene.table.game.prompt()
    seen = scene.seen
    return {
        "tone": seen.tone,
        "title": say.say(prompt.say),
        "detail": _detail(scene, seen.asked) if seen.asked else _explained(scene, prompt.explain),
        "rule": _rule_button(scene, prompt.rule if seen.asked else _rule_in_sight(scene, prompt)),
        "pulse": seen.asked is not None and seen.tone == "fault",
        "seconds": _seconds_left(scene),
    }


def _seconds_left(scene: Scene) -> int | None:
    ends_ms = scene.seen.turn_ends_ms
    return None if ends_ms is None else max(0, -(-(ends_ms - scene.now_ms) // 1000))


def _rule_in_sight(scene: Scene, prompt: Said) -> Rule | None:
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
    if not scene.seen.is_closed or not scene.hours:
        return ""
    return scene.language.of("sign", "hours", hours=scene.hours)


def _version(scene: Scene) -> str:
    return scene.language.screen("version", program=str(this_program()))


def _plain_prompt(tone: Tone, title: str, detail: str, *, pulse: bool = False) -> Prompt:
    return {"tone": tone, "title": title, "detail": detail, "rule": None, "pulse": pulse, "seconds": None}


def _trouble(scene: Scene, code: str) -> str:
    """What a dealer must know now. What the technician has to know is longer, and stands with the devices."""
    return f"{scene.language.of('explains', f'{code}_explained')} {scene.language.screen('trouble_told')}"


def _detail(scene: Scene, asked: Asked) -> str:
    """What happened, since when, what the rules propose, and what waits behind it."""
    say, told = scene.language, [scene.language.explain(asked.what)]
    if asked.proposed is not None:
        told.append(say.of("formats", "proposed", ruling=say.ruling(asked.proposed)))
    elif asked.since_ms:
        told.insert(0, say.screen("since", time=scene.clock_at(scene.table.time_of_day_ms(asked.since_ms))))
    if asked.waiting:
        told.append(say.screen("one_waits" if asked.waiting == 1 else "more_wait", count=asked.waiting))
    return " ".join(told)


def _rule_button(scene: Scene, rule: Rule | None) -> Button | None:
    if rule is None:
        return None
    label = scene.language.of("buttons", "rule", number=rule.number.partition(" ")[0])
    return button("rule", label, act="open", args={"sheet": ["rule", rule.number]})


def _cover(scene: Scene) -> Cover | None:
    if not scene.locked:
        return None
    say = scene.language
    ask = pin_ask(scene)
    touch = button("unlock", say.of("buttons", "do_sign_in"), act="sign_in", ask=ask)
    title, detail = say.of("prompts", "locked"), say.of("explains", "locked_explained")
    return {"title": title, "detail": detail, "touch": touch}
