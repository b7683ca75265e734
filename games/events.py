"""What can happen at a table.

A fact has happened: it is never refused, only ruled on. A command comes from a person: it can be
refused, with a reason and a rule, and then changes nothing. Both carry the time at which the daemon
heard of them, because time, too, only reaches the rules inside an event.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any, Literal, TypeVar, dataclass_transform, get_args

from pydantic import ConfigDict, Field, TypeAdapter

from games.cards import AnyCard, SealedCard, SealedTag

T = TypeVar("T")
Role = Literal["dealer", "supervisor"]
BoxNumber = Annotated[int, Field(ge=1, le=9)]
Place = Annotated[str, Field(pattern="^([1-9]|dealer|board|rack)$")]  # a box's number; the discard rack
Nth = Annotated[int, Field(ge=1, le=7)]
Cents = Annotated[int, Field(ge=0, le=10_000_000_000)]
Name = Annotated[str, Field(max_length=80)]
Minutes = Annotated[int, Field(ge=0, le=1_440)]
Count = Annotated[int, Field(ge=0, le=1_000_000_000)]

DEALER, BOARD, RACK = "dealer", "board", "rack"
BURN = "burn"  # where burnt cards lie; nobody speaks of one by its place


@dataclass_transform(kw_only_default=True, frozen_default=True)
def message(cls: type[T]) -> type[T]:
    """A value that nobody changes, named on the wire by its class, that takes no unknown field.

    That nobody changes it is checked before the program runs (mypy, by the line above): to forbid it at run
    time as well makes every one of them three times as dear, and a round has some two hundred.
    """
    cls.__pydantic_config__ = ConfigDict(extra="forbid", strict=True)  # type: ignore[attr-defined]
    return dataclass(unsafe_hash=True, slots=True, kw_only=True)(cls)


@message
class Source:
    """Which device said it, and where in its own numbering."""

    device: Name
    boot: int | None = None
    sequence: int | None = None


@message
class Fact:
    at_ms: int = 0
    source: Source | None = None


@message
class Command:
    """`by` and `role` are filled by the daemon from the signed-in staff, never by a screen."""

    at_ms: int = 0
    by: Name = ""
    role: Role = "dealer"


Colour = Literal["blue", "red", "green", "black", "brown", "purple", "unknown"]  # of a deck's backs


# ---------------------------------------------------------------- facts: the shoe


@message
class CardDrawn(Fact):
    card: SealedCard | None = None
    kind: Literal["card_drawn"] = "card_drawn"


@message
class CardRepeated(Fact):
    kind: Literal["card_repeated"] = "card_repeated"


@message
class CutCardSeen(Fact):
    kind: Literal["cut_card_seen"] = "cut_card_seen"


# ---------------------------------------------------------------- facts: the readers


@message
class Enrolled:
    """What the enrolment file says of a tag: which card it is in, or that it is in none of the packs in use."""

    known: bool
    card: SealedCard | None = None
    colour: Colour | None = None


@message
class CardSeen(Fact):
    """A reader sees a card that it did not see before."""

    place: Place
    tag: SealedTag
    enrolled: Enrolled | None = None  # None: the table has no enrolment file
    kind: Literal["card_seen"] = "card_seen"


@message
class CardGone(Fact):
    place: Place
    tag: SealedTag
    kind: Literal["card_gone"] = "card_gone"


@message
class MarkerPlaced(Fact):
    """The marker of rule 3.2 lies beside a box. `amount_cents` is the limit that it denotes, if it is known."""

    box: BoxNumber
    amount_cents: Cents | None = None
    kind: Literal["marker_placed"] = "marker_placed"


@message
class MarkerTaken(Fact):
    box: BoxNumber
    kind: Literal["marker_taken"] = "marker_taken"


@message
class ButtonPlaced(Fact):
    """A sensor sees the dealer button beside a seat."""

    box: BoxNumber
    kind: Literal["button_placed"] = "button_placed"


@message
class ButtonTaken(Fact):
    box: BoxNumber
    kind: Literal["button_taken"] = "button_taken"


@message
class PlaceRead(Fact):
    """Everything that a reader sees at one place, after a connection."""

    place: Place
    tags: tuple[SealedTag, ...]
    enrolled: tuple[Enrolled, ...] = ()  # one for each tag, if the table has an enrolment file
    kind: Literal["place_read"] = "place_read"


# ---------------------------------------------------------------- facts: devices

DeviceRole = Literal["shoe", "shuffler", "readers", "markers", "scanner", "buttons"]


@message
class DeviceFact(Fact):
    device: Name
    role: DeviceRole


@message
class DeviceReady(DeviceFact):
    model: Name = ""
    serial: Name = ""
    firmware: Name = ""
    kind: Literal["device_ready"] = "device_ready"


Held = Literal["", "other_device", "other_firmware", "firmware_not_approved"]


@message
class DeviceLost(DeviceFact):
    """It does not answer; or it does, but is `held`: nobody has approved that this one is used here now."""

    why: Annotated[str, Field(max_length=300)] = ""
    held: Held = ""
    model: Name = ""  # of the one that is held
    serial: Name = ""
    firmware: Name = ""
    kind: Literal["device_lost"] = "device_lost"


@message
class DeviceFaulted(DeviceFact):
    code: Name
    kind: Literal["device_faulted"] = "device_faulted"


@message
class DeviceRecovered(DeviceFact):
    code: Name = ""
    kind: Literal["device_recovered"] = "device_recovered"


@message
class ReportsMissed(DeviceFact):
    """The device's own counter moved further than what was heard."""

    count: Count
    kind: Literal["reports_missed"] = "reports_missed"


@message
class DeviceNoted(DeviceFact):
    what: Name
    kind: Literal["device_noted"] = "device_noted"


# ---------------------------------------------------------------- facts: the automated shuffling shoe


@message
class DeckFact(DeviceFact):
    """`count` is None if the shoe did not count."""

    colour: Colour
    count: Count | None = None


@message
class DeckInserted(DeckFact):
    kind: Literal["deck_inserted"] = "deck_inserted"


@message
class ShuffleStarted(DeckFact):
    kind: Literal["shuffle_started"] = "shuffle_started"


@message
class ShuffleComplete(DeckFact):
    kind: Literal["shuffle_complete"] = "shuffle_complete"


@message
class PackDispensed(DeviceFact):
    """So many cards left the shoe together. It does not know their faces."""

    colour: Colour
    count: Count
    kind: Literal["pack_dispensed"] = "pack_dispensed"


@message
class DoorChanged(DeviceFact):
    open: bool
    kind: Literal["door_changed"] = "door_changed"


@message
class PoweredUp(DeviceFact):
    """Power came on. `cycles` are the shuffles of the device's whole life."""

    cycles: Count = 0
    kind: Literal["powered_up"] = "powered_up"


@message
class TimeCame(Fact):
    """The moment that the table had waited for."""

    kind: Literal["time_came"] = "time_came"


@message
class UsbPlugged(Fact):
    """Something that was not there at the start was plugged into the host. What it is, it says itself."""

    port: Name
    vendor: Name = ""
    product: Name = ""
    kind: Literal["usb_plugged"] = "usb_plugged"


@message
class PinLockedOut(Fact):
    """So many wrong PINs were given for one number that the next is not looked at for a while."""

    number: Name
    seconds: Count
    kind: Literal["pin_locked_out"] = "pin_locked_out"


@message
class Restarted(Fact):
    """The daemon has come back in the middle of what the journal holds."""

    kind: Literal["restarted"] = "restarted"


# ---------------------------------------------------------------- commands: the table


@message
class SignIn(Command):
    """A dealer takes the table. `name` is shown; `by` is the staff number."""

    name: Name = ""
    kind: Literal["sign_in"] = "sign_in"


@message
class Lock(Command):
    """The panel takes no touch until somebody signs in."""

    kind: Literal["lock"] = "lock"


@message
class Unlock(Command):
    kind: Literal["unlock"] = "unlock"


@message
class OpenTable(Command):
    kind: Literal["open_table"] = "open_table"


@message
class CloseTable(Command):
    kind: Literal["close_table"] = "close_table"


@message
class ChangeLimits(Command):
    """The players have notice of other limits (rule 3.1): from then on, and never within a round."""

    minimum_cents: Cents
    maximum_cents: Cents
    multiple_cents: Cents
    in_minutes: Minutes
    kind: Literal["change_limits"] = "change_limits"


@message
class AnnounceClosing(Command):
    """The players have notice that the table closes. None: it stays open after all."""

    in_minutes: Minutes | None = None
    kind: Literal["announce_closing"] = "announce_closing"


@message
class ChangeCards(Command):
    """Some or all cards are replaced after a round (rule 2.3)."""

    kind: Literal["change_cards"] = "change_cards"


@message
class ApproveDevice(Command):
    """The device that is held may be used: the one with this serial number and firmware, and no other."""

    device: Name
    serial: Name = ""
    firmware: Name = ""
    kind: Literal["approve_device"] = "approve_device"


@message
class CallFloor(Command):
    kind: Literal["call_floor"] = "call_floor"


@message
class FloorCame(Command):
    kind: Literal["floor_came"] = "floor_came"


@message
class Undo(Command):
    """Takes back the last own entry. The entry stays in the journal."""

    kind: Literal["undo"] = "undo"


# ---------------------------------------------------------------- commands: the cards


@message
class AllCardsRead(Command):
    kind: Literal["all_cards_read"] = "all_cards_read"


@message
class ReadAgain(Command):
    kind: Literal["read_again"] = "read_again"


@message
class DeckCheckedByHand(Command):
    kind: Literal["deck_checked_by_hand"] = "deck_checked_by_hand"


@message
class OrderDeckCheck(Command):
    kind: Literal["order_deck_check"] = "order_deck_check"


@message
class Shuffled(Command):
    kind: Literal["shuffled"] = "shuffled"


@message
class CutMade(Command):
    cards_above: Count | None = None  # if somebody counted
    kind: Literal["cut_made"] = "cut_made"


@message
class ReplaceShoe(Command):
    """Another shoe stands in the place of the automated shuffling shoe, with new cards (rule 12.7)."""

    automated: bool
    kind: Literal["replace_shoe"] = "replace_shoe"


@message
class AnnounceBetOrFold(Command):
    """From now on the players may look at their cards (rule 12.5)."""

    kind: Literal["announce_bet_or_fold"] = "announce_bet_or_fold"


@message
class CardDealtByHand(Command):
    """So many cards were dealt as they were due, and no shoe has told of them."""

    count: Annotated[int, Field(ge=1, le=60)] = 1
    kind: Literal["card_dealt_by_hand"] = "card_dealt_by_hand"


@message
class EnterCard(Command):
    """The face of a turned card that the shoe did not read."""

    place: Place
    nth: Nth
    card: AnyCard
    kind: Literal["enter_card"] = "enter_card"


@message
class EnterHand(Command):
    """The faces of all turned cards at a place that no device has read."""

    place: Place
    cards: Annotated[tuple[AnyCard, ...], Field(min_length=1, max_length=7)]
    kind: Literal["enter_hand"] = "enter_hand"


@message
class ShowDealer(Command):
    kind: Literal["show_dealer"] = "show_dealer"


@message
class ShowBox(Command):
    box: BoxNumber
    kind: Literal["show_box"] = "show_box"


@message
class Collected(Command):
    count: Count
    kind: Literal["collected"] = "collected"


# ---------------------------------------------------------------- commands: wagers


@message
class PlaceAnte(Command):
    box: BoxNumber
    amount_cents: Cents
    kind: Literal["place_ante"] = "place_ante"


@message
class TakeBackAnte(Command):
    box: BoxNumber
    kind: Literal["take_back_ante"] = "take_back_ante"


@message
class PlaceJackpotWager(Command):
    box: BoxNumber
    kind: Literal["place_jackpot_wager"] = "place_jackpot_wager"


@message
class TakeBackJackpotWager(Command):
    box: BoxNumber
    kind: Literal["take_back_jackpot_wager"] = "take_back_jackpot_wager"


@message
class PlaceBonusWager(Command):
    box: BoxNumber
    amount_cents: Cents
    kind: Literal["place_bonus_wager"] = "place_bonus_wager"


@message
class TakeBackBonusWager(Command):
    box: BoxNumber
    kind: Literal["take_back_bonus_wager"] = "take_back_bonus_wager"


@message
class SetBoxMaximum(Command):
    """The marker of rule 3.2. None takes it away."""

    box: BoxNumber
    amount_cents: Cents | None = None
    kind: Literal["set_box_maximum"] = "set_box_maximum"


@message
class PlayerLeft(Command):
    box: BoxNumber
    kind: Literal["player_left"] = "player_left"


@message
class CloseBetting(Command):
    kind: Literal["close_betting"] = "close_betting"


@message
class Bet(Command):
    box: BoxNumber
    amount_cents: Cents
    kind: Literal["bet"] = "bet"


@message
class Call(Command):
    box: BoxNumber
    amount_cents: Cents
    kind: Literal["call"] = "call"


@message
class Fold(Command):
    box: BoxNumber
    kind: Literal["fold"] = "fold"


@message
class ClaimJackpot(Command):
    box: BoxNumber
    kind: Literal["claim_jackpot"] = "claim_jackpot"


@message
class ClaimBonus(Command):
    """The player declares a Super Aces Bonus hand; the dealer turns it up."""

    box: BoxNumber
    kind: Literal["claim_bonus"] = "claim_bonus"


@message
class PayBonus(Command):
    """The dealer has paid or taken the bonus wager as the screen said."""

    box: BoxNumber
    kind: Literal["pay_bonus"] = "pay_bonus"


@message
class SettleBox(Command):
    """The dealer has paid or taken what the screen said."""

    box: BoxNumber
    kind: Literal["settle_box"] = "settle_box"


@message
class PayJackpot(Command):
    box: BoxNumber
    kind: Literal["pay_jackpot"] = "pay_jackpot"


@message
class SeedJackpot(Command):
    """Money of the reserve pool goes to the prize pool."""

    amount_cents: Cents
    reason: Annotated[str, Field(max_length=300)]
    kind: Literal["seed_jackpot"] = "seed_jackpot"


@message
class AdjustSign(Command):
    """What a jackpot sign shows that this table does not set."""

    amount_cents: Cents
    kind: Literal["adjust_sign"] = "adjust_sign"


# ---------------------------------------------------------------- commands: seats and stakes of a pot game


@message
class TakeSeat(Command):
    box: BoxNumber
    stake_cents: Cents
    kind: Literal["take_seat"] = "take_seat"


@message
class DrawForSeat(Command):
    """Cards drawn by two or more who want the same seat (rule 8.2), in the order in which they drew."""

    box: BoxNumber
    cards: Annotated[tuple[AnyCard, ...], Field(min_length=2, max_length=9)]
    kind: Literal["draw_for_seat"] = "draw_for_seat"


@message
class ChangeSeat(Command):
    box: BoxNumber
    to: BoxNumber
    kind: Literal["change_seat"] = "change_seat"


@message
class AddToStake(Command):
    box: BoxNumber
    amount_cents: Cents
    kind: Literal["add_to_stake"] = "add_to_stake"


@message
class TakeFromStake(Command):
    box: BoxNumber
    amount_cents: Cents
    kind: Literal["take_from_stake"] = "take_from_stake"


@message
class SitOut(Command):
    """The player takes no part from the next round on, or takes part again."""

    box: BoxNumber
    out: bool
    kind: Literal["sit_out"] = "sit_out"


@message
class ChooseEntry(Command):
    """How a player comes into a game with blinds: he waits for his turn to post, or posts now."""

    box: BoxNumber
    post: bool
    kind: Literal["choose_entry"] = "choose_entry"


@message
class PostOverBlind(Command):
    box: BoxNumber
    take_back: bool = False
    kind: Literal["post_over_blind"] = "post_over_blind"


@message
class CollectPosts(Command):
    """Blinds or antes are in the pot; the deal begins."""

    kind: Literal["collect_posts"] = "collect_posts"


@message
class CollectTimeCharge(Command):
    """Every seated player has paid in advance (rule 15.3)."""

    kind: Literal["collect_time_charge"] = "collect_time_charge"


@message
class Determination:
    """One thing that the operator determines, by its name in the configuration."""

    name: Name
    value: bool | int | Name | tuple[int, ...] | None


@message
class ChangeDeterminations(Command):
    """The players have notice of other determinations (rules 4.1 and 4.2): never within a round."""

    changes: Annotated[tuple[Determination, ...], Field(min_length=1, max_length=20)]
    in_minutes: Minutes
    kind: Literal["change_determinations"] = "change_determinations"


# ---------------------------------------------------------------- commands: betting for a pot


@message
class Check(Command):
    box: BoxNumber
    kind: Literal["check"] = "check"


@message
class Wager(Command):
    """A bet, or a call and raise. `to_cents` is what the player then has in this betting round."""

    box: BoxNumber
    to_cents: Cents
    kind: Literal["wager"] = "wager"


@message
class PutIn(Command):
    """Chips in an amount that says neither call nor raise (rules 17.7 and 17.8)."""

    box: BoxNumber
    amount_cents: Cents
    kind: Literal["put_in"] = "put_in"


@message
class ActOutOfTurn(Command):
    """Rules 17.5 and 17.6. `to_cents` is nothing for a check or a fold."""

    box: BoxNumber
    action: Literal["check", "fold", "wager"]
    to_cents: Cents = 0
    directed: bool = False  # by the dealer, in error
    kind: Literal["act_out_of_turn"] = "act_out_of_turn"


@message
class GiveTime(Command):
    """From now on the player has so many seconds to act (4.6; 4.8 of Omaha). Taken back: `off`."""

    off: bool = False
    kind: Literal["give_time"] = "give_time"


@message
class Muck(Command):
    """The player does not show, and cannot win."""

    box: BoxNumber
    kind: Literal["muck"] = "muck"


@message
class PayPot(Command):
    """The dealer has paid the pot as the screen said."""

    pot: Annotated[int, Field(ge=1, le=9)]
    kind: Literal["pay_pot"] = "pay_pot"


# ---------------------------------------------------------------- commands: irregularities

ReportKind = Literal[
    "card_exposed",
    "wrong_box",
    "too_many_cards",
    "too_few_cards",
    "hand_in_discards",
    "exposed_in_cut",
    "not_cut",
    "face_up_in_shoe",
    "shoe_empty",
    "told_of_a_hand",
    "shown_to_one",
    "other",
]


@message
class Report(Command):
    """What only a person sees."""

    what: ReportKind
    place: Place | None = None
    nth: Nth | None = None
    seen: AnyCard | None = None
    kind: Literal["report"] = "report"


@message
class WithdrawReport(Command):
    kind: Literal["withdraw_report"] = "withdraw_report"


@message
class Answer(Command):
    """A person's decision on the question that is open."""

    choice: Name
    reason: Annotated[str, Field(max_length=300)] = ""
    kind: Literal["answer"] = "answer"


@message
class HoldShoe(Command):
    kind: Literal["hold_shoe"] = "hold_shoe"


@message
class VoidRound(Command):
    """By the general provisions, rules 16.1 and 16.3."""

    ground: Literal["impractical", "fraud", "disturbance"]
    kind: Literal["void_round"] = "void_round"


@message
class Penalise(Command):
    """A player has broken the rules: the box's wagers are void, or the player is out of the game, or both."""

    box: BoxNumber
    wagers_void: bool = False
    folded: bool = False  # for a pot: the hand is folded and its wagers stay in
    excluded: bool = False
    ground: Literal["breach", "collusion"] = "breach"
    reason: Annotated[str, Field(max_length=300)] = ""
    kind: Literal["penalise"] = "penalise"


AnyFact = (
    CardDrawn
    | CardRepeated
    | CutCardSeen
    | CardSeen
    | CardGone
    | PlaceRead
    | MarkerPlaced
    | MarkerTaken
    | ButtonPlaced
    | ButtonTaken
    | DeviceReady
    | DeviceLost
    | DeviceFaulted
    | DeviceRecovered
    | ReportsMissed
    | DeviceNoted
    | DeckInserted
    | ShuffleStarted
    | ShuffleComplete
    | PackDispensed
    | DoorChanged
    | PoweredUp
    | TimeCame
    | UsbPlugged
    | PinLockedOut
    | Restarted
)
AnyCommand = (
    SignIn
    | Lock
    | Unlock
    | OpenTable
    | CloseTable
    | ChangeLimits
    | AnnounceClosing
    | ChangeCards
    | ApproveDevice
    | CallFloor
    | FloorCame
    | Undo
    | AllCardsRead
    | ReadAgain
    | DeckCheckedByHand
    | OrderDeckCheck
    | Shuffled
    | CutMade
    | ReplaceShoe
    | AnnounceBetOrFold
    | CardDealtByHand
    | EnterCard
    | EnterHand
    | ShowDealer
    | ShowBox
    | Collected
    | PlaceAnte
    | TakeBackAnte
    | PlaceJackpotWager
    | TakeBackJackpotWager
    | PlaceBonusWager
    | TakeBackBonusWager
    | SetBoxMaximum
    | PlayerLeft
    | CloseBetting
    | Bet
    | Call
    | Fold
    | ClaimJackpot
    | ClaimBonus
    | PayBonus
    | SettleBox
    | PayJackpot
    | SeedJackpot
    | AdjustSign
    | TakeSeat
    | DrawForSeat
    | ChangeSeat
    | AddToStake
    | TakeFromStake
    | SitOut
    | ChooseEntry
    | PostOverBlind
    | CollectPosts
    | CollectTimeCharge
    | ChangeDeterminations
    | Check
    | Wager
    | PutIn
    | ActOutOfTurn
    | GiveTime
    | Muck
    | PayPot
    | Report
    | WithdrawReport
    | Answer
    | HoldShoe
    | VoidRound
    | Penalise
)
Event = AnyFact | AnyCommand

AnyEvent = Annotated[AnyFact | AnyCommand, Field(discriminator="kind")]
EVENT: TypeAdapter[Event] = TypeAdapter(AnyEvent)
KINDS: dict[str, type[Any]] = {
    cls.__dataclass_fields__["kind"].default: cls for cls in get_args(AnyFact) + get_args(AnyCommand)
}
