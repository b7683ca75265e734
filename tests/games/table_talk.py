"""Talk at the table of a house game: a test says what happens, and what should then be heard.

Money is in dollars, cards are written as "As Td". A refusal that the test does not expect fails it at
the next word.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import fields, is_dataclass, replace
from decimal import Decimal
from enum import Enum
from functools import cache
from types import NoneType
from typing import Any, Literal

from games import events as e
from games.canberra_poker.game import CanberraPoker
from games.canberra_poker.options import Jackpot, Options
from games.cards import FULL_DECK, JOKER, AnyCard, Card, Sealed, SealedCard, SealedTag
from games.casino_holdem.game import CasinoHoldem
from games.casino_holdem.options import Bonus
from games.casino_holdem.options import Options as HoldemOptions
from games.deal import Due, Shoe
from games.every_game.carry import Carry, Pools
from games.house.game import HouseGame
from games.limits import Limits
from games.outcomes import (
    CardTurned,
    DisputeDecided,
    JackpotPools,
    Notice,
    Outcome,
    Payment,
    Refusal,
    RoundClosed,
    RoundCorrected,
    Ruling,
    Undone,
    Withdrawn,
)
from games.rulebook import Document
from games.table.table import Setup, TableCarry
from games.table.table import Table as WholeTable

Place = int | str
Hands = Mapping[Place, str]

# Boxes hold spades and hearts, the dealer clubs and diamonds, so that they can be put together freely.
ROYAL_FLUSH = "As Ks Qs Js Ts"
STRAIGHT_FLUSH = "9h 8h 7h 6h 5h"
FOUR_OF_A_KIND = "7s 7h 7d 7c 2s"
FULL_HOUSE = "Ts Th Td 4s 4h"
FLUSH = "Kh Qh 8h 5h 2h"
STRAIGHT = "Ts 9h 8s 7h 6s"
THREE_OF_A_KIND = "Qs Qh Qd 9s 2h"
TWO_PAIRS = "9s 9h 4s 4h Js"
ONE_PAIR = "Ts Th 8h 6s 3s"
ACE_KING_QUEEN = "As Kh Qs 6h 2s"
QUEEN_HIGH = "Qs Jh 9d 6h 2s"
DEAD_MANS_HAND = "As Ah 8s 8h 5s"
DEALER_ACE_KING = "Ac Kd 8c 5d 3c"
DEALER_ACE_QUEEN = "Ac Qd Jc Tc 8c"


def cents(dollars: float | str) -> int:
    exact = Decimal(str(dollars)) * 100
    assert exact == int(exact), f"{dollars} is not a whole number of cents"
    return int(exact)


def card(face: str) -> AnyCard:
    return JOKER if face == JOKER else Card(face)


def cards(text: str) -> list[AnyCard]:
    return [card(face) for face in text.split()]


NEVER_CHANGED = (
    *("options", "configured", "game"),
    *("_handlers", "prompt_by_phase", "offers_by_phase", "effect_by_choice"),
)


def all_of(value: Any) -> Any:
    """Everything inside a value, sealed cards opened, in a form that compares."""
    form = _form(type(value))
    return form(value) if form else value


@cache
def _form(kind: type) -> Callable[[Any], Any] | None:
    """How to tell all of a value of that kind; none if it is told as it is."""
    if issubclass(kind, Sealed):
        return lambda value: ("sealed", value.open())
    if issubclass(kind, str | int | Enum | NoneType):
        return None
    if issubclass(kind, Mapping):
        return lambda value: tuple([(all_of(key), all_of(inner)) for key, inner in value.items()])
    if issubclass(kind, set | frozenset):
        return lambda value: frozenset([all_of(inner) for inner in value])
    if issubclass(kind, list | tuple):
        return lambda value: tuple([all_of(inner) for inner in value])
    if is_dataclass(kind):
        names = [field.name for field in fields(kind)]
        return lambda value: tuple([all_of(getattr(value, name)) for name in names])
    if issubclass(kind, Document):
        return lambda value: value.name
    if kind.__dictoffset__:
        return lambda value: (
            kind.__name__,
            tuple([(name, all_of(inner)) for name, inner in vars(value).items() if name not in NEVER_CHANGED]),
        )
    if slots := getattr(kind, "__slots__", ()):
        return lambda value: (kind.__name__, tuple([(name, all_of(getattr(value, name))) for name in slots]))
    raise TypeError(f"do not know how to compare a {kind.__name__}")


def house_options(
    *,
    minimum: float = 25,
    maximum: float = 500,
    multiple: float = 5,
    maximum_payout: float = 50_000,
    jackpot_wager: float = 5,
    displayed: int = 20_000,
    prize_share: int = 80,
    sign: Literal["follows", "by_hand"] = "follows",
    least_notice: int = 0,
    **more: Any,
) -> Options:
    """`displayed` is what the sign shows, and the prize pool holds, when the jackpot is set up."""
    return Options(
        limits=Limits(
            minimum_cents=cents(minimum), maximum_cents=cents(maximum), multiple_cents=cents(multiple)
        ),
        maximum_payout_cents=cents(maximum_payout),
        jackpot=Jackpot(
            wager_cents=cents(jackpot_wager),
            opening_cents=cents(displayed),
            prize_share_percent=prize_share,
            sign=sign,
        ),
        least_notice_minutes=least_notice,
        **more,
    )


def holdem_options(
    *,
    minimum: float = 25,
    maximum: float = 500,
    multiple: float = 5,
    maximum_payout: float = 50_000,
    bonus: tuple[float, float, float] = (5, 25, 5),
    least_notice: int = 0,
    **more: Any,
) -> HoldemOptions:
    least, most, step = map(cents, bonus)
    return HoldemOptions(
        limits=Limits(
            minimum_cents=cents(minimum), maximum_cents=cents(maximum), multiple_cents=cents(multiple)
        ),
        maximum_payout_cents=cents(maximum_payout),
        bonus=Bonus(minimum_cents=least, maximum_cents=most, multiple_cents=step),
        least_notice_minutes=least_notice,
        **more,
    )


def at_the_table(
    *,
    boxes: int = 7,
    at: str = "antes",
    shoe_ready: bool = True,
    jackpot: Pools | None = None,
    shoe: Shoe = "reading",
    **options: Any,
) -> Table:
    """A Canberra Poker table at the beginning of a phase before the deal. `jackpot` is left by earlier ones."""
    carry = Carry(shoe_ready=shoe_ready, jackpot=jackpot)
    return _brought_to(at, CanberraPoker(house_options(**options), boxes, carry, shoe=shoe))


def at_the_holdem_table(
    *, boxes: int = 7, at: str = "antes", shoe_ready: bool = True, shoe: Shoe = "reading", **options: Any
) -> Table:
    """A Casino Hold-em table at the beginning of a phase before the deal."""
    carry = Carry(shoe_ready=shoe_ready)
    return _brought_to(at, CasinoHoldem(holdem_options(**options), boxes, carry, shoe=shoe))


def _brought_to(at: str, game: HouseGame) -> Table:
    table = Table(game)
    steps = {
        "verify": table.open,
        "shuffle": table.supervisor.checks_deck_by_hand,
        "cut": table.shuffle,
        "antes": table.cut,
    }
    for phase, step in steps.items():
        if table.phase == at:
            break
        step()
        assert table.phase == phase
    return table


class Whole:
    """The table around a game: it plays a round again, where a game alone only goes on."""

    def __init__(self, table: WholeTable) -> None:
        self.table = table
        self.take = table.take

    def __getattr__(self, name: str) -> Any:
        return getattr(self.table.game, name)


def at_the_whole_table(talk: Any) -> Any:
    """From where the talk stands, before the first card. Its dealer has signed in."""
    game = talk.game
    carry = TableCarry(game.state.carry(), dealer="dealer")
    talk.game = Whole(WholeTable(Setup("T-01", game.name, game.boxes, game.state.options, game.shoe), carry))
    return talk


class Supervisor:
    def __init__(self, table: Table) -> None:
        self.table = table

    def says(self, command: type[e.Command], **said: Any) -> None:
        self.table.says(command, role="supervisor", **said)

    def answers(self, choice: str, reason: str = "as surveillance confirms") -> None:
        self.says(e.Answer, choice=choice, reason=reason)

    def voids(self, ground: str) -> None:
        self.says(e.VoidRound, ground=ground)

    def takes_back(self) -> None:
        """The last ruling of a supervisor's."""
        self.says(e.Undo)

    def corrects(self, place: Place, nth: int, face: str, reason: str = "seen on the table") -> None:
        self.says(e.CorrectCard, place=str(place), nth=nth, card=card(face), reason=reason)

    def decides_dispute(self, number: int, *, upheld: bool, review_asked: bool = False) -> None:
        reason = "as surveillance confirms"
        self.says(e.DecideDispute, number=number, upheld=upheld, review_asked=review_asked, reason=reason)

    def corrects_money(
        self, box: int, direction: Literal["give", "take"], amount: float, round_: int = 1
    ) -> None:
        said = {"round": round_, "box": box, "direction": direction, "amount_cents": cents(amount)}
        self.says(e.CorrectMoney, reason="counted again", **said)

    def corrects_pools(
        self,
        pool: Literal["prize", "reserve"],
        direction: Literal["into", "out_of"],
        amount: float,
        round_: int = 1,
    ) -> None:
        said = {"round": round_, "pool": pool, "direction": direction, "amount_cents": cents(amount)}
        self.says(e.CorrectPools, reason="counted again", **said)

    def voids_closed_round(self, reason: str = "a card is missing") -> None:
        self.says(e.VoidClosedRound, reason=reason)

    def signs_correction(self, by: str = "another supervisor") -> None:
        self.says(e.SignCorrection, by=by)

    def announces_closing(self, minutes: int | None = 0) -> None:
        self.says(e.AnnounceClosing, in_minutes=minutes)

    def closes_table(self) -> None:
        """With notice, and without the last check of the cards: that is done afterwards."""
        self.announces_closing()
        self.says(e.CloseTable)
        if self.table.phase == "verify":
            self.says(e.CloseTable)

    def announces_limits(self, minimum: float, maximum: float, multiple: float = 5, minutes: int = 0) -> None:
        self.says(
            e.ChangeLimits,
            minimum_cents=cents(minimum),
            maximum_cents=cents(maximum),
            multiple_cents=cents(multiple),
            in_minutes=minutes,
        )

    def changes_cards(self) -> None:
        self.says(e.ChangeCards)

    def orders_deck_check(self) -> None:
        self.says(e.OrderDeckCheck)

    def checks_deck_by_hand(self, reason: str = "counted twice", *, alone: bool = False) -> None:
        """Where two have to sign, the dealer does it, too."""
        self.says(e.DeckCheckedByHand, reason=reason)
        if getattr(self.table.game.state, "signature", None) and not alone:
            self.table.signs()

    def seeds_jackpot(self, amount: float, reason: str = "after a major prize") -> None:
        self.says(e.SeedJackpot, amount_cents=cents(amount), reason=reason)

    def sets_sign(self, amount: float) -> None:
        self.says(e.AdjustSign, amount_cents=cents(amount))

    def sets_marker(self, box: int, maximum: float | None = None) -> None:
        self.says(e.SetBoxMaximum, box=box, amount_cents=None if maximum is None else cents(maximum))

    def penalises(
        self,
        box: int,
        *,
        wagers_void: bool = False,
        excluded: bool = False,
        ground: Literal["breach", "collusion"] = "breach",
        reason: str = "seen by surveillance",
    ) -> None:
        self.says(e.Penalise, box=box, wagers_void=wagers_void, excluded=excluded, ground=ground, reason=reason)


class Table:
    def __init__(self, game: HouseGame) -> None:
        self.game = game
        self.supervisor = Supervisor(self)
        self.events: list[e.Event] = []
        self.heard: list[Outcome] = []
        self.everything: list[Outcome] = []
        self.stacked: list[AnyCard | None] = []
        self._refusal_expected = True
        self._unchanged = True
        self.minutes = 0.0  # of the table's clock
        self.seen_at: dict[str, str] = {}  # by tag: the place where a reader has seen the card last

    @property
    def phase(self) -> str:
        return self.game.state.phase

    # ------------------------------------------------------------ what happens

    def happens(self, event: e.Event) -> list[Outcome]:
        if not self._refusal_expected:
            self._fail("nobody expected this refusal")
        event = replace(event, at_ms=int(self.minutes * 60_000))
        before = all_of(self.game.state) if isinstance(event, e.Command) else None
        self.events.append(event)
        self.heard = self.game.take(event)
        self.everything += self.heard
        self._refusal_expected = not self._all(Refusal)
        self._unchanged = self._refusal_expected or before is None or before == all_of(self.game.state)
        return self.heard

    def says(self, command: type[e.Command], **said: Any) -> None:
        self.happens(command(**{"by": said.get("role", "dealer"), **said}))

    def minutes_pass(self, minutes: float) -> None:
        """The daemon's alarm rings if the table has waited for that moment."""
        self.minutes += minutes
        moment_ms = self.game.next_moment_ms
        if moment_ms is not None and moment_ms <= self.minutes * 60_000:
            self.happens(e.TimeCame())

    # ------------------------------------------------------------ the dealer's words

    def open(self) -> None:
        self.says(e.OpenTable)

    def signs(self) -> None:
        """As the second person."""
        self.says(e.Countersign)

    def shuffle(self) -> None:
        self.says(e.Shuffled)

    def cut(self, cards_above: int | None = None) -> None:
        self.says(e.CutMade, cards_above=cards_above)

    def next_round(self) -> None:
        self.shuffle()
        self.cut()

    def ante(self, box: int, amount: float) -> None:
        self.says(e.PlaceAnte, box=box, amount_cents=cents(amount))

    def changes_ante(self, box: int, was: float, amount: float) -> None:
        self.says(e.PlaceAnte, box=box, amount_cents=cents(amount), instead_of_cents=cents(was))

    def antes(self, antes: Mapping[int, float], jackpots: Iterable[int] = ()) -> None:
        for box, amount in antes.items():
            self.ante(box, amount)
        for box in jackpots:
            self.jackpot(box)

    def takes_ante_back(self, box: int) -> None:
        self.says(e.TakeBackAnte, box=box)

    def jackpot(self, box: int) -> None:
        self.says(e.PlaceJackpotWager, box=box)

    def takes_jackpot_back(self, box: int) -> None:
        self.says(e.TakeBackJackpotWager, box=box)

    def player_leaves(self, box: int) -> None:
        self.says(e.PlayerLeft, box=box)

    def closes_betting(self) -> None:
        self.says(e.CloseBetting)

    def bet(self, box: int, amount: float) -> None:
        self.says(e.Bet, box=box, amount_cents=cents(amount))

    def bets(self, *boxes: int) -> None:
        """Twice the ante, whatever it is."""
        for box in boxes:
            self.says(e.Bet, box=box, amount_cents=2 * self.game.state.boxes[box].ante_cents)

    def call(self, box: int, amount: float) -> None:
        self.says(e.Call, box=box, amount_cents=cents(amount))

    def calls(self, *boxes: int) -> None:
        """Twice the ante, whatever it is."""
        for box in boxes:
            self.says(e.Call, box=box, amount_cents=2 * self.game.state.boxes[box].ante_cents)

    def bonus(self, box: int, amount: float) -> None:
        self.says(e.PlaceBonusWager, box=box, amount_cents=cents(amount))

    def takes_bonus_back(self, box: int) -> None:
        self.says(e.TakeBackBonusWager, box=box)

    def claims_bonus(self, box: int) -> None:
        self.says(e.ClaimBonus, box=box)

    def declares_bonus(self, box: int) -> None:
        """And turns the cards up that truly lie there."""
        self.claims_bonus(box)
        hand = [dealt.card for dealt in self.game.state.deal.hand(str(box)) if dealt.card is not None]
        if self._refusal_expected and len(hand) == self.game.cards_each:
            self.enters_hand(box, " ".join(str(card.open()) for card in hand))

    def pays_bonus(self, box: int) -> None:
        self.says(e.PayBonus, box=box)

    def folds(self, *boxes: int) -> None:
        for box in boxes:
            self.says(e.Fold, box=box)

    def shows_dealer(self) -> None:
        self.says(e.ShowDealer)

    def shows(self, box: int) -> None:
        self.says(e.ShowBox, box=box)

    def claims(self, box: int) -> None:
        self.says(e.ClaimJackpot, box=box)

    def settles(self, box: int) -> None:
        self.says(e.SettleBox, box=box)

    def pays_jackpot(self, box: int) -> None:
        self.says(e.PayJackpot, box=box)

    def collects_hand(self, box: int, count: int | None = None) -> None:
        out = len(self.game.state.deal.hand(str(box)))
        self.says(e.CollectHand, box=box, count=out if count is None else count)

    def collects_hands(self) -> None:
        if self.phase == "collect" and not self.game.state.void:
            for box in self.game.state.to_collect():
                self.collects_hand(box.number)

    def collects(self, count: int | None = None) -> None:
        """Hand by hand, and then all cards."""
        self.collects_hands()
        self.says(e.Collected, count=self.game.state.cards_out if count is None else count)

    def report(
        self, what: str, place: Place | None = None, nth: int | None = None, seen: str | None = None
    ) -> None:
        face = None if seen is None else card(seen)
        self.says(e.Report, what=what, place=None if place is None else str(place), nth=nth, seen=face)

    def exposes(self, place: Place, nth: int) -> None:
        """The dealer reports the card that truly lies there."""
        dealt = self.game.state.deal.at(str(place), nth)
        assert dealt is not None, f"card {nth} of {place} is not dealt yet"
        assert dealt.card is not None, f"card {nth} of {place} is unread: say which face is seen"
        self.report("card_exposed", place, nth, dealt.card.open())

    def holds_shoe(self) -> None:
        self.says(e.HoldShoe)

    def withdraws(self) -> None:
        self.says(e.WithdrawReport)

    def answers(self, choice: str) -> None:
        self.says(e.Answer, choice=choice)

    def takes_back(self) -> None:
        """The dealer's own last entry."""
        self.says(e.Undo)

    def corrects(self, place: Place, nth: int, face: str) -> None:
        """What the dealer has typed."""
        self.says(e.CorrectCard, place=str(place), nth=nth, card=card(face))

    def disputes(self, box: int, claim: str, round_: int = 1) -> None:
        self.says(e.Dispute, round=round_, box=box, claim=claim)

    def enters(self, place: Place, nth: int, face: str) -> None:
        self.says(e.EnterCard, place=str(place), nth=nth, card=card(face))

    def enters_hand(self, place: Place, hand: str) -> None:
        self.says(e.EnterHand, place=str(place), cards=tuple(cards(hand)))

    def says_dealt(self, count: int | None = None) -> None:
        """By hand: so many as were due, or all of this stretch."""
        self.says(e.CardDealtByHand, count=len(self.game.state.deal.stretch) if count is None else count)

    def all_cards_there(self) -> None:
        self.says(e.AllCardsRead)

    # ------------------------------------------------------------ the cards

    def reads_deck(self, without: str = "") -> None:
        """Every card goes once through the shoe for the check of rule 2.2, but for these."""
        for face in FULL_DECK:
            if face not in cards(without):
                self.draw(face)

    def stack(self, hands: Hands | None = None) -> None:
        """Puts the deck in order, so that each place gets this hand: a box, "dealer", "board"."""
        hands = {str(place): cards(hand) for place, hand in (hands or {}).items()}
        named = [card for hand in hands.values() for card in hand]
        assert len(set(named)) == len(named), "the same card is in two hands"
        others = iter(card for card in FULL_DECK if card not in named)
        order = self._order_of_the_deal()
        assert set(hands) <= set(order), "a hand for a box without an ante"
        held = {place: iter(hands.get(place, ())) for place in order}
        in_order = [next(held[place], None) for place in order]
        self.stacked = [card or next(others) for card in in_order]
        self.stacked += [card for card in FULL_DECK if card not in self.stacked]

    def deal(self, hands: Hands | None = None, *, count: int | None = None) -> None:
        """Deals these hands, or only the first cards of them. Without hands it goes on with the deck."""
        if hands is not None or not self.stacked:
            self.stack(hands)
        if count is None:
            plan = self.game.state.deal.plan or self._plan()
            count = len(plan) - len(self.game.state.deal.dealt)
        for _ in range(count):
            self.draw(self.stacked.pop(0))

    def _plan(self) -> list[Due]:
        return self.game.state.game.plan([box.number for box in self.game.state.playing()])

    def _order_of_the_deal(self) -> list[str]:
        """The river comes when the players have decided; its cards lie behind the others."""
        places = [due.place for due in self._plan()]
        return [*places, "board", "board"] if "board" in places else places

    def draw(self, face: str | None) -> None:
        self.happens(e.CardDrawn(card=None if face is None else SealedCard(card(face))))

    def draws_unread(self) -> None:
        """The next card of the stacked deck, which the shoe could not read."""
        self.stacked.pop(0)
        self.draw(None)

    def plays_out(self, claims: Iterable[int] = (), *, collect: bool = True) -> None:
        """What an honest dealer does from the reveal to the last card in the rack."""
        if self.phase == "reveal":
            self.shows_dealer()
        while self.phase == "settle":
            box = self.game.prompt().say.words["box"]
            if self.game.prompt().say.code == "turn_box" or box in claims:
                self.shows(box)
            if box in claims:
                self.claims(box)
            self.settles(box)
        while self.phase == "jackpot":
            said = self.game.prompt().say
            if said.code == "collect_hand":
                self.collects_hand(said.words["box"])
            else:
                self.pays_jackpot(said.words["box"])
        if collect:
            self.collects()

    # ------------------------------------------------------------ the devices

    def reader_sees(self, place: Place, tag: str) -> None:
        """It lies there now, and where it lay before it is seen no more."""
        before = self.seen_at.get(tag, str(place))
        if before != str(place):
            self.reader_loses(before, tag)
        self.seen_at[tag] = str(place)
        self.happens(e.CardSeen(place=str(place), tag=SealedTag(tag)))

    def reader_names(self, place: Place, tag: str, face: str, colour: e.Colour = "blue") -> None:
        """At a table with an enrolment file, which says that the tag is in this card."""
        enrolled = e.Enrolled(known=True, card=SealedCard(card(face)), colour=colour)
        self._arrives(place, tag, enrolled)

    def reader_sees_foreign(self, place: Place, tag: str) -> None:
        """A tag that is not in the table's enrolment file."""
        self._arrives(place, tag, e.Enrolled(known=False))

    def _arrives(self, place: Place, tag: str, enrolled: e.Enrolled) -> None:
        self.seen_at[tag] = str(place)
        self.happens(e.CardSeen(place=str(place), tag=SealedTag(tag), enrolled=enrolled))

    def neighbour_sees(self, place: Place, tag: str) -> None:
        """An antenna whose field reaches too far, or which is quicker than the one that the card came from."""
        self.happens(e.CardSeen(place=str(place), tag=SealedTag(tag)))

    def reader_loses(self, place: Place, tag: str) -> None:
        self.happens(e.CardGone(place=str(place), tag=SealedTag(tag)))

    def reader_lists(self, place: Place, *tags: str) -> None:
        self.seen_at |= dict.fromkeys(tags, str(place))
        self.happens(e.PlaceRead(place=str(place), tags=tuple(map(SealedTag, tags))))

    def readers_are_lost(self) -> None:
        self.happens(e.DeviceLost(device="readers", role="readers"))

    def shoe_is_lost(self) -> None:
        self.happens(e.DeviceLost(device="shoe", role="shoe"))

    def shoe_is_back(self) -> None:
        self.happens(e.DeviceReady(device="shoe", role="shoe"))

    def shoe_faults(self, code: str = "jam") -> None:
        self.happens(e.DeviceFaulted(device="shoe", role="shoe", code=code))

    def shoe_recovers(self, code: str = "jam") -> None:
        self.happens(e.DeviceRecovered(device="shoe", role="shoe", code=code))

    def shoe_misses(self, count: int) -> None:
        self.happens(e.ReportsMissed(device="shoe", role="shoe", count=count))

    # ------------------------------------------------------------ what should be heard

    def expect_phase(self, phase: str) -> None:
        self._check(self.phase == phase, f"the phase is {self.phase}, not {phase}")

    def expect_prompt(self, code: str, rule: str | None = None, **words: object) -> None:
        prompt = self.game.prompt()
        said = {key: prompt.say.words.get(key) for key in words}
        self._check(prompt.say.code == code and said == words, f"the prompt is {prompt.say}")
        self._check(rule is None or _number(prompt) == rule, f"the prompt cites {prompt.rule}")

    def expect_refusal(self, rule: str, code: str | None = None) -> None:
        self._refusal_expected = True
        refusals = self._all(Refusal)
        self._check(len(refusals) == 1 and len(self.heard) == 1, "one refusal was expected")
        self._check(_number(refusals[0]) == rule, f"the refusal cites {refusals[0].rule}, not {rule}")
        self._check(code in (None, refusals[0].say.code), f"the refusal says {refusals[0].say.code}")
        self._check(self._unchanged, "a refused command has changed something")

    def expect_accepted(self) -> None:
        self._check(not self._all(Refusal), "refused")

    def expect_question(self, about: str, rule: str, choices: tuple[str, ...] | None = None) -> None:
        pending = self.game.state.question
        self._check(pending is not None, f"no question is open, not even {about}")
        question = pending.question
        self._check(question.about == about, f"the question is about {question.about}, not {about}")
        self._check(_number(question) == rule, f"the question cites {question.rule}, not {rule}")
        offered = tuple(choice.code for choice in question.choices)
        self._check(choices in (None, offered), f"the choices are {offered}")

    def expect_no_question(self) -> None:
        pending = self.game.state.question
        self._check(pending is None, f"a question is open: {pending and pending.question.about}")

    def expect_withdrawn(self, about: str) -> None:
        self._check([gone.about for gone in self._all(Withdrawn)] == [about], f"{about} is not withdrawn")

    def expect_ruling(self, rule: str, choice: str) -> None:
        rulings = [(_number(ruling), ruling.choice) for ruling in self._all(Ruling)]
        self._check(rulings == [(rule, choice)], f"the rulings are {rulings}")

    def expect_notice(self, code: str, rule: str, **words: Any) -> None:
        """And what the sentence says, as far as it is named."""
        notices = [(notice.say.code, _number(notice)) for notice in self._all(Notice)]
        self._check((code, rule) in notices, f"the notices are {notices}")
        said = [dict(notice.say.words) for notice in self._all(Notice) if notice.say.code == code]
        self._check(any(words.items() <= one.items() for one in said), f"the notices say {said}")

    def expect_undone(self, what: str) -> None:
        undone = [outcome.what for outcome in self._all(Undone)]
        self._check(undone == [what], f"taken back is {undone}")

    def expect_handed(self, boxes: Mapping[int, float]) -> None:
        """What the sentences have just given to each box or seat, or taken from it."""
        handed: dict[int, int] = {}
        for moved in (moved for notice in self._all(Notice) for moved in notice.moved):
            if moved.box is not None and "stake" in (moved.source, moved.dest):
                way = moved.cents if moved.dest == "stake" else -moved.cents
                handed[moved.box] = handed.get(moved.box, 0) + way
        self._check(handed == {box: cents(amount) for box, amount in boxes.items()}, f"in cents: {handed}")

    def expect_corrected(self, boxes: Mapping[int, float], *, void: bool = False) -> None:
        """A closed round is put right."""
        entries = self._all(RoundCorrected)
        self._check(len(entries) == 1, "no closed round was put right")
        self._check(entries[0].void == void, f"void is {entries[0].void}")
        was = {box.box: box.cents for box in entries[0].boxes}
        self._check(was == {box: cents(amount) for box, amount in boxes.items()}, f"in cents: {was}")

    def expect_nothing_corrected(self) -> None:
        self._check(not self._all(RoundCorrected), "a closed round was put right")

    def expect_decided(self, *, upheld: bool, review_asked: bool) -> None:
        decided = [(one.upheld, one.review_asked) for one in self._all(DisputeDecided)]
        self._check(decided == [(upheld, review_asked)], f"decided is {decided}")

    def expect_turned(self, place: Place, nth: int, face: str) -> None:
        turned = [(card.place, card.nth, card.card) for card in self._all(CardTurned)]
        self._check((str(place), nth, face) in turned, f"turned up: {turned}")

    def expect_nothing_turned(self) -> None:
        turned = [card for card in self.everything if isinstance(card, CardTurned)]
        self._check(not turned, f"turned up: {turned}")

    def expect_nothing_turned_but(self, *places: Place) -> None:
        """Since the table opened."""
        up = {card.place for card in self.everything if isinstance(card, CardTurned)}
        self._check(up == set(map(str, places)), f"cards were turned up at {sorted(up)}")

    def expect_next(self, place: Place, nth: int, *, up: bool = False) -> None:
        due = self.game.state.deal.due
        self._check(due is not None, "no card is due")
        self._check((due.place, due.nth, due.up) == (str(place), nth, up), f"due is {due}")

    def expect_payment(
        self,
        box: int,
        wager: str,
        result: str,
        rule: str,
        *,
        paid: float = 0,
        returned: float | None = None,
        excess: float | None = None,
        capped: bool | None = None,
    ) -> None:
        """Of the payments made since the table opened, the last for this wager."""
        payments = [
            payment
            for payment in self.everything
            if isinstance(payment, Payment) and (payment.box, payment.wager) == (box, wager)
        ]
        self._check(bool(payments), f"nothing became of the {wager} of box {box}")
        payment = payments[-1]
        self._check(payment.result == result, f"the {wager} of box {box}: {payment}")
        self._check(_number(payment) == rule, f"the {wager} of box {box} cites {payment.rule}")
        self._check(payment.paid_cents == cents(paid), f"the {wager} of box {box}: {payment}")
        back_cents = payment.returned_cents + payment.given_back_cents
        for was_cents, wanted in ((back_cents, returned), (payment.excess_cents, excess)):
            right = wanted is None or was_cents == cents(wanted)
            self._check(right, f"the {wager} of box {box}: {payment}")
        self._check(capped in (None, payment.capped), f"the {wager} of box {box}: {payment}")

    def expect_paid_now(self, *wagers: tuple[int, str, str]) -> None:
        """All the payments that were just heard, none of them a second time."""
        now = [(payment.box, payment.wager, payment.result) for payment in self._all(Payment)]
        self._check(now == list(wagers), f"paid or taken now: {now}")

    def expect_moved(self, *moves: tuple[int, str, str, float]) -> None:
        """Every chip that has just moved: box, wager, which way, and how much."""
        ways = ("returned", "taken", "paid", "given_back", "taken_back")
        moved = [
            (payment.box, payment.wager, way, getattr(payment, f"{way}_cents"))
            for payment in self._all(Payment)
            for way in ways
            if getattr(payment, f"{way}_cents")
        ]
        wanted = [(box, wager, way, cents(amount)) for box, wager, way, amount in moves]
        self._check(sorted(moved) == sorted(wanted), f"moved, in cents: {moved}")

    def expect_pools(self, **amounts: float) -> None:
        """In dollars: prize, reserve, displayed, fed and paid, as far as they are named."""
        told = self._all(JackpotPools)
        self._check(len(told) == 1, "the pools were not told of, or twice")
        said = {name: getattr(told[0], f"{name}_cents") for name in amounts}
        self._check(said == {name: cents(amount) for name, amount in amounts.items()}, f"in cents: {said}")

    def expect_pools_untouched(self) -> None:
        self._check(not self._all(JackpotPools), "the pools were touched")

    def expect_money(self, net: Mapping[int, float]) -> None:
        """What each box has won or lost when the last round closed."""
        closed = [outcome for outcome in self.everything if isinstance(outcome, RoundClosed)]
        self._check(bool(closed), "no round has closed")
        was = {result.box: result.net_cents for result in closed[-1].boxes}
        self._check(was == {box: cents(amount) for box, amount in net.items()}, f"in cents: {was}")

    def expect_void_round(self, rule: str) -> None:
        """Every chip goes back under this rule, and nothing was won by anybody."""
        self.expect_phase("collect")
        boxes = {box.number for box in self.game.state.playing()}
        self._check({payment.box for payment in self._all(Payment)} == boxes, "somebody got nothing back")
        for payment in self._all(Payment):
            self._check(payment.result == "void", f"not given back: {payment}")
            self._check(_number(payment) == rule, f"the payment cites {payment.rule}")
        self.collects()
        self._check(self._all(RoundClosed)[0].void, "the round was not closed as void")
        self.expect_money(dict.fromkeys(sorted(boxes), 0))

    def expect_maximum(self, box: int, maximum: float) -> None:
        """What is settled at most of the box's ante: the table's maximum or that of its marker."""
        now = self.game.state.maximum_cents(self.game.state.boxes[box])
        self._check(now == cents(maximum), f"the maximum of box {box} is {now} cents")

    def ends(self) -> None:
        self._check(True, "")

    # ------------------------------------------------------------ words for the reader of a failure

    def _all(self, kind: type) -> list[Any]:
        return [outcome for outcome in self.heard if isinstance(outcome, kind)]

    def _check(self, right: bool, otherwise: str) -> None:
        if not self._refusal_expected:
            self._fail("nobody expected this refusal")
        if not right:
            self._fail(otherwise)

    def _fail(self, why: str) -> None:
        last = self.events[-1] if self.events else "nothing"
        heard = "\n".join(f"  {outcome}" for outcome in self.heard) or "  nothing"
        raise AssertionError(f"{why}\nafter {last}\nin phase {self.phase} the table heard\n{heard}")


def _number(cited: Any) -> str | None:
    return cited.rule.number if cited.rule else None
