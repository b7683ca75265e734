"""The sheets of a pot game: seats, penalties, determinations."""

from __future__ import annotations

from typing import Any

from controller.screens.buttons import button, offer_button
from controller.screens.pages import choose
from controller.screens.scene import Json, Scene
from games.offers import Offer
from games.outcomes import Text, text
from games.pot.options import PotOptions, determine

NOTICE_MINUTES = (0, 5, 15, 30)


def title(scene: Scene, number: int) -> str:
    return scene.language.screen("seat_title", box=number)


def places(scene: Scene) -> list[str]:
    play = scene.pot.play
    return [str(seat) for seat in sorted(play.players) if not play.players[seat].folded] if play else []


def change_seat_sheet(scene: Scene, number: int = 0) -> Json | None:
    offered = any(offer.command == "change_seat" and offer.box == number for offer in scene.offers)
    if not offered:
        return None
    free = [place for place in range(1, scene.pot.places + 1) if place not in scene.pot.seats]
    buttons = [
        button(
            f"to-{place}",
            scene.language.place(str(place), begins=True),
            act="do",
            args={"command": "change_seat", "box": number, "to": place},
        )
        for place in free
    ]
    return choose(scene, scene.language.screen("change_seat_title", box=number), buttons)


def penalty_sheet(scene: Scene, number: int = 0) -> Json | None:
    """19.2: the hand is folded and its wagers stay, or the player is out of the game, or both."""
    say, state = scene.language, scene.pot
    if state.phase == "closed" or state.void:
        return None
    if not number:
        chosen = [
            button(
                f"box-{seat}", say.place(str(seat), begins=True), act="open", args={"sheet": ["penalty", seat]}
            )
            for seat in state.seats
        ]
        return choose(scene, say.screen("penalty_title"), chosen)
    offers = [_penalty(number, text("do_excluded"), excluded=True)]
    if state.phase in ("deal", "bet", "show") and state.plays_now(number):
        offers += [
            _penalty(number, text("do_fold_hand"), folded=True),
            _penalty(number, text("do_fold_and_exclude"), folded=True, excluded=True),
        ]
    return choose(
        scene, say.screen("penalty_seat", box=number), [offer_button(scene, offer) for offer in offers]
    )


def _penalty(box: int, say: Text, **penalty: bool) -> Offer:
    return Offer("penalise", say, {"box": box, **penalty}, role="supervisor", grave=True, asks="reason")


# ---------------------------------------------------------------- determinations, rules 4.1 and 4.2

# By page; each is a name in the configuration. Amounts are typed, the others go round.
PAGES: dict[str, tuple[str, ...]] = {
    "stakes": (
        "minimum_stake_cents",
        "maximum_buy_in_cents",
        "betting.blinds_cents.0",
        "betting.blinds_cents.1",
        "betting.blinds_cents.2",
        "betting.ante_cents",
        "betting.least_cents",
        "betting.most_cents",
    ),
    "cards": (
        "cards.deck",
        "cards.joker",
        "cards.ace_low",
        "cards.wins",
        "cards.eight_or_better",
        "betting.maximum",
        "betting.opening",
        "burn",
        "dealt",
        "first_opener",
        "seconds_to_act",
    ),
}
AROUND: dict[str, tuple[Any, ...]] = {
    "cards.deck": (52, 48, 44, 40, 36, 32),
    "cards.joker": (False, True),
    "cards.ace_low": (False, True),
    "cards.wins": ("high", "low", "split"),
    "cards.eight_or_better": (False, True),
    "betting.maximum": ("half_pot", "full_pot", "no_limit", "straddle"),
    "betting.opening": ("blind_a", "blind_b", "blind_c"),
    "burn": (False, True),
    "dealt": ("two_two_one", "one_by_one"),
    "first_opener": ("lowest", "highest"),
    "seconds_to_act": (None, 30, 40, 60, 90),
}
Draft = dict[str, Any]


def determinations_sheet(
    scene: Scene, which: str = "", draft: Draft | None = None, typed: int = 0
) -> Json | None:
    """First what is to change, then from when. `typed` is an amount that the keypad has just given."""
    if not scene.for_a_pot or scene.state.phase == "closed":
        return None
    if which == "when":
        return _when_sheet(scene, draft or {})
    if which in PAGES:
        return _values_sheet(scene, which, draft or {})
    if which:  # the name of an amount that was just typed
        page = next(page for page, names in PAGES.items() if which in names)
        return _values_sheet(scene, page, {**(draft or {}), which: typed})
    say = scene.language
    chosen = [
        button(
            page,
            say.of("buttons", f"do_determine_{page}"),
            act="open",
            args={"sheet": ["change_determinations", page]},
        )
        for page in PAGES
    ]
    return choose(scene, say.screen("determine_title"), chosen)


def _values_sheet(scene: Scene, page: str, draft: Draft) -> Json:
    options = scene.pot.options
    named = [name for name in PAGES[page] if _has(options, name)]
    chosen = [_value_button(scene, page, name, draft) for name in named]
    fault = _fault(options, draft)
    label = scene.language.of("buttons", "do_determine_when")
    go_on = button(
        "when",
        label,
        act="open",
        args={"sheet": ["change_determinations", "when", draft]},
        enabled=bool(draft) and fault is None,
        tone="next",
    )
    detail = fault or scene.language.screen("determine_detail")
    return choose(scene, scene.language.screen("determine_title"), [*chosen, go_on], detail)


def _has(options: PotOptions, name: str) -> bool:
    try:
        value = _value(options, name, {})
    except (AttributeError, IndexError):
        return False
    if name == "betting.maximum" and value == "spread":
        return False  # how far a spread goes is the configuration's business
    amount = name not in AROUND
    return not (amount and value in (None, 0)) and not (
        name == "betting.opening" and not options.betting.blinds_cents
    )


def _value(options: PotOptions, name: str, draft: Draft) -> Any:
    if name in draft:
        return draft[name]
    inside: Any = options
    for part in name.split("."):
        inside = inside[int(part)] if part.isdigit() else getattr(inside, part)
    return inside


def _value_button(scene: Scene, page: str, name: str, draft: Draft) -> Json:
    say, options = scene.language, scene.pot.options
    value = _value(options, name, draft)
    code = name.rpartition(".")[2] if not name[-1].isdigit() else f"blind_{int(name[-1]) + 1}"
    tone = "next" if name in draft else "plain"
    if name in AROUND:
        around = AROUND[name]
        follows = around[(around.index(value) + 1) % len(around)] if value in around else around[0]
        label = say.screen(f"determine_{code}", value=say.determined(value))
        args = {"sheet": ["change_determinations", page, {**draft, name: follows}]}
        return button(code, label, act="open", args=args, tone=tone)
    chip = options.smallest_chip_cents
    ask = {
        "kind": "money",
        "title": say.screen("determine_amount_title"),
        "unit": "$",
        "minimum_cents": chip,
        "maximum_cents": 10_000_000,
        "step_cents": chip,
        "chips_cents": [],
        "start_cents": value,
        "field": "amount_cents",
        "why": say.screen("determine_why"),
    }
    label = say.screen(f"determine_amount_{code}", amount_cents=value)
    typed: Json = {"sheet": ["change_determinations", name, draft, value], "put": 3}
    return button(code, label, act="open", args=typed, ask=ask, tone=tone)


def _changes(options: PotOptions, draft: Draft) -> dict[str, Any]:
    """Blinds are one determination, however many of them were typed."""
    changes = {name: value for name, value in draft.items() if not name.startswith("betting.blinds_cents.")}
    if len(changes) < len(draft):
        blinds = range(len(options.betting.blinds_cents))
        changes["betting.blinds_cents"] = tuple(
            _value(options, f"betting.blinds_cents.{place}", draft) for place in blinds
        )
    return changes


def _fault(options: PotOptions, draft: Draft) -> str | None:
    fit = determine(options, _changes(options, draft))
    return fit if isinstance(fit, str) else None


def _when_sheet(scene: Scene, draft: Draft) -> Json:
    options = scene.pot.options
    changes = [{"name": name, "value": value} for name, value in _changes(options, draft).items()]
    offers = [
        Offer(
            "change_determinations",
            text("do_limits_in" if minutes else "do_limits_next_round", minutes=minutes),
            {"changes": changes, "in_minutes": minutes},
            role="supervisor",
            grave=True,
        )
        for minutes in NOTICE_MINUTES
    ]
    return choose(
        scene, scene.language.screen("determine_title"), [offer_button(scene, offer) for offer in offers]
    )
