"""The incident sheet: a ruling, a dispute or a correction on paper, with the record that proves it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from html import escape
from typing import NamedTuple

import segno

from controller.language import Language, language_of
from controller.past.happened import Happened, happened
from controller.past.picture import picture
from controller.past.reading import NotThere, Past
from controller.past.steps import Step, TimeMachine
from controller.past.story import Line, Story, corrected, people, said_later, story, whole
from controller.past.times import Zone, utc
from controller.screens.past_rounds import SHEETS
from controller.version import this_program
from controller.web import STATIC
from drivers.slip import Slip, SlipLine
from games.events import CallFloor, FloorCame
from games.outcomes import (
    DisputeDecided,
    DisputeOpened,
    Notice,
    Payment,
    PotSettled,
    Question,
    RoundClosed,
    RoundCorrected,
    Ruling,
    Withdrawn,
)
from games.rulebook import Document

Incident = Ruling | DisputeOpened | DisputeDecided | RoundCorrected
TITLES = {
    Ruling: "title_ruling",
    DisputeOpened: "title_dispute",
    DisputeDecided: "title_decision",
    RoundCorrected: "title_correction",
}

BEGINS = '<!doctype html>\n<html lang="'  # a sheet


class Moment(NamedTuple):
    """Somebody did something."""

    record: int
    at_ms: int
    by: str


@dataclass(frozen=True, slots=True)
class Asked:
    """What was to be decided, and since when."""

    since: Moment
    question: Question | None  # of a round that was played; None: a dispute, or what waits for a second person


@dataclass(slots=True)
class Floor:
    """A supervisor was called; and when he was there."""

    called: Moment
    came: Moment | None = None


@dataclass(frozen=True, slots=True)
class Found:
    """What happened at that record, what it answers, and who else was asked."""

    record: int
    round: int
    incident: Incident
    asked: Asked | None
    floor: tuple[Floor, ...]
    step: Step

    @property
    def about(self) -> int:
        """The round that it is of: a dispute is taken, and money put right, when others are played."""
        return int(getattr(self.incident, "round", self.round))

    @property
    def is_of_another(self) -> bool:
        return self.about != self.round


def incidents_of(past: Past, round_: int) -> list[int]:
    """Records that a sheet can be made of: in that round, and of it in later ones."""
    kinds = ("ruling", "dispute_opened", "dispute_decided", "round_corrected")
    own = [one.number for one in past.round(round_).written if one.outcomes(kinds)]
    return [*own, *(one.record for one in said_later(past, round_))]


class Listed(NamedTuple):
    record: int
    at_ms: int
    title: str
    is_later: bool  # when another round was played


def listed(past: Past, round_: int, language: str) -> list[Listed]:
    """What a sheet can be made of: what happened in that round, and what was said of it in later ones."""
    say = language_of(language, past.game)
    own = {
        one.record: Listed(one.record, one.at_ms, _named(incident, round_, say), is_later=False)
        for one, _ in happened(past, round_, [])
        for incident in one.outcomes
        if isinstance(incident, SHEETS)
    }
    later = [
        Listed(one.record, one.at_ms, _named(one.outcome, round_, say), is_later=True)
        for one in said_later(past, round_)
    ]
    return [*own.values(), *later]


def _named(incident: Incident, round_: int, say: Language) -> str:
    name = f"{_title(incident, say)} {incident.rule.number}"
    about = getattr(incident, "round", round_)
    return f"{name} ({say.screen('past_title', round=about)})" if about != round_ else name


class Section(NamedTuple):
    title: str
    lines: tuple[str, ...]

    @classmethod
    def of(cls, title: str, lines: Iterable[str]) -> Section:
        return cls(title, tuple(dict.fromkeys(lines)))

    @property
    def html(self) -> str:
        paragraphs = "".join(f"<p>{escape(line)}</p>" for line in self.lines)
        return f"<h2>{escape(self.title)}</h2>{paragraphs}" if self.lines else ""

    @property
    def slip(self) -> Iterator[SlipLine]:
        if self.lines:
            yield SlipLine()
            yield SlipLine(self.title, "head")
            yield from map(SlipLine, self.lines)


@dataclass(frozen=True, slots=True)
class Sheet:
    """In HTML, without a script and without a style: it is printed as a page, or at the panel; or as a slip."""

    language: str
    title: str
    reprint: str
    taken_back: str
    facts: tuple[tuple[str, str], ...]
    before: tuple[Section, ...]
    layout: str
    picture: str  # in SVG: it stands on no slip
    later: Section
    record_is: str
    record: int
    hash: str
    made_by: str
    signatures: tuple[str, ...]

    def article(self, *, is_reprint: bool) -> str:
        reprint = f'<p class="reprint">{escape(self.reprint)}</p>' if is_reprint else ""
        back = f'<p class="back">{escape(self.taken_back)}</p>' if self.taken_back else ""
        rows = "".join(f"<dt>{escape(name)}</dt><dd>{escape(value)}</dd>" for name, value in self.facts)
        facts = f'<div class="facts">{reprint}<h1>{escape(self.title)}</h1>{back}<dl>{rows}</dl></div>'
        rest = [
            *(section.html for section in self.before),
            f"<h2>{escape(self.layout)}</h2>{self.picture}",
            self.later.html,
            f'<h2>{escape(self.record_is)}</h2><p class="hash">{self.record}: {self.hash}</p>',
            f"<p>{escape(self.made_by)}</p>",
            f'<p class="signatures">{"".join(f"<span>{escape(who)}</span>" for who in self.signatures)}</p>',
        ]
        head = f'<div class="of-record">{facts}<div class="qr">{_qr(self.hash)}</div></div>'
        return "\n".join([head, *rest])

    def page(self, *, is_reprint: bool) -> str:
        style = (STATIC / "incident.css").read_text("utf-8")
        return (
            f'{BEGINS}{self.language}"><head><meta charset="utf-8">'
            f"<title>{escape(self.title)}</title><style>{style}</style></head>\n"
            f'<body class="incident">\n{self.article(is_reprint=is_reprint)}\n</body></html>\n'
        )

    def slip(self, *, is_reprint: bool) -> Slip:
        """All but the drawing of the layout."""
        return Slip("sheet", self.record, tuple(self._slip(is_reprint=is_reprint)), self.hash)

    def _slip(self, *, is_reprint: bool) -> Iterator[SlipLine]:
        if is_reprint:
            yield SlipLine(self.reprint, "title")
        yield SlipLine(self.title, "title")
        if self.taken_back:
            yield SlipLine(self.taken_back, "head")
        yield SlipLine(style="rule")
        yield from (SlipLine(f"{name}: {value}") for name, value in self.facts)
        for section in (*self.before, self.later, Section(self.record_is, (f"{self.record}: {self.hash}",))):
            yield from section.slip
        yield SlipLine(self.made_by)
        for who in self.signatures:
            yield from (SlipLine(), SlipLine(), SlipLine(style="rule"), SlipLine(who))


def sheet(past: Past, record: int, language: str, zone: Zone) -> Sheet:
    round_ = past.record(record).record.round
    found = _found(past, record, round_, language, zone)
    say = language_of(language, past.game, past.round(round_).clock(zone))
    own = story(whole(past, round_), language, zone)
    told = story(whole(past, found.about), language, zone) if found.is_of_another else own
    lines = [line.text for line in own.lines if line.record == record and line.tone != "prompt"]
    later = [line for line in told.later if line.record > record]
    lay = _lay(past, found, language, zone)
    back = past.round(round_).taken_back.get(record)

    return Sheet(
        language=language,
        title=_title(found.incident, say),
        reprint=say.of("incident", "reprint"),
        taken_back=say.of("story", "taken_back", record=back) if back else "",
        facts=tuple(_facts(past, found, say, zone)),
        before=(
            Section.of(say.of("incident", "what"), [*_asked(found, say), *lines]),
            Section.of(say.of("incident", "rule"), _rules(past.game.document, found, say)),
            Section.of(say.of("incident", "sums"), _sums(found, told, say)),
            Section.of(say.of("incident", "before"), [_line(line, zone) for line in _before(told, record)]),
        ),
        layout=say.of("incident", "layout", time=zone.says(lay.happened.at_ms)),
        picture=picture(lay.dealer[language]),
        later=Section.of(say.of("incident", "later"), [_line(line, zone) for line in later]),
        record_is=say.of("incident", "record_is"),
        record=record,
        hash=past.chain(round_).hashes[record],
        made_by=say.of("incident", "made_by", program=str(this_program())),
        signatures=(say.of("incident", "sign_dealer"), say.of("incident", "sign_supervisor")),
    )


def _found(past: Past, record: int, round_: int, language: str, zone: Zone) -> Found:
    before = Before()
    machine = TimeMachine(past, round_, zone, (language,), for_archive=False)
    for step in machine.steps([]):
        one = step.happened
        if one.record == record:
            incident = next((out for out in one.outcomes if isinstance(out, SHEETS)), None)
            if incident is None:
                break
            asked = _of_another_round(past, incident) or before.asked(incident)
            return Found(record, round_, incident, asked, tuple(before.floor), step)
        before.note(one)
    numbers = ", ".join(map(str, incidents_of(past, round_))) or "none"
    raise NotThere(
        f"record {record} is no ruling, dispute or correction; of round {round_} these are: {numbers}"
    )


def _of_another_round(past: Past, incident: Incident) -> Asked | None:
    """A dispute may be decided, long afterwards, in a round of its own."""
    if not isinstance(incident, DisputeDecided):
        return None
    written = [*past.round(incident.round).written]
    own = [(one.number, one.at_ms, out) for one in written for out in one.outcomes({"dispute_opened"})]
    later = [(one.record, one.at_ms, one.outcome) for one in said_later(past, incident.round)]
    for record, at_ms, outcome in (*own, *later):
        if isinstance(outcome, DisputeOpened) and outcome.number == incident.number:
            return Asked(Moment(record, at_ms, outcome.by), None)
    return None


class Before:
    """What is open in a round, and who was called for it, as it goes on."""

    def __init__(self) -> None:
        self._open: list[Asked] = []
        self._waits: Asked | None = None  # a correction, for a second person
        self.floor: list[Floor] = []

    def note(self, one: Happened) -> None:
        moment = Moment(one.record, one.at_ms, getattr(one.event, "by", ""))
        if isinstance(one.event, CallFloor):
            self.floor.append(Floor(moment))
        elif isinstance(one.event, FloorCame) and self.floor:
            self.floor[-1].came = self.floor[-1].came or moment
        for outcome in one.outcomes:
            if isinstance(outcome, Question):
                self._ask(outcome, moment)
            elif isinstance(outcome, Ruling | Withdrawn):
                self._close(self._answered(outcome))
            elif isinstance(outcome, Notice) and outcome.say.code == "correction_waits":
                self._waits = Asked(moment, None)

    def asked(self, incident: Incident) -> Asked | None:
        if isinstance(incident, RoundCorrected):
            return self._waits if incident.second_by else None
        return self._answered(incident) if isinstance(incident, Ruling) else None

    def _ask(self, question: Question, moment: Moment) -> None:
        if not self._open:  # whoever came for what was before has gone
            self.floor = [floor for floor in self.floor if floor.came is None]
        if not any(_is_the_same(asked.question, question) for asked in self._open):
            self._open.append(Asked(moment, question))

    def _close(self, asked: Asked | None) -> None:
        if asked is not None:
            self._open.remove(asked)

    def _answered(self, ruling: Ruling | Withdrawn) -> Asked | None:
        """The last that was asked so: what it is said of goes with it."""
        about = [one for one in self._open if one.question is not None and one.question.about == ruling.about]
        words = ruling.say.words if isinstance(ruling, Ruling) else {}
        same = [one for one in about if one.question is not None and _fits(one.question, words)]
        return next(reversed(same or about), None)


def _is_the_same(one: Question | None, other: Question) -> bool:
    return one is not None and (one.about, one.say) == (other.about, other.say)


def _fits(question: Question, words: Mapping[str, object]) -> bool:
    return all(words.get(name) == value for name, value in question.say.words.items())


def _lay(past: Past, found: Found, language: str, zone: Zone) -> Step:
    """The layout that it is about: of a round that was over, when the last was paid."""
    if not found.is_of_another:
        return found.step
    lay, is_paid = found.step, False
    for step in TimeMachine(past, found.about, zone, (language,), for_archive=False).steps([]):
        kinds = set(map(type, step.happened.outcomes))
        pays = not kinds.isdisjoint((Payment, PotSettled))
        if (pays or not is_paid) and RoundClosed not in kinds:
            lay, is_paid = step, pays
    return lay


def _title(incident: Incident, say: Language) -> str:
    return say.of("incident", TITLES[type(incident)])


# ---------------------------------------------------------------- what stands on it


def _facts(past: Past, found: Found, say: Language, zone: Zone) -> Iterator[tuple[str, str]]:
    at_ms = found.step.happened.at_ms
    table = found.step.dealer[say.name]["header"]
    dealer = people(past.round(found.about).dealers) if found.is_of_another else table["dealer"]
    facts = {
        "table": f"{past.table}, {past.game.document.title}",
        "round": str(found.about),
        "time": f"{zone.says(at_ms)} ({utc(at_ms)})",
        "dealer": dealer or "-",
        "by": ", ".join(_people(found.incident)),
        "reported_by": getattr(found.incident, "reported_by", "") or "-",
    }
    for name, value in (*facts.items(), *_who_was_asked(found, say, zone)):
        yield say.of("incident", f"fact_{name}"), value


def _who_was_asked(found: Found, say: Language, zone: Zone) -> Iterator[tuple[str, str]]:
    def at(moment: Moment) -> str:
        """By somebody, if it was no device."""
        words = {"time": zone.says(moment.at_ms), "record": moment.record}
        return say.of("incident", "at_and_by" if moment.by else "at_record", by=moment.by, **words)

    if found.asked is not None:
        since = found.asked.since
        open_s = round((found.step.happened.at_ms - since.at_ms) / 1_000)
        waits = "first_signed" if isinstance(found.incident, RoundCorrected) else "asked"
        yield waits, at(since)
        yield "open_for", say.of("incident", "lasted", minutes=open_s // 60, seconds=open_s % 60)
    for floor in found.floor:
        yield "floor", at(floor.called)
        yield "floor_came", at(floor.came) if floor.came is not None else say.of("incident", "not_yet")


def _people(incident: Incident) -> list[str]:
    return [who for who in (incident.by, getattr(incident, "second_by", "")) if who]


def _asked(found: Found, say: Language) -> Iterator[str]:
    if found.asked is not None and found.asked.question is not None:
        yield say.explain(found.asked.question.say)


def _rules(document: Document, found: Found, say: Language) -> Iterator[str]:
    """The rule under which it was asked, that by which it was decided, and how we read both for this case."""
    question = found.asked.question if found.asked is not None else None
    numbers = [found.incident.rule.number]
    if question is not None:
        yield from _entries(document, question.rule.number, say.of("incident", "asked_under"))
        numbers = list(dict.fromkeys((question.rule.number, *numbers)))
    if question is None or len(numbers) > 1:
        yield from _entries(document, numbers[-1], say.of("incident", "decided_by"))
    speaks_of = _speaks_of(found)
    for reading in dict.fromkeys(one for number in numbers for one in document.readings_for(number, speaks_of)):
        yield f"{say.screen('reading_head')} ({reading.name}): {reading.text}"


def _entries(document: Document, number: str, head: str) -> Iterator[str]:
    """With what it is a part of, and with its own parts."""
    whole = document.entries.get(number.partition(" ")[0].partition("(")[0])
    keys = dict.fromkeys([*([whole.rule.number] if whole is not None else []), *document.within(number)])
    for key in keys:
        yield f"{head} {document.name}, {key}: {document.entries[key].text}"


def _speaks_of(found: Found) -> frozenset[str]:
    """What it is, and how it was answered."""
    names: list[str] = [found.incident.kind]
    if isinstance(found.incident, Ruling):
        names += [found.incident.about, found.incident.choice]
    return frozenset(names)


def _sums(found: Found, told: Story, say: Language) -> Iterator[str]:
    """What it moved, and how the round came out that it is about."""
    if isinstance(found.incident, RoundCorrected):
        yield from corrected(found.incident, say)
    yield from told.result


def _before(told: Story, record: int, most: int = 8) -> list[Line]:
    lines = (*told.lines, *told.later)
    return [line for line in lines if line.record < record and line.tone != "prompt"][-most:]


def _line(line: Line, zone: Zone) -> str:
    return f"{zone.says(line.at_ms)}  {line.text}"


def _qr(hash_: str) -> str:
    return segno.make(hash_, micro=False).svg_inline(scale=3, border=2)
