from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from pydantic import ValidationError

from simulators.specs import DEVICE_SPECS, usual_antennas
from simulators.table import FACES, NotPossible, SimulatedTable
from tests.simulators.rig import LINK_SHOE, READERS, SHOE

BUTTON = {
    "name": "button",
    "driver": "table_link",
    "options": {"device": "marker"},
    "antennas": {"1": "box-1", "2": "box-2"},
    "button_mark": 7,
}


@contextmanager
def table(folder: Path, *specs: dict[str, Any], seed: int = 1) -> Iterator[SimulatedTable]:
    made = SimulatedTable(folder, DEVICE_SPECS.validate_python(list(specs)), boxes=2, seed=seed)
    try:
        yield made
    finally:
        made.close()


def places(made: SimulatedTable) -> dict[str, int]:
    return {place: count for place, count in made.state()["places"].items() if count}


def everything_in(made: SimulatedTable, place: str) -> list[str]:
    return [made.expose(place, nth + 1) for nth in range(places(made)[place])]


def test_a_card_goes_where_hands_put_it(tmp_path: Path) -> None:
    with table(tmp_path, SHOE, READERS) as made:
        assert made.load_deck() == 52
        made.draw("box-1")
        made.draw()
        made.draw_too_many("box-2", 3)
        assert places(made) == {"shoe": 47, "hand": 1, "box-1": 1, "box-2": 3}
        made.move("hand", "dealer")
        made.to_rack("box-2")
        made.double_feed("box-1")
        assert places(made) == {"shoe": 45, "dealer": 1, "box-1": 3, "rack": 3}
        made.collect()
        assert places(made) == {"pile": 52}


def test_burnt_cards_lie_apart_and_all_go_to_the_rack_at_the_end(tmp_path: Path) -> None:
    with table(tmp_path, SHOE, READERS) as made:
        made.load_deck()
        for place in ("box-1", "burn", "board"):
            made.draw(place)
        assert places(made) == {"shoe": 49, "box-1": 1, "burn": 1, "board": 1}
        made.to_the_rack()
        assert places(made) == {"shoe": 49, "rack": 3}


def test_the_dealer_button_lies_at_one_seat(tmp_path: Path) -> None:
    with table(tmp_path, SHOE, BUTTON) as made:
        assert made.state()["button"]
        made.move_button(1)
        made.move_button(2)
        made.move_button(2)
        assert made.state()["markers"] == {"box-1": None, "box-2": 7}
    with table(tmp_path, SHOE) as made:
        assert not made.state()["button"]
        with pytest.raises(NotPossible, match="sees a dealer button"):
            made.move_button(1)


def test_the_deck_has_52_different_cards_and_tags(tmp_path: Path) -> None:
    with table(tmp_path, SHOE) as made:
        assert sorted(everything_in(made, "pile")) == sorted(FACES)
        assert len({card.tag for card in made._places["pile"]}) == 52


def test_a_tag_tells_nothing_of_the_face(tmp_path: Path) -> None:
    with table(tmp_path, SHOE) as made:
        by_tag = [card.face for card in sorted(made._places["pile"], key=lambda card: card.tag)]
        neighbours = sum(FACES.index(a) + 1 == FACES.index(b) for a, b in pairwise(by_tag))
        assert neighbours < 6


def test_one_seed_gives_one_shuffle(tmp_path: Path) -> None:
    def shuffled(seed: int) -> list[str]:
        with table(tmp_path, SHOE, seed=seed) as made:
            made.shuffle()
            return everything_in(made, "pile")

    assert shuffled(1) == shuffled(1) != shuffled(2)


def test_a_cut_turns_the_deck_round(tmp_path: Path) -> None:
    with table(tmp_path, SHOE) as made:
        before = everything_in(made, "pile")
        made.cut(10)
        assert everything_in(made, "pile") == before[-10:] + before[:-10]
        made.cut()
        assert set(everything_in(made, "pile")) == set(before)


def test_a_swap_changes_the_last_cards(tmp_path: Path) -> None:
    with table(tmp_path, SHOE) as made:
        made.load_deck()
        made.draw("box-1")
        made.draw("box-2")
        faces = made.expose("box-1", 1), made.expose("box-2", 1)
        made.swap("box-1", "box-2")
        assert (made.expose("box-2", 1), made.expose("box-1", 1)) == faces


def test_a_missing_and_a_doubled_card(tmp_path: Path) -> None:
    with table(tmp_path, SHOE) as made:
        made.take_from_deck()
        assert made.load_deck() == 51
        made.put_back()
        made.add_extra("Qd")
        assert places(made) == {"shoe": 53}
        assert everything_in(made, "shoe").count("Qd") == 2
        made.draw("box-1")
        made.new_deck()
        assert sorted(everything_in(made, "pile")) == sorted(FACES)
        assert places(made) == {"pile": 52}


def test_an_ordinary_shoe_tells_of_nothing(tmp_path: Path) -> None:
    with table(tmp_path, READERS) as made:
        made.shuffle()
        made.draw("box-1")
        assert places(made) == {"pile": 51, "box-1": 1}
        made.load_deck()
        made.draw("box-2")
        assert places(made) == {"shoe": 50, "box-1": 1, "box-2": 1}
        with pytest.raises(NotPossible, match="no shoe that tells"):
            made.next_card_goes("unread")


def test_nothing_printed_shows_a_card(tmp_path: Path) -> None:
    with table(tmp_path, SHOE, READERS) as made:
        printed = repr(made._places) + repr(made.state())
        assert not [face for face in FACES if face in printed]


@pytest.mark.parametrize(
    ("impossible", "sentence"),
    [
        (lambda made: made.draw("box-9"), 'no place "box-9"'),
        (lambda made: made.move("box-1", "dealer"), "box-1 has 0 cards"),
        (lambda made: made.to_rack("box-1"), "put a card there first"),
        (lambda made: made.swap("box-1", "box-1"), "name two places"),
        (lambda made: made.swap("box-1", "box-2"), "no card in box-1"),
        (lambda made: made.expose("box-1", 1), "no card 1 to turn over"),
        (lambda made: made.add_extra("Xx"), '"Xx" is no card'),
        (lambda made: made.put_back(), "no card in pocket"),
        (lambda made: made.cut(52), "cut between 1 and 51"),
        (lambda made: made.clear_jam(), "not jammed"),
        (lambda made: made.clear_fault(), "no fault"),
        (lambda made: made.fault("hiccups"), 'no fault "hiccups"'),
        (lambda made: made.unplug("toaster"), 'no device "toaster"'),
        (lambda made: made.damage("shoe", "tooth"), 'no damage "tooth"'),
        (lambda made: made.reboot("shoe"), "has no boot number"),
        (lambda made: made.load_deck(), "no pile to load"),
    ],
)
def test_what_is_not_possible_says_why_and_changes_nothing(
    tmp_path: Path, impossible: Callable[[SimulatedTable], None], sentence: str
) -> None:
    with table(tmp_path, SHOE, READERS) as made:
        made.load_deck()
        before = made.state()
        with pytest.raises(NotPossible, match=sentence):
            impossible(made)
        assert made.state() == before


def test_an_empty_shoe_and_a_jammed_one(tmp_path: Path) -> None:
    with table(tmp_path, SHOE) as made:
        with pytest.raises(NotPossible, match="load the deck first"):
            made.draw()
        made.load_deck()
        made.jam()
        for verb in (made.draw, made.verify_next, made.verify_all, made.jam):
            with pytest.raises(NotPossible, match="clear the jam first"):
                verb()
        made.clear_jam()
        made.draw()


def test_a_checked_deck_lies_in_the_pile(tmp_path: Path) -> None:
    with table(tmp_path, SHOE) as made:
        made.load_deck()
        made.verify_next()
        made.verify_all(pace_ms=100)
        with pytest.raises(NotPossible, match="being checked"):
            made.draw()
        for now_ms in range(0, 6_000, 50):
            made.tick(now_ms)
        assert places(made) == {"pile": 52}
        made.load_deck()


def test_usual_antennas() -> None:
    assert usual_antennas(2) == {1: "box-1", 2: "box-2", 3: "dealer", 4: "rack"}


@pytest.mark.parametrize(
    ("specs", "sentence"),
    [
        ([SHOE, {**LINK_SHOE, "name": "other"}], "one shoe"),
        ([READERS, {**READERS, "name": "more"}], "Two antennas"),
        ([SHOE, {**READERS, "name": "shoe"}], "one name"),
        ([{**READERS, "antennas": {1: "attic"}}], 'no place "attic"'),
    ],
)
def test_devices_that_do_not_fit_together(tmp_path: Path, specs: list[dict[str, Any]], sentence: str) -> None:
    with pytest.raises(NotPossible, match=sentence), table(tmp_path, *specs):
        pass


def test_a_device_nobody_can_simulate() -> None:
    with pytest.raises(ValidationError, match="angel_eye"):
        DEVICE_SPECS.validate_python([{"name": "x", "driver": "toaster"}])


def test_a_reduced_deck_with_a_joker_that_no_shoe_can_read(tmp_path: Path) -> None:
    reduced = [face for face in FACES if face[0] not in "23456"]
    with table(tmp_path, SHOE) as made:
        made.new_deck([*reduced, "Jk"])
        assert sorted(everything_in(made, "pile")) == sorted([*reduced, "Jk"])
        assert made.load_deck() == 33
        for _ in range(33):
            made.draw("box-1")
        assert made.expose("box-1", 1) in (*reduced, "Jk")
        with pytest.raises(NotPossible, match="are none"):
            made.new_deck(["1x"])
