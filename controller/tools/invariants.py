"""What must be true of every closed round: chips are neither made nor lost, and no card is in two places.

It looks only at what was decided, so it finds also what the rules got wrong then and get wrong again now.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace

from games.outcomes import (
    CardTurned,
    JackpotPools,
    Outcome,
    Payment,
    PotSettled,
    RoundClosed,
    Undone,
)


@dataclass(frozen=True, slots=True)
class Known:
    """What has come of a round so far. Never changed: an undo goes back to one that was."""

    won_cents: Mapping[int, int] = field(default_factory=dict)
    turned: Mapping[tuple[str, int], str] = field(default_factory=dict)
    pools: JackpotPools | None = None


class Ledger:
    """Hears all that is decided, and says what cannot be."""

    def __init__(self, *, seats: bool) -> None:
        self.explained: list[str] = []  # what moved no chip and is known of older programs
        self._seats = seats
        self._known = Known()
        self._before: list[tuple[str, Known]] = []  # each act of this round, and what was known before it

    def hear(self, act: str, outcomes: Iterable[Outcome]) -> Iterator[str]:
        """`act` is the kind of event that led to them."""
        self._before.append((act, self._known))
        for outcome in outcomes:
            known = self._known
            if isinstance(outcome, Payment):
                won_cents = known.won_cents.get(outcome.box, 0) + outcome.net_cents
                self._known = replace(known, won_cents={**known.won_cents, outcome.box: won_cents})
            elif isinstance(outcome, CardTurned):
                place = outcome.place, outcome.nth
                self._known = replace(known, turned={**known.turned, place: outcome.card})
            elif isinstance(outcome, PotSettled):
                yield from _of_a_pot(outcome)
            elif isinstance(outcome, JackpotPools):
                yield from self._of_the_pools(outcome)
            elif isinstance(outcome, RoundClosed):
                yield from self._of_the_round(outcome)
                self._known, self._before = Known(pools=self._known.pools), []
            elif isinstance(outcome, Undone):
                self._take_back(outcome.what)

    def _take_back(self, act: str) -> None:
        """The table is as it was before the last act of that kind."""
        for nth in reversed(range(len(self._before))):
            if self._before[nth][0] == act:
                self._known = self._before[nth][1]
                del self._before[nth:]
                return

    def _of_the_pools(self, now: JackpotPools) -> Iterator[str]:
        before, self._known = self._known.pools, replace(self._known, pools=now)
        if before is None:
            return
        grew = now.prize_cents + now.reserve_cents - before.prize_cents - before.reserve_cents
        came = now.fed_cents - now.paid_cents + now.corrected_cents + now.changed_cents
        if grew != came and _is_set_up_anew(now):
            self.explained.append(
                f"another opening amount was configured, and the program of then set the jackpot up anew with "
                f"{now.prize_cents} cents, moving no chip: {before.prize_cents} cents of prizes and "
                f"{before.reserve_cents} of reserve are in no pool since, and nothing here says where they went"
            )
        elif grew != came:
            yield f"the jackpot pools grew by {grew} cents, and {came} came in"

    def _of_the_round(self, closed: RoundClosed) -> Iterator[str]:
        for box in closed.boxes:
            if box.net_cents != box.returned_cents + box.paid_cents - box.wagered_cents:
                yield f"box {box.box}: {box.net_cents} cents are not what it wagered, got back and was paid"
        if self._seats:
            won = sum(box.net_cents for box in closed.boxes)
            if not closed.void and won != -closed.commission_cents:
                yield f"players have {won} cents more than before, and commission is {closed.commission_cents}"
        else:
            won_cents = self._known.won_cents
            nets = {box.box: box.net_cents for box in closed.boxes if box.net_cents}
            if nets != {box: cents for box, cents in won_cents.items() if cents}:
                yield f"boxes won {nets} in the round, and payments came to {dict(won_cents)}"
        faces = list(self._known.turned.values())
        twice = sorted({face for face in faces if faces.count(face) > 1})
        if twice and not closed.void:
            yield f"{', '.join(twice)} lay in two places"


def _is_set_up_anew(now: JackpotPools) -> bool:
    """Version 0.2.0 and older did so at another opening amount (JACKPOT-OPENING-ANEW)."""
    moved = now.fed_cents or now.paid_cents or now.corrected_cents or now.changed_cents
    return not moved and not now.reserve_cents and now.prize_cents == now.displayed_cents


def _of_a_pot(settled: PotSettled) -> Iterator[str]:
    shares = sum(share.cents for share in settled.shares)
    if shares + settled.commission_cents != settled.amount_cents:
        yield f"pot {settled.pot} held {settled.amount_cents} cents, and {shares} were shared"
