"""Talk at a Canberra Poker table with an automated shuffling shoe."""

from __future__ import annotations

from typing import Any

from games import events as e
from games.canberra_poker.game import CanberraPoker
from games.canberra_poker.numbers import NUMBERS
from games.canberra_poker.rule_twelve import IN_PLACE_OF
from games.every_game.carry import Carry
from games.outcomes import Payment
from tests.games.table_talk import Hands, Table, cards, house_options

SHUFFLER = {"device": "shuffler", "role": "shuffler"}
REPLACED = {getattr(NUMBERS, name).number for name in IN_PLACE_OF}  # by rule 12
IN_ROUND = ("deal", "announce", "decide", "reveal", "settle", "collect")


class ShufflingTable(Table):
    # ------------------------------------------------------------ the shoe

    def inserts(self, colour: str, count: int | None = 52) -> None:
        self.happens(e.DeckInserted(**SHUFFLER, colour=colour, count=count))

    def shuffles(self, colour: str, count: int | None = 52) -> None:
        """From the moment that the deck is in."""
        self.happens(e.ShuffleStarted(**SHUFFLER, colour=colour, count=count))
        self.happens(e.ShuffleComplete(**SHUFFLER, colour=colour, count=count))

    def takes_in(self, *colours: str) -> None:
        for colour in colours:
            self.inserts(colour)
            self.shuffles(colour)

    def dispenses(self, *, count: int = 5, colour: str | None = None) -> None:
        colour = colour or self.game.state.shuffler.deals_from
        self.happens(e.PackDispensed(**SHUFFLER, colour=colour, count=count))

    def jams(self, code: str = "jammed") -> None:
        self.happens(e.DeviceFaulted(**SHUFFLER, code=code))

    def is_cleared(self, code: str = "jammed") -> None:
        self.happens(e.DeviceRecovered(**SHUFFLER, code=code))

    def shuffler_is_lost(self) -> None:
        self.happens(e.DeviceLost(**SHUFFLER))

    def shuffler_is_back(self) -> None:
        self.happens(e.DeviceReady(**SHUFFLER))

    def misses_reports(self, count: int = 1) -> None:
        self.happens(e.ReportsMissed(**SHUFFLER, count=count))

    def powers_up(self) -> None:
        self.happens(e.PoweredUp(**SHUFFLER, cycles=7))

    def is_opened(self) -> None:
        self.happens(e.DoorChanged(**SHUFFLER, open=True))

    def is_closed(self) -> None:
        self.happens(e.DoorChanged(**SHUFFLER, open=False))

    # ------------------------------------------------------------ the dealer

    def checks_decks(self) -> None:
        self.says(e.AllCardsRead)

    def loads(self, *colours: str) -> None:
        self.takes_in(*(colours or ("blue", "red")))
        self.shuffle()

    def deals_packs(self, count: int | None = None) -> None:
        packs = len(self.game.state.playing()) + 1 if count is None else count
        for _ in range(packs):
            self.dispenses()

    def turns_top_card(self, face: str) -> None:
        self.enters("dealer", 5, face)

    def announces(self) -> None:
        self.says(e.AnnounceBetOrFold)

    def shows_all(self, place: int | str, hand: str) -> None:
        """Each card that is not known yet is entered, and then the hand is shown."""
        for nth, face in enumerate(cards(hand), start=1):
            dealt = self.game.state.deal.at(str(place), nth)
            if dealt.card is None:
                self.enters(place, nth, face)
        if place == "dealer":
            self.shows_dealer()
        else:
            self.shows(int(place))

    def settles_boxes(self, hands: Hands) -> None:
        hands = {str(place): hand for place, hand in hands.items()}
        while self.phase == "settle":
            prompt = self.game.prompt()
            box = prompt.say.words["box"]
            if prompt.say.code == "turn_box":
                self.shows_all(box, hands[str(box)])
            self.settles(box)

    def replaces_shoe(self, *, automated: bool) -> None:
        self.supervisor.says(e.ReplaceShoe, automated=automated)

    # ------------------------------------------------------------ what should be heard

    def expect_void_at_once(self, rule: str = "12.6") -> None:
        """Nobody is asked, and every chip goes back."""
        self.expect_no_question()
        self.expect_phase("collect")
        boxes = {box.number for box in self.game.state.playing()}
        payments = [outcome for outcome in self.heard if isinstance(outcome, Payment)]
        self._check({payment.box for payment in payments} == boxes, "somebody got nothing back")
        for payment in payments:
            self._check(payment.result == "void", f"not given back: {payment}")
            self._check(payment.rule.number == rule, f"cites {payment.rule}")
        self.expect_prompt("give_all_back", rule)

    def expect_in_shoe(self, **decks: str) -> None:
        now = self.game.state.shuffler.decks
        self._check(now == decks, f"the shoe holds {now}")


def at_the_shuffling_table(*, boxes: int = 7, at: str = "antes", **options: Any) -> ShufflingTable:
    """A table with a shuffling shoe at the beginning of a phase; boxes 1 and 3 have antes from the deal on."""
    game = CanberraPoker(house_options(**options), boxes, Carry(), shoe="shuffling")
    table = ShufflingTable(game)
    steps = {
        "verify": table.open,
        "shuffle": table.checks_decks,
        "antes": table.loads,
        "deal": lambda: (table.antes({1: 25, 3: 25}), table.closes_betting()),
        "announce": table.deals_packs,
        "decide": lambda: (table.turns_top_card("Ac"), table.announces()),
        "reveal": lambda: table.bets(1, 3),
        "settle": lambda: table.shows_all("dealer", "Kd 8c 5d 3c Ac"),
        "collect": lambda: table.settles_boxes({3: "Ks Kh 9s 4h 2s", 1: "Qs Jh 9d 6h 2h"}),
    }
    for phase, step in steps.items():
        if table.phase == at:
            break
        step()
        assert table.phase == phase, f"{table.phase}, not {phase}"
    return table
