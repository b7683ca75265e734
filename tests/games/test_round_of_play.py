"""Rounds of play of the pot games from the first post to the last chip paid (8, 9, 13, 14)."""

from random import Random

import pytest

from games.betting import Limit, Opening
from games.cards import FULL_DECK, Card
from games.faro.instrument import INSTRUMENT as FARO
from games.instrument import Street
from games.omaha.instrument import INSTRUMENT as OMAHA
from games.pots import Division
from games.round_of_play import RoundOfPlay, Terms
from games.seven_card_stud.instrument import INSTRUMENT as SEVEN_CARD_STUD
from tests.games.rules_in_common import pot_rules

CHIP = 100


def terms(instrument, *, blinds=(), ante=0, seats=(1, 2, 3), maximum="no_limit", least=200, **more) -> Terms:
    opening = Opening("ante") if ante else Opening(blind_cents=max(blinds, default=0))
    return Terms(
        (Limit(instrument, maximum, least, least, CHIP),),
        Division(tuple(seats), CHIP),
        tuple(blinds),
        dict.fromkeys(seats, ante) if ante else None,
        opening,
        **more,
    )


def omaha(stakes=None, **more) -> RoundOfPlay:
    stakes = stakes or dict.fromkeys((1, 2, 3), 10_000)
    given = {"blinds": (100, 200), "seats": tuple(stakes)} | more
    return RoundOfPlay(terms(OMAHA, **given), stakes, button=max(stakes))


def goes(play: RoundOfPlay, *actions: str) -> None:
    """One word for the one whose turn it is: check, call, fold, or an amount in cents to bet or raise to."""
    for action in actions:
        turn = play.turn()
        assert turn is not None, f"nobody can {action}"
        refused = play.wager(turn.seat, int(action)) if action.isdigit() else getattr(play, action)(turn.seat)
        assert refused is None, refused


def street(play: RoundOfPlay, *actions: str, up=None) -> None:
    play.dealt(up)
    goes(play, *actions)


# ---------------------------------------------------------------- streets, rule 9


@pytest.mark.rule("NI2017-583", "9.1")
def test_omaha_is_dealt_in_four_streets_with_a_betting_round_after_each():
    play = omaha()
    for due, actions in (
        (Street(down=4), ("call", "call", "check")),
        (Street(board=3), ("check",) * 3),
        (Street(board=1), ("check",) * 3),
        (Street(board=1), ("check",) * 3),
    ):
        assert (play.due, play.due_cards) == ("cards", due)
        street(play, *actions)
    assert play.due == "showdown"


@pytest.mark.rule("NI2005-67", "9.3")
@pytest.mark.rule("NI2005-67", "9.4")
def test_faro_has_five_communal_cards_and_a_betting_round_after_each():
    play = RoundOfPlay(terms(FARO, blinds=(100,)), dict.fromkeys((1, 2, 3), 5_000), button=3)
    assert play.due_cards == Street(down=5, board=1)
    street(play, "call", "call", "check")
    for _ in range(4):
        assert play.due_cards == Street(board=1)
        street(play, "check", "check", "check")
    assert play.due == "showdown"


@pytest.mark.rule("NI2005-74", "4.2")
@pytest.mark.parametrize(("lowest", "opener"), [(True, 2), (False, 3)])
def test_in_stud_the_cards_say_who_opens(lowest, opener):
    given = terms(SEVEN_CARD_STUD, ante=100, lowest_opens=lowest)
    play = RoundOfPlay(given, dict.fromkeys((1, 2, 3), 5_000), button=3)
    play.dealt({1: [Card("9s")], 2: [Card("4h")], 3: [Card("Kd")]})
    assert play.turn().seat == opener
    goes(play, "200", "call", "call")
    play.dealt({1: [Card("As")], 2: [Card("Kh")], 3: [Card("2d")]})
    assert play.turn().seat == 1


@pytest.mark.rule("NI2005-74", "4.2")
def test_in_stud_a_folded_hand_opens_nothing():
    play = RoundOfPlay(terms(SEVEN_CARD_STUD, ante=100), dict.fromkeys((1, 2, 3), 5_000), button=3)
    street(play, "200", "call", "fold", up={1: [Card("9s")], 2: [Card("4h")], 3: [Card("Kd")]})
    assert [player.seat for player in play.live()] == [1, 3]
    play.dealt({1: [Card("2s")], 3: [Card("3d")]})
    assert play.turn().seat == 3


@pytest.mark.rule("NI2005-74", "4.2")
def test_another_opens_only_before_anybody_has_acted():
    play = RoundOfPlay(terms(SEVEN_CARD_STUD, ante=100), dict.fromkeys((1, 2, 3), 5_000), button=3)
    play.dealt({1: [Card("9s")], 2: [Card("4h")], 3: [Card("Kd")]})
    assert play.reopened_by(2)
    goes(play, "200")
    assert not play.reopened_by(1)
    assert play.turn().seat == 3


# ---------------------------------------------------------------- the end


def pays(play, won):
    for pot in won:
        play.pay(pot)


@pot_rules("12.4")
def test_the_last_one_left_wins_without_a_card():
    play = omaha()
    street(play, "600", "fold", "fold")
    assert play.due == "over"
    pays(play, play.settled({}))
    assert play.stakes() == {1: 9_900, 2: 9_800, 3: 10_300}


@pot_rules("14.2")
def test_with_everybody_tapped_out_the_cards_come_without_a_bet():
    play = omaha({1: 1_000, 2: 1_000, 3: 1_000})
    street(play, "1000", "call", "call")
    while play.due == "cards":
        play.dealt()
    won = play.settled({1: 5, 2: 7, 3: 6})
    assert [pot.paid for pot in won] == [{2: 3_000}]


@pot_rules("13.1")
def test_who_was_called_shows_first_and_the_others_clockwise():
    play = omaha()
    street(play, "call", "call", "check")
    street(play, "check", "400", "call", "call")
    street(play, "check", "check", "check")
    street(play, "check", "check", "600", "call", "fold")
    assert play.shows_first() == [3, 1]


@pot_rules("13.1")
def test_if_nobody_was_called_the_opener_shows_first():
    play = omaha()
    street(play, "call", "call", "check")
    for _ in range(3):
        street(play, "check", "check", "check")
    assert play.shows_first() == [1, 2, 3]


@pot_rules("13.1")
def test_nothing_is_settled_before_the_end():
    play = omaha()
    play.dealt()
    with pytest.raises(AssertionError, match="not at its end"):
        play.settled({1: 1})


# ---------------------------------------------------------------- any play at all


def any_up(rng: Random, play: RoundOfPlay) -> dict[int, list[Card]]:
    return {player.seat: [rng.choice(FULL_DECK)] for player in play.live() if play.due_cards.up}


def any_action(rng: Random, play: RoundOfPlay) -> str:
    turn = play.turn()
    may = [name for name in ("check", "call", "fold") if getattr(turn, f"may_{name}")]
    if turn.most_to_cents:
        may += [str(rng.choice((turn.least_to_cents, turn.most_to_cents)))] * 2
    return rng.choice(may)


@pytest.mark.parametrize(
    "instrument", [OMAHA, FARO, SEVEN_CARD_STUD], ids=lambda instrument: instrument.document.name
)
@pytest.mark.parametrize("seed", range(60))
def test_whatever_is_played_every_chip_is_somebodys(instrument, seed):
    rng = Random(seed)
    seats = sorted(rng.sample(range(1, 10), rng.randint(2, 6)))
    stakes = {seat: rng.choice((100, 300, 1_000, 20_000)) for seat in seats}
    posting = {"ante": 100} if instrument is SEVEN_CARD_STUD or rng.random() < 0.3 else {"blinds": (100, 200)}
    maximum = rng.choice(("spread", "half_pot", "full_pot", "no_limit", "straddle"))
    play = RoundOfPlay(terms(instrument, seats=seats, maximum=maximum, **posting), stakes, rng.choice(seats))
    while play.due in ("cards", "turn"):
        if play.due == "cards":
            play.dealt(any_up(rng, play))
        else:
            goes(play, any_action(rng, play))
    strengths = {player.seat: rng.randint(1, 3) for player in play.live()}
    low = {seat: rng.choice((0, 1, 2)) for seat in strengths} if rng.random() < 0.5 else None
    pays(play, play.settled(strengths, low))
    assert sum(play.stakes().values()) == sum(stakes.values())
    assert min(play.stakes().values()) >= 0
