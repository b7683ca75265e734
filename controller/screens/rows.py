"""The two rows at the foot of the dealer's screen: what may be done now, and what can always be asked for."""

from __future__ import annotations

from collections.abc import Container, Iterable
from dataclasses import replace

from controller.screens.buttons import button, pin_ask, supervisor_ask
from controller.screens.columns import NEXT, column_of
from controller.screens.forms import offer_button
from controller.screens.scene import Json, Scene
from controller.screens.states import Button
from games.offers import Offer
from games.outcomes import text

Pairs = Iterable[tuple[Offer, Button]]


def actions(scene: Scene) -> list[Button]:
    say = scene.language
    if scene.trouble:
        return []
    if not scene.table.dealer:
        ask = pin_ask(scene)
        return [
            button(
                "sign_in",
                say.of("buttons", "do_sign_in"),
                act="sign_in",
                ask=ask,
                place=NEXT,
                tone="next",
            )
        ]
    offers = [offer for offer in scene.offers if offer.box is None and (offer.where == "row" or offer.proposed)]
    if scene.state.question:
        return _question_actions(scene, offers)
    return _placed([(offer, offer_button(scene, offer)) for offer in offers])


def _question_actions(scene: Scene, offers: list[Offer]) -> list[Button]:
    """Buttons that need the supervisor ask for the card first; the ruling itself is a second, long touch."""
    assert scene.state.question is not None
    pairs = [(offer, offer_button(scene, offer)) for offer in offers]
    if scene.state.question.question.about == "shoe_lost":
        return _shoe_lost_actions(scene, pairs)
    pairs += _entry_wrong(scene)
    answers = [offer for offer in offers if offer.command == "answer"]
    if not scene.supervisor and answers and all(offer.role == "supervisor" for offer in answers):
        return [*_placed([pair for pair in pairs if pair[0].command != "answer"]), _supervisor_card(scene)]
    return _placed(pairs) + _steps(scene)


def _steps(scene: Scene) -> list[Button]:
    """Back to the list of what is to be done, whoever has closed it."""
    if scene.seen.asked is None or not scene.seen.asked.steps:
        return []
    label = scene.language.of("buttons", "do_show_steps")
    return [button("steps", label, act="open", args={"sheet": ["steps"]}, place=3)]


def _entry_wrong(scene: Scene) -> list[tuple[Offer, Button]]:
    """Whoever mistyped says so where he is asked; the question then was never there."""
    undo = next((offer for offer in scene.offers if offer.where == "undo"), None)
    if undo is None or not scene.table.asks_of_an_entry:
        return []
    return [(undo, offer_button(scene, replace(undo, say=text("do_entry_wrong"))) | {"id": "entry_wrong"})]


def _shoe_lost_actions(scene: Scene, pairs: Pairs) -> list[Button]:
    """Trying again is what comes next; what ends the interruption otherwise stands beside it."""
    label = scene.language.of("buttons", "do_test_again")
    test = button("test_again", label, act="test_again", tone="next", place=NEXT)
    return [*_placed((replace(offer, proposed=False), shown) for offer, shown in pairs), test]


def _supervisor_card(scene: Scene) -> Button:
    label = scene.language.of("buttons", "do_supervisor_card")
    ask = supervisor_ask(scene)
    return button("authorise", label, act="authorise", ask=ask, place=NEXT, tone="next")


def _placed(pairs: Pairs) -> list[Button]:
    """The next action far right, every other in its own column; one that has none takes what is left."""
    placed: dict[int, Button] = {}
    for offer, shown in sorted(pairs, key=lambda pair: column_of(pair[0]) is None):
        proposed = offer.proposed and NEXT not in placed
        place = NEXT if proposed else _free(placed, column_of(offer))
        if place is None:
            break
        tone = "next" if proposed and shown["enabled"] else shown["tone"]
        placed[place] = shown | {"place": place, "tone": tone}
    return [placed[place] for place in sorted(placed)]


def _free(placed: Container[int], own: int | None) -> int | None:
    if own is not None and own not in placed:
        return own
    return next((place for place in range(NEXT) if place not in placed), None)


def fixed(scene: Scene) -> list[Button]:
    say, here = scene.language, bool(scene.table.dealer) and not scene.trouble
    floor = "floor_came" if scene.table.floor_called_ms else "call_floor"

    def standing(place: int, name: str, act: str, args: Json, *, enabled: bool) -> Button:
        return button(name, say.of("buttons", f"do_{name}"), act=act, args=args, enabled=enabled, place=place)

    undo = next((offer for offer in scene.offers if offer.where == "undo"), None)
    return [
        offer_button(scene, undo)
        if here and undo is not None
        else standing(0, "undo", "do", {"command": "undo"}, enabled=False),
        standing(1, "report", "report", {}, enabled=here and scene.may_report),
        standing(2, floor, "do", {"command": floor}, enabled=here),
        standing(3, "history", "open", {"sheet": ["history"]}, enabled=True),
        standing(4, "devices", "open", {"sheet": ["devices"]}, enabled=True),
        standing(5, "more", "open", {"sheet": ["more"]}, enabled=True),
    ]
