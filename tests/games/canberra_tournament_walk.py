"""A random walk through tournaments at a Canberra Poker table: its orders come between the rounds."""

from __future__ import annotations

from random import Random

from controller.tools.by_chance import command
from games import events as e
from games.canberra_poker.game import CanberraPoker
from games.canberra_poker.tournament import players
from games.deal import Shoe
from games.every_game.counted_chips import to_count
from games.offers import Offer
from tests.games.shuffling_talk import SHUFFLER
from tests.games.table_talk import house_options
from tests.games.test_shuffling_properties import ShufflingWalk

SHOES: tuple[Shoe, ...] = ("reading", "reading", "counting", "silent", "shuffling")
WAITS = ("pace", "break", "others")
LIMITS = ((2_500, 50_000, 500), (5_000, 50_000, 2_500), (10_000, 30_000, 5_000))


def new_table(seed: int) -> CanberraPoker:
    rng = Random(seed)
    options = house_options(
        supervisor_decides=frozenset(),
        corrections_by_two=rng.random() < 0.5,
        chips_cents=(2_500, 5_000, 10_000),
        maximum_payout=rng.choice((300, 50_000)),
    )
    return CanberraPoker(options, rng.choice((2, 3, 7, 9)), shoe=SHOES[seed % len(SHOES)])


class TournamentWalk(ShufflingWalk):
    """`ordered` is told of what the tournament has ordered: it must be followed."""

    def __init__(self, seed: int, *, trouble: float) -> None:
        super().__init__(seed, trouble=trouble)
        self.game = new_table(seed)
        self.entries = 0
        self.clears = False  # everybody leaves his seat: another session, or the table closes

    def choose(self) -> tuple[e.Event, Offer | None]:
        state = self.game.state
        between = state.phase not in ("closed", "verify") and not (state.in_round or state.question)
        if between and not self.game.wagers_lie(state) and self.rng.random() < 0.5:
            order = self.order()
            if order is not None:
                return order, None
        if self.rng.random() < 0.02:
            return self.marker(), None
        if state.shuffling_shoe_in_use():
            return super().choose()
        return super(ShufflingWalk, self).choose()

    def shoe(self) -> e.Event:
        in_use = self.game.state.shuffling_shoe_in_use()
        return super().shoe() if in_use else super(ShufflingWalk, self).shoe()

    def device(self) -> e.Event:
        in_use = self.game.state.shuffling_shoe_in_use()
        if not in_use and self.game.shoe == "shuffling" and self.rng.random() < 0.5:
            return e.DeviceReady(**SHUFFLER)
        return super().device() if in_use else super(ShufflingWalk, self).device()

    def marker(self) -> e.Event:
        box = self.rng.randint(1, 9)
        return self.rng.choice((e.ButtonPlaced(box=box), e.ButtonTaken(box=box), e.MarkerPlaced(box=box)))

    def touch(self) -> tuple[e.Event, Offer | None]:
        """Players come in time, and seldom walk away; closing the table is seldom thought of."""
        state = self.game.state
        offers = [offer for offer in self.game.offers() if not offer.blocked]
        comes = [
            offer
            for offer in offers
            if offer.command == "mark_seat" and (offer.args["taken"] or offer.proposed)
        ]
        if comes and self.rng.random() < 0.5:
            return self.said(self.rng.choice(comes))
        seldom = ("mark_seat", "announce_closing", "change_cards", "order_deck_check", "replace_shoe")
        onward = [offer for offer in offers if offer.command not in seldom]
        if onward and self.rng.random() < 0.97 and state.phase in ("antes", "shuffle", "cut"):
            proposed = [offer for offer in onward if offer.proposed]
            return self.said(self.rng.choice(proposed if proposed and self.rng.random() < 0.6 else onward))
        return super().touch()

    def said(self, offer: Offer) -> tuple[e.Event, Offer]:
        return command(offer, self.answer), offer

    # ------------------------------------------------------------ the tournament

    def order(self) -> e.Event | None:
        state, rng = self.game.state, self.rng
        here = state.tournament
        if here is None:
            self.clears = False
            return None if state.no_more_rounds or self.game.has_players(state) else self.join()
        number = here.orders + 1
        if state.no_more_rounds:
            self.clears = True
        if self.clears and here.entrants:
            return self.unseat(rng.choice(list(here.entrants)))
        if self.clears and (state.no_more_rounds or rng.random() < 0.1):
            return e.LeaveTournament(order=number)
        self.clears = False
        if not here.levels or rng.random() < 0.01:
            return e.FollowLevels(order=number, levels=self.levels())
        gone = [box for box in here.entrants if state.boxes[box].barred or not here.entrants[box].chips_cents]
        if gone and rng.random() < 0.5:
            return self.unseat(gone[0])
        return self.play()

    def join(self) -> e.Event:
        return e.JoinTournament(order=1, tournament="by chance")

    def unseat(self, box: int) -> e.Event:
        here = self.game.state.tournament
        assert here is not None
        return e.UnseatEntrant(order=here.orders + 1, box=box, entry=here.entrants[box].entry)

    def levels(self) -> tuple[e.Level, ...]:
        return tuple(
            e.Level(
                number=number,
                from_ms=self.now_ms + (number - 1) * 3_000_000,
                minimum_cents=least,
                maximum_cents=most,
                multiple_cents=step,
            )
            for number, (least, most, step) in enumerate(LIMITS, start=1)
        )

    def play(self) -> e.Event | None:
        state, rng = self.game.state, self.rng
        here = state.tournament
        assert here is not None
        number, plays = here.orders + 1, players(state)
        goes_on = {"order": number, "session": here.session, "until_round": here.until_round}
        if here.waiting == "session":
            return self.between_sessions()
        if here.is_played_out or not plays:
            return e.PlaySession(**goes_on, waiting="session", boxes=here.boxes)
        if here.waiting:
            return e.PlaySession(**goes_on, boxes=here.boxes)
        if rng.random() < 0.03:
            why = rng.choice(WAITS)
            return e.PlaySession(**goes_on, waiting=why, until_ms=self.now_ms, boxes=here.boxes)
        return None

    def between_sessions(self) -> e.Event | None:
        state, rng = self.game.state, self.rng
        here = state.tournament
        assert here is not None
        number, plays = here.orders + 1, players(state)
        if to_count(state) and rng.random() < 0.9:
            return None
        if here.played and len(plays) > 1 and rng.random() < 0.3:
            boxes = tuple(rng.sample(plays, 2))
            return e.PlaySession(order=number, session=here.session, until_round=here.played + 1, boxes=boxes)
        if here.played:
            self.clears = True
            here_empty = not here.entrants
            session = e.PlaySession(order=number, session=here.session + 1, waiting="session")
            return session if here_empty else self.unseat(next(iter(here.entrants)))
        free = [box for box in state.boxes if box not in here.entrants]
        if free and (not here.entrants or rng.random() < 0.7):
            self.entries += 1
            chips_cents = rng.choice((10_000, 50_000, 200_500))
            return e.SeatEntrant(
                order=number, box=rng.choice(free), entry=self.entries, chips_cents=chips_cents
            )
        marker = rng.choice((None, *here.entrants))
        until = rng.choice((None, 2, 5))
        return e.PlaySession(order=number, session=here.session + 1, until_round=until, marker=marker)
