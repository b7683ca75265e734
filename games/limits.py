"""What the sign of a house game says of its wagers (rules 3.1 and 3.3)."""

from __future__ import annotations

from typing import ClassVar, Self

from pydantic import model_validator

from games.every_game.options import Cents, Settings


class WagerLimits(Settings):
    rule: ClassVar[str]  # which asks for the sign

    minimum_cents: Cents
    maximum_cents: Cents
    multiple_cents: Cents

    @model_validator(mode="after")
    def _ordered(self) -> Self:
        if self.minimum_cents > self.maximum_cents:
            mend = "lower the minimum or raise the maximum"
            raise ValueError(f"minimum_cents is above maximum_cents: {mend} (rule {self.rule})")
        for name in ("minimum_cents", "maximum_cents"):
            if getattr(self, name) % self.multiple_cents:
                raise ValueError(f"{name} is not a multiple of multiple_cents (rule 3.3)")
        return self


class Limits(WagerLimits):
    """Of antes."""

    rule = "3.1"
