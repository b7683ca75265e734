"""A table at which a tournament is played: who sits there for it, and how far the table may play.

The tournament itself is no table's business (games/tournament). It gives orders, one after the other and only
between two rounds; the table reports what the cards have said, and decides nothing of entries or places.

NI2004-492: 17.7
NI2004-492: 17.14
NI2004-492: 17.19-17.20
NI2017-583: 20.8-20.9
NI2017-583: 20.16-20.17
NI2005-67, NI2005-74: 20.7
NI2005-67, NI2005-74: 20.15-20.16
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from games import events as e
from games.events.tournament_orders import ORDERS
from games.every_game.carry import Entrant, TournamentHere
from games.every_game.state import Refused, State, notice, require
from games.offers import Offer
from games.outcomes import (
    AtTournament,
    ChipsStand,
    Notice,
    OrderFollowed,
    Outcome,
    Prompt,
    SeatMarked,
    Text,
    TournamentRoundBegun,
    TournamentRoundPlayed,
    text,
)
from games.rulebook import Rule

# ---------------------------------------------------------------- orders


def follow(state: State, event: Any) -> list[Outcome]:
    numbers = state.game.tournament
    require(numbers is not None, "no_tournament_in_rules")
    assert numbers is not None
    rule = numbers.director
    require(not state.in_round and not state.game.wagers_lie(state), "orders_wait_for_round", rule)
    here = state.tournament
    joins = isinstance(event, e.JoinTournament)
    require((here is None) == joins, "no_such_tournament_here", rule)
    last = here.orders if here is not None else event.order - 1  # a table may join once more, with what follows
    require(event.order == last + 1, "order_out_of_turn", rule, order=event.order, last=last)
    if (why := state.game.cannot_follow(state, event)) is not None:
        raise Refused(why)
    told = _FOLLOWED[type(event)](state, event)
    if state.tournament is not None:
        state.tournament.orders = event.order
    return told


def _join(state: State, event: e.JoinTournament) -> list[Outcome]:
    assert state.game.tournament is not None
    require(not state.game.has_players(state), "players_sit_there", state.game.tournament.director)
    state.tournament = TournamentHere(event.tournament)
    return [_followed(event)]


def _leave(state: State, event: e.LeaveTournament) -> list[Outcome]:
    assert state.tournament is not None
    assert state.game.tournament is not None
    require(not state.tournament.entrants, "players_sit_there", state.game.tournament.director)
    state.tournament = None
    return [_followed(event), *state.game.tournament_left(state)]


def _seat(state: State, event: e.SeatEntrant) -> list[Outcome]:
    here = _here(state)
    assert state.game.tournament is not None
    rule = state.game.tournament.seats
    require(event.box not in here.entrants, "seat_is_taken", rule, box=event.box)
    require(1 <= event.box <= state.game.boxes, "no_such_box", rule, box=event.box)
    here.entrants[event.box] = Entrant(event.entry, chips_cents=event.chips_cents, since_round=state.round)
    here.counted.append(event.box)  # he comes with what he is said to have
    seated = state.game.seat_entrant(state, event.box, event.chips_cents)
    moved = AtTournament(box=event.box, entry=event.entry, chips_cents=event.chips_cents)
    return [_followed(event, moved), *seated]


def _unseat(state: State, event: e.UnseatEntrant) -> list[Outcome]:
    here = _here(state)
    _whose(state, event.box, event.entry)
    chips_cents = state.game.entrant_chips_cents(state, event.box)
    gone = state.game.unseat_entrant(state, event.box)
    entrant = here.entrants.pop(event.box)
    here.counted = [box for box in here.counted if box != event.box]
    if chips_cents:
        here.leaving[event.box] = replace(entrant, chips_cents=chips_cents)
    moved = AtTournament(box=event.box, entry=entrant.entry, chips_cents=chips_cents)
    return [_followed(event, moved), *gone]


def _give(state: State, event: e.GiveChips) -> list[Outcome]:
    _whose(state, event.box, event.entry)
    given = state.game.give_chips(state, event.box, event.chips_cents)
    chips_cents = state.game.entrant_chips_cents(state, event.box)
    moved = AtTournament(box=event.box, entry=event.entry, chips_cents=chips_cents)
    return [_followed(event, moved), *given]


def _levels(state: State, event: e.FollowLevels) -> list[Outcome]:
    _here(state).levels = event.levels
    return [_followed(event), *level_due(state, event.at_ms)]


def _session(state: State, event: e.PlaySession) -> list[Outcome]:
    here = _here(state)
    if event.session != here.session:
        here.session, here.played = event.session, 0
    here.until_round, here.waiting, here.until_ms = event.until_round, event.waiting, event.until_ms
    here.boxes = event.boxes
    return [_followed(event), *state.game.session_ordered(state, event)]


def _whose(state: State, box: int, entry: int) -> None:
    assert state.game.tournament is not None
    entrant = _here(state).entrants.get(box)
    sits = entrant is not None and entrant.entry == entry
    require(sits, "entrant_sits_elsewhere", state.game.tournament.seats, box=box, entry=entry)


def are_seated(state: State) -> bool:
    """Players of a tournament: the table does not close before the director ends the session."""
    return state.tournament is not None and bool(state.tournament.entrants)


def _here(state: State) -> TournamentHere:
    assert state.tournament is not None
    return state.tournament


def _followed(event: Any, moved: AtTournament | None = None) -> Outcome:
    return OrderFollowed(order=event.order, what=event.kind, moved=moved)


_FOLLOWED: dict[type[e.Event], Callable[[Any, Any], list[Outcome]]] = {
    e.JoinTournament: _join,
    e.LeaveTournament: _leave,
    e.SeatEntrant: _seat,
    e.UnseatEntrant: _unseat,
    e.GiveChips: _give,
    e.FollowLevels: _levels,
    e.PlaySession: _session,
}
assert set(_FOLLOWED) == set(ORDERS)


# ---------------------------------------------------------------- the link


def link_held(state: State, event: e.LinkHeld) -> list[Outcome]:
    """A round that is on is played to its end. No other begins: nobody would hear of it."""
    here, numbers = state.tournament, state.game.tournament
    if here is None or numbers is None:
        return []
    here.held = event
    return [Notice(say=_why_held(here, event), rule=numbers.director)]


def link_released(state: State, event: e.LinkReleased) -> list[Outcome]:
    here, numbers = state.tournament, state.game.tournament
    if here is None or numbers is None or here.held is None:
        return []
    here.held = None
    return [notice("link_released", numbers.director)]


# ---------------------------------------------------------------- levels


def level_due(state: State, at_ms: int) -> list[Outcome]:
    """Between two rounds: a round is played by the level that it was begun with."""
    here = state.tournament
    if here is None:
        return []
    coming = here.played + 1
    begun = [level for level in here.levels if level.from_ms <= at_ms and level.from_round <= coming]
    if not begun or _limits(begun[-1]) == _limits(here.holds):
        return []
    here.holds = begun[-1]
    assert state.game.tournament is not None
    told = notice("level_begins", state.game.tournament.pace, level=here.level)
    return [told, *state.game.play_level(state, begun[-1])]


def _limits(level: e.Level | None) -> e.Level | None:
    """Whenever it was to begin."""
    return replace(level, from_ms=0, from_round=0) if level is not None else None


def next_level_ms(state: State) -> int | None:
    here = state.tournament
    if here is None:
        return None
    return min((level.from_ms for level in here.levels if level.from_ms > state.now_ms), default=None)


# ---------------------------------------------------------------- what the dealer says


def mark_seat(state: State, event: e.MarkSeat) -> list[Outcome]:
    here, numbers = state.tournament, state.game.tournament
    require(here is not None and numbers is not None, "no_such_tournament_here")
    assert here is not None
    assert numbers is not None
    if event.box in here.leaving and not event.taken:
        del here.leaving[event.box]
        return [notice("entrant_has_left", numbers.seats, place=str(event.box))]
    require(event.box in here.entrants, "nobody_sits_there", numbers.seats, box=event.box)
    entrant = here.entrants[event.box]
    require(entrant.taken != event.taken or entrant.expected, "so_already", numbers.seats, box=event.box)
    entrant.taken, entrant.expected = event.taken, False
    marked = SeatMarked(box=event.box, entry=entrant.entry, taken=event.taken)
    return [marked, *state.game.entrant_marked(state, event.box)]


def marked_otherwise(before: TournamentHere | None, after: TournamentHere | None) -> list[Outcome]:
    """A mark was taken back: the tournament had heard of it."""
    if before is None or after is None:
        return []
    return [
        SeatMarked(box=box, entry=entrant.entry, taken=entrant.taken)
        for box, entrant in after.entrants.items()
        if box in before.entrants and before.entrants[box].taken != entrant.taken
    ]


# ---------------------------------------------------------------- what is told of a round


def begun(state: State) -> list[Outcome]:
    """Once, however often its cards are dealt."""
    here = state.tournament
    if here is None or here.round_is_on or not state.in_round:
        return []
    here.round_is_on = True
    here.counted.clear()
    return [TournamentRoundBegun(session=here.session, round=here.played + 1)]


def played(state: State) -> list[Outcome]:
    """The round is over and settled, and its wagers are still known."""
    here = state.tournament
    if here is None:
        return []
    void = state.void
    number = here.played + 1
    told = TournamentRoundPlayed(
        session=here.session,
        round=number,
        void=void,
        entrants=tuple(chips_of_all(state, in_round=not void)),
        button=state.game.button_at(state),
    )
    here.round_is_on = False
    if not void:
        here.played = number
    return [told]


def round_voided(state: State) -> list[Outcome]:
    """The last one, after it was closed: it does not count, and is dealt again (TOURN-VOID-ROUND)."""
    here = state.tournament
    if here is None or not here.played:
        return []
    here.played -= 1
    return state.game.round_voided(state)


def corrected(state: State) -> list[Outcome]:
    """A closed round was put right, or somebody was excluded: somebody has other chips now than was told."""
    if state.tournament is None:
        return []
    return [ChipsStand(entrants=tuple(chips_of_all(state)), played=state.tournament.played)]


def chips_between_rounds(state: State) -> ChipsStand | None:
    """None while a wager lies: what is staked is still in play."""
    if state.tournament is None or state.in_round or state.game.wagers_lie(state):
        return None
    return ChipsStand(entrants=tuple(chips_of_all(state)), played=state.tournament.played)


def stands_otherwise(before: ChipsStand | None, state: State) -> list[Outcome]:
    """What had put chips right, or had excluded somebody, was taken back: the tournament had heard of it."""
    after = chips_between_rounds(state)
    told: list[Outcome] = [after] if before is not None and after is not None and after != before else []
    return [*told, *state.game.excluded_entrants(state)]


def chips_of_all(state: State, *, in_round: bool = False) -> Iterator[AtTournament]:
    game = state.game
    for box, entrant in sorted(_here(state).entrants.items()):
        contributed_cents = game.contributed_cents(state, box) if in_round else 0
        chips_cents = game.entrant_chips_cents(state, box)
        yield AtTournament(
            box=box, entry=entrant.entry, chips_cents=chips_cents, contributed_cents=contributed_cents
        )


# ---------------------------------------------------------------- why no round begins


def why_waits(state: State) -> Text | None:
    """Why the tournament lets no further round begin."""
    here = state.tournament
    if here is None:
        return None
    if here.held is not None:
        return text("tournament_waits_held")
    if here.clock_stands:
        return text("tournament_waits_stopped")
    if here.waiting:
        return text(f"tournament_waits_{here.waiting}", until_ms=here.until_ms or 0)
    return text("tournament_waits_pace") if here.is_played_out else None


def waits_by(state: State) -> Rule:
    """The rule of that."""
    numbers, here = state.game.tournament, _here(state)
    assert numbers is not None
    if here.held is not None:
        return numbers.director
    if here.clock_stands:
        return numbers.pace
    by = {"": numbers.pace, "session": numbers.session, "break": numbers.pause, "pace": numbers.pace}
    return by.get(here.waiting) or numbers.others or numbers.pace


def waiting_prompt(state: State) -> Prompt | None:
    """Instead of what the game would say between two rounds."""
    waits = why_waits(state)
    if state.in_round or state.game.wagers_lie(state) or waits is None:
        return None
    return Prompt(say=waits, explain=_explains(_here(state)), rule=waits_by(state))


def held_prompt(state: State) -> Prompt | None:
    """Before anything else that would be said between two rounds: nobody hears of it."""
    return waiting_prompt(state) if _here(state).held is not None else None


def _explains(here: TournamentHere) -> Text:
    return text("tournament_waits_explained") if here.held is None else _why_held(here, here.held)


def _why_held(here: TournamentHere, held: e.LinkHeld) -> Text:
    words = {"order": held.order, "record": held.record, "tournament": here.tournament}
    return text(f"link_{held.why}", **words)


def moving_prompt(state: State) -> Prompt | None:
    """Between two rounds; `as_prompted` puts the buttons for it in the row."""
    if state.tournament is None or state.in_round or state.game.wagers_lie(state):
        return None
    numbers, moving = state.game.tournament, _moving(state)
    if moving is None:
        return None
    assert numbers is not None
    box, who, comes = moving
    if not comes:
        words = {"place": str(box), "amount_cents": who.chips_cents}
        say, explain = text("send_entrant", **words), text("send_entrant_explained", entry=who.entry)
        if not who.taken:  # he never came
            say, explain = text("take_chips_away", **words), text("take_chips_away_explained", entry=who.entry)
        return Prompt(say=say, explain=explain, rule=numbers.seats)
    cents = state.game.entrant_chips_cents(state, box)
    say = text("entrant_comes", place=str(box), entry=who.entry, amount_cents=cents)
    return Prompt(say=say, explain=text("entrant_comes_explained"), rule=numbers.seats)


def _moving(state: State) -> tuple[int, Entrant, bool] | None:
    """Who is to be sent away, or comes: nobody but the dealer sees it. Those who go come first.

    Somebody without chips does not play, and is waited for by the tournament alone.
    """
    here = _here(state)
    for box, gone in here.leaving.items():
        return box, gone, False
    with_chips = (
        (box, who) for box, who in here.entrants.items() if state.game.entrant_chips_cents(state, box)
    )
    return next(((box, who, True) for box, who in with_chips if who.expected), None)


# ---------------------------------------------------------------- what may be said


def offers(state: State) -> Iterator[Offer]:
    """Who sits there, and who is not there: nobody else can see it."""
    here = state.tournament
    if here is None:
        return
    for box, gone in here.leaving.items():
        words = {"place": str(box), "amount_cents": gone.chips_cents}
        yield Offer(
            "mark_seat",
            text("do_entrant_left" if gone.taken else "do_chips_taken_away", **words),
            {"box": box, "taken": False},
            box=box,
        )
    for box, entrant in here.entrants.items():
        if state.game.entrant_chips_cents(state, box):
            yield from _mark_offers(box, entrant, is_left=box in here.leaving)


def _mark_offers(box: int, entrant: Entrant, *, is_left: bool) -> Iterator[Offer]:
    words = {"box": box, "entry": entrant.entry}
    if not entrant.taken:
        say = text("do_mark_seat_taken", **words)
        yield Offer("mark_seat", say, {"box": box, "taken": True}, box=box)
    if (entrant.taken or entrant.expected) and not is_left:
        yield Offer("mark_seat", text("do_mark_absent", **words), {"box": box, "taken": False}, box=box)


def as_prompted(state: State, may_be_said: list[Offer]) -> list[Offer]:
    """What the dealer is asked to see to stands in the row, instead of what the game proposes."""
    moving = _moving(state)
    if moving is None or state.question or moving_prompt(state) is None or state.phase in ("closed", "verify"):
        return may_be_said
    box, _, comes = moving
    if comes and any(offer.command == "count_chips" for offer in may_be_said):
        return may_be_said  # the last session is finished first
    shown = [_as_prompted(offer, box, taken=comes) for offer in may_be_said]
    return [offer for offer in shown if offer.command == "mark_seat" or not _is_in_the_row(offer)]


def _is_in_the_row(offer: Offer) -> bool:
    return offer.box is None and (offer.where == "row" or offer.proposed)


def _as_prompted(offer: Offer, box: int, *, taken: bool) -> Offer:
    if offer.command != "mark_seat" or offer.args["box"] != box:
        return offer
    return replace(offer, box=None, proposed=offer.args["taken"] == taken)
