"""What dealer and players see of a tournament at a Canberra Poker table."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from controller.language import LANGUAGES, language_of
from controller.screens import sign
from controller.screens.columns import NEXT
from controller.screens.dealer_screen import dealer_screen
from controller.screens.scene import Look, Scene
from games.canberra_poker.game import CanberraPoker
from games.outcomes import RoundClosed
from games.table.table import Setup, TableCarry
from games.table.table import Table as ControllerTable
from tests.games.canberra_tournament_talk import at_the_tournament_table
from tests.games.canberra_tournament_walk import TournamentWalk

SPEAKERS = {name: language_of(name, CanberraPoker) for name in LANGUAGES}
EVENTS = 1_200


def table_of(game: CanberraPoker) -> ControllerTable:
    """The whole table around a game, as it stands. Its dealer has signed in."""
    setup = Setup("T-01", game.name, game.boxes, game.state.options, game.shoe)
    table = ControllerTable(setup, TableCarry(dealer="dealer"))
    table.game = game
    return table


def screen(game: CanberraPoker, language: str = "en", sheet: tuple[Any, ...] = ()) -> Any:
    look = Look(language, "dark", 3, False, 4, "soft", 5.0)
    scene = Scene(
        table=table_of(game),
        trouble=None,
        language=SPEAKERS[language],
        look=look,
        simulated=True,
        health={},
        clock="12:00",
        sheet=sheet,
    )
    return dealer_screen(scene)


def boxes(game: CanberraPoker) -> dict[int, tuple[str, str, str, list[str]]]:
    shown = screen(game)["boxes"]
    return {box["box"]: (box["tag"], box["mark"], box["state"], box["lines"]) for box in shown}


@pytest.mark.rule("NI2004-492", "17.15")
@pytest.mark.rule("NI2004-492", "17.16")
def test_the_panel_says_whom_to_ask_and_what_he_may_ante() -> None:
    table = at_the_tournament_table({1: 1_000, 2: 300, 3: 1_000}, boxes=4, chips_cents=(2_500, 50_000))
    shown = screen(table.game)
    assert shown["prompt"]["title"] == "Ask box 1 for the ante"
    assert [button["label"] for button in shown["actions"] if button["place"] == NEXT] == ["Ask box 1"]
    table.antes_in_turn({1: 25})
    table.asks(2)
    shown = screen(table.game)
    assert shown["prompt"]["title"] == "Box 2: ante, please"
    onward = {button["label"]: button for button in shown["actions"]}
    assert onward["Ante of box 2"]["ask"]["maximum_cents"] == 30_000
    assert onward["Ante of box 2"]["place"] == NEXT
    assert onward["Ask box 3"]["place"] < NEXT
    page = screen(table.game, sheet=("box", 2))["sheet"]
    assert "Ante 25" in str(page)
    assert "Ante 500" not in str(page)
    assert "Jackpot" not in str(page)
    assert "Remove" not in str(page)


@pytest.mark.rule("NI2004-492", "17.12")
@pytest.mark.rule("NI2004-492", "17.14")
def test_a_box_shows_entry_chips_marker_and_who_is_absent_asked_or_out() -> None:
    table = at_the_tournament_table({1: 1_000, 2: 5, 3: 1_000}, boxes=4, marker=3)
    table.is_absent(1)
    table.antes_in_turn({3: 25})
    shown = boxes(table.game)
    assert shown[1] == ("#10", "", "absent", ["1,000"])
    assert shown[2] == ("#20", "", "out", ["5"])
    assert shown[3] == ("#30", "M", "asked", ["975", "Ante 25"])
    assert shown[4] == ("", "", "empty", [])


@pytest.mark.rule("NI2004-492", "17.15")
def test_who_went_away_after_his_ante_is_shown_as_absent() -> None:
    table = at_the_tournament_table({1: 1_000, 2: 1_000}, boxes=4, marker=1)
    table.ante(2, 25)
    table.is_absent(2)
    assert boxes(table.game)[2] == ("#20", "", "absent", ["975", "Ante 25"])


def test_tournament_chips_are_typed_without_a_sign_of_money() -> None:
    table = at_the_tournament_table({1: 1_000, 2: 1_000}, boxes=4, marker=1)
    table.asks(1)
    (ante,) = [one for one in screen(table.game)["actions"] if one["label"] == "Ante of box 1"]
    assert ante["ask"]["unit"] == ""


def test_only_while_antes_are_placed_is_a_box_about_wagers() -> None:
    table = at_the_tournament_table({1: 1_000, 2: 1_000}, boxes=4, marker=1)
    assert screen(table.game, sheet=("box", 2))["sheet"]["title"] == "Box 2: wagers"
    table.antes_in_turn({1: 25, 2: 25})
    table.closes_betting()
    assert screen(table.game, sheet=("box", 2))["sheet"]["title"] == "Box 2"


@pytest.mark.rule("NI2004-492", "17.18")
def test_the_sign_says_round_limits_and_chips_and_nothing_of_a_jackpot() -> None:
    table = at_the_tournament_table({1: 1_000, 3: 500}, rounds=12, level=(10, 200, 5))
    table.plays({1: 25, 3: 50})
    shown = sign.in_words(SPEAKERS["en"], table.game.seen_by_sign())
    limits = {limit["label"]: limit["value"] for limit in shown["limits"]}
    assert (limits["Minimum"], limits["Maximum"], limits["Multiples of"]) == ("10", "200", "5")
    assert shown["side"] is not None
    assert (shown["side"]["title"], shown["side"]["wager"]) == ("Tournament", "Round 2 of 12")
    chips = [(row["name"], row["value"]) for row in shown["side"]["rows"]]
    assert chips == [("Box 1, no. 10", "1,025"), ("Box 3, no. 30", "550")]
    assert "ackpot" not in str(shown)
    assert "$" not in str([shown["limits"], shown["side"]])


@pytest.mark.parametrize("seed", range(5))
def test_every_screen_of_tournaments_by_chance_can_be_shown(seed: int) -> None:
    walk = TournamentWalk(seed, trouble=0.03)
    seen: Counter[Any] = Counter()
    for _ in range(EVENTS):
        event, _offer = walk.next_event()
        outcomes = walk.game.take(event)
        state = walk.game.state
        about = state.question.question.about if state.question else ""
        made = (state.phase, about, walk.game.prompt().say.code, state.tournament is None)
        seen[made] += 1
        if seen[made] > 2 or any(isinstance(outcome, RoundClosed) for outcome in outcomes):
            continue
        for language in LANGUAGES:
            shown = screen(walk.game, language)
            places = [button["place"] for button in shown["actions"]]
            assert len(set(places)) == len(places)
            for box in shown["boxes"]:
                if box["touch"]:
                    assert screen(walk.game, language, ("box", box["box"]))["sheet"]
            sign.in_words(SPEAKERS[language], walk.game.seen_by_sign())
    assert len(seen) > 15
