"""The kinds of shoe that Canberra Poker is dealt from, and what is played otherwise with each (rule 12).

Which one stands at the table is known when a round begins, and again when another takes its place (12.7).
"""

from __future__ import annotations

from typing import ClassVar

from games import events as e
from games.canberra_poker import (
    irregularities,
    rule_twelve,
    shuffling_offers,
    shuffling_prompts,
    shuffling_shoe,
)
from games.canberra_poker.numbers import NUMBERS
from games.canberra_poker.phases import STRIP, STRIP_WITH_SHUFFLING_SHOE
from games.canberra_poker.shuffler_seen import with_decks
from games.canberra_poker.state import CanberraState
from games.deal import Due, Shoe, one_at_a_time
from games.every_game.shoe_rules import ShoeRules
from games.every_game.state import Alarm, notice, require
from games.outcomes import Outcome
from games.rulebook import CANBERRA_POKER as C
from games.seen import Seen
from games.shuffler import Shuffler


def replace_shoe(state: CanberraState, event: e.ReplaceShoe) -> list[Outcome]:
    """New cards in any case; with an ordinary shoe the table plays by 2.1, 5 and 6 again, dealt by hand."""
    require(not state.in_round, "finish_the_round", C["12.7"])
    require(state.phase != "closed", "not_now", C["12.7"])
    before = state.shuffler
    state.shuffler = Shuffler(lost=before.lost, door_open=before.door_open, ordinary=not event.automated)
    state.game.deal_from(rules_of(state.game.shoe, state.shuffler))
    state.new_cards = True
    state.by_hand = not event.automated
    said = "shoe_replaced" if event.automated else "rule_12_lapses"
    return [notice(said, C["12.7"]), state.move("replace_shoe")]


class OrdinaryShoe(ShoeRules):
    """One deck, card by card (2.1, 5 and 6)."""

    numbers: ClassVar = NUMBERS
    irregularities: ClassVar = irregularities.WITH_SINGLE_CARDS
    strip: ClassVar[tuple[str, ...]] = STRIP

    def __init__(self, shoe: Shoe) -> None:
        self.shoe = shoe

    def plan(self, antes: list[int]) -> list[Due]:
        return one_at_a_time(antes, 5, C["6.3(a)"], C["6.3(b)"], dealers_last_up=C["6.2"])

    def exposure(self, state: CanberraState, report: e.Report) -> str:
        return irregularities.exposure(state, report)

    def colour_in_play(self, shuffler: Shuffler) -> str:
        return ""

    def alarm(self, state: CanberraState) -> Alarm:
        return ""

    def seen(self, seen: Seen, shuffler: Shuffler) -> Seen:
        return seen


class ShufflingShoe(OrdinaryShoe):
    """Rule 12 in the place of these (12.1): two decks that take turns, in packs of five."""

    numbers = rule_twelve.NUMBERS
    irregularities = rule_twelve.IRREGULARITIES
    strip = STRIP_WITH_SHUFFLING_SHOE
    handlers: ClassVar = {**shuffling_shoe.HANDLERS, e.ReplaceShoe: replace_shoe}
    prompts = shuffling_prompts.PROMPTS
    offers = shuffling_offers.OFFERS
    effects = shuffling_shoe.EFFECTS

    def plan(self, antes: list[int]) -> list[Due]:
        return shuffling_shoe.plan(antes)

    def exposure(self, state: CanberraState, report: e.Report) -> str:
        """With packs 14.2 has no use, and 14.1 is for all cards (CP-ORDER)."""
        return irregularities.exposed_card(state)

    def colour_in_play(self, shuffler: Shuffler) -> str:
        return shuffler.deals_from  # 12.2

    def alarm(self, state: CanberraState) -> Alarm:
        if state.shuffler.stopped and state.phase in ("shuffle", "antes"):
            return "fault"
        void_by_shoe = state.phase == "collect" and state.void_rule == C["12.6"]  # nobody was asked
        return "attention" if void_by_shoe or (state.shuffler.wrong and state.phase == "shuffle") else ""

    def seen(self, seen: Seen, shuffler: Shuffler) -> Seen:
        return with_decks(seen, shuffler)


class OrdinaryShoeInItsPlace(OrdinaryShoe):
    """Dealt by hand, until the automated one is back."""

    handlers: ClassVar = {**shuffling_shoe.HANDLERS_IN_ITS_PLACE, e.ReplaceShoe: replace_shoe}
    offers = shuffling_offers.OFFERS_IN_ITS_PLACE


SHUFFLING, IN_ITS_PLACE = ShufflingShoe("shuffling"), OrdinaryShoeInItsPlace("silent")


def rules_of(shoe: Shoe, shuffler: Shuffler) -> OrdinaryShoe:
    """What stands at a table that was set up with that shoe. Another may have taken its place (12.7)."""
    if shoe != "shuffling":
        return OrdinaryShoe(shoe)
    return IN_ITS_PLACE if shuffler.ordinary else SHUFFLING
