"""Whatever the order of entries, re-buys, no-shows, sales and ties: every cent that came in goes out."""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as some

from games.tournament.entering import Entries
from games.tournament.instrument import TOURNAMENTS
from games.tournament.money import CommissionTerms, is_whole, pool, prizes, split, unfilled
from games.tournament.no_show import returned_cents, standing
from games.tournament.placings import Elimination, placed
from games.tournament.refunds import Payer, refunds

RULES = some.sampled_from(sorted(TOURNAMENTS.values(), key=lambda rules: rules.game))
FEES = some.integers(1, 200_000)
UNITS = some.sampled_from([1, 5, 100, 500, 2_500])


@some.composite
def breakdowns(draw) -> tuple[int, ...]:
    edges = sorted(draw(some.lists(some.integers(0, 10_000), max_size=9)))
    ends = (0, *edges, 10_000)
    return tuple(high - low for low, high in pairwise(ends))


@some.composite
def groups_of(draw, entries) -> tuple[tuple[int, ...], ...]:
    left, groups = list(draw(some.permutations(entries))), []
    while left:
        many = draw(some.integers(1, len(left)))
        groups.append(tuple(left[:many]))
        left = left[many:]
    return tuple(groups)


@given(some.integers(0, 10**9), breakdowns(), UNITS, some.integers(1, 30))
def test_prizes_are_always_the_pool(pool_cents, shares, unit_cents, players):
    assert is_whole(shares)
    found = prizes(pool_cents, shares, unit_cents=unit_cents, players=players)
    assert sum(found) == pool_cents
    assert len(found) == min(len(shares), players)
    assert min(found) >= 0
    assert all(cents % unit_cents == 0 for cents in found[1:])


@given(some.data(), some.integers(1, 12), some.lists(some.integers(0, 10**6), min_size=1, max_size=12))
def test_ties_share_all_prizes_and_no_two_of_a_group_differ_by_more_than_the_odd_cents(
    data, players, prizes_cents
):
    placings = data.draw(groups_of(range(1, players + 1)))
    paid = split(unfilled(prizes_cents, players), placings)
    assert sum(row.cents for row in paid) == sum(prizes_cents)
    assert sum(row.exact_cents for row in paid) == sum(prizes_cents)
    for group in placings:
        shares = {row.entry: row.cents for row in paid if row.entry in group}
        lowest = min(group)
        others = {cents for entry, cents in shares.items() if entry != lowest}
        assert len(others) <= 1
        assert all(0 <= shares[lowest] - cents < len(group) for cents in others)


@given(some.data(), RULES, FEES, breakdowns(), UNITS)
def test_a_whole_tournament_pays_what_it_takes(data, rules, fee_cents, shares, unit_cents):
    by_percent = data.draw(some.booleans())
    terms = (
        CommissionTerms(basis_points=data.draw(some.integers(0, 10_000)))
        if by_percent
        else CommissionTerms(cents_per_entry=data.draw(some.integers(0, fee_cents)))
    )
    entries = Entries(rules, most_players=9, most_rebuys=2)
    paid_in: dict[int, list[int]] = {}
    returned: dict[int, int] = {}
    lost: set[int] = set()
    for number in range(data.draw(some.integers(1, 9))):
        entries = entries.enter(f"P{number}")
        paid_in[len(entries.all)] = [fee_cents]
    for entry in entries.all:
        sold = data.draw(some.booleans())
        position, _ = standing(
            rules,
            late=entry.number > 1 and data.draw(some.booleans()),
            sold=sold,
            director_forfeits=data.draw(some.booleans()),
        )
        returned[entry.number] = returned_cents(rules, position, fee_cents)
        if position == "sold":
            entries = entries.enter(f"R{entry.number}", in_place_of=entry.number)
            paid_in[len(entries.all)] = [fee_cents]
        if position == "forfeited":
            lost.add(entry.number)
    playing = [entry for entry in entries.players if entry.number not in lost]
    for entry in playing:
        if entries.why_not_rebuy(entry.person, chips_cents=0, in_time=True) is None and data.draw(
            some.booleans()
        ):
            entries = entries.rebuy(entry.person)
            paid_in[entry.number].append(fee_cents)
    numbers = [entry.number for entry in playing]
    staying = [number for number in paid_in if not returned.get(number)]
    money = pool(
        terms,
        entry_fees_cents=[paid_in[number][0] for number in staying],
        rebuy_fees_cents=[cents for number in staying for cents in paid_in[number][1:]],
    )
    winners = data.draw(some.integers(1, len(numbers)))
    eliminations = [
        Elimination(
            entry=number,
            table=data.draw(some.sampled_from(["T1", "T2"])),
            round=(number_of_round := data.draw(some.integers(1, 4))),
            ended_ms=number_of_round * 1_000,
            contributed_cents=data.draw(some.integers(1, 3)),
        )
        for number in numbers[winners:]
    ]
    left = {number: data.draw(some.integers(1, 3)) for number in numbers[:winners]}
    placings = placed(rules, eliminations, left)
    assert sorted(entry for group in placings for entry in group) == sorted(numbers)
    paid = split(prizes(money.prize_pool_cents, shares, unit_cents=unit_cents, players=len(numbers)), placings)
    taken = sum(map(sum, paid_in.values()))
    assert taken == sum(returned.values()) + money.commission_cents + sum(row.cents for row in paid)

    back = refunds([Payer(number, tuple(paid), returned.get(number, 0)) for number, paid in paid_in.items()])
    assert taken == sum(returned.values()) + sum(back.values())
    assert min(back.values()) >= 0


@given(some.data(), RULES)
def test_places_do_not_hang_on_the_order_in_which_eliminations_are_told(data, rules):
    eliminations = [
        Elimination(
            entry=entry,
            table=(table := data.draw(some.sampled_from(["T1", "T2"]))),
            round=(round_ := data.draw(some.integers(1, 3))),
            ended_ms=1_000 * round_ + (10 if table == "T2" else 0),
            contributed_cents=data.draw(some.integers(1, 2)),
            started_together=round_ == 3,
        )
        for entry in range(1, 8)
    ]
    told = placed(rules, eliminations, {8: 1})
    assert placed(rules, data.draw(some.permutations(eliminations)), {8: 1}) == told
