"""Each question answered by the rules of its instrument."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from controller.tools.tournament import asked
from games.every_game.announcing import MINUTE_MS
from games.tournament.ballot import Drawn, Position, Room, ballot_faults
from games.tournament.conditions import Facts, Features, missing, prevails
from games.tournament.entering import Entries, WhyNot
from games.tournament.instrument import TournamentRules
from games.tournament.money import CommissionTerms, Paid, is_whole, pool, prizes, split, unfilled
from games.tournament.no_show import Moments, is_late, may_sell_seat, returned_cents, standing
from games.tournament.placings import Elimination, Groups, TableRound, director_has_to_order, placed
from games.tournament.refunds import Payer, refunds
from games.tournament.seating import Method, Occupied, proposed
from games.tournament.session_end import PlayedRound, SessionIs, last_rounds
from games.tournament.ties import AtStake, decide, going_on, play_on

Answer = dict[str, Any]


class CannotAnswer(ValueError):
    """Names the field."""


# ---------------------------------------------------------------- check


def answer_prevails(rules: TournamentRules, question: asked.Prevails) -> Answer:
    number = question.inconsistent_with_rule
    if number not in rules.document.entries:
        raise CannotAnswer(f"inconsistent_with_rule: {rules.document.name} has no rule {number}")
    of_the_section, said = rules.in_section(number), question.rule_is_of_the_tournament_section
    if said is not None and said != of_the_section:
        raise CannotAnswer(
            f"rule_is_of_the_tournament_section: {number} is {'' if of_the_section else 'not '}of it"
        )
    winner = prevails(rules, of_the_section=of_the_section, approved=question.conditions_approved)
    return {"prevails": winner}


def answer_conditions(rules: TournamentRules, question: asked.Conditions) -> Answer:
    facts = Facts(
        conditions_approved=question.conditions_approved_in_writing,
        commission_approved=question.commission_approved,
        available_to_patrons=question.available_to_patrons,
        copy_sent_to_commission=question.copy_sent_to_commission,
    )
    found = missing(
        rules,
        question.described,
        Features(**question.tournament.model_dump()),
        facts,
        commission_charged=question.commission_cents_per_entry > 0,
    )
    return {"may_take_entries": not found, "missing": [rule.number for rule in found]}


def answer_entries(rules: TournamentRules, question: asked.Entries) -> Answer:
    terms = question.conditions.rebuys
    entries = Entries(
        rules, question.conditions.most_players, terms.most_per_player if terms is not None else None
    )
    answers = []
    for request in question.requests:
        entries, refused = _entered(entries, request, terms)
        answers.append(
            {"n": request.n, "accepted": True}
            if refused is None
            else {"n": request.n, "accepted": False, "rule": refused.rule.number}
        )
    return {"answers": answers, "players": sorted(entry.person for entry in entries.players)}


def _entered(
    entries: Entries, request: asked.AnyEntryRequest, terms: asked.RebuyTerms | None
) -> tuple[Entries, WhyNot | None]:
    if isinstance(request, asked.Enter):
        refused = entries.why_not_enter(request.person)
        return (entries if refused else entries.enter(request.person)), refused
    if isinstance(request, asked.Rebuy):
        in_time = terms is not None and request.after_round <= terms.until_after_round
        refused = entries.why_not_rebuy(request.person, chips_cents=request.chips_cents, in_time=in_time)
        return (entries if refused else entries.rebuy(request.person)), refused
    refused = entries.why_not_substitute(request.for_, request.by, director_agrees=request.director_agrees)
    return (entries if refused else entries.substitute(request.for_, request.by)), refused


# ---------------------------------------------------------------- ballot


def answer_ballot(rules: TournamentRules, question: asked.Ballot) -> Answer:
    faults = ballot_faults(
        rules,
        session=question.session,
        entrants=question.entrants,
        room=Room(seats=question.tables, at_most=question.players_per_table_at_most),
        draw=[Drawn(row.entrant, Position(row.table, row.seat)) for row in question.draw],
        drawn_ms=question.drawn_ms,
        commenced_ms=question.session_commenced_ms,
    )
    return {"valid": not faults, "faults": faults}


def answer_tables(rules: TournamentRules, question: asked.Tables) -> Answer:
    conditions = question.conditions
    proposal = proposed(
        rules,
        {
            name: Occupied(players=table.players, button=table.button, round_is_on=table.round_is_on)
            for name, table in question.tables.items()
        },
        Method(
            most_per_table=conditions.most_per_table,
            break_order=conditions.break_order,
            balance_at=conditions.balance.when_difference_is if conditions.balance is not None else None,
        ),
        session_is_running=question.session_is_running,
    )
    answer: Answer = {"action": proposal.action, "rule": proposal.rule.number}
    when = "after_the_round" if proposal.after_the_round else "now"
    if proposal.action == "break":
        return {**answer, "table": proposal.table, "when": when}
    if proposal.action == "move":
        return {**answer, "from": proposal.table, "seat": proposal.seat, "to": proposal.to, "when": when}
    return answer


# ---------------------------------------------------------------- prizes


def answer_pool(_rules: TournamentRules, question: asked.Pool) -> Answer:
    commission = question.commission
    money = pool(
        CommissionTerms(commission.cents_per_entry or 0, commission.basis_points or 0),
        entry_fees_cents=[question.entry_fee_cents] * question.entries,
        rebuy_fees_cents=[question.rebuy_fee_cents] * question.rebuys,
    )
    if money.prize_pool_cents < 0:
        raise CannotAnswer("commission: is more than the fees")
    valid = is_whole(question.breakdown_basis_points)
    return {
        "entry_fees_cents": money.entry_fees_cents,
        "commission_cents": money.commission_cents,
        "prize_pool_cents": money.prize_pool_cents,
        "breakdown_valid": valid,
        "prizes_cents": list(
            prizes(
                money.prize_pool_cents,
                question.breakdown_basis_points,
                unit_cents=question.prize_unit_cents,
                players=question.players_who_can_be_placed,
            )
        )
        if valid
        else None,
    }


def answer_tie_split(_rules: TournamentRules, question: asked.TieSplit) -> Answer:
    _each_once("placed", (entry for group in question.placed for entry in group))
    if not all(question.placed):
        raise CannotAnswer("placed: has a group of nobody")
    paid = _paid("placed", question.prizes_cents_by_place, question.placed)
    rows = [
        {
            "entry": row.entry,
            "places": [row.first_place, row.last_place],
            "share_exact": f"{row.exact_cents.numerator}/{row.exact_cents.denominator}",
            "paid_cents": row.cents,
        }
        for row in sorted(paid)
    ]
    return {"rows": rows, "paid_cents": sum(row.cents for row in paid)}


def answer_placings(rules: TournamentRules, question: asked.Placings) -> Answer:
    _each_once(
        "eliminations and at_the_end",
        (row.entry for rows in (question.eliminations, question.at_the_end) for row in rows),
    )
    eliminations = [
        Elimination(
            entry=row.entry,
            table=row.table,
            round=row.round,
            ended_ms=row.at_ms,
            contributed_cents=row.contributed_cents,
            started_together=question.pace == "hand_for_hand",
        )
        for row in question.eliminations
    ]
    left = _chips(question.at_the_end)
    said = [TableRound(1, which.round, which.table) for which in question.director_says]
    prizes_cents = question.prizes_cents_by_place
    paid = _paid("at_the_end", prizes_cents, placed(rules, eliminations, left, said))
    unclear = director_has_to_order(
        rules, eliminations, left, prizes_cents, bound_ms=question.clock_bound_ms, said=said
    )
    answer: Answer = {
        "placings": [
            {"entry": row.entry, "places": [row.first_place, row.last_place], "paid_cents": row.cents}
            for row in paid
        ],
        "paid_cents": sum(row.cents for row in paid),
    }
    if unclear:
        answer["ask_director"] = [
            [{"table": which.table, "round": which.round} for which in group] for group in unclear
        ]
    return answer


def answer_excluded(rules: TournamentRules, question: asked.Excluded) -> Answer:
    """TOURN-DQ, TOURN-FORFEIT-LATER: no place, and the others move up."""
    _each_once(
        "events and at_the_end",
        (row.entry for rows in (question.events, question.at_the_end) for row in rows),
    )
    eliminations = [
        Elimination(entry=event.entry, table="", round=event.round, contributed_cents=event.contributed_cents)
        for event in question.events
        if event.what == "eliminated"
    ]
    groups = placed(rules, eliminations, _chips(question.at_the_end))
    paid = _paid("at_the_end", question.prizes_cents_by_place, groups)
    return {
        "placings": [{"entry": row.entry, "place": row.first_place, "paid_cents": row.cents} for row in paid],
        "without_place": sorted(event.entry for event in question.events if event.what != "eliminated"),
        "paid_cents": sum(row.cents for row in paid),
    }


def answer_no_show(rules: TournamentRules, question: asked.NoShow) -> Answer:
    _each_once("entrants", (row.entry for row in question.entrants))
    moments = Moments(starting_ms=question.starting_time_ms, commenced_ms=question.session_commenced_ms)
    rows, staying = [], []
    for entrant in question.entrants:
        late = is_late(rules, entrant.seat_taken_ms, moments)
        may_sell = may_sell_seat(question.session)
        position, _ = standing(
            rules,
            late=late,
            sold=entrant.seat_sold_to_reserve and may_sell,
            director_forfeits=entrant.director_deems_forfeited,
        )
        returned = returned_cents(rules, position, entrant.paid_cents)
        row: Answer = {"entry": entrant.entry, "position": position, "returned_cents": returned}
        if late and entrant.seat_sold_to_reserve:
            row["resale_allowed"] = may_sell
        rows.append(row)
        staying += [] if returned else [entrant.paid_cents]
        staying += [question.entry_fee_cents] if position == "sold" else []
    money = pool(CommissionTerms(question.commission_cents_per_entry), entry_fees_cents=staying)
    return {
        "entrants": rows,
        "entry_fees_cents": money.entry_fees_cents,
        "commission_cents": money.commission_cents,
        "prize_pool_cents": money.prize_pool_cents,
    }


def answer_cancellation(_rules: TournamentRules, question: asked.Cancellation) -> Answer:
    _each_once("entrants", (row.entry for row in question.entrants))
    back = refunds([Payer(row.entry, row.paid_cents, row.returned_before_cents) for row in question.entrants])
    return {
        "refunds": [{"entry": entry, "refund_cents": cents} for entry, cents in back.items()],
        "refund_cents": sum(back.values()),
        "commission_kept_cents": 0,  # "in full"
    }


def answer_session_end(rules: TournamentRules, question: asked.SessionEnd) -> Answer:
    said = question.session_is
    by = "rounds" if said.rounds else "players_left" if said.players_left else "minutes"
    if by not in rules.counts:
        raise CannotAnswer(f"session_is: {rules.document.name} ends no session by {by}")
    if set(question.tables) != set(question.started_at_tables):
        raise CannotAnswer("started_at_tables: does not name the same tables as tables")
    session = SessionIs(
        rounds=said.rounds,
        ms=said.minutes * MINUTE_MS if said.minutes is not None else said.ms,
        players_left=said.players_left,
    )
    rows = {
        name: [
            PlayedRound(
                started_ms=row.started_ms, ended_ms=row.ended_ms, is_void=row.void, eliminated=row.eliminated
            )
            for row in rows
        ]
        for name, rows in question.tables.items()
    }
    return {"last_row": last_rounds(session, question.started_at_tables, rows)}


def answer_cp_extra_rounds(rules: TournamentRules, question: asked.CpExtraRounds) -> Answer:
    if not rules.extra_rounds_when_equal:
        raise CannotAnswer(f"{rules.document.name} gives nobody additional rounds: the conditions say it")
    everybody = set(question.chips_cents)
    if not all(everybody <= set(row) for row in question.extra_rounds_net_if_playing):
        raise CannotAnswer("extra_rounds_net_if_playing: a round leaves somebody out")
    at_stake = AtStake(advance=question.players_who_advance, prizes_cents=question.prizes_cents_by_place or ())
    end = decide(question.chips_cents, at_stake, question.extra_rounds_net_if_playing)
    answer: Answer = {
        "tied_groups_that_play": _lists(end.played),
        "extra_rounds": end.rounds,
        "order": _lists(end.order),
    }
    if not end.is_decided:
        answer["still_equal"] = _lists(play_on(end.order, at_stake))
    elif at_stake.advance is not None:
        certain, _ = going_on(end.order, at_stake.advance)
        answer["advance"] = sorted(certain)
    return answer


def answer_whole(rules: TournamentRules, question: asked.Whole) -> Answer:
    """From the first fee to the last payment."""
    if not is_whole(question.breakdown_basis_points):
        raise CannotAnswer("breakdown_basis_points: do not add up to 10000")
    _each_once(
        "eliminations and at_the_end",
        (row.entry for rows in (question.eliminations, question.at_the_end) for row in rows),
    )
    fee_cents, fees, returned = question.entry_fee_cents, 0, {}
    for entrant in question.entrants:
        position, _ = standing(
            rules,
            late=not entrant.there_in_time,
            sold=entrant.seat_sold_to_entry is not None,
            director_forfeits=entrant.director_deems_forfeited,
        )
        back_cents = returned_cents(rules, position, fee_cents)
        fees += (not back_cents) + (position == "sold")
        if back_cents:
            returned[str(entrant.entry)] = back_cents
    money = pool(CommissionTerms(question.commission_cents_per_entry), entry_fees_cents=[fee_cents] * fees)
    eliminations = [
        Elimination(entry=row.entry, table="", round=row.round, contributed_cents=row.contributed_cents)
        for row in question.eliminations
    ]
    groups = placed(rules, eliminations, _chips(question.at_the_end))
    players = sum(map(len, groups))
    if not players:
        raise CannotAnswer("at_the_end: nobody has a place")
    shares = prizes(money.prize_pool_cents, question.breakdown_basis_points, players=players)
    return {
        "entry_fees_cents": money.entry_fees_cents,
        "commission_cents": money.commission_cents,
        "prize_pool_cents": money.prize_pool_cents,
        "returned_cents": returned,
        "places": _lists(groups),
        "paid_cents": {str(row.entry): row.cents for row in split(shares, groups) if row.cents},
    }


def _paid(where: str, prizes_cents: Sequence[int], groups: Sequence[Sequence[int]]) -> tuple[Paid, ...]:
    players = sum(map(len, groups))
    if not players:
        raise CannotAnswer(f"{where}: nobody has a place")
    return split(unfilled(prizes_cents, players), groups)


def _chips(rows: Iterable[asked.HasChips]) -> dict[int, int]:
    return {row.entry: row.chips_cents for row in rows}


def _lists(groups: Groups) -> list[list[int]]:
    return [list(group) for group in groups]


def _each_once(where: str, entries: Iterable[int]) -> None:
    found: set[int] = set()
    for entry in entries:
        if entry in found:
            raise CannotAnswer(f"{where}: entry {entry} is there twice")
        found.add(entry)


# What each command answers, by what is asked.
COMMANDS: dict[str, dict[str, tuple[type[asked.Input], Callable[[TournamentRules, Any], Answer]]]] = {
    "check": {
        "conditions": (asked.Conditions, answer_conditions),
        "prevails": (asked.Prevails, answer_prevails),
        "entries": (asked.Entries, answer_entries),
    },
    "ballot": {
        "ballot": (asked.Ballot, answer_ballot),
        "tables": (asked.Tables, answer_tables),
    },
    "prizes": {
        "pool": (asked.Pool, answer_pool),
        "tie_split": (asked.TieSplit, answer_tie_split),
        "placings": (asked.Placings, answer_placings),
        "excluded": (asked.Excluded, answer_excluded),
        "no_show": (asked.NoShow, answer_no_show),
        "cancellation": (asked.Cancellation, answer_cancellation),
        "session_end": (asked.SessionEnd, answer_session_end),
        "cp_extra_rounds": (asked.CpExtraRounds, answer_cp_extra_rounds),
        "whole": (asked.Whole, answer_whole),
    },
}
