"""What the casino determines for a table of a house game."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar

from pydantic import BaseModel, ConfigDict, Field, model_validator

from games.house.irregularities import LEFT_TO_THE_DEALER
from games.irregularities import Irregularities

Cents = Annotated[int, Field(gt=0, le=1_000_000_000)]


class Settings(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


class Limits(Settings):
    """Rules 3.1 and 3.3."""

    minimum_cents: Cents
    maximum_cents: Cents
    multiple_cents: Cents

    @model_validator(mode="after")
    def _ordered(self) -> Limits:
        if self.minimum_cents > self.maximum_cents:
            raise ValueError(
                "minimum_cents is above maximum_cents: lower the minimum or raise the maximum (rule 3.1)"
            )
        for name in ("minimum_cents", "maximum_cents"):
            if getattr(self, name) % self.multiple_cents:
                raise ValueError(f"{name} is not a multiple of multiple_cents (rule 3.3)")
        return self


class HouseOptions(Settings):
    irregularities: ClassVar[Irregularities]

    limits: Limits
    maximum_payout_cents: Cents  # rule 8.2
    chips_cents: tuple[Cents, ...] = Field(default=(), max_length=6, strict=False)
    supervisor_decides: frozenset[str] = Field(default=frozenset(), strict=False)

    @model_validator(mode="after")
    def _chips_fit_the_limits(self) -> HouseOptions:
        for chip_cents in self.chips_cents:
            if (
                chip_cents % self.limits.multiple_cents
                or not self.limits.minimum_cents <= chip_cents <= self.limits.maximum_cents
            ):
                raise ValueError(
                    f"chips_cents offers {chip_cents}, which is no ante within the limits (rules 3.1 and 3.3)"
                )
        return self

    @classmethod
    def _not_the_dealers(cls) -> frozenset[str]:
        return frozenset(
            about
            for about, irregularity in cls.irregularities.items()
            if about not in LEFT_TO_THE_DEALER or irregularity.choices[0].code == "void"
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
