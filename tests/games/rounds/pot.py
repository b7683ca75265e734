"""A table of a pot game, round after round: players come, go, miss blinds, tap out, and the dealer errs.

People do what they are offered, by chance; the shoe deals what is due, and sometimes what is not. After every
event each chip must be somebody's, no card may be in two places, and what is offered must be accepted.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field, fields, replace
from random import Random
from typing import Any, ClassVar

from controller.tools.by_chance import amounts, by_chance, command
from games import events as e
from games.cards import SealedCard
from games.every_game.carry import Carry
from games.offers import Field, Money, Offer, Said
from games.outcomes import (
    OUTCOMES,
    Acted,
    Moved,
    Notice,
    Outcome,
    Posted,
    PotSettled,
    Refusal,
    RoundClosed,
    StakeChanged,
    UncalledReturned,
)
from games.pot.game import PotGame
from games.pot.state import PotState
from tests.games.pot_talk import GAMES, pot_options
from tests.games.table_talk import all_of

MOST_EVENTS = 900  # of one round; a round that takes more does not end
TROUBLE = 0.01  # the chance, at each step, that something goes wrong
REPORTS = ("card_exposed", "wrong_box", "too_many_cards", "too_few_cards", "hand_in_discards", "exposed_in_cut")
RARE = {
    "act_out_of_turn": 0.02,
    "put_in": 0.05,
    "give_time": 0.02,
    "hold_shoe": 0.003,
    "announce_closing": 0.0,
    "close_table": 0.0,
    "order_deck_check": 0.0005,
    "change_cards": 0.0005,
    "change_determinations": 0.0,
    "withdraw_report": 0.1,
    "player_left": 0.01,
    "draw_for_seat": 0.01,
    "change_seat": 0.01,
    "sit_out": 0.02,
    "take_from_stake": 0.02,
    "add_to_stake": 0.05,
    "take_seat": 0.15,
    "choose_entry": 0.3,
    "post_over_blind": 0.2,
    "muck": 0.4,
    "report": 0.0005,
    "penalise": 0.002,
    "void_round": 0.001,
    "fold": 0.25,
    "wager": 0.3,
    "collected": 1.0,
}


SAID = (
    e.TakeSeat,
    e.ChangeSeat,
    e.AddToStake,
    e.TakeFromStake,
    e.SitOut,
    e.ChooseEntry,
    e.PlayerLeft,
    e.PostOverBlind,
    e.CollectPosts,
    e.CollectTimeCharge,
    e.Check,
    e.Call,
    e.Wager,
    e.Fold,
    e.PutIn,
    e.ActOutOfTurn,
    e.GiveTime,
    e.ShowBox,
    e.Muck,
    e.PayPot,
    e.Collected,
    e.Shuffled,
    e.CutMade,
    e.HoldShoe,
    e.OpenTable,
    e.CloseTable,
    e.Answer,
    e.WithdrawReport,
)
AMOUNTS = (0, 1, 100, 500, 1_000, 2_000, 20_000, 100_000)
WORDS: dict[str, tuple[Any, ...]] = {
    "box": tuple(range(1, 10)),
    "to": tuple(range(1, 10)),
    "pot": (1, 2, 3),
    "amount_cents": AMOUNTS,
    "stake_cents": AMOUNTS,
    "to_cents": AMOUNTS,
    "out": (False, True),
    "post": (False, True),
    "take_back": (False, True),
    "directed": (False, True),
    "action": ("check", "fold", "wager"),
    "count": (0, 5, 17),
    "choice": ("go_on", "misdeal", "fold_fouled", "void"),
}


@dataclass
class Told:
    """Where every chip lies, by nothing but what was told."""

    stakes: dict[int, int] = field(default_factory=lambda: defaultdict(int))
    pots: int = 0
    drop: int = 0

    def hears(self, outcome: Outcome) -> None:
        match outcome:
            case StakeChanged(why=why) if why != "time_charge":
                self.stakes[outcome.box] += outcome.cents
            case Posted():
                self.put_in(outcome.box, outcome.cents)
            case Acted():
                self.put_in(outcome.box, outcome.put_in_cents)
            case UncalledReturned():
                self.put_in(outcome.box, -outcome.cents)
            case PotSettled():
                for share in outcome.shares:
                    self.put_in(share.box, -share.cents)
                self.pots -= outcome.commission_cents
                self.drop += outcome.commission_cents
            case Notice(say=say) if say.code == "seat_changed":
                self.stakes[say.words["to"]] = self.stakes.pop(say.words["box"])
            case Notice(moved=moves):
                for moved in moves:
                    self.moves(moved)

    def put_in(self, seat: int, cents: int) -> None:
        self.stakes[seat] -= cents
        self.pots += cents

    def moves(self, moved: Moved) -> None:
        for holder, cents in ((moved.source, -moved.cents), (moved.dest, moved.cents)):
            if holder == "stake":
                self.stakes[moved.box] += cents
            elif holder == "pots":
                self.pots += cents
            else:
                self.drop += cents


class PotRounds:
    name: ClassVar[str]
    plays: ClassVar[str]  # the game
    rare: ClassVar = RARE

    def __init__(self, seed: int) -> None:
        self.rng = Random(seed)
        self.events: list[e.Event] = []
        self.at_ms = 0
        self.options = some_options(self.plays, self.rng)
        self.places = self.rng.choice((2, 3, 6, 6, 8, 9))
        self.brought = 0  # by players, less what they left with
        self.commission = 0
        self.told = Told()
        self.game: PotGame = GAMES[self.plays](self.options, self.places, Carry())
        self.shoe: list[Any] = []
        self.begin_round()

    def begin_round(self) -> None:
        self.events = []
        self.heard: list[list[Outcome]] = []
        self.carried = self.state.carry()
        self.start_again()

    def start_again(self) -> None:
        self.game = GAMES[self.plays](self.options, self.places, self.carried)

    @property
    def state(self) -> PotState:
        state = self.game.state
        assert isinstance(state, PotState)
        return state

    # ------------------------------------------------------------ a round

    def play(self) -> None:
        try:
            for _ in range(MOST_EVENTS):
                if any(isinstance(outcome, RoundClosed) for outcome in self.step()):
                    break
            else:
                raise AssertionError("the round does not end")
            self.same_again()
            self.begin_round()
        except Exception as error:
            story = "\n".join(f"  {event}" for event in self.events[-60:])
            raise AssertionError(
                f"after\n{story}\n{self.name}, round {self.state.round}, {self.state.phase}:\n{error!r}"
            ) from error

    def step(self) -> list[Outcome]:
        self.at_ms += self.rng.choice((500, 3_000, 20_000))
        moment = self.game.next_moment_ms
        if moment is not None and moment <= self.at_ms:
            return self.take(e.TimeCame())
        if self.rng.random() < TROUBLE and (event := self.trouble()) is not None:
            return self.take(event, may_be_refused=True)
        if self.state.question is None and self.state.phase == "deal" and self.state.deal.due is not None:
            return self.draw()
        event = self.chosen()
        return self.take(event)

    def take(self, event: e.Event, *, may_be_refused: bool = False) -> list[Outcome]:
        event = replace(event, at_ms=self.at_ms)
        before = all_of(self.state) if may_be_refused else None
        outcomes = self.game.take(event)
        if len(outcomes) == 1 and isinstance(outcomes[0], Refusal):
            assert may_be_refused, f"{event} was offered and is refused: {outcomes}"
            assert before == all_of(self.state), f"{event} was refused and has changed something"
            return outcomes
        self.events.append(event)
        self.heard.append(outcomes)
        self.count(outcomes)
        return outcomes

    def same_again(self) -> None:
        """The same events give the same outcomes, to the last byte."""
        again = GAMES[self.plays](self.options, self.places, self.carried)
        for event, heard in zip(self.events, self.heard, strict=True):
            assert OUTCOMES.dump_json(again.take(event)) == OUTCOMES.dump_json(heard), event

    # ------------------------------------------------------------ chips and cards

    def count(self, outcomes: list[Outcome]) -> None:
        for outcome in outcomes:
            self.told.hears(outcome)
            if isinstance(outcome, StakeChanged) and outcome.why != "time_charge":
                self.brought += outcome.cents
            elif isinstance(outcome, PotSettled):
                shared = sum(share.cents for share in outcome.shares)
                assert shared + outcome.commission_cents == outcome.amount_cents, outcome
            elif isinstance(outcome, UncalledReturned):
                assert outcome.cents > 0
            elif isinstance(outcome, RoundClosed):
                self.commission += outcome.commission_cents
                assert sum(box.net_cents for box in outcome.boxes) == -outcome.commission_cents, outcome
                assert not self.told.pots, "chips are left in the pots, by what was told"
        self.every_chip_is_somebodys()
        self.no_card_is_in_two_places()

    def every_chip_is_somebodys(self) -> None:
        """And by what was told each lies where the record has it."""
        state, play = self.state, None if self.state.void else self.state.play
        stakes = {
            number: 0 if seat.leaves else state.stake_cents(number) for number, seat in state.seats.items()
        }
        pots, drop = 0, self.commission
        if play is not None:
            paid = state.current.won[: state.current.paid]
            pots = sum(p.paid_cents + p.dead_cents for p in play.players.values())
            pots -= play.uncalled.cents if play.uncalled else 0
            pots -= sum(won.pot.amount_cents for won in paid)
            drop += sum(won.commission_cents for won in paid)
        assert all(cents >= 0 for cents in stakes.values())
        assert sum(stakes.values()) + pots + drop == self.brought, (
            f"{stakes}, {pots} in the pots, {drop} dropped"
        )
        told = {number: cents for number, cents in self.told.stakes.items() if cents}
        assert told == {number: cents for number, cents in stakes.items() if cents}, "the stakes differ"
        assert (self.told.pots, self.told.drop) == (pots, drop), "what was told differs from the record"

    def no_card_is_in_two_places(self) -> None:
        out = [dealt.card.open() for dealt in self.state.deal.dealt if dealt.card is not None]
        assert len(set(out)) == len(out), "a card lies in two places"

    def draw(self) -> list[Outcome]:
        known = {dealt.card.open() for dealt in self.state.deal.dealt if dealt.card is not None}
        known |= {card.open() for card in self.state.early_faces + self.state.laid_early if card is not None}
        left = [card for card in self.game.deck(self.state) if card not in known]
        return self.take(e.CardDrawn(card=SealedCard(self.rng.choice(left))))

    # ------------------------------------------------------------ what people do

    def chosen(self) -> e.Event:
        offers = [o for o in self.game.offers() if o.blocked is None and self.rare.get(o.command, 1) > 0]
        proposed = [offer for offer in offers if offer.proposed]
        others = [
            offer
            for offer in offers
            if not offer.proposed and self.rng.random() < self.rare.get(offer.command, 0.2)
        ]
        if self.state.phase == "verify":
            return e.DeckCheckedByHand(by="supervisor", role="supervisor")
        offer = self.rng.choice(others) if others else self.rng.choice(proposed or offers)
        return self.filled(offer)

    def filled(self, offer: Offer) -> e.Event:
        if offer.command == "collected":
            return e.Collected(count=self.state.cards_out, by="somebody")
        return command(offer, self.answer, by="somebody", role="supervisor")

    def answer(self, field: Field, said: Said) -> Any:
        if isinstance(field, Money) and field.title.code in ("take_seat_title", "add_to_stake_title"):
            most = max(field.least_cents, min(field.most_cents, 6 * self.options.minimum_stake_cents))
            return self.rng.choice(amounts(self.rng, replace(field, most_cents=most)))
        return by_chance(self.rng, self.free_cards)(field, said)

    def free_cards(self, count: int) -> tuple[Any, ...]:
        out = {dealt.card.open() for dealt in self.state.deal.dealt if dealt.card is not None}
        out |= {card.open() for card in self.state.early_faces + self.state.laid_early if card is not None}
        return tuple(self.rng.sample([card for card in self.game.deck(self.state) if card not in out], count))

    # ------------------------------------------------------------ what goes wrong

    def trouble(self) -> e.Event | None:
        wrong = (self.report, self.card_too_soon, self.penalty, self.void, self.unread, self.nonsense)
        return self.rng.choice(wrong)()

    def nonsense(self) -> e.Event:
        """What nobody should say now, most of the time."""
        kind = self.rng.choice(SAID)
        said = {field.name: self.rng.choice(WORDS[field.name]) for field in fields(kind) if field.name in WORDS}
        return kind(**{**said, "by": "somebody", "role": self.rng.choice(("dealer", "supervisor"))})

    def report(self) -> e.Event:
        place = str(self.rng.randint(1, self.places))
        nth = self.rng.randint(1, 7)
        dealt = self.state.deal.at(place, nth)
        seen = dealt.card.open() if dealt is not None and dealt.card is not None else None
        what = self.rng.choice((*REPORTS, "face_up_in_shoe", "shoe_empty", "other"))
        return e.Report(what=what, place=place, nth=nth, seen=seen, by="dealer")

    def card_too_soon(self) -> e.Event | None:
        if self.state.phase not in ("cut", "post", "bet"):
            return None
        known = {dealt.card.open() for dealt in self.state.deal.dealt if dealt.card is not None}
        known |= {card.open() for card in self.state.early_faces + self.state.laid_early if card is not None}
        left = [card for card in self.game.deck(self.state) if card not in known]
        return e.CardDrawn(card=SealedCard(self.rng.choice(left))) if left else None

    def unread(self) -> e.Event | None:
        due = self.state.deal.due if self.state.phase == "deal" else None
        return e.CardDrawn() if due is not None else None

    def penalty(self) -> e.Event:
        folded = self.rng.random() < 0.7
        return e.Penalise(
            box=self.rng.randint(1, self.places),
            folded=folded,
            excluded=not folded or self.rng.random() < 0.3,
            reason="seen",
            role="supervisor",
            by="supervisor",
        )

    def void(self) -> e.Event | None:
        if self.rng.random() < 0.8:
            return None
        return e.VoidRound(ground="impractical", role="supervisor", by="supervisor")


def some_options(game: str, rng: Random) -> Any:
    """A table that can be played; what does not go together is drawn anew."""
    for _ in range(50):
        try:
            return pot_options(game, **dict(_some(game, rng)))
        except ValueError:
            continue
    raise AssertionError("no options go together")


def _some(game: str, rng: Random) -> Iterator[tuple[str, Any]]:
    maximum = rng.choice(("full_pot", "half_pot", "no_limit", "straddle", "spread"))
    yield "maximum", maximum
    yield "most", rng.choice((10, 20)) if maximum == "spread" else 0
    yield "later", rng.choice((None, (20, 20))) if maximum == "spread" else None
    blinds = rng.choice(((), (5, 10), (10,), (5, 10, 20)))
    yield "blinds", blinds
    yield "ante", None if blinds else rng.choice((1, 2))
    yield "opening", rng.choice(("blind_a", "blind_b", "blind_b", "blind_c"))
    yield "over_blind", rng.choice((None, 40)) if blinds else None
    wins = rng.choice(("high", "high", "low", "split"))
    yield "wins", wins
    yield "eight_or_better", wins == "split" and rng.random() < 0.6
    yield "deck", rng.choice((52, 52, 52, 48, 40, 32))
    yield "joker", rng.random() < 0.2
    yield "ace_low", rng.random() < 0.5
    yield "commission", 5
    yield "cap", rng.choice((None, 5))
    yield "minimum_stake", rng.choice((50, 100, 200))
    if rng.random() < 0.15:
        yield "time_charge", 5
        yield "every_minutes", 30
    if game == "omaha":
        yield "burn", rng.random() < 0.6
        yield "seconds_to_act", rng.choice((None, None, 15))
    if game == "faro":
        yield "dealt", rng.choice(("two_two_one", "one_by_one"))
    if game == "seven_card_stud":
        yield "first_opener", rng.choice(("lowest", "highest"))
        yield "bring_in", rng.choice((None, 3)) if not blinds else None


class OmahaRounds(PotRounds):
    name = plays = "omaha"


class FaroRounds(PotRounds):
    name = plays = "faro"


class StudRounds(PotRounds):
    name = plays = "seven_card_stud"
