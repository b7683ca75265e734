"""A table of a house game, round after round, played by chance and checked."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from games import events as e
from games.cards import FULL_DECK, Card, SealedCard
from games.every_game.carry import Carry
from games.house.game import HouseGame
from games.limits import Limits
from games.outcomes import JackpotPools, Outcome, Payment, Refusal, RoundClosed
from tests.games.reckoning import Player, Pools, Round
from tests.games.rounds.chips import Chips
from tests.games.rounds.great_hands import GREAT_HANDS

FACES = [str(card) for card in FULL_DECK]
DRAWN = {str(card): e.CardDrawn(card=SealedCard(card)) for card in FULL_DECK}
TROUBLE = 0.15  # the share of rounds in which something goes wrong
GREAT = 0.3  # the share of rounds in which the deck brings great hands
SHOE = {"device": "shoe", "role": "shoe"}
STAGES = ("deal", "decide", "reveal", "settle", "collect")


class RoundIsVoid(Exception):
    """Nothing is left to do but to collect the cards."""


class Rounds:
    """One table, from its opening on. `play` plays a round and checks it."""

    name: str
    each: int  # cards to each box and to the dealer

    def __init__(self, seed: int) -> None:
        self.rng = Random(seed)
        self.boxes = self.rng.choice((1, 2, 3, 5, 7, 7, 9))
        self.set_up()
        self.limits = self.options.limits
        self.advised: set[int] = set()
        self.markers: dict[int, int] = {}
        self.excluded: set[int] = set()
        self.events: list[e.Event] = []
        self.new_round()

    def new_round(self) -> None:
        self.round = Round()
        self.heard: list[Outcome] = []
        self.deck: list[str] = []
        self.unread: set[tuple[str, int]] = set()
        self.exposed = self.set_aside = 0
        self.counted = True  # the cards are counted back
        self.counted_already = 0  # cards that the shoe will not tell of any more
        self.by_hand = self.misread = False
        self.trouble_at = self.rng.choice(STAGES) if self.rng.random() < TROUBLE else ""
        self.events.clear()

    # ------------------------------------------------------------ what each game does in its own way

    game: HouseGame
    options: Any
    chips: Chips

    def set_up(self) -> None:
        raise NotImplementedError

    def anew(self, carry: Carry) -> HouseGame:
        """All that a table knows of earlier rounds is what one round hands to the next."""
        raise NotImplementedError

    # ------------------------------------------------------------ talking to the game

    def take(self, event: e.Event) -> list[Outcome]:
        self.events.append(event)
        heard = self.game.take(event)
        from_pool = isinstance(event, e.PayJackpot)
        for outcome in heard:
            if isinstance(outcome, Payment):
                self.chips.settled(outcome, from_pool=from_pool)
            elif isinstance(outcome, JackpotPools):
                self.chips.booked(outcome)
            assert not isinstance(outcome, Refusal), f"refused: {outcome}"
        self.heard += heard
        return heard

    def is_refused(self, event: e.Command, number: str) -> None:
        self.events.append(event)
        heard = self.game.take(event)
        assert len(heard) == 1, f"not refused: {heard}"
        assert isinstance(heard[0], Refusal), f"not refused: {heard}"
        assert heard[0].rule is not None
        assert heard[0].rule.number == number, f"refused by {heard[0].rule}, not {number}"

    def voids(self, event: e.Event) -> None:
        """What was paid goes back, and every wager too."""
        self.round.void = True
        self.take(event)
        raise RoundIsVoid

    def answers(self, choice: str) -> None:
        event = e.Answer(choice=choice, role="supervisor", by="supervisor", reason="it was so")
        if choice == "void":
            self.voids(event)
        self.take(event)

    def says(self, kind: type[e.Command], **said: object) -> list[Outcome]:
        return self.take(kind(by="supervisor", role="supervisor", **said))

    @property
    def phase(self) -> str:
        return self.game.state.phase

    def chance(self, share: float) -> bool:
        return self.rng.random() < share

    def in_any_order(self, boxes: dict[int, Player] | list[int]) -> list[int]:
        return self.rng.sample(list(boxes), len(boxes))

    # ------------------------------------------------------------ a round

    def play(self) -> None:
        try:
            self.before_the_antes()
            self.antes()
            before = self.pools()
            try:
                self.first_cards()
                self.decisions()
                self.show_and_settle()
                self.trouble("collect")
            except RoundIsVoid:
                assert self.phase == "collect"
            self.collect()
            self.check(before)
            self.new_round()
        except Exception as error:
            story = "\n".join(f"  {event}" for event in self.events)
            where = f"{self.name}, round {self.game.state.round}, {self.round.cards}"
            raise AssertionError(f"after\n{story}\n{where}:\n{error}") from error

    def before_the_antes(self) -> None:
        if self.chance(0.02):
            self.game = self.anew(self.game.state.carry())
        if self.chance(0.01) and self.phase in ("shuffle", "cut"):
            self.close()
        while self.phase != "antes":
            self.prepare()

    def close(self) -> None:
        """The next day begins with the casino's own limits, and with players who have had no advice."""
        self.says(e.AnnounceClosing, in_minutes=0)
        self.says(e.CloseTable)
        self.says(e.DeckCheckedByHand)
        assert self.phase == "closed"
        self.limits = self.options.limits
        self.advised.clear()
        self.markers.clear()

    def prepare(self) -> None:
        steps = {"closed": e.OpenTable, "verify": e.DeckCheckedByHand, "shuffle": e.Shuffled}
        if self.phase in steps:
            self.says(steps[self.phase])
        else:
            deeper = self.game.cut_deeper_than
            self.says(e.CutMade, cards_above=self.rng.randint(deeper + 1, 51 - deeper))

    # ------------------------------------------------------------ antes

    def antes(self) -> None:
        self.between_rounds()
        while not self.round.players:
            for box in range(1, self.boxes + 1):
                if self.chance(0.75):
                    self.ante(box)
        for box in self.in_any_order(self.round.players):
            if self.chance(0.02):
                self.change_mind(box)
        if not self.round.players:
            self.placed_ante(1, self.minimum)

    def between_rounds(self) -> None:
        """Limits change, markers come and go, and so do players."""
        if self.chance(0.01):
            self.change_limits()
        limits = self.limits
        for box in range(1, self.boxes + 1):
            if self.chance(0.005):
                self.markers[box] = limits.maximum_cents + limits.multiple_cents * self.rng.randint(1, 100)
                self.says(e.SetBoxMaximum, box=box, amount_cents=self.markers[box])
            elif self.chance(0.01):
                self.says(e.PlayerLeft, box=box)
                self.gone(box)

    def change_limits(self) -> None:
        """Rule 3.1. Markers stay where they lie."""
        multiple = self.rng.choice((100, 500, 2_500))
        minimum = multiple * self.rng.randint(1, 5)
        maximum = minimum + multiple * self.rng.randint(0, 40)
        self.limits = Limits(minimum_cents=minimum, maximum_cents=maximum, multiple_cents=multiple)
        self.says(e.ChangeLimits, **self.limits.model_dump(), in_minutes=0)

    def gone(self, box: int) -> None:
        self.advised.discard(box)
        self.markers.pop(box, None)

    @property
    def minimum(self) -> int:
        return self.limits.minimum_cents

    def maximum(self, box: int) -> int:
        return max(self.markers.get(box, 0), self.limits.maximum_cents)

    def ante(self, box: int) -> None:
        if self.game.state.boxes[box].barred:
            self.is_refused(e.PlaceAnte(box=box, amount_cents=self.minimum), self.game.numbers.breach.number)
            self.says(e.NewPlayer, box=box)
        limits = self.limits
        amount = limits.multiple_cents * self.rng.randint(5, 40)
        if self.chance(0.1):
            amount = self.rng.choice((limits.minimum_cents, self.maximum(box)))
        elif self.chance(0.05):
            amount = self.rng.randint(1, 2 * limits.maximum_cents)
        elif self.chance(0.05):
            amount = limits.multiple_cents * self.rng.randint(1, 200)
        elif self.chance(0.05):
            amount = max(limits.multiple_cents, limits.minimum_cents - limits.multiple_cents)
        event = e.PlaceAnte(box=box, amount_cents=amount)
        if amount % limits.multiple_cents:
            self.is_refused(event, "3.3")
        elif amount < limits.minimum_cents and box in self.advised:
            self.is_refused(event, "3.4")
        else:
            self.placed_ante(box, amount)

    def placed_ante(self, box: int, amount: int) -> None:
        self.take(e.PlaceAnte(box=box, amount_cents=amount))
        self.chips.placed(amount)
        self.round.players[box] = Player(self.maximum(box), amount)
        if self.chance(0.6):
            self.side_wager(box)

    def side_wager(self, box: int) -> None:
        raise NotImplementedError

    def placed_side(self, box: int, event: e.Command, amount: int) -> None:
        self.take(event)
        self.chips.placed(amount)
        self.round.players[box].side = amount

    def change_mind(self, box: int) -> None:
        player = self.round.players.pop(box)
        self.take(e.TakeBackAnte(box=box))
        self.chips.placed(-player.ante - player.side)

    # ------------------------------------------------------------ cards

    def order(self) -> list[str]:
        """Rule 6.3: clockwise, one card to each box with an ante, one to the dealer, again and again."""
        return [*map(str, sorted(self.round.players)), "dealer"] * self.each

    def stacked(self, order: list[str]) -> list[str]:
        """A whole shuffled deck. Now and then some places get great hands out of it."""
        faces = self.rng.sample(FACES, 52)
        if not self.chance(GREAT):
            return faces
        wanted = self.great_hands(order)
        named = {face for hand in wanted.values() for face in hand}
        others = iter([face for face in faces if face not in named])
        held = {place: iter(hand) for place, hand in wanted.items()}
        deck = [next(held.get(place, others), None) or next(others) for place in order]
        return [*deck, *others]

    def great_hands(self, order: list[str]) -> dict[str, list[str]]:
        raise NotImplementedError

    def great(self, used: set[str]) -> list[str]:
        """Five cards of a great hand that are all still to be had; if that is hard, none."""
        for _ in range(20):
            hand = self.rng.choice(GREAT_HANDS)(self.rng)
            if not used & set(hand):
                used.update(hand)
                return self.rng.sample(hand, 5)
        return []

    def first_cards(self) -> None:
        self.advised |= {box for box, player in self.round.players.items() if player.ante < self.minimum}
        order = self.order()
        self.deck = self.stacked(order)
        if self.chance(0.8):
            self.take(e.CloseBetting())
        self.deal(order)

    def deal(self, order: list[str]) -> None:
        stop = self.rng.randrange(len(order)) if self.trouble_at == "deal" else -1
        for number, place in enumerate(order):
            if number == stop and number:
                self.trouble("deal")
            if self.phase == "collect":
                return  # no hand is left that plays on
            self.draw(place)

    def draw(self, place: str) -> None:
        face = self.deck.pop(0)
        cards = self.round.cards.setdefault(place, [])
        cards.append(face)
        if self.counted_already:
            self.counted_already -= 1  # it came while the shoe was not heard
            self.unread.add((place, len(cards)))
        elif self.by_hand:
            self.unread.add((place, len(cards)))
            self.says(e.CardDealtByHand)
        elif self.chance(0.001):
            self.unread.add((place, len(cards)))
            self.take(e.CardDrawn(card=None))
        elif self.misread:
            self.draw_misread(place)
        else:
            self.take(DRAWN[face])

    def draw_misread(self, place: str) -> None:
        """As a card that lies on the table already (2.1); its own face is entered when it is up."""
        dealt = self.game.state.deal.dealt
        known = [str(one.card.open()) for one in dealt if one.card is not None]
        self.misread = False
        self.unread.add((place, len(self.round.cards[place])))
        if not known:
            self.take(e.CardDrawn(card=None))
            return
        self.take(DRAWN[self.rng.choice(known)])
        self.answers(self.rng.choice(("void", "go_on", "go_on")))

    def enter_unread(self, place: str) -> None:
        """Cards that the shoe did not read are entered when they are face up."""
        for where, nth in sorted(self.unread):
            if where == place:
                face = Card(self.round.cards[place][nth - 1])
                self.take(e.EnterCard(place=place, nth=nth, card=face))
                self.unread.discard((where, nth))

    # ------------------------------------------------------------ decisions

    def decisions(self) -> None:
        self.before_deciding()
        for box in self.in_any_order(self.round.players):
            self.trouble("decide")
            player = self.round.players[box]
            if self.phase == "decide" and not player.given_back:
                self.decide(box, player)

    def before_deciding(self) -> None:
        pass

    def decide(self, box: int, player: Player) -> None:
        if self.chance(0.25):
            player.folded = True
            self.take(e.Fold(box=box))
        else:
            player.second = 2 * player.ante
            self.chips.placed(player.second)
            self.take(self.second_event(box, player.second))

    def second_event(self, box: int, amount: int) -> e.Event:
        raise NotImplementedError

    # ------------------------------------------------------------ showing and settling

    def show_and_settle(self) -> None:
        self.trouble("reveal")
        if self.phase == "reveal":
            self.enter_unread("board")
            self.enter_unread("dealer")
            self.take(e.ShowDealer())
        for box in self.in_any_order(self.round.players):
            if self.phase == "settle":
                self.trouble("settle")
            player = self.round.players[box]
            if self.phase == "settle" and player.second and not player.given_back:
                self.settle(box, player)

    def settle(self, box: int, player: Player) -> None:
        if self.must_show() or self.chance(0.5):
            self.enter_unread(str(box))
            self.show(box, player)
        if not player.given_back:
            self.take(e.SettleBox(box=box))

    def must_show(self) -> bool:
        return True

    def show(self, box: int, player: Player) -> None:
        self.take(e.ShowBox(box=box))

    def collect(self) -> None:
        self.check_cards()
        out = sum(map(len, self.round.cards.values())) + self.set_aside
        self.collect_hands()
        if self.counted and self.chance(0.02):
            self.says(e.Collected, count=out - 1)
            self.answers("count_again")
        self.says(e.Collected, count=out)
        if self.by_hand:
            self.take(e.DeviceReady(**SHOE))
        for box in self.excluded:
            self.gone(box)
        self.excluded.clear()

    def collect_hands(self) -> None:
        """One by one, counted (9.7; 9.5)."""
        if self.phase != "collect" or self.round.void:
            return
        for box in [box.number for box in self.game.state.to_collect()]:
            self.collect_hand(box)

    def collect_hand(self, box: int) -> None:
        if self.chance(0.02):
            self.says(e.CollectHand, box=box, count=self.each - 1)
            self.answers("count_again")
        self.says(e.CollectHand, box=box, count=len(self.round.cards[str(box)]))

    # ------------------------------------------------------------ what goes wrong

    def trouble(self, stage: str) -> None:
        if self.trouble_at != stage:
            return
        if stage in ("decide", "settle") and self.chance(0.5):
            return  # later in this phase, perhaps
        self.trouble_at = ""
        self.rng.choice(self.kinds_of_trouble(stage))()

    def kinds_of_trouble(self, stage: str) -> list[Callable[[], None]]:
        kinds = [self.exposures, self.wrong_deal, self.something_else, self.by_the_operator]
        if stage in ("deal", "decide", "settle"):
            kinds += [self.penalty, self.penalty, self.discarded, self.discarded]
        if stage in ("decide", "reveal", "settle") and self.phase == stage:
            kinds.append(self.extra_card)
        if stage == "deal":
            kinds.append(self.shoe)
        return kinds

    def exposures(self) -> None:
        for _ in range(self.rng.randint(1, 4)):
            down = [d for d in self.game.state.deal.dealt if not d.up and not d.exposed]
            if down:
                due = self.rng.choice(down).due
                self.expose(due.place, due.nth)

    def expose(self, place: str, nth: int) -> None:
        face = Card(self.round.cards[place][nth - 1])
        self.says(e.Report, what="card_exposed", place=place, nth=nth, seen=face)
        if self.chance(0.1):
            self.says(e.WithdrawReport)
            self.says(e.Report, what="card_exposed", place=place, nth=nth, seen=face)
            self.answers("rule_on_exposure")
        self.rule_on_exposure(place, nth)

    def rule_on_exposure(self, place: str, nth: int) -> None:
        raise NotImplementedError

    def player_card_exposed(self) -> None:
        """Rule 14.1 of Canberra Poker, 13.1 of Casino Hold-em: the third one voids the round."""
        self.exposed += 1
        self.answers("void" if self.exposed == 3 else "turn_over")

    def wrong_deal(self) -> None:
        what = self.rng.choice(("wrong_box", "too_many_cards", "too_few_cards"))
        box = self.rng.choice(list(self.round.players))
        self.says(e.Report, what=what, place=str(box))
        if self.chance(0.1):
            self.says(e.WithdrawReport)
            return
        self.answers(self.rng.choice(("void", "go_on")))

    def something_else(self) -> None:
        self.says(e.Report, what="other")
        self.answers(self.rng.choice(("void", "go_on")))

    def by_the_operator(self) -> None:
        ground = self.rng.choice(("impractical", "fraud", "disturbance"))
        self.voids(e.VoidRound(ground=ground, role="supervisor", by="supervisor"))

    def in_play(self) -> list[int]:
        return [box for box in self.round.players if not self.game.state.boxes[box].over]

    def penalty(self) -> None:
        for box in self.in_any_order(self.in_play())[: self.rng.randint(1, 2)]:
            wagers_void, excluded = self.rng.choice(((True, False), (False, True), (True, True)))
            ground = self.rng.choice(("breach", "collusion"))
            if ground == "collusion":
                wagers_void = excluded = True
            if wagers_void:
                self.round.players[box].given_back = True
            if excluded:
                self.excluded.add(box)
            said = {"wagers_void": wagers_void, "excluded": excluded, "ground": ground, "reason": "seen"}
            self.says(e.Penalise, box=box, **said)

    def discarded(self) -> None:
        for box in self.in_any_order(self.in_play())[:1]:
            self.says(e.Report, what="hand_in_discards", place=str(box))
            choice = self.rng.choice(("reconstructed", "hand_void", "hand_void"))
            self.round.players[box].given_back = choice == "hand_void"
            self.answers(choice)

    def extra_card(self) -> None:
        self.set_aside += 1
        self.take(DRAWN[self.deck.pop(0)])
        self.answers(self.rng.choice(("void", "set_aside")))

    def shoe(self) -> None:
        troubles = (
            self.shoe_jams,
            self.shoe_comes_back,
            self.shoe_stays_away,
            self.shoe_misses,
            self.shoe_misreads,
        )
        self.rng.choice(troubles)()

    def shoe_jams(self) -> None:
        self.take(e.DeviceFaulted(**SHOE, code="jam"))
        self.take(e.DeviceRecovered(**SHOE, code="jam"))
        choice = self.rng.choice(("void", "not_dealt", "count_as_dealt"))
        self.counted_already = int(choice == "count_as_dealt")
        self.answers(choice)

    def shoe_comes_back(self) -> None:
        self.take(e.DeviceLost(**SHOE))
        self.take(e.DeviceReady(**SHOE))
        self.answers("go_on")

    def shoe_stays_away(self) -> None:
        self.take(e.DeviceLost(**SHOE))
        self.by_hand = True
        self.answers(self.rng.choice(("void", "deal_by_hand", "deal_by_hand")))

    def shoe_misses(self) -> None:
        deal = self.game.state.deal
        self.counted_already = min(self.rng.randint(1, 3), len(deal.plan) - len(deal.dealt))
        self.take(e.ReportsMissed(**SHOE, count=self.counted_already))
        self.answers("count_as_dealt")

    def shoe_misreads(self) -> None:
        self.misread = True

    # ------------------------------------------------------------ checks

    def pools(self) -> Pools:
        return Pools(0, 0, 0)

    def check(self, before: Pools) -> None:
        wanted = self.reckoned(before)
        assert self.settled() == wanted, f"settled {self.settled()}\nthe instrument says {wanted}"
        self.check_closed(wanted)
        self.check_pools(before)
        self.chips.check()

    def settled(self) -> dict[tuple[int, str], tuple[int, int]]:
        """What each wager came to, told once; but what was settled can become void."""
        results: dict[tuple[int, str], tuple[int, int]] = {}
        for payment, _ in self.chips.paid:
            wager = payment.box, payment.wager
            assert wager not in results or payment.result in ("void", "returned"), "a wager was settled twice"
            back, paid = results.get(wager, (0, 0))
            back += payment.returned_cents + payment.given_back_cents
            results[wager] = back, paid + payment.paid_cents - payment.taken_back_cents
        return results

    def reckoned(self, before: Pools) -> dict[tuple[int, str], tuple[int, int]]:
        raise NotImplementedError

    def check_closed(self, wanted: dict[tuple[int, str], tuple[int, int]]) -> None:
        (closed,) = [outcome for outcome in self.heard if isinstance(outcome, RoundClosed)]
        assert closed.void == self.round.void
        told = {result.box: result.net_cents for result in closed.boxes}
        net = {box: -p.ante - p.second - p.side for box, p in self.round.players.items()}
        for (box, _), result in wanted.items():
            net[box] += sum(result)
        assert told == net, f"told {told}, but it is {net}"
        assert not (closed.void and any(told.values())), "a void round has cost somebody chips"

    def check_pools(self, before: Pools) -> None:
        pass

    def check_cards(self) -> None:
        """Each card lies where it was dealt, and nowhere else."""
        dealt = self.game.state.deal.dealt
        lie = sorted((one.due.place, one.due.nth) for one in dealt)
        ours = [(place, nth) for place, hand in self.round.cards.items() for nth in range(1, len(hand) + 1)]
        assert lie == sorted(ours), f"cards lie at {lie}"
        known = {(one.due.place, one.due.nth): str(one.card.open()) for one in dealt if one.card is not None}
        if not self.round.void:  # or perhaps for a card in two places
            assert len(set(known.values())) == len(known), "a card is in two places"
            for (place, nth), face in known.items():
                assert face == self.round.cards[place][nth - 1], f"card {nth} of {place} is {face}"
