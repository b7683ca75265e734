"""What an event says of itself on its class, and that none can forget to."""

from __future__ import annotations

import sys
from typing import ClassVar

import pytest

from games import events as e
from games.canberra_poker.game import CanberraPoker
from games.every_game.game import Game
from games.offers import Offer
from games.outcomes import text


def test_every_fact_and_command_is_read_back_from_the_wire():
    written = {
        kind
        for name, module in sys.modules.items()
        if name.startswith("games.events.")
        for kind in vars(module).values()
        if isinstance(kind, type) and issubclass(kind, (e.Fact, e.Command))
    }
    bases = {base for kind in e.KINDS.values() for base in kind.__mro__[1:]}
    assert written - bases == set(e.KINDS.values())


def test_a_command_does_not_exist_before_it_has_said_whose_it_is():
    with pytest.raises(TypeError):
        e.command(undoable=True)


def test_two_events_do_not_share_a_name():
    with pytest.raises(AssertionError, match="card_drawn would mean two things"):

        @e.fact(concerns="the deal")
        class CardDrawn(e.Fact):
            pass


def test_a_game_says_by_which_rule_only_a_supervisor_may():
    with pytest.raises(TypeError, match="does not say the rule of ReplaceShoe"):

        class Forgetful(CanberraPoker):
            supervised: ClassVar = {
                kind: rule for kind, rule in CanberraPoker.supervised.items() if kind is not e.ReplaceShoe
            }


def test_only_a_supervisors_command_has_such_a_rule():
    for game in (Game, *_all_below(Game)):
        assert all(kind.said_by == "supervisor" for kind in game.supervised), game


def _all_below(cls):
    return [below for direct in cls.__subclasses__() for below in (direct, *_all_below(direct))]


def test_whose_an_offer_is_follows_from_its_command():
    assert Offer("void_round", text("do_void")).role == "supervisor"
    assert Offer("fold", text("do_fold")).role == "dealer"
    assert Offer("answer", text("choose_go_on"), role="supervisor").role == "supervisor"
    with pytest.raises(AssertionError, match="fold is for the dealer"):
        Offer("fold", text("do_fold"), role="supervisor")
