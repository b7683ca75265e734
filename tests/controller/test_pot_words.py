"""What a dealer reads at a pot table: pots by one name, uncalled chips, determinations from what to what."""

import pytest

from controller.language import LANGUAGES, Language
from games import events as e
from games.outcomes import Refusal, Undone
from games.table.table import Setup, Table
from tests.games.pot_talk import PotTable, at_the_faro_table, at_the_omaha_table, pot_options
from tests.games.pot_tournament_talk import at_a_tournament
from tests.games.rules_in_common import pot_rules

EN = Language("en", seats=True)


def sentence(table: PotTable) -> str:
    prompt = table.game.prompt()
    return f"{EN.say(prompt.say)}. {EN.say(prompt.explain)}"


def labels_of_pots(table: PotTable) -> list[str]:
    pots = table.game.seen("dealer").pots or ()
    return [EN.seen(pot.label) for pot in pots]


@pot_rules("14.2")
def test_a_pot_has_one_name_in_the_sentence_on_the_rail_and_in_the_history():
    table = at_the_omaha_table(maximum="no_limit", minimum_stake=20, stakes={1: 1000, 2: 1000, 3: 50})
    table.deal({3: "As Ah Ks Kh", 1: "2c 3c 7d 8d", 2: "2s 3s 7h 8h", "board": "Ac Ad 9s Jd 4h"})
    table.taps_out(3)
    table.calls(1, 2)
    table.deal()
    table.bets(1, 100)
    table.calls(2)
    while table.phase in ("deal", "bet"):
        table.deal() if table.phase == "deal" else table.checks_around()
    table.all_show()
    assert labels_of_pots(table) == ["Main pot", "Side pot 1"]
    assert sentence(table).startswith("Main pot: seat 3 gets")
    paid = table.game.take(e.PayPot(pot=1))
    assert EN.told(paid[0]).startswith("Main pot of 150:")
    assert sentence(table).startswith("Side pot 1: ")


@pot_rules("15.2(b)")
def test_uncalled_chips_are_in_the_sentence_with_the_pot():
    table = at_the_omaha_table()
    table.deal()
    table.folds(3, 1)
    assert sentence(table).startswith("Main pot: seat 2 gets 10. 5 uncalled goes back to seat 2. ")


@pot_rules("15.2(b)", "4.2")
def test_uncalled_chips_are_in_the_sentence_where_no_pot_is_left():
    table = at_the_omaha_table(blinds=[10])
    table.deal()
    table.folds(2, 3)
    table.expect_phase("collect")
    assert "10 uncalled goes back to seat 1" in sentence(table)


@pytest.mark.rule("NI2017-583", "4.1")
def test_other_determinations_are_told_from_what_to_what():
    table = at_the_omaha_table()
    table.supervisor.determines(minutes=10, betting__blinds_cents=[1000, 2000], cards__deck=48)
    table.expect_notice("determinations_announced", "4.2")
    told = EN.told(table.heard[0])
    assert told.endswith("First blind 5 → 10, Second blind 10 → 20, Deck: 52 → 48.")
    table.minutes_pass(10)
    assert any(
        EN.told(one) == "From now on: First blind 5 → 10, Second blind 10 → 20, Deck: 52 → 48."
        for one in table.heard
    )


@pytest.mark.rule("NI2017-583", "4.1")
def test_what_will_change_is_read_before_it_is_said():
    table = at_the_omaha_table()
    offer = next(offer for offer in table.game.offers() if offer.command == "change_determinations")
    when = offer.fields[-1]
    said = {"page": "stakes", "betting.blinds_cents.0": 1000, "betting.blinds_cents.1": 2000, "draft": True}
    assert EN.say(when.summary(said)) == "First blind 5 → 10, Second blind 10 → 20."


@pytest.mark.rule("NI2017-583", "4.8(a)")
@pytest.mark.parametrize("name", LANGUAGES)
def test_any_number_of_seconds_to_act_is_said(name):
    table = at_the_omaha_table(seconds_to_act=45)
    offer = next(offer for offer in table.game.offers() if offer.command == "change_determinations")
    page = {"page": "cards"}
    values = [Language(name, seats=True).say(value.say) for value in offer.fields[1].values(page)]
    assert any("45" in value for value in values)


@pot_rules("14.1")
def test_the_rail_says_what_a_call_takes_of_whoever_has_less():
    table = at_the_omaha_table(maximum="no_limit", minimum_stake=20, stakes={1: 65, 2: 1000, 3: 1000})
    table.deal()
    table.raises(3, 200)
    notes = {EN.seen(note.label): EN.seen(note.value) for note in table.game.seen("dealer").notes}
    assert notes["To call"] == "60"
    table.folds(1)
    table.calls(2)
    table.deal()
    notes = {EN.seen(note.label) for note in table.game.seen("dealer").notes}
    assert "Bet" in notes
    assert "Raise to" not in notes


@pytest.mark.rule("NI2017-583", "18.2")
def test_at_closing_the_stakes_are_paid_out_by_a_list():
    table = at_the_omaha_table(stakes={1: 1000, 2: 800})
    table.supervisor.announces_closing(0)
    assert "pay out: seat 1: 1,000, seat 2: 800" in sentence(table)
    table.supervisor.closes_table()
    assert "Pay out: seat 1: 1,000, seat 2: 800." in [EN.told(one) for one in table.everything]


@pytest.mark.rule("NI2017-583", "13.1")
def test_a_hand_shown_by_a_wrong_touch_is_taken_back_and_wins_nothing():
    table = Table(Setup("T-02", "omaha", 9, pot_options("omaha")))
    talk = PotTable(_Taken(table))  # type: ignore[arg-type]
    talk.open()
    talk.supervisor.checks_deck_by_hand()
    for seat in (1, 2, 3):
        talk.sits_down(seat, 1000)
    talk.next_round()
    talk.deal({1: "2c 3c 7d 8d", 2: "As Ah Ks Kh", 3: "2s 3s 7h 8h", "board": "Ac Ad 9s Jd 4h"})
    while talk.phase in ("deal", "bet"):
        talk.deal() if talk.phase == "deal" else talk.checks_around()
    talk.shows_hand(1)
    talk.shows_hand(2)
    assert table.take(e.Undo(by="dealer"))[0] == Undone(what="show_box", by="dealer")
    talk.mucks(2)
    talk.shows_hand(3)
    assert 2 not in table.game.state.current.shown
    talk.all_paid()
    assert table.game.state.current.won[0].paid.keys() <= {1, 3}


class _Taken:
    """Talk with the table rather than with its game."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self.take = table.take

    def __getattr__(self, name: str):
        return getattr(self._table.game, name)


# ---------------------------------------------------------------- the deck in play


@pot_rules("2.2", "2.4")
def test_cards_are_counted_against_the_deck_that_is_played_with():
    table = at_the_faro_table(deck=48, joker=True, at="verify")
    table.draw("As")
    assert "1 of 49" in [EN.seen(note.value) for note in table.game.seen("dealer").notes]
    table.all_cards_there()
    refusal = next(heard for heard in table.heard if isinstance(heard, Refusal))
    assert EN.say(refusal.say) == "1 of 49 cards read"
    table.expect_refusal("2.1", "deck_incomplete")


@pot_rules("2.4")
def test_by_hand_the_dealer_says_how_many_cards_are_there():
    table = at_the_faro_table(deck=48, joker=True, at="verify", shoe="silent")
    assert "All 49 are there" in [EN.say(offer.say) for offer in table.game.offers()]


@pot_rules("10.2(c)")
def test_an_opener_who_has_matched_already_is_told_to_raise_or_fold():
    table = at_the_omaha_table(blinds=[10, 10], opening="blind_c", stakes={1: 1000, 2: 1000})
    table.deal()
    turn = table.game.state.play.turn()
    assert turn.to_call_cents == 0
    assert sentence(table).startswith(f"Seat {turn.seat}: raise or fold")


@pytest.mark.rule("NI2017-583", "20.9")
@pytest.mark.rule("NI2017-583", "20.12")
def test_what_a_tournament_wants_is_in_the_same_one_sentence():
    table = at_a_tournament("omaha", play=False)
    assert sentence(table).startswith("Seat 1: entry 101 comes with 1,000. ")
    table.has_come(1, 3)
    table.is_absent(2)
    assert sentence(table).startswith("Wait: no session is on. ")
    table.tournament.plays()
    said = "Collect the blinds. Absent: 2. Seat 1: 5, seat 2: 10. Absent, the table folds them: seat 2."
    assert sentence(table).startswith(said)
    table.tournament.unseats(3)
    assert sentence(table).startswith("Send seat 3 with 1,000. ")
