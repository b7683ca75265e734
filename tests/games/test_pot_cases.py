"""The pot games' worked cases from an independent reading of the instruments."""

from dataclasses import replace

import pytest

from games import hands
from games.betting import BettingRound, Limit, Opening, Player, raise_cap
from games.cards import JOKER, Card
from games.commission import (
    FIVE_PERCENT,
    TEN_PERCENT,
    Charged,
    Commission,
    commission,
    ten_percent_allowed,
)
from games.faro.instrument import INSTRUMENT as FARO
from games.hand_order import HandOrder
from games.hands import strength_of
from games.irregular_wagers import Skipped, deem, out_of_turn
from games.omaha.instrument import INSTRUMENT as OMAHA
from games.pots import Division, form_pots, given_back, left_to_win, settle
from games.round_of_play import RoundOfPlay, Terms
from games.seats import blind_seats, clockwise_from, entry_of_new_player, from_the_card, from_the_opener
from games.seven_card_stud.instrument import INSTRUMENT as SEVEN_CARD_STUD
from games.stakes import TableStakes, is_declared, top_up
from tests.cases import cases, named
from tests.games.rules_in_common import pot_rules

INSTRUMENTS = {"omaha": OMAHA, "faro": FARO, "seven_card_stud": SEVEN_CARD_STUD}
SHAPES = {"omaha": hands.OMAHA, "faro": hands.FARO, "seven_card_stud": hands.SEVEN_CARD_STUD}
SCHEDULES = {"A": FIVE_PERCENT, "B": TEN_PERCENT}
HAND_CARDS = {"omaha": 4, "faro": 5, "seven_card_stud": 7}


def pot_cases(file: str, kind: str) -> list[dict]:
    return [case for case in cases(file, kind) if case["game"] in INSTRUMENTS]


def by_seat(cents: dict[str, int]) -> dict[int, int]:
    return {int(seat): amount for seat, amount in cents.items()}


def card(face: str):
    return JOKER if face == "Jk" else Card(face)


def terms(given: dict) -> Commission | None:
    return SCHEDULES.get(given["schedule"]) and Commission(
        SCHEDULES[given["schedule"]], given["approved_maximum"]
    )


def order(options: dict, mode: str) -> HandOrder:
    return HandOrder(
        options["deck"],
        options["joker"],
        options["ace_low_straights"],
        mode,
        options.get("low_ace", "high"),
    )


def strengths(case: dict, mode: str, cards: dict, board: list) -> dict[int, int]:
    shown = {seat: [card(face) for face in faces] for seat, faces in by_seat(cards).items()}
    communal = [card(face) for face in board]
    by = order(case["options"], mode)
    return {seat: strength_of(SHAPES[case["game"]], by, faces, communal) for seat, faces in shown.items()}


def high_and_low(case: dict, cards: dict, board: list) -> tuple[dict, dict | None]:
    mode = case["options"]["mode"]
    if mode != "hilo":
        return strengths(case, mode, cards, board), None
    low = "low8" if case["options"]["low_qualifier"] else "low"
    return strengths(case, "high", cards, board), strengths(case, low, cards, board)


def paid_out(pots: list) -> list[dict]:
    return [
        {
            "amount": won.pot.amount_cents,
            "eligible": sorted(won.pot.eligible),
            "contributors": sorted(won.pot.contributors),
            "commission": won.commission_cents,
            "winners": sorted(set(won.high_winners) | set(won.low_winners)),
            "paid": {seat: cents for seat, cents in won.paid.items() if cents},
        }
        for won in pots
    ]


def paid_in_the_case(pots: list[dict]) -> list[dict]:
    return [
        {key: pot[key] for key in ("amount", "eligible", "contributors", "commission")}
        | {
            "winners": sorted({*pot["high_winners"], *pot.get("low_winners", ())}),
            "paid": {seat: cents for seat, cents in by_seat(pot["paid"]).items() if cents},
        }
        for pot in pots
    ]


@pot_rules("13.2", "14.2", "15.2(b)", "15.2(c)", "15.2(d)")
@pytest.mark.parametrize("case", cases("settlement", "pot_settlement"), ids=named)
def test_settles_pots_as_the_independent_reading_does(case):
    given, expected = case["input"], case["expected"]
    paid = by_seat(given["contributions"])
    live = [seat for seat in paid if seat not in given["folded"]]
    formed = form_pots(paid, live, by_seat(given["of_which_posted"]))
    high, low = high_and_low(case, given["showdown_cards"], given["board"])
    clockwise = clockwise_from(given["button"], given["seats"])
    table = Division(clockwise, given["smallest_chip"], terms(given["commission"]))
    won = settle(formed.pots, high, low, table)
    uncalled = formed.uncalled
    assert ({uncalled.seat: uncalled.cents} if uncalled else {}) == by_seat(expected["uncalled"])
    assert paid_out(won) == paid_in_the_case(expected["pots"])


@pot_rules("15.2(a)(i)", "15.2(a)(ii)")
@pytest.mark.parametrize("case", cases("settlement", "commission"), ids=named)
def test_deducts_commission_as_the_independent_reading_does(case):
    given = case["input"]
    assert (
        commission(terms(given), [Charged(cents) for cents in given["pots"]]) == case["expected"]["from_pots"]
    )


@pot_rules("15.2(e)")
@pytest.mark.parametrize("case", cases("settlement", "commission_schedule"), ids=named)
def test_chooses_among_schedules_as_the_independent_reading_does(case):
    given = case["input"]
    allowed = ten_percent_allowed(
        INSTRUMENTS[case["game"]].small_table, given["minimum_table_stake"], given["maximum_table_stake"]
    )
    assert allowed == case["expected"]["schedule_B_allowed"]


@pot_rules("17.9")
@pytest.mark.parametrize("case", cases("settlement", "wrong_card_count"), ids=named)
def test_rules_on_wrong_numbers_of_cards_as_the_independent_reading_does(case):
    given, expected = case["input"], case["expected"]
    counts = by_seat(given["card_counts"])
    rightly = [seat for seat, count in counts.items() if count == HAND_CARDS[case["game"]]]
    assert sorted(set(counts) - set(rightly)) == expected["folded_now"]
    left = left_to_win(rightly, given["folded_in_order"])
    assert list(left) == expected["seats"]
    assert expected["result"] == ("wins" if len(left) == 1 else "showdown_between")


@pot_rules("19.1", "19.3")
@pytest.mark.parametrize("case", pot_cases("settlement", "void_round"), ids=named)
def test_gives_back_a_void_round_as_the_independent_reading_does(case):
    paid = by_seat(case["input"]["contributions"])
    assert given_back(paid) == by_seat(case["expected"]["returned"])
    assert case["expected"]["commission"] == 0


# ---------------------------------------------------------------- procedures


def limit(given: dict, game: str, *, cap: int | None = None) -> Limit:
    maximum = {"pot": "full_pot", "fixed": "spread"}.get(given["limit"], given["limit"])
    least = given.get("minimum_bet", 100)
    return Limit(INSTRUMENTS[game], maximum, least, least, given.get("chip", 100), cap)


@pot_rules("4.2(g)", "5.1", "6.2", "14.1")
@pytest.mark.parametrize("case", cases("procedures", "bet_limit"), ids=named)
def test_limits_bets_as_the_independent_reading_does(case):
    """A betting round is led to the moment of the case: somebody has bet, and raised by the largest raise."""
    given, expected = case["input"], case["expected"]
    high, largest = given["current_bet_to_match"], given["largest_raise_this_round"]
    in_already = given["player_already_in_this_round"]
    player = Player(1, given["player_stack"], bet_cents=in_already)
    other = Player(2, 10**9, bet_cents=high)
    other.paid_cents = given["pot_including_this_round"]
    betting = BettingRound(limit(given, case["game"]), [player, other], Opening(blind_cents=largest))
    turn = betting.turn()
    assert turn.to_call_cents == expected["to_call"]
    assert (turn.most_to_cents > 0) == expected["can_raise_or_bet"]
    assert (turn.least_to_cents, turn.most_to_cents) == (expected["min_to"], expected["max_to"])


@pot_rules("5.1", "6.2")
@pytest.mark.parametrize("case", cases("procedures", "raise_cap"), ids=named)
def test_caps_raises_as_the_independent_reading_does(case):
    given = case["input"]
    maximum = limit(given, case["game"]).maximum
    cap = raise_cap(INSTRUMENTS[case["game"]], maximum, blinds=given["betting"] == "blind", determined=None)
    count = given["players_contesting_with_chips"]
    players = [Player(seat, 10**9) for seat in range(1, count + 1)]
    betting = BettingRound(limit(given | {"limit": "no_limit"}, case["game"]), players)
    for raised in range(given["raises_so_far_this_round"] + 1):
        assert betting.wager(betting.seat, 100 * (raised + 1)) is None
    betting.limit = replace(betting.limit, raise_cap=cap)
    assert (betting.turn().most_to_cents > 0) == case["expected"]["another_raise_allowed"]


@pot_rules("14.1", "17.7", "17.8")
@pytest.mark.parametrize("case", cases("procedures", "deemed_wager"), ids=named)
def test_deems_wagers_as_the_independent_reading_does(case):
    given, expected = case["input"], case["expected"]
    deemed = deem(
        given["placed"], given["stack"], given["amount_to_call"], given["minimum_raise_to"], given["stack"]
    )
    assert deemed.kind == expected["treated_as"]
    assert deemed.missing_cents == expected.get("amount_to_add", 0)
    if "amount_in" in expected:
        assert (deemed.in_cents, deemed.returned_cents) == (expected["amount_in"], expected["returned"])


@pot_rules("17.5", "17.6")
@pytest.mark.parametrize("case", cases("procedures", "out_of_turn"), ids=named)
def test_rules_on_wagers_out_of_turn_as_the_independent_reading_does(case):
    given, expected = case["input"], case["expected"]
    action = given["skipped_player_then"].partition("_")[0]
    skipped = [Skipped(action, given["skipped_player_amount"] or 0)]
    ruled = out_of_turn(
        INSTRUMENTS[case["game"]].after_skipped,
        given["out_of_turn_wager"],
        skipped,
        directed_by_dealer=given["dealer_directed_it"],
    )
    assert ruled.wager == expected["out_of_turn_wager"]
    assert set(ruled.choices) == set(expected["choices"])
    if expected.get("if_fold"):
        assert ruled.kept_if_folded == (expected["if_fold"] == "wager_stays_in_pot")


@pot_rules("14.3")
@pytest.mark.rule("NI2017-583", "4.5")
@pytest.mark.parametrize("case", cases("procedures", "top_up"), ids=named)
def test_tops_up_as_the_independent_reading_does(case):
    given, expected = case["input"], case["expected"]
    terms_of_stake = TableStakes(
        INSTRUMENTS[case["game"]], given["minimum_table_stake"], given["maximum_buy_in"]
    )
    refused = top_up(terms_of_stake, given["stake"], given["adds"], declared=given["already_declared"])
    assert (refused is None) == expected["allowed"]
    stake = given["stake"] + (0 if refused else given["adds"])
    assert is_declared(terms_of_stake, stake) == expected["becomes_declared"]


@pot_rules("17.11", "17.12")
@pytest.mark.parametrize("case", cases("procedures", "new_player"), ids=named)
def test_lets_new_players_in_as_the_independent_reading_does(case):
    given, expected = case["input"], case["expected"]
    entry = entry_of_new_player(
        given["new_player_seat"],
        given["button"],
        200,
        first_revolution=not given["button_completed_one_revolution"],
        button_has_passed=given["button_already_passed_that_seat"],
    )
    assert list(entry.options) == expected["options"]
    assert bool(entry.options) == expected["may_enter_now"]


@pot_rules("8.5(a)")
@pytest.mark.rule("NI2005-74", "4.2(h)")
@pytest.mark.rule("NI2017-583", "10.1")
@pytest.mark.rule("NI2005-67", "10.1")
@pytest.mark.parametrize("case", cases("procedures", "opener"), ids=named)
def test_opens_as_the_independent_reading_does(case):
    given, expected = case["input"], case["expected"]
    button = given["button"]
    if "up_cards" in given:
        shown = {int(seat): [card(face) for face in faces] for seat, faces in given["up_cards"].items()}
        lowest = given["round"] == 1 and given["first_round_opener"] == "low"
        assert from_the_card(button, shown, lowest_opens=lowest)[0] == expected["opener"]
        return
    tournament = given["tournament"]
    posting = blind_seats(button, given["seats"], given["blinds"], tournament_heads_up=tournament)
    assert posting == expected["blinds_posted_by"]
    opens = from_the_opener(button, given["seats"], posting[-1], tournament_heads_up=tournament)
    assert opens[0] == expected["opens_round_1"]
    left = set(given["seats"]) - set(given["folded_before_round_2"])
    assert clockwise_from(button, left)[0] == expected["opens_later_rounds"]


# ---------------------------------------------------------------- whole rounds


def as_terms(case: dict) -> Terms:
    options, seats = case["options"], [seat["seat"] for seat in case["seats"]]
    blinds = tuple(blind["amount"] for blind in options.get("blinds", ()))
    return Terms(
        tuple(street_limit(case, number) for number in range(1, 6)),
        Division(clockwise_from(case["button"], seats), options["chip_unit"]),
        blinds,
        dict.fromkeys(seats, options["ante"]) if "ante" in options else None,
        Opening(blind_cents=max(blinds)) if blinds else Opening("ante"),
        lowest_opens=options.get("first_opener") == "low",
    )


def street_limit(case: dict, number: int) -> Limit:
    options, betting = case["options"], case["options"]["betting"]
    maximum = {"pot": "full_pot", "fixed": "spread"}.get(betting["type"], betting["type"])
    bet = betting.get("min_bet") or betting["small_bet" if number <= 2 else "big_bet"]
    instrument = INSTRUMENTS[case["game"]]
    cap = raise_cap(instrument, maximum, blinds="blinds" in options, determined=None)
    assert cap == betting["raise_cap"]
    return Limit(instrument, maximum, bet, bet, options["chip_unit"], cap)


class Replay:
    """A round of play of the cases, every action held against what they say before it."""

    def __init__(self, case: dict) -> None:
        stakes = {seat["seat"]: seat["stack"] for seat in case["seats"]}
        self.play = RoundOfPlay(as_terms(case), stakes, case["button"])
        self.up: dict[int, list] = {}
        blinds = case["options"].get("blinds", ())
        assert self.play.blinds() == [blind["seat"] for blind in blinds]

    def take(self, event: dict) -> None:
        if event["e"] == "up":
            self.up[event["seat"]] = [card(face) for face in event["cards"]]
        elif event["e"] == "betting_round":
            assert self.play.due == "cards"
            self.dealt()
        elif "before" in event:
            self.as_before(event["before"])
            self.act(event)

    def dealt(self) -> None:
        self.play.dealt(self.up)
        self.up = {}

    def as_before(self, before: dict) -> None:
        turn = self.play.turn()
        assert turn is not None
        assert {
            "turn": turn.seat,
            "round": self.play.street,
            "pot": self.play.betting.pot_cents,
            "to_call": min(turn.to_call_cents, self.play.players[turn.seat].stake_cents),
            "may_check": turn.may_check,
            "may_raise": turn.most_to_cents > 0,
            "min_bet_or_raise_to": turn.least_to_cents or None,
            "max_bet_or_raise_to": turn.most_to_cents or None,
        } == before

    def act(self, event: dict) -> None:
        seat = event["seat"]
        if event["e"] in ("bet", "raise"):
            assert self.play.wager(seat, event["to"]) is None
        else:
            assert getattr(self.play, event["e"])(seat) is None
        player = self.play.players[seat]
        if "to" in event:
            assert (player.bet_cents, player.tapped_out) == (event["to"], event["tap_out"])


@pot_rules("5.1", "6.1", "6.2", "11.1", "11.2", "11.3", "12.2", "12.3", "12.4", "13.2", "14.1", "14.2", "14.5")
@pytest.mark.parametrize("case", cases("rounds"), ids=named)
def test_plays_a_whole_round_as_the_independent_reading_does(case):
    replay = Replay(case)
    for event in case["events"]:
        replay.take(event)
    play, expected = replay.play, case["expected"]
    while play.due == "cards":
        replay.dealt()
    players = play.players
    assert {s: p.paid_cents for s, p in players.items() if p.paid_cents} == by_seat(case["contributions"])
    assert {s: p.posted_cents for s, p in players.items() if p.posted_cents} == by_seat(case["posted"])
    uncalled = play.pots().uncalled
    assert ({uncalled.seat: uncalled.cents} if uncalled else {}) == by_seat(expected["uncalled"])
    won = play.settled(*high_and_low(case, case["showdown_cards"], case["board"]))
    assert paid_out(won) == paid_in_the_case(expected["pots"])
    for pot in won:
        play.pay(pot)
    assert play.stakes() == by_seat(expected["final_stacks"])
