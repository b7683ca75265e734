"""A tag must be stable before anybody hears of it."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import ValidationError

from drivers.reports import Hidden, Report, TagArrived, TagGone, TagsPresent
from drivers.settling import MOST_TAGS, Patience, PolledOptions, Settling

A, B, C = b"\1\1\1\1", b"\2\2\2\2", b"\3\3\3\3"


def antenna(*first: bytes, within: int = 6) -> Settling:
    settling = Settling(7, PolledOptions(arrives_within=within, gone_after=5))
    for _ in range(within):
        settling.scan(first)
    return settling


def scans(settling: Settling, *rounds: list[bytes]) -> list[str]:
    """Arrivals as +1, departures as -1."""
    reports = [report for tags in rounds for report in settling.scan(tags)]
    return [("+" if isinstance(r, TagArrived) else "-") + str(r.tag.open()[0]) for r in reports]


def test_the_first_scans_are_the_inventory() -> None:
    settling = Settling(7, PolledOptions())
    said = [settling.scan(tags) for tags in ([A, B], [A, B], [A, B], [A, B], *[[A, B, C]] * 3)]
    assert said == [
        *([], [], [], [], [], [TagsPresent(antenna=7, tags=(Hidden(A), Hidden(B)))]),
        [TagArrived(antenna=7, tag=Hidden(C))],
    ]


def test_a_partial_inventory_tells_what_it_saw_and_that_there_may_be_more() -> None:
    settling = Settling(1, PolledOptions(arrives_after=1, arrives_within=1))
    assert settling.scan([A], whole=False) == [
        TagsPresent(antenna=1, tags=(Hidden(A),), complete=False),
        TagArrived(antenna=1, tag=Hidden(A)),
    ]


@pytest.mark.parametrize("times", [1, 2])
def test_a_tag_seen_once_or_twice_is_not_there(times: int) -> None:
    assert scans(antenna(), *[[A]] * times, *[[]] * 5, [B], *[[A]] * times, *[[]] * 6, [B]) == []


@pytest.mark.parametrize("pattern", [[[A], []], [[], [A]], [[A], [], [A]]])
def test_a_tag_that_every_second_scan_names_is_there(pattern: list[list[bytes]]) -> None:
    assert scans(antenna(), *pattern * 20) == ["+1"]
    met = Settling(7, PolledOptions())
    told = [report for tags in pattern * 3 for report in met.scan(tags)]
    assert told == [TagsPresent(antenna=7, tags=(Hidden(A),))]


def test_what_left_before_the_inventory_is_not_in_it() -> None:
    settling = Settling(7, PolledOptions(gone_after=3))
    told = [report for tags in [*[[A, B]] * 3, *[[A]] * 3] for report in settling.scan(tags)]
    assert told == [TagsPresent(antenna=7, tags=(Hidden(A),))]


def test_a_tag_arrives_in_no_fewer_scans_than_it_must_be_seen_in() -> None:
    with pytest.raises(ValidationError, match="arrives_within is at least arrives_after"):
        PolledOptions(arrives_after=7)


def test_a_tag_is_told_once() -> None:
    assert scans(antenna(), *[[A]] * 20) == ["+1"]


@pytest.mark.parametrize("times", range(1, 5))
def test_a_resting_tag_that_drops_out_is_not_gone(times: int) -> None:
    assert scans(antenna(A), *([[]] * times + [[A]]) * 9) == []


def test_a_tag_that_leaves_is_gone_and_can_come_again() -> None:
    assert scans(antenna(A), *[[]] * 9, *[[A]] * 3) == ["-1", "+1"]


def test_a_tag_that_is_replaced_goes_and_the_other_comes() -> None:
    assert scans(antenna(A, B), *[[B, C]] * 6) == ["+3", "-1"]


def test_a_number_twice_in_one_scan_is_one_tag() -> None:
    assert scans(antenna(), *[[A, A]] * 3) == ["+1"]


def test_a_disturbed_scan_says_nothing_of_what_it_does_not_name() -> None:
    settling = antenna(A)
    for _ in range(20):
        assert settling.scan([], failed=True) == []
    told = [settling.scan([B], failed=number % 2 == 0) for number in range(3)]
    assert told == [[], [], [TagArrived(antenna=7, tag=Hidden(B))]]


def test_numbers_that_never_settle_are_not_kept() -> None:
    settling = antenna()
    for number in range(10_000):
        settling.scan([number.to_bytes(4, "big")], failed=True)
    assert len(settling._seen) <= MOST_TAGS
    crowded = antenna(*(number.to_bytes(4, "big") for number in range(1_000)))
    assert len(crowded._resting) == MOST_TAGS


@settings(max_examples=150, deadline=None, derandomize=True)
@given(rounds=st.lists(st.sets(st.sampled_from([A, B, C])), max_size=60), arrives=st.integers(1, 4))
def test_arrivals_and_departures_alternate(rounds: list[set[bytes]], arrives: int) -> None:
    settling = Settling(1, PolledOptions(arrives_after=arrives, gone_after=4))
    there: set[bytes] = set()
    for tags in rounds:
        for report in settling.scan(tags):
            _follow(there, report)


def _follow(there: set[bytes], report: Report) -> None:
    match report:
        case TagsPresent(tags=tags):
            there |= {tag.open() for tag in tags}
        case TagArrived(tag=tag):
            assert tag.open() not in there
            there.add(tag.open())
        case TagGone(tag=tag):
            there.remove(tag.open())


def test_patience_ends_twice() -> None:
    patience = Patience(answer_ms=400, silence_ms=1_000)
    patience.begins(0)
    assert [patience.is_overdue(now_ms) for now_ms in (399, 400)] == [False, True]
    patience.asks(400)
    assert not patience.is_overdue(799)
    assert [patience.silence(now_ms) for now_ms in (999, 1_000)] == ["", "no answer for 1000 ms"]
    patience.has_answer(1_000)
    assert patience.silence(1_999) == ""
