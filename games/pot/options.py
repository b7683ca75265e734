"""What the operator determines for a table of a pot game (2.2, 2.3, 3.5, 4.2, 4.8, 9.2 and 15).

NI2017-583, NI2005-67, NI2005-74: 2.2-2.3
NI2017-583, NI2005-67, NI2005-74: 3.5
NI2017-583, NI2005-67, NI2005-74: 4.1-4.2
NI2017-583, NI2005-67, NI2005-74: 8.1
NI2017-583, NI2005-67, NI2005-74: 15.1-15.3
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Any, ClassVar, Literal, NamedTuple

from pydantic import Field, ValidationError, model_validator
from pydantic_core import PydanticCustomError

from games.betting import Limit, Maximum, Opening, ShortBlind, raise_cap
from games.cards import JOKER, AnyCard
from games.commission import FIVE_PERCENT, TEN_PERCENT, Commission, ten_percent_allowed
from games.every_game.options import Cents, GameOptions, Settings
from games.hand_order import HandOrder
from games.instrument import Instrument
from games.outcomes import Text, text
from games.stakes import TableStakes

Wins = Literal["high", "low", "split"]
Determined = dict[str, bool | int | str | tuple[int, ...] | None]  # by its name in the configuration

DOLLAR_CENTS = 100

# What does not fit together, as whoever writes a configuration reads it. At a table the code is said.
FAULTS = {
    "eight_or_better_splits": 'eight_or_better is for wins = "split" (rule 3.5(d))',
    "blinds_or_ante": "give blinds_cents or ante_cents, and not both (rule 4.2(b))",
    "blinds_rise": "blinds_cents go from the smallest to the largest (rule 4.2(f))",
    "over_blind_above": "over_blind_cents is more than the last blind (rule 4.2(f))",
    "over_blind_needs_blinds": "over_blind_cents needs blinds (rule 4.2(e))",
    "most_is_a_spreads": 'most_cents goes with maximum = "spread", and with no other (rule 4.2(g))',
    "most_below_least": "most_cents is below least_cents (rule 4.2(g))",
    "later_is_a_spreads": 'later_least_cents and later_most_cents are for maximum = "spread" (rule 4.2(g))',
    "later_together": "later_least_cents and later_most_cents go together (rule 4.2(g))",
    "later_most_below_least": "later_most_cents is below later_least_cents (rule 4.2(g))",
    "time_charge_whole": 'charge_cents and every_minutes go with by = "time" (rule 15.3)',
    "pot_commission_approved": "approved_maximum_cents is needed for a commission from the pots (rule 15.2(a))",
    "time_charge_approved": "approved_maximum_cents is needed for a charge by time (rule 15.3)",
    "charge_above_approved": "charge_cents is above approved_maximum_cents (rule 15.3)",
    "chips": "{name} of {amount_cents} cannot be paid in chips of {chip_cents} (rule 13.2)",
    "ten_percent": "commission.percent = 10 is only for small tables (rule 15.2(e))",
    "buy_in_below_stake": "maximum_buy_in_cents is below minimum_stake_cents (rule 4.2(i))",
    "raise_cap_unlimited": "raise_cap is not for limits by the pot, or none: raises are unlimited (rule 5.1)",
    "bring_in_needs_ante": "bring_in_cents is for ante betting (rule 10.1(d))",
    "bring_in_below_least": "bring_in_cents is below betting.least_cents; else it is the least bet (rule 6.1)",
}


def fault(code: str, **words: Any) -> PydanticCustomError:
    # Neither text is a literal here: all of them stand in the table.
    return PydanticCustomError(code, FAULTS[code], words or None)


class Cards(Settings):
    """Rules 2.2, 2.3 and 3.5."""

    deck: Literal[52, 48, 44, 40, 36, 32] = 52
    joker: bool = False
    ace_low: bool = False  # 3.5(a), in straights
    low_ace: Literal["high", "low"] = "high"  # LOW-ACE
    wins: Wins = "high"  # 3.5(b) and (c)
    eight_or_better: bool = False  # 3.5(d)

    @model_validator(mode="after")
    def _qualifier_for_a_split(self) -> Cards:
        if self.eight_or_better and self.wins != "split":
            raise fault("eight_or_better_splits")
        return self

    @cached_property
    def high(self) -> HandOrder:
        """What the whole pot goes by, or its high half."""
        return self._order("low" if self.wins == "low" else "high")

    @cached_property
    def low(self) -> HandOrder | None:
        if self.wins != "split":
            return None
        return self._order("low8" if self.eight_or_better else "low")

    @cached_property
    def deck_cards(self) -> tuple[AnyCard, ...]:
        natural: tuple[AnyCard, ...] = self.high.natural_cards
        return (*natural, JOKER) if self.joker else natural

    def _order(self, mode: Literal["high", "low", "low8"]) -> HandOrder:
        return HandOrder(self.deck, self.joker, self.ace_low, mode, self.low_ace)


class Betting(Settings):
    """Rules 4.2(b) to (g) and the opening of 10.2 (10.1 of Seven Card Stud)."""

    blinds_cents: tuple[Cents, ...] = Field(default=(), max_length=3, strict=False)
    ante_cents: Cents | None = None
    opening: Literal["blind_a", "blind_b", "blind_c"] = "blind_b"  # BLIND-TYPE
    over_blind_cents: Cents | None = None  # 4.2(e); None: no player has the option
    maximum: Maximum
    least_cents: Cents
    most_cents: int = Field(default=0, ge=0, le=1_000_000_000)  # of a spread; a fixed limit has both alike
    short_blind: ShortBlind = "outstanding"  # SHORT-BLIND
    later_least_cents: Cents | None = None  # from the third betting round on (FIXED-STREETS)
    later_most_cents: Cents | None = None
    raise_cap: int | None = Field(default=None, ge=1, le=20)

    @model_validator(mode="after")
    def _fits_together(self) -> Betting:
        for mistake in self._faults():
            raise mistake
        return self

    def _faults(self) -> Iterator[PydanticCustomError]:
        if bool(self.blinds_cents) == (self.ante_cents is not None):
            yield fault("blinds_or_ante")
        if list(self.blinds_cents) != sorted(self.blinds_cents):
            yield fault("blinds_rise")
        if self.over_blind_cents is not None and self.over_blind_cents <= max(self.blinds_cents, default=0):
            yield fault("over_blind_above")
        if self.over_blind_cents is not None and not self.blinds_cents:
            yield fault("over_blind_needs_blinds")
        if (self.maximum == "spread") != (self.most_cents > 0):
            yield fault("most_is_a_spreads")
        if self.maximum == "spread" and self.most_cents < self.least_cents:
            yield fault("most_below_least")
        if (self.later_most_cents or self.later_least_cents) and self.maximum != "spread":
            yield fault("later_is_a_spreads")
        if (self.later_most_cents is None) != (self.later_least_cents is None):
            yield fault("later_together")
        if self.later_least_cents and self.later_most_cents and self.later_most_cents < self.later_least_cents:
            yield fault("later_most_below_least")

    def amounts(self) -> Iterator[tuple[str, int]]:
        """All that chips are paid by."""
        for blind in self.blinds_cents:
            yield "blinds_cents", blind
        for name in ("ante_cents", "over_blind_cents", "least_cents", "later_least_cents"):
            if (cents := getattr(self, name)) is not None:
                yield name, cents


class Charge(Settings):
    """Rule 15: from the pots, or for time."""

    by: Literal["pot", "time"] = "pot"
    percent: Literal[5, 10] = 5
    approved_maximum_cents: Cents | None = None  # of a round's commission, or of one charge for time
    charge_cents: Cents | None = None
    every_minutes: int | None = Field(default=None, ge=1, le=240)

    @model_validator(mode="after")
    def _fits_together(self) -> Charge:
        by_time = self.charge_cents is not None and self.every_minutes is not None
        if (self.by == "time") != by_time or (self.charge_cents is None) != (self.every_minutes is None):
            raise fault("time_charge_whole")
        if self.approved_maximum_cents is None:
            raise fault("time_charge_approved" if self.by == "time" else "pot_commission_approved")
        if (
            self.charge_cents
            and self.approved_maximum_cents
            and self.charge_cents > self.approved_maximum_cents
        ):
            raise fault("charge_above_approved")
        return self


class PotOptions(GameOptions):
    instrument: ClassVar[Instrument]

    minimum_stake_cents: Cents  # 4.2(a)
    smallest_chip_cents: Cents  # 13.2 (ODD-UNIT)
    players_only: str | None = Field(default=None, min_length=2, max_length=40)  # 8.1, as the sign says it
    cards: Cards = Cards()
    betting: Betting
    commission: Charge

    @model_validator(mode="after")
    def _determined(self) -> PotOptions:
        for mistake in self.faults():
            raise mistake
        return self

    def faults(self) -> Iterator[PydanticCustomError]:
        chip = self.smallest_chip_cents
        for name, cents in (("minimum_stake_cents", self.minimum_stake_cents), *self.betting.amounts()):
            if cents % chip:
                yield fault("chips", name=name, amount_cents=cents, chip_cents=chip)
        if self.commission.by == "pot" and self.commission.percent == 10 and not self._ten_percent_allowed():
            yield fault("ten_percent")

    def remarks(self) -> Iterator[str]:
        yield from super().remarks()
        chip, charge = self.smallest_chip_cents, self.commission
        paid_in_chips = "choose a chip that divides it, or see to smaller chips for what the house takes"
        if charge.by == "time":
            amounts = {"charge_cents": charge.charge_cents or 0}
        else:
            amounts = {
                "a commission": DOLLAR_CENTS,
                "approved_maximum_cents": charge.approved_maximum_cents or 0,
            }
        for name, cents in amounts.items():
            if cents % chip:
                of = "in whole dollars" if name == "a commission" else f"of {cents}"
                yield (
                    f"{name} {of} cannot be laid down in chips of smallest_chip_cents {chip}, nor what it "
                    f"leaves to a winner (rules 13.2 and 15): {paid_in_chips}"
                )

    def _ten_percent_allowed(self) -> bool:
        return ten_percent_allowed(
            self.instrument.small_table, self.minimum_stake_cents, self.maximum_stake_cents or 1 << 62
        )

    @property
    def maximum_stake_cents(self) -> int | None:
        return None

    def of_a_level(self, chip_cents: int) -> Determined:
        """What a level of a tournament need not name: there is no over-blind then, nor other amounts for later
        betting rounds. Nothing is bought, and no commission taken (COMM-TOURN): it must fit any chips."""
        return {
            "minimum_stake_cents": chip_cents,
            "commission.percent": 5,
            "betting.over_blind_cents": None,
            "betting.later_least_cents": None,
            "betting.later_most_cents": None,
        }

    @property
    def least_opening_cents(self) -> int:
        """Of the first betting round, where it may be below the least bet (STUD-BRINGIN)."""
        return 0

    @property
    def lowest_opens(self) -> bool:
        return False

    @property
    def burns(self) -> bool:
        return False

    @property
    def two_at_a_time(self) -> bool:
        return False

    @property
    def announced_seconds(self) -> int | None:
        return None

    # ------------------------------------------------------------ as the round of play needs it

    @cached_property
    def table_stakes(self) -> TableStakes:
        return TableStakes(self.instrument, self.minimum_stake_cents, self.maximum_stake_cents)

    @cached_property
    def limits(self) -> tuple[Limit, ...]:
        """One for each of the first betting rounds; the last stands for those behind it."""
        betting = self.betting
        early = self._limit(betting.least_cents, betting.most_cents)
        if betting.later_least_cents is None:
            return (early,)
        return (early, early, self._limit(betting.later_least_cents, betting.later_most_cents or 0))

    def _limit(self, least_cents: int, most_cents: int) -> Limit:
        betting = self.betting
        cap = raise_cap(
            self.instrument, betting.maximum, blinds=bool(betting.blinds_cents), determined=betting.raise_cap
        )
        return Limit(self.instrument, betting.maximum, least_cents, most_cents, self.smallest_chip_cents, cap)

    @cached_property
    def opening(self) -> Opening:
        betting = self.betting
        if betting.ante_cents is not None:
            return Opening("ante", bring_in_cents=self.least_opening_cents)
        return Opening(betting.opening, blind_cents=max(betting.blinds_cents), short_blind=betting.short_blind)

    @cached_property
    def pot_commission(self) -> Commission | None:
        if self.commission.by == "time":
            return None
        schedule = TEN_PERCENT if self.commission.percent == 10 else FIVE_PERCENT
        return Commission(schedule, self.commission.approved_maximum_cents)

    @property
    def big_blind_cents(self) -> int:
        """The second blind; the only one, if there is but one (BLIND-NAMES)."""
        blinds = self.betting.blinds_cents
        return blinds[min(1, len(blinds) - 1)] if blinds else 0


class Misfit(NamedTuple):
    """Why nobody could play by what is determined: a code, and the words that go with it."""

    code: str
    words: dict[str, Any]

    @property
    def say(self) -> Text:
        return text("cannot_be_determined", why={"code": self.code, **self.words})


def determine(options: PotOptions, changes: dict[str, Any]) -> PotOptions | Misfit:
    """The options with some of them determined anew, or why nobody could play by them."""
    values = options.model_dump(mode="python")
    for name, value in changes.items():
        *groups, last = name.split(".")
        inside: Any = values
        for group in groups:
            inside = inside.get(group) if isinstance(inside, dict) else None
        if not isinstance(inside, dict) or last not in inside or isinstance(inside[last], dict):
            return Misfit("not_known", {"name": name})
        inside[last] = value
    try:
        return type(options).model_validate(values)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
    if first["type"] in FAULTS:
        return Misfit(first["type"], first.get("ctx", {}))
    return Misfit("value_impossible", {"name": ".".join(map(str, first["loc"]))})
