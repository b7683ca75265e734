"""The automated shuffling shoe at the table (rule 12): two decks that take turns, packs of five, malfunctions.

Between rounds a malfunction stops the table. While packs of a round are still to come, what the shoe itself
says is wrong with shuffling or dispensing makes the round void at once: there is nothing to decide (12.6). A
line that is down, or a report that nobody has heard, is no malfunction before a person says so; and once all
packs are out, a fault is the next round's (MALFUNCTION). After a fault both decks are loaded anew.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from games import events as e
from games.canberra_poker import antes_in_turn
from games.canberra_poker.state import CanberraState
from games.cards import SealedCard
from games.deal import Due
from games.events import DEALER
from games.every_game import dealing, rulings
from games.every_game import devices as every_device
from games.every_game.collecting import close_round
from games.every_game.placing import ask_twice, turned
from games.every_game.questions import ask, drop
from games.every_game.rulings import make_void
from games.every_game.state import Pending, Refused, notice, require
from games.house import collecting, devices, two_signatures
from games.house.deciding import close_decisions
from games.outcomes import Outcome, Refusal, text
from games.rulebook import CANBERRA_POKER as C
from games.rulebook import Rule
from games.shuffler import UNKNOWN, DeckState
from games.watch import Watch

PACK = 5  # cards for each box and for the dealer
TOP = PACK  # the last card of a pack lies on top


def plan(antes: list[int]) -> list[Due]:
    """Rule 12.4: five cards to each box with an ante, then five to the dealer."""
    places = [*map(str, sorted(antes)), DEALER]
    return [Due(place, nth, up=False, rule=C["12.4"]) for place in places for nth in range(1, PACK + 1)]


# ---------------------------------------------------------------- the decks are checked and loaded


def all_cards_read(state: CanberraState, event: e.AllCardsRead) -> list[Outcome]:
    """No device reads the faces: people go through both decks."""
    outcomes = two_signatures.all_cards_read(state, event)
    state.shuffler.checked()
    return outcomes


def deck_checked_by_hand(state: CanberraState, event: e.DeckCheckedByHand) -> list[Outcome]:
    outcomes = two_signatures.deck_checked_by_hand(state, event)
    state.shuffler.checked()
    return outcomes


def countersign(state: CanberraState, event: e.Countersign) -> list[Outcome]:
    outcomes = two_signatures.countersign(state, event)
    state.shuffler.checked()
    return outcomes


def shuffled(state: CanberraState, event: e.Shuffled) -> list[Outcome]:
    """Rule 12.3: the dealer has shuffled both decks and put them into the shoe."""
    require(state.phase == "shuffle", "not_now", C["12.3"])
    _require_ready(state)
    state.shuffler.loaded()
    return [state.move("shuffled")]


def close_betting(state: CanberraState, event: e.CloseBetting) -> list[Outcome]:
    if state.phase == "antes":
        _require_ready(state)
    return antes_in_turn.close_betting(state, event)


def _require_ready(state: CanberraState) -> None:
    found = hindrance(state)
    if found:
        raise Refused(found)


def hindrance(state: CanberraState) -> Refusal | None:
    """Why the shoe cannot be dealt from, the worst first."""
    shuffler = state.shuffler
    if shuffler.lost:
        return Refusal(say=text("shoe_not_answering"), rule=C["12.8"])
    if shuffler.faults:
        return Refusal(say=text("shoe_has_stopped", fault=shuffler.faults[0]), rule=C["12.8"])
    if shuffler.door_open:
        return Refusal(say=text("close_the_door"), rule=C["12.8"])
    if state.phase == "shuffle" and len(shuffler.decks) < 2:
        return Refusal(say=text("load_both_decks"), rule=C["12.2"])
    if not shuffler.ready:
        return Refusal(say=text("deck_not_shuffled", colour=shuffler.due), rule=C["12.2"])
    return None


# ---------------------------------------------------------------- what the shoe tells of its decks


def deck_inserted(state: CanberraState, event: e.DeckInserted) -> list[Outcome]:
    same = event.colour in state.shuffler.decks
    return _hear_of_deck(state, event, "inserted", otherwise_wrong="same_colour" if same else "")


def shuffle_started(state: CanberraState, event: e.ShuffleStarted) -> list[Outcome]:
    return _hear_of_deck(state, event, "shuffling")


def shuffle_complete(state: CanberraState, event: e.ShuffleComplete) -> list[Outcome]:
    return _hear_of_deck(state, event, "shuffled")


def _hear_of_deck(
    state: CanberraState, event: e.DeckFact, now: DeckState, otherwise_wrong: str = ""
) -> list[Outcome]:
    if event.role != "shuffler":
        return []
    shuffler = state.shuffler
    if now != "inserted" and event.colour not in (*shuffler.decks, shuffler.in_play):
        return []  # a deck that is still to be taken out
    why = shuffler.fault_with(event.colour, event.count) or otherwise_wrong
    if why:
        return _wrong_deck(state, event, why)
    if state.undecided_yet and event.colour == shuffler.in_play:
        return ask(state, "wrong_colour", colour=event.colour, right_colour=shuffler.other(event.colour))
    shuffler.decks[event.colour] = now
    if now == "inserted":
        shuffler.wrong = ""
    return []


def _wrong_deck(state: CanberraState, event: e.DeckFact, why: str) -> list[Outcome]:
    """Rule 12.2. It is not in play: the round goes on, and both decks come out before the next one."""
    out = _take_decks_out(state)
    state.shuffler.is_wrong(why, event.colour, event.count)
    return [notice(f"deck_{why}", C["12.2"], colour=event.colour, count=event.count or 0), *out]


def _take_decks_out(state: CanberraState) -> list[Outcome]:
    """Back to loading; antes stay where they are. In a round this comes when it is over."""
    state.shuffler.take_out()
    if state.phase != "antes":
        return []
    state.pending.clear()  # a card that had left the shoe too early goes back with all the others
    state.watch = Watch()
    return [state.move("unload")]


# ---------------------------------------------------------------- the deal, rule 12.4


def card_drawn(state: CanberraState, event: e.CardDrawn) -> list[Outcome]:
    """The shoe tells of packs: what says a single card is not believed."""
    return []


def pack_dispensed(state: CanberraState, event: e.PackDispensed) -> list[Outcome]:
    if event.role != "shuffler" or not event.count:
        return []
    game = state.game
    if state.phase == "antes" and state.has_antes() and game.deal_may_begin(state) and not state.pending:
        return [*game.start_deal(state), *_lay_pack(state, event)]
    if state.dealing and state.by_hand:
        return [notice("shoe_not_counted", C["16.4"])]  # the dealer says what is dealt
    if state.dealing:
        return _lay_pack(state, event)
    if state.in_round:
        state.set_aside += event.count
        return [] if state.phase == "collect" else ask(state, "extra_pack", count=event.count)
    if state.phase == "antes":
        return ask(state, "early_card")
    return []  # the shoe is being emptied or filled


def _lay_pack(state: CanberraState, event: e.PackDispensed) -> list[Outcome]:
    """Packs come in the order of the deal: this one lies at the place that is due, whatever else is asked."""
    due, shuffler = state.deal.due, state.shuffler
    assert due is not None
    expected = shuffler.deals_from
    for _ in range(PACK):
        state.deal.give(None)
    shuffler.miscounted += event.count - PACK
    shuffler.is_in_play(expected if event.colour == UNKNOWN else event.colour)
    state.inventory_open = drop(state, "readers_count_differs") or state.inventory_open  # told by now
    outcomes: list[Outcome] = []
    if event.count != PACK:
        outcomes += ask(state, "pack_miscounted", count=event.count, place=due.place)
    if event.colour not in (UNKNOWN, expected):
        outcomes += ask(state, "wrong_colour", place=due.place, colour=event.colour, right_colour=expected)
    return [*outcomes, state.move("last_card")] if state.deal.complete else outcomes


def packs_dealt_by_hand(state: CanberraState, event: e.CardDealtByHand) -> list[Outcome]:
    """The shoe deals, and nobody hears of it: the dealer says what has come out."""
    require(state.dealing, "not_now", C["12.4"])
    require(state.by_hand, "the_shoe_deals", C["12.4"])
    left = len(state.deal.stretch)
    require(event.count <= left and event.count % PACK == 0, "packs_of_five", C["12.4"], count=left)
    return _count_packs(state, event.count // PACK)


def _count_packs(state: CanberraState, packs: int) -> list[Outcome]:
    state.shuffler.is_in_play(state.shuffler.deals_from)
    for _ in range(min(packs * PACK, len(state.deal.stretch))):
        state.deal.give(None)
    return [state.move("last_card")] if state.deal.complete else []


def enter_card(state: CanberraState, event: e.EnterCard) -> list[Outcome]:
    top = state.deal.at(DEALER, TOP)
    if state.phase != "announce" or top is None or (event.place, event.nth) != (DEALER, TOP):
        return dealing.enter_card(state, event)
    require(top.card is None, "card_is_known", C["12.4"], place=DEALER, nth=TOP)
    card = SealedCard(event.card)
    twice = state.read_twice(card)
    state.deal.name(top, card)
    top.up = True
    return [*turned(top), *(ask_twice(state, top) if twice else [])]


def announce(state: CanberraState, event: e.AnnounceBetOrFold) -> list[Outcome]:
    """Rule 12.5, in the place of 7.1's moment (CP-ORDER)."""
    require(state.phase == "announce", "not_now", C["12.5"])
    top = state.deal.at(DEALER, TOP)
    require(top is not None and top.card is not None, "turn_top_card_first", C["12.4"])
    return [state.move("announced"), *close_decisions(state)]


# ---------------------------------------------------------------- malfunctions, rules 12.6 and 12.8


def device_faulted(state: CanberraState, event: e.DeviceFaulted) -> list[Outcome]:
    if event.role != "shuffler":
        return every_device.device_faulted(state, event)
    state.shuffler.is_faulted(event.code)
    return _malfunction(state, event.code)


def device_recovered(state: CanberraState, event: e.DeviceRecovered) -> list[Outcome]:
    if event.role == "shuffler":
        state.shuffler.is_cleared(event.code)
    return []


def device_lost(state: CanberraState, event: e.DeviceLost) -> list[Outcome]:
    """Between rounds a line that was down and is up again has lost no report: the decks are as they were."""
    if event.role != "shuffler":
        return devices.device_lost(state, event)
    state.shuffler.lost = True
    if state.dealing and not state.by_hand:
        return ask(state, "shuffler_lost")
    return [notice("shoe_line_down", C["12.8"])] if _is_round_on(state) else []


def device_ready(state: CanberraState, event: e.DeviceReady) -> list[Outcome]:
    if event.role != "shuffler":
        return every_device.device_ready(state, event)
    state.shuffler.is_ready()
    drop(state, "shuffler_lost")
    return []


def reports_missed(state: CanberraState, event: e.ReportsMissed) -> list[Outcome]:
    if event.role != "shuffler":
        return devices.reports_missed(state, event)
    if not _is_round_on(state):
        return _malfunction(state, "reports_missed")
    _take_decks_out(state)  # what they have become meanwhile nobody can say
    if state.dealing and not state.by_hand:
        return ask(state, "packs_missed", count=event.count)
    return [notice("shoe_fault_next_round", C["12.8"], fault="reports_missed")]


def powered_up(state: CanberraState, event: e.PoweredUp) -> list[Outcome]:
    return _malfunction(state, "power_was_off") if event.role == "shuffler" else []


def door_changed(state: CanberraState, event: e.DoorChanged) -> list[Outcome]:
    """Whether an open door is a malfunction (12.8) only people can see. What was in the shoe is loaded anew."""
    opened = event.open and not state.shuffler.door_open
    state.shuffler.door_open = event.open
    if not opened or event.role != "shuffler" or state.phase in ("closed", "verify", "shuffle"):
        return []
    asked = ask(state, "door_opened") if state.undecided_yet else []
    return [*asked, *_take_decks_out(state)]


def _is_round_on(state: CanberraState) -> bool:
    return state.in_round and not state.void


def _malfunction(state: CanberraState, fault: str) -> list[Outcome]:
    out = _take_decks_out(state)
    if _is_round_on(state) and not state.dealing:
        return [notice("shoe_fault_next_round", C["12.8"], fault=fault)]
    if _is_round_on(state):
        return [notice("shoe_malfunction", C["12.6"], fault=fault), *make_void(state, C["12.6"])]
    return [notice("shoe_stopped", C["12.8"], fault=fault), *out]


def collected(state: CanberraState, event: e.Collected) -> list[Outcome]:
    """How many cards a shoe that failed has let out, nobody can say: they are counted when they are loaded."""
    failed = state.void_rule == C["12.6"]
    return close_round(state) if failed else collecting.collected(state, event)


# ---------------------------------------------------------------- an ordinary shoe stands in its place (12.7)


def device_lost_in_its_place(state: CanberraState, event: e.DeviceLost) -> list[Outcome]:
    if event.role != "shuffler":
        return devices.device_lost(state, event)
    state.shuffler.lost = True
    return []


def door_changed_in_its_place(state: CanberraState, event: e.DoorChanged) -> list[Outcome]:
    state.shuffler.door_open = event.open
    return []


# ---------------------------------------------------------------- what each ruling does


def _pack_is_five(state: CanberraState, pending: Pending, rule: Rule) -> list[Outcome]:
    """The shoe has counted wrongly, people rightly."""
    state.shuffler.miscounted -= pending.count - PACK
    return []


def _packs_came(state: CanberraState, pending: Pending, rule: Rule) -> list[Outcome]:
    return _count_packs(state, pending.count)


def _void(state: CanberraState, pending: Pending, rule: Rule) -> list[Outcome]:
    if rule == C["12.6"]:
        state.shuffler.take_out()  # people say that it was a malfunction
    return make_void(state, rule)


def _reshuffle(state: CanberraState, pending: Pending, rule: Rule) -> list[Outcome]:
    state.shuffler.take_out()
    return rulings.EFFECTS["reshuffle"](state, pending, rule)


EFFECTS: dict[str, Callable[[Any, Pending, Rule], list[Outcome]]] = {
    "pack_is_five": _pack_is_five,
    "packs_came": _packs_came,
    "void": _void,
    "reshuffle": _reshuffle,
}

HANDLERS: dict[type[e.Event], Callable[[CanberraState, Any], list[Outcome]]] = {
    e.CardDrawn: card_drawn,
    e.AllCardsRead: all_cards_read,
    e.DeckCheckedByHand: deck_checked_by_hand,
    e.Countersign: countersign,
    e.Shuffled: shuffled,
    e.CloseBetting: close_betting,
    e.AnnounceBetOrFold: announce,
    e.EnterCard: enter_card,
    e.Collected: collected,
    e.DeckInserted: deck_inserted,
    e.ShuffleStarted: shuffle_started,
    e.ShuffleComplete: shuffle_complete,
    e.PackDispensed: pack_dispensed,
    e.CardDealtByHand: packs_dealt_by_hand,
    e.DoorChanged: door_changed,
    e.PoweredUp: powered_up,
    e.DeviceFaulted: device_faulted,
    e.DeviceRecovered: device_recovered,
    e.DeviceLost: device_lost,
    e.DeviceReady: device_ready,
    e.ReportsMissed: reports_missed,
}
HANDLERS_IN_ITS_PLACE: dict[type[e.Event], Callable[[CanberraState, Any], list[Outcome]]] = {
    e.DeckCheckedByHand: deck_checked_by_hand,
    e.Countersign: countersign,
    e.AnnounceBetOrFold: announce,
    e.DoorChanged: door_changed_in_its_place,
    e.DeviceLost: device_lost_in_its_place,
    e.DeviceReady: device_ready,
}
