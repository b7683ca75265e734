"""Makes buttons of offers, and pages of their fields: one way for every act, whatever it is."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from controller.language import begin
from controller.screens.buttons import button, supervisor_ask
from controller.screens.pages import choose
from controller.screens.scene import Json, Scene
from controller.screens.states import Ask, Button, ChooseSheet, FaceAsk, MoneyAsk
from games.cards import JOKER
from games.offers import Choice, Count, Draft, Face, Faces, Money, Offer, Reason, Said, Typed, Value
from games.outcomes import Text

SAID_BEFORE = ("place", "nth", "box")
TYPED = (Money, Count, Face, Faces, Reason)


def name_of(offer: Offer) -> str:
    """The id of its button: nothing else on the screen has it."""
    said = (key if value is True else str(value) for key, value in offer.args.items())
    wanted = (str(field.count) for field in offer.fields if isinstance(field, Faces))
    return "-".join([offer.command, *said, *wanted])


def offer_button(scene: Scene, offer: Offer) -> Button:
    signs_twice = scene.supervisor is not None and scene.supervisor.number == offer.not_by
    label, enabled = scene.language.say(offer.say), offer.blocked is None and not signs_twice
    return _goes_on(scene, offer, {}, name_of(offer), label, enabled=enabled)


def form_sheet(scene: Scene, name: str, said: Mapping[str, Any]) -> ChooseSheet | None:
    """The page of the field that is to be said next; None when nothing of it is offered any more."""
    offer = next((offer for offer in scene.table.offers() if name_of(offer) == name), None)
    if offer is None or offer.blocked is not None:
        return None
    field = offer.next_field(said)
    if isinstance(field, Draft):
        return _draft(scene, offer, field, said)
    if isinstance(field, TYPED):  # behind what was typed before: one touch opens its keypad
        title = _said(scene, field.title, said)
        return choose(scene, title, [_goes_on(scene, offer, said, field.name, title, enabled=True)])
    assert isinstance(field, Choice)
    detail = scene.language.say(field.summary(said) if field.summary else field.detail)
    return choose(scene, _said(scene, field.title, said), _options(scene, offer, field, said), detail)


# ---------------------------------------------------------------- pages


def _options(scene: Scene, offer: Offer, choice: Choice, said: Said, fault: Text | None = None) -> list[Button]:
    return [
        _goes_on(
            scene,
            offer,
            {**said, choice.name: option.name},
            option.name,
            begin(scene.language.say(option.say)),
            enabled=option.blocked is None and fault is None,
        )
        for option in choice.options(said)
    ]


def _draft(scene: Scene, offer: Offer, draft: Draft, said: Said) -> ChooseSheet:
    """Every value behind a button of its own; then what comes next, if they go together."""
    say, fault = scene.language, draft.fault(said)
    buttons = [_value(scene, offer, value, said) for value in draft.values(said)]
    done = {**said, draft.name: True}
    if draft.go_on is not None:
        changed = any(value.name in said for value in draft.values(said))
        go_on = _goes_on(
            scene, offer, done, draft.name, say.say(draft.go_on), enabled=changed and fault is None
        )
        buttons.append(go_on | {"tone": "next"})
    else:
        choice = offer.next_field(done)
        assert isinstance(choice, Choice)
        buttons += _options(scene, offer, choice, done, fault)
    return choose(scene, say.say(draft.title), buttons, say.say(fault or draft.detail))


def _value(scene: Scene, offer: Offer, value: Value, said: Said) -> Button:
    label, tone = scene.language.say(value.say), "next" if value.name in said else "plain"
    if value.typed is not None:
        ask = ask_for(scene, value.typed, said)
        return button(value.name, label, act="open", args=_page(offer, said), ask=ask, tone=tone)
    changed = {**said, value.name: value.follows}
    return button(value.name, label, act="open", args=_page(offer, changed), tone=tone)


def _page(offer: Offer, said: Said) -> Json:
    return {"sheet": ["form", name_of(offer)], "said": dict(said)}


# ---------------------------------------------------------------- one touch further


def _goes_on(scene: Scene, offer: Offer, said: Said, name: str, label: str, *, enabled: bool) -> Button:
    """A page more, what is typed last, or the act itself; a supervisor says first who he is."""
    if offer.role == "supervisor" and not scene.supervisor:
        label = scene.language.of("formats", "supervisor_mark", label=label)
        return button(name, label, act="authorise", ask=supervisor_ask(scene), enabled=enabled)
    field = offer.next_field(said)
    if field is not None and (not isinstance(field, TYPED) or offer.fields[-1] is not field):
        ask = ask_for(scene, field, said) if isinstance(field, TYPED) else None
        return button(name, label, act="open", args=_page(offer, said), enabled=enabled, ask=ask)
    args = {"command": offer.command, **_in_words(scene, offer.command_args(said))}
    ask = ask_for(scene, field, said) if field is not None else None
    return button(name, label, act="do", args=args, enabled=enabled, hold=offer.grave, ask=ask)


def _in_words(scene: Scene, args: Mapping[str, Any]) -> Json:
    """A reason is written down as the person who gave it has read it."""
    return {key: scene.language.say(value) if isinstance(value, Text) else value for key, value in args.items()}


def _said(scene: Scene, sentence: Text | None, said: Said) -> str:
    """Of what or whom it is was said before, and is part of what is asked next."""
    if sentence is None:
        return ""
    known = {name: said[name] if name == "place" else int(said[name]) for name in SAID_BEFORE if name in said}
    return scene.language.say(replace(sentence, words={**known, **sentence.words}))


# ---------------------------------------------------------------- keypads


def ask_for(scene: Scene, field: Typed, said: Said) -> Ask:
    title = _said(scene, field.title, said)
    if isinstance(field, Money):
        return _money_ask(scene, field, title)
    if isinstance(field, Count):
        return {
            "kind": "count",
            "title": title,
            "minimum": field.least,
            "maximum": field.most,
            "start": 0,
            "field": field.name,
            "why": scene.language.say(field.why),
        }
    if isinstance(field, Reason):
        choices = [scene.language.say(often) for often in field.often]
        return {"kind": "text", "title": title, "choices": choices, "field": field.name}
    joker = JOKER in scene.table.deck
    out = {face: scene.language.say(where) for face, where in field.out.items()}
    face: FaceAsk = {"kind": "face", "title": title, "field": field.name, "joker": joker, "out": out}
    return face | {"cards": field.count} if isinstance(field, Faces) else face


def _money_ask(scene: Scene, field: Money, title: str) -> MoneyAsk:
    say = scene.language
    return {
        "kind": "money",
        "title": title,
        "unit": "" if scene.table.game.state.tournament else "$",  # tournament chips are no money
        "minimum_cents": field.least_cents,
        "maximum_cents": field.most_cents,
        "step_cents": field.step_cents,
        "counted_from_cents": field.lies_cents % field.step_cents,
        "chips_cents": list(field.chips_cents),
        "start_cents": field.start_cents,
        "quick": [{"label": say.say(quick), "cents": quick.words["amount_cents"]} for quick in field.quick],
        "also_cents": [field.least_cents, field.most_cents] if field.ends_fit else [],
        "sums": [
            {"from_cents": sum.from_cents, "text": say.say(sum.say), "of_cents": sum.of_cents}
            for sum in field.sums
        ],
        "field": field.name,
        "why": say.say(field.why),
    }
