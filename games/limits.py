"""What the sign of a house game says of antes (rules 3.1 and 3.3)."""

from __future__ import annotations

from pydantic import model_validator

from games.every_game.options import Cents, Settings


class Limits(Settings):
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
