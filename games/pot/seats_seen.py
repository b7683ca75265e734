"""The seats of a pot game as they are seen: stakes, bets, blinds, the button, the pots."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from games.betting import Player
from games.events import BOARD
from games.every_game.layout import board, cards
from games.outcomes import Text
from games.pot.playing import to_pay, unread_up
from games.pot.seating import lineup
from games.pot.showdown import due_to_show
from games.pot.state import PotState
from games.pots import Pot
from games.round_of_play import RoundOfPlay
from games.seen import Audience, Note, Seen, SeenCard, SeenPlace, Tone, caption, face_for, money

MOST_POTS = 6
BLINDS = ("", "first_blind", "second_blind", "third_blind")


def with_seats(seen: Seen, state: PotState, audience: Audience) -> Seen:
    if seen.is_closed:
        return seen
    return replace(
        seen,
        turn_ends_ms=None if state.question else state.clock_ms,
        places=tuple([_seat(state, number, audience) for number in range(1, state.places + 1)]),
        board=board(state, audience, _laid_early(state, audience)),
        pots=tuple(_pots(state)),
        notes=(*_notes(state), *seen.notes),
    )


def _seat(state: PotState, number: int, audience: Audience) -> SeenPlace:
    player = state.player(number)
    standing, tone = _standing(state, number, player)
    button = state.button if state.posted is not None else lineup(state).button
    return SeenPlace(
        number,
        standing,
        tone,
        mark=caption("button_mark") if number == button else None,
        tag=_tag(state, number, player),
        cards=() if player is None or player.folded else cards(state, str(number), audience),
        lines=tuple(_lines(state, number, player)),
    )


def _standing(state: PotState, number: int, player: Player | None) -> tuple[str, Tone]:
    if state.question and state.question.question.say.words.get("place") == str(number):
        return "", "attention"
    seat = state.seats.get(number)
    if seat is None:
        return "barred" if number in state.barred else "empty", "empty"
    if player is None:
        return _not_dealt_in(state, number)
    if player.folded:
        return "folded", "out"
    if number == _next(state):
        return "next", "next"
    if number in state.current.mucked:
        return "mucked", "out"
    if any(early.seat == number for early in state.current.early):
        return "too_early", "attention"
    if state.tournament is not None:
        return _entrant_stands(state, number, player)
    return ("declared", "plain") if seat.declared and state.phase == "post" else ("", "plain")


def _not_dealt_in(state: PotState, number: int) -> tuple[str, Tone]:
    """Or not yet."""
    seat, here = state.seats[number], state.tournament
    if here is None:
        return ("sits_out", "empty") if seat.sits_out or state.posted is not None else _between(state, number)
    if not seat.stake_cents:
        return "out", "out"
    if state.posted is not None or not here.takes_part(number):
        return "sits_out", "empty"
    return _entrant_stands(state, number, None)


def _entrant_stands(state: PotState, number: int, player: Player | None) -> tuple[str, Tone]:
    """His number stands where others have their blind."""
    if _is_tapped_out(player):
        return "all_in", "plain"
    return "absent" if state.is_absent(number) else BLINDS[_blind(state, number)], "plain"


def _between(state: PotState, number: int) -> tuple[str, Tone]:
    seat = state.seats[number]
    if not seat.stake_cents:
        return "no_stake", "attention"
    if number not in lineup(state).playing:
        return "waits_for_blind", "empty"
    return ("declared", "plain") if seat.declared else ("", "plain")


def _next(state: PotState) -> int | None:
    if state.question:
        return None
    if state.phase == "bet":
        return state.current.betting.seat
    if state.phase == "deal":
        waiting = unread_up(state) if state.deal.complete else []
        place = waiting[0][0] if waiting else state.deal.due.place if state.deal.due else ""
        return int(place) if place.isdigit() else None
    due = due_to_show(state)
    return due[0] if due else None


def _tag(state: PotState, number: int, player: Player | None) -> Text | None:
    """In a tournament an entrant goes by his number."""
    entrant = state.tournament.entrants.get(number) if state.tournament is not None else None
    if entrant is not None:
        return caption("entry_tag", entry=entrant.entry)
    if _is_tapped_out(player):
        return caption("tapped_out_tag")
    place = _blind(state, number)
    return caption(f"blind_tag_{place}") if place else None


def _is_tapped_out(player: Player | None) -> bool:
    return player is not None and player.tapped_out and not player.folded


def _blind(state: PotState, number: int) -> int:
    """Which of them is his; 0: none, or they are forgotten."""
    lined = state.posted.lined if state.posted is not None else lineup(state)
    if number not in lined.blinds or state.phase not in ("post", "deal", "bet"):
        return 0
    return 2 if len(lined.blinds) == 1 else lined.blinds.index(number) + 1


def _lines(state: PotState, number: int, player: Player | None) -> Iterator[Text]:
    if number not in state.seats:
        return
    yield money(state.stake_cents(number))
    if player is None:
        return
    if state.phase in ("pay", "collect") and state.current.won:
        won = sum(pot.paid.get(number, 0) for pot in state.current.won)
        if won:
            yield caption("won_line", amount_cents=won)
    elif player.bet_cents and state.phase in ("deal", "bet"):
        yield caption("bet_line", amount_cents=player.bet_cents)


# ---------------------------------------------------------------- in the middle


def _pots(state: PotState) -> Iterator[Note]:
    now = state.posted
    if now is None or state.void:
        return
    formed = [won.pot for won in now.won] or _pots_so_far(now.play)
    for place, pot in enumerate(formed[:MOST_POTS]):
        seats = ", ".join(map(str, sorted(pot.eligible)))
        yield Note(
            caption("pot_label", pot=place + 1),
            money(pot.amount_cents),
            caption("pot_seats", seats=seats) if place else None,
        )


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


def _notes(state: PotState) -> Iterator[Note]:
    if state.phase != "bet":
        yield from _level(state)
        return
    now, turn = state.current, state.current.turn
    yield Note(caption("to_call_label"), money(to_pay(now, turn)))
    if turn.most_to_cents:
        amounts = caption("raise_range", least_cents=turn.least_to_cents, most_cents=turn.most_to_cents)
        yield Note(caption("raise_label" if now.betting.high_cents else "bet_to_label"), amounts)


def _level(state: PotState) -> Iterator[Note]:
    here = state.tournament
    if here is not None and here.level:
        yield Note(caption("level_label"), caption("level_note", level=here.level))


def _laid_early(state: PotState, audience: Audience) -> Iterator[SeenCard]:
    """Communal cards that came too soon, and that everybody has seen (17.17 and 17.18 of Faro)."""
    if not state.game.instrument.early_cards_lie_up:
        return
    for nth, card in enumerate(state.laid_early, start=len(state.deal.hand(BOARD)) + 1):
        if card is not None:
            yield SeenCard(f"{BOARD}-{nth}", face=face_for(audience, card, lies_up=True), mark="exposed")
