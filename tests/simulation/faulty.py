"""Rounds in which devices, cables and people fail by chance; every card and chip is looked for afterwards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from random import Random
from typing import Any

from games import events as e
from games.offers import Offer
from games.outcomes import Outcome, Payment, PotSettled, Question, RoundClosed, StakeChanged
from games.pot.game import PotGame
from simulators.device import NotPossible
from simulators.table import HAND, SHOE
from simulators.wire import DAMAGES
from tests.simulation.people import People
from tests.simulation.wired import Wired, at, straight

TABLES = ("demo", "demo_holdem", "demo_omaha", "demo_faro", "demo_stud")
TROUBLE = 0.04  # the chance of a fault at each turn
TRUTHFUL = 0.7  # of the answers; the others are any that is offered
HANDS = ("double_feed", "draw_too_many", "jam", "jammed_for_a_while", "elsewhere", "mishap", "fault")
WIRES = ("unplug", "out_and_in", "lose_reports", "garbage", "damage", "reboot", "trouble")
MISHAPS = ("unread", "smudged", "unheard", "garbled", "said_again")
FAULTS = ("overdraw", "reversed_midway", "card_code_error", "draw_timed_out")
DISTURBED = (NotPossible, KeyError)  # not with this device, or not now


class FaultyPeople(People):
    """As people are, at a table where things go wrong."""

    def __init__(self, wired: Wired, seed: int, figures: Counter[str]) -> None:
        super().__init__(wired, seed)
        self.chance = Random(f"faults {seed}")
        self.figures = figures
        self.cards = self._all_cards()
        self.brought = 0
        self.payments: list[Payment] = []
        self.went_wrong: list[str] = []  # in this round
        self.unwatched = False  # a card came where the readers are told not to care
        self.guessed = False  # somebody has answered what is not true

    # ------------------------------------------------------------ what goes wrong

    def before_a_turn(self) -> None:
        if self.state.phase in ("verify", "shuffle", "cut"):
            self._repairs_all()
        elif self.chance.random() < TROUBLE:
            self._goes_wrong(self.chance.choice((*HANDS, *WIRES)))
        elif self.chance.random() < 0.3:
            self.try_the_cable()

    def _goes_wrong(self, what: str) -> None:
        wrong: Callable[[], None] = getattr(self, f"_{what}")
        try:
            wrong()
        except DISTURBED:
            return
        self.settle()  # nobody touches the panel in the same hundredth of a second
        self._lays_down()
        self.went_wrong.append(what)
        self.figures[f"fault {what}"] += 1

    def _lays_down(self) -> None:
        """A card in the dealer's hand that began the deal goes where the screen says that it is."""
        physical, deal = self.wired.physical, self.state.deal
        if deal.dealt and physical._places[HAND]:
            place = deal.dealt[-1].due.place
            if len(self.wired.place(place)) < len(deal.hand(place)):
                physical.move(HAND, at(place))
                self.settle()

    def _repairs_all(self) -> None:
        self.try_the_cable()
        self.repairs_devices()
        for name, line in self.wired.lines.items():
            self.wired.physical.damage(name, "perfect")
            known = self.wired.table.devices.get(name)
            if known is not None and known.held is not None:
                said = {"serial": known.held.serial, "firmware": known.held.firmware}
                self.wired.take(e.ApproveDevice(device=name, **said, role="supervisor", by="supervisor"))
                line.next_try_ms = 0
        self.settle()

    def repairs_devices(self) -> None:
        for mend in (self.wired.physical.clear_jam, self.wired.physical.clear_fault):
            try:
                mend()
            except NotPossible:
                continue

    def _due(self) -> str:
        due = self.state.deal.due
        return f"box-{due.place}" if due and due.place.isdigit() else due.place if due else "hand"

    def _double_feed(self) -> None:
        self.wired.physical.double_feed(self._due())

    def _draw_too_many(self) -> None:
        self.wired.physical.draw_too_many(self._due(), count=1)

    def _elsewhere(self) -> None:
        box = str(self.chance.randint(1, self.wired.table.setup.boxes))
        self.wired.physical.draw(at(box))
        if not self.state.has_hand(box) or self.state.hand_over(box):
            # Readers say nothing of a card at a place whose hand is over: a limit of today's watch.
            self.unwatched = True
            self.figures["card to a place without a hand in play"] += 1

    def _jam(self) -> None:
        self.wired.physical.jam()
        self.settle()
        self.wired.physical.clear_jam()

    def _jammed_for_a_while(self) -> None:
        self.wired.physical.jam()

    def _fault(self) -> None:
        self.wired.physical.fault(self.chance.choice(FAULTS))

    def _mishap(self) -> None:
        self.wired.physical.next_card_goes(self.chance.choice(MISHAPS))

    def _device(self) -> str:
        return self.chance.choice(list(self.wired.lines))

    def _unplug(self) -> None:
        self.wired.physical.unplug(self._device())

    def _out_and_in(self) -> None:
        device = self._device()
        self.wired.physical.unplug(device)
        self.wired.step()
        self.wired.physical.replug(device)

    def _lose_reports(self) -> None:
        self.wired.physical.lose_reports(self._device(), self.chance.randint(1, 3))

    def _garbage(self) -> None:
        self.wired.physical.garbage(self._device())

    def _damage(self) -> None:
        self.wired.physical.damage(self._device(), self.chance.choice(list(DAMAGES)))

    def _reboot(self) -> None:
        self.wired.physical.reboot(self._device())

    def _trouble(self) -> None:
        device = self._device()
        troubles = self.wired.physical._device(device).troubles
        if not troubles:
            raise NotPossible
        self.wired.physical.trouble(device, self.chance.choice(troubles))

    # ------------------------------------------------------------ what people say to it

    def choose(self, question: Question, codes: dict[str, Offer], count: int) -> str:
        self.figures[f"question {question.about}"] += 1
        self.repairs_devices()
        if self.chance.random() < TRUTHFUL:
            return super().choose(question, codes, count)
        self.guessed = True
        return self.chance.choice(list(codes))

    # ------------------------------------------------------------ what is counted

    def hears(self, outcome: Outcome) -> None:
        if isinstance(outcome, StakeChanged):
            self.brought += outcome.cents
        elif isinstance(outcome, Payment):
            self.payments.append(outcome)
        elif isinstance(outcome, PotSettled):
            shared = sum(share.cents for share in outcome.shares)
            assert shared + outcome.commission_cents == outcome.amount_cents, outcome

    def says(self, event: e.Event) -> bool:
        if isinstance(event, e.Collected):
            self.check_faces()
            if event.count != self.state.cards_out:
                self.figures["count back found a difference"] += 1
                assert self.went_wrong or self.guessed or self.ended_by_hand, (
                    "cards were miscounted for no reason"
                )
        return super().says(event)

    def check_faces(self) -> None:
        """What the table believes of a card is what lies there, unless somebody was asked."""
        known = [
            (dealt.due, str(dealt.card.open())) for dealt in self.state.deal.dealt if dealt.card is not None
        ]
        if not {"card_read_twice", "card_typed_twice"} & {question.about for question in self.questions}:
            assert len({face for _, face in known}) == len(known), "a card is in two places"
        out = {
            card.face for place, cards in self.wired.physical._places.items() if place != SHOE for card in cards
        }
        assert {face for _, face in known} <= out, "the table knows a card that is still in the shoe"
        if self.questions or self.guessed or self.unwatched:
            return
        for due, face in known:
            lie = self.wired.place(due.place)
            assert face in lie, (
                f"{due.place} {due.nth} is another card, and nobody was asked: {self.went_wrong}"
            )

    def play(self) -> RoundClosed:
        self.went_wrong, self.payments = [], []
        self.guessed = self.unwatched = False
        closed = super().play()
        self.check_chips(closed)
        assert self._all_cards() == self.cards, "a card has come or gone"
        self.figures["rounds"] += 1
        self.figures["void"] += closed.void
        self.figures["ended by hand"] += self.ended_by_hand
        self.figures["rounds with a fault"] += bool(self.went_wrong)
        return closed

    def check_chips(self, closed: RoundClosed) -> None:
        if isinstance(self.wired.table.game, PotGame):
            assert sum(box.net_cents for box in closed.boxes) == -closed.commission_cents, closed
            self.brought -= closed.commission_cents
            stakes = sum(seat.stake_cents for seat in self.state.seats.values() if not seat.leaves)
            assert stakes == self.brought, f"{stakes} cents lie there, {self.brought} were brought"
            return
        for box in closed.boxes:
            assert box.net_cents == box.returned_cents + box.paid_cents - box.wagered_cents, closed
            if closed.void:
                assert box.net_cents == 0, "a void round has cost somebody chips"

    def _all_cards(self) -> Counter[str]:
        return Counter(card.face for cards in self.wired.physical._places.values() for card in cards)


def table_of(name: str, seed: int, figures: Counter[str]) -> FaultyPeople:
    wired = Wired(name, seed, straight)
    wired.open()
    people = FaultyPeople(wired, seed, figures)
    wired.take(e.OpenTable(by="dealer"))
    people.settle()
    return people


def played(name: str, seed: int, rounds: int, figures: Counter[str]) -> None:
    people = table_of(name, seed, figures)
    try:
        for _ in range(rounds):
            people.play()
    except Exception as error:
        story = "\n".join(f"  {_said(event)}" for event in list(people.wired.events)[-40:])
        asked: Any = [question.about for question in people.questions]
        raise AssertionError(
            f"after\n{story}\n{name}, seed {seed}, round {people.state.round}, {people.state.phase}, faults: "
            f"{people.went_wrong}, asked: {asked}:\n{error!r}"
        ) from error


def _said(event: e.Event) -> str:
    return repr(event).replace("games.events.", "")[:240]
