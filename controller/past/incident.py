"""The incident sheet: a ruling, a dispute or a correction on paper, with the record that proves it."""

from __future__ import annotations

from collections.abc import Iterator
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
from games.outcomes import (
    DisputeDecided,
    DisputeOpened,
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


@dataclass(frozen=True, slots=True)
class Found:
    """What happened at that record, and the question that it answers."""

    record: int
    round: int
    incident: Incident
    asked: Question | None
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


@dataclass(frozen=True, slots=True)
class Sheet:
    """In HTML, without a script and without a style: it is printed as a page, or at the panel."""

    language: str
    title: str
    reprint: str
    facts: str
    qr: str
    rest: str

    def article(self, *, is_reprint: bool) -> str:
        reprint = f'<p class="reprint">{escape(self.reprint)}</p>' if is_reprint else ""
        facts = f'<div class="facts">{reprint}<h1>{escape(self.title)}</h1>{self.facts}</div>'
        return f'<div class="of-record">{facts}<div class="qr">{self.qr}</div></div>\n{self.rest}'

    def page(self, *, is_reprint: bool) -> str:
        style = (STATIC / "incident.css").read_text("utf-8")
        return (
            f'{BEGINS}{self.language}"><head><meta charset="utf-8">'
            f"<title>{escape(self.title)}</title><style>{style}</style></head>\n"
            f'<body class="incident">\n{self.article(is_reprint=is_reprint)}\n</body></html>\n'
        )


def sheet(past: Past, record: int, language: str, zone: Zone) -> Sheet:
    round_ = past.record(record).record.round
    found = _found(past, record, round_, language, zone)
    say = language_of(language, past.game, past.round(round_).clock(zone))
    own = story(whole(past, round_), language, zone)
    told = story(whole(past, found.about), language, zone) if found.is_of_another else own
    lines = [line.text for line in own.lines if line.record == record and line.tone != "prompt"]
    later = [line for line in told.later if line.record > record]
    lay = _lay(past, found, language, zone)
    layout = say.of("incident", "layout", time=zone.says(lay.happened.at_ms))
    hash_ = past.chain(round_).hashes[record]
    back = past.round(round_).taken_back.get(record)
    taken_back = f'<p class="back">{escape(say.of("story", "taken_back", record=back))}</p>' if back else ""
    rest = [
        _section(say.of("incident", "what"), [*_asked(found, say), *lines]),
        _section(say.of("incident", "rule"), _rules(past.game.document, found.incident, say)),
        _section(say.of("incident", "sums"), [*_sums(found, told, say)]),
        _section(say.of("incident", "before"), [_line(line, zone) for line in _before(told, record)]),
        f"<h2>{escape(layout)}</h2>{picture(lay.dealer[language])}",
        _section(say.of("incident", "later"), [_line(line, zone) for line in later]),
        f'<h2>{escape(say.of("incident", "record_is"))}</h2><p class="hash">{record}: {hash_}</p>',
        f"<p>{escape(say.of('incident', 'made_by', program=str(this_program())))}</p>",
        f'<p class="signatures"><span>{escape(say.of("incident", "sign_dealer"))}</span>'
        f"<span>{escape(say.of('incident', 'sign_supervisor'))}</span></p>",
    ]
    return Sheet(
        language,
        _title(found.incident, say),
        say.of("incident", "reprint"),
        taken_back + _facts(past, found, say, zone),
        _qr(hash_),
        "\n".join(rest),
    )


def _found(past: Past, record: int, round_: int, language: str, zone: Zone) -> Found:
    asked: dict[str, Question] = {}
    machine = TimeMachine(past, round_, zone, (language,), for_archive=False)
    for step in machine.steps([]):
        if step.happened.record == record:
            incident = next((out for out in step.happened.outcomes if isinstance(out, SHEETS)), None)
            if incident is None:
                break
            return Found(record, round_, incident, asked.get(getattr(incident, "about", "")), step)
        _note_questions(step.happened, asked)
    numbers = ", ".join(map(str, incidents_of(past, round_))) or "none"
    raise NotThere(
        f"record {record} is no ruling, dispute or correction; of round {round_} these are: {numbers}"
    )


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


def _note_questions(one: Happened, asked: dict[str, Question]) -> None:
    for outcome in one.outcomes:
        if isinstance(outcome, Question):
            asked[outcome.about] = outcome
        elif isinstance(outcome, Withdrawn):
            asked.pop(outcome.about, None)


def _title(incident: Incident, say: Language) -> str:
    return say.of("incident", TITLES[type(incident)])


# ---------------------------------------------------------------- what stands on it


def _facts(past: Past, found: Found, say: Language, zone: Zone) -> str:
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
    rows = "".join(
        f"<dt>{escape(say.of('incident', f'fact_{name}'))}</dt><dd>{escape(value)}</dd>"
        for name, value in facts.items()
    )
    return f"<dl>{rows}</dl>"


def _people(incident: Incident) -> list[str]:
    return [who for who in (incident.by, getattr(incident, "second_by", "")) if who]


def _asked(found: Found, say: Language) -> Iterator[str]:
    if found.asked is not None:
        yield say.explain(found.asked.say)


def _rules(document: Document, incident: Incident, say: Language) -> Iterator[str]:
    number = incident.rule.number
    for entry in document.with_parts(number):
        yield f"{document.name}, {entry.rule.number}: {entry.text}"
    for entry in document.with_parts(number):
        for reading in document.readings_of(entry.rule.number):
            yield f"{say.screen('reading_head')} ({reading.name}): {reading.text}"


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


def _section(title: str, lines: Iterator[str] | list[str]) -> str:
    told = list(dict.fromkeys(lines))
    paragraphs = "".join(f"<p>{escape(line)}</p>" for line in told)
    return f"<h2>{escape(title)}</h2>{paragraphs}" if told else ""


def _qr(hash_: str) -> str:
    return segno.make(hash_, micro=False).svg_inline(scale=3, border=2)
