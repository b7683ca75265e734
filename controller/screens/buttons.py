"""The buttons of the dealer's screen: what the rules offer, where it stands, what it asks for first."""

from __future__ import annotations

from collections.abc import Iterable

from controller.screens.scene import Json, Scene
from games.cards import JOKER
from games.house.state import Box
from games.offers import Amounts, Offer

HOLD_MS = 1000
LAST_PLACE = 5
ON_A_SHEET = ("determinations", "limits", "minutes", "reason_and_amount", "seat")


def button(
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


def actions(scene: Scene) -> list[Json]:
    say = scene.language
    if scene.trouble:
        return []
    if not scene.table.dealer:
        ask = {"kind": "pin", "title": say.screen("pin_title"), "badge": True}
        return [
            button(
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
    here = [offer for offer in offers if offer.role == "dealer" or offer.proposed]
    return _placed([(offer, offer_button(scene, offer)) for offer in here])


def _question_actions(scene: Scene, offers: list[Offer]) -> list[Json]:
    """Buttons that need the supervisor ask for the card first; the ruling itself is a second, long touch."""
    assert scene.state.question is not None
    pairs = [(offer, offer_button(scene, offer)) for offer in offers]
    if scene.state.question.question.about == "shoe_lost":
        return _shoe_lost_actions(scene, [button for _, button in pairs])
    answers = [offer for offer in offers if offer.command == "answer"]
    if not scene.supervisor and answers and all(offer.role == "supervisor" for offer in answers):
        return [*_placed([pair for pair in pairs if pair[0].command != "answer"]), _supervisor_card(scene)]
    return _placed(pairs)


def _shoe_lost_actions(scene: Scene, others: list[Json]) -> list[Json]:
    """Trying again is what comes next; what ends the interruption otherwise stands beside it."""
    label = scene.language.of("buttons", "do_test_again")
    test = button("test_again", label, act="test_again", tone="next", place=LAST_PLACE)
    return [*(button | {"place": place} for place, button in enumerate(others[:LAST_PLACE])), test]


def _supervisor_card(scene: Scene) -> Json:
    label = scene.language.of("buttons", "do_supervisor_card")
    ask = supervisor_ask(scene)
    return button("authorise", label, act="authorise", ask=ask, place=LAST_PLACE, tone="next")


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


def offer_button(scene: Scene, offer: Offer) -> Json:
    say = scene.language
    label = say.say(offer.say)
    said = (
        key if value is True else str(value) for key, value in offer.args.items() if not isinstance(value, list)
    )
    name = "-".join([offer.command, *said])
    if offer.role == "supervisor" and not scene.supervisor:
        label = say.of("formats", "supervisor_mark", label=label)
        ask = supervisor_ask(scene)
        return button(name, label, act="authorise", ask=ask, enabled=offer.blocked is None)
    if offer.asks in ON_A_SHEET:  # more than one thing, or one of a few
        return button(name, label, act="open", args={"sheet": _sheet_of(offer)}, enabled=offer.blocked is None)
    return button(
        name,
        label,
        act="do",
        args={"command": offer.command, **offer.args},
        enabled=offer.blocked is None,
        hold=offer.grave,
        ask=_ask(scene, offer),
    )


def _sheet_of(offer: Offer) -> list[str | int]:
    return [offer.command, offer.box] if offer.box is not None else [offer.command]


def supervisor_ask(scene: Scene) -> Json:
    return {"kind": "pin", "title": scene.language.screen("supervisor_title"), "badge": True}


def _ask(scene: Scene, offer: Offer) -> Json | None:
    say = scene.language
    if offer.command == "place_bonus_wager" and offer.asks:
        return _bonus_ask(scene, offer.args["box"])
    if offer.amounts:
        return _amounts_ask(scene, offer, offer.amounts)
    if offer.asks == "amount":
        return _money_ask(scene, scene.house.boxes[offer.args["box"]], marker=offer.role == "supervisor")
    if offer.asks == "faces":
        place = offer.args.get("place") or str(offer.args["box"])
        title = say.screen("faces_title", place=place, count=offer.cards)
        return face_ask(scene, title, "cards") | {"cards": offer.cards}
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
    if offer.asks == "cards_above":
        return _depth_ask(scene)
    if offer.asks == "face":
        return face_ask(scene, say.screen("face_title"), "card")
    if offer.asks == "reason":
        about = "void" if offer.args.get("choice") == "void" else "other"
        about = "penalty" if offer.command == "penalise" else about
        choices = [say.of("reasons", f"{about}_{number}") for number in (1, 2, 3)]
        return {"kind": "text", "title": say.screen("reason_title"), "choices": choices, "field": "reason"}
    return None


def face_ask(scene: Scene, title: str, field: str) -> Json:
    joker = JOKER in scene.table.game.deck(scene.state)
    return {"kind": "face", "title": title, "field": field, "joker": joker}


def _depth_ask(scene: Scene) -> Json:
    """Of the cut: how many cards it left above."""
    game = scene.table.game
    least = game.cut_deeper_than + 1
    return {
        "kind": "count",
        "title": scene.language.screen("depth_title"),
        "minimum": least,
        "maximum": len(game.deck(game.state)) - least,
        "start": 0,
        "field": "cards_above",
        "why": scene.language.of("refusals", "cut_too_near_the_end", least=least),
    }


def _money_ask(scene: Scene, box: Box, *, marker: bool) -> Json:
    say, limits = scene.language, scene.house.limits
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
        "why": say.screen(
            "marker_why" if marker else "ante_why",
            minimum_cents=lowest_cents,
            multiple_cents=limits.multiple_cents,
        ),
    }


def _bonus_ask(scene: Scene, box: int) -> Json:
    say, limits = scene.language, scene.table.setup.options.bonus
    return {
        "kind": "money",
        "title": say.screen("bonus_title", box=box),
        "unit": "$",
        "minimum_cents": limits.minimum_cents,
        "maximum_cents": limits.maximum_cents,
        "step_cents": limits.multiple_cents,
        "chips_cents": [],
        "start_cents": 0,
        "field": "amount_cents",
        "why": say.screen(
            "bonus_why", minimum_cents=limits.minimum_cents, multiple_cents=limits.multiple_cents
        ),
    }


def _amounts_ask(scene: Scene, offer: Offer, amounts: Amounts) -> Json:
    """Both ends are allowed whatever the step is: all that somebody has need not be whole chips."""
    say, least_cents, most_cents = scene.language, amounts.least_cents, amounts.most_cents
    return {
        "kind": "money",
        "title": say.screen(f"{offer.command}_title", box=offer.args.get("box")),
        "unit": "$",
        "minimum_cents": least_cents,
        "maximum_cents": most_cents,
        "step_cents": amounts.step_cents,
        "counted_from_cents": amounts.lies_cents % amounts.step_cents,
        "chips_cents": [],
        "start_cents": amounts.start_cents,
        "quick": [
            {"label": say.screen(quick, amount_cents=cents), "cents": cents} for quick, cents in amounts.quick
        ],
        "also_cents": [least_cents, most_cents],
        "field": amounts.field,
        "why": say.screen("amounts_why", least_cents=least_cents, most_cents=most_cents),
    }


def fixed(scene: Scene) -> list[Json]:
    say, here = scene.language, bool(scene.table.dealer) and not scene.trouble
    floor = "floor_came" if scene.table.floor_called_ms else "call_floor"

    def standing(place: int, name: str, act: str, args: Json, *, enabled: bool) -> Json:
        return button(name, say.of("buttons", f"do_{name}"), act=act, args=args, enabled=enabled, place=place)

    last = scene.table.undoable()
    can_undo = here and not scene.state.question and last is not None and last.by == scene.table.dealer
    return [
        standing(0, "undo", "do", {"command": "undo"}, enabled=can_undo),
        standing(1, "report", "report", {}, enabled=here and scene.state.may_report),
        standing(2, floor, "do", {"command": floor}, enabled=here),
        standing(3, "history", "open", {"sheet": ["history"]}, enabled=True),
        standing(4, "devices", "open", {"sheet": ["devices"]}, enabled=True),
        standing(5, "more", "open", {"sheet": ["more"]}, enabled=True),
    ]
