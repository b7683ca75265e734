"""A dealer and players who know only what is offered on the screen and what lies on the table before them."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

from controller.tools.by_chance import WHY, command
from games import events as e
from games.cards import JOKER, AnyCard, Card
from games.offers import Count, Face, Faces, Field, Money, Offer, Reason
from games.outcomes import Outcome, Question, RoundClosed
from games.pot.game import PotGame
from games.table.table import is_refused
from simulators.device import NotPossible
from simulators.table import PILE, POCKET, SHOE
from tests.simulation.wired import Wired, at

ANTE_CENTS = 2_500
DECISIONS = {"fold": 0.25, "bet": 1.0, "call": 1.0, "check": 1.0, "wager": 0.3, "show_box": 1.0, "muck": 0.3}
COMING = ("take_seat", "add_to_stake", "sit_out", "choose_entry", "post_over_blind")
MOST_TURNS = 600  # of one round; after that a supervisor ends it
MOST_REFUSED = 4
MOST_CABLES = 3  # that often in a round the shoe is asked where it is
NOT_DEALT_OUT = (SHOE, PILE, POCKET)


class NotThere(Exception):
    """No card lies where the table believes one."""


class Stuck(AssertionError):
    """The round does not end, whatever people do."""


class People:
    def __init__(self, wired: Wired, seed: int) -> None:
        self.wired = wired
        self.rng = Random(seed)  # of what players decide, and of nothing else
        self.questions: list[Question] = []  # of this round
        self.closed: RoundClosed | None = None
        self.ended_by_hand = False
        self._refused = self._cables = self._anted = 0

    # ------------------------------------------------------------ a round

    def play(self) -> RoundClosed:
        self.questions, self.closed, self.ended_by_hand = [], None, False
        self._cables = 0
        self.wired.outcomes.clear()
        for turn in range(2 * MOST_TURNS):
            if self.closed is not None:
                return self.closed
            if turn > MOST_TURNS:
                self._ends_it()
            self.before_a_turn()
            self._turn()
            self.settle()
        raise Stuck(f"the round does not end in phase {self.state.phase}")

    def settle(self) -> None:
        self.wired.settle()
        for outcome in self.wired.outcomes:
            if isinstance(outcome, Question):
                self.questions.append(outcome)
            elif isinstance(outcome, RoundClosed):
                self.closed = outcome
                self.closes(outcome)
            self.hears(outcome)
        self.wired.outcomes.clear()

    def before_a_turn(self) -> None:
        """What goes wrong, where it does."""

    def hears(self, outcome: Outcome) -> None:
        """Whoever counts chips."""

    def closes(self, closed: RoundClosed) -> None:
        """The round is over."""

    @property
    def state(self) -> Any:
        return self.wired.state

    @property
    def out(self) -> int:
        """Cards that have left the shoe and lie somewhere on the table."""
        places = self.wired.physical._places
        return sum(len(cards) for place, cards in places.items() if place not in NOT_DEALT_OUT)

    def says(self, event: e.Event) -> bool:
        """Whether it was accepted."""
        if is_refused(self.wired.take(event)):
            self._refused += 1
            if self._refused > MOST_REFUSED:
                self._ends_it()
            return False
        self._refused = 0
        return True

    def _ends_it(self) -> None:
        self._refused, self.ended_by_hand = 0, True
        self.wired.take(e.VoidRound(ground="disturbance", role="supervisor", by="supervisor"))

    # ------------------------------------------------------------ a turn

    def _turn(self) -> None:
        state, game = self.state, self.wired.table.game
        if game.next_moment_ms is not None and game.next_moment_ms <= self.wired.now_ms:
            self.wired.take(e.TimeCame())
        elif state.question is not None:
            self.answer(state.question.question, state.question.count)
        elif state.dealing and state.deal.due is not None:
            self._deal()
        elif state.phase == "verify":
            self.says(e.DeckCheckedByHand(role="supervisor", by="supervisor"))
        else:
            self._touch()

    def answer(self, question: Question, count: int) -> None:
        offered = [offer for offer in self.wired.table.game.offers() if offer.command == "answer"]
        if not offered:
            self.try_the_cable()
            return
        codes = {offer.args["choice"]: offer for offer in offered}
        chosen = self.choose(question, codes, count)
        role = codes[chosen].role
        self.says(e.Answer(choice=chosen, role=role, by=role, reason="as it was seen"))

    def choose(self, question: Question, codes: dict[str, Offer], count: int) -> str:
        """What is true: whoever looks can count the cards on the table."""
        missing = self.out - self.state.cards_out
        if "count_as_dealt" in codes and 0 < count <= missing:
            return "count_as_dealt"
        if question.about == "count_back_differs":
            return next((code for code in codes if code != "count_again"), "count_again")
        honest = ("go_on", "not_dealt", "put_back", "reader_erred")  # nothing lies where it should not
        return next((code for code in honest if code in codes and not codes[code].blocked), next(iter(codes)))

    def try_the_cable(self) -> None:
        for name, device in self.wired.physical._devices.items():
            if not device.wire.plugged:
                self.wired.physical.replug(name)

    def _deal(self) -> None:
        """By what lies on the table: a card that is there already is not dealt again."""
        deal, missing = self.state.deal, self.out - self.state.cards_out
        ahead = deal.plan[len(deal.dealt) + max(0, missing) :]
        if self.state.by_hand:
            if missing <= 0:
                self.hand(ahead[0].place if ahead else "hand")
            self.says(e.CardDealtByHand(count=1, by="dealer"))
        elif ahead and missing <= 1:
            self.hand(ahead[0].place)
        else:
            self.cable_out_and_in()  # the screen has not moved on: the shoe then says where it is

    def hand(self, place: str) -> None:
        try:
            self.wired.physical.draw(at(place))
        except NotPossible:
            self.repairs()

    def repairs(self) -> None:
        physical = self.wired.physical
        for verb in (physical.clear_jam, physical.clear_fault):
            try:
                verb()
            except NotPossible:
                continue
        if not physical._places[SHOE]:
            self._ends_it()

    def cable_out_and_in(self) -> None:
        self._cables += 1
        if self._cables > MOST_CABLES:
            self._ends_it()
            return
        shoe = next(name for name, line in self.wired.lines.items() if line.device.role == "shoe")
        self.wired.physical.unplug(shoe)
        self.wired.step()
        self.wired.physical.replug(shoe)
        self.wired.settle(400)

    # ------------------------------------------------------------ touches

    def _touch(self) -> None:
        offers = [offer for offer in self.wired.table.game.offers() if offer.blocked is None]
        proposed = next((offer for offer in offers if offer.proposed), None)
        before = getattr(self, f"_before_{proposed.command}", None) if proposed else None
        if before is not None and before():
            return
        deciding = {offer.command: offer for offer in offers if offer.command in DECISIONS}
        if deciding and (proposed is None or proposed.command in DECISIONS):
            weights = [DECISIONS[command] for command in deciding]
            self._take(self.rng.choices(list(deciding.values()), weights)[0])
        elif proposed is not None:
            self._take(proposed)
        else:
            self._comes_in(offers)

    def _take(self, offer: Offer) -> None:
        try:
            said = command(offer, lambda field, said: self._answer(offer, field))
        except NotThere:
            self._ends_it()
            return
        if offer.command == "collected":  # counted, not read off the button
            said = replace(said, count=self.out)
        if self.says(said) and offer.command == "collected":
            self.settle()
            if self.closed is not None:
                self.wired.physical.collect()

    def _answer(self, offer: Offer, field: Field) -> Any:
        match field:
            case Money():
                return field.least_cents
            case Count():
                return self.out if offer.command == "collected" else 10
            case Reason():
                return WHY
            case Face() | Faces():
                cards = self._read_off(offer, field)
                return cards if isinstance(field, Faces) else cards[0]
        raise AssertionError(f"nobody here is asked for {field}")

    def _read_off(self, offer: Offer, field: Face | Faces) -> tuple[AnyCard, ...]:
        place = str(offer.args["place"])
        lie = self.wired.place(place)
        hand = self.state.deal.hand(place)
        whole = isinstance(field, Faces) and field.count == len(hand)
        unread = [dealt.due.nth for dealt in hand if whole or dealt.card is None]
        nths = [offer.args["nth"]] if isinstance(field, Face) else unread
        if not nths or max(nths) > len(lie):
            raise NotThere
        return tuple(JOKER if lie[nth - 1] == str(JOKER) else Card(lie[nth - 1]) for nth in nths)

    def _before_shuffled(self) -> bool:
        self.wired.physical.collect()
        self.wired.physical.shuffle()
        self.wired.physical.load_deck()
        return False

    def _before_close_betting(self) -> bool:
        """Once a round some boxes have antes; the first always."""
        if self._anted == self.state.round:
            return False
        self._anted = self.state.round
        for box in range(1, self.wired.table.setup.boxes + 1):
            if box == 1 or self.rng.random() < 0.5:
                self.wired.take(e.PlaceAnte(box=box, amount_cents=ANTE_CENTS, by="dealer"))
        return True

    def _before_collect_posts(self) -> bool:
        """Now and then somebody more comes to the table."""
        if self._anted == self.state.round or self.rng.random() < 0.5:
            self._anted = self.state.round
            return False
        offers = [offer for offer in self.wired.table.game.offers() if offer.blocked is None]
        coming = [offer for offer in offers if offer.command in COMING]
        if coming:
            self._comes_in(coming)
        return bool(coming)

    def _comes_in(self, offers: list[Offer]) -> None:
        coming = [offer for offer in offers if offer.command in COMING]
        if isinstance(self.wired.table.game, PotGame) and coming:
            offer = self.rng.choice(coming)
            self.says(command(offer, lambda field, said: min(5 * field.least_cents, field.most_cents)))
        elif any(offer.command == "place_ante" for offer in offers):
            self._anted = 0
            self._before_close_betting()
        elif course := [offer for offer in offers if offer.where == "row"]:
            self._take(course[0])
        else:
            self._ends_it()
