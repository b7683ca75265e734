"""A tournament and its tables as the daemon keeps them: each has a journal, is killed and started again.

People touch what they are offered; at the tables everything is dealt by hand, so that chance says every card.
"""

from __future__ import annotations

from collections import Counter, deque
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

from controller.inbox import Incoming
from controller.journal.journal import Journal
from controller.journal.seal import load_seal
from controller.loop import TableLoop
from controller.tools.by_chance import by_chance, command
from controller.tournament.loop import TournamentLoop
from controller.tournament.table_link import TableLink
from games import events as e
from games.offers import Offer
from games.outcomes import Outcome, Refusal
from games.table.table import Setup, is_refused
from games.tournament import events as t
from games.tournament.acts import Act, acts
from games.tournament.conditions import Conditions
from games.tournament.tournament import Setup as TournamentSetup

PEOPLE = {"director": "3001", "shift_manager": "4001", "cashier": "5001"}
# What brings a table on; whatever else is offered is rare in a hall.
RARE = {
    "announce_closing",
    "change_cards",
    "change_determinations",
    "close_table",
    "correct_card",
    "correct_chips",
    "correct_money",
    "dispute",
    "give_time",
    "hold_shoe",
    "order_deck_check",
    "penalise",
    "report",
    "undo",
    "void_closed_round",
    "void_round",
}


class Pump:
    """The inbox of a table: what is put there is handled when the pump runs."""

    def __init__(self) -> None:
        self.waiting: deque[Incoming] = deque()

    def put(self, incoming: Incoming) -> None:
        self.waiting.append(incoming)


class TableRoom:
    def __init__(self, folder: Path, setup: Setup, hall: Room) -> None:
        folder.mkdir(exist_ok=True)
        self.folder, self.setup, self.hall = folder, setup, hall
        self.journal = Journal(folder / "journal.db")
        self.seal = load_seal(folder / "seal.key", may_create=self.journal.empty)
        self.loop = TableLoop(self.journal, self.seal, setup, hall.time)
        self.pump = Pump()

    def link(self, tournament: TournamentLoop) -> None:
        TableLink(tournament, self.loop, self.pump, self.journal, self.seal).start()  # type: ignore[arg-type]

    def run(self) -> None:
        while self.pump.waiting:
            self.loop.handle(self.pump.waiting.popleft())

    def say(self, event: e.Event) -> list[Outcome]:
        told: list[list[Outcome]] = []
        self.pump.put(Incoming(event, told.append))
        self.run()
        return told[0]

    # ------------------------------------------------------------ the dealer

    def step(self) -> bool:
        """One touch; whether there was anything to touch."""
        if not self.loop.table.dealer:
            self.say(e.SignIn(by="1182", name="Marta"))
            return True
        offers = [offer for offer in self.loop.table.offers() if not offer.blocked]
        offers = [offer for offer in offers if offer.command not in RARE or offer.proposed]
        offers = [offer for offer in offers if offer.where not in ("undo", "closed", "devices")]
        useful = [offer for offer in offers if self.hall.is_useful(self, offer)]
        proposed = [offer for offer in useful if offer.proposed]
        if proposed and self.hall.chance.random() < 0.8:
            useful = proposed
        if not useful:
            return False
        offer = self.hall.chance.choice(useful)
        told = self.touch(offer)
        assert not is_refused(told), f"{offer} was offered and refused: {told}"
        return True

    def touch(self, offer: Offer) -> list[Outcome]:
        event = command(offer, by_chance(self.hall.chance, self.faces))
        by = "2001" if event.role == "supervisor" else "1182"
        return self.say(replace(event, by=by))

    def faces(self, count: int) -> tuple[Any, ...]:
        state = self.loop.table.game.state
        known = {dealt.card.open() for dealt in state.deal.dealt if dealt.card}
        left = [card for card in self.loop.table.deck if card not in known]
        return tuple(self.hall.chance.sample(left, count))

    def close(self) -> None:
        self.journal.close()


class Room:
    """The whole hall."""

    def __init__(self, folder: Path, conditions: Conditions, tables: dict[str, Setup], seed: int) -> None:
        self.folder, self.conditions, self.setups = folder, conditions, tables
        self.chance = Random(seed)
        self.now_ms = int(conditions.start.timestamp() * 1000) - 3_600_000
        self.persons = 0
        self.name = "T"
        self.done: Counter[str] = Counter()
        self.open()

    def time(self) -> int:
        self.now_ms += 2_000
        return self.now_ms

    def open(self) -> None:
        self.journal = Journal(self.folder / "tournament.db")
        boxes = {name: setup.boxes for name, setup in self.setups.items()}
        self.loop = TournamentLoop(self.journal, TournamentSetup(self.name, self.conditions, boxes), self.time)
        assert self.loop.trouble is None, self.loop.trouble
        self.tables = {name: TableRoom(self.folder / name, setup, self) for name, setup in self.setups.items()}
        for table in self.tables.values():
            assert table.loop.trouble is None, table.loop.trouble
            table.link(self.loop)
        self.settle()

    def close(self) -> None:
        self.journal.close()
        for table in self.tables.values():
            table.close()

    def killed(self) -> None:
        """Nothing of it is left but what is on disk; what was on its way to a table is lost."""
        self.close()
        self.open()

    def settle(self) -> None:
        while any(table.pump.waiting for table in self.tables.values()):
            for table in self.tables.values():
                table.run()

    @property
    def state(self) -> Any:
        return self.loop.tournament.state

    # ------------------------------------------------------------ what dealers do when

    def is_useful(self, table: TableRoom, offer: Offer) -> bool:
        """A seat is marked once; a dealer deals while the tournament lets the table play."""
        if offer.command == "mark_seat":
            entry = next(iter(offer.args.values()))
            late = self.chance.random() < 0.02
            return (bool(offer.args["taken"]) and self.chance.random() < 0.7) or (late and bool(entry))
        return True

    # ------------------------------------------------------------ the office

    def acts(self) -> list[Act]:
        return [act for act in acts(self.loop.tournament) if act.blocked is None]

    def carry_out(self, act: Act) -> None:
        args = dict(act.args)
        for ask in act.asks:
            args |= self.answer(ask)
        if act.draws is not None:
            args["chance"] = tuple(self.chance.randrange(most) for most in act.draws)
        if "ended" in args:
            args["ended"] = tuple(t.Ended(**one) for one in args["ended"])
        kind = t.COMMANDS[act.command]
        by = self.state.director or "3001" if kind.said_by == "director" else PEOPLE[kind.said_by]
        told = self.loop.take(kind(by=by, **args))
        assert not isinstance(told[0] if told else None, Refusal), f"{act} was offered and refused: {told}"
        self.done[act.command] += 1
        self.settle()

    def answer(self, ask: Any) -> dict[str, Any]:
        if ask.kind == "person":
            self.persons += 1
            return {ask.name: f"P{self.persons}"}
        if ask.kind == "staff":
            return {"number": "3001", "name": "Dora"}
        if ask.kind == "place":
            table, seat = self.chance.choice(ask.options)
            return {"table": table, "seat": seat}
        if ask.options:
            return {ask.name: self.chance.choice(ask.options)}
        simple: dict[str, Any] = {
            "text": "as filed",
            "yes": True,
            "minutes": 1,
            "moment": max(self.now_ms + 60_000, ask.least),
        }
        return {ask.name: simple[ask.kind]}

    def offered(self, *kinds: str) -> list[Act]:
        return [act for act in self.acts() if act.command in kinds]

    # ------------------------------------------------------------ from the first fee to the last payment

    def take_entries(self, players: int) -> None:
        for act in self.offered("record_conditions", "nominate_director"):
            self.carry_out(act)
        for _ in range(players):
            self.carry_out(self.offered("enter")[0])

    def play(self, players: int, *, killed: float = 0.0, steps: int = 40_000) -> None:
        self.take_entries(players)
        for _ in range(steps):
            if self.chance.random() < killed:
                self.killed()
            if self.state.stage in ("awarded", "cancelled"):
                due = self.offered("pay_out")
                if not due:
                    return
                self.carry_out(due[0])
                continue
            if self._office():
                continue
            moved = [table.step() for table in self.tables.values()]
            self.settle()
            if not any(moved):
                self.now_ms += 30_000
                self.loop.take(t.TimeCame())
                self.settle()
        raise AssertionError(f"it does not end: {self.state.stage}")

    def _office(self) -> bool:
        """Whether the director, or anybody else up there, had something to do."""
        if self.state.stage == "drawn" and not self._all_marked() and self.now_ms < self._doors_close():
            return False
        ready = [act for act in self.acts() if act.proposed and act.command != "enter"]
        if self.state.stage == "entries":
            ready = self.offered("draw_ballot") or self.offered("postpone_start")
        if self.state.stage == "placing" and not ready:
            ready = self.offered("cancel")
        if not ready:
            return False
        self.carry_out(self.chance.choice(ready))
        return True

    def _all_marked(self) -> bool:
        return all(entry.taken for entry in self.state.playing())

    def _doors_close(self) -> int:
        return int(self.state.specified_start_ms())
