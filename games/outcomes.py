"""What the rules answer."""

from __future__ import annotations

from dataclasses import fields
from typing import Annotated, Any, Literal, get_args

from pydantic import ConfigDict, Field, TypeAdapter

from games.events import BoxNumber, Cents, Place, Role, message
from games.rulebook.book import Rule

Words = dict[str, Any]  # what a sentence of the catalogue is filled with


@message
class Text:
    """A sentence by its name in the message catalogues, so that every screen can say it in its language."""

    code: str
    words: Words


def text(code: str, /, **words: Any) -> Text:
    return Text(code=code, words=words)


UNSAID = Text(code="", words={})  # where only what was decided is kept


@message
class Prompt:
    """The one thing to do next."""

    say: Text
    explain: Text | None = None
    rule: Rule | None = None
    kind: Literal["prompt"] = "prompt"


@message
class Phase:
    name: str
    kind: Literal["phase"] = "phase"


Holder = Literal["stake", "pots", "drop", "layout", "house"]


@message
class Moved:
    """Chips that a ruling moves. A stake is a player's, the drop is what the house has taken (15.2); the layout
    holds the wagers at a box, against the house."""

    cents: Cents
    source: Holder
    dest: Holder
    box: BoxNumber | None = None  # whose stake


@message
class Notice:
    """Something the dealer should know, or tell a player."""

    say: Text = UNSAID
    rule: Rule | None = None
    moved: tuple[Moved, ...] = ()
    kind: Literal["notice"] = "notice"


@message
class Refusal:
    """A command that was not carried out. Nothing has changed."""

    say: Text = UNSAID
    rule: Rule | None = None
    kind: Literal["refusal"] = "refusal"


@message
class Choice:
    """One answer that the rules allow. The first of a question is the one they propose."""

    code: str
    rule: Rule
    needs: Role = "dealer"


@message
class Question:
    """The table waits for a person."""

    about: str
    say: Text = UNSAID
    rule: Rule
    choices: tuple[Choice, ...]
    reported_by: str = ""
    kind: Literal["question"] = "question"


@message
class Withdrawn:
    """A report that was taken back before anybody ruled on it."""

    about: str
    by: str
    kind: Literal["withdrawn"] = "withdrawn"


@message
class Ruling:
    about: str
    choice: str
    say: Text = UNSAID
    rule: Rule
    by: str
    reported_by: str = ""
    reason: str = ""
    kind: Literal["ruling"] = "ruling"


WagerName = Literal["ante", "bet", "call", "jackpot", "bonus"]
WagerResult = Literal["win", "lose", "void", "returned"]


@message
class Payment:
    """What becomes of one wager, and every chip that moves for it, each told once (VOID-MONEY).

    From the layout `returned_cents` go to the player and `taken_cents` to the house, which pays `paid_cents`.
    Where the wager was settled before and is void after all, the house gives `given_back_cents` of what it
    took, and what it had paid is `taken_back_cents` from the player. A lost jackpot wager and a major prize are
    the pools' (`JackpotPools`).
    """

    box: BoxNumber
    wager: WagerName
    result: WagerResult
    wager_cents: Cents
    returned_cents: Cents
    taken_cents: Cents = 0
    paid_cents: Cents = 0
    given_back_cents: Cents = 0
    taken_back_cents: Cents = 0
    excess_cents: Cents = 0  # the part of `returned_cents` above the maximum, rule 3.5
    odds: int = 0
    capped: bool = False
    line: str = ""  # of the jackpot: which hand was paid for
    rule: Rule
    kind: Literal["payment"] = "payment"

    @property
    def net_cents(self) -> int:
        """What the player has won or lost by it."""
        return self.paid_cents - self.taken_cents + self.given_back_cents - self.taken_back_cents


@message
class CardTurned:
    """A card that everybody may see from now on."""

    place: Place
    nth: int
    card: str
    kind: Literal["card_turned"] = "card_turned"


@message
class JackpotPools:
    """What the Boomerang Jackpot holds from now on, and what has come in and gone out."""

    prize_cents: Cents
    reserve_cents: Cents
    displayed_cents: Cents
    fed_cents: Cents = 0  # non-winning wagers, into both pools
    paid_cents: Cents = 0  # major prizes, out of the prize pool
    corrected_cents: int = 0  # into both, because of a closed round that was put right
    changed_cents: int = 0  # into both, by an entry of the casino (JACKPOT-OPENING-ANEW)
    was_prize_cents: Cents = 0  # of such an entry: what they held before it, who made it and why
    was_reserve_cents: Cents = 0
    by: str = ""
    second_by: str = ""
    reason: str = ""
    kind: Literal["jackpot_pools"] = "jackpot_pools"


PostName = Literal["blind", "over_blind", "ante", "late_blind", "dead_blind"]


@message
class Posted:
    """A blind or an ante. What counts towards no bet (MISSED-BLIND) is a dead one."""

    box: BoxNumber
    what: PostName
    cents: Cents
    rule: Rule
    kind: Literal["posted"] = "posted"


ActionName = Literal["check", "call", "bet", "raise", "fold"]


@message
class Acted:
    """What a player did, and what he has in the betting round by that."""

    box: BoxNumber
    action: ActionName
    put_in_cents: Cents
    to_cents: Cents
    tapped_out: bool
    kind: Literal["acted"] = "acted"


Half = Literal["whole", "high", "low", "both"]


@message
class Share:
    box: BoxNumber
    cents: Cents
    half: Half


@message
class PotSettled:
    """To whom a pot belongs. Shares and commission are the pot, to the cent."""

    pot: int
    amount_cents: Cents
    commission_cents: Cents
    shares: tuple[Share, ...]
    rule: Rule
    kind: Literal["pot_settled"] = "pot_settled"


@message
class UncalledReturned:
    """15.2(b): no part of any pot."""

    box: BoxNumber
    cents: Cents
    rule: Rule
    kind: Literal["uncalled_returned"] = "uncalled_returned"


# By order of a tournament chips are put there with an entrant, and given to him.
StakeWhy = Literal["bought_in", "added", "taken", "left", "time_charge", "corrected", "seated", "given"]


@message
class StakeChanged:
    """Between two rounds. `cents` came to the table, or left it where it is negative."""

    box: BoxNumber
    why: StakeWhy
    cents: int
    stake_cents: Cents
    kind: Literal["stake_changed"] = "stake_changed"


@message
class BoxResult:
    box: BoxNumber
    wagered_cents: Cents
    returned_cents: Cents
    paid_cents: Cents
    net_cents: int


@message
class RoundClosed:
    round: int
    void: bool
    boxes: tuple[BoxResult, ...]
    commission_cents: Cents = 0
    kind: Literal["round_closed"] = "round_closed"


@message
class DisputeOpened:
    """A player does not agree with what happened in a round."""

    number: int
    round: int
    box: BoxNumber
    claim: str
    by: str
    rule: Rule
    kind: Literal["dispute_opened"] = "dispute_opened"


@message
class DisputeDecided:
    number: int
    round: int
    box: BoxNumber
    upheld: bool
    review_asked: bool
    by: str
    reason: str
    rule: Rule
    kind: Literal["dispute_decided"] = "dispute_decided"


@message
class BoxCorrected:
    """To the player, or from him where it is negative."""

    box: BoxNumber
    cents: int


@message
class RoundCorrected:
    """An entry of its own: the closed round stays as it was recorded."""

    round: int
    void: bool
    boxes: tuple[BoxCorrected, ...]
    commission_cents: int
    prize_cents: int
    reserve_cents: int
    by: str
    second_by: str
    reason: str
    rule: Rule
    kind: Literal["round_corrected"] = "round_corrected"

    @property
    def house_cents(self) -> int:
        """What comes to the casino's own chips by it, or out of them where it is negative: neither another
        player's, nor commission, nor the pools'."""
        players_cents = sum(box.cents for box in self.boxes)
        return -players_cents - self.commission_cents - self.prize_cents - self.reserve_cents


@message
class AtTournament:
    """One who plays a tournament at this table, as the cards have said it."""

    box: BoxNumber
    entry: int
    chips_cents: Cents
    contributed_cents: Cents = 0  # to the pots of the round, without an uncalled bet


@message
class OrderFollowed:
    """An order of the tournament was carried out. Who was seated, or has left with so much, is named."""

    order: int
    what: str
    moved: AtTournament | None = None
    kind: Literal["order_followed"] = "order_followed"


@message
class SeatMarked:
    box: BoxNumber
    entry: int
    taken: bool
    kind: Literal["seat_marked"] = "seat_marked"


@message
class TournamentRoundBegun:
    session: int
    round: int  # within the session
    kind: Literal["tournament_round_begun"] = "tournament_round_begun"


@message
class TournamentRoundPlayed:
    """A void round has the number of the one that is dealt again."""

    session: int
    round: int
    void: bool
    entrants: tuple[AtTournament, ...]
    button: BoxNumber | None = None  # who had the dealer button, where there is one
    kind: Literal["tournament_round_played"] = "tournament_round_played"


@message
class EntrantExcluded:
    """From further participation. His chips leave with him."""

    box: BoxNumber
    entry: int
    rule: Rule
    kind: Literal["entrant_excluded"] = "entrant_excluded"


@message
class ChipsStand:
    """What everybody has between two rounds, where something else than a round or an order has changed it.

    `played`: rounds of the session that count, without the last one if that was made void after it was closed.
    """

    entrants: tuple[AtTournament, ...]
    played: int | None = None
    kind: Literal["chips_stand"] = "chips_stand"


@message
class ChipsCounted:
    box: BoxNumber
    entry: int
    counted_cents: Cents
    reckoned_cents: Cents
    kind: Literal["chips_counted"] = "chips_counted"


@message
class Undone:
    """An entry was taken back; the table is as it was before it."""

    what: str
    by: str
    kind: Literal["undone"] = "undone"


Outcome = (
    Prompt
    | Phase
    | Notice
    | Refusal
    | Question
    | Withdrawn
    | Ruling
    | Payment
    | CardTurned
    | JackpotPools
    | Posted
    | Acted
    | PotSettled
    | UncalledReturned
    | StakeChanged
    | RoundClosed
    | DisputeOpened
    | DisputeDecided
    | RoundCorrected
    | OrderFollowed
    | SeatMarked
    | TournamentRoundBegun
    | TournamentRoundPlayed
    | ChipsStand
    | ChipsCounted
    | EntrantExcluded
    | Undone
)
BY_KIND: dict[str, type[Outcome]] = {
    str(field.default): cls for cls in get_args(Outcome) for field in fields(cls) if field.name == "kind"
}
# A record that an older program wrote does not say them; it is not held against it that they are said now.
SAID_LATER: dict[str, tuple[str, ...]] = {"payment": ("line",)}
AnyOutcome = Annotated[Outcome, Field(discriminator="kind")]
_LATER = ConfigDict(defer_build=True)  # made when it is first asked
OUTCOME: TypeAdapter[Outcome] = TypeAdapter(AnyOutcome, config=_LATER)
OUTCOMES: TypeAdapter[list[Outcome]] = TypeAdapter(list[AnyOutcome], config=_LATER)


def is_verdict(outcome: Outcome) -> bool:
    """Something was decided: it is written down, and must come out the same for ever. All else only says it."""
    return not isinstance(outcome, Prompt) and (not isinstance(outcome, Notice) or bool(outcome.moved))
