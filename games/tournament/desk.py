"""Entries, and all money that goes over the counter.

NI2017-583: 20.5-20.7, 20.10-20.11, 20.13, 20.19, 20.22-20.23
NI2005-67, NI2005-74: 20.6, 20.9-20.10, 20.12, 20.18, 20.20-20.21
NI2004-492: 17.6, 17.9-17.11, 17.22, 17.25-17.26
"""

from __future__ import annotations

from collections.abc import Iterator

from games.every_game.state import notice, require
from games.rulebook import Rule
from games.tournament import entering, money, no_show, refunds
from games.tournament import events as t
from games.tournament.conditions import Rebuys
from games.tournament.office import missing
from games.tournament.ordering import level_of_round
from games.tournament.outcomes import CashMoved, CashWhat, EntryTaken, Outcome, PoolStands
from games.tournament.state import CashRow, Entry, State

COMES_IN: tuple[CashWhat, ...] = ("fee", "rebuy")

# ---------------------------------------------------------------- entries


def enter(state: State, event: t.Enter) -> list[Outcome]:
    require(state.stage == "entries", "entries_are_closed", state.numbers.one_entry)
    lacking = missing(state)
    rules = [rule.number for rule in lacking]
    require(not lacking, "conditions_first", lacking[0] if lacking else None, rules=rules)
    return _take_entry(state, event)


def buy_seat(state: State, event: t.BuySeat) -> list[Outcome]:
    """20.11, 20.10, 17.10: what the first one paid stays in the pool or goes back, by the instrument."""
    rule = state.numbers.seat_sold
    first = state.entry(event.entry, rule)
    require(first.offered and first.sold_to is None, "seat_not_offered", rule, entry=first.number)
    told = _take_entry(state, event, in_place_of=first)
    first.offered, first.asked_of_no_show, first.status = False, False, "forfeited"
    reserve = state.entries[first.sold_to or 0]
    reserve.table, reserve.seat = first.table, first.seat
    reserve.chips_cents = start_chips_cents(state)
    reserve.in_heat, reserve.in_time = first.in_heat, True  # he pays when the time for coming is over
    first.unseat()
    back_cents = owed_cents(state, first)
    owes = [notice("fee_goes_back", rule, entry=first.number, amount_cents=back_cents)] if back_cents else []
    return [*told, *owes]


def _take_entry(state: State, event: t.Enter | t.BuySeat, *, in_place_of: Entry | None = None) -> list[Outcome]:
    numbers, conditions = state.numbers, state.conditions
    place = in_place_of.number if in_place_of is not None else None
    why_not = _entries(state).why_not_enter(event.person, in_place_of=place)
    _refuse(state, why_not)
    agreed = event.agreed or not conditions.agreement_required
    require(agreed, "agreement_needed", numbers.agreement)
    entry = Entry(len(state.entries) + 1, [event.person], agreed=event.agreed)
    state.entries[entry.number] = entry
    if in_place_of is not None:
        in_place_of.sold_to = entry.number
    taken = EntryTaken(entry=entry.number, person=event.person, rule=numbers.one_entry)
    return [taken, _cash(state, entry, "fee", conditions.fee.entry_cents, event.by), pool_stands(state)]


def _refuse(state: State, why_not: entering.WhyNot | None, entry: int = 0) -> None:
    if why_not is not None:
        require(False, why_not.why, why_not.rule, entry=entry, most=state.conditions.players_most)


def start_chips_cents(state: State) -> int:
    return state.session_now.chips_cents or state.conditions.fee.chips_cents


def _entries(state: State) -> entering.Entries:
    """As the rules of entering look at them."""
    rebuys = state.conditions.rebuys
    sold = {entry.sold_to: entry.number for entry in state.entries.values() if entry.sold_to}
    every = tuple(
        entering.Entry(
            entry.number, entry.person, entry.persons[0], entry.rebuys, in_place_of=sold.get(entry.number)
        )
        for entry in state.entries.values()
    )
    ever = frozenset(person for entry in state.entries.values() for person in entry.persons)
    most_rebuys = rebuys.most_per_player if rebuys is not None else None
    return entering.Entries(state.rules, state.conditions.players_most, most_rebuys, every, ever)


def substitute(state: State, event: t.Substitute) -> list[Outcome]:
    """The same entry goes on, with its chips, its seat and its re-buys (TOURN-SUBST)."""
    numbers = state.numbers
    entry = state.entry(event.entry, numbers.substitute)
    require(entry.plays and not state.is_over, "entry_is_out", numbers.substitute, entry=entry.number)
    why_not = _entries(state).why_not_substitute(entry.person, event.person, director_agrees=True)
    _refuse(state, why_not, entry.number)
    entry.persons.append(event.person)
    return [notice("substitute_plays", numbers.substitute, entry=entry.number)]


# ---------------------------------------------------------------- re-buys


def buy_back(state: State, event: t.BuyBack) -> list[Outcome]:
    """20.7, REBUY: it is no second entry."""
    entry = state.entry(event.entry, state.numbers.eliminated)
    why_not, rebuys = why_no_rebuy(state, entry), state.conditions.rebuys
    _refuse(state, why_not, entry.number)
    assert rebuys is not None
    entry.rebuys += 1
    entry.status, entry.went = "in", None
    entry.given_cents += rebuys.chips_cents
    entry.chips_cents += rebuys.chips_cents
    paid = _cash(state, entry, "rebuy", rebuys.fee_cents, event.by)
    return [paid, notice("rebought", paid.rule, entry=entry.number), pool_stands(state)]


def why_no_rebuy(state: State, entry: Entry) -> entering.WhyNot | None:
    if entry.status != "out" or state.stage != "playing":
        return entering.WhyNot("is_not_playing", state.numbers.one_entry)
    in_time = state.conditions.rebuys is not None and _in_time(state, entry, state.conditions.rebuys)
    return _entries(state).why_not_rebuy(entry.person, chips_cents=entry.chips_cents, in_time=in_time)


def _in_time(state: State, entry: Entry, rebuys: Rebuys) -> bool:
    """Counted at his table, when he asks. A level of rounds has not ended before another round begins."""
    table = state.tables[entry.table]
    if rebuys.until_after_round is not None:
        return table.played <= rebuys.until_after_round
    assert rebuys.until_level is not None
    return level_of_round(state, table, table.played + table.round_is_on).number <= rebuys.until_level


# ---------------------------------------------------------------- money


def _cash(state: State, entry: Entry, what: CashWhat, cents: int, by: str) -> CashMoved:
    row = CashRow(len(state.cash) + 1, entry.number, entry.person, what, cents)
    state.cash.append(row)
    return CashMoved(
        number=row.number,
        entry=row.entry,
        person=row.person,
        what=what,
        cents=cents,
        by=by,
        rule=rule_of(state, what),
    )


def rule_of(state: State, what: CashWhat) -> Rule:
    numbers = state.numbers
    rules = {
        "fee": numbers.commission,
        "rebuy": numbers.rebuys or numbers.commission,
        "fee_returned": numbers.seat_sold,
        "prize": numbers.pool,
        "refund": numbers.cancelled,
    }
    return rules[what]


def _rows(state: State, entry: Entry, *whats: CashWhat) -> int:
    return sum(row.cents for row in state.cash if row.entry == entry.number and row.what in whats)


def paid_cents(state: State, entry: Entry) -> int:
    return _rows(state, entry, *COMES_IN)


def owed_cents(state: State, entry: Entry) -> int:
    """What the counter has still to pay for this entry."""
    returned = -_rows(state, entry, "fee_returned", "refund")
    if state.stage == "cancelled":
        payer = refunds.Payer(entry.number, (paid_cents(state, entry),), returned)
        return refunds.refunds([payer])[entry.number]
    position: no_show.Standing = "sold" if entry.sold_to else "seated"
    fee_back = no_show.returned_cents(state.rules, position, paid_cents(state, entry)) - returned
    return fee_back + entry.prize_cents + _rows(state, entry, "prize")


def owed_for(state: State, entry: Entry) -> CashWhat:
    if state.stage == "cancelled":
        return "refund"
    return "fee_returned" if entry.sold_to else "prize"


def pay_out(state: State, event: t.PayOut) -> list[Outcome]:
    entry = state.entry(event.entry, state.numbers.pool)
    cents, what = owed_cents(state, entry), owed_for(state, entry)
    require(cents > 0, "nothing_is_owed", rule_of(state, what), entry=entry.number)
    told: list[Outcome] = [_cash(state, entry, what, -cents, event.by)]
    if is_paid_out(state):
        told.append(notice("all_is_paid", rule_of(state, what), **_report(state)))
    return told


def is_paid_out(state: State) -> bool:
    return state.is_over and not any(owed_cents(state, entry) for entry in state.entries.values())


def _report(state: State) -> dict[str, int]:
    """Fees less commission are the prizes (20.19 with 20.22)."""
    stood = pool_of(state)
    return {"fees_cents": stood.entry_fees_cents, "commission_cents": stood.commission_cents}


# ---------------------------------------------------------------- the pool


def _fees_that_stay(state: State) -> Iterator[int]:
    for entry in state.entries.values():
        gone = entry.sold_to is not None and state.rules.first_fee_returned_when_sold
        if not gone:
            yield _rows(state, entry, "fee")


def pool_of(state: State) -> money.Pool:
    terms = state.conditions.fee.commission.terms
    rebuys = [row.cents for row in state.cash if row.what == "rebuy"]
    return money.pool(terms, entry_fees_cents=_fees_that_stay(state), rebuy_fees_cents=rebuys)


def prizes_of(state: State, players: int) -> tuple[int, ...]:
    """All of the pool, whatever the conditions say of its parts (20.19, 20.18, 17.22)."""
    pool_cents = pool_of(state).prize_pool_cents
    if pool_cents <= 0 or players < 1:
        return ()
    return state.conditions.prizes.of(pool_cents, players)


def can_be_placed(state: State) -> int:
    """Who forfeited his place, or was excluded, has none."""
    return sum(entry.status not in ("forfeited", "excluded") for entry in state.entries.values())


def pool_stands(state: State) -> PoolStands:
    stood, prizes = pool_of(state), prizes_of(state, can_be_placed(state))
    assert sum(prizes) == (stood.prize_pool_cents if prizes else 0), "the prizes are not the pool"
    return PoolStands(
        fees_cents=stood.entry_fees_cents,
        commission_cents=stood.commission_cents,
        prizes_cents=prizes,
        rule=state.numbers.pool,
    )
