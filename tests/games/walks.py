"""Random walks: people who touch anything they are offered, and devices that say anything at any time."""

from __future__ import annotations

from dataclasses import fields, replace
from random import Random
from typing import Any

from controller.tools.by_chance import by_chance, command
from games import events as e
from games.canberra_poker.game import CanberraPoker
from games.cards import FULL_DECK, Card, SealedCard, SealedTag
from games.casino_holdem.game import CasinoHoldem
from games.deal import Shoe
from games.every_game.carry import Carry
from games.house.game import HouseGame
from games.offers import Field, Money, Offer, Said
from games.table.table import OWN
from tests.games.table_talk import (
    DEAD_MANS_HAND,
    FLUSH,
    FOUR_OF_A_KIND,
    FULL_HOUSE,
    ROYAL_FLUSH,
    STRAIGHT_FLUSH,
    cards,
    holdem_options,
    house_options,
)

# Of the others no game ever hears, and a tournament's orders nobody gives at the table.
COMMANDS = [kind for kind in e.COMMANDS.values() if kind not in OWN and kind not in e.ORDERS]
REPORTS = ("card_exposed", "wrong_box", "too_many_cards", "too_few_cards", "hand_in_discards", "other")
# Between two rounds at most, and not between all of them.
RARE = (
    "change_limits",
    "announce_closing",
    "close_table",
    "order_deck_check",
    "change_cards",
    "replace_shoe",
    "report",
    "penalise",
    "void_round",
)
PLAYERS_HAVE_CENTS = 100_000
FOR_MORE = ("place_jackpot_wager", "show_box", "claim_jackpot", "place_bonus_wager", "claim_bonus")
GREAT_HANDS = (DEAD_MANS_HAND, FLUSH, FOUR_OF_A_KIND, FULL_HOUSE, STRAIGHT_FLUSH, ROYAL_FLUSH)
GOES_ON = {"verify": 0.9, "shuffle": 0.9, "cut": 0.9, "antes": 0.1, "deal": 0.9, "river": 0.9, "settle": 0.1}
CHOICES = ("go_on", "void", "turn_over", "count_as_dealt", "hand_void", "deal_by_hand", "nonsense")


def new_canberra_poker(rng: Random) -> HouseGame:
    options = house_options(
        maximum_payout=rng.choice((300, 50_000)),
        displayed=rng.choice((500, 20_000)),
        prize_share=rng.choice((0, 33, 80, 100)),
        sign=rng.choice(("follows", "by_hand")),
        supervisor_decides=frozenset(),
    )
    return CanberraPoker(options, *_boxes_and_carry(rng), shoe=rng.choice(SHOES))


def new_casino_holdem(rng: Random) -> HouseGame:
    options = holdem_options(
        maximum_payout=rng.choice((300, 50_000)),
        bonus=rng.choice(((5, 5, 5), (5, 25, 5))),
        supervisor_decides=frozenset(),
    )
    return CasinoHoldem(options, *_boxes_and_carry(rng), shoe=rng.choice(SHOES))


def _boxes_and_carry(rng: Random) -> tuple[int, Carry]:
    return rng.choice((1, 2, 3, 7, 9)), Carry(shoe_ready=rng.random() < 0.95)


SHOES: tuple[Shoe, ...] = ("reading", "reading", "counting", "silent")
NEW_GAME = {"canberra_poker": new_canberra_poker, "casino_holdem": new_casino_holdem}


class Walk:
    """Chooses the next event from what it sees of the table.

    `trouble` is the share of events that nobody asked for.
    """

    def __init__(self, name: str, seed: int, *, trouble: float) -> None:
        self.rng = Random(seed)
        self.trouble = trouble
        self.has_a_file = seed % 2 == 1  # an enrolment file
        self.game = NEW_GAME[name](self.rng)
        self.deck = list(FULL_DECK)
        self.now_ms = 0

    @property
    def places(self) -> list[str]:
        board = ["board"] if self.game.name == "casino_holdem" else []
        return [*map(str, self.game.state.boxes), "dealer", "rack", *board]

    def next_event(self) -> tuple[e.Event, Offer | None]:
        """The event, and the offer that was taken: then it must be accepted."""
        event, offer = self.choose()
        self.now_ms += self.rng.choice((100, 1_000, 60_000))
        return replace(event, at_ms=self.now_ms), offer

    def choose(self) -> tuple[e.Event, Offer | None]:
        if self.rng.random() < self.trouble:
            unasked = (self.device, self.reader, self.shoe, self.report, self.junk, self.junk)
            return self.rng.choice(unasked)(), None
        state = self.game.state
        if state.dealing and not state.question and not state.by_hand:
            return self.shoe(), None
        return self.touch()

    # ------------------------------------------------------------ people

    def touch(self) -> tuple[e.Event, Offer | None]:
        offers = [offer for offer in self.game.offers() if not offer.blocked]
        if self.rng.random() < 0.98:
            offers = [offer for offer in offers if offer.proposed or offer.command not in RARE] or offers
        onward = [offer for offer in offers if offer.proposed]
        if onward and self.rng.random() < GOES_ON.get(self.game.state.phase, 0.7):
            offers = onward
        eager = [offer for offer in offers if offer.command in FOR_MORE]
        if eager and self.rng.random() < 0.5:
            offers = eager
        if not offers:
            return e.DeckCheckedByHand(role="supervisor", by="supervisor"), None
        offer = self.rng.choice(offers)
        return command(offer, self.answer), offer

    def answer(self, field: Field, said: Said) -> Any:
        """No more than players have in chips, if the form allows so little."""
        if isinstance(field, Money):
            field = replace(field, most_cents=min(field.most_cents, max(field.least_cents, PLAYERS_HAVE_CENTS)))
        return by_chance(self.rng, self.faces)(field, said)

    def faces(self, count: int) -> tuple[Card, ...]:
        """What a person reads off cards that the shoe did not read."""
        known = {dealt.card.open() for dealt in self.game.state.deal.dealt if dealt.card}
        return tuple(self.rng.sample([card for card in FULL_DECK if card not in known], count))

    def report(self) -> e.Event:
        what = self.rng.choice(REPORTS)
        place = self.rng.choice([None, *self.places])
        seen = self.rng.choice([None, *FULL_DECK])
        dealt = self.game.state.deal.dealt
        if what == "card_exposed" and dealt and self.rng.random() < 0.8:
            chosen = self.rng.choice(dealt)
            face = chosen.card.open() if chosen.card and self.rng.random() < 0.8 else self.rng.choice(FULL_DECK)
            return e.Report(what=what, place=chosen.due.place, nth=chosen.due.nth, seen=face, by="dealer")
        return e.Report(what=what, place=place, nth=self.rng.choice((None, 1, 2, 5)), seen=seen, by="dealer")

    def junk(self) -> e.Event:
        """A command that makes no sense here, most of the time."""
        kind = self.rng.choice(COMMANDS)
        said: dict[str, Any] = {"role": self.rng.choice(("dealer", "supervisor")), "by": "somebody"}
        for name in (field.name for field in fields(kind)):
            match name:
                case "box":
                    said[name] = self.rng.randint(1, 9)
                case "amount_cents" | "stake_cents" | "to_cents":
                    said[name] = self.rng.choice((0, 1, 500, 2_500, 5_000, 100_000))
                case "to" | "pot":
                    said[name] = self.rng.randint(1, 9)
                case "out" | "post" | "take_back" | "directed" | "off" | "taken":
                    said[name] = self.rng.random() < 0.5
                case "action":
                    said[name] = self.rng.choice(("check", "fold", "wager"))
                case "changes":
                    said[name] = (e.Determination(name="burn", value=True),)
                case "minimum_cents" | "maximum_cents" | "multiple_cents":
                    said[name] = self.rng.choice((0, 500, 2_500, 10_000_000_000))
                case "in_minutes":
                    said[name] = self.rng.choice((None, 0, 30)) if kind is e.AnnounceClosing else 5
                case "cards":
                    said[name] = tuple(self.rng.sample(FULL_DECK, self.rng.randint(1, 7)))
                case "count" | "cards_above":
                    said[name] = self.rng.choice((0, 1, 10, 26, 52))
                case "place":
                    said[name] = self.rng.choice(self.places)
                case "nth":
                    said[name] = self.rng.randint(1, 5)
                case "card" | "seen":
                    said[name] = self.rng.choice(FULL_DECK)
                case "what":
                    said[name] = self.rng.choice(REPORTS)
                case "choice":
                    said[name] = self.rng.choice(CHOICES)
                case "round" | "number":
                    said[name] = self.rng.randint(0, 4)
                case "claim":
                    said[name] = "nothing"
                case "pool":
                    said[name] = self.rng.choice(("prize", "reserve"))
                case "direction":
                    said[name] = self.rng.choice(
                        ("give", "take") if kind is e.CorrectMoney else ("into", "out_of")
                    )
                case "upheld" | "review_asked":
                    said[name] = self.rng.random() < 0.5
                case "automated":
                    said[name] = self.rng.random() < 0.5
                case "reason":
                    said[name] = "nothing"
                case "ground":
                    said[name] = self.rng.choice(("impractical", "fraud", "disturbance"))
        return kind(**said)

    # ------------------------------------------------------------ devices

    def shoe(self) -> e.Event:
        """The next card of a shuffled deck; in times of trouble also one unread, or seen before."""
        if not self.game.state.deal.dealt or not self.deck:
            self.deck = self.shuffled()
        card: Card | None = self.deck.pop(0)
        odd = self.rng.random()
        if odd < self.trouble / 2:
            card = None
        elif odd < self.trouble:
            card = self.rng.choice(FULL_DECK)
        if self.game.shoe == "counting":
            card = None
        return e.CardDrawn(card=None if card is None else SealedCard(card))

    def shuffled(self) -> list[Card]:
        """A whole deck. Every other time it brings a great hand to a box or to the dealer, board included."""
        great = cards(self.rng.choice(GREAT_HANDS)) if self.rng.random() < 0.5 else []
        deck = [card for card in self.rng.sample(FULL_DECK, 52) if card not in great]
        hands, each = len(self.game.state.playing()) + 1, self.game.cards_each
        place = self.rng.randrange(hands)
        for nth, card in enumerate(great):
            on_board = each * hands + nth - each
            deck.insert(nth * hands + place if nth < each else on_board, card)
        return deck

    def tag(self) -> SealedTag:
        return SealedTag(f"tag {self.rng.randrange(30)}")

    def enrolled(self, tag: SealedTag) -> e.Enrolled | None:
        """By a file that names most tags, in times of trouble not always the card that lies there."""
        if not self.has_a_file:
            return None
        if self.rng.random() < self.trouble:
            return e.Enrolled(known=False)
        number = int(tag.open().split()[1])
        return e.Enrolled(known=True, card=SealedCard(FULL_DECK[number]), colour="blue")

    def reader(self) -> e.Event:
        place = self.rng.choice(self.places)
        match self.rng.randrange(4):
            case 0:
                return e.CardGone(place=place, tag=self.tag())
            case 1:
                tags = tuple(self.tag() for _ in range(self.rng.randrange(4)))
                said = tuple(enrolled for tag in tags if (enrolled := self.enrolled(tag)) is not None)
                return e.PlaceRead(place=place, tags=tags, enrolled=said)
        tag = self.tag()
        return e.CardSeen(place=place, tag=tag, enrolled=self.enrolled(tag))

    def device(self) -> e.Event:
        role = self.rng.choice(("shoe", "shoe", "readers"))
        said = {"device": role, "role": role}
        return self.rng.choice(
            (
                e.DeviceLost(**said),
                e.DeviceReady(**said),
                e.DeviceReady(**said),
                e.DeviceFaulted(**said, code="jam"),
                e.DeviceRecovered(**said, code="jam"),
                e.ReportsMissed(**said, count=self.rng.randrange(4)),
                e.DeviceNoted(**said, what="lid"),
                e.CardRepeated(),
                e.CutCardSeen(),
            )
        )
