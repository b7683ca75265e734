"""What lies on the layout of any game, as an audience may see it."""

from __future__ import annotations

from collections.abc import Iterable

from games.cards import AnyCard
from games.deal import Dealt
from games.events import BOARD
from games.every_game.deck import deck_fault
from games.every_game.prompts import READ_AGAIN, SHOE_TROUBLE
from games.every_game.questions import choices
from games.every_game.state import State
from games.outcomes import Text
from games.seen import Asked, Audience, Badge, Note, Seen, SeenCard, SeenHand, Tone, caption, face_for


def seen(state: State, audience: Audience) -> Seen:
    game = state.game
    return Seen(
        round=state.round,
        phases=game.shown_phases,
        phase=game.shown_as.get(state.phase, state.phase),
        is_closed=state.phase == "closed",
        tone=_tone(state),
        asked=_asked(state),
        has_seats=game.has_seats,
        board=board(state, audience),
        notes=(_cards_told(state),),
        badges=tuple(_announced(state)),
        of_devices={"shuffler": (caption("shuffler_put_away"),)},
    )


# ---------------------------------------------------------------- cards


def cards(state: State, place: str, audience: Audience) -> tuple[SeenCard, ...]:
    dealt = [_card(state, place, card, audience) for card in state.deal.hand(place)]
    slots = range(len(dealt) + 1, state.deal.slots(place) + 1)
    return (*dealt, *(SeenCard(f"{place}-{nth}", is_slot=True) for nth in slots))


def _card(state: State, place: str, dealt: Dealt, audience: Audience) -> SeenCard:
    name, said = f"{place}-{dealt.due.nth}", _just_said(state, place, dealt)
    unread = dealt.card is None and state.shoe == "reading"  # another never reads
    face = face_for(audience, dealt.card, lies_up=dealt.up, said=said, at=name)
    exposed = dealt.exposed or said is not None
    return SeenCard(name, face=face, mark="exposed" if exposed else "unread" if unread else "")


def _just_said(state: State, place: str, dealt: Dealt) -> AnyCard | None:
    """What somebody who reports the card has seen of it."""
    report = state.question.report if state.question else None
    about_it = report is not None and (report.place, report.nth) == (place, dealt.due.nth)
    return report.seen if report is not None and about_it else None


def in_the_middle(state: State, place: str, audience: Audience) -> SeenHand:
    due = state.deal.due if state.dealing and not state.question else None
    tone: Tone = "next" if due is not None and due.place == place else "plain"
    return SeenHand(caption(f"{place}_rail"), tone, cards(state, place, audience))


def board(state: State, audience: Audience, early: Iterable[SeenCard] = ()) -> SeenHand | None:
    """Only a game that deals communal cards has one."""
    hand = in_the_middle(state, BOARD, audience)
    lying = (*hand.cards, *early)
    return SeenHand(hand.label, hand.tone, lying) if lying else None


# ---------------------------------------------------------------- what else is told


def _cards_told(state: State) -> Note:
    """Read in the deck check, or out of the shoe."""
    count = len(state.game.deck(state))
    if state.phase == "verify" and state.game.shoe in ("reading", "counting"):
        return Note(caption("read_label"), caption("read", read=len(state.checked), count=count))
    return Note(caption("out_label"), caption("out", out=state.cards_out, count=count))


def _announced(state: State) -> Iterable[Badge]:
    """What the players have been told, so that the dealer can say it again."""
    if state.announced_ms is not None:
        yield Badge("attention", caption("limits_badge", from_ms=state.announced_ms))
    if state.closing_ms is not None and state.phase != "closed":
        yield Badge("attention", caption("closing_badge", from_ms=state.closing_ms))


def _tone(state: State) -> Tone:
    if state.question:
        about = state.question.question.about
        return "fault" if about in SHOE_TROUBLE and about != "shoe_held" else "attention"
    if state.phase == "verify" and (fault := deck_fault(state)) and fault[0] in READ_AGAIN:
        return "attention"
    return "calm" if state.phase == "closed" else state.alarm or "next"


def _asked(state: State) -> Asked | None:
    if state.question is None:
        return None
    question, possible = state.question.question, choices(state, state.question)
    waiting = len(state.pending) - 1
    steps = tuple([Text(code="move_card", words=step) for step in question.say.words.get("steps", ())])
    if question.about in SHOE_TROUBLE or steps or not possible:
        return Asked(question.say, None, waiting, steps)
    words = {**question.say.words, "about": question.about}
    return Asked(question.say, Text(code=f"ruled_{possible[0].code}", words=words), waiting)
