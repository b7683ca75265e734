"""Every irregularity of a table can be brought about from its bench page and its panel, at the real daemon."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from games.canberra_poker.irregularities import IRREGULARITIES
from games.canberra_poker.rule_twelve import OF_PACKS
from games.canberra_poker.tournament_irregularities import OF_TOURNAMENTS
from games.every_game.irregularities import OF_TAGS
from tests.browser.dealing import Prepared, Screen
from tests.controller.at_the_bench import Bench, goes_on_without_readers, until_asked
from tests.daemon import Daemon

ANTES = {1: 25, 2: 50}


def _third(bench: Bench[Prepared]) -> None:
    bench.prepared.deal(ANTES, 6)
    for box, nth in ((1, 1), (2, 1), (1, 2)):
        bench.reports("card_exposed", place=str(box), nth=nth, seen=bench.face(f"box-{box}", nth))
        if (box, nth) != (1, 2):
            bench.says("answer", choice="turn_over")


def _exposed(bench: Bench[Prepared]) -> None:
    bench.prepared.deal(ANTES, 3)
    bench.press("expose_last")
    bench.reports("card_exposed", place="1", nth=1, seen=bench.face("box-1", 1))


def _dealers(bench: Bench[Prepared]) -> None:
    bench.prepared.deal(ANTES, 3)
    bench.reports("card_exposed", place="dealer", nth=1, seen=bench.face("dealer", 1))


def _another_face(bench: Bench[Prepared]) -> None:
    bench.prepared.deal(ANTES, 3)
    bench.reports("card_exposed", place="1", nth=1, seen=bench.wrong_face())


def _reported(what: str) -> Callable[[Bench[Prepared]], None]:
    def happens(bench: Bench[Prepared]) -> None:
        bench.prepared.deal(ANTES, 3)
        bench.reports(what, place="1")

    return happens


def _dealt_on(*names: str, cards: int = 3) -> Callable[[Bench[Prepared]], None]:
    def happens(bench: Bench[Prepared]) -> None:
        bench.prepared.deal(ANTES, cards)
        bench.presses(*names)

    return happens


def _twice(bench: Bench[Prepared]) -> None:
    """A second queen of diamonds, and the whole deck dealt until both are out."""
    bench.prepared.antes(ANTES)
    for _ in range(26):  # so many that they meet in a deal of fifteen sooner or later
        bench.press("add_extra")
    with Screen(bench.daemon) as screen:
        screen.press("close_betting")
    bench.presses(*["draw_next"] * 15)


def _readers_differ(bench: Bench[Prepared]) -> None:
    """A card that the shoe has not told of lies there when the readers come back without their memory."""
    bench.prepared.deal(ANTES, 3)
    goes_on_without_readers(bench)
    bench.presses("double_feed", "reboot-readers", "replug-readers")
    with Screen(bench.daemon) as screen:
        screen.send("test_again", {})


def _shoe_back(bench: Bench[Prepared]) -> None:
    bench.prepared.deal(ANTES, 4)
    bench.presses("unplug-shoe")
    until_asked(bench, "shoe_lost")
    bench.press("replug-shoe")
    with Screen(bench.daemon) as screen:
        screen.send("test_again", {})


def _early(bench: Bench[Prepared]) -> None:
    bench.prepared.antes()
    bench.press("draw_next")


def _missed_early(bench: Bench[Prepared]) -> None:
    bench.prepared.antes()
    bench.presses("next_card_unheard", "draw_next", "draw_next")


def _exchanged(bench: Bench[Prepared]) -> None:
    bench.prepared.decide(ANTES)
    bench.press("swap_boxes")


def _extra(bench: Bench[Prepared]) -> None:
    bench.prepared.decide(ANTES)
    bench.press("draw_too_many")


def _discarded(bench: Bench[Prepared]) -> None:
    bench.prepared.decide(ANTES)
    bench.press("hand_to_rack")


def _count_back(bench: Bench[Prepared]) -> None:
    bench.prepared.collect(ANTES)
    bench.says("collected", count=14)


def _typed_twice(bench: Bench[Prepared]) -> None:
    """The shoe could not read the dealer's first card, and a finger types one that lies face down at a box."""
    bench.prepared.deal(ANTES, 2)
    bench.presses("next_card_smudged", *["draw_next"] * 13)
    with Screen(bench.daemon) as screen:
        screen.until(lambda state: screen.phase == "decide")
        for _ in ANTES:
            screen.press("bet")
        screen.must("enter_card", place="dealer", nth=1, card=bench.face("box-1", 1))


def _hand_count(bench: Bench[Prepared]) -> None:
    bench.prepared.settle(ANTES)
    with Screen(bench.daemon) as screen:
        while screen.phase == "settle":
            screen.press("show_box" if screen.action("show_box") else "settle_box")
    bench.says("collect_hand", box=max(ANTES), count=4)


def _dealers_late(bench: Bench[Prepared]) -> None:
    bench.prepared.decide(ANTES)
    bench.reports("card_exposed", place="dealer", nth=2, seen=bench.face("dealer", 2))


def _held(bench: Bench[Prepared]) -> None:
    bench.prepared.deal(ANTES, 3)
    bench.says("hold_shoe")


HAPPENS: dict[str, Callable[[Bench[Prepared]], None]] = {
    "card_exposed": _exposed,
    "third_card_exposed": _third,
    "exposed_card_differs": _another_face,
    "dealer_card_exposed": _dealers,
    "wrong_box": _dealt_on("draw_elsewhere"),
    "too_many_cards": _reported("too_many_cards"),
    "too_few_cards": _reported("too_few_cards"),
    "extra_card_drawn": _extra,
    "readers_count_differs": _readers_differ,
    "readers_lost": _dealt_on("unplug-readers"),
    "early_card": _early,
    "card_read_twice": _twice,
    "hand_in_discards": _discarded,
    "cards_exchanged": _exchanged,
    "count_back_differs": _count_back,
    "shoe_held": _held,
    "shoe_lost": _dealt_on("unplug-shoe"),
    "shoe_back": _shoe_back,
    "shoe_faulted": _dealt_on("jam"),
    "reports_missed": _dealt_on("next_card_unheard", "draw_next", "draw_next"),
    "reports_missed_early": _missed_early,
    "collusion": _reported("collusion"),
    "card_typed_twice": _typed_twice,
    "hand_count_differs": _hand_count,
    "dealer_card_exposed_late": _dealers_late,
    "other": _reported("other"),
}


@pytest.fixture(scope="module")
def bench() -> Iterator[Bench[Prepared]]:
    """The folder is ours, because the path of a socket must be short."""
    with tempfile.TemporaryDirectory(prefix="table-") as folder:
        daemon = Daemon(Path(folder), "demo").start()
        try:
            yield Bench(daemon, Prepared(daemon))
        finally:
            daemon.stop()


@pytest.mark.parametrize("about", HAPPENS)
def test_it_can_be_brought_about(bench: Bench[Prepared], about: str) -> None:
    bench.daemon.bench.do("new_deck")
    HAPPENS[about](bench)
    assert about in until_asked(bench, about)


def test_none_is_forgotten() -> None:
    """Those of packs are brought about at the table with a shuffling shoe, those of tags with a file, those of
    a tournament by its orders."""
    assert set(HAPPENS) == set(IRREGULARITIES) - set(OF_PACKS) - set(OF_TAGS) - set(OF_TOURNAMENTS)
