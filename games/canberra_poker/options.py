"""What the casino determines for a Canberra Poker table."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, model_validator

from games.canberra_poker.irregularities import IRREGULARITIES
from games.house.irregularities import LEFT_TO_THE_DEALER

Cents = Annotated[int, Field(gt=0, le=1_000_000_000)]


class _Options(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


class Limits(_Options):
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


class Jackpot(_Options):
    """Rules 10.2 and 11.1."""

    wager_cents: Cents
    displayed_cents: Annotated[int, Field(ge=0, le=100_000_000_000)]


class Options(_Options):
    limits: Limits
    maximum_payout_cents: Cents  # rule 8.2
    jackpot: Jackpot
    chips_cents: tuple[Cents, ...] = Field(default=(), max_length=6, strict=False)
    supervisor_decides: frozenset[str] = Field(
        default=frozenset(IRREGULARITIES) - LEFT_TO_THE_DEALER, strict=False
    )

    @model_validator(mode="after")
    def _chips_fit_the_limits(self) -> Options:
        for chip_cents in self.chips_cents:
            if (
                chip_cents % self.limits.multiple_cents
                or not self.limits.minimum_cents <= chip_cents <= self.limits.maximum_cents
            ):
                raise ValueError(
                    f"chips_cents offers {chip_cents}, which is no ante within the limits (rules 3.1 and 3.3)"
                )
        return self

    @model_validator(mode="before")
    @classmethod
    def _known_irregularities(cls, values: Any) -> Any:
        named = values.get("supervisor_decides", ()) if isinstance(values, dict) else ()
        for name in named if isinstance(named, list | tuple | set | frozenset) else ():
            if name not in IRREGULARITIES:
                raise ValueError(
                    f"supervisor_decides names {name!r}; known are {', '.join(sorted(IRREGULARITIES))}"
                )
        return values
