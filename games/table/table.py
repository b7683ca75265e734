"""One table: a game and what is true of any game at a table. Pure, like the games: `take` is the one door."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal, overload

from pydantic import SerializeAsAny

from games import events as e
from games.cards import AnyCard
from games.catalogue import game_class
from games.deal import Shoe
from games.every_game import correcting, tournament
from games.every_game.carry import Carry
from games.every_game.correcting import PutRight
from games.every_game.game import Game
from games.every_game.state import Refused
from games.offers import Offer
from games.outcomes import Notice, Outcome, Phase, Question, Refusal, RoundClosed, Ruling, Undone, text
from games.seen import Audience, Badge, Seen, SeenBySign, caption
from games.table import known_devices
from games.table.known_devices import Device

COMPARED_BY = (e.ShowDealer, e.ShowBox, e.ClaimBonus)  # from the first of them on, faces decide about money

# Whoever could take back the entry that led to one of these could try one face after the other.
TELLS_OF_A_FACE = ("card_read_twice", "card_typed_twice", "exposed_card_differs", "shoe_and_tag_differ")

RULED_ON = (e.Report, e.WithdrawReport, e.Answer, e.HoldShoe)  # what leads to a question by itself


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

    game: SerializeAsAny[Carry] = field(default_factory=Carry)  # written with all that its game hands on
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
        self._taken: list[e.Event | PutRight] = []  # since the checkpoint, without what was undone
        self._asked_by: tuple[e.Command, Question] | None = None  # the last entry that made the rules ask
        self.game = self._new_game()

    def _new_game(self) -> Game:
        setup = self.setup
        return game_class(setup.game)(setup.options, setup.boxes, self._carry, shoe=setup.shoe)

    @property
    def round_is_on(self) -> bool:
        """Antes on the layout are a round, too."""
        state = self.game.state
        return state.in_round or self.game.wagers_lie(state)

    @property
    def deck_check_is_on(self) -> bool:
        return self.game.state.phase == "verify"

    @property
    def deck(self) -> tuple[AnyCard, ...]:
        """The cards that are played with now."""
        return self.game.deck(self.game.state)

    def offers(self) -> list[Offer]:
        corrections = correcting.offers(self.game.state)
        return [*self.game.offers(), *corrections, *self._approvals(), *self._undos()]

    def _approvals(self) -> Iterator[Offer]:
        """For the first device that waits for a supervisor: for the one that it said it is, and no other."""
        held = next(
            ((name, known.held) for name, known in self.devices.items() if known.held is not None), None
        )
        if held is not None:
            name, said = held
            args = {"device": name, "serial": said.serial, "firmware": said.firmware}
            say = text("do_approve_device")
            yield Offer("approve_device", say, args, role="supervisor", where="devices", grave=True)

    @property
    def may_hand_over(self) -> bool:
        """Nobody else takes the table while a player decides, or with a question open."""
        return self.game.state.question is None and self.game.state.phase not in self.game.deciding

    @property
    def may_sign_out(self) -> bool:
        return bool(self.dealer) and self.may_hand_over and not self.round_is_on

    # ------------------------------------------------------------ the door

    def take(self, event: e.Event) -> list[Outcome]:
        of_devices = known_devices.hear(self.devices, event)
        outcomes = self._ours(event) if type(event) in OWN else self._games(event)
        if of_devices:  # a fact: it is never refused
            outcomes = [*of_devices, *outcomes]
        if is_refused(outcomes):
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
        concerns = event.concerns if isinstance(event, e.Fact) else "the deal"
        if concerns == "the deal" or (news and concerns == "what is beside the deal"):
            self.notices = news

    def _ours(self, event: e.Event) -> list[Outcome]:
        refusal = self.game.answer_first(event)
        return [refusal] if refusal else OWN[type(event)](self, event)

    def _games(self, event: e.Event) -> list[Outcome]:
        was = self.game.state.phase
        outcomes = self.game.take(event)
        if not is_refused(outcomes):
            self._taken.append(event)
            if was != self.game.state.phase == "closed":
                self._nobody_deals()  # whoever opens the table again says who he is
            asked = next((outcome for outcome in outcomes if isinstance(outcome, Question)), None)
            if asked is not None and isinstance(event, e.Command) and not isinstance(event, RULED_ON):
                self._asked_by = event, asked
        return outcomes

    # ------------------------------------------------------------ the round played again

    def _correct(self, event: e.CorrectCard) -> list[Outcome]:
        """What has been settled on a card that was another is settled anew."""
        try:
            right = correcting.look_at(self.game.state, event)
        except Refused as refused:
            return [refused.refusal]
        before, phase = correcting.moves_so_far(self.game.state), self.game.state.phase
        if any(isinstance(taken, COMPARED_BY) for taken in self._taken):
            self._play([*self._taken, right])
        else:
            self._put_right(right)
        told = correcting.told(self.game.state, right, before)
        after = self.game.state.phase
        return told if after == phase else [*told, Phase(name=after)]

    def _put_right(self, right: PutRight) -> None:
        correcting.put_right(self.game.state, right)
        self._taken.append(right)

    def _play(self, events: Sequence[e.Event | PutRight]) -> None:
        """Nothing is patched back: the round is simply played again. What does not fit any more is left out,
        and kept: without the correction it would fit again."""
        self.game, self._taken = self._new_game(), list(events)
        for event in _as_it_counts(events):
            if isinstance(event, PutRight):
                correcting.put_right(self.game.state, event)
            else:
                self.game.take(event)

    def _approve(self, event: e.ApproveDevice) -> list[Outcome]:
        return known_devices.approve(self.devices, event)

    def _lock(self, event: e.Lock | e.Unlock) -> list[Outcome]:
        self.locked = isinstance(event, e.Lock)
        return []

    def _call_floor(self, event: e.CallFloor) -> list[Outcome]:
        self.floor_called_ms = self.floor_called_ms or event.at_ms
        return [Notice(say=text("floor_called"))]

    def _floor_came(self, event: e.FloorCame) -> list[Outcome]:
        self.floor_called_ms = 0
        return [Notice(say=text("floor_came"))]

    def _pin_locked_out(self, event: e.PinLockedOut) -> list[Outcome]:
        return [Notice(say=text("pin_locked_out", number=event.number, seconds=event.seconds))]

    def _cards_enrolled(self, event: e.CardsEnrolled) -> list[Outcome]:
        code = "cards_enrolled" if event.complete else "cards_not_enrolled"
        return [Notice(say=text(code, count=event.count))]

    def _restarted(self, event: e.Restarted) -> list[Outcome]:
        return [Notice(say=text("restarted"))]

    def _usb_plugged(self, event: e.UsbPlugged) -> list[Outcome]:
        """In the middle of a round the floor is called: somebody has a hand at the host."""
        if self.round_is_on:
            self.floor_called_ms = self.floor_called_ms or event.at_ms
        code = "usb_plugged_in_round" if self.round_is_on else "usb_plugged"
        return [Notice(say=text(code, port=event.port, vendor=event.vendor, product=event.product))]

    def _sign_in(self, event: e.SignIn) -> list[Outcome]:
        if self.dealer and not self.may_hand_over:
            return [Refusal(say=text("decide_first"))]
        self.dealer, self.dealer_name, self.locked = event.by, event.name, False
        return [Notice(say=text("signed_in", name=event.name))]

    def _sign_out(self, event: e.SignOut) -> list[Outcome]:
        if not self.may_sign_out:
            return [Refusal(say=text("decide_first" if not self.may_hand_over else "finish_the_round"))]
        name = self.dealer_name
        self._nobody_deals()
        return [Notice(say=text("signed_out", name=name))]

    def _nobody_deals(self) -> None:
        self.dealer = self.dealer_name = ""

    # ------------------------------------------------------------ what is seen, by whom

    @overload
    def seen(self, audience: Literal["players"]) -> SeenBySign: ...
    @overload
    def seen(self, audience: Literal["dealer"]) -> Seen: ...

    def seen(self, audience: Literal["dealer", "players"]) -> Seen | SeenBySign:
        return self.game.seen_by_sign() if audience == "players" else self._seen_at_table(audience)

    def _seen_at_table(self, audience: Audience) -> Seen:
        seen = self.game.seen(audience)
        put_away = () if self.game.state.shuffling_shoe_in_use() else ("shuffler",)
        floor = (Badge("attention", caption("floor_badge")),) if self.floor_called_ms else ()
        badges = (*known_devices.badges(self.devices, put_away), *seen.badges, *floor)
        asked = seen.asked and replace(seen.asked, since_ms=known_devices.shoe_lost_ms(self.devices))
        return replace(seen, badges=badges, asked=asked)

    # ------------------------------------------------------------ undo

    def undoable(self) -> e.Command | None:
        """The entry that an undo would take back now: nothing rests on it yet."""
        question = self.game.state.question
        if question is not None and question.question.about in TELLS_OF_A_FACE:
            return None
        for taken in reversed(self._taken):
            event = _said(taken)
            if isinstance(event, e.Command):
                return event if event.undoable else None
            if event.concerns == "the deal":
                return None
        return None

    @property
    def asks_of_an_entry(self) -> bool:
        """The open question rests on what the dealer has entered, and he can still say that it was not so."""
        if self._asked_by is None or self._open_question != self._asked_by[1]:
            return False
        entry = self._asked_by[0]
        return self.undoable() is entry and entry.role == "dealer" and entry.by == self.dealer

    def _undos(self) -> Iterator[Offer]:
        """The dealer takes back what the dealer has entered, a supervisor what a supervisor has ruled."""
        last = self.undoable()
        if last is None:
            return
        if last.role == "supervisor":
            yield Offer("undo", text("do_take_back_ruling"), role="supervisor", where="undo", grave=True)
        elif last.by == self.dealer:
            yield Offer("undo", text("do_undo"), role="dealer", where="undo")

    def _undo(self, event: e.Undo) -> list[Outcome]:
        last = self.undoable()
        if last is None:
            return [Refusal(say=text("nothing_to_undo"))]
        if event.role != "supervisor" and last.role == "supervisor":
            return [Refusal(say=text("ruling_is_a_supervisors"))]
        if event.role != "supervisor" and last.by != event.by:
            return [Refusal(say=text("not_your_entry"))]
        return [Undone(what=last.kind, by=event.by), *self._play_again(without=last)]

    def _play_again(self, *, without: e.Command) -> list[Outcome]:
        """Undo is replay: nothing is patched back, the round is simply played again without that entry.
        Told is what stands otherwise now."""
        before, asked, here = self.game.state.phase, self._open_question, self.game.state.tournament
        chips = tournament.chips_between_rounds(self.game.state)
        self._play([taken for taken in self._taken if _said(taken) is not without])
        after, asks = self.game.state.phase, self._open_question
        moved: list[Outcome] = [Phase(name=after)] if after != before else []
        moved += tournament.marked_otherwise(here, self.game.state.tournament)
        moved += tournament.stands_otherwise(chips, self.game.state)
        return moved if asks is None or asks == asked else [*moved, asks]

    @property
    def _open_question(self) -> Question | None:
        pending = self.game.state.question
        return pending.question if pending is not None else None

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


# What is the table's own business; everything else is the game's.
OWN: dict[type[e.Event], Callable[[Table, Any], list[Outcome]]] = {
    e.ApproveDevice: Table._approve,
    e.CallFloor: Table._call_floor,
    e.CorrectCard: Table._correct,
    e.CardsEnrolled: Table._cards_enrolled,
    e.FloorCame: Table._floor_came,
    e.Lock: Table._lock,
    e.Restarted: Table._restarted,
    e.SignIn: Table._sign_in,
    e.SignOut: Table._sign_out,
    e.Undo: Table._undo,
    e.Unlock: Table._lock,
    e.UsbPlugged: Table._usb_plugged,
    e.PinLockedOut: Table._pin_locked_out,
}


def _said(taken: e.Event | PutRight) -> e.Event:
    return taken.said if isinstance(taken, PutRight) else taken


def _as_it_counts(events: Sequence[e.Event | PutRight]) -> list[e.Event | PutRight]:
    """A card that was put right when hands had been compared was right before they were. What players did
    before that, they did by what they then saw."""
    first = next((at for at, event in enumerate(events) if isinstance(event, COMPARED_BY)), len(events))
    late = [event for event in events[first:] if isinstance(event, PutRight)]
    return [*events[:first], *late, *(event for event in events[first:] if not isinstance(event, PutRight))]


def _is_news(outcome: Notice | Ruling) -> bool:
    """What a ruling does is seen at once; but nothing else says that a player is out after this round."""
    return isinstance(outcome, Notice) or outcome.about == "penalty"


def is_refused(outcomes: list[Outcome]) -> bool:
    return len(outcomes) == 1 and isinstance(outcomes[0], Refusal)
