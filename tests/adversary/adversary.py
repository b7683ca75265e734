"""Plays whole rounds at a table as an adversary would, and holds the record against the felt.

The shoe misreads, people mistype, report what is so and what is not, correct rightly and wrongly, take back,
penalise and void, at every moment. Seeded: a seed plays the same again.
"""

from __future__ import annotations

import copy
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, fields, replace
from random import Random
from typing import Any, ClassVar

from controller.tools.by_chance import WHY, by_chance, command
from controller.tools.tryout import Screens
from games import events as e
from games.cards import AnyCard, Card, SealedCard, SealedTag
from games.catalogue import GAMES
from games.deal import Dealt, Shoe
from games.offers import Count, Face, Faces, Field, Money, Offer, Said
from games.outcomes import OUTCOMES, Outcome, Question, RoundClosed
from games.table.table import Setup, Table, TableCarry, is_refused
from tests.adversary.felt import DROP, POOLS, POTS, Felt
from tests.games.rounds.pot import some_options
from tests.games.table_talk import all_of, holdem_options, house_options

SHUFFLING = "canberra_poker, shuffling shoe"
KINDS = (*GAMES, SHUFFLING)
MOST_EVENTS = 4_000  # of one round; a round that takes more does not end
PLAYERS_HAVE_CENTS = 100_000
SHOES: tuple[Shoe, ...] = ("reading", "reading", "counting", "silent")
TOLD_BY = {"device": "shuffler", "role": "shuffler"}

ONWARD = 0.55  # the share of touches that are what is proposed
LOOKS_AGAIN = 0.002  # at the screens of a moment that is known
LIES_THERE = ("lies_there", "lies_on_the_board", "lies_in_your_hand")
COMES_BACK = 0.1  # a shoe that did not answer, or was jammed
STRAY = 0.004  # at each step: something that nobody has asked for
WHERE = {"row": 1.0, "undo": 0.12, "report": 0.03, "more": 0.01, "pools": 0.01, "devices": 0.5}
SELDOM = {
    "void_round": 0.004,
    "close_table": 0.005,
    "announce_closing": 0.005,
    "order_deck_check": 0.005,
    "change_cards": 0.003,
    "change_limits": 0.01,
    "change_determinations": 0.01,
    "replace_shoe": 0.01,
    "void_closed_round": 0.03,
    "hold_shoe": 0.01,
    "penalise": 0.01,
    "player_left": 0.03,
    "dispute": 0.2,
    "withdraw_report": 0.4,
    "correct_card": 0.05,
    "read_again": 0.05,
}
COUNTED = ("undone", "ruling", "round_corrected", "dispute_decided")
FACE = re.compile(r'"([2-9TJQKA][shdc]|Jk)"')


@dataclass(frozen=True)
class Nature:
    """How bad a round is."""

    misread: float = 0.0
    unread: float = 0.0
    mistyped: float = 0.0
    put_right: float = 0.0  # at each step, while a lie lies up
    stray: float = 0.0

    @classmethod
    def some(cls, rng: Random) -> Nature:
        kind = rng.random()
        if kind < 0.25:
            return cls()
        if kind < 0.6:
            return cls(misread=0.06, unread=0.04, mistyped=0.15, put_right=0.5)
        return cls(misread=0.05, unread=0.05, mistyped=0.1, put_right=0.15, stray=STRAY)


class Adversary:
    screens: ClassVar[dict[str, Screens]] = {}
    looked_at: ClassVar[set[object]] = set()  # moments of a kind, of all rounds of this process

    def __init__(self, kind: str, seed: int) -> None:
        self.rng = Random(f"{kind} {seed}")
        self.eyes = Random(seed)  # whoever looks changes nothing
        self.game = kind.partition(",")[0]
        self.tells_tags = self.rng.random() < 0.4
        self.knows_tags = self.tells_tags and self.rng.random() < 0.6
        self.setup = self._setup(kind)
        self.table = Table(self.setup)
        self.felt = Felt(self.table.game.has_seats, self._jackpot_cents())
        self.figures: Counter[str] = Counter()
        self.at_ms = 0
        if self.table.game.state.pools is not None:
            pools = self.table.game.state.pools
            self.felt.purses[POOLS] = pools.prize_cents + pools.reserve_cents
        self._begin()
        self.take(e.SignIn(by="dealer", name="A"))

    def _setup(self, kind: str) -> Setup:
        rng, two = self.rng, self.rng.random() < 0.6
        if kind == SHUFFLING:
            shoe: Shoe = "shuffling"
        else:
            shoe = rng.choice(SHOES)
        if self.game == "canberra_poker":
            options: Any = house_options(
                maximum_payout=rng.choice((300, 5_000, 50_000)),
                displayed=rng.choice((500, 20_000)),
                prize_share=rng.choice((0, 33, 80, 100)),
                sign=rng.choice(("follows", "by_hand")),
                corrections_by_two=two,
            )
        elif self.game == "casino_holdem":
            options = holdem_options(
                maximum_payout=rng.choice((300, 50_000)),
                bonus=rng.choice(((5, 5, 5), (5, 25, 5))),
                corrections_by_two=two,
            )
        else:
            options = some_options(self.game, rng).model_copy(update={"corrections_by_two": two})
        return Setup("T-01", self.game, rng.choice((2, 3, 5, 7)), options, shoe)

    def _jackpot_cents(self) -> int:
        return self.setup.options.jackpot.wager_cents if self.game == "canberra_poker" else 0

    @property
    def state(self) -> Any:
        return self.table.game.state

    # ------------------------------------------------------------ a round

    def play(self) -> None:
        try:
            for _ in range(MOST_EVENTS):
                if any(isinstance(outcome, RoundClosed) for outcome in self.step()):
                    break
            else:
                raise AssertionError("the round does not end")
        except Exception as error:
            story = "\n".join(f"  {event}" for event in self.events[-40:])
            where = f"{self.game}, {self.setup.shoe} shoe, round {self.state.round}, {self.state.phase}"
            raise AssertionError(f"after\n{story}\n{where}:\n{error!r}") from error

    def _begin(self) -> None:
        """A new round: what the last one has handed on is all that a restart would know of it."""
        self.carried: TableCarry = copy.deepcopy(self.table.carry())
        self.nature = Nature.some(self.rng)
        self.deck: list[AnyCard] = []
        self.events: list[e.Event] = []
        self.heard: list[list[Outcome]] = []
        self.honest: list[e.Event] = []  # the same without a lie, and without what was taken back
        self.lied = self.asked = False
        self.said: set[str] = set()  # faces that somebody has said aloud
        self.tags: dict[tuple[str, int], SealedTag] = {}

    def step(self) -> list[Outcome]:
        self.at_ms += self.rng.choice((100, 1_000, 5_000, 60_000))
        moment = self.table.game.next_moment_ms
        if moment is not None and moment <= self.at_ms:
            return self.take(e.TimeCame())
        if self.rng.random() < self.nature.stray:
            return self.take(self.rng.choice((self.nonsense, self.device, self.late_card))(), freely=True)
        if self._is_checked():
            return self.take(e.CardDrawn(card=SealedCard(self.table.deck[len(self.state.checked)])))
        if self._shoe_is_away() and self.rng.random() < COMES_BACK:
            role = "shuffler" if self.state.shuffling_shoe_in_use() else "shoe"
            return self.take(e.DeviceReady(device=role, role=role))
        if self.state.shuffling_shoe_in_use() and (fact := self._of_the_shuffler()) is not None:
            return self.take(fact)
        if self._shoe_deals():
            return self.draw()
        return self.touch()

    def take(self, event: e.Event, *, freely: bool = False, honest: e.Event | None = None) -> list[Outcome]:
        """`freely`: a command may be refused, and must then have changed nothing."""
        event = replace(event, at_ms=self.at_ms)
        before = self._all() if freely and isinstance(event, e.Command) else None
        outcomes = self.table.take(event)
        if is_refused(outcomes):
            greyed = isinstance(event, e.EnterCard | e.EnterHand) and outcomes[0].say.code in LIES_THERE
            if (
                greyed and not freely
            ):  # the pad lets nobody type it: the card that lies there is put right first
                return outcomes
            assert freely, f"{event} was offered and is refused: {outcomes[0]}"
            assert before == self._all(), f"{event} was refused and has changed something"
            return outcomes
        self.events.append(event)
        self.heard.append(outcomes)
        self._note(event, honest or event)
        self.figures.update(f"told {o.say.code}" for o in outcomes if o.kind == "notice" and o.moved)
        self.figures.update(o.kind for o in outcomes if o.kind in COUNTED)
        self.asked = self.asked or any(isinstance(outcome, Question) for outcome in outcomes)
        self.felt.hears(event, outcomes)
        self._faces_stay_down(outcomes)
        closed = next((outcome for outcome in outcomes if isinstance(outcome, RoundClosed)), None)
        if closed is not None:
            self._round_is_over(closed)
        else:
            self._lay_cards()
        self._money_is_as_told()
        self._look(outcomes)
        return outcomes

    def _all(self) -> Any:
        table = self.table
        return all_of(table.game.state), len(table._taken), all_of(table.carry())

    def _note(self, event: e.Event, honest: e.Event) -> None:
        if isinstance(event, e.Undo):
            at = max(nth for nth, one in enumerate(self.honest) if one.kind == self._undone())
            del self.honest[at]
        else:
            self.honest.append(replace(honest, at_ms=self.at_ms))
        for name in ("card", "seen"):
            if isinstance(face := getattr(event, name, None), Card | str):
                self.said.add(str(face))
        self.said.update(map(str, getattr(event, "cards", ())))

    def _undone(self) -> str:
        return next(outcome.what for outcome in self.heard[-1] if outcome.kind == "undone")

    # ------------------------------------------------------------ the cards on the felt

    def _lay_cards(self) -> None:
        """Cards that lie there now, and that the adversary has not put down knowingly: any that is left."""
        for dealt in self.state.deal.dealt:
            where = dealt.due.place, dealt.due.nth
            if where not in self.felt.cards:
                self.felt.cards[where] = self._next_card()

    def _next_card(self) -> AnyCard:
        used = set(self.felt.cards.values())
        if not self.felt.cards or not self.deck:
            self.deck = self.rng.sample(self.table.deck, len(self.table.deck))
        while True:
            card = self.deck.pop() if self.deck else self.rng.choice(self.table.deck)
            if card not in used:
                return card

    def lies(self) -> list[Dealt]:
        """What lies up and is in the record as another card."""
        return [
            dealt
            for dealt in self.state.deal.dealt
            if dealt.up and dealt.card is not None and dealt.card.open() != self._true(dealt)
        ]

    def _true(self, dealt: Dealt) -> AnyCard | None:
        return self.felt.cards.get((dealt.due.place, dealt.due.nth))

    def _is_checked(self) -> bool:
        state = self.state
        reads = state.shoe in ("reading", "counting")
        return self.table.deck_check_is_on and reads and len(state.checked) < len(self.table.deck)

    def _shoe_is_away(self) -> bool:
        if self.state.shuffling_shoe_in_use():
            return bool(self.state.shuffler.stopped)
        return not self.state.shoe_ready or bool(self.state.shoe_stopped)

    def _shoe_deals(self) -> bool:
        state = self.state
        if not state.dealing or state.question or state.by_hand:
            return False
        return state.deal.due is not None and self.rng.random() > 0.03

    def draw(self) -> list[Outcome]:
        if self.state.shuffling_shoe_in_use():
            colour = self.state.shuffler.deals_from or "blue"
            return self.take(e.PackDispensed(**TOLD_BY, colour=colour, count=5))
        due = self.state.deal.due
        true = self._next_card()
        self.felt.cards[due.place, due.nth] = true
        told: AnyCard | None = true
        if self.state.shoe != "reading" or self.rng.random() < self.nature.unread:
            told = None
        elif self.rng.random() < self.nature.misread:
            told = self.rng.choice(self.table.deck)
        self.lied = self.lied or told not in (None, true)
        read = None if told is None else SealedCard(told)
        really = e.CardDrawn(card=None if told is None else SealedCard(true))
        outcomes = self.take(e.CardDrawn(card=read), honest=really)
        if self.tells_tags and self.rng.random() < 0.95 and not any(o.kind == "round_closed" for o in outcomes):
            tag = SealedTag(f"tag of {true}")
            says = e.Enrolled(known=True, card=SealedCard(true), colour="blue") if self.knows_tags else None
            self.take(e.CardSeen(place=due.place, tag=tag, enrolled=says))
        return outcomes

    # ------------------------------------------------------------ devices

    def _of_the_shuffler(self) -> e.Event | None:
        """Decks that are to be shuffled are put in, one fact after the other."""
        shuffler = self.state.shuffler
        loaded = shuffler.ready and (len(shuffler.decks) == 2 or not shuffler.must_be_loaded)
        if self.state.phase not in ("shuffle", "antes") or loaded or self.rng.random() < 0.05:
            return None
        for colour, then in shuffler.decks.items():
            if then != "shuffled":
                kind = e.ShuffleStarted if then == "inserted" else e.ShuffleComplete
                return kind(**TOLD_BY, colour=colour, count=52)
        colours = [colour for colour in ("blue", "red") if colour not in shuffler.decks]
        return e.DeckInserted(**TOLD_BY, colour=self.rng.choice(colours), count=52) if colours else None

    def device(self) -> e.Event:
        role = "shuffler" if self.state.shuffling_shoe_in_use() else "shoe"
        said = {"device": role, "role": role}
        return self.rng.choice(
            (
                e.DeviceLost(**said),
                e.DeviceReady(**said),
                e.DeviceFaulted(**said, code="jam"),
                e.DeviceRecovered(**said, code="jam"),
                e.ReportsMissed(**said, count=self.rng.randrange(3)),
                e.CardRepeated(),
            )
        )

    def late_card(self) -> e.Event:
        """A card where or when none is due, or one that is seen at somebody else's place."""
        if self.tells_tags and self.felt.cards and self.rng.random() < 0.7:
            (_, card), place = self._any_two()
            tag = SealedTag(f"tag of {card}")
            says = e.Enrolled(known=True, card=SealedCard(card), colour="blue") if self.knows_tags else None
            return self.rng.choice(
                (e.CardGone(place=place, tag=tag), e.CardSeen(place=place, tag=tag, enrolled=says))
            )
        if self.state.shoe != "reading":
            return e.CardDrawn()
        return e.CardDrawn(card=SealedCard(self._next_card()))

    def _any_two(self) -> tuple[tuple[tuple[str, int], AnyCard], str]:
        cards = list(self.felt.cards.items())
        return self.rng.choice(cards), self.rng.choice(cards)[0][0]

    # ------------------------------------------------------------ people

    def touch(self) -> list[Outcome]:
        offers = [offer for offer in self.table.offers() if offer.blocked is None]
        assert offers, "nothing is offered, and no card is due"
        wrong = self.lies()
        last_chance = self.state.phase == "collect" and self.nature.put_right
        if wrong and (last_chance or self.rng.random() < self.nature.put_right):
            corrections = [o for o in offers if o.command == "correct_card" and o.role == "supervisor"]
            if corrections:
                return self.put_right(self.rng.choice(wrong))
        offer = self._chosen(offers)
        typed = any(isinstance(field, Money) for field in offer.fields)
        self._lies_now: dict[str, Any] | None = None
        event = command(offer, self._answer(offer), by=self._by(offer))
        return self.take(event, freely=typed, honest=self._honestly(event))

    def put_right(self, dealt: Dealt) -> list[Outcome]:
        true = self._true(dealt)
        assert true is not None
        self.figures["put right"] += 1
        where = dealt.due.place, dealt.due.nth
        said = e.CorrectCard(
            place=dealt.due.place, nth=dealt.due.nth, card=true, reason=WHY, by="supervisor", role="supervisor"
        )
        outcomes = self.take(said)
        lies = self.state.deal.at(*where)
        assert lies is not None
        assert lies.card is not None
        assert lies.card.open() == true, (
            f"card {where[1]} of {where[0]} is {lies.card.open()} in the record, not {true}"
        )
        return outcomes

    def _by(self, offer: Offer) -> str:
        role = str(offer.role)
        return f"another {role}" if offer.not_by == role else role

    def _chosen(self, offers: list[Offer]) -> Offer:
        proposed = [offer for offer in offers if offer.proposed]
        if proposed and self.rng.random() < ONWARD:
            return self.rng.choice(proposed)
        weights = [SELDOM.get(offer.command, 1.0) * WHERE.get(offer.where, 1.0) for offer in offers]
        return self.rng.choices(offers, weights)[0]

    def _answer(self, offer: Offer) -> Any:
        """What people say of cards is what lies there, or a lie; amounts are such as players have."""

        def answer(field: Field, said: Said) -> Any:
            if isinstance(field, Money):
                most = min(field.most_cents, max(field.least_cents, PLAYERS_HAVE_CENTS))
                field = replace(field, most_cents=most)
            if isinstance(field, Count) and offer.command == "collected":
                return self.state.cards_out if self.rng.random() < 0.9 else field.least
            if isinstance(field, Face):
                return self._says(self._at(offer, said))
            if isinstance(field, Faces) and "place" in offer.args:
                hand = self._hand(str(offer.args["place"]), field.count)
                said_now = tuple(self._says(card) for card in hand)
                return said_now if len(set(said_now)) == len(said_now) else tuple(hand)
            return by_chance(self.rng, self._any_cards)(field, said)

        return answer

    def _at(self, offer: Offer, said: Said) -> AnyCard:
        """The card that is spoken of."""
        where = {**offer.args, **{name: value for name, value in said.items() if name in ("place", "nth")}}
        true = self.felt.cards.get((str(where.get("place")), int(where.get("nth", 0) or 0)))
        return true if true is not None else self._any_cards(1)[0]

    def _hand(self, place: str, count: int) -> list[AnyCard]:
        hand = self.state.deal.hand(place)
        wanted = hand if len(hand) == count else [dealt for dealt in hand if dealt.card is None]
        true = [card for dealt in wanted if (card := self._true(dealt)) is not None]
        return true if len(true) == count else list(self._any_cards(count))

    def _says(self, card: AnyCard) -> AnyCard:
        return self._any_cards(1)[0] if self.rng.random() < self.nature.mistyped else card

    def _any_cards(self, count: int) -> tuple[AnyCard, ...]:
        known = {dealt.card.open() for dealt in self.state.deal.dealt if dealt.card is not None}
        return tuple(self.rng.sample([card for card in self.table.deck if card not in known], count))

    def _honestly(self, event: e.Event) -> e.Event:
        """As it would have been said without a lie."""
        match event:
            case e.EnterCard(place=place, nth=nth):
                true = self.felt.cards.get((place, nth), event.card)
                self.lied = self.lied or true != event.card
                return replace(event, card=true)
            case e.EnterHand(place=place, cards=cards):
                true_cards = tuple(self._hand(place, len(cards)))
                self.lied = self.lied or true_cards != cards
                return replace(event, cards=true_cards)
        return event

    def nonsense(self) -> e.Event:
        """What nobody should say now, most of the time."""
        offers = list(self.table.offers())
        kind = self.rng.choice(list(e.COMMANDS.values()))
        alike = [offer for offer in offers if offer.command == kind.kind]
        said: dict[str, Any] = dict(alike[0].args) if alike else {}
        for one in fields(kind):
            if one.name in ("by", "role", "at_ms", "kind") or one.name in said:
                continue
            said[one.name] = self._any_word(kind, one.name)
        if any(value is ... for value in said.values()):
            return e.Undo(by="nobody", role="dealer")
        role = kind.said_by if kind.said_by in ("dealer", "supervisor") else "dealer"
        return kind(**{**said, "by": role, "role": role})

    def _any_word(self, kind: type[e.Event], name: str) -> Any:
        rng = self.rng
        match name:
            case "box" | "to" | "pot":
                return rng.randint(1, 9)
            case "amount_cents" | "stake_cents" | "to_cents":
                return rng.choice((0, 100, 500, 2_500, 5_000, 100_000))
            case "out" | "post" | "take_back" | "directed" | "off" | "upheld" | "review_asked" | "automated":
                return rng.random() < 0.5
            case "wagers_void" | "folded" | "excluded":
                return rng.random() < 0.5
            case "count" | "number" | "round" | "nth":
                return rng.randint(1, 7)
            case "place":
                return rng.choice(("1", "2", "dealer", "board"))
            case "card":
                return rng.choice(self.table.deck)
            case "cards":
                return self._any_cards(2) if kind is not e.ChangeDeterminations else ...
            case "choice":
                return rng.choice(("go_on", "void", "misdeal", "put_back"))
            case "reason":
                return WHY
        return ...

    # ------------------------------------------------------------ what must be so

    def _money_is_as_told(self) -> None:
        state, felt = self.state, self.felt
        if state.pools is not None and self.game == "canberra_poker":
            held = state.pools.prize_cents + state.pools.reserve_cents
            assert felt.purses[POOLS] == held, (
                f"the pools hold {held}, and {felt.purses[POOLS]} by what was told"
            )
        if not felt.has_seats:
            return
        told = {purse[1]: cents for purse, cents in felt.purses.items() if purse[0] == "stake" and cents}
        stakes = {
            number: 0 if seat.leaves else state.stake_cents(number) for number, seat in state.seats.items()
        }
        stakes = {number: cents for number, cents in stakes.items() if cents}
        assert told == stakes, f"the stakes are {stakes}, and {told} by what was told"

    def _round_is_over(self, closed: RoundClosed) -> None:
        felt = self.felt
        self.figures["rounds"] += 1
        self.figures["void"] += closed.void
        if felt.has_seats:
            assert not felt.purses[POTS], f"{felt.purses[POTS]} lie in the pots"
        else:
            lie = {purse: cents for purse, cents in felt.purses.items() if purse[0] == "layout" and cents}
            assert not lie, f"chips lie on the layout: {lie}"
            told = {box: cents for box, cents in felt.nets.items() if cents}
            nets = {result.box: result.net_cents for result in closed.boxes if result.net_cents}
            assert told == nets, f"the record has {nets}, and by what was told it is {told}"
        assert felt.purses[DROP] >= 0
        self._same_again()
        self._as_without_lies(closed)
        felt.round_closed()
        self._begin()

    def _same_again(self) -> None:
        """The same events give the same outcomes, to the last byte."""
        again = Table(self.setup, copy.deepcopy(self.carried))
        for event, heard in zip(self.events, self.heard, strict=True):
            assert OUTCOMES.dump_json(again.take(event)) == OUTCOMES.dump_json(heard), (
                f"{event} answers otherwise"
            )

    def _as_without_lies(self, closed: RoundClosed) -> None:
        """What was put right in time has the end that it would have had if nobody had lied."""
        if closed.void or self.asked or not self.lied or self.wrong_at_the_end:
            return
        again, asked, over = Table(self.setup, copy.deepcopy(self.carried)), False, None
        for event in self.honest:
            if isinstance(event, e.CorrectCard):
                continue
            outcomes = again.take(event)
            asked = asked or any(isinstance(outcome, Question) for outcome in outcomes)
            over = next((outcome for outcome in outcomes if isinstance(outcome, RoundClosed)), over)
        if asked or self.game == "seven_card_stud":
            return
        self.figures["as without lies"] += 1
        assert over == closed, f"with the lies put right it is {closed}, without them {over}"

    @property
    def wrong_at_the_end(self) -> bool:
        return self._wrong_before

    # ------------------------------------------------------------ what is seen

    def _faces_stay_down(self, outcomes: list[Outcome]) -> None:
        self._wrong_before = (
            bool(self.lies()) if self.state.deal.dealt else getattr(self, "_wrong_before", False)
        )
        told = OUTCOMES.dump_json(outcomes).decode()
        self._tells_none(told, "the outcomes")

    def _down(self) -> set[str]:
        """Faces that only the record knows."""
        down = {
            str(dealt.card.open())
            for dealt in self.state.deal.dealt
            if dealt.card is not None and not dealt.up and not dealt.exposed
        }
        up = {str(dealt.card.open()) for dealt in self.state.deal.dealt if dealt.card is not None and dealt.up}
        return down - up - self.said - {str(card) for card in self.state.checked_faces()}

    def _tells_none(self, what: str, where: str) -> None:
        if (down := self._down()) and (told := down & {*FACE.findall(what)}):
            raise AssertionError(f"{where} tell of a card that lies face down: {told}")

    def _look(self, outcomes: list[Outcome]) -> None:
        said = {(outcome.kind, getattr(getattr(outcome, "say", None), "code", "")) for outcome in outcomes}
        asked = self.state.question.question.about if self.state.question else ""
        moment = self.game, self.state.phase, self.table.game.prompt().say.code, asked, frozenset(said)
        if moment in Adversary.looked_at and self.eyes.random() > LOOKS_AGAIN:
            return
        Adversary.looked_at.add(moment)
        screens = Adversary.screens.setdefault(self.game, Screens(self.game))
        for state in screens.say(self.table, outcomes):
            self.figures["screens"] += 1
            self._tells_none(repr(state).replace("'", '"'), "the screens")


def played(kind: str, seed: int, rounds: int) -> Iterator[Adversary]:
    """The adversary after each round."""
    adversary = Adversary(kind, seed)
    for _ in range(rounds):
        adversary.play()
        yield adversary
