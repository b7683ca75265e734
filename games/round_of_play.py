"""A round of play of a pot game, from the first post to the last chip paid, without its cards.

Streets follow each other as the instruments deal them; after each comes a betting round. Cards are the business
of the deal: this is told what is out, which cards lie up, and at the end how strong the shown hands are.

NI2017-583, NI2005-67, NI2005-74: 8.4-8.5
NI2017-583, NI2005-67, NI2005-74: 9.1-9.4
NI2017-583, NI2005-67, NI2005-74: 13.1
NI2017-583: 20.20-20.21
NI2005-67, NI2005-74: 20.19
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Literal, NamedTuple

from games.betting import BettingRound, Limit, Opening, Player, Turn, Unfit
from games.cards import Card, Joker
from games.instrument import Instrument, Street
from games.pots import Cents, Division, Formed, Pot, Uncalled, Won, form_pots, settle, settled_on
from games.seats import ComingIn, blind_seats, clockwise_from, from_the_highest, from_the_opener, highest_of

Due = Literal["cards", "turn", "showdown", "over"]


class Post(NamedTuple):
    """What somebody has posted: no more than he had."""

    seat: int
    what: Literal["ante", "blind", "late_blind", "dead_blind"]
    cents: int


NOBODY_LATE: Mapping[int, ComingIn] = MappingProxyType({})


class Terms(NamedTuple):
    """What was determined for the round (4.2)."""

    limits: tuple[Limit, ...]  # one for each betting round; the last stands for those behind it (FIXED-STREETS)
    table: Division
    blinds_cents: tuple[int, ...] = ()
    antes: Mapping[int, int] | None = None  # by seat; the instruments have one ante for all
    opening: Opening = Opening()
    lowest_opens: bool = False  # stud's first betting round, 4.2(h)
    tournament: bool = False
    late: Mapping[int, ComingIn] = NOBODY_LATE  # who posts besides, to come in (17.4, 17.11, 17.13)

    @property
    def instrument(self) -> Instrument:
        return self.limits[0].instrument


class RoundOfPlay:
    __slots__ = ("_highest", "_streets", "betting", "button", "players", "posts", "street", "terms", "uncalled")

    def __init__(self, terms: Terms, stakes: Cents, button: int) -> None:
        self.terms = terms
        self.button = button
        self.players = {seat: Player(seat, stakes[seat]) for seat in clockwise_from(button, stakes)}
        self.street = 0  # how many are dealt
        self.betting: BettingRound | None = None
        self.uncalled: Uncalled | None = None  # once it has gone back, when the pots were first settled
        self._streets = len(terms.instrument.streets)
        self._highest: dict[int, int] = {}  # of the cards that lie up before each seat
        self.posts = [*self._post()]

    def _post(self) -> Iterator[Post]:
        terms, players = self.terms, self.players
        for seat, cents in (terms.antes or {}).items():
            yield Post(seat, "ante", players[seat].post_ante(cents))
        for seat, cents in zip(self.blinds(), terms.blinds_cents, strict=False):
            yield Post(seat, "blind", players[seat].post_blind(cents))
        for seat, entry in terms.late.items():
            if live_cents := players[seat].post_blind(entry.live_cents):
                yield Post(seat, "late_blind", live_cents)
            if dead_cents := players[seat].post_dead(entry.dead_cents):
                yield Post(seat, "dead_blind", dead_cents)

    def blinds(self) -> list[int]:
        """Who posts, in order."""
        count = len(self.terms.blinds_cents)
        return blind_seats(self.button, self.players, count, tournament_heads_up=self.terms.tournament)

    # ------------------------------------------------------------ what comes next

    @property
    def due(self) -> Due:
        betting = self.betting
        if betting is None:  # only a ruling folds a hand before anybody acts
            return "over" if len(self.live()) == 1 else "cards"
        if betting.actor is not None:
            return "turn"
        if betting.one_left:
            return "over"
        return "cards" if self.street < self._streets else "showdown"

    @property
    def due_cards(self) -> Street:
        return self.terms.instrument.streets[self.street]

    def turn(self) -> Turn | None:
        return self.betting.turn() if self.betting else None

    def live(self) -> list[Player]:
        return [player for player in self.players.values() if not player.folded]

    # ------------------------------------------------------------ cards

    def dealt(self, up: Mapping[int, Sequence[Card | Joker]] | None = None) -> None:
        """The street is out. `up` are the cards turned with it: in stud they say who opens."""
        assert self.due == "cards", "no cards are due"
        for seat, cards in (up or {}).items():
            self._highest[seat] = max(highest_of(cards), self._highest.get(seat, 0))
        first = self.street == 0
        self.street += 1
        limits = self.terms.limits
        limit = limits[min(self.street, len(limits)) - 1]
        players = [self.players[seat] for seat in self._order(first=first)]
        self.betting = BettingRound(limit, players, self.terms.opening if first else None)

    def _order(self, *, first: bool) -> Collection[int]:
        """The opener first."""
        if self.terms.instrument.cards_open is not None:
            return self._by_the_cards(first=first)
        if not first:
            return self.players
        blinds = self.blinds()
        last = blinds[-1] if blinds else None
        return from_the_opener(self.button, self.players, last, tournament_heads_up=self.terms.tournament)

    def usual_order(self) -> list[int]:
        """Of this betting round, the opener first, if no ruling said otherwise."""
        return [*self._order(first=self.street == 1)]

    def reopened_by(self, seat: int) -> bool:
        """Before anybody has acted a ruling may say that another one opens; whether that is still possible."""
        betting = self._now
        if betting.begun or self.players[seat].folded:
            return False
        players = [self.players[each] for each in self._from(seat)]
        self.betting = BettingRound(betting.limit, players, betting.opening)
        return self.betting.seat == seat

    def _by_the_cards(self, *, first: bool) -> list[int]:
        """4.2(h); a hand that is folded shows nothing any more, nor does one whose cards nobody has told of."""
        live = [player.seat for player in self.live()]
        showing = [seat for seat in live if seat in self._highest]
        lowest_opens = first and self.terms.lowest_opens
        order = from_the_highest(showing, self._highest, lowest_opens=lowest_opens) if showing else live
        return self._from(order[0])

    def _from(self, opener: int) -> list[int]:
        clockwise = list(self.players)
        at = clockwise.index(opener)
        return clockwise[at:] + clockwise[:at]

    # ------------------------------------------------------------ betting

    def check(self, seat: int) -> Unfit | None:
        return self._now.check(seat)

    def call(self, seat: int) -> Unfit | None:
        return self._now.call(seat)

    def wager(self, seat: int, to_cents: int) -> Unfit | None:
        return self._now.wager(seat, to_cents)

    def fold(self, seat: int) -> Unfit | None:
        return self._now.fold(seat)

    @property
    def _now(self) -> BettingRound:
        assert self.betting is not None, "no betting round has begun"
        return self.betting

    # ------------------------------------------------------------ the end

    def shows_first(self) -> list[int]:
        """13.1: who was called, or who opened the last betting round, and then clockwise (SHOW-ORDER)."""
        betting = self._now
        clockwise = [player.seat for player in self.players.values() if not player.folded]
        called = betting.called
        if called is None or self.players[called].folded:
            called = next(player.seat for player in betting.players if not player.folded)
        at = clockwise.index(called)
        return clockwise[at:] + clockwise[:at]

    def pots(self) -> Formed:
        players = self.players.values()
        return form_pots(
            self._in_the_pots(),
            [player.seat for player in players if not player.folded],
            {player.seat: player.posted_cents for player in players if player.posted_cents},
            {player.seat: player.dead_cents for player in players if player.dead_cents},
        )

    def _in_the_pots(self) -> dict[int, int]:
        """An uncalled bet that has gone back is no part of them, whatever is ruled afterwards (15.2(b))."""
        paid = {player.seat: player.paid_cents for player in self.players.values()}
        if self.uncalled is not None:
            paid[self.uncalled.seat] -= self.uncalled.cents
        return paid

    def contributed_cents(self, seat: int) -> int:
        """To the pots, without an uncalled bet (20.21; 20.19 of 2005)."""
        return self._in_the_pots()[seat] + self.players[seat].dead_cents

    def settled(self, high: Cents, low: Cents | None = None) -> list[Won]:
        """Every pot to whom it belongs; an uncalled bet goes back, once. Whoever is left alone needs no hand.

        The pots lie there until they are paid: a ruling may come before (17.9).
        """
        assert self.due in ("showdown", "over"), "the round of play is not at its end"
        formed = self.pots()
        if formed.uncalled is not None:
            self.uncalled = formed.uncalled
            self.players[formed.uncalled.seat].stake_cents += formed.uncalled.cents
        return settle(formed.pots, high, low, self.terms.table)

    def settled_on(self, won: Sequence[Won], paid: int, high: Cents, low: Cents | None) -> list[Won]:
        """A hand was put out when so many pots had been paid: the others are won anew."""
        live = [player.seat for player in self.live()]
        return settled_on(won, paid, live, high, low, self.terms.table)

    def all_to(self, winner: int) -> list[Won]:
        """17.9: nobody holds the right number of cards, and the last who folded has it all (FOUL-SIDE)."""
        players, in_the_pots = self.players.values(), self._in_the_pots()
        everything = sum(in_the_pots.values()) + sum(player.dead_cents for player in players)
        contributors = tuple(p.seat for p in players if in_the_pots[p.seat] or p.dead_cents)
        return settle([Pot(everything, (winner,), contributors)], {}, None, self.terms.table)

    def pay(self, won: Won) -> None:
        """The dealer has paid the pot: its chips are the winners'."""
        for seat, cents in won.paid.items():
            self.players[seat].stake_cents += cents

    def stakes(self) -> dict[int, int]:
        return {seat: player.stake_cents for seat, player in self.players.items()}
