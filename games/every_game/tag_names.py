"""What the tags say of the cards, held against what the shoe has read.

A tag names its card only at a table with an enrolment file. Nothing of it is told while the card lies face
down, and nobody is asked before it has shown for a while: an antenna may see its neighbour's card, or be
quicker than the shoe.
"""

from __future__ import annotations

from games.cards import SealedTag
from games.deal import Dealt
from games.events import BURN, RACK, Enrolled
from games.every_game.placing import ask_astray, ask_twice, turned
from games.every_game.questions import ask
from games.every_game.state import Pending, State
from games.outcomes import Outcome

UNKNOWN = "unknown"

# ---------------------------------------------------------------- a tag is seen


def strange(state: State, place: str, tag: SealedTag, enrolled: Enrolled | None) -> list[Outcome] | None:
    """What is asked about a card that does not belong to the deck in play. None: it does, for all we know."""
    if enrolled is None:
        return None
    tags = state.watch.tags
    card = enrolled.card
    if card is None or card.open() not in state.game.deck(state):
        tags.foreign[tag] = place
        return ask(state, "foreign_card", place=place) if tags.is_news(tag) else []
    right = state.colour_in_play()
    if right not in ("", UNKNOWN, enrolled.colour):
        return _wrong_deck(state, place, enrolled.colour, right) if tags.is_news(right) else []
    tags.name(tag, card)
    return None


def _wrong_deck(state: State, place: str, colour: str | None, right: str) -> list[Outcome]:
    said = "card_of_wrong_colour"
    return ask(state, "wrong_colour", say=said, place=place, colour=colour, right_colour=right)


def same_face(state: State, place: str, tag: SealedTag) -> list[Outcome]:
    """Two cards of one deck are alike."""
    card = state.watch.tags.names.get(tag)
    if card is None:
        return []
    alike = [other for other in state.watch.tags.with_face(card) if other in state.watch.home]
    if len(alike) < 2:
        return []
    return ask(state, "card_read_twice", say="face_under_two_tags", tag=tag, place=place)


# ---------------------------------------------------------------- held against the shoe


def compare(state: State, at_ms: int) -> list[Outcome]:
    """After every event, for what the tags say together."""
    if state.pending or state.void or not state.undecided_yet or state.watch.settles_anew:
        return []
    now: dict[tuple[str, str], bool] = {}
    for place in {*state.watch.home.values()} - {RACK}:
        found = _found(state, place)
        if found:
            now[found, place] = found != "names" or _all_turned(state, place)
    shown = sorted(state.watch.tags.shows(now, at_ms))
    astray = [(place, *each) for found, place in shown if found == "astray" for each in _astray(state, place)]
    outcomes = [outcome for place, tag, due in astray for outcome in ask_astray(state, place, tag, due)]
    if outcomes:
        return outcomes  # what else the tags say is looked at when it is known where the cards lie
    for found, place in shown:
        if found == "differs":
            outcomes += _ask_which(state, place)
        elif now[found, place]:
            outcomes += _name(state, place)
    return outcomes


def _found(state: State, place: str) -> str:
    if not _is_settled(state, place):
        return ""
    unread = _unread(state, place)
    if len(_of_no_dealt_card(state, place)) > len(unread):
        return "differs"
    if _astray(state, place):
        return "astray"
    others = len(_others(state, place))
    return "names" if others and others == len(unread) and _all_at_home(state) else ""


def _is_settled(state: State, place: str) -> bool:
    """The shoe has told of all cards that lie there, and the reader has seen them all or none is to come."""
    resting, dealt = len(state.watch.at_rest(place)), len(state.deal.hand(place))
    all_here = resting == dealt or (resting < dealt and dealt == state.deal.slots(place))
    return all_here and state.watch.cards_at_rest <= state.deal.in_sight


def _all_at_home(state: State) -> bool:
    """At every place that a reader looks at lie as many cards as were dealt to it; some may be foreign."""
    foreign = [*state.watch.tags.foreign.values()]
    for place in {*state.watch.home.values()}:
        resting = len(state.watch.at_rest(place))
        if not resting <= len(state.deal.hand(place)) <= resting + foreign.count(place):
            return False
    return True


def _unread(state: State, place: str) -> list[Dealt]:
    return [dealt for dealt in state.deal.hand(place) if dealt.card is None]


def _of_no_dealt_card(state: State, place: str) -> list[SealedTag]:
    """They name what the shoe has read of no card."""
    read = {dealt.card for dealt in state.deal.dealt}
    return [tag for tag in _named(state, place) if state.watch.tags.names[tag] not in read]


def _astray(state: State, place: str) -> list[tuple[SealedTag, str]]:
    """They name what was dealt to somebody else, whose reader does not see them though it has seen all it will;
    and to whom it was dealt."""
    found = [(tag, dealt.due.place) for tag in _named(state, place) if (dealt := dealt_as(state, tag))]
    return [
        (tag, due)
        for tag, due in found
        if due not in (place, BURN) and state.watch.lies_alone(tag, place) and _is_settled(state, due)
    ]


def dealt_as(state: State, tag: SealedTag) -> Dealt | None:
    """The card of the deal that the tag is in, if it says so and the shoe has read that card."""
    named = state.watch.tags.names.get(tag)
    if named is None:
        return None
    return next((dealt for dealt in state.deal.dealt if dealt.card is named), None)


def _others(state: State, place: str) -> list[SealedTag]:
    """They name what the shoe has read of no card of that place."""
    read = {dealt.card for dealt in state.deal.hand(place)}
    return [tag for tag in _named(state, place) if state.watch.tags.names[tag] not in read]


def _named(state: State, place: str) -> list[SealedTag]:
    return [tag for tag in state.watch.at_rest(place) if tag in state.watch.tags.names]


def _all_turned(state: State, place: str) -> bool:
    """Which of them is which does not matter as long as all lie up, or all are turned together."""
    unread = _unread(state, place)
    return all(state.is_turned(dealt) for dealt in unread) and len({dealt.up for dealt in unread}) == 1


# ---------------------------------------------------------------- what comes of it


def _ask_which(state: State, place: str) -> list[Outcome]:
    """The first card that no tag speaks for is the one in question."""
    said = {*state.watch.tags.names.values()}
    alone = [dealt for dealt in state.deal.hand(place) if dealt.card is not None and dealt.card not in said]
    nth = alone[0].due.nth if alone else None
    return ask(state, "shoe_and_tag_differ", place=place, nth=nth)


def _name(state: State, place: str) -> list[Outcome]:
    """As if a person had entered it: whoever looks at the card sees the same."""
    outcomes: list[Outcome] = []
    for dealt, tag in zip(_unread(state, place), _others(state, place), strict=True):
        card = state.watch.tags.names[tag]
        twice = state.read_twice(card)
        state.deal.name(dealt, card)
        outcomes += turned(dealt) if dealt.up else []
        outcomes += ask_twice(state, dealt) if twice else []
    return [*outcomes, *state.game.card_entered(state)]


def believe_neither(state: State, pending: Pending) -> None:
    """Its face is entered when it is up."""
    place = str(pending.words["place"])
    nth = pending.words.get("nth")
    dealt = state.deal.at(place, int(str(nth))) if nth is not None else None
    tags = state.watch.tags
    alike = [dealt.card] if dealt is not None and dealt.card is not None else []
    if pending.tag in tags.names:
        alike.append(tags.names[pending.tag])
    for card in alike:
        tags.doubt(*tags.with_face(card))
    differ = pending.question.about == "shoe_and_tag_differ"
    if differ:
        tags.doubt(*_of_no_dealt_card(state, place))
    if dealt is not None and not (differ and dealt.up):  # what lies up, everybody has seen
        state.deal.forget(dealt)
