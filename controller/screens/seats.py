"""The seats of a pot game as the dealer's screen shows them: stakes, bets, blinds, the button, the pots."""

from __future__ import annotations

from typing import Any

from controller.language import Language
from controller.screens.buttons import button, offer_button
from controller.screens.cards import cards
from controller.screens.pages import choose
from controller.screens.scene import Json, Scene
from games.betting import Player
from games.events import BOARD
from games.offers import Offer
from games.outcomes import Text, text
from games.pot.options import PotOptions, determine
from games.pot.playing import unread_up
from games.pot.seating import lineup
from games.pot.showdown import due_to_show
from games.pot.state import PotState
from games.pots import Pot
from games.round_of_play import RoundOfPlay

NOTICE_MINUTES = (0, 5, 15, 30)


def boxes(scene: Scene) -> list[Json]:
    if scene.state.phase == "closed":
        return []
    return [_seat(scene, number) for number in range(1, scene.pot.places + 1)]


def _seat(scene: Scene, number: int) -> Json:
    state, say = scene.pot, scene.language
    player = state.play.players.get(number) if state.play else None
    standing, tone = _standing(state, number, player)
    out = player is None or player.folded
    return {
        "box": number,
        "label": str(number),
        "mark": say.screen("button_mark") if number == _button(state) else "",
        "tag": _tag(scene, number, player),
        "state": say.of("states", standing) if standing else "",
        "tone": tone,
        "cards": [] if out else cards(state, str(number)),
        "lines": _lines(scene, number, player),
        "touch": _touch(scene, number),
    }


def _button(state: PotState) -> int:
    return state.button if state.play is not None else lineup(state).button


def _standing(state: PotState, number: int, player: Player | None) -> tuple[str, str]:
    if state.question and state.question.question.say.words.get("place") == str(number):
        return "", "attention"
    seat = state.seats.get(number)
    if seat is None:
        return "empty", "empty"
    if player is None:
        return ("sits_out", "empty") if seat.sits_out or state.play is not None else _between(state, number)
    if player.folded:
        return "folded", "out"
    if number == _next(state):
        return "next", "next"
    if number in state.mucked:
        return "mucked", "out"
    if any(early.seat == number for early in state.early):
        return "too_early", "attention"
    return ("declared", "plain") if seat.declared and state.phase == "post" else ("", "plain")


def _between(state: PotState, number: int) -> tuple[str, str]:
    seat = state.seats[number]
    if not seat.stake_cents:
        return "no_stake", "attention"
    if number not in lineup(state).playing:
        return "waits_for_blind", "empty"
    return ("declared", "plain") if seat.declared else ("", "plain")


def _next(state: PotState) -> int | None:
    if state.question:
        return None
    if state.phase == "bet" and state.play is not None:
        turn = state.turn()
        return turn.seat if turn else None
    if state.phase == "deal":
        waiting = unread_up(state) if state.deal.complete else []
        place = waiting[0][0] if waiting else state.deal.due.place if state.deal.due else ""
        return int(place) if place.isdigit() else None
    due = due_to_show(state)
    return due[0] if due else None


def _tag(scene: Scene, number: int, player: Player | None) -> str:
    say, state = scene.language, scene.pot
    if player is not None and player.tapped_out and not player.folded:
        return say.screen("tapped_out_tag")
    lined = state.lined if state.play is not None else lineup(state)
    if lined is None or number not in lined.blinds or state.phase not in ("post", "deal", "bet"):
        return ""
    place = lined.blinds.index(number)
    if len(lined.blinds) == 1:
        return say.screen("blind_tag_2")
    return say.screen(f"blind_tag_{place + 1}")


def _lines(scene: Scene, number: int, player: Player | None) -> list[str]:
    say, state = scene.language, scene.pot
    if number not in state.seats:
        return []
    lines = [say.money(state.stake_cents(number))]
    if player is None:
        return lines
    if state.phase in ("pay", "collect") and state.won:
        won = sum(pot.paid.get(number, 0) for pot in state.won)
        return [*lines, say.screen("won_line", amount_cents=won)] if won else lines
    if player.bet_cents and state.phase in ("deal", "bet"):
        lines.append(say.screen("bet_line", amount_cents=player.bet_cents))
    return lines


def _touch(scene: Scene, number: int) -> Json | None:
    if not scene.table.dealer or not any(offer.box == number for offer in scene.offers):
        return None
    label = scene.language.place(str(number), begins=True)
    return button(f"box-{number}", label, act="open", args={"sheet": ["box", number]})


# ---------------------------------------------------------------- the rail


def pots(scene: Scene) -> list[Json]:
    state = scene.pot
    if state.play is None or state.void:
        return []
    formed = [won.pot for won in state.won] or _pots_so_far(state.play)
    return [_pot(scene, place, pot) for place, pot in enumerate(formed[:6])]


def _pots_so_far(play: RoundOfPlay) -> list[Pot]:
    """A pot is closed by whoever has tapped out; bets that may still be met are in the last one."""
    players = [player for player in play.players.values() if player.paid_cents]
    live = [player for player in players if not player.folded]
    most = max((player.paid_cents for player in players), default=0)
    borders = sorted({player.paid_cents for player in live if player.tapped_out} | {most})
    pots, below = [], 0
    for border in borders:
        cents = sum(min(player.paid_cents, border) - min(player.paid_cents, below) for player in players)
        eligible = tuple(p.seat for p in live if not p.tapped_out or p.paid_cents >= border)
        pots.append(Pot(cents, eligible, eligible))
        below = border
    dead = sum(player.dead_cents for player in play.players.values())
    pots[0] = pots[0]._replace(amount_cents=pots[0].amount_cents + dead)
    return [pot for pot in pots if pot.amount_cents]


def _pot(scene: Scene, place: int, pot: Pot) -> Json:
    say = scene.language
    label = say.screen("side_pot_label" if place else "main_pot_label", pot=place)
    detail = say.screen("pot_seats", seats=", ".join(map(str, sorted(pot.eligible)))) if place else ""
    return {"label": label, "value": say.money(pot.amount_cents), "detail": detail}


def notes(scene: Scene) -> list[Json]:
    say, state = scene.language, scene.pot
    turn = state.turn() if state.phase == "bet" else None
    if turn is None:
        return []
    rows = [{"label": say.screen("to_call_label"), "value": say.money(turn.to_call_cents)}]
    if turn.most_to_cents:
        rows.append(
            {
                "label": say.screen("raise_label"),
                "value": say.screen(
                    "raise_range", least_cents=turn.least_to_cents, most_cents=turn.most_to_cents
                ),
            }
        )
    return rows


def laid_early(scene: Scene) -> list[Json]:
    """Communal cards that came too soon, and that everybody has seen (17.17 and 17.18 of Faro)."""
    dealt = len(scene.pot.deal.hand(BOARD))
    return [
        {"id": f"board-{nth}", "up": True, "face": str(card.open()), "mark": "exposed"}
        for nth, card in enumerate(scene.pot.laid_early, start=dealt + 1)
        if card is not None and scene.pot.game.early_cards_lie_up
    ]


def seconds_left(scene: Scene) -> int | None:
    clock_ms = scene.pot.clock_ms
    return None if clock_ms is None else max(0, -(-(clock_ms - scene.now_ms) // 1000))


# ---------------------------------------------------------------- sheets


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
    fault = _fault(scene.language, options, draft)
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


def _fault(say: Language, options: PotOptions, draft: Draft) -> str | None:
    fit = determine(options, _changes(options, draft))
    return None if isinstance(fit, PotOptions) else say.undetermined(fit.code, fit.words)


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
