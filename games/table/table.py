"""One table: a game and what is true of any game at a table. Pure, like the games: `take` is the one door."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal, TypeGuard, overload

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
from games.seen import Archive, Audience, Badge, Seen, SeenBySign, caption
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


# What is said of a round that is over, long afterwards perhaps.
OF_EARLIER_ROUNDS: set[type[e.Event]] = {
    e.CorrectMoney,
    e.CorrectPools,
    e.DecideDispute,
    e.Dispute,
    e.PrintSheet,
    e.SignCorrection,
    e.VoidClosedRound,
}
NOT_KNOWN = -1


@dataclass(slots=True)
class TableCarry:
    """Where a table stands between two rounds: a checkpoint."""

    game: SerializeAsAny[Carry] = field(default_factory=Carry)  # written with all that its game hands on
    dealer: str = ""
    dealer_name: str = ""
    floor_called_ms: int = 0
    locked: bool = False
    devices: dict[str, Device] = field(default_factory=dict)
    clock_shift_ms: int = 0  # what the time of day is ahead of the times of records
    tournament_wrote: e.TournamentWrote | None = None  # the last that was heard of its journal
    # The last round in whose records something was said of an earlier one, 0 if there was none. Who asks what
    # became of a round goes back from one to the next. The first version did not keep it.
    looked_back_in: int = NOT_KNOWN
    starts: int = 0  # of the daemon, as far as they were counted
    gone: int = 0  # up to that record the past was let go of
    proven: int = 0  # up to that record rounds were ruled on again
    witnessed: dict[str, int] = field(default_factory=dict)  # the last record that each witness acknowledged


class Table:
    def __init__(self, setup: Setup, carry: TableCarry | None = None) -> None:
        self.setup = setup
        carry = carry or TableCarry(looked_back_in=0)
        self.dealer, self.dealer_name = carry.dealer, carry.dealer_name
        self.floor_called_ms = carry.floor_called_ms
        self.locked = carry.locked
        self.devices = carry.devices
        self.clock_shift_ms = carry.clock_shift_ms
        self.tournament_wrote = carry.tournament_wrote
        self.looked_back_in = carry.looked_back_in
        self.starts = carry.starts
        self.gone = carry.gone
        self.proven = carry.proven
        self.witnessed = dict(carry.witnessed)
        # This round so far, by the time of day; face-up facts only, like all outcomes.
        self.story: list[tuple[int, Outcome]] = []
        self.notices: list[Notice | Ruling] = []  # what the last event gave the dealer to know
        self._begin(carry.game)

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
        """All that may be said now."""
        return [*self.offers_in_sight(), *self.offers_on_their_sheets()]

    def offers_in_sight(self) -> list[Offer]:
        return [*self.game.offers_in_sight(), *self._approvals(), *self._undos()]

    def offers_on_their_sheets(self) -> Iterator[Offer]:
        """What stands under *Report*, *More* and *Closed rounds*, and nowhere else."""
        yield from self.game.offers_on_their_sheets()
        yield from correcting.offers(self.game.state)

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
        """What the rules answer, kept for who is told of it. What comes next a screen asks the game itself."""
        outcomes = self.rule(event)
        if not is_refused(outcomes):
            self._tell(event, outcomes)
        return outcomes

    def take_and_prompt(self, event: e.Event) -> list[Outcome]:
        """Also what the dealer is asked for next, if it is something else now: for who tells it as a story."""
        before = self.game.prompt()
        outcomes = self.take(event)
        after = self.game.prompt()
        return outcomes if is_refused(outcomes) or after == before else [*outcomes, after]

    def rule(self, event: e.Event) -> list[Outcome]:
        """What the rules answer, with nothing told to anybody: a round that is over is played again by this."""
        of_devices = known_devices.hear(self.devices, event) if isinstance(event, e.Fact) else None
        outcomes = self._ours(event) if type(event) in OWN else self._games(event)
        if of_devices:  # a fact: it is never refused
            outcomes = [*of_devices, *outcomes]
        if type(event) in OF_EARLIER_ROUNDS and not is_refused(outcomes):
            self.looked_back_in = self.game.state.round or 1
        if outcomes and RoundClosed in map(type, outcomes):
            self._begin(self.game.state.carry())
        return outcomes

    def _tell(self, event: e.Event, outcomes: list[Outcome]) -> None:
        concerns = event.concerns if isinstance(event, e.Fact) else "the deal"
        if not outcomes:
            self.notices = [] if concerns == "the deal" else self.notices
            return
        news = [outcome for outcome in outcomes if _is_news(outcome)]
        if concerns == "the deal" or (news and concerns == "what is beside the deal"):
            self.notices = news
        at_ms = self.time_of_day_ms(event.at_ms)
        self.story += [(at_ms, outcome) for outcome in outcomes]
        if RoundClosed in map(type, outcomes):
            self.story = []

    def _ours(self, event: e.Event) -> list[Outcome]:
        refusal = self.game.answer_first(event)
        if refusal is None and isinstance(event, e.Command) and event.lacks_supervisor:
            refusal = Refusal(say=text("supervisor_only"))
        return [refusal] if refusal else OWN[type(event)](self, event)

    def _games(self, event: e.Event) -> list[Outcome]:
        state = self.game.state
        was = state.phase
        outcomes = self.game.take(event)
        if is_refused(outcomes):
            return outcomes
        self._taken.append(event)
        if was != state.phase == "closed":
            self._nobody_deals()  # whoever opens the table again says who he is
        if state.pending and isinstance(event, e.Command) and not isinstance(event, RULED_ON):
            asked = next((outcome for outcome in outcomes if isinstance(outcome, Question)), None)
            self._asked_by = self._asked_by if asked is None else (event, asked)
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

    def _print_sheet(self, event: e.PrintSheet) -> list[Outcome]:
        code = "sheet_goes_to_printer" if event.printer else "sheet_printed"
        return [Notice(say=text(code, record=event.record))]

    def _slip_printed(self, event: e.SlipPrinted) -> list[Outcome]:
        if event.paper == "receipt":
            return [Notice(say=text("receipt_printed", receipt=event.number))]
        return [Notice(say=text("sheet_printed", record=event.number))]

    def _slip_not_printed(self, event: e.SlipNotPrinted) -> list[Outcome]:
        why = {"fault": event.why, "remedy": event.why}
        if event.paper == "receipt":
            return [Notice(say=text("receipt_not_printed", receipt=event.number, **why))]
        return [Notice(say=text("sheet_not_printed", record=event.number, **why))]

    def _pin_locked_out(self, event: e.PinLockedOut) -> list[Outcome]:
        return [Notice(say=text("pin_locked_out", number=event.number, seconds=event.seconds))]

    def _pin_let_in(self, event: e.PinLetIn) -> list[Outcome]:
        return [Notice(say=text("pin_let_in", number=event.number))]

    def _cards_enrolled(self, event: e.CardsEnrolled) -> list[Outcome]:
        code = "cards_enrolled" if event.complete else "cards_not_enrolled"
        return [Notice(say=text(code, count=event.count))]

    def _clock_stepped(self, event: e.ClockStepped) -> list[Outcome]:
        self.clock_shift_ms = event.shift_ms
        if not event.by_ms:
            return []
        code = "clock_put_forward" if event.by_ms > 0 else "clock_put_back"
        return [Notice(say=text(code, seconds=round(abs(event.by_ms) / 1000)))]

    def _witness_disagrees(self, event: e.WitnessDisagrees) -> list[Outcome]:
        return [Notice(say=text("witness_disagrees", record=event.record))]

    def _journal_restored(self, event: e.JournalRestored) -> list[Outcome]:
        self.witnessed = {}  # what knew more was put aside
        return [Notice(say=text("journal_restored", known=event.known, reason=event.reason))]

    def _tournament_wrote(self, event: e.TournamentWrote) -> list[Outcome]:
        self.tournament_wrote = event
        return []

    def _witness_knows(self, event: e.WitnessKnows) -> list[Outcome]:
        self.witnessed[event.witness] = event.record
        return []

    def _witness_forgot(self, event: e.WitnessForgot) -> list[Outcome]:
        self.witnessed[event.witness] = event.knows
        return [Notice(say=text("witness_forgot", record=event.record, knows=event.knows))]

    def _sealing_begun(self, event: e.SealingBegun) -> list[Outcome]:
        return [Notice(say=text("sealing_begun", seal=event.seal))]

    def _sealing_stopped(self, event: e.SealingStopped) -> list[Outcome]:
        return [Notice(say=text("sealing_stopped"))]

    def _past_let_go(self, event: e.PastLetGo) -> list[Outcome]:
        self.gone = max(self.gone, event.last)
        return []

    def _rounds_proven(self, event: e.RoundsProven) -> list[Outcome]:
        self.proven = max(self.proven, event.record)
        return []

    def _restarted(self, event: e.Restarted) -> list[Outcome]:
        self.starts = max(self.starts, event.start)
        self.gone = max(self.gone, event.gone)
        return [Notice(say=text("restarted"))] if event.came_back else []

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

    def time_of_day_ms(self, at_ms: int) -> int:
        """Of a moment in the table's own time, which does not follow the computer's clock when that is set."""
        return at_ms + self.clock_shift_ms

    # ------------------------------------------------------------ what is seen, by whom

    @overload
    def seen(self, audience: Literal["players"]) -> SeenBySign: ...
    @overload
    def seen(self, audience: Literal["dealer"] | Archive) -> Seen: ...

    def seen(self, audience: Literal["dealer", "players"] | Archive) -> Seen | SeenBySign:
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
            self.clock_shift_ms,
            self.tournament_wrote,
            self.looked_back_in,
            self.starts,
            self.gone,
            self.proven,
            dict(self.witnessed),
        )


# What is the table's own business; everything else is the game's.
OWN: dict[type[e.Event], Callable[[Table, Any], list[Outcome]]] = {
    e.ApproveDevice: Table._approve,
    e.CallFloor: Table._call_floor,
    e.ClockStepped: Table._clock_stepped,
    e.JournalRestored: Table._journal_restored,
    e.CorrectCard: Table._correct,
    e.CardsEnrolled: Table._cards_enrolled,
    e.FloorCame: Table._floor_came,
    e.Lock: Table._lock,
    e.PastLetGo: Table._past_let_go,
    e.Restarted: Table._restarted,
    e.RoundsProven: Table._rounds_proven,
    e.SealingBegun: Table._sealing_begun,
    e.SealingStopped: Table._sealing_stopped,
    e.SignIn: Table._sign_in,
    e.SignOut: Table._sign_out,
    e.Undo: Table._undo,
    e.Unlock: Table._lock,
    e.UsbPlugged: Table._usb_plugged,
    e.PinLetIn: Table._pin_let_in,
    e.PinLockedOut: Table._pin_locked_out,
    e.PrintSheet: Table._print_sheet,
    e.SlipNotPrinted: Table._slip_not_printed,
    e.SlipPrinted: Table._slip_printed,
    e.TournamentWrote: Table._tournament_wrote,
    e.WitnessDisagrees: Table._witness_disagrees,
    e.WitnessForgot: Table._witness_forgot,
    e.WitnessKnows: Table._witness_knows,
}


def _said(taken: e.Event | PutRight) -> e.Event:
    return taken.said if isinstance(taken, PutRight) else taken


def _as_it_counts(events: Sequence[e.Event | PutRight]) -> list[e.Event | PutRight]:
    """A card that was put right when hands had been compared was right before they were. What players did
    before that, they did by what they then saw."""
    first = next((at for at, event in enumerate(events) if isinstance(event, COMPARED_BY)), len(events))
    late = [event for event in events[first:] if isinstance(event, PutRight)]
    return [*events[:first], *late, *(event for event in events[first:] if not isinstance(event, PutRight))]


def _is_news(outcome: Outcome) -> TypeGuard[Notice | Ruling]:
    """What a ruling does is seen at once; but nothing else says that a player is out after this round."""
    return isinstance(outcome, Notice) or (isinstance(outcome, Ruling) and outcome.about == "penalty")


def is_refused(outcomes: Sequence[object]) -> bool:
    return len(outcomes) == 1 and type(outcomes[0]) is Refusal
