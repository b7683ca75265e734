"""What the casino determines for a table of any game."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any, ClassVar

from pydantic import BaseModel, ConfigDict, Field, field_serializer, model_validator

from games.every_game.irregularities import LEFT_TO_THE_DEALER
from games.irregularities import Irregularities

Cents = Annotated[int, Field(gt=0, le=1_000_000_000)]


class Settings(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


class GameOptions(Settings):
    irregularities: ClassVar[Irregularities]
    left_to_the_dealer: ClassVar[frozenset[str]] = LEFT_TO_THE_DEALER

    supervisor_decides: frozenset[str] = Field(default=frozenset(), strict=False)
    least_notice_minutes: int = Field(default=10, ge=0, le=1_440)  # 0: no notice is needed (NOTICE-LEAST)
    corrections_by_two: bool = True  # a closed round is put right only by two supervisors

    def remarks(self) -> Iterator[str]:
        """What can be played and may be a mistake, as whoever writes a configuration reads it."""
        if not self.least_notice_minutes:
            yield (
                "least_notice_minutes is 0: limits change without any notice to the players, which is for "
                "demonstrations (NOTICE-LEAST); take the line away for 10 minutes"
            )

    @field_serializer("supervisor_decides")
    def _in_order(self, about: frozenset[str]) -> list[str]:
        """A set has none, and the same options are to be written the same."""
        return sorted(about)

    @classmethod
    def _not_the_dealers(cls) -> frozenset[str]:
        return frozenset(
            about
            for about, irregularity in cls.irregularities.items()
            if about not in cls.left_to_the_dealer or irregularity.choices[0].code == "void"
        )

    @model_validator(mode="before")
    @classmethod
    def _supervisors_part(cls, values: Any) -> Any:
        """Unless the casino says otherwise, a dealer rules alone on what is plain and voids nothing."""
        if not isinstance(values, dict):
            return values
        named = values.get("supervisor_decides", cls._not_the_dealers())
        for name in named if isinstance(named, list | tuple | set | frozenset) else ():
            if name not in cls.irregularities:
                known = ", ".join(sorted(cls.irregularities))
                raise ValueError(f"supervisor_decides names {name!r}; known are {known}")
        return {**values, "supervisor_decides": named}
