"""A round as it went: event after event, with all that the rules said of each. Made by playing it again."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from controller.journal.records import Difference
from controller.past.reading import Past
from games.deal import Dealt
from games.events import COMMANDS, Command, CorrectCard, Event, Undo
from games.offers import Offer
from games.outcomes import Outcome, Text
from games.table.table import Table


@dataclass(frozen=True, slots=True)
class Happened:
    """One record. `act` is what stood on the button that was touched for it."""

    record: int
    at_ms: int  # by the time of day
    event: Event
    act: Text | None
    outcomes: tuple[Outcome, ...]
    face_down: tuple[str, ...] = ()  # places that a card came to whose face nobody may see
    is_unruled: bool = False


PLAYS_AGAIN = (Undo, CorrectCard)  # what is dealt then was dealt before


def happened(
    past: Past, round_: int, differences: list[Difference], *, says_acts: bool = True
) -> Iterator[tuple[Happened, Table]]:
    """Each with the table as it was then, which is another thing as soon as the next is asked for. What could
    be touched is only worked out for who tells the acts."""
    written = past.round(round_).written if says_acts else []
    entries = {one.number for one in written if one.kind in COMMANDS}
    offers: list[Offer] = []
    lay = 0
    for again in past.played(round_, differences.append):
        event = again.entry.event or again.entry.unruled
        if again.record.round == round_ and event is not None:
            new = [] if isinstance(event, PLAYS_AGAIN) else _dealt(again.table)[lay:]
            yield (
                Happened(
                    again.record.number,
                    again.table.time_of_day_ms(event.at_ms),
                    event,
                    _act(event, offers),
                    tuple(again.outcomes),
                    tuple(card.due.place for card in new if not card.up),
                    again.entry.unruled is not None,
                ),
                again.table,
            )
        lay = len(_dealt(again.table))
        offers = again.table.offers() if again.record.number + 1 in entries else []


def _dealt(table: Table) -> list[Dealt]:
    return list(table.game.state.deal.dealt)


def _act(event: Event, offers: list[Offer]) -> Text | None:
    """Of those that were offered the one that says most of what was done."""
    if not isinstance(event, Command):
        return None
    fitting = [
        offer
        for offer in offers
        if offer.command == event.kind
        and all(getattr(event, name, None) == said for name, said in offer.args.items())
    ]
    best = max(fitting, key=lambda offer: len(offer.args), default=None)
    return best.say if best is not None else None
