"""Cards that lie up and should not: another lies down instead, or the player with the last one opens.

NI2005-74: 17.17
NI2005-74: 17.19
"""

from __future__ import annotations

from games.betting import Player
from games.cards import SealedCard
from games.every_game.rulings import Effect, named_card
from games.every_game.state import Pending, notice
from games.outcomes import Outcome
from games.pot.rulings import Fits
from games.rulebook import SEVEN_CARD_STUD as S
from games.rulebook import Rule
from games.seven_card_stud.instrument import INSTRUMENT
from games.seven_card_stud.state import StudState


def stays_up(state: StudState, pending: Pending, rule: Rule) -> list[Outcome]:
    """17.17: the player's third card goes down instead (STUD-FIRST-UP)."""
    dealt = named_card(state, pending)
    dealt.up = dealt.exposed = True
    if dealt.card is None and pending.report is not None and pending.report.seen is not None:
        state.deal.name(dealt, SealedCard(pending.report.seen))
    state.deal.turn_up_instead(dealt.due.nth, dealt.due.place, rule)
    return state.told_up(dealt)


def stays_exposed(state: StudState, pending: Pending, rule: Rule) -> list[Outcome]:
    named_card(state, pending).exposed = True
    return []


def opens_final(state: StudState, pending: Pending, rule: Rule) -> list[Outcome]:
    """17.19: whose last card is exposed opens the last betting round (STUD-FINAL-MULTI, -TAPPED)."""
    seat = int(str(pending.words["place"]))
    if pending.words.get("nth"):
        named_card(state, pending).exposed = True
    if state.current.play.players[seat].tapped_out:
        return [notice("exposed_no_effect", rule, box=seat)]
    state.final_exposed.append(seat)
    if state.phase == "bet":
        reopen_final(state)
    return [notice("opens_final", rule, box=seat)]


def reopen_final(state: StudState) -> None:
    """Whose last card is exposed opens; of two the first from the usual opener."""
    play = state.current.play
    if not state.final_exposed or not _is_final(state) or play.betting is None:
        return
    first = next((seat for seat in play.usual_order() if seat in state.final_exposed), None)
    if first is not None and not play.players[first].folded:
        play.reopened_by(first)


def deem_tapped_out(state: StudState, player: Player) -> list[Outcome]:
    """17.19: whoever checks with his last card exposed bets no more in this round (STUD-DEEMED)."""
    if player.seat not in state.final_exposed or player.seat in state.deemed or not _is_final(state):
        return []
    state.deemed.add(player.seat)
    state.current.betting.deem_tapped_out(player.seat)
    return [notice("deemed_tapped_out", S["17.19"], box=player.seat)]


def _is_final(state: StudState) -> bool:
    return state.current.play.street == len(INSTRUMENT.streets)


def _is_undecided(state: StudState) -> bool:
    return state.undecided_yet


FITS: dict[str, Fits] = dict.fromkeys(("stays_up", "stays_exposed", "opens_final"), _is_undecided)
EFFECTS: dict[str, Effect] = {
    "stays_up": stays_up,
    "stays_exposed": stays_exposed,
    "opens_final": opens_final,
}
