"""Talk at the table of a pot game: seats and stakes, blinds, betting, the showdown, the pots.

Money is in dollars. A bet or raise is said as what the player then has in the betting round.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games import events as e
from games.deal import Due, Shoe
from games.every_game.carry import Carry
from games.faro.game import PokerFaro
from games.omaha.game import PokerOmaha
from games.outcomes import (
    Acted,
    Notice,
    Posted,
    PotSettled,
    RoundClosed,
    StakeChanged,
    UncalledReturned,
)
from games.pot.game import PotGame
from games.pot.seating import lineup
from games.seven_card_stud.game import PokerSevenCardStud
from tests.games.table_talk import Supervisor, Table, card, cards, cents

GAMES: dict[str, type[PotGame]] = {game.name: game for game in (PokerOmaha, PokerFaro, PokerSevenCardStud)}
BLINDS: dict[str, tuple[float, ...]] = {"omaha": (5, 10), "faro": (5, 10), "seven_card_stud": ()}


def pot_options(
    game: str,
    *,
    blinds: tuple[float, ...] | list[float] | None = None,
    ante: float | None = None,
    over_blind: float | None = None,
    opening: str = "blind_b",
    short_blind: str = "outstanding",
    maximum: str = "full_pot",
    least: float = 10,
    most: float = 0,
    later: tuple[float, float] | list[float] | None = None,
    raise_cap: int | None = None,
    minimum_stake: float = 200,
    maximum_buy_in: float = 5000,
    chip: float = 1,
    deck: int = 52,
    joker: bool = False,
    ace_low: bool = False,
    low_ace: str = "high",
    wins: str = "high",
    eight_or_better: bool = False,
    commission: int = 5,
    cap: float | None = None,
    time_charge: float | None = None,
    every_minutes: int | None = None,
    burn: bool | None = None,
    seconds_to_act: int | None = None,
    dealt: str | None = None,
    first_opener: str | None = None,
    bring_in: float | None = None,
    supervisor_decides: list[str] | None = None,
    corrections_by_two: bool | None = None,
    least_notice: int = 0,
) -> Any:
    if blinds is None:
        blinds = () if ante is not None else BLINDS[game]
    if not blinds and ante is None:
        ante = 2
    by_time = time_charge is not None
    given = {
        "minimum_stake_cents": cents(minimum_stake),
        "smallest_chip_cents": cents(chip),
        "least_notice_minutes": least_notice,
        "cards": {
            "deck": deck,
            "joker": joker,
            "ace_low": ace_low,
            "low_ace": low_ace,
            "wins": wins,
            "eight_or_better": eight_or_better,
        },
        "betting": {
            "blinds_cents": [cents(blind) for blind in blinds],
            "ante_cents": None if ante is None else cents(ante),
            "over_blind_cents": None if over_blind is None else cents(over_blind),
            "opening": opening,
            **({"short_blind": short_blind} if short_blind != "outstanding" else {}),
            "maximum": maximum,
            "least_cents": cents(least),
            "most_cents": cents(most),
            "later_least_cents": cents(later[0]) if later else None,
            "later_most_cents": cents(later[1]) if later else None,
            "raise_cap": raise_cap,
        },
        "commission": {
            "by": "time" if by_time else "pot",
            "percent": commission,
            "approved_maximum_cents": cents(cap if cap is not None else 100 if by_time else 100_000),
            "charge_cents": None if time_charge is None else cents(time_charge),
            "every_minutes": every_minutes,
        },
    }
    own = {
        "burn": burn,
        "seconds_to_act": seconds_to_act,
        "dealt": dealt,
        "first_opener": first_opener,
        "bring_in_cents": None if bring_in is None else cents(bring_in),
        "supervisor_decides": supervisor_decides,
        "corrections_by_two": corrections_by_two,
    }
    given |= {name: value for name, value in own.items() if value is not None}
    if game == "omaha":
        given["maximum_buy_in_cents"] = cents(maximum_buy_in)
    return GAMES[game].Options.model_validate(given)


def at_the_omaha_table(**wanted: Any) -> PotTable:
    return at_a_pot_table("omaha", **wanted)


def at_the_faro_table(**wanted: Any) -> PotTable:
    return at_a_pot_table("faro", **wanted)


def at_the_stud_table(**wanted: Any) -> PotTable:
    return at_a_pot_table("seven_card_stud", **wanted)


def at_a_pot_table(
    game: str,
    *,
    boxes: int = 9,
    at: str = "post",
    stakes: Mapping[int | str, float] | None = None,
    shoe: Shoe = "reading",
    **options: Any,
) -> PotTable:
    """Players have taken their seats, by default three with 1000 dollars each; the deck is checked and cut."""
    table = PotTable(GAMES[game](pot_options(game, **options), boxes, Carry(), shoe=shoe))
    if at == "closed":
        return table
    table.open()
    if at == "verify":
        return table
    table.supervisor.checks_deck_by_hand()
    for seat, dollars in ({1: 1000, 2: 1000, 3: 1000} if stakes is None else stakes).items():
        table.sits_down(int(seat), dollars)
    if at != "shuffle":
        table.shuffle()
    if at == "post":
        table.cut()
    table.expect_phase(at)
    return table


def _determined(value: Any) -> Any:
    """A file of scenarios has no other word for nothing."""
    if value == "none":
        return None
    return tuple(value) if isinstance(value, list) else value


class PotSupervisor(Supervisor):
    def closes_without_notice(self) -> None:
        self.says(e.CloseTable)

    def gives_time(self) -> None:
        self.says(e.GiveTime)

    def stops_time(self) -> None:
        self.says(e.GiveTime, off=True)

    def folds_for_breach(self, seat: int, *, excluded: bool = False, ground: str = "breach") -> None:
        self.says(e.Penalise, box=seat, folded=True, excluded=excluded, ground=ground, reason="seen")

    def confirms_player(self, seat: int, dollars: float) -> None:
        self.says(e.TakeSeat, box=seat, stake_cents=cents(dollars))

    def excludes(self, seat: int) -> None:
        self.says(e.Penalise, box=seat, excluded=True, reason="seen by surveillance")

    def determines(self, minutes: int = 0, **changes: Any) -> None:
        """Names as in the configuration, two underscores for a dot; "none" for what is no more."""
        made = tuple(
            e.Determination(name=name.replace("__", "."), value=_determined(value))
            for name, value in changes.items()
        )
        self.says(e.ChangeDeterminations, changes=made, in_minutes=minutes)


class PotTable(Table):
    def __init__(self, game: PotGame) -> None:
        super().__init__(game)
        self.supervisor = PotSupervisor(self)
        self.lies: dict[tuple[str, int], str] = {}  # what the talk has dealt, whatever a shoe has read of it

    @property
    def state(self) -> Any:
        return self.game.state

    # ------------------------------------------------------------ seats and stakes

    def sits_down(self, seat: int, dollars: float) -> None:
        self.says(e.TakeSeat, box=seat, stake_cents=cents(dollars))

    def draws_for_seat(self, seat: int, drawn: str) -> None:
        self.says(e.DrawForSeat, box=seat, cards=tuple(cards(drawn)))

    def moves(self, seat: int, to: int) -> None:
        self.says(e.ChangeSeat, box=seat, to=to)

    def adds(self, seat: int, dollars: float) -> None:
        self.says(e.AddToStake, box=seat, amount_cents=cents(dollars))

    def takes(self, seat: int, dollars: float) -> None:
        self.says(e.TakeFromStake, box=seat, amount_cents=cents(dollars))

    def sits_out(self, seat: int) -> None:
        self.says(e.SitOut, box=seat, out=True)

    def sits_in(self, seat: int) -> None:
        self.says(e.SitOut, box=seat, out=False)

    def posts_to_come_in(self, seat: int) -> None:
        self.says(e.ChooseEntry, box=seat, post=True)

    def waits_to_come_in(self, seat: int) -> None:
        self.says(e.ChooseEntry, box=seat, post=False)

    def over_blind(self, seat: int) -> None:
        self.says(e.PostOverBlind, box=seat)

    def takes_over_blind_back(self, seat: int) -> None:
        self.says(e.PostOverBlind, box=seat, take_back=True)

    def posts(self) -> None:
        """The dealer has collected the blinds or antes."""
        self.says(e.CollectPosts)

    def collects_hands(self) -> None:
        """They are thrown away, or counted back with all other cards."""

    def collects_time_charge(self) -> None:
        self.says(e.CollectTimeCharge)

    def button_lies_at(self, seat: int) -> None:
        self.happens(e.ButtonPlaced(box=seat))

    def penalises_as_dealer(self, seat: int) -> None:
        self.says(e.Penalise, box=seat, folded=True, reason="seen")

    def determines_as_dealer(self, name: str, value: Any) -> None:
        made = (e.Determination(name=name, value=value),)
        self.says(e.ChangeDeterminations, changes=made, in_minutes=0)

    # ------------------------------------------------------------ betting

    def checks(self, *seats: int) -> None:
        for seat in seats:
            self.says(e.Check, box=seat)

    def calls(self, *seats: int) -> None:
        """What is due, or all that he has."""
        for seat in seats:
            play = self.state.play
            turn, player = play.turn(), play.players[seat]
            due = turn.to_call_cents if turn is not None and turn.seat == seat else 0
            self.says(e.Call, box=seat, amount_cents=min(due, player.stake_cents))

    def bets(self, seat: int, to: float) -> None:
        self.says(e.Wager, box=seat, to_cents=cents(to))

    def raises(self, seat: int, to: float) -> None:
        self.says(e.Wager, box=seat, to_cents=cents(to))

    def taps_out(self, seat: int) -> None:
        """With a bet or raise of everything."""
        player = self.state.play.players[seat]
        self.says(e.Wager, box=seat, to_cents=player.bet_cents + player.stake_cents)

    def puts_in(self, seat: int, dollars: float) -> None:
        self.says(e.PutIn, box=seat, amount_cents=cents(dollars))

    def wagers_out_of_turn(self, seat: int, to: float, *, directed: bool = False) -> None:
        self.says(e.ActOutOfTurn, box=seat, action="wager", to_cents=cents(to), directed=directed)

    def checks_out_of_turn(self, seat: int) -> None:
        self.says(e.ActOutOfTurn, box=seat, action="check")

    def folds_out_of_turn(self, seat: int, *, directed: bool = False) -> None:
        self.says(e.ActOutOfTurn, box=seat, action="fold", directed=directed)

    def gives_time(self) -> None:
        """The dealer, who may not."""
        self.says(e.GiveTime)

    def seconds_pass(self, seconds: float) -> None:
        self.minutes_pass(seconds / 60)

    def checks_around(self) -> None:
        """Everybody checks, or calls, until the betting round is over; who must open bets the least."""
        street = self.state.play.street
        while self.phase == "bet" and self.state.play.street == street:
            turn = self.state.play.turn()
            if turn.may_check:
                self.checks(turn.seat)
            elif turn.may_call:
                self.calls(turn.seat)
            else:
                self.bets(turn.seat, turn.least_to_cents / 100)

    def all_fold(self) -> None:
        """A short round: all fold but one, who has the pot; the cards come back, are shuffled and cut."""
        if self.phase == "post":
            self.posts()
        self.deal()
        while self.phase == "bet":
            self.folds(self.state.play.turn().seat)
        self.all_paid()
        self.collects()
        self.next_round()

    # ------------------------------------------------------------ showdown

    def shows_hand(self, *seats: int) -> None:
        for seat in seats:
            self.says(e.ShowBox, box=seat)

    def mucks(self, *seats: int) -> None:
        for seat in seats:
            self.says(e.Muck, box=seat)

    def pays(self) -> None:
        self.says(e.PayPot, pot=self.state.current.paid + 1)

    def all_show(self) -> None:
        while self.phase == "show":
            self.people_enter("board")
            seat = self.game.prompt().say.words["box"]
            self.people_enter(seat)
            self.shows_hand(seat)

    def all_paid(self) -> None:
        while self.phase == "pay":
            self.pays()

    def plays_out(self, *, collect: bool = True) -> None:  # type: ignore[override]
        """Everybody checks or calls, all hands are shown, all pots paid, the cards come back."""
        while self.phase in ("post", "deal", "bet"):
            if self.phase == "bet":
                self.checks_around()
                continue
            self.deal()
            if self.phase == "deal":  # in stud the up cards say who opens
                self.people_enter()
        self.all_show()
        self.all_paid()
        if collect:
            self.collects()

    # ------------------------------------------------------------ cards

    def shuffle(self) -> None:
        super().shuffle()
        self.stacked = []

    def _plan(self) -> list[Due]:
        return self.state.deal.plan

    def stack(self, hands: Mapping[Any, str] | None = None) -> None:
        """Hands by seat and "board"; burnt cards are any others. Posts first, if that is still to be done."""
        if self.phase == "post":
            self.posts()
        named = {str(place): cards(hand) for place, hand in (hands or {}).items()}
        self.named = {place: iter(hand) for place, hand in named.items()}
        spoken = [each for hand in named.values() for each in hand]
        assert len(set(spoken)) == len(spoken), "the same card is in two hands"
        deck = self.game.deck(self.state)
        self.stacked = [each for each in deck if each not in spoken]

    def deal(self, hands: Mapping[Any, str] | None = None, *, count: int | None = None) -> None:
        """All cards that are due before anybody acts, or so many of them."""
        if hands is not None or not self.stacked:
            self.stack(hands)
        dealt = 0
        while self.phase == "deal" and (due := self.state.deal.due) and dealt != count:
            self.lies[due.place, due.nth] = self._card_for(due)
            self._leaves_the_shoe(self.lies[due.place, due.nth])
            dealt += 1

    def _leaves_the_shoe(self, face: str) -> None:
        if self.state.by_hand:
            self.says_dealt(1)
        else:
            self.draw(face if self.game.shoe == "reading" else None)

    def people_enter(self, *places: int | str) -> None:
        """All that lies face up there and that no device has read; anywhere, if no place is named."""
        named = [str(place) for place in places]
        for dealt in self.state.deal.dealt:
            place, nth = dealt.due.place, dealt.due.nth
            if dealt.card is None and self.state.is_turned(dealt) and (not named or place in named):
                self.enters(place, nth, self.lies[place, nth])

    def _card_for(self, due: Due) -> str:
        return next(self.named.get(due.place, iter(())), None) or self.stacked.pop(0)

    def draw(self, face: str | None) -> None:
        """Also a card that is named out of turn: it is then no longer in the deck."""
        if face is not None:
            self.stacked = [other for other in self.stacked if other != face]
        super().draw(face)

    def draws_next(self) -> None:
        """A card leaves the shoe, whether one is due or not."""
        self.draw(self.stacked.pop(0))

    # ------------------------------------------------------------ what should be heard

    def expect_turn(self, seat: int, **allowed: Any) -> None:
        """In dollars: call, least, most; and whether he may check or fold."""
        self._check(self.phase == "bet", "nobody bets now")
        turn = self.state.current.turn
        self._check(turn.seat == seat, f"it is the turn of {turn.seat}")
        is_so = {
            "call": turn.to_call_cents,
            "least": turn.least_to_cents,
            "most": turn.most_to_cents,
            "check": turn.may_check,
            "fold": turn.may_fold,
        }
        wanted = {name: cents(v) if name in ("call", "least", "most") else v for name, v in allowed.items()}
        self._check({name: is_so[name] for name in wanted} == wanted, f"the turn is {turn}")

    def expect_no_notice(self, code: str) -> None:
        """Since the table opened."""
        told = [outcome for outcome in self.everything if isinstance(outcome, Notice)]
        self._check(code not in {notice.say.code for notice in told}, f"the table has said {code}")

    def expect_not_offered(self, report: str) -> None:
        """It cannot be ruled on now, and so nobody is asked to report it."""
        offered = [offer.args["what"] for offer in self.game.offers() if offer.command == "report"]
        self._check(report not in offered, f"offered: {offered}")

    def expect_button(self, seat: int) -> None:
        due = self.state.button if self.state.play is not None else lineup(self.state).button
        self._check(due == seat, f"the button is at {due}")

    def expect_posted(self, posted: Mapping[Any, float]) -> None:
        was: dict[int, int] = {}
        for post in self._all(Posted):
            was[post.box] = was.get(post.box, 0) + post.cents
        self._check(was == {int(seat): cents(dollars) for seat, dollars in posted.items()}, f"posted: {was}")

    def expect_players(self, *seats: int) -> None:
        self._check(sorted(lineup(self.state).playing) == sorted(seats), f"{lineup(self.state)}")

    def expect_stake(self, seat: int, dollars: float) -> None:
        now = self.state.stake_cents(seat)
        self._check(now == cents(dollars), f"seat {seat} has {now} cents")

    def expect_stakes(self, stakes: Mapping[Any, float]) -> None:
        now = {seat: self.state.stake_cents(seat) for seat in self.state.seats}
        self._check(now == {int(seat): cents(dollars) for seat, dollars in stakes.items()}, f"stakes: {now}")

    def expect_left(self, seat: int, dollars: float) -> None:
        """He has left the table with so much."""
        left = [(o.box, -o.cents) for o in self.everything if isinstance(o, StakeChanged) and o.why == "left"]
        self._check((seat, cents(dollars)) in left, f"left: {left}")

    def expect_pot(self, pot: int, amount: float, shares: Mapping[Any, float], commission: float = 0) -> None:
        """Of the pots that were paid since the table opened, the last with that number."""
        paid = [o for o in self.everything if isinstance(o, PotSettled) and o.pot == pot]
        self._check(bool(paid), f"pot {pot} was not paid")
        was = {share.box: share.cents for share in paid[-1].shares}
        self._check(paid[-1].amount_cents == cents(amount), f"the pot is {paid[-1]}")
        self._check(
            was == {int(seat): cents(dollars) for seat, dollars in shares.items()}, f"the pot is {paid[-1]}"
        )
        self._check(paid[-1].commission_cents == cents(commission), f"the pot is {paid[-1]}")

    def expect_winners(self, *seats: int) -> None:
        """Of the last pot that was paid, all its parts."""
        paid = [o for o in self.everything if isinstance(o, PotSettled)]
        self._check(bool(paid), "no pot was paid")
        was = sorted(share.box for share in paid[-1].shares)
        self._check(was == sorted(seats), f"the pot is {paid[-1]}")

    def expect_uncalled(self, seat: int, dollars: float) -> None:
        back = [(o.box, o.cents) for o in self.everything if isinstance(o, UncalledReturned)]
        self._check((seat, cents(dollars)) in back, f"returned: {back}")

    def expect_nothing_returned(self) -> None:
        """No uncalled bet goes back at this moment."""
        self._check(not self._all(UncalledReturned), f"returned: {self._all(UncalledReturned)}")

    def expect_moved(
        self, *, drop: Mapping[str, float], pots: Mapping[Any, float], stakes: Mapping[Any, float]
    ) -> None:
        """Chips that a ruling moves: out of the drop, from the pots to seats, from seats to the pots."""
        told = [moved for o in self._all(Notice) for moved in o.moved]
        out_of_drop = {m.dest: m.cents for m in told if m.source == "drop"}
        to_seats = {m.box: m.cents for m in told if m.source == "pots"}
        from_seats = {m.box: m.cents for m in told if m.source == "stake"}
        self._check(out_of_drop == {dest: cents(d) for dest, d in drop.items()}, f"moved: {told}")
        self._check(to_seats == {int(seat): cents(d) for seat, d in pots.items()}, f"moved: {told}")
        self._check(from_seats == {int(seat): cents(d) for seat, d in stakes.items()}, f"moved: {told}")

    def expect_acted(
        self, seat: int, action: str, to: float | None = None, tapped_out: bool | None = None
    ) -> None:
        acts = [(act.box, act.action) for act in self._all(Acted)]
        self._check((seat, action) in acts, f"acted: {acts}")
        amounts = [act.to_cents for act in self._all(Acted) if act.box == seat]
        self._check(to is None or amounts == [cents(to)], f"acted: {self._all(Acted)}")
        out = [act.tapped_out for act in self._all(Acted) if act.box == seat]
        self._check(tapped_out is None or out == [tapped_out], f"acted: {self._all(Acted)}")

    def expect_misdeal(self, rule: str) -> None:
        """17.3: no chip is lost, no round was played, the button stays, the same players are dealt in anew."""
        self.expect_ruling(rule=rule, choice="misdeal")
        self.expect_notice("misdeal", rule)
        self.expect_phase("collect")
        button, posted = self.state.button, self._posts()
        self.collects()
        self._check(not self._all(RoundClosed), "a misdeal was counted as a round of play")
        self.shuffle()
        self.cut()
        self._check(self.state.button == button, "the button has moved")
        self._check(self._posts() == posted, "the posts have changed")

    def _posts(self) -> Any:
        play = self.state.play
        return play and {player.seat: player.posted_cents for player in play.players.values()}

    def expect_void_round(self, rule: str) -> None:
        """Every chip goes back, and the button stays."""
        self.expect_phase("collect")
        stakes = {seat.number: seat.stake_cents for seat in self.state.seats.values()}
        button = self.state.button
        self._check(self.state.void_rule is not None and self.state.void_rule.number == rule, "not void")
        self.collects()
        closed = self._all(RoundClosed)
        self._check(closed[0].void and all(box.net_cents == 0 for box in closed[0].boxes), "not given back")
        self._check({s.number: s.stake_cents for s in self.state.seats.values()} == stakes, "stakes changed")
        self._check(not self.state.moves and self.state.button == button, "the button goes on")

    def exposes(self, place: Any, nth: int, seen: str | None = None) -> None:
        dealt = self.state.deal.at(str(place), nth)
        assert dealt is not None, f"card {nth} of {place} is not dealt yet"
        self.report("card_exposed", place, nth, seen or (dealt.card and dealt.card.open()))

    def report(self, what: str, place: Any = None, nth: int | None = None, seen: str | None = None) -> None:
        face = None if seen is None else card(seen)
        self.says(e.Report, what=what, place=None if place is None else str(place), nth=nth, seen=face)
