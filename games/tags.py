"""Which card each tag is in, as far as the enrolment file says so and nobody has doubted it in this round."""

from __future__ import annotations

from games.cards import SealedCard, SealedTag

STANDS_MS = 500  # what the tags say is believed when it has been so for that long


class Tags:
    def __init__(self) -> None:
        self.names: dict[SealedTag, SealedCard] = {}
        self.doubted: set[SealedTag] = set()
        self.asked: set[object] = set()  # foreign tags and wrong colours: once each
        self.foreign: dict[SealedTag, str] = {}  # where each was seen last
        self.since_ms: dict[tuple[str, str], int] = {}  # what shows at a place, and how long already
        self.next_moment_ms: int | None = None

    def name(self, tag: SealedTag, card: SealedCard) -> None:
        if tag not in self.doubted:
            self.names[tag] = card

    def doubt(self, *tags: SealedTag) -> None:
        for tag in tags:
            self.names.pop(tag, None)
            self.doubted.add(tag)

    def with_face(self, card: SealedCard) -> list[SealedTag]:
        return [tag for tag, named in self.names.items() if named is card]

    def is_news(self, what: object) -> bool:
        if what in self.asked:
            return False
        self.asked.add(what)
        return True

    def shows(self, now: dict[tuple[str, str], bool], at_ms: int) -> list[tuple[str, str]]:
        """What has shown for long enough. `now`: what shows, and whether the table waits for it."""
        self.since_ms = {what: self.since_ms.get(what, at_ms) for what in now}
        waited_for = [since + STANDS_MS for what, since in self.since_ms.items() if now[what]]
        self.next_moment_ms = min(waited_for, default=None)
        return [what for what, since in self.since_ms.items() if at_ms - since >= STANDS_MS]
