"""What each ruling of a pot game does (rule 17 of its instrument).

NI2017-583, NI2005-67, NI2005-74: 17.1-17.3
NI2017-583, NI2005-67, NI2005-74: 17.9-17.10
NI2017-583, NI2005-67, NI2005-74: 16.8
NI2017-583, NI2005-67, NI2005-74: 16.8(b)
NI2017-583, NI2005-67, NI2005-74: 19.2
NI2017-583: 17.17
NI2017-583: 17.19
NI2005-67: 17.17-17.18
NI2005-74: 17.18
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from games import events as e
from games.cards import SealedCard
from games.deal import Deal
from games.events import BOARD, BURN
from games.every_game.collecting import close_round
from games.every_game.collecting import collected as usually_collected
from games.every_game.correcting import Chips
from games.every_game.placing import place_card
from games.every_game.questions import ask
from games.every_game.rulings import Effect, make_void
from games.every_game.state import Pending, notice, require
from games.every_game.tournament import corrected
from games.outcomes import CardTurned, Holder, Moved, Notice, Outcome, Ruling, StakeChanged, text
from games.pot import betting, showdown, tournament
from games.pot.numbers import Numbers
from games.pot.playing import all_dealt, go_on
from games.pot.posting import may_begin, new_play, start_deal
from games.pot.reconstruction import How, Move, moves, put_right, where_extra, where_missed
from games.pot.state import InRound, PotState
from games.pots import left_to_win
from games.rulebook import Rule
from games.watch import Watch

Fits = Callable[[Any], bool]

# ---------------------------------------------------------------- misdeal, 17.1 to 17.3


def misdeal(state: PotState, pending: Pending, rule: Rule) -> list[Outcome]:
    """No round of play: posts stay in, everything else goes back, new shuffle and cut (MISDEAL-REF)."""
    back = _wagers_back(state)
    state.misdealt = True
    state.pending.clear()
    return [notice("misdeal", rule), *back, state.move("misdeal")]


def _wagers_back(state: PotState) -> list[Outcome]:
    """What each has beside his posts; the posts are then all that lies there."""
    now = state.posted
    if now is None:
        return []
    told: list[Outcome] = []
    for player in now.play.players.values():
        cents = player.paid_cents - player.posted_cents
        if cents > 0:
            told.append(_back(player.seat, cents, state.numbers.misdeal))
            told += _follows_him(state, player.seat, cents)
    _only_posts_lie(state, now)
    return told


def _follows_him(state: PotState, number: int, cents: int) -> list[Outcome]:
    """What a player left with lacked what he had put in."""
    seat = state.seats.get(number)
    if seat is None or not seat.leaves:
        return []
    return [StakeChanged(box=number, why="left", cents=-cents, stake_cents=0)]


def _only_posts_lie(state: PotState, now: InRound) -> None:
    """Whoever had folded and is gone is dealt no new cards; what he had posted stays in the pot."""
    before = now.play.players
    now.play = new_play(state, now.lined)
    for number, player in now.play.players.items():
        seat = state.seats[number]
        player.folded = seat.excluded or (before[number].folded and seat.leaves)


def collected(state: PotState, event: e.Collected) -> list[Outcome]:
    """After a misdeal the cards are shuffled anew, and no round of play is over."""
    if not _to_be_dealt_again(state) or event.count != state.cards_out:
        return usually_collected(state, event)
    return deal_again(state)


def check_deck(state: PotState, pending: Pending, rule: Rule) -> list[Outcome]:
    """The count was wrong. Behind a misdeal the deck is checked before the new deal."""
    state.doubtful = True
    return deal_again(state) if _to_be_dealt_again(state) else close_round(state)


def _to_be_dealt_again(state: PotState) -> bool:
    return state.phase == "collect" and state.misdealt and not state.void


def deal_again(state: PotState) -> list[Outcome]:
    """The cards are back in the shoe: the same players, the same posts, the same button (17.3)."""
    state.deal = Deal([])
    state.watch = Watch()
    state.set_aside = 0
    state.withdrawn.clear()
    state.start_deal_again()
    moved = state.move("collected")
    state.doubtful = False
    return [moved]


def was_cut(state: PotState, pending: Pending, rule: Rule) -> list[Outcome]:
    """The dealer had cut and not said so: the card that came is the first of the deal."""
    came = _early_cards(state)
    begun = [state.move("cut_made"), *start_deal(state)]
    return [*begun, *(outcome for card in came for outcome in place_card(state, card))]


# ---------------------------------------------------------------- dealt in a wrong order, and nobody has looked


def reconstruct(state: PotState, pending: Pending, rule: Rule) -> list[Outcome]:
    """Nothing else is done before the cards lie where they belong: they are moved one by one."""
    steps = [
        {"count": move.nth, "place": move.from_place, "to_place": move.to_place}
        for move in _moves(state, pending)
    ]
    state.watch.settle_anew()
    state.inventory_open = False
    if not steps:
        return [notice("reconstructed", rule)]
    told = [notice("move_card", rule, **step) for step in steps]
    return [*told, *ask(state, "cards_to_move", steps=steps, number=len(steps), ruled=pending.question.about)]


def all_moved(state: PotState, pending: Pending, rule: Rule) -> list[Outcome]:
    choices = state.irregularities[str(pending.words["ruled"])].choices
    ruled = next(choice.rule for choice in choices if choice.code == "reconstruct")
    return [notice("reconstructed", ruled)]


def _moves(state: PotState, pending: Pending) -> list[Move]:
    place, how = str(pending.words.get("place", "")), _how(pending.question.about)
    planned = [due.place for due in state.deal.plan]
    count = len(state.deal.dealt)
    if not count or place not in planned:
        return []
    if pending.tag is not None:
        return put_right(_seen(state, pending)[:count], planned)
    if how == "missed":
        at = where_missed(planned, count, place, holds=len(state.deal.hand(place)) - 1)
    elif how == "extra":
        at = where_extra(planned, count, place)
    else:
        at = count
    return moves(planned, count, how, place, at)


def _seen(state: PotState, pending: Pending) -> list[str]:
    """Where readers saw each card of the deal: more may have gone astray before anybody answered."""
    lies = {tag: state.watch.astray.get(tag, home) for tag, home in state.watch.home.items()}
    assert pending.tag is not None
    lies[pending.tag] = str(pending.words["place"])
    return list(lies.values())


def _how(about: str) -> How:
    return {"too_few_cards": "missed", "too_many_cards": "extra"}.get(about, "astray")  # type: ignore[return-value]


# ---------------------------------------------------------------- cards that came too soon


def shuffle_back(state: PotState, pending: Pending, rule: Rule) -> list[Outcome]:
    """The card goes back among those in the shoe, which are shuffled and cut (rule 7)."""
    came = _early_cards(state)
    first_was_burnt = state.options.burns and len(came) > 1
    if first_was_burnt:  # it stays out (OMAHA-RESHUFFLE-BURN)
        state.set_aside += 1
        state.current.no_burn_next = True
    elif not came and state.set_aside:
        state.set_aside -= 1
    return [notice("shuffled_back", rule)]


def _early_cards(state: PotState) -> list[SealedCard | None]:
    """All that came before the answer: the trouble is asked about once."""
    came, state.early_faces = state.early_faces, []
    state.set_aside -= len(came)
    return came


def use_it(state: PotState, pending: Pending, rule: Rule) -> list[Outcome]:
    """In its turn, as if it had come then; with burning on it is no burn card (OMAHA-RESHUFFLE)."""
    if state.phase == "bet":
        state.current.no_burn_next = True
    elif state.deal.due is not None and state.deal.due.place == BURN:
        del state.deal.plan[len(state.deal.dealt)]
    came = _early_cards(state) if pending.count else []
    told = _turned_early(state, came)
    state.laid_early += came
    return told


def _turned_early(state: PotState, came: list[SealedCard | None]) -> list[Outcome]:
    """Everybody sees it from now on: it was exposed (17.17), or is laid with the one before (17.18)."""
    if not state.game.instrument.early_cards_lie_up:
        return []
    out = len(state.deal.hand(BOARD)) + len(state.laid_early)
    return [
        CardTurned(place=BOARD, nth=nth, card=card.open())
        for nth, card in enumerate(came, start=out + 1)
        if card is not None
    ]


# ---------------------------------------------------------------- hands that are folded by a ruling


def _seat(pending: Pending) -> int:
    return pending.box or int(str(pending.words["place"]))


def fold_by_ruling(state: PotState, pending: Pending, rule: Rule) -> list[Outcome]:
    return put_out(state, _seat(pending), rule)


def put_out(state: PotState, number: int, rule: Rule) -> list[Outcome]:
    """Folded by a ruling, in turn or not, until a pot is paid. His bets stay in (17.9, 19.2(a)).

    He is none of those who have folded: if nobody is left, the last of them wins (FOUL-LAST-FOLDED).
    """
    now = state.current
    play = now.play
    player = play.players[number]
    if player.folded:
        return []
    if not now.paid:
        now.won = []
    if len(play.live()) == 1:
        return _nobody_left(state, number, rule)
    if play.betting is not None:
        if play.betting.seat == number:
            betting.turn_is_over(state)
        play.betting.put_out(number)
    else:
        player.folded = True
    now.shown.pop(number, None)
    told = notice("hand_folded", rule, box=number)
    return [told, *_after_putting_out(state, now, number)]


def _after_putting_out(state: PotState, now: InRound, number: int) -> list[Outcome]:
    if state.phase == "pay":
        return showdown.settled_anew(state)
    if state.phase == "bet":
        betting.note_skipped(now, now.play.players[number], "fold")
        return betting.turn_comes(state, state.now_ms)
    if now.play.due == "over" and state.phase in ("deal", "show"):
        return go_on(state)
    if state.phase == "show":
        return showdown.all_shown(state)
    return _skip_in_deal(state, number)


def _skip_in_deal(state: PotState, number: int) -> list[Outcome]:
    """No more cards of this street for a hand that is folded while they are dealt; the initial deal goes on."""
    if state.current.play.street == 0:
        return []
    out, rest = state.deal.plan[: len(state.deal.dealt)], state.deal.plan[len(state.deal.dealt) :]
    state.deal.plan = out + [due for due in rest if due.place != str(number)]
    return all_dealt(state) if state.deal.complete else []


def _nobody_left(state: PotState, number: int, rule: Rule) -> list[Outcome]:
    now = state.current
    winners = left_to_win([], now.folded)
    now.play.players[number].folded = True
    told: list[Outcome] = [notice("hand_folded", rule, box=number)]
    if not winners:  # FOUL-NOFOLD
        return told + make_void(state, state.numbers.impractical)
    now.to_last_folder = winners[0]
    now.won = now.play.all_to(winners[0])
    told.append(notice("last_folder_wins", state.numbers.fouled, box=winners[0]))  # FOUL-SIDE
    return told if state.phase == "pay" else [*told, state.move("go_on")]


# ---------------------------------------------------------------- wagers


def complete_call(state: PotState, pending: Pending, rule: Rule) -> list[Outcome]:
    number = _seat(pending)
    play = state.current.play
    player = play.players[number]
    before = player.paid_cents
    play.call(number)
    return betting.acted(state, player, "call", player.paid_cents - before, state.now_ms)


def fold_short(state: PotState, pending: Pending, rule: Rule) -> list[Outcome]:
    """His chips go back (SHORT-CALL)."""
    back = notice("wager_back", rule, box=_seat(pending), amount_cents=pending.words["amount_cents"])
    return [back, *_fold_in_turn(state, _seat(pending))]


def fold_for_time(state: PotState, pending: Pending, rule: Rule) -> list[Outcome]:
    return _fold_in_turn(state, _seat(pending))


def _fold_in_turn(state: PotState, number: int) -> list[Outcome]:
    now = state.current
    now.betting.put_out(number)
    now.folded.append(number)
    return betting.acted(state, now.play.players[number], "fold", 0, state.now_ms)


# ---------------------------------------------------------------- penalties, 19.2


PENALTIES = {"both": "penalty_folded_and_out", "folded": "penalty_hand_folded", "excluded": "penalty_excluded"}


def penalty_rule(state: PotState, event: e.Penalise) -> Rule:
    return state.numbers.collusion if event.ground == "collusion" else state.numbers.breach


def _penalty(numbers: Numbers, event: e.Penalise) -> tuple[str, Rule]:
    if event.folded and event.excluded:
        return "both", numbers.breach
    return ("folded", numbers.hand_folded) if event.folded else ("excluded", numbers.kept_out)


def penalise(state: PotState, event: e.Penalise) -> list[Outcome]:
    rule = penalty_rule(state, event)
    require(event.reason.strip() != "", "reason_needed", rule)
    require((event.folded or event.excluded) and not event.wagers_void, "no_penalty", rule)
    require(event.box in state.seats, "nobody_sits_there", rule, box=event.box)
    require(not event.folded or state.may_be_folded(event.box), "hand_is_over", rule, box=event.box)
    penalty, cited = _penalty(state.numbers, event)
    told: list[Outcome] = [
        Ruling(
            about="penalty",
            choice=penalty,
            say=text(PENALTIES[penalty], box=event.box),
            rule=cited,
            by=event.by,
            reason=event.reason,
        )
    ]
    if event.excluded:
        state.seats[event.box].excluded = True
        told += tournament.exclude(state, event.box)
        _not_dealt_in_again(state, event.box)
    if event.folded:
        told += put_out(state, event.box, state.numbers.hand_folded)
    if event.excluded and not state.posts_lie:
        told += [*showdown.leave(state), *corrected(state)]
    return told


def _not_dealt_in_again(state: PotState, number: int) -> None:
    """Behind a misdeal the same are dealt in anew, but for the excluded (19.2(b)); his posts stay."""
    player = state.player(number)
    if player is not None and (state.misdealt or state.phase in ("shuffle", "cut", "post")):
        player.folded = True


def given_back(state: PotState, rule: Rule) -> list[Outcome]:
    """What each still has to get, or to give back of what the dealer has paid him already (VOID-MONEY)."""
    now = state.current
    told = _commission_back(now, rule)
    for player in now.play.players.values():
        cents = player.paid_cents + player.dead_cents
        owed = cents - _had_already(now, player.seat)
        if owed > 0:
            told.append(_back(player.seat, owed, rule))
        elif owed < 0:
            say = text("take_back_payment", box=player.seat, amount_cents=-owed)
            told.append(Notice(say=say, rule=rule, moved=_moved(-owed, "stake", "pots", player.seat)))
        if cents:
            told += _follows_him(state, player.seat, cents)
    return told


def _commission_back(now: InRound, rule: Rule) -> list[Outcome]:
    """None on a void round (COMM-MISDEAL): what was dropped with the pots that are paid."""
    cents = _dropped_cents(now)
    if not cents:
        return []
    say = text("commission_back", amount_cents=cents)
    return [Notice(say=say, rule=rule, moved=_moved(cents, "drop", "pots"))]


def _back(number: int, cents: int, rule: Rule) -> Outcome:
    say = text("wager_back", box=number, amount_cents=cents)
    return Notice(say=say, rule=rule, moved=_moved(cents, "pots", "stake", number))


def _moved(cents: int, source: Holder, dest: Holder, number: int | None = None) -> tuple[Moved, ...]:
    return (Moved(cents=cents, source=source, dest=dest, box=number),)


def _had_already(now: InRound, number: int) -> int:
    """The uncalled bet, and what he won of the pots that are paid."""
    uncalled = now.play.uncalled
    back = uncalled.cents if uncalled is not None and uncalled.seat == number else 0
    return back + sum(won.paid.get(number, 0) for won in now.won[: now.paid])


def chips_handed(state: PotState) -> dict[int, Chips]:
    """To each seat in this round so far."""
    now = state.posted
    if now is None or now.play is None:
        return {}
    handed = {number: _had_already(now, number) for number in now.play.players}
    return {number: Chips(cents) for number, cents in handed.items() if cents}


def dropped_cents(state: PotState) -> int:
    """Commission of the pots that are paid."""
    now = state.posted
    return 0 if now is None or now.play is None else _dropped_cents(now)


def _dropped_cents(now: InRound) -> int:
    return sum(won.commission_cents for won in now.won[: now.paid])


def _pots_to_be_paid(state: PotState) -> bool:
    """Whoever is to be paid may hold a wrong number of cards as well (17.9). What is paid stands."""
    if state.phase != "pay" or state.current.to_last_folder is not None:
        return False
    return not state.current.paid or len(state.current.play.live()) > 1


# ---------------------------------------------------------------- which can still be given


def is_initial_deal(state: PotState) -> bool:
    return state.phase == "deal" and state.current.play.street == 0


def is_betting(state: PotState) -> bool:
    return state.phase == "bet"


def _may_be_misdealt(state: PotState) -> bool:
    return state.phase in ("cut", "post", "deal", "bet") and not state.first_round_is_over


def _may_be_folded(state: PotState) -> bool:
    return state.phase in ("deal", "bet", "show") or _pots_to_be_paid(state)


def _may_be_fouled(state: PotState) -> bool:
    """Whoever lacks a card in the initial deal may still be given it."""
    return _may_be_folded(state) and not is_initial_deal(state)


FITS: dict[str, Fits] = {
    "misdeal": _may_be_misdealt,
    "reconstruct": is_initial_deal,
    "play_on": lambda state: state.undecided_yet and state.first_round_is_over,
    "fold_fouled": _may_be_fouled,
    "fold_discarded": _may_be_folded,
    "fold_for_breach": _may_be_folded,
    "void": lambda state: state.posted is not None,
    "was_cut": lambda state: state.phase == "cut" and may_begin(state),
    "complete_call": is_betting,
    "fold_short": is_betting,
    "fold_for_time": is_betting,
    "acted_in_time": is_betting,
}

EFFECTS: dict[str, Effect] = {
    "misdeal": misdeal,
    "check_deck": check_deck,
    "was_cut": was_cut,
    "play_on": lambda state, pending, rule: [],
    "reconstruct": reconstruct,
    "all_moved": all_moved,
    "shuffle_back": shuffle_back,
    "use_it": use_it,
    "fold_fouled": fold_by_ruling,
    "fold_discarded": fold_by_ruling,
    "fold_for_breach": fold_by_ruling,
    "complete_call": complete_call,
    "fold_short": fold_short,
    "fold_for_time": fold_for_time,
    "acted_in_time": lambda state, pending, rule: [],
    "agreed": lambda state, pending, rule: [],
}
