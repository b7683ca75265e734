"""The seats of a pot game as the dealer's screen shows them: stakes, bets, blinds, the button, the pots."""

from __future__ import annotations

from controller.screens.buttons import button
from controller.screens.cards import cards
from controller.screens.scene import Json, Scene
from games.betting import Player
from games.events import BOARD
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
