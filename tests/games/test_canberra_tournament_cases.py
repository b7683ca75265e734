"""Worked cases of tournaments at a Canberra Poker table, played event by event."""

import pytest

from games import events as e
from games.canberra_poker.tournament import in_order, players
from games.outcomes import Notice, Question, Refusal
from tests.cases import cases, named
from tests.games.canberra_tournament_talk import alike, at_the_tournament_table

FILE = "tournaments"


def a_round(table, antes, *, void=False):
    """Everybody folds. Antes in cents, in their order."""
    table.to_the_antes()
    for box, cents in antes.items():
        table.asks(box)
        table.ante(box, cents / 100)
    table.deal({})
    if void:
        table.supervisor.voids("impractical")
    else:
        table.folds(*sorted(antes))
    table.collects()


def changes_chips(table, box, cents):
    if cents:
        direction = "give" if cents > 0 else "take"
        table.supervisor.corrects_money(box, direction, abs(cents) / 100)


# ---------------------------------------------------------------- the starting marker


@pytest.mark.rule("NI2004-492", "17.15")
@pytest.mark.parametrize("case", cases(FILE, "cp_marker"), ids=named)
def test_the_marker_goes_round(case):
    said, expected = case["input"], case["expected"]["rounds"]
    seats = alike(said["seats"], 1_000)
    table = at_the_tournament_table(seats, marker=said["marker_at_first"], corrections_by_two=False)
    for round_, should in zip(said["rounds"], expected, strict=True):
        table.to_the_antes()
        table.expect_marker(should["marker"])
        assert in_order(table.game.state) == should["ante_order"]
        a_round(table, alike(should["ante_order"], 1_000), void=round_["void"])
        for box in round_["eliminated_before_the_next"]:
            changes_chips(table, box, -table.game.state.tournament.entrants[box].chips_cents)
            table.expect_notice("out_of_tournament", "17.14")


# ---------------------------------------------------------------- antes in turn


def advised(table, boxes, others):
    """In a round that was void: the marker stays."""
    for box in boxes:
        table.ante(box, 50)
    for box in others:
        table.asks(box)
        if box not in boxes:
            table.ante(box, 50)
    table.deal({})
    table.supervisor.voids("impractical")
    table.collects()
    table.next_round()


def answer(table, event):
    """What the table answers, in the words of the cases."""
    match event:
        case {"do": "dealer_asks", "seat": box}:
            table.asks(box)
        case {"do": "ante", "seat": box, "cents": cents}:
            lies = table.game.state.boxes[box].ante_cents
            instead = {"instead_of_cents": lies} if lies else {}
            table.says(e.PlaceAnte, box=box, amount_cents=cents, **instead)
            return answered(table, changed=lies > 0)
        case {"do": "first_card"}:
            table.draw("As")
            table.expect_phase("deal")
    return answered(table, changed=False) and "ok"


def answered(table, *, changed):
    for outcome in table.heard:
        if isinstance(outcome, Refusal):
            table.expect_refusal(outcome.rule.number)
            return f"refused {outcome.rule.number}"
        if isinstance(outcome, Question):
            table.supervisor.answers("ante_stands")
            return "supervisor_decides"
        if isinstance(outcome, Notice) and outcome.say.code == "ante_out_of_order_advice":
            return f"stands_with_advice {outcome.rule.number}"
    return "changed" if changed else "stands"


@pytest.mark.rule("NI2004-492", "17.14")
@pytest.mark.rule("NI2004-492", "17.15")
@pytest.mark.rule("NI2004-492", "17.16")
@pytest.mark.rule("NI2004-492", "17.18")
@pytest.mark.parametrize("case", cases(FILE, "cp_antes"), ids=named)
def test_antes_are_placed_in_turn(case):
    said, expected = case["input"], case["expected"]
    level = (said["minimum_cents"] / 100, 1_000, said["multiple_cents"] / 100)
    table = at_the_tournament_table(alike(said["seats"], 1_000), marker=said["marker"], level=level)
    if said["advised_before"]:
        advised(table, said["advised_before"], in_order(table.game.state))
    assert [answer(table, event) for event in said["events"]] == expected["answers"]
    boxes = table.game.state.boxes.values()
    assert {str(box.number): box.ante_cents for box in boxes if box.ante_cents} == expected["antes"]
    without = [box for box in said["seats"] if not table.game.state.boxes[box].ante_cents]
    assert without == expected["without_ante"]


# ---------------------------------------------------------------- who cannot wager the minimum


@pytest.mark.rule("NI2004-492", "17.14")
@pytest.mark.rule("NI2004-492", "7.2")
@pytest.mark.rule("NI2004-492", "7.3")
@pytest.mark.parametrize("case", cases(FILE, "cp_minimum"), ids=named)
def test_who_cannot_wager_the_minimum_is_out(case):
    said = case["input"]
    chips = {int(box): cents / 100 for box, cents in said["chips_cents"].items()}
    first, *levels = said["levels"]
    level = (first["minimum_cents"] / 100, 1_000, 5)
    table = at_the_tournament_table(chips, marker=min(chips), level=level, corrections_by_two=False)
    least_cents = first["minimum_cents"]
    for round_, should in zip(said["rounds"], case["expected"]["rounds"], strict=True):
        for other in levels:
            if other["from_round"] == round_["round"]:
                least_cents = other["minimum_cents"]
                table.level(least_cents / 100, 1_000, 5, number=2)
        assert out_and_away(table) == should["eliminated_before_it"]
        assert cannot_bet(table, least_cents) == should["could_not_bet_after_the_minimum_ante"]
        for box in list(table.game.state.tournament.entrants):
            had_cents = table.game.state.tournament.entrants[box].chips_cents + least_cents
            net_cents = max(round_["net_if_playing"][str(box)], -had_cents)
            changes_chips(table, box, net_cents + least_cents)
    left = {str(box): cents for box, cents in table.chips().items()}
    assert left == {box: cents / 100 for box, cents in case["expected"]["chips_cents"].items()}


def out_and_away(table):
    entrants = table.game.state.tournament.entrants
    out = [box for box in sorted(entrants) if box not in players(table.game.state)]
    for box in out:
        table.unseats(box)
    return out


def cannot_bet(table, least_cents):
    """Everybody places the least ante, and then folds: it is given back afterwards."""
    table.to_the_antes()
    order = in_order(table.game.state)
    for box in order:
        table.asks(box)
        table.ante(box, least_cents / 100)
    table.deal({})
    blocked = []
    for box in sorted(order):
        bets = [offer for offer in table.game.offers() if offer.command == "bet" and offer.args["box"] == box]
        if bets[0].blocked:
            blocked.append(box)
            table.bet(box, 2 * least_cents / 100)
            table.expect_refusal("7.2", "cannot_bet")
        table.folds(box)
    table.collects()
    return blocked
