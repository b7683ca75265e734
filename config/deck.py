"""The enrolment file: which tag is in which card of the packs in use.

As a station writes it, in clear; or as this table writes it itself, one `sealed` text that only its key opens.
Whoever has it in clear reads every face-down card above an antenna: it is the most secret file of a table.
Nothing that is said about it repeats a tag.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import Annotated

from pydantic import AfterValidator, Field, model_validator

from config.schema import File
from games.cards import FULL_DECK, AnyCard, SealedCard, SealedTag
from games.events import Colour, Enrolled

MOST_PACKS = 2  # an automated shuffling shoe deals from two in turn (rule 12.2)


def _in_hex(tag: SealedTag) -> SealedTag:
    digits = re.sub(r"[ :-]", "", tag.open()).lower()
    if not re.fullmatch(r"([0-9a-f]{2}){4,32}", digits):
        raise ValueError("a tag is written in hex, 4 to 32 bytes")
    return SealedTag(digits)


Tag = Annotated[SealedTag, AfterValidator(_in_hex)]


class Card(File):
    face: AnyCard
    tag: Tag


class Pack(File):
    colour: Colour
    cards: Annotated[tuple[Card, ...], Field(min_length=1, max_length=len(FULL_DECK) + 1)]

    @model_validator(mode="after")
    def _each_face_once(self) -> Pack:
        rows: dict[AnyCard, int] = {}
        for row, card in enumerate(self.cards):
            if card.face in rows:
                raise ValueError(f"cards[{rows[card.face]}] and cards[{row}] have the same face")
            rows[card.face] = row
        return self

    def without(self, deck: tuple[AnyCard, ...]) -> list[AnyCard]:
        """The faces of the deck that are not in it."""
        faces = {card.face for card in self.cards}
        return [face for face in deck if face not in faces]


class Deck(File):
    pack: Annotated[tuple[Pack, ...], Field(min_length=1, max_length=MOST_PACKS)]

    @model_validator(mode="after")
    def _each_tag_once(self) -> Deck:
        rows: dict[SealedTag, str] = {}
        for number, pack in enumerate(self.pack):
            for row, card in enumerate(pack.cards):
                here = f"pack[{number}].cards[{row}]"
                if card.tag in rows:
                    raise ValueError(f"{rows[card.tag]} and {here} have the same tag")
                rows[card.tag] = here
        return self

    @model_validator(mode="after")
    def _each_colour_once(self) -> Deck:
        if max(Counter(pack.colour for pack in self.pack).values()) > 1:
            raise ValueError("two packs have one colour: they take turns and must differ (rule 12.2)")
        return self

    def names(self) -> dict[SealedTag, Enrolled]:
        return {
            card.tag: Enrolled(known=True, card=SealedCard(card.face), colour=pack.colour)
            for pack in self.pack
            for card in pack.cards
        }


def in_clear(deck: Deck) -> str:
    """The file as it is before it is sealed. It is never shown to anybody."""
    packs = []
    for pack in deck.pack:
        rows = "".join(f'  {{ face = "{card.face}", tag = "{card.tag.open()}" }},\n' for card in pack.cards)
        packs.append(f'[[pack]]\ncolour = "{pack.colour}"\ncards = [\n{rows}]\n')
    return "\n".join(packs)


# What a complaint may name: anything else at such a place could be a tag that was written as a key.
KEYS = frozenset(name for model in (Deck, Pack, Card) for name in model.model_fields)
