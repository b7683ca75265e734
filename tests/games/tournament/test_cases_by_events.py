"""The worked cases of entries, no-shows, places and money, played as whole tournaments from event to event."""

from __future__ import annotations

from typing import Any

import pytest

from games.outcomes import AtTournament, Refusal, SeatMarked, TournamentRoundBegun, TournamentRoundPlayed
from games.tournament import desk, ending
from games.tournament import events as t
from games.tournament.conditions import Conditions
from games.tournament.outcomes import Outcome
from tests.cases import cases
from tests.games.tournament.playing import Hall, conditions_of

GAMES = {
    "omaha": "demo_omaha",
    "faro": "demo_faro",
    "stud": "demo_seven_card_stud",
    "canberra_poker": "demo_canberra_poker",
}


def of(kind: str) -> list[Any]:
    return [pytest.param(case, id=f"{case['game']}-{case['id']}") for case in cases("tournaments", kind)]


def conditions(case: Any, **fee: Any) -> Conditions:
    """One session at one table, long enough for what the case says."""
    made = conditions_of(GAMES[case["game"]])
    session = made.sessions[-1].model_copy(update={"tables": 1, "advance": None, "chips_cents": None})
    ends = session.ends.model_copy(update={"rounds": 1_000, "minutes": None, "players_left": None})
    tables = made.tables.model_copy(update={"most_per_table": 9, "break_order": (), "balance": None})
    return made.model_copy(
        update={
            "players_least": 2,
            "players_most": 100,
            "sessions": (session.model_copy(update={"ends": ends, "kind": "session"}),),
            "tables": tables,
            "rebuys": None,
            "agreement_required": False,
            **fee,
        }
    )


def money(case: Any, shares: list[int], fee_cents: int, commission_cents: int) -> dict[str, Any]:
    made = conditions_of(GAMES[case["game"]])
    commission = made.fee.commission.model_copy(
        update={"cents_per_entry": commission_cents, "basis_points": None}
    )
    fee = made.fee.model_copy(update={"entry_cents": fee_cents, "commission": commission})
    prizes = made.prizes.model_copy(
        update={"breakdown_basis_points": tuple(shares), "cents_by_place": (), "unit_cents": 1, "equal": None}
    )
    return {"fee": fee, "prizes": prizes}


class CaseHall(Hall):
    """One table, at which happens what the case says."""

    def __init__(self, made: Conditions) -> None:
        super().__init__(made, {"T1": 9}, seed=1)
        for act in self.offered("record_conditions", "nominate_director"):
            self.carry_out(act)

    def ok(self, kind: str, /, **args: Any) -> list[Outcome]:
        told = self.do(kind, **args)
        assert not isinstance(told[0], Refusal), (kind, args, told)
        self.settle()
        return told

    def tells(self, what: Any) -> None:
        self.tables["T1"].told.append(what)
        self.hear(self.tables["T1"])
        self.settle()

    def draws(self) -> None:
        act = self.offered("draw_ballot")[0]
        assert act.draws is not None
        self.ok("draw_ballot", chance=tuple(0 for _ in act.draws))

    def sits(self, number: int) -> None:
        entry = self.state.entries[number]
        self.tells(SeatMarked(box=entry.seat, entry=number, taken=True))

    def begins(self) -> None:
        self.now_ms = max(self.now_ms, self.state.specified_start_ms())
        self.say(t.TimeCame(at_ms=self.now_ms))
        self.settle()
        self.ok("begin_session")

    def round_ends(self, number: int, out: dict[int, int], chips: dict[int, int]) -> None:
        """`out`: what they have contributed; `chips`: what the others then have."""
        self.tells(TournamentRoundBegun(session=1, round=number))
        playing = [entry for entry in self.state.playing() if entry.status == "in"]
        self.tells(
            TournamentRoundPlayed(
                session=1,
                round=number,
                void=False,
                entrants=tuple(
                    AtTournament(
                        box=entry.seat,
                        entry=entry.number,
                        chips_cents=0 if entry.number in out else chips.get(entry.number, entry.chips_cents),
                        contributed_cents=out.get(entry.number, 0),
                    )
                    for entry in playing
                ),
            )
        )
        for number_out in out:
            self.ok("confirm_elimination", entry=number_out)

    def ends(self) -> None:
        """No case says how chips are equal at the end: the conditions let prizes be shared."""
        self.state.time_is_up = True
        for entry in self.state.left():
            entry.counted = True
        self.say(t.TimeCame(at_ms=self.now_ms))
        self.settle()
        self.ok("end_session")
        self.ok("award_places")


# ---------------------------------------------------------------- whole


@pytest.mark.rule("NI2017-583", "20.18")
@pytest.mark.rule("NI2017-583", "20.19")
@pytest.mark.rule("NI2017-583", "20.21")
@pytest.mark.rule("NI2017-583", "20.22")
@pytest.mark.rule("NI2005-67", "20.19")
@pytest.mark.rule("NI2005-74", "20.19")
@pytest.mark.rule("NI2004-492", "17.24")
@pytest.mark.parametrize("case", of("whole"))
def test_from_the_first_fee_to_the_last_payment(case):
    asked, expected = case["input"], case["expected"]
    shares, fee_cents = asked["breakdown_basis_points"], asked["entry_fee_cents"]
    hall = CaseHall(conditions(case, **money(case, shares, fee_cents, asked["commission_cents_per_entry"])))
    number_of: dict[int, int] = {}
    for row in asked["entrants"]:
        number_of[row["entry"]] = len(hall.state.entries) + 1
        hall.ok("enter", person=f"P{row['entry']}")
    hall.draws()
    for row in asked["entrants"]:
        if row["there_in_time"]:
            hall.sits(number_of[row["entry"]])
    hall.begins()
    for row in asked["entrants"]:
        if not row["there_in_time"]:
            not_there(hall, row, number_of)
    back = {ours: theirs for theirs, ours in number_of.items()}
    for number in sorted({row["round"] for row in asked["eliminations"]}):
        rows = [row for row in asked["eliminations"] if row["round"] == number]
        out = {number_of[row["entry"]]: row["contributed_cents"] for row in rows}
        hall.round_ends(number, out, {})
    for row in asked["at_the_end"]:
        hall.state.entries[number_of[row["entry"]]].chips_cents = row["chips_cents"]
    hall.ends()
    pool = desk.pool_of(hall.state)
    assert pool.entry_fees_cents == expected["entry_fees_cents"]
    assert pool.commission_cents == expected["commission_cents"]
    assert pool.prize_pool_cents == expected["prize_pool_cents"]
    assert [sorted(back[one] for one in group) for group in hall.state.placed] == expected["places"]
    pay_everybody(hall)
    assert paid(hall, back, "prize") == expected["paid_cents"]
    assert paid(hall, back, "fee_returned") == expected["returned_cents"]


def not_there(hall: CaseHall, row: Any, number_of: dict[int, int]) -> None:
    entry = number_of[row["entry"]]
    if hall.state.entries[entry].asked_of_no_show:
        hall.ok("decide_no_show", entry=entry, forfeits=row["director_deems_forfeited"])
    new = row["seat_sold_to_entry"]
    if new is not None:
        hall.ok("offer_seat", entry=entry, offered=True)
        number_of[new] = len(hall.state.entries) + 1
        hall.ok("buy_seat", entry=entry, person=f"P{new}")
        hall.sits(number_of[new])


def pay_everybody(hall: Hall) -> None:
    for entry in list(hall.state.entries.values()):
        while desk.owed_cents(hall.state, entry) > 0:
            assert not isinstance(hall.do("pay_out", entry=entry.number)[0], Refusal)


def paid(hall: Hall, back: dict[int, int], what: str) -> dict[str, int]:
    found: dict[str, int] = {}
    for row in hall.state.cash:
        if row.what == what:
            found[str(back[row.entry])] = found.get(str(back[row.entry]), 0) - row.cents
    return found


# ---------------------------------------------------------------- no-shows


@pytest.mark.rule("NI2017-583", "20.10")
@pytest.mark.rule("NI2017-583", "20.11")
@pytest.mark.rule("NI2005-67", "20.9")
@pytest.mark.rule("NI2005-67", "20.10")
@pytest.mark.rule("NI2005-74", "20.9")
@pytest.mark.rule("NI2005-74", "20.10")
@pytest.mark.rule("NI2004-492", "17.9")
@pytest.mark.rule("NI2004-492", "17.10")
@pytest.mark.parametrize("case", [c for c in of("no_show") if c.values[0]["input"]["session"] == 1])
def test_who_does_not_take_the_seat_in_time(case):
    asked, expected = case["input"], case["expected"]
    fee_cents = asked["entry_fee_cents"]
    made = money(case, [10_000], fee_cents, asked["commission_cents_per_entry"])
    hall = CaseHall(conditions(case, **made))
    number_of = {row["entry"]: number for number, row in enumerate(asked["entrants"], start=1)}
    for row in asked["entrants"]:
        hall.ok("enter", person=f"P{row['entry']}")
    hall.draws()
    begin_ms = hall.start_ms - asked["starting_time_ms"]  # the zero of the case's clock
    for row in sorted(asked["entrants"], key=lambda row: row["seat_taken_ms"] or 0):
        at_ms = row["seat_taken_ms"]
        late = "starting_time_ms" if case["game"] == "omaha" else "session_commenced_ms"
        if at_ms is not None and at_ms < asked[late]:
            hall.now_ms = max(hall.now_ms, min(begin_ms + at_ms, hall.start_ms - 60_000))
            hall.sits(number_of[row["entry"]])
    hall.now_ms = begin_ms + asked["session_commenced_ms"]
    hall.begins()
    number_sold = 1_000
    for row in asked["entrants"]:
        entry = hall.state.entries[number_of[row["entry"]]]
        if entry.asked_of_no_show:
            hall.ok("decide_no_show", entry=entry.number, forfeits=row["director_deems_forfeited"])
        if row["seat_sold_to_reserve"] and hall.offered("offer_seat"):
            args = {"entry": entry.number, "offered": True}
            if not isinstance(hall.do("offer_seat", **args)[0], Refusal):
                number_sold += 1
                hall.ok("buy_seat", entry=entry.number, person=f"P{number_sold}")
    told = {row["entry"]: row for row in expected["entrants"]}
    for row in asked["entrants"]:
        entry = hall.state.entries[number_of[row["entry"]]]
        assert stands(entry) == told[row["entry"]]["position"], row
        assert (desk.owed_cents(hall.state, entry)) == told[row["entry"]]["returned_cents"], row
    pool = desk.pool_of(hall.state)
    assert (pool.entry_fees_cents, pool.commission_cents, pool.prize_pool_cents) == (
        expected["entry_fees_cents"],
        expected["commission_cents"],
        expected["prize_pool_cents"],
    )


def stands(entry: Any) -> str:
    if entry.sold_to is not None:
        return "sold"
    if entry.status == "forfeited":
        return "forfeited"
    return "seated" if entry.taken else "kept"


# ---------------------------------------------------------------- entries


@pytest.mark.rule("NI2017-583", "20.6")
@pytest.mark.rule("NI2017-583", "20.13")
@pytest.mark.rule("NI2005-67", "20.6")
@pytest.mark.rule("NI2005-74", "20.6")
@pytest.mark.rule("NI2004-492", "17.6")
@pytest.mark.parametrize("case", of("entries"))
def test_one_person_has_one_entry(case):
    asked, expected = case["input"], case["expected"]
    hall = CaseHall(conditions(case).model_copy(update={"players_most": asked["conditions"]["most_players"]}))
    answers = []
    for request in asked["requests"]:
        if request["ask"] == "rebuy" or not request.get("director_agrees", True):
            continue  # re-buys come in a session; a director who does not agree says nothing
        told = ask(hall, request)
        if told is not None:
            refused = told[0] if isinstance(told[0], Refusal) else None
            answer: dict[str, Any] = {"n": request["n"], "accepted": refused is None}
            if refused is not None and refused.rule is not None:
                answer["rule"] = refused.rule.number
            answers.append(answer)
    asked_of = {answer["n"] for answer in answers}
    assert answers == [answer for answer in expected["answers"] if answer["n"] in asked_of]


def ask(hall: CaseHall, request: Any) -> list[Outcome] | None:
    if request["ask"] == "enter":
        return hall.do("enter", person=request["person"])
    plays = {entry.person: entry.number for entry in hall.state.entries.values()}
    if request["for"] not in plays:
        return None
    return hall.do("substitute", entry=plays[request["for"]], person=request["by"])


# ---------------------------------------------------------------- places


@pytest.mark.rule("NI2017-583", "20.21")
@pytest.mark.rule("NI2005-67", "20.19")
@pytest.mark.rule("NI2005-74", "20.19")
@pytest.mark.rule("NI2004-492", "16.2(b)")
@pytest.mark.rule("NI2004-492", "17.24")
@pytest.mark.parametrize("case", of("excluded"))
def test_who_was_excluded_or_did_not_come_has_no_place(case):
    asked, expected = case["input"], case["expected"]
    hall = CaseHall(conditions(case))
    everybody = [*(row["entry"] for row in asked["events"]), *(row["entry"] for row in asked["at_the_end"])]
    hall.state.conditions = hall.state.conditions.model_copy(update={"players_most": len(everybody)})
    number_of = {entry: number for number, entry in enumerate(sorted(everybody), start=1)}
    for entry in sorted(everybody):
        hall.ok("enter", person=f"P{entry}")
    hall.draws()
    away = {row["entry"] for row in asked["events"] if row["what"].startswith("did_not_come")}
    for entry in everybody:
        if entry not in away:
            hall.sits(number_of[entry])
    hall.begins()
    for row in asked["events"]:
        entry = hall.state.entries[number_of[row["entry"]]]
        if row["what"] == "eliminated":
            hall.round_ends(row["round"], {entry.number: row.get("contributed_cents", 0)}, {})
        elif row["what"] == "excluded":
            entry.excluded_by = hall.state.numbers.excluded
            hall.ok("confirm_exclusion", entry=entry.number)
        elif entry.asked_of_no_show:
            hall.ok("decide_no_show", entry=entry.number, forfeits=True)
    for row in asked["at_the_end"]:
        hall.state.entries[number_of[row["entry"]]].chips_cents = row["chips_cents"]
    hall.ends()
    back = {ours: theirs for theirs, ours in number_of.items()}
    placed = [back[one] for group in hall.state.placed for one in group]
    assert placed == [row["entry"] for row in expected["placings"]]
    assert sorted(back[one] for one in ending.without_place(hall.state)) == expected["without_place"]


# ---------------------------------------------------------------- cancelled


@pytest.mark.rule("NI2017-583", "20.23")
@pytest.mark.rule("NI2005-67", "20.21")
@pytest.mark.rule("NI2005-74", "20.21")
@pytest.mark.rule("NI2004-492", "17.26")
@pytest.mark.parametrize("name", GAMES.values())
def test_a_cancelled_tournament_gives_everything_back(name):
    hall = Hall(conditions_of(name), {"T1": 9, "T2": 9}, seed=4)
    hall.take_entries(4)
    hall.carry_out(hall.offered("draw_ballot")[0])
    hall.seat_all(absent=0.5)
    hall.now_ms = max(hall.now_ms, hall.state.specified_start_ms())
    hall.say(t.TimeCame(at_ms=hall.now_ms))
    hall.settle()
    hall.carry_out(hall.offered("cancel")[0])
    pay_everybody(hall)
    assert sum(row.cents for row in hall.state.cash) == 0
    assert {row.cents for row in hall.state.cash if row.what == "refund"} == {
        -hall.state.conditions.fee.entry_cents
    }
    hall.settle()
    assert not any(table.seats for table in hall.tables.values()), "and everybody has left the tables"
