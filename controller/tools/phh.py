"""Recorded hands in the PHH notation, played through our rules.

What the notation leaves to the source's house rules and our instruments decide otherwise is not hidden: where
the record goes another way than we would, that is named, and the record is followed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal, InvalidOperation
from typing import Any, NamedTuple

from config.toml import toml_of
from games import hands
from games.betting import Limit, Maximum, Opening, Unfit
from games.cards import Card
from games.commission import FIVE_PERCENT, TEN_PERCENT, Commission
from games.hand_order import HandOrder
from games.hands import Shape, strength_of
from games.instrument import Instrument
from games.omaha.instrument import INSTRUMENT as OMAHA
from games.pots import Division, Won
from games.round_of_play import RoundOfPlay, Terms
from games.seats import ComingIn
from games.seven_card_stud.instrument import INSTRUMENT as STUD

UNKNOWN = "??"
RAISES = 3  # of fixed limits at the source
LOW8 = HandOrder(mode="low8", low_ace="low", ace_low=True)
LOW = HandOrder(mode="low", low_ace="low", ace_low=True)
HIGH = HandOrder(ace_low=True)


class Variant(NamedTuple):
    instrument: Instrument
    shape: Shape
    fixed: bool
    high: HandOrder | None
    low: HandOrder | None
    lowest_opens: bool = False


VARIANTS = {
    "PO": Variant(OMAHA, hands.OMAHA, fixed=False, high=HIGH, low=None),
    "FO/8": Variant(OMAHA, hands.OMAHA, fixed=True, high=HIGH, low=LOW8),
    "F7S": Variant(STUD, hands.SEVEN_CARD_STUD, fixed=True, high=HIGH, low=None, lowest_opens=True),
    "F7S/8": Variant(STUD, hands.SEVEN_CARD_STUD, fixed=True, high=HIGH, low=LOW8, lowest_opens=True),
    "FR": Variant(STUD, hands.SEVEN_CARD_STUD, fixed=True, high=None, low=LOW),
}


class NotPlayable(Exception):
    """The text says what in the record, and why."""


@dataclass(frozen=True, slots=True)
class Recorded:
    variant: str
    stakes_cents: tuple[int, ...]
    antes_cents: tuple[int, ...]
    blinds_cents: tuple[int, ...]  # as each posts them; below 0 what is posted to come in
    bring_in_cents: int
    least_cents: tuple[int, ...]  # small and big bet, or the one least bet
    actions: tuple[str, ...]
    finishing_cents: tuple[int, ...] | None
    commission: Commission | None = None  # the notation knows none, nor the smallest chip: fields of our own
    chip_cents: int = 1


@dataclass(slots=True)
class Played:
    round_of_play: RoundOfPlay
    differences: list[str] = field(default_factory=list)  # where the record goes another way than our rules


def told(record: bytes) -> dict[str, Any]:
    """What the rules make of a recorded hand, or why they cannot say."""
    try:
        recorded = read(record.decode("utf-8"))
        result = play(recorded)
    except UnicodeDecodeError:
        return {"error": "this is no text"}
    except NotPlayable as reason:
        return {"error": str(reason)}
    stakes = list(result.round_of_play.stakes().values())
    finishing = recorded.finishing_cents
    return {
        "variant": recorded.variant,
        "stakes_cents": stakes,
        "agrees": None if finishing is None else stakes == list(finishing),
        "differences": result.differences,
    }


# ---------------------------------------------------------------- reading


def read(text: str) -> Recorded:
    try:
        written = toml_of(text)
    except ValueError as error:
        raise NotPlayable(f"this is no PHH: {error}") from None
    variant = written.get("variant")
    if variant not in VARIANTS:
        raise NotPlayable(f"variant {variant!r} is none of ours: {', '.join(VARIANTS)}")
    fixed = VARIANTS[variant].fixed
    stakes = _amounts(written, "starting_stacks")
    return Recorded(
        variant,
        stakes,
        _amounts(written, "antes", len(stakes)),
        _blinds(written, len(stakes)),
        _amount("bring_in", written.get("bring_in", 0)),
        tuple(_amount(key, written.get(key)) for key in (("small_bet", "big_bet") if fixed else ("min_bet",))),
        _actions(written),
        _amounts(written, "finishing_stacks") if "finishing_stacks" in written else None,
        _commission(written),
        _amount("_smallest_chip", written.get("_smallest_chip", "0.01")),
    )


def _commission(written: Mapping[str, Any]) -> Commission | None:
    """As export writes it."""
    taken = written.get("_commission")
    if taken is None:
        return None
    schedules = {5: FIVE_PERCENT, 10: TEN_PERCENT}
    if not isinstance(taken, dict) or taken.get("percent") not in schedules:
        raise NotPlayable("_commission: a table with percent = 5 or percent = 10 is wanted")
    most = taken.get("most")
    return Commission(schedules[taken["percent"]], None if most is None else _amount("_commission.most", most))


def _blinds(written: Mapping[str, Any], players: int) -> tuple[int, ...]:
    """As each posts them: of two players the notation names the second first. Below 0: posted to come in."""
    key = "blinds_or_straddles"
    blinds = written.get(key)
    if not isinstance(blinds, list):
        return _amounts(written, key, players)
    below = [isinstance(blind, int | float) and blind < 0 for blind in blinds]
    sizes = _amounts(
        {key: [-blind if late else blind for blind, late in zip(blinds, below, strict=True)]}, key, players
    )
    posted = [-cents if late else cents for cents, late in zip(sizes, below, strict=True)]
    return tuple(reversed(posted) if players == 2 else posted)


def _actions(written: Mapping[str, Any]) -> tuple[str, ...]:
    actions = written.get("actions")
    if not isinstance(actions, list) or not all(isinstance(action, str) for action in actions):
        raise NotPlayable("actions: a list of sentences is wanted")
    return tuple(actions)


def _amounts(written: Mapping[str, Any], key: str, nothing_for: int = 0) -> tuple[int, ...]:
    if key not in written and nothing_for:
        return (0,) * nothing_for
    amounts = written.get(key)
    if not isinstance(amounts, list) or not amounts:
        raise NotPlayable(f"{key}: a list of amounts is wanted")
    if nothing_for and len(amounts) != nothing_for:
        raise NotPlayable(f"{key}: {len(amounts)} amounts for {nothing_for} players")
    return tuple(_amount(key, amount) for amount in amounts)


def _amount(key: str, written: object) -> int:
    """In cents: the notation has units of its own, and we take each for a dollar."""
    if isinstance(written, bool) or not isinstance(written, int | float | str):
        raise NotPlayable(f"{key}: an amount is wanted")
    try:
        cents = Decimal(str(written)) * 100
    except InvalidOperation:
        raise NotPlayable(f"{key}: {written!r} is no amount") from None
    if not cents.is_finite() or cents != int(cents) or cents < 0:
        raise NotPlayable(f"{key}: {written!r} is not whole cents")
    return int(cents)


# ---------------------------------------------------------------- playing


def play(recorded: Recorded) -> Played:
    return _Replay(recorded).played()


class _Replay:
    """Seats are the record's players: the first of them sits after the button."""

    def __init__(self, recorded: Recorded) -> None:
        self.recorded = recorded
        self.variant = VARIANTS[recorded.variant]
        count = len(recorded.stakes_cents)
        self.round = RoundOfPlay(self._terms(), dict(enumerate(recorded.stakes_cents, start=1)), button=count)
        self.result = Played(self.round)
        self.hole: dict[int, list[str]] = {seat: [] for seat in range(1, count + 1)}
        self.board: list[str] = []
        self.mucked: set[int] = set()
        self._antes_of_some()
        if self._reversed:
            self.result.differences.append("two players: the button posts first and opens (20.20, not 8.5(a))")

    def _antes_of_some(self) -> None:
        """Our instruments have one ante for all, or blinds (8.5, BLIND-OR-ANTE)."""
        if self._one_ante_for_all:
            return
        self.result.differences.append(
            "an ante of some players only: it lies in the pot and counts towards no bet"
        )
        for seat, cents in enumerate(self.recorded.antes_cents, start=1):
            if cents:
                self.round.players[seat].post_dead(cents)

    @property
    def _one_ante_for_all(self) -> bool:
        return len(set(self.recorded.antes_cents)) == 1

    @property
    def _reversed(self) -> bool:
        blinds = self.recorded.blinds_cents
        return len(blinds) == 2 and 0 < blinds[1] < blinds[0]

    def _terms(self) -> Terms:
        recorded, variant = self.recorded, self.variant
        posted = recorded.blinds_cents
        blinds = tuple(cents for cents in (reversed(posted) if self._reversed else posted) if cents > 0)
        maximum: Maximum = "spread" if variant.fixed else "full_pot"
        small, *big = recorded.least_cents
        streets = [small, small, *big * 3] if variant.fixed else [small]
        limits = [
            Limit(variant.instrument, maximum, least, least, 1, RAISES if variant.fixed else None)
            for least in streets
        ]
        opening = (
            Opening("ante", bring_in_cents=recorded.bring_in_cents)
            if variant.instrument.cards_open
            else Opening(blind_cents=max(blinds, default=0))
        )
        return Terms(
            tuple(limits),
            Division(range(1, len(posted) + 1), recorded.chip_cents, recorded.commission),
            blinds,
            self._antes(),
            opening,
            variant.lowest_opens,
            tournament=self._reversed,
            late={seat: ComingIn((), -cents) for seat, cents in enumerate(posted, start=1) if cents < 0},
        )

    def _antes(self) -> dict[int, int]:
        antes = enumerate(self.recorded.antes_cents, start=1)
        return {seat: cents for seat, cents in antes if cents} if self._one_ante_for_all else {}

    def played(self) -> Played:
        for number, action in enumerate(self.recorded.actions, start=1):
            words = action.partition("#")[0].split()
            try:
                self._take(words)
            except (IndexError, ValueError, KeyError, AssertionError) as error:
                raise NotPlayable(f"action {number}, {action!r}: {error or 'not possible now'}") from error
        try:
            self._settle()
        except (ValueError, AssertionError) as error:
            raise NotPlayable(f"at the end: {error}") from error
        return self.result

    def _take(self, words: Sequence[str]) -> None:
        if words[0] == "d":
            self._dealt(words[1:])
            return
        seat = int(words[0].removeprefix("p"))
        if words[1] == "sm":
            self._shown(seat, words[2] if len(words) > 2 else "")
            return
        self._its_turn(seat)
        self._must(self._act(seat, words[1:]))

    def _act(self, seat: int, words: Sequence[str]) -> Unfit | None:
        turn = self.round.turn()
        assert turn is not None
        match words:
            case ["f"]:
                return self.round.fold(seat)
            case ["cc"]:
                return self.round.check(seat) if turn.may_check else self.round.call(seat)
            case ["pb"]:
                return self.round.wager(seat, min(self.recorded.bring_in_cents, turn.most_to_cents))
            case ["cbr", amount]:
                return self._wager(seat, _amount("an action", amount))
        raise ValueError("no such action")

    def _wager(self, seat: int, to_cents: int) -> Unfit | None:
        """The source writes a raise down only as far as the others can call it."""
        refused = self.round.wager(seat, to_cents)
        if refused is None or refused.code != "too_little" or to_cents < self._most_of_others(seat):
            return refused
        self.result.differences.append(f"p{seat} raises the others all in: by our 6.2 to the least raise")
        return self.round.wager(seat, refused.least_cents)

    def _most_of_others(self, seat: int) -> int:
        others = [player for player in self.round.live() if player.seat != seat]
        return max(player.bet_cents + player.stake_cents for player in others)

    def _must(self, refused: Unfit | None) -> None:
        if refused is not None:
            raise ValueError(f"{refused.code} (rule {refused.rule.number})")

    # ------------------------------------------------------------ cards

    def _dealt(self, words: Sequence[str]) -> None:
        kind, cards = words[0], _cards(words[-1])
        if kind == "db":
            self.board += cards
            self._street(len(self.board) >= self.variant.instrument.board_cards(self.round.street + 1))
            return
        seat = int(words[1].removeprefix("p"))
        self.hole[seat] += cards
        live = [player.seat for player in self.round.live()]
        due = self.variant.instrument.hole_cards(self.round.street + 1)
        self._street(all(len(self.hole[each]) >= due for each in live))

    def _street(self, complete: bool) -> None:
        if not complete or self.round.due != "cards":
            return
        up = self.round.due_cards.up
        last = {player.seat: self.hole[player.seat][-1] for player in self.round.live() if up}
        self.round.dealt({seat: [Card(face)] for seat, face in last.items() if face != UNKNOWN})

    def _shown(self, seat: int, cards: str) -> None:
        if not cards:
            self.mucked.add(seat)
        elif UNKNOWN not in _cards(cards):
            self.hole[seat] = _cards(cards)

    # ------------------------------------------------------------ whose turn

    def _its_turn(self, seat: int) -> None:
        """Who opens a betting round of stud is read off the cards in another way at the source."""
        turn = self.round.turn()
        assert turn is not None, "no betting round is on"
        if turn.seat == seat:
            return
        opens = self.variant.instrument.cards_open and self.round.reopened_by(seat)
        assert opens, f"it is the turn of p{turn.seat}"
        self.result.differences.append(f"street {self.round.street}: p{seat} opens, by our 4.2(h) p{turn.seat}")

    # ------------------------------------------------------------ the end

    def _settle(self) -> None:
        variant = self.variant
        if self.round.due == "over":
            self._pay(self.round.settled({}))
            return
        assert self.round.due == "showdown", "the record ends before the round does"
        showing = [player.seat for player in self.round.live() if player.seat not in self.mucked]
        main, second = variant.high or variant.low, variant.low if variant.high else None
        assert main is not None
        low = {seat: self._strength(second, seat) for seat in showing} if second else None
        self._pay(self.round.settled({seat: self._strength(main, seat) for seat in showing}, low))

    def _pay(self, won: list[Won]) -> None:
        for pot in won:
            self.round.pay(pot)

    def _strength(self, order: HandOrder, seat: int) -> int:
        hole = [Card(face) for face in self.hole[seat]]
        return strength_of(self._shape(), order, hole, [Card(face) for face in self.board])

    def _shape(self) -> Shape:
        """Where the cards of stud run out, the last one is for all."""
        shared = bool(self.board) and not self.variant.instrument.board_cards()
        return hands.STUD_SHARED_CARD if shared else self.variant.shape


def _cards(text: str) -> list[str]:
    return [text[at : at + 2] for at in range(0, len(text), 2)]
