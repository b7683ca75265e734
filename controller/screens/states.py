"""What a screen is sent, typed: the one place that says what a button, a card or a page must have.

The types of the pages are made from it (`docs/generate.py`). What the fields mean is said in
docs/screen-state.md.
"""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypedDict

Tone = Literal["plain", "next", "attention", "fault", "calm", "empty", "out"]


# ---------------------------------------------------------------- what is asked, and what is touched


class PinAsk(TypedDict):
    kind: Literal["pin"]
    title: str


class Quick(TypedDict):
    label: str
    cents: int


class Sum(TypedDict):
    from_cents: int
    text: str  # {sum} in it is what the amount differs from `of_cents` by
    of_cents: int


class MoneyAsk(TypedDict):
    kind: Literal["money"]
    title: str
    unit: str
    minimum_cents: int
    maximum_cents: int
    step_cents: int
    counted_from_cents: int
    chips_cents: list[int]
    start_cents: int
    quick: list[Quick]
    also_cents: list[int]
    sums: list[Sum]
    field: str
    why: str


class CountAsk(TypedDict):
    kind: Literal["count"]
    title: str
    minimum: int
    maximum: int
    start: int
    field: str
    why: str


class FaceAsk(TypedDict):
    kind: Literal["face"]
    title: str
    field: str
    joker: bool
    out: dict[str, str]  # faces that it cannot be, each with where it lies
    cards: NotRequired[int]  # so many of them


class TextAsk(TypedDict):
    kind: Literal["text"]
    title: str
    choices: list[str]
    field: str


class Option(TypedDict):
    value: str
    label: str


class Field(TypedDict):
    name: str
    kind: Literal["text", "number", "amount", "yes", "moment", "choice", "lines"]
    label: str
    hint: str
    value: str
    longest: int
    needed: bool
    options: list[Option]


class FormAsk(TypedDict):
    """Several things at once, typed or chosen. They are sent together, as `said`."""

    kind: Literal["form"]
    title: str
    fields: list[Field]


Ask = PinAsk | MoneyAsk | CountAsk | FaceAsk | TextAsk | FormAsk


class Button(TypedDict):
    id: str
    label: str
    tone: str
    enabled: bool
    place: int
    hold_ms: int
    act: str
    args: dict[str, Any]
    ask: Ask | None


# ---------------------------------------------------------------- the table


class Card(TypedDict):
    """A card, or a slot for one."""

    id: str
    slot: NotRequired[bool]
    up: NotRequired[bool]
    face: NotRequired[str]
    mark: NotRequired[Literal["", "exposed", "unread"]]


class Cards(TypedDict):
    label: str
    tone: Tone
    cards: list[Card]


class Note(TypedDict):
    label: str
    value: str


class Pot(Note):
    detail: str


class Rail(TypedDict):
    board: Cards | None
    dealer: Cards | None
    pots: NotRequired[list[Pot]]
    notes: list[Note]


class Box(TypedDict):
    box: int
    label: str
    mark: str
    tag: NotRequired[str]
    state: str
    tone: Tone
    cards: list[Card]
    lines: list[str]
    touch: Button | None


# ---------------------------------------------------------------- above and around it


class Phase(TypedDict):
    name: str
    now: bool


class Badge(TypedDict):
    tone: Tone
    text: str
    pulse: bool
    id: NotRequired[str]  # of a time that runs: it runs from when the screen first sees it
    seconds: NotRequired[int]


class Header(TypedDict):
    table: str
    round: str
    phases: list[Phase]
    badges: list[Badge]
    dealer: str
    clock: str


class Prompt(TypedDict):
    tone: Tone
    title: str
    detail: str
    rule: Button | None
    pulse: bool
    seconds: int | None


class Block(TypedDict):
    head: str
    text: str
    tone: str


class Entry(TypedDict):
    head: str
    text: str


class ChooseSheet(TypedDict):
    kind: Literal["choose"]
    title: str
    detail: str
    buttons: list[Button]
    close: Button


class PageSheet(TypedDict):
    kind: Literal["page"]
    title: str
    blocks: list[Block]
    buttons: list[Button]
    close: Button


class SearchSheet(TypedDict):
    kind: Literal["search"]
    title: str
    entries: list[Entry]
    close: Button


class Column(TypedDict):
    label: str
    number: bool


class Paper(TypedDict):
    """One sheet of paper."""

    title: str
    head: str
    facts: list[Note]
    columns: list[Column]
    rows: list[list[str]]
    foot: str


class PapersSheet(TypedDict):
    kind: Literal["papers"]
    title: str
    papers: list[Paper]
    print: str
    on_printer: Button | None  # of the table's own: what became of it says the button
    close: Button


class IncidentSheet(TypedDict):
    """A ruling, a dispute or a correction as it will lie on paper; printed when it says which copy it is."""

    kind: Literal["incident"]
    title: str
    html: str
    copy: int
    print: Button
    close: Button


class PastSheet(TypedDict):
    """A past round after one of its records."""

    kind: Literal["past"]
    title: str
    detail: str
    look: Look
    rail: Rail | None
    boxes: list[Box]
    buttons: list[Button]
    close: Button


Sheet = ChooseSheet | PageSheet | SearchSheet | PapersSheet | IncidentSheet | PastSheet


class Cover(TypedDict):
    title: str
    detail: str
    touch: Button


# ---------------------------------------------------------------- pages


class Look(TypedDict):
    lang: str
    theme: str
    brightness: int
    mirror: bool
    suits: int
    sounds: str
    mm: float
    chosen: dict[str, Any]


class Page(TypedDict):
    """What every page has. `seq`, and where there is a prompt `sound`, are given by the connection."""

    kind: Literal["screen"]
    role: str
    seq: NotRequired[int]
    sound: NotRequired[Literal["", "attention", "alarm"]]
    look: Look
    banner: str
    words: dict[str, str]


class State(Page):
    """The dealer's."""

    header: Header
    prompt: Prompt
    rail: Rail | None
    boxes: list[Box]
    actions: list[Button]
    fixed: list[Button]
    sheet: Sheet | None
    cover: Cover | None


class Group(TypedDict):
    title: str
    lines: list[str]
    buttons: list[Button]


class Bench(Page):
    title: str
    groups: list[Group]
    log: list[str]


class Status(TypedDict):
    name: str
    title: str
    detail: str


class Limit(TypedDict):
    label: str
    per: str
    value: str
    next: str


class Row(TypedDict):
    name: str
    value: str
    head: bool


class Side(TypedDict):
    title: str
    amount: str
    wager: str
    rows: list[Row]
    note: str


class OfSign(TypedDict):
    """What changes on a sign."""

    limits: list[Limit]
    payouts: list[Row]
    side: Side | None


class Sign(Page, OfSign):
    game: str
    table: str
    hours: str
    status: Status


# ---------------------------------------------------------------- the page of a tournament


class Timer(TypedDict):
    label: str
    at: str
    until_ms: int | None  # the page counts down to it from `now_ms`


class DirectorHeader(TypedDict):
    title: str
    stage: str
    session: str
    level: str
    players: str
    who: str
    timers: list[Timer]
    buttons: list[Button]
    clock: str
    now_ms: int


class Step(TypedDict):
    tone: Tone
    by: str
    say: str
    rule: str


class Act(TypedDict):
    button: Button
    rule: str
    why: str  # it cannot be done yet


class GridRow(TypedDict):
    id: str
    tone: Tone
    cells: list[str]
    buttons: list[Button]


class Grid(TypedDict):
    title: str
    columns: list[Column]
    rows: list[GridRow]
    empty: str


class Section(TypedDict):
    notes: list[Note]
    buttons: list[Button]
    acts: list[Act]
    grids: list[Grid]


class Director(Page):
    header: DirectorHeader
    step: Step
    acts: list[Act]
    undo: Act | None
    tabs: list[Button]
    section: Section
    sheet: Sheet | None
    cover: Cover | None
