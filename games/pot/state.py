"""What is known about a table of a pot game: who sits there, and how far the round of play has come."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from games.betting import BettingRound, Player, Turn
from games.cards import SealedCard
from games.deal import Dealt
from games.events import BOARD
from games.every_game.state import State
from games.instrument import OutOfTurn
from games.irregular_wagers import Skipped
from games.outcomes import CardTurned, Outcome
from games.pot.carry import Carry, PotCarry
from games.pot.numbers import Numbers
from games.pot.options import PotOptions, determine
from games.pots import Won
from games.round_of_play import RoundOfPlay
from games.rulebook import Rule

if TYPE_CHECKING:
    from games.pot.game import PotGame
    from games.pot.seating import Lineup


@dataclass
class Early:
    """An action before its turn (17.5, 17.6), until its turn comes."""

    seat: int
    to_cents: int
    directed: bool
    skipped: list[Skipped] = field(default_factory=list)
    awaited: set[int] = field(default_factory=set)  # who should have acted before, and has not yet


@dataclass
class Showing:
    """What a player's cards are worth, now that they lie open."""

    high: int
    low: int = 0


@dataclass(slots=True)
class InRound:
    """What there is once the posts lie, and not between two rounds. After a misdeal it begins anew."""

    play: RoundOfPlay
    lined: Lineup  # as they posted
    clock_ms: int | None = None
    left_ms: int | None = None  # of the time to act, while a question holds the table (TIME-STOPS)
    given: int | None = None  # to whom time was given in this turn
    clock_about: str = ""  # what is asked when it has run out
    timed: int | None = None  # for whose turn the announced time has begun
    early: list[Early] = field(default_factory=list)
    restricted: OutOfTurn | None = None  # what 17.6 leaves to the one whose turn it is
    restricted_to_cents: int = 0
    no_burn_next: bool = False
    street_is_out: bool = False  # the round of play knows of it; a card is only being replaced
    folded: list[int] = field(default_factory=list)  # in that order, fouled hands not among them
    shown: dict[int, Showing] = field(default_factory=dict)
    mucked: list[int] = field(default_factory=list)
    won: list[Won] = field(default_factory=list)
    to_last_folder: int | None = None  # 17.9
    paid: int = 0  # pots that the dealer has paid

    @property
    def betting(self) -> BettingRound:
        betting = self.play.betting
        assert betting is not None, "no betting round has begun"
        return betting

    @property
    def turn(self) -> Turn:
        """What the one whose turn it is may do, a wager out of turn remembered (17.6(b) of Omaha)."""
        turn = self.play.turn()
        assert turn is not None, "nobody's turn"
        if self.restricted is None or self.restricted.choices != ("call", "fold"):
            return turn
        return turn._replace(least_to_cents=0, most_to_cents=0)

    def stop_clock(self) -> None:
        self.clock_ms = self.left_ms = None

    def has_given_up(self, player: Player) -> bool:
        return player.folded or player.seat in self.mucked


class PotState(State):
    game: PotGame
    options: PotOptions
    current: InRound  # from the first post on: whoever asks for it has seen by the phase that a round is played

    def __init__(self, game: PotGame, options: PotOptions, boxes: int, carry: Carry) -> None:
        pot = carry.pot
        self.places = boxes
        self.configured = options
        self.determined = dict(pot.determined)
        self.to_come, self.to_come_from = dict(pot.to_come), pot.to_come_from
        self.seats = {number: seat.copy() for number, seat in sorted(pot.seats.items())}
        self.button, self.moves = pot.button, pot.moves
        self.first_button, self.revolved, self.passed = pot.first_button, pot.revolved, list(pot.passed)
        self.barred = list(pot.barred)
        self.charge_due_ms = pot.charge_due_ms
        self.by_level = dict(pot.by_level)
        self.button_seen: int | None = None
        self.over_blind = 0  # whose
        super().__init__(game, self.determined_options(), boxes, carry)
        self.turns_are_timed = True
        self.play_by(self.options)

    def play_by(self, options: PotOptions) -> None:
        self.options = options

    def determined_options(self) -> PotOptions:
        determined = self.determined | self.by_level
        options = determine(self.configured, determined) if determined else self.configured
        assert isinstance(options, PotOptions), options  # it was checked when it was determined
        return options

    def start_day(self) -> None:
        """The table opens: nobody sits there yet but whom a tournament has put there, and what the casino has
        configured holds again."""
        super().start_day()
        self.determined, self.to_come = {}, {}
        self.to_come_from, self.charge_due_ms = None, 0
        self.play_by(self.determined_options())
        if self.tournament is None:
            self.seats = {}
        self.start_game()

    def start_game(self) -> None:
        """Nobody has had the button yet."""
        self.button = self.first_button = 0
        self.moves = self.revolved = False
        self.passed = []

    def start_round(self) -> None:
        super().start_round()
        self.posted: InRound | None = None  # the same, for whoever has not; between two rounds there is none
        vars(self).pop("current", None)
        self.over_blind = 0
        self.start_deal_again()

    def start_deal_again(self) -> None:
        """As a round of play starts, and once more after a misdeal."""
        self.early_faces: list[SealedCard | None] = []  # cards that left the shoe too soon
        self.laid_early: list[SealedCard | None] = []  # communal cards among them, that are used next
        self.misdealt = False
        if self.posted is not None:
            self.take_posts(self.posted.play, self.posted.lined)

    def take_posts(self, play: RoundOfPlay, lined: Lineup) -> None:
        self.posted = self.current = InRound(play, lined)

    def carry(self) -> Carry:
        carry = super().carry()
        assert isinstance(carry, Carry)
        carry.pot = PotCarry(
            {number: seat.copy() for number, seat in self.seats.items()},
            self.button,
            self.moves,
            self.first_button,
            self.revolved,
            list(self.passed),
            dict(self.determined),
            dict(self.to_come),
            self.to_come_from,
            list(self.barred),
            self.charge_due_ms,
            dict(self.by_level),
        )
        return carry

    # ------------------------------------------------------------ guards of the phase table

    def betting_due(self) -> bool:
        return self.current.play.due == "turn"

    def cards_due(self) -> bool:
        return self.current.play.due == "cards"

    def showdown_due(self) -> bool:
        return self.current.play.due == "showdown" and self.current.to_last_folder is None

    # ------------------------------------------------------------ looking things up

    @property
    def play(self) -> RoundOfPlay | None:
        return self.posted.play if self.posted is not None else None

    @property
    def most_players(self) -> int:
        """No more than the deck can serve (MAX-PLAYERS)."""
        return min(self.places, self.game.most_players(len(self.options.cards.high.cards), self.options))

    def is_absent(self, number: int) -> bool:
        """An entrant of a tournament for whom the table acts (ABSENT)."""
        return self.tournament is not None and self.tournament.is_absent(number)

    @property
    def of_two(self) -> bool:
        """Two players alone are dealt to as the instrument wants it in tournaments (HU-GAME)."""
        return self.tournament is not None and self.game.instrument.tournament_of_two is not None

    def player(self, number: int) -> Player | None:
        """In the round that is played, if he takes part in it."""
        return self.posted.play.players.get(number) if self.posted is not None else None

    def plays_now(self, number: int) -> bool:
        """Has cards, or would have to act again."""
        player = self.player(number)
        return self.in_round and player is not None and not player.folded and not self.void

    @property
    def posts_lie(self) -> bool:
        """Stakes and seats stand still from the first post on, a misdeal included (ROUND-START)."""
        return self.posted is not None

    @property
    def cards_out(self) -> int:
        """A card that came too soon and is used next is out as well."""
        return super().cards_out + len(self.laid_early)

    def stake_cents(self, number: int) -> int:
        player = None if self.void else self.player(number)
        return player.stake_cents if player else self.seats[number].stake_cents

    @property
    def first_round_is_over(self) -> bool:
        """17.2: from here on nothing is a misdeal any more."""
        play = self.play
        return play is not None and (play.street > 1 or (play.street == 1 and play.due != "turn"))

    @property
    def somebody_has_acted(self) -> bool:
        """In this betting round."""
        betting = self.play.betting if self.play else None
        return betting is not None and betting.begun

    def make_plan(self) -> None:
        """Who is dealt in is settled by the posts, and those come before the first card."""

    def has_hand(self, place: str) -> bool:
        return place.isdigit() and self.player(int(place)) is not None

    def places_in_play(self) -> list[str]:
        play = self.play
        return [str(seat) for seat in sorted(play.players) if not play.players[seat].folded] if play else []

    def may_be_folded(self, number: int) -> bool:
        return self.phase in ("deal", "bet", "show") and self.plays_now(number)

    @property
    def may_be_made_void(self) -> bool:
        """A misdeal in the cut comes before anybody has posted: there is no round yet."""
        return self.posted is not None and super().may_be_made_void

    def hand_over(self, place: str) -> bool | None:
        player = self.player(int(place)) if place.isdigit() else None
        if player is None:
            return None
        return self.current.has_given_up(player) or self.phase in ("pay", "collect")

    def hands_given_up(self) -> list[int]:
        now = self.posted
        return [seat for seat, player in now.play.players.items() if now.has_given_up(player)] if now else []

    def is_turned(self, dealt: Dealt) -> bool:
        if dealt.up:
            return True
        return self.phase == "show" and dealt.due.place.isdigit() and not self.hand_over(dealt.due.place)

    def own_moment_ms(self) -> int | None:
        """The end of somebody's time to act, a determination to come, a charge for time."""
        charged = self.options.commission.by == "time" and self.seats and self.tournament is None
        charge_ms = self.charge_due_ms if charged else 0
        moments = (self.clock_ms or 0, self.announced_ms or 0, charge_ms)
        return min((at_ms for at_ms in moments if at_ms > self.now_ms), default=None)

    @property
    def clock_ms(self) -> int | None:
        return self.posted.clock_ms if self.posted is not None else None

    @property
    def announced_ms(self) -> int | None:
        """Not before a tournament is over: its levels hold until then."""
        coming = self.to_come_from if self.tournament is None else None
        return coming.from_ms if coming is not None else None

    @property
    def may_report(self) -> bool:
        """Cards can be exposed in the cut already (17.1(a))."""
        return self.in_round or self.phase in ("cut", "post")

    @property
    def play_on_rule(self) -> Rule:
        return self.numbers.no_misdeal

    @property
    def numbers(self) -> Numbers:
        return self.game.numbers

    def unread(self, place: str) -> list[Dealt]:
        """A hand needs the communal cards as well as the player's own."""
        return [*super().unread(BOARD), *super().unread(place)] if self.deal.unread else []

    def told_up(self, dealt: Dealt) -> list[Outcome]:
        if dealt.card is None:
            return []
        return [CardTurned(place=dealt.due.place, nth=dealt.due.nth, card=dealt.card.open())]
