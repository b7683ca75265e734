"""Who is due the next card. A game states its deal once; order checks, counts and prompts are read off it.

NI2004-492, NI2007-208: 6.3
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import takewhile
from typing import Literal

from games.cards import SealedCard
from games.events import BOARD, BURN, DEALER
from games.rulebook.book import Rule

# What the cards come out of (rule 6.1): a shoe that reads each face, one that only counts, an ordinary one
# that no wire comes from, or an automated shuffling shoe (rule 12 of Canberra Poker).
Shoe = Literal["reading", "counting", "silent", "shuffling"]


@dataclass(frozen=True, slots=True)
class Due:
    place: str
    nth: int
    up: bool
    rule: Rule


@dataclass(slots=True)
class Dealt:
    """A card on the felt. `card` is None if no device read it."""

    due: Due
    card: SealedCard | None
    up: bool
    exposed: bool = False
    typed: bool = False  # a person said which card it is


def one_at_a_time(
    boxes: Iterable[int], rounds: int, box_rule: Rule, dealer_rule: Rule, dealers_last_up: Rule | None = None
) -> list[Due]:
    """One card to each box clockwise, one to the dealer, again and again; some rule may turn his last up."""
    plan: list[Due] = []
    order = sorted(boxes)
    for nth in range(1, rounds + 1):
        plan += [Due(str(box), nth, up=False, rule=box_rule) for box in order]
        last_up = dealers_last_up if nth == rounds else None
        plan.append(Due(DEALER, nth, up=last_up is not None, rule=last_up or dealer_rule))
    return plan


class Deal:
    """A plan and how far it has been carried out."""

    def __init__(self, plan: list[Due]) -> None:
        self.plan = plan
        self.dealt: list[Dealt] = []
        self.known: set[SealedCard | None] = set()  # lies_already is asked for every card, and nearly never so
        self.unread = 0  # cards that nobody knows
        self._right: dict[Due, SealedCard] = {}  # as it was put right, whatever anybody says of it later
        self._hands: defaultdict[str, list[Dealt]] = defaultdict(list)  # the same cards by place

    @property
    def due(self) -> Due | None:
        return self.plan[len(self.dealt)] if len(self.dealt) < len(self.plan) else None

    @property
    def complete(self) -> bool:
        return len(self.dealt) >= len(self.plan)

    def give(self, card: SealedCard | None) -> Dealt:
        due = self.plan[len(self.dealt)]
        if self._right and card is not None:
            card = self._right.get(due, card)
        dealt = Dealt(due, card, due.up)
        self.dealt.append(dealt)
        self._hands[due.place].append(dealt)
        if card is None:
            self.unread += 1
        else:
            self.known.add(card)
        return dealt

    def lay_elsewhere(self, dealt: Dealt, due: Due) -> None:
        """By a ruling the card is another place's, and was from the beginning."""
        self.plan[self.dealt.index(dealt)] = due
        self._hands[dealt.due.place].remove(dealt)
        dealt.due = due
        self._hands[due.place].append(dealt)

    def name(self, dealt: Dealt, card: SealedCard) -> None:
        """People have said which card it is."""
        self.unread -= dealt.card is None
        dealt.card = self.as_put_right(dealt.due, card)
        self.known.add(dealt.card)

    def as_put_right(self, due: Due, said: SealedCard) -> SealedCard:
        """Which card it counts as if people say that one."""
        return self._right.get(due, said)

    def put_right(self, due: Due, card: SealedCard) -> None:
        """It is that card, and was from the beginning: also if it is only dealt, or people only say what it is,
        later in the round that is played again."""
        self._right[due] = card
        dealt = self.at(due.place, due.nth)
        if dealt is not None and dealt.card is not None:
            self.name(dealt, card)

    def forget(self, dealt: Dealt) -> None:
        """It is not the card that it was read as."""
        self.unread += dealt.card is not None
        dealt.card = None

    def lies_already(self, card: SealedCard) -> bool:
        return card in self.known and any(dealt.card == card for dealt in self.dealt)

    @property
    def stretch(self) -> list[Due]:
        """What is dealt in one go: all hole cards, or all communal cards that are due."""
        rest = self.plan[len(self.dealt) :]
        return list(takewhile(lambda due: (due.place == BOARD) == (rest[0].place == BOARD), rest))

    def hand(self, place: str) -> list[Dealt]:
        hand = self._hands.get(place)
        return hand.copy() if hand else []

    def at(self, place: str, nth: int) -> Dealt | None:
        return next((dealt for dealt in self.hand(place) if dealt.due.nth == nth), None)

    @property
    def in_sight(self) -> int:
        """Cards dealt to where a reader may look: a burnt one is seen nowhere in particular."""
        return sum(dealt.due.place != BURN for dealt in self.dealt)

    def come_to(self, seen: int) -> int:
        """How many cards are out if so many lie where they were dealt to, those burnt between them too."""
        places = [due.place for due in self.plan]
        if BURN not in places:
            return seen
        in_sight = [nth for nth, place in enumerate(places, start=1) if place != BURN]
        return in_sight[seen - 1] if 0 < seen <= len(in_sight) else seen

    def slots(self, place: str) -> int:
        """How many cards the place gets when all are dealt."""
        return [due.place for due in self.plan].count(place)

    def turn_up_instead(self, nth: int, place: str, rule: Rule) -> None:
        """The place's card still to come goes face down by that rule, because its `nth` is already up."""
        self.plan = [
            replace(due, up=False, rule=rule) if due.place == place and due.up and due.nth > nth else due
            for due in self.plan
        ]
