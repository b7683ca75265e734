"""How fast whole hands go through the rules, against two libraries that play poker.

The same hands with the same cards and actions, prepared beforehand. Ours is given typed events, from the posts
to the count of the cards, with every rule on: once the rules alone (`Game.take`), once what a table runs for
each event (`Table.take`), which also keeps what it has told, and once with the one sentence of what comes next
made after every event, which a table only makes when it paints a screen. Theirs is given the calls that their
own users make. All in CPU time.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import count, islice
from random import Random
from typing import Any

import clubs
import pokerkit

from games.events import BOARD, Event
from games.every_game.carry import Carry
from games.outcomes import Acted, Outcome
from games.pot.game import PotGame
from games.table.table import Setup, Table, TableCarry
from tests.bench.agreement import Disagreement
from tests.bench.report import Line, Suite, Unit, line
from tests.bench.rounds import Task, turn_about
from tests.games.pot_talk import GAMES, PotTable, at_a_pot_table

HANDS = 12
SEATS = 6
SEED = 20_261_118
MOST_BETS = 3  # of a fixed limit: fewer than either house's most
ODD_CENTS = 2 * SEATS  # who has the odd cent is each house's own affair
THOUSANDS_A_SECOND = Unit("k/s", lambda seconds: 1e-3 / seconds, more_is_better=True)
ABOUT = (
    "whole hands of six players, prepared beforehand: ours as typed events with every rule on, the rules\n"
    "        alone, as a table runs them, and with what comes next said after each; theirs as the same cards\n"
    "        and actions through their own calls; no commission; in CPU time"
)
EVEN = dict.fromkeys(range(1, SEATS + 1), 1000)
UNEVEN = {1: 250, 2: 600, 3: 1000, 4: 400, 5: 2000, 6: 1500}
FIXED = {"maximum": "spread", "most": 10, "later": (20, 20), "raise_cap": 3}
O8 = {**FIXED, "wins": "split", "eight_or_better": True, "low_ace": "low"}
STUD = {"maximum": "spread", "most": 10, "later": (20, 20), "ante": 2, "bring_in": 3}


@dataclass(frozen=True, slots=True)
class Played:
    """A hand as it was played once: what ours is given, and what theirs is told of it."""

    carry: Carry
    events: tuple[Event, ...]
    seats: tuple[int, ...]  # the first after the button first
    stakes: tuple[int, ...]
    acted: tuple[Acted, ...]
    cards: dict[str, tuple[str, ...]]  # of each seat and of the board
    ended: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Kind:
    name: str
    game: str
    options: dict[str, Any]
    stakes: dict[int, int]
    raises: float  # how often somebody does who may
    state: Callable[[Played], Any]
    to_reach: float  # by the rules alone, against pokerkit
    table_to_reach: float


# ---------------------------------------------------------------- preparing hands


def prepared(kind: Kind, seed: int) -> tuple[PotGame, Played]:
    """Once by chance, at a table where nothing goes wrong."""
    table = at_a_pot_table(
        kind.game,
        boxes=SEATS,
        stakes=kind.stakes,
        chip=0.01,
        ace_low=True,
        time_charge=1,
        every_minutes=240,
        **kind.options,
    )
    table.collects_time_charge()  # nothing is taken from the pots: their libraries know no commission
    carry = table.game.state.carry()
    heard = _listened(table)
    events = len(table.events)
    table.stacked = [str(face) for face in Random(seed).sample(table.game.deck(table.state), 52)]
    table.named = {}
    table.posts()
    play = table.state.play
    stakes = tuple(p.stake_cents + p.paid_cents for p in play.players.values())
    _bets(table, Random(seed), kind.raises)
    deal = table.state.deal
    table.all_show()
    table.all_paid()
    ended = tuple(play.stakes().values())
    places = (BOARD, *map(str, play.players))
    cards = {place: tuple(str(dealt.card.open()) for dealt in deal.hand(place)) for place in places}
    table.collects()
    acted = tuple(said for said in heard if isinstance(said, Acted))
    return table.game, Played(
        carry, tuple(table.events[events:]), tuple(play.players), stakes, acted, cards, ended
    )


def _listened(table: PotTable) -> list[Outcome]:
    heard: list[Outcome] = []
    take = table.game.take

    def listening(event: Event) -> list[Outcome]:
        outcomes = take(event)
        heard.extend(outcomes)
        return outcomes

    table.game.take = listening  # type: ignore[method-assign]
    return heard


def _bets(table: PotTable, chance: Random, raises: float) -> None:
    while table.phase in ("deal", "bet"):
        table.deal()
        if table.phase == "bet":
            _acts(table, chance.random() < raises)


def _acts(table: PotTable, raises: bool) -> None:
    turn, betting = table.state.play.turn(), table.state.play.betting
    fixed = betting.limit.maximum == "spread"
    raises = raises and not (fixed and betting.high_cents >= MOST_BETS * betting.limit.least_cents)
    if turn.most_to_cents and (raises or not (turn.may_check or turn.may_call)):
        bring_in = not turn.may_fold
        table.bets(turn.seat, (turn.least_to_cents if bring_in else turn.most_to_cents) / 100)
    elif turn.may_check:
        table.checks(turn.seat)
    else:
        table.calls(turn.seat)


# ---------------------------------------------------------------- ours


def ours(game: PotGame, hands: Sequence[Played]) -> Callable[[], list[list[int]]]:
    made, options = GAMES[game.name], game.state.options

    def work() -> list[list[int]]:
        ended = []
        for hand in hands:
            played = made(options, SEATS, hand.carry)
            take = played.take
            for event in hand.events:
                take(event)
            ended.append([seat.stake_cents for seat in played.state.seats.values()])
        return ended

    return work


def at_a_table(game: PotGame, hands: Sequence[Played], *, prompted: bool) -> Callable[[], list[list[int]]]:
    setup = Setup("bench", game.name, SEATS, game.state.options)

    def work() -> list[list[int]]:
        ended = []
        for hand in hands:
            table = Table(setup, TableCarry(hand.carry))
            take = table.take
            for event in hand.events:
                take(event)
                if prompted:
                    table.game.prompt()
            ended.append([seat.stake_cents for seat in table.game.state.seats.values()])
        return ended

    return work


# ---------------------------------------------------------------- pokerkit

OURS_TO_SAY = {
    pokerkit.Automation.HOLE_DEALING,
    pokerkit.Automation.BOARD_DEALING,
    pokerkit.Automation.CARD_BURNING,  # or it would burn a card that is dealt later, and warn of it
}
AUTOMATED = tuple(step for step in pokerkit.Automation if step not in OURS_TO_SAY)
BLINDS, SMALL, BIG = (500, 1000), 1000, 2000


def plo(hand: Played) -> Any:
    make = pokerkit.PotLimitOmahaHoldem.create_state
    return make(AUTOMATED, True, 0, BLINDS, SMALL, hand.stakes, SEATS)


def omaha_eight(hand: Played) -> Any:
    make = pokerkit.FixedLimitOmahaHoldemHighLowSplitEightOrBetter.create_state
    return make(AUTOMATED, True, 0, BLINDS, SMALL, BIG, hand.stakes, SEATS)


def stud(hand: Played) -> Any:
    make = pokerkit.FixedLimitSevenCardStud.create_state
    return make(AUTOMATED, True, 200, 300, SMALL, BIG, hand.stakes, SEATS)


class Elsewhere(Exception):
    """Of equal cards, or of pairs, another opens in stud at theirs: no hand to be compared."""


Calls = tuple[tuple[Played, dict[str, tuple[Any, ...]]], ...]


def pokerkits(kind: Kind, hands: Sequence[Played]) -> Callable[[], list[list[int]]]:
    parsed: Calls = tuple(
        (hand, {place: tuple(pokerkit.Card.parse("".join(cards))) for place, cards in hand.cards.items()})
        for hand in hands
    )
    return lambda: [_by_pokerkit(kind.state(hand), hand, cards) for hand, cards in parsed]


def _by_pokerkit(state: Any, hand: Played, cards: dict[str, tuple[Any, ...]]) -> list[int]:
    given = {place: list(own) for place, own in cards.items()}
    acts = iter(hand.acted)
    while state.status:
        if state.can_burn_card():
            state.burn_card("??")
        elif state.can_deal_hole():
            own = given[str(hand.seats[state.hole_dealee_index])]
            cards_due = len(state.hole_dealing_statuses[state.hole_dealee_index])
            state.deal_hole(tuple(own[:cards_due]))
            del own[:cards_due]
        elif state.can_deal_board():
            cards_due = state.board_dealing_counts[0]
            state.deal_board(tuple(given[BOARD][:cards_due]))
            del given[BOARD][:cards_due]
        else:
            acted = next(acts)
            if hand.seats[state.actor_index] != acted.box:
                raise Elsewhere
            _act(state, acted)
    return list(state.stacks)


def _act(state: Any, acted: Acted) -> None:
    if acted.action == "fold":
        state.fold()
    elif acted.action in ("check", "call"):
        state.check_or_call()
    elif acted.to_cents == state.bring_in and state.can_post_bring_in():
        state.post_bring_in()
    else:
        state.complete_bet_or_raise_to(acted.to_cents)


# ---------------------------------------------------------------- clubs

ORDER = ["sf", "fk", "fh", "fl", "st", "tk", "tp", "pa", "hc"]


def clubs_dealer(stake_cents: int) -> Any:
    config = {**clubs.configs.POT_LIMIT_OMAHA_SIX_PLAYER, "order": ORDER, "start_stack": stake_cents}
    return clubs.poker.Dealer(**{**config, "blinds": [*BLINDS, 0, 0, 0, 0]})


def clubs_of(hands: Sequence[Played]) -> Callable[[], list[list[int]]]:
    """Its players begin with the button, and all have the same stack."""
    dealer = clubs_dealer(hands[0].stakes[0])
    decks = [_clubs_deck(hand) for hand in hands]

    def work() -> list[list[int]]:
        return [_by_clubs(dealer, hand, deck) for hand, deck in zip(hands, decks, strict=True)]

    return work


def _clubs_deck(hand: Played) -> Any:
    order = (hand.seats[-1], *hand.seats[:-1])
    faces = [face for seat in order for face in hand.cards[str(seat)]] + list(hand.cards[BOARD])
    return clubs.poker.Deck(4, 13).trick([clubs.Card(face) for face in faces])


def _by_clubs(dealer: Any, hand: Played, deck: Any) -> list[int]:
    dealer.deck = deck  # shuffled when it is dealt, and as it was stacked before
    dealer.reset(reset_button=True, reset_stacks=True)
    for acted in hand.acted:
        dealer.step(acted.put_in_cents)
    return [*dealer.stacks[1:], dealer.stacks[0]]


# ---------------------------------------------------------------- turn about

KINDS = (
    Kind("PLO, checked down", "omaha", {}, EVEN, 0, plo, 87, 45),
    Kind("PLO, raises and side pots", "omaha", {}, UNEVEN, 0.25, plo, 85, 45),
    Kind("Omaha hi/lo, fixed limit", "omaha", O8, EVEN, 0.25, omaha_eight, 119, 60),
    Kind("Seven Card Stud", "seven_card_stud", STUD, EVEN, 0.25, stud, 19, 10),
)


def measure() -> Suite:
    return Suite("rounds", ABOUT, tuple(found for kind in KINDS for found in _compared(kind)))


def _compared(kind: Kind) -> list[Line]:
    made = list(islice(_comparable(kind), HANDS))
    game, hands = made[0][0], [hand for _, hand in made]
    rules, peer = ours(game, hands), pokerkits(kind, hands)
    table, prompted = (at_a_table(game, hands, prompted=so) for so in (False, True))
    found = [
        _against(kind.name, hands, rules, "pokerkit", peer, kind.to_reach),
        _against(f"{kind.name}, at a table", hands, table, "pokerkit", peer, kind.table_to_reach),
        _against(f"{kind.name}, and prompted", hands, prompted, "pokerkit", peer),
    ]
    if not kind.options and not kind.raises:
        found.append(_against(kind.name, hands, rules, "clubs", clubs_of(hands), 2))
    return found


def _comparable(kind: Kind) -> Iterator[tuple[PotGame, Played]]:
    for seed in count(SEED):
        game, hand = prepared(kind, seed)
        try:
            pokerkits(kind, [hand])()
        except Elsewhere:
            continue
        yield game, hand


def _against(
    name: str, hands: list[Played], work: Any, peer: str, theirs: Any, to_reach: float | None = None
) -> Line:
    agree(name, hands, work(), theirs(), peer)
    clock = time.process_time
    tasks = (Task(work, HANDS).lasting(clock=clock), Task(theirs, HANDS).lasting(clock=clock))
    return line(name, peer, THOUSANDS_A_SECOND, turn_about(*tasks, clock=clock), to_reach)


Stacks = list[list[int]]


def agree(name: str, hands: Sequence[Played], mine: Stacks, theirs: Stacks, peer: str) -> None:
    """The stacks after each hand, an odd cent aside."""
    for hand, our, their in zip(hands, mine, theirs, strict=True):
        in_order = [dict(zip(sorted(hand.seats), our, strict=True))[seat] for seat in hand.seats]
        if any(abs(a - b) > ODD_CENTS for a, b in zip(in_order, their, strict=True)):
            raise Disagreement(f"{name}, {peer}: {in_order} cents and {their} after {hand.cards}")
