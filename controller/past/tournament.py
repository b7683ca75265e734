"""What a tournament's journal knew when a round was over: who sat where, chips, places. No card is known there,
and players are entries: who they are stands in its records only as far as it did."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from typing import Any, NamedTuple

from controller.cannot_go_on import CannotGoOn
from controller.journal.journal import Journal
from controller.language import Language
from controller.language.tournaments import TournamentLanguage
from controller.past.reading import NotThere, Past, PastRound
from controller.past.story import Line, Story
from controller.past.times import Zone
from controller.tournament.journals import journal_of
from controller.tournament.prints import place_in_words
from controller.tournament.records import Again, played_again
from controller.tournament.told import told_of
from games.outcomes import Text
from games.tournament.seen import SeenEntry, SeenTournament
from games.tournament.seen import seen as seen_of


class Mark(NamedTuple):
    """How far a tournament's journal had come, as the table's says."""

    tournament: str
    record: int
    hash: str


class Told(NamedTuple):
    record: int
    at_ms: int
    text: Text


@dataclass(frozen=True, slots=True)
class Conducted:
    """A tournament played again: all that was told of it, and what was seen after each record."""

    told: list[Told]
    seen: dict[int, SeenTournament]
    records: list[dict[str, Any]]  # as they stand there, with their hashes


def mark_of(past: Past, of_round: PastRound) -> Mark | None:
    """What came of a round the tournament hears when it is over: that is told with the next one."""
    if of_round.of_tournament is None:
        return None
    behind = past.round_after(of_round.number) if of_round.closed else None
    marks = [*_marks(of_round), *(_marks(behind)[:1] if behind is not None else [])]
    return marks[-1] if marks else None


def _marks(of_round: PastRound) -> list[Mark]:
    wrote = [one.event for one in of_round.written if one.kind == "tournament_wrote"]
    return [Mark(said["tournament"], said["record"], said["hash"]) for said in wrote]


class Tournaments:
    """Those that rounds of a journal were played for, each played again once."""

    def __init__(self, past: Past) -> None:
        self._past = past
        self._conducted: dict[str, Conducted | CannotGoOn] = {}

    def story(self, of_round: PastRound, say: Language, zone: Zone) -> Story | None:
        """None for a round that was no tournament's."""
        mark = mark_of(self._past, of_round)
        if mark is None:
            return None
        head = [say.of("story", "tournament_record", **mark._asdict())]
        try:
            conducted = self._believed(mark)
        except CannotGoOn as error:
            return Story(head, [], [], [], [say.of("story", "tournament_not_told", detail=str(error))])
        then = conducted.seen[mark.record]
        speaks = TournamentLanguage(say.name, zone.at)
        since = self._known_before(of_round)
        lines = [
            Line(one.record, one.at_ms, "news", speaks.say(one.text))
            for one in conducted.told
            if since < one.record <= mark.record
        ]
        return Story(
            [then.title, *head, *_session(then, say, speaks)],
            lines,
            [*_standing(then, say, speaks), *_places(conducted, say)],
            [],
            [],
        )

    def records(self) -> Iterator[tuple[str, list[dict[str, Any]]]]:
        for name, conducted in self._conducted.items():
            if isinstance(conducted, Conducted):
                yield name, conducted.records

    def _known_before(self, of_round: PastRound) -> int:
        before = self._past.round(of_round.number - 1) if of_round.number > self._past.first_round else None
        known = mark_of(self._past, before) if before is not None else None
        return known.record if known is not None else 0

    def _believed(self, mark: Mark) -> Conducted:
        if mark.tournament not in self._conducted:
            self._conducted[mark.tournament] = self._played_again(mark.tournament)
        conducted = self._conducted[mark.tournament]
        if isinstance(conducted, CannotGoOn):
            raise conducted
        if mark.record > len(conducted.records) or conducted.records[mark.record - 1]["hash"] != mark.hash:
            raise NotThere(f"the journal of {mark.tournament} is not the one that the table's journal names")
        return conducted

    def _played_again(self, name: str) -> Conducted | CannotGoOn:
        path = journal_of(self._past.path.parent, name)
        if not path.exists():
            return NotThere(f"{path.name} is not beside the journal")
        try:
            with closing(Journal(path, reads_only=True)) as journal:
                return _conducted(played_again(journal.records()), journal)
        except CannotGoOn as error:
            return error


def _conducted(records: Iterator[Again], journal: Journal) -> Conducted:
    conducted = Conducted([], {}, [])
    for record, entry, tournament, outcomes in records:
        if entry.event is not None:
            at_ms = tournament.state.time_of_day_ms(entry.event.at_ms)
            texts = [told for outcome in outcomes if (told := told_of(outcome)) is not None]
            conducted.told.extend(Told(record.number, at_ms, told) for told in texts)
        conducted.seen[record.number] = seen_of(tournament.state)
        conducted.records.append(
            {
                "number": record.number,
                "round": record.round,
                "checkpoint": int(record.checkpoint),
                "text": record.body.decode(),
                "hash": journal.hash_of(record.number).hex(),
            }
        )
    return conducted


# ---------------------------------------------------------------- what stood then


def _session(seen: SeenTournament, say: Language, speaks: TournamentLanguage) -> Iterator[str]:
    yield say.of(
        "story", "tournament_session", session=seen.session.number, of=seen.session.of, name=seen.session.name
    )
    yield speaks.of("director", f"stage_{seen.stage}")
    if seen.clock is not None:
        yield say.of("story", "tournament_level", level=seen.clock.level)


def _standing(then: SeenTournament, say: Language, speaks: TournamentLanguage) -> Iterator[str]:
    yield from (_entry(entry, say, speaks) for entry in then.entries)


def _places(conducted: Conducted, say: Language) -> Iterator[str]:
    """They are awarded when the last round is long over."""
    record, last = next(reversed(conducted.seen.items()))
    if last.places.are_awarded:
        yield say.of("story", "tournament_end", record=record)
    for one in last.places.placed if last.places.are_awarded else ():
        rank = place_in_words(one.first_place, one.last_place)
        yield say.of("story", "tournament_place", rank=rank, entry=one.entry, prize_cents=one.prize_cents)


def _entry(entry: SeenEntry, say: Language, speaks: TournamentLanguage) -> str:
    status = speaks.of("director", f"status_{entry.status}")
    if not entry.table:
        return say.of("story", "tournament_entry", entry=entry.number, status=status)
    where = {"table": entry.table, "place": str(entry.seat), "chips_cents": entry.chips_cents}
    return say.of("story", "tournament_entry_sits", entry=entry.number, status=status, **where)
