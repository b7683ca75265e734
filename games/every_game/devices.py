"""What the state of the shoe means for the round. A question about it is all that a hold is."""

from __future__ import annotations

from dataclasses import replace

from games.events import DeviceFaulted, DeviceLost, DeviceReady, DeviceRecovered, ReportsMissed
from games.every_game.questions import ask, drop
from games.every_game.state import State, notice
from games.outcomes import Outcome, Text

BESIDE_THE_FELT = ("scanner", "buttons", "printer")  # what they tell changes nothing of the cards


def need_shoe(state: State) -> list[Outcome]:
    """The shoe is about to be used, unless the round is dealt by hand."""
    if state.shoe_ready or state.by_hand:
        return []
    return ask(state, "shoe_lost", say=_how_sure(state), cards=state.cards_out)


def _how_sure(state: State) -> str:
    """Only if the readers see exactly the cards that the shoe told of is there none in between."""
    if state.shoe_held:
        return "shoe_not_approved"
    all_seen = state.watch.cards_at_rest == state.deal.in_sight
    return "shoe_lost" if all_seen else "shoe_lost_uncertain"


def look_again(state: State) -> list[Outcome]:
    """A reader has seen something while the shoe does not answer: what was said of the cards may be wrong."""
    for pending in state.pending:
        say = pending.question.say
        if pending.question.about == "shoe_lost" and say.code != _how_sure(state):
            pending.question = replace(pending.question, say=Text(code=_how_sure(state), words=say.words))
            return [pending.question]
    return []


def device_lost(state: State, event: DeviceLost) -> list[Outcome]:
    if event.role == "readers" and state.dealing:
        say = "readers_held" if event.held else ""
        return ask(state, "readers_lost", say=say, device=event.device)  # nobody watches: a person goes on
    told: list[Outcome] = [] if event.held else [notice("device_lost", device=event.device)]
    if event.role != "shoe":
        return told
    if not state.shoe_ready:
        return []
    state.shoe_ready, state.shoe_held = False, bool(event.held)
    drop(state, "shoe_back", "shoe_faulted")
    return need_shoe(state) if state.dealing and not state.by_hand else told


def device_ready(state: State, event: DeviceReady) -> list[Outcome]:
    if event.role == "shoe":
        state.shoe_stopped = False
    if event.role != "shoe" or state.shoe_ready:
        return []
    state.shoe_ready, state.shoe_held = True, False
    held = drop(state, "shoe_lost")
    return _is_count_right(state) if held and state.dealing else []


def device_recovered(state: State, event: DeviceRecovered) -> list[Outcome]:
    if event.role == "shoe":
        state.shoe_stopped = False
    return []


def device_faulted(state: State, event: DeviceFaulted) -> list[Outcome]:
    if event.role == "shoe":
        state.shoe_stopped = True
    if event.role == "shoe" and state.dealing and not state.by_hand:
        due = state.deal.due
        place, nth = (due.place, due.nth) if due else ("", 0)
        return ask(state, "shoe_faulted", count=1, fault=event.code, place=place, nth=nth)
    fault = {"device": event.device, "fault": event.code, "remedy": event.code}
    if event.where is None:
        return [notice("device_faulted", **fault)]
    return [notice("device_faulted_at", **fault, fault_at=event.where)]


def reports_missed(state: State, event: ReportsMissed) -> list[Outcome]:
    if event.role in BESIDE_THE_FELT:
        missed = "reports_missed"
        return [notice("device_faulted", device=event.device, fault=missed, remedy=missed)]
    if event.role != "shoe":
        return [notice("readers_missed_something", state.numbers.deal, device=event.device, count=event.count)]
    if state.in_round and state.phase != "collect":
        state.inventory_open = (
            drop(state, "readers_count_differs") or state.inventory_open
        )  # perhaps the same cards
        return ask(state, "reports_missed", count=event.count)
    if state.phase in ("cut", state.game.before_deal):
        return ask(state, "reports_missed_early", count=event.count)
    return [notice("shoe_missed_something", state.numbers.shuffle, count=event.count)]


def _is_count_right(state: State) -> list[Outcome]:
    """After an interruption the deal never goes on by itself."""
    if not state.deal.dealt:
        return ask(state, "shoe_back", say="shoe_back_first")
    last = state.deal.dealt[-1].due
    return ask(state, "shoe_back", place=last.place, nth=last.nth)
