"""Canberra Poker, NI2004-492: five cards each, bet or fold, the Boomerang Jackpot."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar

from games import events as e
from games.canberra_poker import (
    antes_in_turn,
    books,
    boomerang,
    outside_tournaments,
    payouts_on_sign,
    tournament,
    tournament_prompts,
    tournament_seen,
)
from games.canberra_poker.carry import Carry
from games.canberra_poker.irregularities import EFFECTS, IRREGULARITIES
from games.canberra_poker.numbers import NUMBERS, TOURNAMENT
from games.canberra_poker.options import Options as CanberraOptions
from games.canberra_poker.phases import IN_ROUND, PHASES, SHOWN_AS, STRIP
from games.canberra_poker.settlement import against_dealer
from games.canberra_poker.shoe_rules import IN_ITS_PLACE, SHUFFLING, OrdinaryShoe, rules_of
from games.canberra_poker.state import CanberraState
from games.canberra_poker.tournament_offers import antes_offers
from games.deal import Due
from games.every_game.carry import Correction
from games.hands import Hand, ace_king_or_higher, rank_five
from games.house.game import HouseGame
from games.house.state import Box
from games.offers import Offer
from games.outcomes import Outcome, Payment, Refusal, Text
from games.rulebook import CANBERRA_POKER
from games.rulebook import CANBERRA_POKER as C
from games.seen import Audience, Note, Seen, SeenBySign, SignRow, SignSide, Standing, caption, money, on_sign


class CanberraPoker(HouseGame):
    name = "canberra_poker"
    has_pools = True
    document = CANBERRA_POKER
    numbers = NUMBERS
    shapes = ()
    has_rules_for_shuffling_shoe = True  # rule 12
    shoes = (SHUFFLING, IN_ITS_PLACE)
    Options = CanberraOptions
    State = CanberraState
    carries = Carry
    state: CanberraState
    shoe_rules: OrdinaryShoe
    phases = PHASES
    in_round = IN_ROUND
    strip = STRIP
    shown_as = SHOWN_AS
    irregularities = IRREGULARITIES
    exposures = (*HouseGame.exposures, "dealer_card_exposed_late")
    effects: ClassVar = {
        **HouseGame.effects,
        **EFFECTS,
        **antes_in_turn.EFFECTS,
    }
    handlers: ClassVar = {
        **HouseGame.handlers,
        e.PlaceAnte: antes_in_turn.place_ante,
        e.TakeBackAnte: antes_in_turn.take_back_ante,
        e.CloseBetting: antes_in_turn.close_betting,
        e.Bet: antes_in_turn.bet,
        e.PlaceJackpotWager: boomerang.place_wager,
        e.TakeBackJackpotWager: boomerang.take_back_wager,
        e.ClaimJackpot: boomerang.claim,
        e.PayJackpot: boomerang.pay,
        e.SeedJackpot: books.seed,
        e.ChangePools: books.change,
        e.AdjustSign: books.adjust_sign,
        # a tournament
        e.JoinTournament: tournament.join,
        e.FollowLevels: tournament.follow_levels,
        e.GiveStartingMarker: tournament.give_marker,
        e.AskAnte: antes_in_turn.ask_ante,
        e.ButtonPlaced: tournament.marker_placed,
        e.ButtonTaken: tournament.marker_taken,
        e.MarkerPlaced: tournament.limit_marker_placed,
        e.MarkerTaken: tournament.limit_marker_taken,
    }
    supervised: ClassVar = {
        **HouseGame.supervised,
        e.SeedJackpot: lambda *_: C["10.5"],
        e.ChangePools: lambda *_: C["10.5"],
        e.AdjustSign: lambda *_: C["11.3"],
        e.ReplaceShoe: lambda *_: C["12.7"],
    }
    prompts: ClassVar = {
        **HouseGame.prompts,
        "antes": tournament_prompts.prompt_before_deal,
        "decide": tournament_prompts.decide_prompt,
        "jackpot": boomerang.prompt,
    }
    own_offers: ClassVar = {
        **HouseGame.own_offers,
        "antes": antes_offers,
        "jackpot": boomerang.pay_offers,
        "settle": boomerang.settle_offers,
        "collect": boomerang.collect_offers,
    }
    cards_each = 5
    cut_deeper_than = 1
    second_wager = "bet"
    antes_in_second = 2
    capped_wager = "bet"
    side_wager = "jackpot"
    no_other_amount = "bet_is_twice_ante"
    decision_explained = "bet_or_fold_explained"
    dealer_plays_explained = "canberra_poker_dealer_plays"
    tournament = TOURNAMENT

    def take(self, event: e.Event) -> list[Outcome]:
        state = self.state
        refusal = outside_tournaments.refusal_of(event) if state.tournament is not None else None
        if refusal is not None and not self.answer_first(event):
            return [refusal]
        excluded = tournament.excluded(state)
        outcomes = super().take(event)
        if state.tournament is not None:
            outcomes = outcomes + tournament.tell_of_excluded(state, excluded)
        if not isinstance(event, e.Command) or Refusal in map(type, outcomes):
            return outcomes
        return [*books.tell_other_opening(state), *outcomes]

    def shoe_at(self, carry: Carry) -> OrdinaryShoe:
        return rules_of(self.shoe, carry.shuffler)

    @property
    def shown_phases(self) -> tuple[str, ...]:
        return self.shoe_rules.strip

    def seen(self, audience: Audience) -> Seen:
        seen = tournament_seen.with_entrants(super().seen(audience), self.state)
        return self.shoe_rules.seen(seen, self.state.shuffler)

    def seen_by_sign(self) -> SeenBySign:
        return tournament_seen.on_the_sign(super().seen_by_sign(), self.state)

    def fits(self, state: CanberraState, choice: str) -> bool:
        if choice in antes_in_turn.EFFECTS:
            return state.phase == "antes"
        if choice == "turn_fifth_down":
            return not any(box.decided for box in state.playing())  # nobody has acted on the fifth
        return choice != "packs_came" or state.dealing

    def plan(self, antes: list[int]) -> list[Due]:
        return self.shoe_rules.plan(antes)

    def hand(self, state: CanberraState, place: str) -> Hand:
        return rank_five(state.cards(place))

    def dealer_plays(self, dealer: Hand) -> bool:
        return ace_king_or_higher(dealer)

    def must_be_shown(self, dealer: Hand) -> bool:
        """Antes pay 1 to 1 whatever the player holds: with a dealer who does not play, hands may stay down."""
        return ace_king_or_higher(dealer)

    def against_dealer(self, state: CanberraState, box: Box, hand: Hand | None) -> list[Payment]:
        assert state.dealer is not None
        return against_dealer(state.stakes(box), hand, state.dealer, state.options)

    def side_settled(self, state: CanberraState, box: Box) -> list[Payment]:
        return boomerang.settled(box)

    def hand_collected(self, state: CanberraState, box: Box) -> list[Payment]:
        return boomerang.collected(state, box)

    def hand_is_void(self, state: CanberraState) -> list[Outcome]:
        return boomerang.hand_is_void(state)

    def prize_of(self, state: CanberraState, box: Box) -> bool:
        return box in state.open_prizes()

    def side_offers(self, state: CanberraState, box: Box) -> Iterator[Offer]:
        return boomerang.box_offers(state, box)

    def second_blocked(self, state: CanberraState, box: Box) -> Text | None:
        return antes_in_turn.no_bet(state, box)

    def side_notes(self, state: CanberraState) -> Iterator[Note]:
        if state.tournament is None:
            yield Note(caption("jackpot_label"), money(state.displayed_cents))

    def own_standing(self, state: CanberraState) -> Iterator[Standing]:
        if state.phase == "jackpot":
            yield Standing("jackpot", on_sign("jackpot"))

    def payouts_on_sign(self) -> Iterator[SignRow]:
        return payouts_on_sign.payouts()

    def side_on_sign(self, state: CanberraState) -> SignSide | None:
        return payouts_on_sign.boomerang(state) if state.tournament is None else None

    def pools_corrected(self, state: CanberraState, prize_cents: int, reserve_cents: int) -> list[Outcome]:
        return books.corrected(state, prize_cents, reserve_cents)

    def pools_changed(self, state: CanberraState, change: Correction, second_by: str) -> list[Outcome]:
        return books.changed(state, change, second_by)

    def round_over(self, state: CanberraState) -> list[Outcome]:
        return books.round_over(state)

    def between_offers(self, state: CanberraState) -> Iterator[Offer]:
        return books.offers(state) if state.tournament is None else iter(())

    def notice_offers(self, state: CanberraState) -> Iterator[Offer]:
        return super().notice_offers(state) if state.tournament is None else iter(())

    def exposure(self, state: Any, report: e.Report) -> str:
        return self.shoe_rules.exposure(state, report)

    # ------------------------------------------------------------ a tournament at the table (17)

    def money_on_table(self) -> dict[str, Any]:
        return {**super().money_on_table(), **tournament.chips_on_table(self.state)}

    def deal_may_begin(self, state: CanberraState) -> bool:
        """With the first card, once the last player has been asked (17.16)."""
        return state.tournament is None or antes_in_turn.all_were_asked(state)

    def start_deal(self, state: CanberraState) -> list[Outcome]:
        return antes_in_turn.start_deal(state)

    def results(self, state: CanberraState) -> list[Outcome]:
        told = super().results(state)
        tournament.round_settled(state, told)
        return told

    def chips_corrected(self, state: CanberraState, box: int, cents: int) -> list[Outcome]:
        return tournament.chips_corrected(state, box, cents)

    def sat_there(self, state: CanberraState, box: int, round_: int) -> bool:
        return tournament.sat_there(state, box, round_)

    def excluded_entrants(self, state: CanberraState) -> list[Outcome]:
        return tournament.tell_of_excluded(state, set())

    def round_voided(self, state: CanberraState) -> list[Outcome]:
        state.in_tournament.moves = False  # CP-MARKER-VOID
        return []

    def own_notice_due(self, state: CanberraState, at_ms: int) -> list[Outcome]:
        return tournament.tell_who_is_out(state)

    def seat_entrant(self, state: CanberraState, box: int, chips_cents: int) -> list[Outcome]:
        return tournament.seat_entrant(state, box)

    def unseat_entrant(self, state: CanberraState, box: int) -> list[Outcome]:
        return tournament.unseat_entrant(state, box)

    def give_chips(self, state: CanberraState, box: int, cents: int) -> list[Outcome]:
        return tournament.chips_corrected(state, box, cents)

    def play_level(self, state: CanberraState, level: e.Level) -> list[Outcome]:
        return tournament.play_level(state, level)

    def entrant_chips_cents(self, state: CanberraState, box: int) -> int:
        return tournament.chips_cents(state, box)

    def chips_counted(self, state: CanberraState, box: int, cents: int) -> None:
        tournament.here_of(state).entrants[box].chips_cents = cents

    def session_ordered(self, state: CanberraState, event: e.PlaySession) -> list[Outcome]:
        return tournament.session_ordered(state, event)

    def entrant_marked(self, state: CanberraState, box: int) -> list[Outcome]:
        return antes_in_turn.entrant_marked(state, box)

    def tournament_left(self, state: CanberraState) -> list[Outcome]:
        return tournament.left(state)
