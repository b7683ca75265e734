"""Rounds of a pot game written in the PHH notation.

A card is named only if the outcomes turned it up: a hand that was never shown stays unknown, here as at the
table. What the notation cannot say is not said in its name: such a round has a variant of our own, and why.
Each round is read back and played before it is believed.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from controller.journal.errors import JournalDamaged
from controller.journal.records import Again
from controller.past.reading import Past, PastRound
from controller.tools import phh
from controller.tools.adjudicate import BadLine
from games.cards import SealedCard
from games.deal import Deal, Dealt, Due
from games.events import BOARD, BURN, Event
from games.hand_order import HandOrder
from games.outcomes import Acted, CardTurned, Notice, Outcome, RoundClosed, Undone
from games.pot.options import PotOptions
from games.pot.state import PotState
from games.round_of_play import RoundOfPlay

LAST_STREET = 5
CURRENCY = "AUD"


@dataclass(frozen=True, slots=True)
class Hand:
    """A round of play that is over, as far as everybody may know it."""

    table: str
    places: int
    options: PotOptions
    play: RoundOfPlay
    deal: Deal
    acted: tuple[tuple[int, Acted], ...]  # each with its street
    turned: dict[tuple[str, int], str]
    shown: tuple[int, ...]
    mucked: tuple[int, ...]
    closed: RoundClosed
    misdeals: int = 0


@dataclass(slots=True)
class Listener:
    """Hears a table's events with what they led to, and has a hand whenever a round of play is over."""

    table: str = ""
    _heard: list[tuple[Event, int, list[Outcome]]] = field(default_factory=list)  # with the street before
    _seen: dict[str, Any] = field(default_factory=dict)
    _misdeals: int = 0

    def hear(self, event: Event, outcomes: list[Outcome], state: PotState) -> Hand | None:
        closed = next((outcome for outcome in outcomes if isinstance(outcome, RoundClosed)), None)
        if closed is not None:
            return self._over(closed)
        play = self._seen.get("play")
        self._heard.append((event, play.street if play else 0, outcomes))
        for outcome in outcomes:
            self._taken_back(outcome)
        self._look(state)
        return None

    def _taken_back(self, outcome: Outcome) -> None:
        if isinstance(outcome, Undone):
            undone = (at for at in reversed(self._heard) if at[0].kind == outcome.what)
            self._heard.remove(next(undone))
        elif isinstance(outcome, Notice) and outcome.say.code == "misdeal":
            self._heard.clear()
            self._misdeals += 1

    def _look(self, state: PotState) -> None:
        """Before the state of the round is gone."""
        now = state.posted
        if now is None:
            return
        self._seen = {
            "places": state.places,
            "options": state.options,
            "play": now.play,
            "deal": state.deal,
            "shown": tuple(now.shown),
            "mucked": tuple(now.mucked),
        }

    def _over(self, closed: RoundClosed) -> Hand:
        heard = [(street, outcome) for _, street, outcomes in self._heard for outcome in outcomes]
        hand = Hand(
            table=self.table,
            acted=tuple((street, said) for street, said in heard if isinstance(said, Acted)),
            turned={(said.place, said.nth): said.card for _, said in heard if isinstance(said, CardTurned)},
            closed=closed,
            misdeals=self._misdeals,
            **self._seen,
        )
        self._heard, self._seen, self._misdeals = [], {}, 0
        return hand


# ---------------------------------------------------------------- out of a journal


def hands_of(past: Past, rounds: Iterable[PastRound]) -> Iterator[Hand]:
    """Played again by the rules, as the journal has it; a void round among them."""
    if not past.game.has_seats:
        raise BadLine(f"the table plays {past.game.name}, and PHH is a notation for pot games")
    for one in rounds:
        if one.closed is not None:
            try:
                hands = [hand for hand in _heard(past.played(one.number)) if hand.closed.round == one.number]
            except JournalDamaged as error:  # of the checkpoint that it began with
                past.leave_out(one.number, error)
                continue
            yield from hands


def _heard(played: Iterable[Again]) -> Iterator[Hand]:
    listener = Listener()
    for _, entry, table, outcomes in played:
        state = table.game.state
        assert isinstance(state, PotState)
        listener.table = table.setup.table
        if entry.event is not None and (hand := listener.hear(entry.event, outcomes, state)) is not None:
            yield hand


# ---------------------------------------------------------------- the text of a hand


def exported(hand: Hand) -> str:
    """PHH, if a variant of it fits and the round comes out as it did; otherwise what looks like it, and why."""
    assert not hand.closed.void, "a void round has no winner"
    code = variant_of(hand.options)
    if code is None:
        return _own(hand, f"PHH has no variant for {_described(hand.options)}")
    text = _text(hand, [f'variant = "{code}"'], fixed=phh.VARIANTS[code].fixed)
    fault = _fault(hand, text)
    return text if fault is None else _own(hand, f"as {code} of PHH this cannot be said: {fault}")


def _own(hand: Hand, why: str) -> str:
    first = [f"# {why}", f"_variant = {json.dumps(_described(hand.options))}"]
    return _text(hand, first, fixed=hand.options.betting.maximum == "spread")


def _fault(hand: Hand, text: str) -> str | None:
    try:
        played = phh.play(phh.read(text))
    except phh.NotPlayable as reason:
        return str(reason)
    same = list(played.round_of_play.stakes().values()) == list(hand.play.stakes().values())
    return None if same else "the stacks come out otherwise"


def _text(hand: Hand, first: Sequence[str], *, fixed: bool) -> str:
    lines = [*_remarks(hand), *first, *_terms(hand, fixed=fixed), "actions = ["]
    lines += [f"  {json.dumps(action)}," for action in _actions(hand)]
    return "\n".join([*lines, "]", *_result(hand), ""])


def _remarks(hand: Hand) -> Iterator[str]:
    if hand.misdeals:
        yield f"# {hand.misdeals} misdeal{'s' * (hand.misdeals > 1)} before it left out: every wager went back"


def _terms(hand: Hand, *, fixed: bool) -> Iterator[str]:
    options, play = hand.options, hand.play
    antes = [(play.terms.antes or {}).get(seat, 0) + _late(hand, seat, "dead_cents") for seat in play.players]
    yield f"ante_trimming_status = {str(len(set(antes)) == 1).lower()}"
    yield f"antes = {_amounts(antes)}"
    if options.least_opening_cents:
        yield f"bring_in = {_amount(options.least_opening_cents)}"
    else:
        yield f"blinds_or_straddles = {_amounts(_blinds(hand))}"
    if fixed:
        yield f"small_bet = {_amount(play.terms.limits[0].least_cents)}"
        yield f"big_bet = {_amount(play.terms.limits[-1].least_cents)}"
    else:
        yield f"min_bet = {_amount(options.betting.least_cents)}"
    results = {box.box: box.net_cents for box in hand.closed.boxes}
    yield f"starting_stacks = {_amounts(cents - results[seat] for seat, cents in play.stakes().items())}"


def _blinds(hand: Hand) -> list[int]:
    """What was determined, also where a stake did not reach. Of two players the notation turns them about."""
    play = hand.play
    due = dict(zip(play.blinds(), play.terms.blinds_cents, strict=False))
    posted = [due.get(seat, 0) or -_late(hand, seat, "live_cents") for seat in play.players]
    return posted[::-1] if len(posted) == 2 else posted


def _late(hand: Hand, seat: int, which: str) -> int:
    entry = hand.play.terms.late.get(seat)
    return getattr(entry, which) if entry else 0


def _result(hand: Hand) -> Iterator[str]:
    yield f"finishing_stacks = {_amounts(hand.play.stakes().values())}"
    yield f"hand = {hand.closed.round}"
    yield f"table = {json.dumps(hand.table, ensure_ascii=False)}"
    yield f"seats = {list(hand.play.players)}"
    yield f"seat_count = {hand.places}"
    yield f'currency = "{CURRENCY}"'
    yield f"_smallest_chip = {_amount(hand.options.smallest_chip_cents)}"
    yield from _commission(hand)


def _commission(hand: Hand) -> Iterator[str]:
    """PHH knows none: the stacks after the round are without what the operator took."""
    charged = hand.options.pot_commission
    if charged is None:
        return
    most = charged.approved_maximum_cents
    limit = "" if most is None else f", most = {_amount(most)}"
    taken = _amount(hand.closed.commission_cents)
    yield f"_commission = {{ taken = {taken}, percent = {charged.schedule.percent}{limit} }}"


def _amounts(cents: Iterable[int]) -> str:
    return f"[{', '.join(map(_amount, cents))}]"


def _amount(cents: int) -> str:
    """In dollars."""
    return str(cents // 100) if cents % 100 == 0 else f"{cents / 100:.2f}"


# ---------------------------------------------------------------- which variant


def variant_of(options: PotOptions) -> str | None:
    return next((code for code, variant in phh.VARIANTS.items() if _fits(variant, options)), None)


def _fits(variant: phh.Variant, options: PotOptions) -> bool:
    if variant.instrument is not options.instrument or variant.lowest_opens != options.lowest_opens:
        return False
    cards = options.cards
    same_cards = not cards.joker and _plain(cards.high) == _plain(variant.high or variant.low)
    same_low = _plain(cards.low) == _plain(variant.low if variant.high else None)
    return same_cards and same_low and _same_betting(variant, options)


def _plain(order: HandOrder | None) -> HandOrder | None:
    """Where an ace lies among low hands says nothing of the high ones."""
    return replace(order, low_ace="high") if order is not None and order.mode == "high" else order


def _same_betting(variant: phh.Variant, options: PotOptions) -> bool:
    betting, stud = options.betting, options.instrument.cards_open
    if stud and (betting.ante_cents is None or not options.least_opening_cents):
        return False
    if not stud and betting.ante_cents is not None:
        return False
    return is_fixed(options) if variant.fixed else betting.maximum == "full_pot"


def is_fixed(options: PotOptions) -> bool:
    return all(limit.maximum == "spread" and limit.least_cents == limit.most_cents for limit in options.limits)


def _described(options: PotOptions) -> str:
    cards, betting = options.cards, options.betting
    wins = f"{cards.wins}, eight or better" if cards.eight_or_better else cards.wins
    words = [
        options.instrument.document.title.removeprefix("Poker "),
        "fixed limit" if is_fixed(options) else betting.maximum.replace("_", " "),
        wins,
        "blinds" if betting.blinds_cents else "antes",
        f"{cards.deck} cards{' and a joker' if cards.joker else ''}",
        "ace low in straights too" if cards.ace_low else "ace high only in straights",
    ]
    return ", ".join(words)


# ---------------------------------------------------------------- what was done


def _actions(hand: Hand) -> Iterator[str]:
    players = {seat: f"p{number}" for number, seat in enumerate(hand.play.players, start=1)}
    for street in range(1, LAST_STREET + 1):
        yield from _dealt(hand, players, street)
        for number, acted in enumerate(acted for at, acted in hand.acted if at == street):
            yield f"{players[acted.box]} {_act(hand, acted, first=street == 1 and number == 0)}"
    for seat in hand.shown:
        yield f"{players[seat]} sm {_faces(hand, hand.deal.hand(str(seat)))}"
    for seat in hand.mucked:
        yield f"{players[seat]} sm"


def _act(hand: Hand, acted: Acted, *, first: bool) -> str:
    if acted.action == "fold":
        return "f"
    if acted.action in ("check", "call"):
        return "cc"
    if first and acted.to_cents <= hand.options.least_opening_cents:
        return "pb"
    return f"cbr {_amount(acted.to_cents)}"


def _dealt(hand: Hand, players: dict[int, str], street: int) -> Iterator[str]:
    cards = [dealt for dealt in hand.deal.dealt if _street(hand.options, dealt.due) == street]
    for seat, player in players.items():
        if own := [dealt for dealt in cards if dealt.due.place == str(seat)]:
            yield f"d dh {player} {_faces(hand, own)}"
    if board := [dealt for dealt in cards if dealt.due.place == BOARD]:
        yield f"d db {_faces(hand, board)}"


def _street(options: PotOptions, due: Due) -> int:
    """Before which betting round; none for a card that is burnt."""
    instrument = options.instrument
    if due.place == BURN:
        return 0
    out = instrument.board_cards if due.place == BOARD else instrument.hole_cards
    streets = range(1, len(instrument.streets) + 1)
    return next((street for street in streets if out(street) >= due.nth), LAST_STREET)


def _faces(hand: Hand, cards: Iterable[Dealt]) -> str:
    return "".join(_face(hand, dealt) for dealt in cards)


def _face(hand: Hand, dealt: Dealt) -> str:
    """What was turned up, if it lies there still: a card may have been replaced."""
    face = hand.turned.get((dealt.due.place, dealt.due.nth))
    lies = face is not None and dealt.card == SealedCard.read(face)
    return face if face is not None and lies else phh.UNKNOWN
