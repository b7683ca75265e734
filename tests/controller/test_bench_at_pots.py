"""Every irregularity of a pot game can be brought about from its bench page and panel, at the real daemon."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from games.catalogue import GAMES
from games.every_game.irregularities import OF_TAGS
from games.pot.game import PotGame
from tests.browser.dealing import DEALER, Prepared, Screen
from tests.controller.at_the_bench import Bench, goes_on_without_readers, until_asked
from tests.daemon import Daemon

SEATS = (1, 2, 3)
STAKE_CENTS = 50_000
FINAL = 7  # the last card of stud


class AtPots(Prepared):
    """A round of three players with the same stakes, as far as a test wants it."""

    def to_the_cut(self, seats: tuple[int, ...] = SEATS) -> None:
        self._mend()
        with self.screen() as screen:
            screen.send("sign_in", {"badge": DEALER[0], "pin": DEALER[1]})
            if screen.action("open_table"):
                screen.press("open_table")
            self._end_round(screen)
            self._check(screen)
            if not self._empty_seats(screen):
                self._play_misdealt_round(screen)
                self._empty_seats(screen)
            for seat in seats:
                screen.must("take_seat", box=seat, stake_cents=STAKE_CENTS)
            self._bench.do("shuffle")
            screen.press("shuffled")
            self._bench.do("load_deck")

    def _check(self, screen: Screen) -> None:
        self._bench.do("collect")
        if screen.phase != "verify":
            screen.authorise()
            screen.must("order_deck_check")
        screen.authorise()
        screen.must("deck_checked_by_hand")

    @staticmethod
    def _empty_seats(screen: Screen) -> bool:
        sitting = [seat["box"] for seat in screen.state["boxes"] if seat["lines"]]
        return all(screen.do("player_left", box=seat)["ok"] for seat in sitting)

    def _play_misdealt_round(self, screen: Screen) -> None:
        """Nobody may leave before what was misdealt is dealt again: it is, and void."""
        for touch in ("shuffled", "cut_made", "collect_posts"):
            screen.press(touch)
        self._end_round(screen)

    def post(self, seats: tuple[int, ...] = SEATS) -> None:
        self.to_the_cut(seats)
        with self.screen() as screen:
            screen.press("cut_made")

    def deal(self, cards: int) -> None:  # type: ignore[override]
        self.post()
        with self.screen() as screen:
            screen.press("collect_posts")
            for _ in range(cards):
                self.next_card(screen)

    def next_card(self, screen: Screen) -> None:
        seats = [f"box-{seat['box']}" for seat in screen.state["boxes"] if seat["tone"] == "next"]
        board = screen.state["rail"]["board"]
        self.draw(screen, seats[0] if seats else "board" if board and board["tone"] == "next" else "burn")

    def bet(self, street: int) -> None:
        """The betting round with that number has begun."""
        self.before_street(street)
        with self.screen() as screen:
            self._deal_street(screen)

    def before_street(self, street: int) -> None:
        """Its cards are due; all before have been met by everybody."""
        self.deal(0)
        with self.screen() as screen:
            for _ in range(street - 1):
                self._deal_street(screen)
                self._call_around(screen)

    def show(self) -> None:
        with self.screen() as screen:
            self.deal(0)
            screen.until(lambda state: screen.phase == "deal")
            while screen.phase in ("deal", "bet"):
                self._deal_street(screen)
                self._call_around(screen)

    def _deal_street(self, screen: Screen) -> None:
        while screen.phase == "deal":
            self.next_card(screen)

    @staticmethod
    def _call_around(screen: Screen) -> None:
        while screen.phase == "bet":
            usual = next(button for button in screen.state["actions"] if button["place"] == 5)
            least = {} if usual["ask"] is None else {usual["ask"]["field"]: usual["ask"]["minimum_cents"]}
            screen.press(usual["id"], **least)


class PotBench(Bench[AtPots]):
    def reports_exposed(self, seat: int, nth: int) -> None:
        self.reports("card_exposed", place=str(seat), nth=nth, seen=self.face(f"box-{seat}", nth))

    def replug(self, device: str) -> None:
        self.press(f"replug-{device}")
        with Screen(self.daemon) as screen:
            screen.send("test_again", {})


Happens = Callable[[PotBench], None]

# ---------------------------------------------------------------- in any of them


def _deal(*names: str, cards: int = 3) -> Happens:
    def happens(bench: PotBench) -> None:
        bench.prepared.deal(cards)
        bench.presses(*names)

    return happens


def _bet(*names: str, street: int = 1) -> Happens:
    def happens(bench: PotBench) -> None:
        bench.prepared.bet(street)
        bench.presses(*names)

    return happens


def _reported(what: str, cards: int = 3, place: str | None = "1") -> Happens:
    def happens(bench: PotBench) -> None:
        bench.prepared.deal(cards)
        bench.reports(what, place=place)

    return happens


def _exposed(seat: int, nth: int, cards: int) -> Happens:
    def happens(bench: PotBench) -> None:
        bench.prepared.deal(cards)
        bench.press("expose_last")
        bench.reports_exposed(seat, nth)

    return happens


def _another_face(bench: PotBench) -> None:
    bench.prepared.deal(3)
    bench.reports("card_exposed", place="1", nth=1, seen=bench.wrong_face())


def _in_the_cut(bench: PotBench) -> None:
    bench.prepared.post()
    bench.reports("exposed_in_cut")


def _not_cut(bench: PotBench) -> None:
    bench.prepared.to_the_cut()
    bench.press("draw_next")


def _nobody_to_play(bench: PotBench) -> None:
    bench.prepared.post((1,))
    bench.press("draw_next")


def _missed_early(bench: PotBench) -> None:
    bench.prepared.post()
    bench.presses("next_card_unheard", "draw_next", "draw_next")


def _twice(bench: PotBench) -> None:
    """So many queens of diamonds that two meet among the hole cards sooner or later."""
    bench.prepared.post()
    bench.presses(*["add_extra"] * 40)
    with Screen(bench.daemon) as screen:
        screen.press("collect_posts")
    bench.presses(*["draw_next"] * 8)


def _readers_differ(bench: PotBench) -> None:
    bench.prepared.deal(3)
    goes_on_without_readers(bench)
    bench.presses("double_feed", "reboot-readers")
    bench.replug("readers")


def _readers_lost(bench: PotBench) -> None:
    bench.prepared.deal(3)
    bench.press("unplug-readers")


def _shoe_back(bench: PotBench) -> None:
    bench.prepared.deal(4)
    bench.press("unplug-shoe")
    until_asked(bench, "shoe_lost")
    bench.replug("shoe")


def _board_card_astray(bench: PotBench) -> None:
    bench.prepared.before_street(2)
    bench.presses("draw_next", "draw_elsewhere")


def _one_too_many(bench: PotBench) -> None:
    bench.prepared.show()
    bench.press("draw_too_many")


def _count_back(bench: PotBench) -> None:
    bench.prepared.bet(1)
    with Screen(bench.daemon) as screen:
        while screen.phase == "bet":
            screen.press("fold")
        screen.press("pay_pot")
        screen.must("collected", count=11)


def _rebuilt(bench: PotBench) -> None:
    bench.prepared.deal(3)
    bench.press("draw_elsewhere")
    until_asked(bench, "wrong_box")
    bench.says("answer", choice="reconstruct")


def _held(bench: PotBench) -> None:
    bench.prepared.deal(3)
    bench.says("hold_shoe")


def _too_few_chips(bench: PotBench) -> None:
    bench.prepared.bet(1)
    with Screen(bench.daemon) as screen:
        screen.press("put_in", amount_cents=100)


def _face_up(street: int = 1, *, bets: bool = False) -> Happens:
    """Seen in the shoe when the cards of that street are due, or while bets are made on them."""

    def happens(bench: PotBench) -> None:
        (bench.prepared.bet if bets else bench.prepared.before_street)(street)
        bench.press("face_up_in_shoe")
        bench.reports("face_up_in_shoe")

    return happens


IN_ANY: dict[str, Happens] = {
    "card_read_twice": _twice,
    "cards_exchanged": _bet("swap_boxes"),
    "cards_to_move": _rebuilt,
    "count_back_differs": _count_back,
    "early_card": _nobody_to_play,
    "exposed_card_differs": _another_face,
    "exposed_in_cut": _in_the_cut,
    "extra_card_drawn": _one_too_many,
    "hand_in_discards": _bet("hand_to_rack"),
    "not_cut": _not_cut,
    "other": _reported("other", place=None),
    "readers_count_differs": _readers_differ,
    "readers_lost": _readers_lost,
    "reports_missed": _deal("next_card_unheard", "draw_next", "draw_next"),
    "reports_missed_early": _missed_early,
    "shoe_back": _shoe_back,
    "shoe_faulted": _deal("jam"),
    "shoe_held": _held,
    "shoe_lost": _deal("unplug-shoe"),
    "short_call": _too_few_chips,
    "too_few_cards": _reported("too_few_cards"),
    "too_many_cards": _reported("too_many_cards"),
    "wrong_box": _deal("draw_elsewhere"),
}

# ---------------------------------------------------------------- in one of them alone


def _second_exposed(bench: PotBench) -> None:
    bench.prepared.deal(3)
    bench.reports_exposed(1, 1)
    bench.says("answer", choice="replace_card")
    bench.reports_exposed(2, 1)


def _both_down_cards(bench: PotBench) -> None:
    bench.prepared.deal(6)
    bench.reports_exposed(1, 1)
    bench.says("answer", choice="stays_exposed")
    bench.reports_exposed(1, 2)


def _one_of_stud(bench: PotBench) -> None:
    bench.prepared.bet(1)
    bench.reports_exposed(1, 1)


def _final_card(bench: PotBench) -> None:
    bench.prepared.bet(5)
    bench.reports_exposed(1, FINAL)


def _no_more_cards(bench: PotBench) -> None:
    bench.prepared.before_street(5)
    bench.reports("shoe_empty")


HAPPENS: dict[tuple[str, str], Happens] = {
    **{("omaha", about): happens for about, happens in IN_ANY.items()},
    ("omaha", "board_wrong"): _board_card_astray,
    ("omaha", "communal_card_early"): _bet("draw_in_betting"),
    ("omaha", "face_up_in_shoe"): _face_up(),
    ("omaha", "hole_card_exposed"): _second_exposed,
    ("omaha", "hole_card_replaced"): _exposed(1, 1, cards=3),
    ("omaha", "next_card_exposed"): _face_up(2),
    ("faro", "card_with_the_one_before"): _bet("draw_in_betting", street=2),
    ("faro", "communal_card_early"): _bet("draw_in_betting"),
    ("faro", "hole_card_exposed"): _exposed(1, 1, cards=6),
    ("faro", "second_card_face_up"): _face_up(1, bets=True),
    ("faro", "wrong_box"): _deal("pass_over", cards=0),
    ("seven_card_stud", "communal_card_early"): _bet("draw_in_betting"),
    ("seven_card_stud", "final_card_exposed"): _final_card,
    ("seven_card_stud", "first_card_face_up"): _exposed(1, 1, cards=3),
    ("seven_card_stud", "first_of_the_street_face_up"): _face_up(1, bets=True),
    ("seven_card_stud", "hole_card_exposed"): _both_down_cards,
    ("seven_card_stud", "next_card_face_up"): _face_up(),
    ("seven_card_stud", "one_card_exposed"): _one_of_stud,
    ("seven_card_stud", "shoe_empty"): _no_more_cards,
    ("seven_card_stud", "wrong_box"): _deal("pass_over"),
}
BY_TIME = {"time_over", "announced_time_over"}  # nobody's hands bring these about
TABLES = {"omaha": "demo_omaha", "faro": "demo_faro", "seven_card_stud": "demo_stud"}


@contextmanager
def bench_of(game: str, **changes: tuple[str, str]) -> Iterator[PotBench]:
    """The folder is ours, because the path of a socket must be short."""
    with tempfile.TemporaryDirectory(prefix="table-") as folder:
        daemon = Daemon(Path(folder), TABLES[game], **changes).start()
        try:
            yield PotBench(daemon, AtPots(daemon))
        finally:
            daemon.stop()


@pytest.fixture(scope="module")
def benches() -> Iterator[dict[str, PotBench]]:
    """One daemon a game for all tests of the file."""
    with ExitStack() as running:
        yield {game: running.enter_context(bench_of(game)) for game in TABLES}


@pytest.mark.parametrize(("game", "about"), HAPPENS)
def test_it_can_be_brought_about(benches: dict[str, PotBench], game: str, about: str) -> None:
    bench = benches[game]
    bench.daemon.bench.do("new_deck")
    bench.begins()
    HAPPENS[game, about](bench)
    assert about in until_asked(bench, about)


def test_an_exposed_card_is_a_misdeal_where_none_is_burnt() -> None:
    with bench_of("omaha", omaha=("burn = true", "burn = false")) as bench:
        HAPPENS["omaha", "hole_card_replaced"](bench)
        assert "hole_card_misdeal" in until_asked(bench, "hole_card_misdeal")


def test_none_is_forgotten() -> None:
    """Those of tags are every game's: they are brought about at the table with enrolled cards. A face that was
    typed twice is asked about in the same room at every table: it is brought about in a house game."""
    possible = {about for name in TABLES for about in GAMES[name].irregularities} - set(OF_TAGS)
    assert {about for _, about in HAPPENS} == possible - BY_TIME - {"hole_card_misdeal", "card_typed_twice"}


def test_every_pot_game_has_its_bench() -> None:
    assert set(TABLES) == {name for name, game in GAMES.items() if issubclass(game, PotGame)}


def test_the_button_is_put_where_it_does_not_belong() -> None:
    with bench_of("seven_card_stud") as bench:
        bench.prepared.post()
        with Screen(bench.daemon) as screen:
            lies = next(seat["box"] for seat in screen.state["boxes"] if seat["mark"])
            other = next(seat for seat in SEATS if seat != lies)
            bench.press(f"move_button-{other}")
            screen.until(lambda state: f"seat {lies}" in state["prompt"]["title"])
            bench.press(f"move_button-{lies}")
            screen.until(lambda state: f"seat {lies}" not in state["prompt"]["title"])


def test_a_card_that_came_too_soon_is_shuffled_in() -> None:
    with bench_of("omaha") as bench:
        bench.prepared.bet(1)
        bench.press("draw_in_betting")
        until_asked(bench, "communal_card_early")
        bench.says("answer", choice="shuffle_back")
        bench.press("shuffle_in")
        with Screen(bench.daemon) as screen:
            bench.prepared._call_around(screen)
            bench.presses(*["draw_next"] * 4)
            screen.until(lambda state: screen.phase == "bet")
        assert bench.asked() == {"communal_card_early"}
