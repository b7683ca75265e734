"""One table: a game and what is true of any game at a table. Pure, like the games: `take` is the one door."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from games import events as e
from games.canberra_poker.game import CanberraPoker
from games.cards import AnyCard
from games.casino_holdem.game import CasinoHoldem
from games.deal import Shoe
from games.every_game.carry import Carry
from games.every_game.game import Game
from games.every_game.state import State
from games.faro.game import PokerFaro
from games.house.game import HouseGame
from games.house.state import State as HouseState
from games.omaha.game import PokerOmaha
from games.outcomes import Notice, Outcome, Phase, Refusal, RoundClosed, Ruling, Undone, text
from games.pot.game import PotGame
from games.seven_card_stud.game import PokerSevenCardStud
from games.table import known_devices
from games.table.known_devices import Device

GAMES: dict[str, type[Game]] = {
    game.name: game for game in (CanberraPoker, CasinoHoldem, PokerOmaha, PokerFaro, PokerSevenCardStud)
}


# Own touches that may be taken back. Turning cards is not among them: what was seen stays seen.
UNDOABLE = (
    e.PlaceAnte,
    e.TakeBackAnte,
    e.PlaceJackpotWager,
    e.TakeBackJackpotWager,
    e.PlaceBonusWager,
    e.TakeBackBonusWager,
    e.PlayerLeft,
    e.CloseBetting,
    e.Bet,
    e.Call,
    e.Fold,
    e.Shuffled,
    e.CutMade,
    e.AllCardsRead,
    e.ReadAgain,
    e.EnterCard,
    e.EnterHand,
    e.ClaimJackpot,
    e.SettleBox,
    e.PayJackpot,
    e.PayBonus,
    e.TakeSeat,
    e.AddToStake,
    e.TakeFromStake,
    e.ChangeSeat,
    e.SitOut,
    e.ChooseEntry,
    e.PostOverBlind,
    e.CollectPosts,
    e.Check,
    e.Wager,
    e.PutIn,
    e.ActOutOfTurn,
    e.Muck,
    e.PayPot,
)
# Facts that say nothing about the deal; an entry may still be undone across them.
QUIET = (
    e.CardGone,
    e.CardRepeated,
    e.CardSeen,
    e.CutCardSeen,
    e.DeviceNoted,
    e.DeviceReady,
    e.PlaceRead,
    e.Restarted,
)
# What goes on beside the deal: limit markers, the deck not in play. It is news only if something is said.
ASIDE = (
    e.DeckInserted,
    e.ShuffleStarted,
    e.ShuffleComplete,
    e.MarkerPlaced,
    e.MarkerTaken,
    e.ButtonPlaced,
    e.ButtonTaken,
)


@dataclass(frozen=True, slots=True)
class Setup:
    """What a table is set up with. Written into the journal, so that a past round can be ruled on again."""

    table: str
    game: str
    boxes: int
    options: Any
    shoe: Shoe = "reading"


@dataclass(slots=True)
class TableCarry:
    """Where a table stands between two rounds: a checkpoint."""

    game: Carry = field(default_factory=Carry)
    dealer: str = ""
    dealer_name: str = ""
    floor_called_ms: int = 0
    locked: bool = False
    devices: dict[str, Device] = field(default_factory=dict)


class Table:
    def __init__(self, setup: Setup, carry: TableCarry | None = None) -> None:
        self.setup = setup
        carry = carry or TableCarry()
        self.dealer, self.dealer_name = carry.dealer, carry.dealer_name
        self.floor_called_ms = carry.floor_called_ms
        self.locked = carry.locked
        self.devices = carry.devices
        self.story: list[tuple[int, Outcome]] = []  # this round so far; face-up facts only, like all outcomes
        self.story_before: list[tuple[int, Outcome]] = []
        self.notices: list[Notice | Ruling] = []  # what the last event gave the dealer to know
        self._begin(carry.game)
        self._prompt = self.game.prompt()

    def _begin(self, carry: Carry) -> None:
        self._carry = carry
        self._taken: list[e.Event] = []  # since the checkpoint, without what was undone
        self.game = self._new_game()

    def _new_game(self) -> Game:
        setup = self.setup
        return GAMES[setup.game](setup.options, setup.boxes, self._carry, shoe=setup.shoe)

    @property
    def round_is_on(self) -> bool:
        """Antes on the layout are a round, too."""
        state = self.game.state
        return state.in_round or self.game.wagers_lie(state)

    @property
    def house(self) -> HouseGame:
        """The game, for whoever speaks of boxes, antes and the dealer's hand."""
        assert isinstance(self.game, HouseGame)
        return self.game

    @property
    def deck(self) -> tuple[AnyCard, ...]:
        """The cards that are played with now."""
        return self.game.deck(self.game.state)

    @property
    def pot(self) -> PotGame:
        """The game, for whoever speaks of seats, stakes and pots."""
        assert isinstance(self.game, PotGame)
        return self.game

    # ------------------------------------------------------------ the door

    def take(self, event: e.Event) -> list[Outcome]:
        of_devices = known_devices.hear(self.devices, event)
        outcomes = self._ours(event)
        if outcomes is None:
            outcomes = self._games(event)
        if of_devices:  # a fact: it is never refused
            outcomes = [*of_devices, *outcomes]
        if refused(outcomes):
            return outcomes
        self._tell(event, outcomes)
        if any(isinstance(outcome, RoundClosed) for outcome in outcomes):
            self.story_before, self.story = self.story, []
            self._begin(self.game.state.carry())
        return outcomes + self._new_prompt()

    def _new_prompt(self) -> list[Outcome]:
        """What the dealer is told next is an outcome too: it is asked for a year later."""
        prompt = self.game.prompt()
        if prompt == self._prompt:
            return []
        self._prompt = prompt
        return [prompt]

    def _tell(self, event: e.Event, outcomes: list[Outcome]) -> None:
        self.story += [(event.at_ms, outcome) for outcome in outcomes]
        news = [outcome for outcome in outcomes if isinstance(outcome, Notice | Ruling) and _is_news(outcome)]
        if news if isinstance(event, ASIDE) else not isinstance(event, QUIET):
            self.notices = news

    def _games(self, event: e.Event) -> list[Outcome]:
        outcomes = self.game.take(event)
        if not refused(outcomes):
            self._taken.append(event)
        return outcomes

    def _ours(self, event: e.Event) -> list[Outcome] | None:
        """What is the table's own business; None for the game's."""
        if isinstance(event, e.Undo):
            return self._undo(event)
        if isinstance(event, e.SignIn):
            return self._sign_in(event)
        if isinstance(event, e.ApproveDevice):
            return known_devices.approve(self.devices, event)
        if isinstance(event, e.CallFloor):
            self.floor_called_ms = self.floor_called_ms or event.at_ms
            return [Notice(say=text("floor_called"))]
        if isinstance(event, e.Lock | e.Unlock):
            self.locked = isinstance(event, e.Lock)
            return []
        if isinstance(event, e.UsbPlugged):
            return self._usb_plugged(event)
        if isinstance(event, e.PinLockedOut):
            return [Notice(say=text("pin_locked_out", number=event.number, seconds=event.seconds))]
        if isinstance(event, e.Restarted):
            return [Notice(say=text("restarted"))]
        if isinstance(event, e.FloorCame):
            self.floor_called_ms = 0
            return [Notice(say=text("floor_came"))]
        return None

    def _usb_plugged(self, event: e.UsbPlugged) -> list[Outcome]:
        """In the middle of a round the floor is called: somebody has a hand at the host."""
        if self.round_is_on:
            self.floor_called_ms = self.floor_called_ms or event.at_ms
        code = "usb_plugged_in_round" if self.round_is_on else "usb_plugged"
        return [Notice(say=text(code, port=event.port, vendor=event.vendor, product=event.product))]

    def _sign_in(self, event: e.SignIn) -> list[Outcome]:
        question = self.game.state.question
        if question:
            return [Refusal(say=text("answer_first"), rule=question.question.rule)]
        if self.dealer and self.game.state.phase in ("decide", "bet"):
            return [Refusal(say=text("decide_first"))]
        self.dealer, self.dealer_name, self.locked = event.by, event.name, False
        return [Notice(say=text("signed_in", name=event.name))]

    # ------------------------------------------------------------ undo

    def undoable(self) -> e.AnyCommand | None:
        """The entry that an undo would take back now."""
        for event in reversed(self._taken):
            if isinstance(event, UNDOABLE):
                return event
            if not isinstance(event, (*QUIET, *ASIDE)):
                return None
        return None

    def _undo(self, event: e.Undo) -> list[Outcome]:
        last = self.undoable()
        if last is None or self.game.state.question:
            return [Refusal(say=text("nothing_to_undo"))]
        if last.by != event.by:
            return [Refusal(say=text("not_your_entry"))]
        before = self.game.state.phase
        self._replay_without(last)
        undone = Undone(what=last.kind, by=event.by)
        after = self.game.state.phase
        return [undone] if after == before else [undone, Phase(name=after)]

    def _replay_without(self, last: e.AnyCommand) -> None:
        """Undo is replay: nothing is patched back, the round is simply played again without that entry."""
        kept = [event for event in self._taken if event is not last]
        self.game, self._taken = self._new_game(), []
        for event in kept:
            self._games(event)

    # ------------------------------------------------------------ between rounds

    def carry(self) -> TableCarry:
        return TableCarry(
            self.game.state.carry(),
            self.dealer,
            self.dealer_name,
            self.floor_called_ms,
            self.locked,
            self.devices,
        )


def _is_news(outcome: Notice | Ruling) -> bool:
    """What a ruling does is seen at once; but nothing else says that a player is out after this round."""
    return isinstance(outcome, Notice) or outcome.about == "penalty"


def refused(outcomes: list[Outcome]) -> bool:
    return len(outcomes) == 1 and isinstance(outcomes[0], Refusal)


class AtTable:
    """What every screen looks at first, whatever else it is made from."""

    __slots__ = ()
    table: Table

    @property
    def state(self) -> State:
        return self.table.game.state

    @property
    def house(self) -> HouseState:
        return self.table.house.state

    @property
    def for_a_pot(self) -> bool:
        return isinstance(self.table.game, PotGame)
