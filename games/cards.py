"""Cards, and the values that keep a face-down card face down."""

from __future__ import annotations

from typing import Any, ClassVar, Generic, TypeVar

from pydantic import GetCoreSchemaHandler, GetJsonSchemaHandler
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import CoreSchema, core_schema

RANKS = "23456789TJQKA"
SUITS = "shdc"
SUIT_SIGNS = dict(zip(SUITS, "♠♥♦♣", strict=True))


def rank_text(rank: int) -> str:
    return RANKS[rank].replace("T", "10")


class Card(str):
    """A card everybody may see: rank and suit, "Td". As text it is itself, so it journals as itself."""

    __slots__ = ()
    _known: ClassVar[frozenset[str]] = frozenset(rank + suit for suit in SUITS for rank in RANKS)

    def __new__(cls, face: str) -> Card:
        if face not in cls._known:
            raise ValueError(f"not a card: write a rank of {RANKS} and a suit of {SUITS}, like Td")
        return super().__new__(cls, face)

    @property
    def rank(self) -> int:
        """0 for a two up to 12 for an ace."""
        return RANKS.index(self[0])

    @property
    def suit(self) -> str:
        return self[1]

    @property
    def short(self) -> str:
        """As people write it: 10♦."""
        return rank_text(self.rank) + SUIT_SIGNS[self.suit]

    @classmethod
    def __get_pydantic_core_schema__(cls, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        return core_schema.no_info_after_validator_function(
            cls, core_schema.str_schema(), serialization=core_schema.to_string_ser_schema()
        )

    @classmethod
    def __get_pydantic_json_schema__(cls, schema: CoreSchema, handler: GetJsonSchemaHandler) -> JsonSchemaValue:
        return {
            "type": "string",
            "pattern": f"^[{RANKS}][{SUITS}]$",
            "description": "A card: rank and suit, like Td",
        }


class Joker(str):
    """The wild card of the pot games (2.3). It has no rank and suit of its own: it stands for another card."""

    __slots__ = ()
    short = "Joker"

    @classmethod
    def __get_pydantic_core_schema__(cls, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        return core_schema.no_info_after_validator_function(
            cls, core_schema.literal_schema(["Jk"]), serialization=core_schema.to_string_ser_schema()
        )

    @classmethod
    def __get_pydantic_json_schema__(cls, schema: CoreSchema, handler: GetJsonSchemaHandler) -> JsonSchemaValue:
        return {"const": "Jk", "description": "The joker"}


JOKER = Joker("Jk")
AnyCard = Card | Joker
FULL_DECK = tuple(Card(rank + suit) for suit in SUITS for rank in RANKS)

T = TypeVar("T")
BACK = "??"


class Sealed(Generic[T]):
    """A value that must not be told yet. It prints, logs and serialises as a back.

    Only a journal's seal, given as pydantic context, writes what is inside (encrypted), and only the
    rules open it, when a rule makes it public.
    """

    __slots__ = ("_value",)
    inside: ClassVar[str] = "value"

    def __init__(self, value: T) -> None:
        self._value = value

    def open(self) -> T:
        return self._value

    def __repr__(self) -> str:
        return BACK

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and self._value == other._value

    def __hash__(self) -> int:
        return hash(self._value)

    @classmethod
    def read(cls, text: str) -> Sealed[Any]:
        raise NotImplementedError

    @classmethod
    def _validate(cls, value: Any, info: core_schema.ValidationInfo) -> Sealed[Any]:
        if isinstance(value, cls):
            return value
        if not isinstance(value, str) or value == BACK:
            raise ValueError(f"expected a {cls.inside}")
        seal = (info.context or {}).get("seal")
        try:
            return cls.read(seal.open(value) if seal else value)
        except ValueError:
            # Whatever was written here may be a card nobody may see: the error must not repeat it.
            raise ValueError(f"not a {cls.inside} that can be read") from None

    def _write(self, info: core_schema.SerializationInfo) -> str:
        seal = (info.context or {}).get("seal")
        return seal.close(str(self._value)) if seal else BACK

    @classmethod
    def __get_pydantic_core_schema__(cls, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        return core_schema.with_info_plain_validator_function(
            cls._validate,
            serialization=core_schema.plain_serializer_function_ser_schema(cls._write, info_arg=True),
        )

    @classmethod
    def __get_pydantic_json_schema__(cls, schema: CoreSchema, handler: GetJsonSchemaHandler) -> JsonSchemaValue:
        return {
            "type": "string",
            "description": f"A {cls.inside}; written as {BACK} wherever it may not be told",
        }


class SealedCard(Sealed[AnyCard]):
    """There is one of each card, so that two are the same card exactly if they are the same object."""

    __slots__ = ()
    inside: ClassVar[str] = "card"
    _each: ClassVar[dict[str, SealedCard]] = {}  # a card is found by its text, too

    def __new__(cls, card: AnyCard) -> SealedCard:
        return cls._each.get(card) or cls._each.setdefault(card, super().__new__(cls))

    def __reduce__(self) -> tuple[type[SealedCard], tuple[AnyCard]]:
        return SealedCard, (self.open(),)

    __eq__ = object.__eq__
    __hash__ = object.__hash__

    @classmethod
    def read(cls, text: str) -> SealedCard:
        return cls._each.get(text) or cls(JOKER if text == JOKER else Card(text))


class SealedTag(Sealed[str]):
    """A card's RFID tag. It stands for one card all year, so it is as secret as the face."""

    __slots__ = ()
    inside: ClassVar[str] = "tag"

    @classmethod
    def read(cls, text: str) -> SealedTag:
        return cls(text)
