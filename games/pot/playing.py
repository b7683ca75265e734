"""How a round of play goes on from deal to deal: cards out, betting round, next cards, showdown.

NI2017-583, NI2005-67, NI2005-74: 9.4-9.6
"""

from __future__ import annotations

from games.betting import Turn
from games.cards import AnyCard
from games.every_game.devices import need_shoe
from games.every_game.placing import place_card
from games.outcomes import CardTurned, Outcome, UncalledReturned
from games.pot.state import InRound, PotState


def deal_street(state: PotState) -> list[Outcome]:
    """Puts the next cards into the plan; those that came too soon are used first (17.17 to 17.19)."""
    now = state.current
    live = tuple([player.seat for player in now.play.live()])
    plan = state.game.street(state, live, now.play.street)
    if now.no_burn_next:
        plan = [due for due in plan if due.place != "burn"]
        now.no_burn_next = False
    state.deal.plan += plan
    return []


def go_on(state: PotState) -> list[Outcome]:
    """After every action, and when the cards of a street are out."""
    due = state.current.play.due
    if due == "turn":
        return [state.move("go_on")] if state.phase != "bet" else []
    if due == "cards":
        return _next_cards(state)
    state.current.stop_clock()
    moved = [state.move("go_on")]
    return moved if due == "showdown" else [*moved, *one_is_left(state)]


def _next_cards(state: PotState) -> list[Outcome]:
    moved = [] if state.phase == "deal" else [state.move("go_on")]
    state.current.stop_clock()
    deal_street(state)
    room = len(state.deal.plan) - len(state.deal.dealt)  # the others keep waiting (FARO-EARLY-TWO)
    early, state.laid_early = state.laid_early[:room], state.laid_early[room:]
    laid = [said for card in early for said in place_card(state, card) if not _told_before(state, said)]
    if not state.deal.complete:
        return [*moved, *laid, *need_shoe(state)]
    return [*moved, *(laid or all_dealt(state))]


def _told_before(state: PotState, said: Outcome) -> bool:
    """A card that lay up already."""
    return state.game.instrument.early_cards_lie_up and isinstance(said, CardTurned)


def all_dealt(state: PotState) -> list[Outcome]:
    """The plan is carried out. In stud nobody knows who opens before all up cards are known."""
    now = state.current
    if unread_up(state):
        return []
    if now.street_is_out:  # a card was replaced behind it (17.20 of Omaha)
        now.street_is_out = False
        return go_on(state)
    now.play.dealt(_turned_with_it(state))
    state.game.street_dealt(state)
    return go_on(state)


def unread_up(state: PotState) -> list[tuple[str, int]]:
    if not (state.game.instrument.cards_open and state.deal.unread):
        return []
    return [
        (dealt.due.place, dealt.due.nth)
        for dealt in state.deal.dealt
        if dealt.card is None and dealt.up and dealt.due.place.isdigit()
    ]


def _turned_with_it(state: PotState) -> dict[int, list[AnyCard]]:
    """The cards that lie up before each player, as far as the round has not been told of them."""
    play = state.current.play
    instrument = state.game.instrument
    if instrument.cards_open is None:
        return {}
    newest = instrument.hole_cards(play.street + 1)
    up = {
        player.seat: [
            dealt.card.open()
            for dealt in state.deal.hand(str(player.seat))
            if dealt.up and (dealt.due.nth == newest or play.street == 0) and dealt.card is not None
        ]
        for player in play.live()
    }
    return {seat: cards for seat, cards in up.items() if cards}


def to_pay(now: InRound, turn: Turn) -> int:
    """What a call takes; all he has, if that is less."""
    return min(turn.to_call_cents, now.play.players[turn.seat].stake_cents)


def one_is_left(state: PotState) -> list[Outcome]:
    """10.4(a), 12.4(a): he needs no hand. If nobody else has put anything in, there is no pot to be paid."""
    settled = settle_pots(state, {})
    return settled if state.current.won else [*settled, state.move("pots_paid")]


def settle_pots(state: PotState, high: dict[int, int], low: dict[int, int] | None = None) -> list[Outcome]:
    now = state.current
    before = now.play.uncalled
    now.won = now.play.settled(high, low)
    uncalled = now.play.uncalled
    if uncalled is None or before is not None:
        return []
    return [UncalledReturned(box=uncalled.seat, cents=uncalled.cents, rule=state.numbers.uncalled)]
