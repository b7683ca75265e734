"""What the sign of a pot game's table tells the players before they sit down (4.1, 8.1 and 15)."""

from __future__ import annotations

from typing import Any

import pytest

from controller.language import LANGUAGES, Language
from controller.screens.sign import in_words
from games import events as e
from games.table.table import Setup, Table
from tests.games.pot_talk import GAMES, pot_options
from tests.games.rules_in_common import pot_rules


def sign(game: str, *events: e.Event, language: str = "en", **options: Any) -> dict[str, Any]:
    table = Table(Setup("T-01", game, 6, pot_options(game, **options)))
    for event in (e.OpenTable(), *events):
        table.take(event)
    return in_words(Language(language, seats=True), table.seen("players"))


def rows(told: dict[str, Any]) -> dict[str, str]:
    return {row["label"]: row["value"] for row in told["limits"]} | {
        row["name"]: row["value"] for row in told["payouts"]
    }


@pot_rules("4.1", "4.2(a)", "15.1")
@pytest.mark.parametrize("game", GAMES)
def test_minimum_stake_and_minimum_bet_are_on_the_sign(game):
    told = sign(game, minimum_stake=200, least=10)
    assert rows(told)["Minimum table stake"] == "$200"
    assert rows(told)["Minimum bet"] == "$10"
    assert told["side"]["wager"] == "5% of the pots, whole dollars"


@pytest.mark.rule("NI2017-583", "4.2(i)")
def test_only_omaha_has_a_maximum_buy_in():
    assert rows(sign("omaha", maximum_buy_in=2000))["Maximum buy-in"] == "$2,000"
    assert "Maximum buy-in" not in rows(sign("faro"))


@pot_rules("8.1")
@pytest.mark.parametrize("game", GAMES)
def test_a_game_for_some_players_only_says_so(game):
    options = pot_options(game).model_copy(update={"players_only": "New players only"})
    table = Table(Setup("T-01", game, 6, options))
    assert rows(in_words(Language("en", seats=True), table.seen("players")))["Players"] == "New players only"
    assert "Players" not in rows(sign(game))


@pot_rules("4.1", "4.2")
def test_what_is_announced_stands_beside_what_holds():
    change = e.ChangeDeterminations(
        changes=(e.Determination(name="betting.least_cents", value=2_000),), in_minutes=10, role="supervisor"
    )
    told = {row["label"]: (row["value"], row["next"]) for row in sign("omaha", change)["limits"]}
    assert told["Minimum bet"] == ("$10", "$20")
    assert told["Minimum table stake"] == ("$200", "")


@pot_rules("15.3")
def test_a_charge_for_time_says_how_much_and_how_often():
    told = sign("faro", time_charge=5, every_minutes=30)
    assert told["side"]["wager"] == "$5 each 30 minutes, in advance"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_every_sign_can_be_said(game, language):
    told = sign(
        game,
        language=language,
        joker=True,
        ace_low=True,
        wins="split",
        eight_or_better=True,
        over_blind=20,
        blinds=(5, 10),
    )
    assert all(row["value"] for row in told["payouts"])


LEVELS = tuple(
    e.Level(
        number=number,
        from_ms=(number - 1) * 1_200_000,
        determined=(
            e.Determination(name="betting.blinds_cents", value=(number * 2_500, number * 5_000)),
            e.Determination(name="betting.least_cents", value=number * 5_000),
        ),
    )
    for number in (1, 2)
)
ORDERS = (
    e.JoinTournament(order=1, tournament="spring"),
    e.SeatEntrant(order=2, box=1, entry=7, chips_cents=100_000),
    e.SeatEntrant(order=3, box=4, entry=9, chips_cents=100_000),
    e.FollowLevels(order=4, levels=LEVELS),
    e.PlaySession(order=5, session=1),
)


@pot_rules("4.1", "4.2")
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_in_a_tournament_level_and_chips_are_on_the_sign_and_nothing_to_buy(game, language):
    told = sign(game, *ORDERS, language=language)
    assert told["side"] is None
    assert "$" not in str(told)
    if language == "en":
        shown = rows(told)
        assert (shown["Level"], shown["Players at this table"]) == ("1", "2")
        assert (shown["First blind"], shown["Second blind"], shown["Minimum bet"]) == ("25", "50", "50")
        assert shown["Next level"].endswith(":20")
        assert not {"Minimum table stake", "Maximum buy-in"} & set(shown)


def test_the_sign_says_how_a_tournament_stands():
    def says(*events: e.Event) -> list[str]:
        table = Table(Setup("T-01", "omaha", 6, pot_options("omaha")))
        for event in (e.OpenTable(), *events):
            table.take(event)
        speaker = Language("en", seats=True)
        return [speaker.sign(standing.say) for standing in table.seen("players").standing]

    assert says(*ORDERS)[0] == "Tournament: level 1, round 1"
    assert says(*ORDERS[:4])[0] == "Tournament: play waits"
    waits = e.PlaySession(order=6, session=1, waiting="break", until_ms=1_800_000)
    assert says(*ORDERS, waits)[0].startswith("Break until ")
    stands = e.PlaySession(order=6, session=1, waiting="break", until_ms=0)
    assert says(*ORDERS, stands)[0] == "The clock stands"
