"""Whole tournaments with the rules of real tables: cards are dealt, people do what they are offered there.

What a table tells is what its rules say, and what it is ordered they follow or refuse, as between two programs.
"""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any, get_args

from controller.tools.by_chance import by_chance, command
from games import events as e
from games.cards import SealedCard
from games.offers import Offer
from games.outcomes import TournamentRoundPlayed
from games.table.table import Setup, Table, is_refused
from games.tournament import events as t
from games.tournament.acts import Act, acts
from games.tournament.conditions import Conditions
from tests.games.pot_talk import pot_options
from tests.games.table_talk import house_options
from tests.games.tournament.playing import Hall, conditions_of

TOLD = get_args(get_args(t.OfATable)[0])  # whatever of a table's outcomes concerns a tournament
STEPS = 20_000
PLACES = {"canberra_poker": 7, "omaha": 9, "faro": 9, "seven_card_stud": 8}
# What nobody at these tables thinks of: their players come, play and stay.
NOBODY_SAYS = {
    *("announce_closing", "close_table", "change_cards", "order_deck_check", "replace_shoe", "hold_shoe"),
    *("lock", "sign_out", "report", "penalise", "void_round", "act_out_of_turn", "put_in"),
    *("correct_card", "dispute", "correct_money", "void_closed_round"),
}
PATIENCE = 0.98  # the chance, each time, that who has not come is waited for
OTHERS = 0.25  # the chance that a player does something else than what is proposed


class RealTable:
    def __init__(self, setup: Setup, chance: Random) -> None:
        self.name = setup.table
        self.table = Table(setup)
        self.chance = chance
        self.waiting: list[Any] = []  # orders
        self.told: list[Any] = []
        self.events: list[e.Event] = []
        self.now_ms = 0

    @property
    def game(self) -> Any:
        return self.table.game

    @property
    def seats(self) -> dict[int, Any]:
        here = self.game.state.tournament
        return here.entrants if here is not None else {}

    def follow(self) -> None:
        """An order is refused in a round, and sent again when it is over."""
        while self.waiting and self.take(self.waiting[0]):
            self.waiting.pop(0)

    def take(self, event: e.Event) -> bool:
        event = replace(event, at_ms=self.now_ms)
        outcomes = self.table.take(event)
        if is_refused(outcomes):
            return False
        self.events.append(event)
        self.told += [outcome for outcome in outcomes if isinstance(outcome, TOLD)]
        return True

    def goes_on(self) -> bool:
        """The next thing that a dealer does there; whether there was anything to do."""
        event = self._next()
        if event is None:
            return False
        assert self.take(event), f"{event} was offered and is refused: {self.table.take(event)}"
        return True

    def _next(self) -> e.Event | None:
        state = self.game.state
        moment = self.game.next_moment_ms
        if moment is not None and moment <= self.now_ms:
            return e.TimeCame()
        if state.phase == "verify":
            return e.DeckCheckedByHand(by="supervisor", role="supervisor")
        if state.dealing and not state.question and state.deal.due is not None:
            return self._card()
        offers = [o for o in self.game.offers() if o.blocked is None and o.command not in NOBODY_SAYS]
        proposed = [offer for offer in offers if offer.proposed]
        others = [offer for offer in offers if not offer.proposed and self._may_be_chosen(offer)]
        if others and (not proposed or self.chance.random() < OTHERS):
            return self._filled(self.chance.choice(others))
        return self._filled(self.chance.choice(proposed)) if proposed else None

    @property
    def waits_for_players(self) -> bool:
        """Somebody who was put here has not come."""
        return any(not entrant.taken for entrant in self.seats.values())

    def _may_be_chosen(self, offer: Offer) -> bool:
        """Somebody who has come stays, mostly."""
        if offer.command == "mark_seat":
            return bool(offer.args["taken"]) or self.chance.random() < 0.01
        return True

    def _card(self) -> e.Event:
        known = self._known()
        left = [card for card in self.game.deck(self.game.state) if card not in known]
        return e.CardDrawn(card=SealedCard(self.chance.choice(left)))

    def _known(self) -> set[Any]:
        return {dealt.card.open() for dealt in self.game.state.deal.dealt if dealt.card is not None}

    def _filled(self, offer: Offer) -> e.Event:
        if offer.command == "collected":
            return e.Collected(count=self.game.state.cards_out, by="dealer")
        return command(offer, by_chance(self.chance, self._free), by="somebody", role="supervisor")

    def _free(self, count: int) -> tuple[Any, ...]:
        known = self._known()
        return tuple(self.chance.sample([c for c in self.game.deck(self.game.state) if c not in known], count))


class RealHall(Hall):
    """Its tables play one thing after the other; people of the tournament do what is proposed to them."""

    def __init__(self, conditions: Conditions, setups: list[Setup], seed: int) -> None:
        super().__init__(conditions, {one.table: one.boxes for one in setups}, seed)
        self.tables = {one.table: RealTable(one, self.chance) for one in setups}

    def settle(self) -> None:
        """As between two programs: what a table refuses now it hears again later."""
        for table in self.tables.values():
            table.now_ms = self.now_ms
            before = -1
            while len(table.waiting) != before:
                before = len(table.waiting)
                table.follow()
                self.hear(table)
        self._compare_chips()

    def _compare_chips(self) -> None:
        """Between two rounds both say alike what lies before everybody."""
        for table in self.tables.values():
            state = table.game.state
            if state.in_round or state.tournament is None:
                continue
            for box, entrant in table.seats.items():
                entry = self.state.entries[entrant.entry]
                reckoned = table.game.entrant_chips_cents(state, box)
                if (entry.table, entry.seat) == (table.name, box):
                    assert entry.chips_cents == reckoned, f"entry {entry.number} at {table.name}"

    def play(self, players: int) -> None:
        """From the first fee to the last payment."""
        self.take_entries(players)
        for _ in range(STEPS):
            self.settle()
            if self.state.stage in ("awarded", "cancelled") and not self.offered("pay_out"):
                return
            wanted = self._wanted()
            if wanted and self.chance.random() < 0.5:
                self.carry_out(self.chance.choice(wanted))
            elif not self._goes_on() and not wanted:
                self.now_ms += 30_000
                self.say(t.TimeCame(at_ms=self.now_ms))
        raise AssertionError(f"it does not end: {self._where()}")

    def _goes_on(self) -> bool:
        """One of the tables; whether any had anything to do."""
        self.now_ms += self.chance.choice((100, 500, 3_000))
        for table in self.chance.sample([*self.tables.values()], len(self.tables)):
            table.now_ms = self.now_ms
            if table.goes_on():
                self.hear(table)
                return True
        return False

    def _wanted(self) -> list[Act]:
        ready = [act for act in acts(self.tournament) if act.blocked is None]
        proposed = [act for act in ready if act.proposed and act.command != "enter"]
        if any(table.waits_for_players for table in self.tables.values()) and self.chance.random() < PATIENCE:
            proposed = [act for act in proposed if act.command != "begin_session"]
        if self.state.stage == "entries":
            proposed += [act for act in ready if act.command == "draw_ballot"]
        if self.state.stage == "placing" and not proposed:
            proposed = [act for act in ready if act.command == "cancel"]  # nobody is left who could win it
        return proposed + [act for act in ready if act.command == "pay_out"]

    def _where(self) -> str:
        blocked = [f"{act.command}: {act.blocked}" for act in acts(self.tournament)]
        tables = [
            f"{one.name}: {one.game.state.phase}, {one.game.prompt().say}, waits with {one.waiting[:1]}"
            for one in self.tables.values()
        ]
        return "\n".join([self.state.stage, *blocked, *tables])

    def rounds(self) -> int:
        """That were played and count."""
        told = (one.what for one in self.events if isinstance(one, t.TableTold))
        return sum(isinstance(what, TournamentRoundPlayed) and not what.void for what in told)


def played(name: str, seed: int) -> RealHall:
    """A shipped tournament, at one table or at three."""
    conditions = conditions_of(name)
    game = conditions.game
    options = house_options(minimum=50) if game == "canberra_poker" else pot_options(game)
    names = ("T1",) if name.startswith("one_table") else ("T1", "T2", "T3")
    setups = [Setup(table, game, PLACES[game], options, "reading") for table in names]
    hall = RealHall(conditions, setups, seed)
    hall.play(hall.chance.randint(conditions.players_least, conditions.players_most))
    return hall
