"""A round that is closed can be disputed and corrected (CORRECTION), by an entry of its own.

The closed round stays as it was recorded and later rounds stand; money and pools are right from then on.

NI2004-492: 16.1-16.4
NI2007-208: 15.1-15.4
NI2017-583, NI2005-67, NI2005-74: 19.2-19.4
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any, NamedTuple

from games.events import (
    CorrectMoney,
    CorrectPools,
    DecideDispute,
    Dispute,
    SignCorrection,
    VoidClosedRound,
)
from games.every_game import tournament
from games.every_game.carry import OF_NO_ROUND, ClosedRound, Correction, Disputed, Pools
from games.every_game.state import Refused, State, notice, require
from games.offers import Choice, Count, Money, Offer, Option, Reason, Said, reason
from games.outcomes import (
    BoxCorrected,
    DisputeDecided,
    DisputeOpened,
    Outcome,
    Refusal,
    RoundClosed,
    RoundCorrected,
    Text,
    text,
)
from games.rulebook import Rule

MOST_CENTS = 1_000_000_000
NEVER = 1 << 62
Whose = Callable[[Said], tuple[Option, ...]]


class Holds(NamedTuple):
    """Who may give and take chips where players have them from each other."""

    chips_cents: int
    since_round: int  # he sits there


def note_closed(state: State, results: list[Outcome], before: Pools | None) -> None:
    """What it would take to undo the round that is just over."""
    closed = next(outcome for outcome in results if isinstance(outcome, RoundClosed))
    after = state.pools
    state.last_round = ClosedRound(
        round=closed.round,
        void=closed.void,
        nets={result.box: result.net_cents for result in closed.boxes if result.net_cents},
        commission_cents=closed.commission_cents,
        prize_cents=after.prize_cents - before.prize_cents if before and after else 0,
        reserve_cents=after.reserve_cents - before.reserve_cents if before and after else 0,
    )


# ---------------------------------------------------------------- disputes


def dispute(state: State, event: Dispute) -> list[Outcome]:
    rule = state.numbers.dispute
    require(1 <= event.round <= state.round, "no_such_round", rule, round=event.round)
    require(event.claim.strip() != "", "reason_needed", rule)
    state.disputes_opened += 1
    number = state.disputes_opened
    state.disputes[number] = Disputed(event.round, event.box, event.claim)
    return [
        DisputeOpened(
            number=number, round=event.round, box=event.box, claim=event.claim, by=event.by, rule=rule
        )
    ]


def decide_dispute(state: State, event: DecideDispute) -> list[Outcome]:
    rule = state.numbers.dispute
    disputed = state.disputes.get(event.number)
    require(disputed is not None, "no_such_dispute", rule, number=event.number)
    assert disputed is not None
    require(event.reason.strip() != "", "reason_needed", rule)
    del state.disputes[event.number]
    decided = DisputeDecided(
        number=event.number,
        round=disputed.round,
        box=disputed.box,
        upheld=event.upheld,
        review_asked=event.review_asked,
        by=event.by,
        reason=event.reason,
        rule=rule,
    )
    return [decided]


# ---------------------------------------------------------------- corrections


def correct_money(state: State, event: CorrectMoney) -> list[Outcome]:
    rule = state.numbers.dispute
    _must_be_closed(state, event.round, rule)
    require(event.amount_cents > 0, "no_amount", rule)
    boxes = state.game.corrected_boxes(state, event)
    correction = Correction(event.round, event.by, event.reason, boxes=boxes)
    if event.holder == "drop":
        into = state.game.has_seats and event.other is None and event.direction == "take"
        require(into, "no_drop_here", rule)  # nobody here knows what lies in it: what comes out is the house's
        correction = replace(correction, commission_cents=-sum(boxes.values()))
    return _corrected(state, correction)


def correct_pools(state: State, event: CorrectPools) -> list[Outcome]:
    rule = state.numbers.dispute
    _must_be_closed(state, event.round, rule)
    require(state.game.has_pools, "no_jackpot_here", rule)
    require(event.amount_cents > 0, "no_amount", rule)
    cents = event.amount_cents if event.direction == "into" else -event.amount_cents
    correction = Correction(event.round, event.by, event.reason)
    if event.pool == "prize":
        return _corrected(state, replace(correction, prize_cents=cents))
    return _corrected(state, replace(correction, reserve_cents=cents))


def void_closed_round(state: State, event: VoidClosedRound) -> list[Outcome]:
    rule, last = state.numbers.impractical, state.last_round
    require(last is not None and not last.void, "no_round", rule)
    assert last is not None
    _must_be_closed(state, last.round, rule)
    return _corrected(state, _undoing(last, event.by, event.reason))


def _undoing(last: ClosedRound, by: str, why: str) -> Correction:
    return Correction(
        last.round,
        by,
        why,
        boxes={box: -cents for box, cents in last.nets.items()},
        commission_cents=-last.commission_cents,
        prize_cents=-last.prize_cents,
        reserve_cents=-last.reserve_cents,
        void=True,
    )


def sign_correction(state: State, event: SignCorrection) -> list[Outcome]:
    rule, waiting = state.numbers.dispute, state.correction
    require(waiting is not None, "nothing_to_sign_for", rule)
    assert waiting is not None
    require(waiting.by != event.by, "another_signs", rule, by=waiting.by)
    _must_be_between_rounds(state, rule)
    _must_fit(state, waiting, rule)
    state.correction = None
    return _carried_out(state, waiting, second_by=event.by)


def _must_be_closed(state: State, round_: int, rule: Rule) -> None:
    require(1 <= round_ < state.round, "round_not_closed", rule, round=round_)
    _must_be_between_rounds(state, rule)


def _must_be_between_rounds(state: State, rule: Rule) -> None:
    require(not state.in_round and not state.game.wagers_lie(state), "finish_the_round", rule)


def _must_fit(state: State, correction: Correction, rule: Rule) -> None:
    if (lacks := _lacks(state, correction)) is not None:
        raise Refused(Refusal(say=lacks, rule=rule))


def _lacks(state: State, correction: Correction) -> Text | None:
    """Whatever does not hold what is to come out of it."""
    if (lacks := state.game.chips_lack(state, correction.boxes)) is not None:
        return lacks
    pools = state.pools
    if pools is None:
        return None
    for held_cents, cents in (
        (pools.prize_cents, correction.prize_cents),
        (pools.reserve_cents, correction.reserve_cents),
    ):
        if held_cents + cents < 0:
            return text("pool_too_small", amount_cents=held_cents)
    return None


def _corrected(state: State, correction: Correction) -> list[Outcome]:
    """Where the casino wants two people, the second one's word makes it hold."""
    rule = state.numbers.dispute
    if state.options.corrections_by_two:
        return wait_for_signature(state, correction, rule)
    _must_be_possible(state, correction, rule)
    return _carried_out(state, correction, second_by="")


def wait_for_signature(state: State, correction: Correction, rule: Rule) -> list[Outcome]:
    _must_be_possible(state, correction, rule)
    require(state.correction is None, "correction_waits_already", rule)
    state.correction = correction
    if correction.round == OF_NO_ROUND:
        return [notice("pools_change_waits", rule, by=correction.by)]
    return [notice("correction_waits", rule, round=correction.round, by=correction.by)]


def _must_be_possible(state: State, correction: Correction, rule: Rule) -> None:
    require(correction.reason.strip() != "", "reason_needed", rule)
    _must_fit(state, correction, rule)


def _carried_out(state: State, correction: Correction, *, second_by: str) -> list[Outcome]:
    if correction.round == OF_NO_ROUND:
        return state.game.pools_changed(state, correction, second_by)
    rule = state.numbers.impractical if correction.void else state.numbers.dispute
    moved_back: list[Outcome] = []
    if correction.void and state.last_round is not None and state.last_round.round == correction.round:
        state.last_round = replace(state.last_round, void=True)
        moved_back = tournament.round_voided(state)
    boxes = tuple(BoxCorrected(box=box, cents=cents) for box, cents in sorted(correction.boxes.items()))
    entry = RoundCorrected(
        round=correction.round,
        void=correction.void,
        boxes=boxes,
        commission_cents=correction.commission_cents,
        prize_cents=correction.prize_cents,
        reserve_cents=correction.reserve_cents,
        by=correction.by,
        second_by=second_by,
        reason=correction.reason,
        rule=rule,
    )
    told: list[Outcome] = [entry]
    for corrected in boxes:
        code = "correction_give" if corrected.cents > 0 else "correction_take"
        told.append(notice(code, rule, place=str(corrected.box), amount_cents=abs(corrected.cents)))
        if state.game.sat_there(state, corrected.box, correction.round):
            told += state.game.chips_corrected(state, corrected.box, corrected.cents)
    if correction.commission_cents < 0:
        told.append(notice("correction_commission", rule, amount_cents=-correction.commission_cents))
    elif correction.commission_cents:
        told.append(notice("commission_again", rule, amount_cents=correction.commission_cents))
    if correction.prize_cents or correction.reserve_cents:
        told += state.game.pools_corrected(state, correction.prize_cents, correction.reserve_cents)
    return [*told, *moved_back, *tournament.corrected(state)]


# ---------------------------------------------------------------- what may be said now


def offers(state: State) -> Iterator[Offer]:
    if not state.round:
        return
    yield _dispute_offer(state)
    for number, disputed in state.disputes.items():
        yield _decision_offer(number, disputed)
    if state.in_round or state.game.wagers_lie(state) or state.question:
        return
    if state.correction is not None:
        yield _signing_offer(state, state.correction)
        return
    if state.round < 2:
        return
    holders = state.game.correct_each_other(state)
    if holders is None:
        yield _money_offer(state)
    elif state.tournament is None:
        yield _cash_offer(state, holders)
    else:
        yield from _chips_offers(state, holders)
    if state.game.has_pools and state.tournament is None:
        yield from _pools_offers(state)
    if state.last_round is not None and not state.last_round.void:
        say = text("do_void_closed", round=state.last_round.round)
        blocked = _lacks(state, _undoing(state.last_round, "", ""))
        why = reason("correction")
        yield _for_supervisor("void_closed_round", say, fields=(why,), blocked=blocked, grave=True)


def _signing_offer(state: State, waits: Correction) -> Offer:
    say = text("do_sign_correction", round=waits.round, by=waits.by)
    if waits.round == OF_NO_ROUND:
        say = text("do_sign_pools", by=waits.by)
    return _for_supervisor("sign_correction", say, not_by=waits.by, blocked=_lacks(state, waits), grave=True)


def _for_supervisor(command: str, say: Text, args: Mapping[str, Any] | None = None, /, **more: Any) -> Offer:
    return Offer(command, say, args or {}, where="closed", **more)


def _which_round(state: State, most: int) -> Count:
    return Count("round", text("which_round_title", round=state.round), 1, most)


def _which_box(state: State) -> Choice:
    boxes = tuple(
        Option(str(box), text("place", place=str(box)), {"box": box}) for box in range(1, state.game.boxes + 1)
    )
    return Choice("box", text("report_which_place"), lambda said: boxes)


def _dispute_offer(state: State) -> Offer:
    often = tuple(text(f"claim_{number}") for number in (1, 2, 3))
    claim = Reason(text("claim_title"), often, name="claim")
    fields = (_which_round(state, state.round), _which_box(state), claim)
    return Offer("dispute", text("do_dispute"), {}, fields, where="report")


def _decision_offer(number: int, disputed: Disputed) -> Offer:
    say = text("do_decide_dispute", box=disputed.box, round=disputed.round)
    upheld = (
        Option("no", text("dispute_stands"), {"upheld": False}),
        Option("yes", text("dispute_upheld"), {"upheld": True}),
    )
    asked = (
        Option("no", text("review_not_asked"), {"review_asked": False}),
        Option("yes", text("review_asked"), {"review_asked": True}),
    )
    fields = (
        Choice("decision", text("decision_title", claim=disputed.claim), lambda said: upheld),
        Choice("review", text("review_title"), lambda said: asked),
        reason("other"),
    )
    return _for_supervisor("decide_dispute", say, {"number": number}, fields=fields, grave=True)


def _money_offer(state: State) -> Offer:
    def which_way(said: Said) -> tuple[Option, ...]:
        return tuple(Option(way, text(f"correct_{way}"), {"direction": way}) for way in ("give", "take"))

    fields = (
        _which_round(state, state.round - 1),
        _which_box(state),
        Choice("way", text("correct_way_title"), which_way),
        any_amount(),
        reason("correction"),
    )
    return _for_supervisor("correct_money", text("do_correct_money"), fields=fields, grave=True)


def _chips_offers(state: State, holders: Mapping[int, Holds]) -> Iterator[Offer]:
    """Which round, from whom, to whom, how much: as far as the chips still lie there."""

    def there(said: Said) -> list[int]:
        return [box for box, holds in holders.items() if holds.since_round <= said["round"]]

    def givers(said: Said) -> tuple[Option, ...]:
        return _places("box", [box for box in there(said) if holders[box].chips_cents], direction="take")

    def takers(said: Said) -> tuple[Option, ...]:
        return _places("other", [box for box in there(said) if box != int(said["box"])])

    last, first = state.round - 1, _first_of_two(holders)
    if first > last:
        return
    most_cents = max(holds.chips_cents for holds in holders.values())
    yield _from_whom_to_whom(state, first, givers, takers, most_cents)


def _cash_offer(state: State, holders: Mapping[int, Holds]) -> Offer:
    """At a pot, chips come from another player or from the house, and go there or into the drop. Who has left
    gives to no other player here, and gets from none."""
    everybody = range(1, state.game.boxes + 1)
    beside = (
        Option("drop", text("correct_with_drop"), {"holder": "drop"}),
        Option("house", text("correct_with_house"), {"holder": "house"}),
    )

    def givers(said: Said) -> tuple[Option, ...]:
        gives = tuple(replace(one, args={**one.args, "direction": "give"}) for one in beside[1:])
        return (*_places("box", everybody, direction="take"), *gives)

    def takers(said: Said) -> tuple[Option, ...]:
        giver = said["box"]
        if not giver.isdigit():
            return _places("box", everybody)
        has_chips = int(giver) in holders and holders[int(giver)].chips_cents
        return (*_places("other", [box for box in holders if has_chips and box != int(giver)]), *beside)

    return _from_whom_to_whom(state, 1, givers, takers, MOST_CENTS)


def _places(name: str, boxes: Iterable[int], **more: Any) -> tuple[Option, ...]:
    return tuple(Option(str(box), text("place", place=str(box)), {name: box, **more}) for box in boxes)


def _from_whom_to_whom(state: State, first: int, givers: Whose, takers: Whose, most_cents: int) -> Offer:
    fields = (
        Count("round", text("which_round_title", round=state.round), first, state.round - 1),
        Choice("box", text("correct_from_title"), givers),
        Choice("other", text("correct_to_title"), takers),
        any_amount(most_cents),
        reason("correction"),
    )
    return _for_supervisor("correct_money", text("do_correct_money"), fields=fields, grave=True)


def _first_of_two(holders: Mapping[int, Holds]) -> int:
    """The first round that two of them have played, one of them with chips now."""
    both = sorted(holds.since_round for holds in holders.values())[1:2]
    giver = sorted(holds.since_round for holds in holders.values() if holds.chips_cents)[:1]
    return max(1, *both, *giver) if both and giver else NEVER


def _pools_offers(state: State) -> Iterator[Offer]:
    for pool, way, most_cents in pools_and_ways(state):
        say, args = text(f"correct_{pool}_{way}"), {"pool": pool, "direction": way}
        fields = (_which_round(state, state.round - 1), any_amount(most_cents), reason("correction"))
        yield _for_supervisor("correct_pools", say, args, fields=fields, grave=True)


def pools_and_ways(state: State) -> Iterator[tuple[str, str, int]]:
    """No more comes out of a pool than is in it."""
    pools = state.pools
    assert pools is not None
    for pool, held_cents in (("prize", pools.prize_cents), ("reserve", pools.reserve_cents)):
        yield pool, "into", MOST_CENTS
        if held_cents:
            yield pool, "out_of", held_cents


def any_amount(most_cents: int = MOST_CENTS) -> Money:
    return Money(
        "amount_cents",
        text("correct_amount_title"),
        text("amounts_why", least_cents=1, most_cents=most_cents),
        least_cents=1,
        most_cents=most_cents,
    )
