"""A simulated shuffling shoe: its chambers, its faults, and what its real driver hears of them on a pty."""

from collections.abc import Callable
from pathlib import Path

import pytest

from drivers.reports import (
    Beat,
    Damaged,
    DeckInserted,
    DoorChanged,
    FaultCleared,
    Faulted,
    Identified,
    PackDispensed,
    PoweredUp,
    Report,
    ReportsMissed,
    ShuffleComplete,
    ShuffleStarted,
)
from simulators.shuffler import SHUFFLE_MS
from simulators.table import FACES, NotPossible, SimulatedTable
from simulators.wire import DAMAGES, Damage
from tests.simulators.rig import READERS, SHOE, SHUFFLER, Rig, rig
from tests.simulators.test_table import everything_in, places, table

VERY_LOSSY = Damage(lose=0.03, flip=0.03)


def told(running: Rig) -> list[Report]:
    return [report for report in running.lines["shuffler"].reports if not isinstance(report, Beat)]


def kinds(running: Rig) -> list[str]:
    return [type(report).__name__ for report in told(running)]


def load(running: Rig) -> None:
    for colour in ("blue", "red"):
        running.table.insert_deck(colour)
    running.wait(3 * SHUFFLE_MS)


def chambers(made: SimulatedTable) -> dict[str, object]:
    held = made.state()["shuffler"]
    assert isinstance(held, dict)
    return held


# ---------------------------------------------------------------- the machine


def test_two_decks_of_52_with_tags_of_their_own(tmp_path: Path) -> None:
    with table(tmp_path, SHUFFLER) as made:
        assert sorted(everything_in(made, "pile")) == sorted(FACES * 2)
        assert len({card.tag for card in made._places["pile"]}) == 104


def test_one_deck_is_dealt_while_the_other_is_shuffled(tmp_path: Path) -> None:
    with table(tmp_path, SHUFFLER) as made:
        made.insert_deck("blue")
        made.insert_deck("red")
        assert chambers(made) == {"tray": "red", "drum": "blue", "shoe": "", "open": False}
        for now_ms in range(0, SHUFFLE_MS + 30, 10):
            made.tick(now_ms)
        assert chambers(made) == {"tray": "", "drum": "red", "shoe": "blue", "open": False}
        made.dispense("box-1")
        made.dispense("dealer")
        assert places(made) == {"shoe": 42, "drum": 52, "box-1": 5, "dealer": 5}
        made.collect()
        assert places(made) == {"pile": 52, "drum": 52}
        assert made.insert_deck() == 52
        assert chambers(made)["tray"] == "blue"
        for now_ms in range(SHUFFLE_MS + 30, 3 * SHUFFLE_MS, 10):
            made.tick(now_ms)
        assert chambers(made) == {"tray": "", "drum": "blue", "shoe": "red", "open": False}


def test_the_drum_shuffles(tmp_path: Path) -> None:
    with table(tmp_path, SHUFFLER) as made:
        before = everything_in(made, "pile")[:52]
        made.insert_deck("blue")
        for now_ms in range(0, SHUFFLE_MS + 30, 10):
            made.tick(now_ms)
        assert everything_in(made, "shoe") != before
        assert sorted(everything_in(made, "shoe")) == sorted(FACES)


@pytest.mark.parametrize("stops", [lambda made: made.jam(), lambda made: made.door(is_open=True)])
def test_a_jammed_or_open_machine_does_nothing(tmp_path: Path, stops: Callable[[SimulatedTable], None]) -> None:
    with table(tmp_path, SHUFFLER) as made:
        made.insert_deck("blue")
        stops(made)
        made.insert_deck("red")
        for now_ms in range(0, 3 * SHUFFLE_MS, 10):
            made.tick(now_ms)
        assert chambers(made)["drum"] == "blue"
        with pytest.raises(NotPossible, match="does not work"):
            made.dispense()


def test_all_decks_can_be_taken_out(tmp_path: Path) -> None:
    with table(tmp_path, SHUFFLER) as made:
        made.insert_deck("blue")
        made.insert_deck("red")
        made.take_decks_out()
        assert places(made) == {"pile": 104}
        made.new_deck()
        assert places(made) == {"pile": 104}


@pytest.mark.parametrize(
    ("impossible", "sentence"),
    [
        (lambda made: made.dispense(), "not 5 cards in the shoe"),
        (lambda made: made.dispense("box-9"), 'no place "box-9"'),
        (lambda made: made.insert_deck("green"), "no green card in the pile"),
        (lambda made: made.insert_foreign_deck("pink"), 'no colour "pink"'),
        (lambda made: made.load_deck(), "has no shoe"),
        (lambda made: made.clear_fault(), "no fault"),
    ],
)
def test_what_is_not_possible_says_why(
    tmp_path: Path, impossible: Callable[[SimulatedTable], None], sentence: str
) -> None:
    with table(tmp_path, SHUFFLER) as made:
        before = made.state()
        with pytest.raises(NotPossible, match=sentence):
            impossible(made)
        assert made.state() == before


def test_the_tray_holds_one_deck(tmp_path: Path) -> None:
    with table(tmp_path, SHUFFLER) as made:
        made.insert_deck("blue")
        made.insert_deck("red")
        with pytest.raises(NotPossible, match="a deck in the tray"):
            made.insert_foreign_deck("green")


@pytest.mark.parametrize("verb", ["insert_deck", "dispense"])
def test_a_table_with_an_ordinary_shoe_has_none(tmp_path: Path, verb: str) -> None:
    with table(tmp_path, SHOE) as made:
        assert made.state()["shuffler"] is None
        with pytest.raises(NotPossible, match="no shuffling shoe"):
            getattr(made, verb)()


def test_a_table_has_one_of_the_two(tmp_path: Path) -> None:
    with pytest.raises(NotPossible, match="one shoe"), table(tmp_path, SHOE, SHUFFLER):
        pass


# ---------------------------------------------------------------- on its wire


@pytest.mark.parametrize("damage", ["perfect", "byte-at-a-time", "repeating", "lossy"])
def test_what_the_driver_hears_of_a_round(tmp_path: Path, damage: str) -> None:
    with rig(tmp_path, SHUFFLER, seed=3) as running:
        running.table._device("shuffler").wire.damage = DAMAGES[damage]
        load(running)
        for place in ("box-1", "dealer"):
            running.table.dispense(place)
        running.run_until(lambda: len(running.lines["shuffler"].heard(PackDispensed)) == 2)
        heard = [report for report in told(running) if not isinstance(report, Damaged)]
        assert [type(report) for report in heard] == [
            *(Identified, PoweredUp, DoorChanged),
            *(DeckInserted, ShuffleStarted, DeckInserted),
            *(ShuffleComplete, ShuffleStarted, ShuffleComplete),
            *(PackDispensed, PackDispensed),
        ]
        packs = running.lines["shuffler"].heard(PackDispensed)
        assert {(pack.colour, pack.count) for pack in packs} == {("blue", 5)}


def test_no_byte_of_the_wire_is_a_card(tmp_path: Path) -> None:
    """Whatever is dealt, the device sends the same."""

    def sent(seed: int) -> list[bytes]:
        with rig(tmp_path / str(seed), SHUFFLER, seed=seed) as running:
            device = running.table._device("shuffler")
            kept: list[bytes] = []
            report = device.report
            device.report = lambda kind, body: (kept.append(bytes([kind]) + body), report(kind, body))  # type: ignore[method-assign]
            load(running)
            running.table.dispense("box-1")
            running.table.dispense("dealer")
            return kept

    assert sent(1) == sent(2)


def test_wrong_counts_and_colours(tmp_path: Path) -> None:
    with rig(tmp_path, SHUFFLER) as running:
        running.table.take_from_deck()
        load(running)
        running.table.dispense("box-1", count=4)
        running.table.dispense("box-2", count=6, told_colour="red")
        running.table.insert_foreign_deck("green")
        running.settle()
        heard = running.lines["shuffler"]
        assert sorted(deck.count for deck in heard.heard(DeckInserted)) == [51, 52, 52]
        assert heard.heard(DeckInserted)[-1].colour == "green"
        assert [pack.count for pack in heard.heard(PackDispensed)] == [4, 6]
        assert heard.heard(PackDispensed)[1].colour == "red"


def test_jams_before_in_and_after_a_pack(tmp_path: Path) -> None:
    with rig(tmp_path, SHUFFLER) as running:
        load(running)
        running.table.jam()
        running.table.clear_jam()
        running.table.jam_in_pack("box-1")
        assert places(running.table)["box-1"] == 2
        running.table.clear_jam()
        running.table.dispense("box-2")
        running.table.jam()
        running.settle()
        assert kinds(running)[-6:] == [
            *("Faulted", "FaultCleared", "Faulted", "FaultCleared", "PackDispensed", "Faulted")
        ]


def test_a_fault_and_an_open_door_are_told_again_after_every_greeting(tmp_path: Path) -> None:
    with rig(tmp_path, SHUFFLER) as running:
        line = running.lines["shuffler"]
        running.table.fault("motor_failed")
        running.table.door(is_open=True)
        running.table.unplug("shuffler")
        running.step()
        running.table.replug("shuffler")
        line.restart()
        line.reports.clear()
        line.reopen(running)
        assert [type(report) for report in told(running)][-2:] == [DoorChanged, Faulted]
        assert (line.heard(DoorChanged)[-1].open, line.heard(Faulted)[-1].code) == (True, "motor_failed")
        running.table.clear_fault()
        running.settle()
        assert line.heard(FaultCleared)[-1].code == "motor_failed"


def test_what_happened_while_unplugged_is_delivered_afterwards(tmp_path: Path) -> None:
    with rig(tmp_path, SHUFFLER) as running:
        line = running.lines["shuffler"]
        load(running)
        running.table.unplug("shuffler")
        running.step()
        running.table.dispense("box-1")
        running.table.replug("shuffler")
        line.reopen(running)
        assert len(line.heard(PackDispensed)) == 1
        assert not line.heard(ReportsMissed)


def test_power_off_and_on(tmp_path: Path) -> None:
    with rig(tmp_path, SHUFFLER) as running:
        load(running)
        running.table.reboot("shuffler")
        running.wait(1_200)
        first, second = running.lines["shuffler"].heard(Identified)
        assert first.boot != second.boot
        assert [report.cycles for report in running.lines["shuffler"].heard(PoweredUp)] == [0, 2]
        assert kinds(running)[-4:] == ["Noted", "Identified", "PoweredUp", "DoorChanged"]


def test_readers_see_the_packs(tmp_path: Path) -> None:
    with rig(tmp_path, SHUFFLER, READERS) as running:
        load(running)
        running.table.dispense("box-2")
        running.settle()
        assert len([r for r in running.lines["readers"].reports if type(r).__name__ == "TagArrived"]) == 5


def test_a_very_lossy_line_loses_nothing(tmp_path: Path) -> None:
    with rig(tmp_path, SHUFFLER, seed=5) as running:
        running.table._device("shuffler").wire.damage = VERY_LOSSY
        load(running)
        for _ in range(10):
            running.table.dispense("box-1")
            running.wait(50)
        running.run_until(lambda: len(running.lines["shuffler"].heard(PackDispensed)) == 10)
        assert running.lines["shuffler"].heard(Damaged)
        assert not running.lines["shuffler"].heard(ReportsMissed)
