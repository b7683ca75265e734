"""What is seen at a table, and by whom: pure values. A screen adds words and pixels, and decides nothing."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from games.cards import AnyCard, SealedCard
from games.outcomes import Text

Person = Literal["dealer", "supervisor", "players", "floor"]
Tone = Literal["plain", "next", "attention", "fault", "calm", "empty", "out"]


def caption(code: str, /, **words: Any) -> Text:
    """A few words that stand on a screen, by their name in the catalogues."""
    return Text(code=code, words=words)


def money(cents: int) -> Text:
    return caption("money", amount_cents=cents)


@dataclass(frozen=True, slots=True)
class Archive:
    """Who looks at a round when it is closed. What was turned up in the course of it is known then from the
    deal on: `turned` has the cards by their ids, each with its face. A hand that was folded and a burnt card
    lie face down for ever, unless somebody who has the key has asked for everything.
    """

    turned: frozenset[tuple[str, str]]
    opens_all: bool = False


Audience = Person | Archive


def face_for(
    audience: Audience, card: SealedCard | None, *, lies_up: bool, said: AnyCard | None = None, at: str = ""
) -> str | None:
    """The one place that opens a face to be seen, or withholds it. `said` is what a person has just seen, `at`
    the id of the card as it is seen."""
    if audience != "dealer" and not isinstance(audience, Archive):
        return None
    if said is not None:
        return str(said)
    if card is None:
        return None
    if lies_up:
        return str(card.open())
    return _later(audience, at, str(card.open())) if isinstance(audience, Archive) else None


def _later(archive: Archive, at: str, face: str) -> str | None:
    """The same card, and not another that lay there when the place's card was turned."""
    return face if archive.opens_all or (at, face) in archive.turned else None


@dataclass(frozen=True, slots=True)
class SeenCard:
    """A card as it lies there, or a place for one. Only a card that lies up has a face."""

    id: str
    is_slot: bool = False
    face: str | None = None
    mark: Literal["", "exposed", "unread"] = ""


@dataclass(frozen=True, slots=True)
class SeenPlace:
    """A box or a seat."""

    number: int
    standing: str  # a word of the group "states", or none
    tone: Tone
    mark: Text | None = None  # in a disc
    tag: Text | None = None  # beside the number of a seat
    cards: tuple[SeenCard, ...] = ()
    lines: tuple[Text, ...] = ()


@dataclass(frozen=True, slots=True)
class SeenHand:
    """Cards in the middle. The tone says that the next one goes there."""

    label: Text
    tone: Tone
    cards: tuple[SeenCard, ...]


@dataclass(frozen=True, slots=True)
class Note:
    label: Text
    value: Text
    detail: Text | None = None


@dataclass(frozen=True, slots=True)
class Badge:
    tone: Tone
    say: Text


@dataclass(frozen=True, slots=True)
class Asked:
    """What a person has to answer. The rules propose a ruling, unless the shoe itself is what is missing."""

    what: Text
    proposed: Text | None
    waiting: int = 0  # questions that come after this one
    steps: tuple[Text, ...] = ()  # what is to be done before it is answered, one by one
    since_ms: int = 0  # that the shoe is lost


@dataclass(frozen=True, slots=True, kw_only=True)
class Seen:
    """Of the layout and the round. What a game does not have is empty, or None."""

    round: int
    phases: tuple[str, ...]
    phase: str  # of these the one that it is now, unless the table is closed
    is_closed: bool
    tone: Tone  # of what comes next
    asked: Asked | None = None
    turn_ends_ms: int | None = None  # the announced time of the one whose turn it is
    has_seats: bool = False  # the places are seats with a tag each
    places: tuple[SeenPlace, ...] = ()
    board: SeenHand | None = None
    dealer: SeenHand | None = None
    pots: tuple[Note, ...] | None = None
    notes: tuple[Note, ...] = ()
    badges: tuple[Badge, ...] = ()
    of_devices: Mapping[str, tuple[Text, ...]] = field(
        default_factory=dict
    )  # by role, what the rules know of it


# ---------------------------------------------------------------- what the players may know before they wager


def on_sign(code: str, /, **words: Any) -> Text:
    """Words of the table's sign, by their name in the catalogues."""
    return Text(code=code, words=words)


def dollars(cents: int) -> Text:
    return on_sign("dollars", amount_cents=cents)


def chips(cents: int) -> Text:
    """Of a tournament: no money."""
    return on_sign("chips", amount_cents=cents)


@dataclass(frozen=True, slots=True)
class Standing:
    """How the table stands. The name is what the sign is painted by."""

    name: str
    say: Text


@dataclass(frozen=True, slots=True)
class SignLimit:
    label: Text
    value: Text
    per: Text | None = None
    coming: Text | None = None  # what the players have notice of


@dataclass(frozen=True, slots=True)
class SignRow:
    name: Text
    value: Text | None = None
    is_head: bool = False


@dataclass(frozen=True, slots=True)
class SignSide:
    """What else there is: a wager beside the ante, or the commission."""

    title: Text
    wager: Text
    rows: tuple[SignRow, ...]
    amount: Text | None = None  # on display
    note: Text | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SeenBySign:
    """No card, person or phase of a round is in it, and of boxes only what each had when the last round of a
    tournament was over: so nothing of them can get out."""

    standing: tuple[Standing, ...]  # what matters most first
    limits: tuple[SignLimit, ...] = ()
    payouts: tuple[SignRow, ...] = ()
    side: SignSide | None = None
