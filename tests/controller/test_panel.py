"""The dealer's panel without a browser: what each touch does, and what a screen is sent."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from config.schema import Panel as PanelSettings
from config.schema import StaffMember
from controller.authority import AUTHORISED_MS, Authority
from controller.inbox import Inbox, Incoming
from controller.lines.keeper import Health
from controller.pins import Pins
from controller.screens.connection import IDS_REMEMBERED, Answered, Screen, Touch
from controller.screens.panel import Panel
from controller.screens.scene import Look
from controller.screens.sheets import SHEETS
from games import events as e
from games.cards import FULL_DECK, Card, SealedCard, SealedTag
from games.table.table import Setup
from tests.controller.room import Room, remembered, setup, talk, to_the_antes, to_the_decisions
from tests.games.pot_talk import PotTable, pot_options
from tests.games.rules_in_common import pot_rules
from tests.games.table_talk import Table as Talk
from tests.games.test_card_on_the_table import Whole

WRONG_PINS, FIRST_WAIT_S = 5, 60
DEALER = {"badge": "1182", "pin": "4826"}
OTHER = {"badge": "1207", "pin": "7391"}
RUTH = {"badge": "2001", "pin": "6058"}
STAFF = (
    StaffMember(number="1182", name="Marta", role="dealer", demo_pin="4826"),
    StaffMember(number="1207", name="Jonas", role="dealer", demo_pin="7391"),
    StaffMember(number="2001", name="Ruth", role="supervisor", demo_pin="6058"),
)


class Desk:
    """A panel with its table behind it, and a clock that the test moves."""

    def __init__(self, folder: Path, agreed: Setup | None = None, **options: Any) -> None:
        self.room = Room(folder, agreed or setup(**options))
        self.now_ms = 1_000_000
        self.inbox = Inbox(asyncio.get_running_loop())
        pins = Pins(STAFF, lambda: self.now_ms, folder / "wrong-pins.json")
        self.authority = Authority(loop=self.room.loop, inbox=self.inbox, pins=pins, now_ms=lambda: self.now_ms)
        self.panel = Panel(
            loop=self.room.loop,
            authority=self.authority,
            keepers={},
            look=Look.of(PanelSettings()),
            now_ms=lambda: self.now_ms,
            clock=lambda: "12:00",
            simulated=True,
        )
        self.touches = 0
        self.screen = Screen(self.panel)
        self.talk: Talk = talk(self.room)

    @property
    def table(self) -> Any:
        return self.room.table

    def state(self, screen: Screen | None = None) -> dict[str, Any]:
        """The newest whole state that the screen was sent."""
        screen = screen or self.screen
        screen.refresh()
        state = self.panel.state(screen)
        made_anew = self.panel._made(screen, self.authority.supervisor(screen.session), "12:00")
        assert state == made_anew, "a screen was shown what is no longer so"
        return state

    async def touch(
        self, act: str, screen: Screen | None = None, id_: str = "", seq: int | None = None, **args: Any
    ) -> Answered:
        screen = screen or self.screen
        screen.refresh()
        self.touches += 1
        said = {"id": id_ or f"touch-{self.touches}", "seq": screen.seq if seq is None else seq}
        screen.to_send()
        await screen.touched(Touch(**said, act=act, args=args))
        replies = [json.loads(line) for line in screen.to_send() if '"kind":"reply"' in line]
        assert len(replies) == 1
        return Answered(**replies[0])

    async def does(self, command: str, screen: Screen | None = None, **args: Any) -> Answered:
        return await self.touch("do", screen, command=command, **args)

    def events(self) -> int:
        return len(self.room.numbers())


@asynccontextmanager
async def desk(folder: Path, agreed: Setup | None = None, **options: Any) -> AsyncIterator[Desk]:
    made = Desk(folder, agreed, **options)
    table = asyncio.create_task(made.room.loop.run(made.inbox))
    try:
        yield made
    finally:
        table.cancel()
        made.room.close()


def played(test: Callable[..., Awaitable[None]]) -> Callable[..., None]:
    """A test in a running loop, with a desk on a folder of its own."""

    def run(tmp_path: Path) -> None:
        async def on_a_desk() -> None:
            async with desk(tmp_path / "table") as made:
                await test(made)

        asyncio.run(on_a_desk())

    run.__name__, run.__doc__ = test.__name__, test.__doc__
    return run


def buttons_of(state: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Everything that a finger can press on this screen."""
    if state["cover"]:
        yield state["cover"]["touch"]
        return
    if state["sheet"]:
        yield from state["sheet"].get("buttons", [])
        yield state["sheet"]["close"]
        return
    yield from state["actions"]
    yield from state["fixed"]
    yield from (box["touch"] for box in state["boxes"] if box["touch"])
    if state["prompt"]["rule"]:
        yield state["prompt"]["rule"]


# ---------------------------------------------------------------- touches


@played
async def test_a_touch_is_answered_and_followed_by_the_state_it_made(at: Desk) -> None:
    await at.touch("sign_in", **DEALER)
    at.screen.to_send()
    await at.screen.touched(Touch(id="a", seq=at.screen.seq, act="do", args={"command": "open_table"}))
    state, reply = at.screen.to_send()
    assert json.loads(state)["kind"] == "screen"
    assert json.loads(reply) == {
        "kind": "reply",
        "id": "a",
        "ok": True,
        "message": "",
        "rule": None,
    }


@played
async def test_a_repeated_touch_is_answered_alike_and_done_once(at: Desk) -> None:
    await at.touch("sign_in", **DEALER)
    first = await at.touch("do", id_="once", command="open_table")
    before = at.events()
    assert await at.touch("do", id_="once", command="open_table") == first
    assert at.events() == before


@played
async def test_a_touch_on_an_old_state_is_refused_and_does_nothing(at: Desk) -> None:
    await at.touch("sign_in", **DEALER)
    old = at.screen.seq
    at.talk.open()
    for seq in (old, 0, -1, 10**9):
        assert not (await at.touch("do", seq=seq, command="read_again")).ok
    assert at.table.game.state.phase == "verify"


@played
async def test_a_touch_that_crosses_with_a_change_is_stale_even_if_the_change_was_not_sent_yet(
    at: Desk,
) -> None:
    await at.touch("sign_in", **DEALER)
    at.screen.refresh()
    seen = at.screen.seq
    at.talk.open()
    at.talk.supervisor.checks_deck_by_hand()
    await at.screen.touched(Touch(id="x", seq=seen, act="do", args={"command": "open_table"}))
    assert not json.loads(at.screen.to_send()[-1])["ok"]


@played
async def test_a_pin_is_taken_although_a_device_spoke_while_it_was_typed(at: Desk) -> None:
    """A supervisor need not type it twice; what it is for is a touch of its own, and that one may be stale."""
    await at.touch("sign_in", **DEALER)
    at.talk.open()
    at.screen.refresh()
    typed_on = at.screen.seq
    at.talk.readers_are_lost()
    assert (
        await at.touch("do", seq=typed_on, command="order_deck_check")
    ).message == "Screen changed, touch again"
    assert (await at.touch("authorise", seq=typed_on, **RUTH)).ok
    assert (await at.touch("sign_in", seq=typed_on, **OTHER)).ok


@played
async def test_who_only_reads_reads_on_and_closes_it_whatever_has_changed_meanwhile(at: Desk) -> None:
    await at.touch("sign_in", **DEALER)
    assert (await at.touch("open", sheet=["history"])).ok
    old = at.screen.seq
    at.talk.open()
    assert (await at.touch("open", seq=old, sheet=["devices"])).ok
    assert not (await at.touch("open", seq=old, sheet=["keypad", "open_table"])).ok
    assert not (await at.touch("do", seq=old, command="read_again")).ok
    assert (await at.touch("close", seq=old)).ok
    assert at.screen.sheet == ()
    assert not (await at.touch("open", seq=old, sheet=["devices"])).ok, "he reads no more"


@played
async def test_only_so_many_answers_are_remembered(at: Desk) -> None:
    for number in range(IDS_REMEMBERED + 20):
        await at.touch("close", id_=f"n{number}")
    assert len(at.screen._answered) == IDS_REMEMBERED


@played
async def test_an_unknown_act_is_refused(at: Desk) -> None:
    for act in ("", "touched", "_do", "__init__", "clean", "state"):
        answer = await at.touch(act)
        assert not answer.ok
        assert answer.message


@played
async def test_a_refusal_is_a_sentence_with_its_rule(at: Desk) -> None:
    await at.touch("sign_in", **DEALER)
    to_the_antes(at.talk)
    answer = await at.does("place_ante", box=1, amount_cents=1)
    assert not answer.ok
    assert answer.rule == "3.3"
    assert answer.message


@pytest.mark.parametrize(
    "said",
    [
        {"by": "2001"},
        {"role": "supervisor"},
        {"at_ms": 5},
        {"source": {"device": "shoe"}},
        {"kind": "close_table"},
        {"nonsense": 1},
    ],
)
def test_who_and_when_is_never_what_a_screen_says(tmp_path: Path, said: dict[str, Any]) -> None:
    @played
    async def body(at: Desk) -> None:
        await at.touch("sign_in", **DEALER)
        before = at.events()
        assert not (await at.does("open_table", **said)).ok
        assert at.events() == before
        assert (await at.does("open_table")).ok

    body(tmp_path)


@pytest.mark.parametrize("kind", sorted(kind for kind, cls in e.KINDS.items() if issubclass(cls, e.Fact)))
def test_a_screen_cannot_say_what_a_device_says(tmp_path: Path, kind: str) -> None:
    @played
    async def body(at: Desk) -> None:
        await at.touch("sign_in", **DEALER)
        before = at.events()
        for args in ({}, {"device": "shoe", "role": "shoe"}, {"place": "1", "tag": "t"}):
            assert not (await at.does(kind, **args)).ok
        assert at.events() == before

    body(tmp_path)


@played
async def test_nobody_signs_in_without_a_pin(at: Desk) -> None:
    assert not (await at.does("sign_in", name="Nobody")).ok
    assert not (await at.does("open_table")).ok
    assert not at.table.dealer


@played
async def test_the_sender_of_a_command_is_the_dealer_who_signed_in(at: Desk) -> None:
    heard: list[Any] = []
    at.room.loop.tell(lambda event, outcomes: heard.append(event))
    await at.touch("sign_in", **DEALER)
    await at.does("open_table")
    assert [(event.kind, event.by, event.role) for event in heard] == [
        ("sign_in", "1182", "dealer"),
        ("open_table", "1182", "dealer"),
    ]


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=10), inner, max_size=4),
    max_leaves=8,
)
KEYS = st.sampled_from(
    (
        "command",
        "sheet",
        "box",
        "amount_cents",
        "place",
        "nth",
        "card",
        "seen",
        "what",
        "choice",
        "count",
        "badge",
    )
) | st.text(max_size=6)
SHEET = st.builds(
    lambda name, rest: [name, *rest], st.sampled_from((*SHEETS, "nothing")), st.lists(JSON | KEYS, max_size=3)
)
VALUES = st.sampled_from((*e.KINDS, "1", "dealer", 1, 0, "As", "brightness")) | JSON | SHEET
ACTS = (
    "open",
    "open",
    "open",
    "report",
    "look",
    "sign_in",
    "authorise",
    "do",
    "close",
    "test_again",
    "nonsense",
)


def test_no_junk_from_a_screen_raises_or_changes_the_table(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Facts and unknown kinds, wrong types, sheets that are none: refused, and the connection lives on."""
    runner = asyncio.Runner()
    at: list[Desk] = []

    async def begin() -> None:
        at.append(Desk(tmp_path_factory.mktemp("junk")))
        to_the_antes(at[0].talk)
        asyncio.create_task(at[0].room.loop.run(at[0].inbox))  # noqa: RUF006

    runner.run(begin())

    @settings(max_examples=250, deadline=None, suppress_health_check=list(HealthCheck), database=None)
    @given(act=st.sampled_from(ACTS), args=st.dictionaries(KEYS, VALUES, max_size=5), sheet=SHEET)
    def throw(act: str, args: dict[str, Any], sheet: Any) -> None:
        if act == "open":
            args.setdefault("sheet", sheet)
        args.setdefault("amount_cents", -1)  # nothing that could be a right command
        before = remembered(at[0].table)
        answer = runner.run(at[0].touch(act, **args))
        if act == "do" or not answer.ok:
            assert remembered(at[0].table) == before
        json.dumps(at[0].state())

    try:
        throw()
    finally:
        at[0].room.close()
        runner.close()


@pytest.mark.parametrize(
    "sheet",
    [
        ["rule", 5],
        ["rule", None],
        ["rule", {}],
        ["rule"],
        ["rule", "99.9"],
        ["box", "1"],
        ["box", {}],
        ["report", "nonsense"],
        ["report", "card_exposed", 7],
        ["report", "card_exposed", {"a": 1}],
        ["report", ["x"], "1"],
        ["history", 1],
        ["devices", {}, []],
        "history",
        {"history": 1},
        [],
        [[]],
        [{}],
        None,
        5,
        ["box", 1, 2, 3],
    ],
    ids=repr,
)
def test_a_sheet_that_is_none_is_refused_and_the_screen_stays(tmp_path: Path, sheet: Any) -> None:
    @played
    async def body(at: Desk) -> None:
        await at.touch("sign_in", **DEALER)
        to_the_decisions(at.talk)
        before = at.state()
        answer = await at.touch("open", sheet=sheet)
        if not answer.ok:
            assert at.state() == before
        json.dumps(at.state())

    body(tmp_path)


@played
async def test_a_screen_that_goes_while_it_waits_does_not_stop_the_table(at: Desk) -> None:
    await at.touch("sign_in", **DEALER)
    at.screen.refresh()
    touch = Touch(id="gone", seq=at.screen.seq, act="do", args={"command": "open_table"})
    waiting = asyncio.create_task(at.screen.touched(touch))
    await asyncio.sleep(0)  # the event is in the inbox
    waiting.cancel()
    await asyncio.gather(waiting, return_exceptions=True)
    assert (await asyncio.wait_for(at.touch("do", Screen(at.panel), command="call_floor"), 2)).ok


@played
async def test_a_full_inbox_is_a_refusal(at: Desk) -> None:
    await at.touch("sign_in", **DEALER)
    for _ in range(1024):
        at.inbox._waiting.append(Incoming(e.CutCardSeen()))
    at.screen.refresh()
    refusal = await at.panel.touched(
        at.screen, Touch(id="a", seq=at.screen.seq, act="do", args={"command": "open_table"})
    )
    at.inbox._waiting.clear()
    assert refusal is not None
    assert refusal.say.code == "table_stopped"


# ---------------------------------------------------------------- the supervisor


async def a_question_for_the_supervisor(at: Desk) -> None:
    await at.touch("sign_in", **DEALER)
    to_the_antes(at.talk)
    at.talk.closes_betting()
    at.talk.report("other")


@played
async def test_a_ruling_of_the_supervisor_needs_number_and_pin(at: Desk) -> None:
    await a_question_for_the_supervisor(at)
    assert not (await at.does("answer", choice="go_on")).ok
    assert (await at.touch("authorise", **RUTH)).ok
    assert (await at.does("answer", choice="go_on")).ok
    assert not at.table.game.state.question


async def press(at: Desk, name: str, **added: Any) -> dict[str, Any]:
    """The button that begins like this, as the screen would send it. Returns what it looked like."""
    button = next(button for button in buttons_of(at.state()) if button["id"].startswith(name))
    assert button["enabled"], button
    answer = await at.touch(button["act"], **{**button["args"], **added})
    assert answer.ok, answer.message
    return button


@pytest.mark.rule("NI2004-492", "10.5")
def test_a_supervisor_seeds_the_jackpot_with_a_reason(tmp_path: Path) -> None:
    async def body() -> None:
        async with desk(tmp_path / "table", prize_share=0) as at:
            await at.touch("sign_in", **DEALER)
            to_the_antes(at.talk, {1: 25})
            at.talk.jackpot(1)
            at.talk.closes_betting()
            at.talk.deal({})
            at.talk.folds(1)
            at.talk.collects()
            await press(at, "more")
            await press(at, "seed_jackpot", **RUTH)
            await press(at, "seed_jackpot")
            reasons = [button for button in buttons_of(at.state()) if button["ask"]]
            assert [button["ask"]["maximum_cents"] for button in reasons] == [500, 500, 500]
            chosen = await press(at, reasons[1]["id"], amount_cents=300)
            assert chosen["label"] == chosen["args"]["reason"] == "Promotion"
            assert at.state()["sheet"] is None
            assert at.state()["rail"]["notes"][0] == {"label": "Jackpot", "value": "20,003"}
            assert "3 moved to the prize pool: Promotion." in at.state()["prompt"]["detail"]

    asyncio.run(body())


@pytest.mark.rule("NI2004-492", "11.3")
def test_a_supervisor_says_what_a_sign_of_its_own_shows(tmp_path: Path) -> None:
    async def body() -> None:
        async with desk(tmp_path / "table", sign="by_hand") as at:
            await at.touch("sign_in", **DEALER)
            to_the_antes(at.talk, {1: 25})
            at.talk.takes_ante_back(1)
            await press(at, "more")
            await press(at, "adjust_sign", **RUTH)
            asked = (await press(at, "adjust_sign", amount_cents=1_900_000))["ask"]
            assert (asked["kind"], asked["start_cents"], asked["step_cents"]) == ("money", 2_000_000, 100)
            assert at.state()["rail"]["notes"][0]["value"] == "19,000"

    asyncio.run(body())


@played
async def test_nothing_is_offered_for_seeding_from_an_empty_reserve(at: Desk) -> None:
    await at.touch("sign_in", **DEALER)
    to_the_antes(at.talk)
    await at.touch("authorise", **RUTH)
    await at.touch("open", sheet=["more"])
    buttons = {button["id"]: button for button in buttons_of(at.state())}
    assert not buttons["seed_jackpot"]["enabled"]
    await at.touch("open", sheet=["form", "seed_jackpot"])
    assert at.state()["sheet"] is None


@pytest.mark.rule("NI2004-492", "5.2")
@played
async def test_who_has_counted_the_cards_above_the_cut_enters_them(at: Desk) -> None:
    await at.touch("sign_in", **DEALER)
    at.talk.open()
    at.talk.supervisor.checks_deck_by_hand()
    at.talk.shuffle()
    asked = (await press(at, "cut_made-None", cards_above=26))["ask"]
    assert (asked["minimum"], asked["maximum"], asked["field"]) == (2, 50, "cards_above")
    assert asked["why"] == "Cut at least 2 cards from either end."
    assert at.state()["prompt"]["title"] == "Antes, please"


@pytest.mark.rule("NI2004-492", "2.4")
@played
async def test_a_supervisor_orders_a_deck_check_in_the_middle_of_a_round(at: Desk) -> None:
    await at.touch("sign_in", **DEALER)
    to_the_decisions(at.talk)
    await press(at, "more")
    asked = await press(at, "order_deck_check", **RUTH)
    assert asked["act"] == "authorise"
    await press(at, "order_deck_check")
    assert "The deck is checked after this round." in at.state()["prompt"]["detail"]
    assert at.state()["prompt"]["rule"]["label"] == "Rule 2.4"
    await at.touch("open", sheet=["more"])
    assert not next(b for b in buttons_of(at.state()) if b["id"] == "order_deck_check")["enabled"]
    await at.touch("close")
    at.talk.folds(1, 2, 3)
    at.talk.collects()
    assert at.state()["header"]["phases"][0] == {"name": "Check", "now": True}


@pytest.mark.rule("NI2004-492", "3.2")
@played
async def test_a_marker_is_put_to_a_box_and_taken_away(at: Desk) -> None:
    await at.touch("sign_in", **DEALER)
    to_the_antes(at.talk)

    async def presses_at_the_box(name: str, **filled: Any) -> list[str]:
        await at.touch("authorise", **RUTH)
        await at.touch("open", sheet=["box", 2])
        pressed = await press(at, name, **filled)
        assert pressed["ask"] is None or "rules 3.2 and 3.3" in pressed["ask"]["why"]
        return at.state()["boxes"][1]["lines"]

    assert await presses_at_the_box("set_box_maximum-2", amount_cents=100_000) == ["Ante 50", "Limit 1,000"]
    assert await presses_at_the_box("set_box_maximum-2-None") == ["Ante 50"]
    await at.touch("open", sheet=["box", 2])
    assert "set_box_maximum-2-None" not in [button["id"] for button in buttons_of(at.state())]


@pytest.mark.rule("NI2004-492", "16.2")
@played
async def test_each_penalty_is_a_button_of_its_own(at: Desk) -> None:
    await at.touch("sign_in", **DEALER)
    to_the_decisions(at.talk)
    await at.touch("authorise", **RUTH)
    await press(at, "more")
    await press(at, "penalise")
    await press(at, "2")
    no_two_are_alike(at.state())
    assert len(at.state()["sheet"]["buttons"]) == 4
    await press(at, "do_excluded", reason="Warned before")
    assert at.state()["prompt"]["detail"].startswith("The player at box 2 is out of the game. ")
    assert at.state()["prompt"]["rule"]["label"] == "Rule 16.2"


@played
async def test_nobody_else_is_called_to_deal_while_players_decide(at: Desk) -> None:
    await at.touch("sign_in", **DEALER)
    to_the_decisions(at.talk)
    await at.touch("open", sheet=["people"])
    assert not next(b for b in buttons_of(at.state()) if b["id"] == "change_dealer")["enabled"]


@played
async def test_only_a_hand_that_plays_is_reported_in_the_discards(at: Desk) -> None:
    await at.touch("sign_in", **DEALER)
    to_the_decisions(at.talk)
    at.talk.folds(2)
    await press(at, "report")
    await press(at, "report-hand_in_discards")
    assert [b["id"] for b in at.state()["sheet"]["buttons"]] == ["1", "3"]


@played
async def test_a_dealer_cannot_authorise(at: Desk) -> None:
    await a_question_for_the_supervisor(at)
    assert not (await at.touch("authorise", **OTHER)).ok
    assert not (await at.does("answer", choice="go_on")).ok


@played
async def test_one_authorisation_is_for_one_ruling(at: Desk) -> None:
    await a_question_for_the_supervisor(at)
    await at.touch("authorise", **RUTH)
    assert (await at.does("answer", choice="go_on")).ok
    assert not (await at.does("void_round", ground="fraud")).ok
    assert at.table.game.state.phase == "deal"


@played
async def test_an_authorisation_ends_by_itself(at: Desk) -> None:
    await a_question_for_the_supervisor(at)
    await at.touch("authorise", **RUTH)
    assert any(badge["text"] == "2001 Ruth" for badge in at.state()["header"]["badges"])
    at.now_ms += AUTHORISED_MS + 1
    assert not any(badge["text"] == "2001 Ruth" for badge in at.state()["header"]["badges"])
    assert not (await at.does("answer", choice="go_on")).ok


@played
async def test_a_supervisor_sees_how_long_and_may_end_it(at: Desk) -> None:
    """The badge is the same in every state, so that a screen counts from the first."""
    await a_question_for_the_supervisor(at)
    await at.touch("authorise", **RUTH)
    badge = next(badge for badge in at.state()["header"]["badges"] if badge["text"] == "2001 Ruth")
    assert badge["seconds"] * 1000 == AUTHORISED_MS
    at.now_ms += 20_000
    await at.touch("open", sheet=["people"])
    assert badge in at.state()["header"]["badges"]
    assert (await press(at, "done"))["label"] == "2001 is done"
    assert badge not in at.state()["header"]["badges"]
    assert not (await at.does("answer", choice="go_on")).ok


@played
async def test_a_new_authority_counts_anew(at: Desk) -> None:
    await a_question_for_the_supervisor(at)
    ids = set()
    for _ in range(2):
        await at.touch("authorise", **RUTH)
        ids.add(at.state()["header"]["badges"][-1]["id"])
        at.now_ms += 1_000
    assert len(ids) == 2


@played
async def test_a_dealer_signs_out_between_two_rounds(at: Desk) -> None:
    await at.touch("sign_in", **DEALER)
    to_the_antes(at.talk)
    assert not (await at.touch("sign_out")).ok  # antes lie
    for box in (1, 2, 3):
        at.talk.says(e.TakeBackAnte, box=box)
    await at.touch("open", sheet=["more"])
    await press(at, "people")
    await press(at, "sign_out")
    assert at.state()["prompt"]["title"] == "Sign in to use the table"
    assert not (await at.does("place_ante", box=1, amount_cents=2_500)).ok
    assert (await at.touch("sign_in", **OTHER)).ok
    assert at.table.dealer == "1207"


@pytest.mark.rule("NI2004-492", "15.2")
def test_whoever_opens_a_closed_table_signs_in(tmp_path: Path) -> None:
    async def run() -> None:
        async with desk(tmp_path / "table") as at:
            await at.touch("sign_in", **DEALER)
            await at.does("open_table")
            at.talk.supervisor.says(e.AnnounceClosing, in_minutes=0)
            at.talk.supervisor.says(e.CloseTable)
            at.talk.supervisor.says(e.DeckCheckedByHand)
            assert at.table.game.state.phase == "closed"
            assert at.table.dealer == ""
            assert not (await at.does("open_table")).ok

    asyncio.run(run())


@played
async def test_closing_between_two_rounds_does_not_promise_another_round(at: Desk) -> None:
    await at.touch("sign_in", **DEALER)
    to_the_antes(at.talk)
    await at.touch("authorise", **RUTH)
    await at.touch("open", sheet=["form", "announce_closing"])
    assert "After this round" in {button["label"] for button in at.state()["sheet"]["buttons"]}
    for box in (1, 2, 3):
        at.talk.says(e.TakeBackAnte, box=box)
    labels = {button["label"] for button in at.state()["sheet"]["buttons"]}
    assert "Now: no more rounds" in labels
    assert "After this round" not in labels


@pytest.mark.rule("NI2004-492", "3.1")
def test_other_limits_are_read_from_what_to_what_before_they_are_held(tmp_path: Path) -> None:
    async def run() -> None:
        async with desk(tmp_path / "table") as at:
            await at.touch("sign_in", **DEALER)
            to_the_antes(at.talk)
            await at.touch("authorise", **RUTH)
            await at.touch("open", sheet=["form", "change_limits"])
            minimum = at.table.game.state.limits.minimum_cents
            labels = [button["label"] for button in at.state()["sheet"]["buttons"]]
            assert f"Minimum {minimum // 100}" in labels
            await press(at, "minimum", minimum_cents=minimum + 500)
            labels = [button["label"] for button in at.state()["sheet"]["buttons"]]
            assert f"Minimum {minimum // 100} → {minimum // 100 + 5}" in labels

    asyncio.run(run())


@pytest.mark.rule("NI2004-492", "3.1")
def test_players_are_told_a_time_of_the_clock_on_the_wall_though_that_was_set(tmp_path: Path) -> None:
    async def run() -> None:
        async with desk(tmp_path / "table") as at:
            to_the_antes(at.talk)
            limits = {"minimum_cents": 500, "maximum_cents": 90_000, "multiple_cents": 500, "in_minutes": 10}
            at.talk.supervisor.says(e.ChangeLimits, **limits)
            before = at.state()["prompt"]["detail"]
            at.room.handle(e.ClockStepped(by_ms=3_600_000, shift_ms=3_600_000))
            at.talk.supervisor.says(e.ChangeLimits, **limits | {"maximum_cents": 80_000})
            after = at.state()["prompt"]["detail"]
        hours = [int(re.findall(r"Tell the players: from (\d\d):", said)[0]) for said in (before, after)]
        assert hours[1] == (hours[0] + 1) % 24

    asyncio.run(run())


@pot_rules("17.1(d)", "17.1(e)")
def test_a_rebuild_is_a_list_that_opens_by_itself_and_holds_the_deal(tmp_path: Path) -> None:
    async def run() -> None:
        async with desk(tmp_path / "table", Setup("T-01", "omaha", 9, pot_options("omaha"))) as at:
            await at.touch("sign_in", **DEALER)
            whole = Whole(at.table)
            whole.take = at.room.handle
            table = PotTable(whole)  # type: ignore[arg-type]
            table.open()
            table.supervisor.checks_deck_by_hand()
            for seat in range(1, 9):
                table.sits_down(seat, 1000)
            table.next_round()
            table.posts()
            table.deal(count=8)
            table.report("too_few_cards", 2)
            table.answers("reconstruct")
            state = at.state()
            assert state["prompt"]["title"].startswith("Move ")
            lines = [block["head"] for block in state["sheet"]["blocks"]]
            assert len(lines) > 1
            assert all(line.count("Card ") == 1 for line in lines)
            await at.touch("close")
            assert at.state()["sheet"] is None
            await press(at, "steps")
            assert [block["head"] for block in at.state()["sheet"]["blocks"]] == lines
            await press(at, "steps-all_moved")
            assert at.state()["sheet"] is None
            assert at.table.game.state.question is None

    asyncio.run(run())


@played
async def test_no_badge_reader_is_promised(at: Desk) -> None:
    assert "badge" not in at.state()["prompt"]["detail"].lower()
    await at.touch("sign_in", **DEALER)
    await at.touch("lock")
    assert "badge" not in at.state()["cover"]["detail"].lower()


@played
async def test_an_authorisation_is_for_the_screen_it_was_given_on(at: Desk) -> None:
    await a_question_for_the_supervisor(at)
    await at.touch("authorise", **RUTH)
    assert not (await at.does("answer", Screen(at.panel), choice="go_on")).ok


@played
async def test_a_refused_ruling_leaves_the_authorisation(at: Desk) -> None:
    await a_question_for_the_supervisor(at)
    await at.touch("authorise", **RUTH)
    assert not (await at.does("answer", choice="nonsense")).ok
    assert (await at.does("answer", choice="go_on")).ok


@played
async def test_what_a_dealer_does_while_the_supervisor_is_there_stays_the_dealers(at: Desk) -> None:
    heard: list[Any] = []
    await at.touch("sign_in", **DEALER)
    await at.touch("authorise", **RUTH)
    at.room.loop.tell(lambda event, outcomes: heard.append(event))
    await at.does("open_table")
    await at.does("deck_checked_by_hand")
    assert [(event.by, event.role) for event in heard] == [("1182", "dealer"), ("2001", "supervisor")]


@played
async def test_a_supervisors_authority_ends_with_the_lock_and_with_the_dealer(at: Desk) -> None:
    """Whoever was authorised may have gone away in between."""
    for leaves in ("lock", "change of dealer"):
        await at.touch("sign_in", **DEALER)
        await at.touch("authorise", **RUTH)
        if leaves == "lock":
            await at.touch("lock")
            await at.touch("sign_in", **DEALER)
        else:
            await at.touch("sign_in", **RUTH)
        await at.does("open_table")
        assert not (await at.does("deck_checked_by_hand")).ok, leaves


@played
async def test_a_lock_on_one_screen_ends_the_authority_on_another(at: Desk) -> None:
    one, other = Screen(at.panel), Screen(at.panel)
    await at.touch("sign_in", other, **DEALER)
    await at.does("open_table", other)
    for who in (DEALER, OTHER):
        assert (await at.touch("authorise", one, **RUTH)).ok
        assert (await at.touch("lock", other)).ok
        assert (await at.touch("sign_in", other, **who)).ok
        assert at.state(one)["header"]["badges"] == []
        assert not (await at.does("deck_checked_by_hand", one)).ok


# ---------------------------------------------------------------- PINs and the lock


@played
async def test_five_wrong_pins_lock_a_number_for_a_minute_on_every_screen(at: Desk) -> None:
    await at.touch("sign_in", **OTHER)
    for number in range(WRONG_PINS):
        act = ("sign_in", "authorise")[number % 2]
        assert not (await at.touch(act, Screen(at.panel), badge="2001", pin="0000")).ok
    right = await at.touch("authorise", **RUTH)
    assert not right.ok
    assert "60" in right.message
    assert at.state()["prompt"]["detail"].startswith(
        "Too many wrong PINs for number 2001: it is locked for 60 seconds. If it goes on, call the technician."
    )
    at.now_ms += 1_000 * FIRST_WAIT_S
    assert (await at.touch("authorise", **RUTH)).ok


@played
async def test_a_locked_panel_shows_a_cover_and_does_nothing(at: Desk) -> None:
    await at.touch("sign_in", **DEALER)
    await at.touch("lock")
    state = at.state()
    assert state["cover"]["touch"]["act"] == "sign_in"
    before = at.events()
    for act, args in (
        ("do", {"command": "open_table"}),
        ("open", {"sheet": ["more"]}),
        ("authorise", RUTH),
        ("look", {}),
    ):
        assert not (await at.touch(act, **args)).ok
    assert at.events() == before
    assert (await at.touch("sign_in", **DEALER)).ok
    assert at.state()["cover"] is None


@played
async def test_a_lock_holds_on_every_screen(at: Desk) -> None:
    await at.touch("sign_in", **DEALER)
    await at.touch("lock")
    assert at.state(Screen(at.panel))["cover"] is not None


@played
async def test_a_locked_panel_can_be_taken_over_by_another_dealer(at: Desk) -> None:
    await at.touch("sign_in", **DEALER)
    await at.touch("lock")
    assert (await at.touch("sign_in", **OTHER)).ok
    assert at.table.dealer == "1207"


@played
async def test_a_locked_panel_with_a_question_open_can_be_unlocked_by_the_supervisor(at: Desk) -> None:
    """The dealer who locked it may have been called away."""
    await a_question_for_the_supervisor(at)
    await at.touch("sign_in", **DEALER)
    await at.touch("lock")
    assert (await at.touch("sign_in", **RUTH)).ok


# ---------------------------------------------------------------- what a screen is sent


@played
async def test_states_are_numbered_and_sent_only_when_something_changed(at: Desk) -> None:
    at.screen.refresh()
    at.screen.refresh()
    assert [json.loads(line)["seq"] for line in at.screen.to_send()] == [1]
    at.talk.open()
    at.screen.refresh()
    assert [json.loads(line)["seq"] for line in at.screen.to_send()] == [2]


@played
async def test_a_screen_that_fell_behind_gets_only_the_newest_state(at: Desk) -> None:
    for happens in (lambda: None, at.talk.open):
        happens()
        at.screen.refresh()
    assert [json.loads(line)["seq"] for line in at.screen.to_send()] == [2]


@played
async def test_the_clock_alone_is_no_new_state(at: Desk) -> None:
    at.screen.refresh()
    at.panel._clock = lambda: "12:01"
    at.screen.refresh()
    assert len(at.screen.to_send()) == 1


@played
async def test_each_screen_has_its_own_sheet(at: Desk) -> None:
    await at.touch("sign_in", **DEALER)
    await at.touch("open", sheet=["history"])
    assert at.state()["sheet"] is not None
    assert at.state(Screen(at.panel))["sheet"] is None
    await at.touch("close")
    assert at.state()["sheet"] is None


@played
async def test_an_alarm_sounds_once(at: Desk) -> None:
    await at.touch("sign_in", **DEALER)
    to_the_antes(at.talk)
    at.talk.closes_betting()
    at.talk.shoe_is_lost()
    at.screen.to_send()
    at.screen.refresh()
    assert json.loads(at.screen.to_send()[0])["sound"] == "alarm"
    at.screen.look = at.screen.look.changed("mirror")
    at.screen.refresh()
    assert json.loads(at.screen.to_send()[0])["sound"] == ""


@played
async def test_a_stopped_table_says_so_and_offers_nothing(at: Desk) -> None:
    await at.touch("sign_in", **DEALER)
    at.room.loop._stop("journal_failed", "no room")
    state = at.state()
    assert state["prompt"]["tone"] == "fault"
    assert state["actions"] == []
    assert not (await at.does("open_table")).ok
    for sheet in SHEETS:
        await at.touch("open", sheet=[sheet])
        assert not [b for b in buttons_of(at.state()) if b["act"] == "do" and b["enabled"]]
    await at.touch("open", sheet=["devices"])
    told = at.state()["sheet"]["blocks"][0]
    assert told["head"] == "Stop. The journal cannot be written"
    assert told["text"] == "no room"


@played
async def test_the_report_button_holds_the_shoe_during_the_deal(at: Desk) -> None:
    await at.touch("sign_in", **DEALER)
    to_the_antes(at.talk)
    at.talk.closes_betting()
    assert (await at.touch("report")).ok
    assert at.table.game.state.question.question.about == "shoe_held"
    assert at.state()["sheet"]["kind"] == "choose"


# ---------------------------------------------------------------- hidden cards


def screens_of(at: Desk) -> list[str]:
    """All that any screen shows now: the table itself and every sheet, in both languages."""
    shown = []
    sheets: list[tuple[Any, ...]] = [
        (),
        *((name,) for name in SHEETS if name not in ("box", "rule", "form", "past", "incidents", "incident")),
    ]
    opened: list[tuple[tuple[Any, ...], dict[str, str]]] = [(sheet, {}) for sheet in (*sheets, ("box", 1))]
    exposed = ("form", "report-card_exposed")
    opened += [(exposed, {}), (exposed, {"place": "1"}), (exposed, {"place": "dealer"})]
    for language in ("en", "de"):
        for sheet, said in opened:
            screen = Screen(at.panel, {"language": language})
            screen.sheet, screen.said = sheet, said
            shown.append(json.dumps(at.panel.state(screen), ensure_ascii=False))
    return shown


def a_round_with(table: Talk, deck: list[Card], look: Callable[[str], None]) -> None:
    """To the decisions, with everything that may happen before a card is turned; `look` after each event."""
    to_the_antes(table, {1: 25, 2: 50})
    table.closes_betting()
    cards = iter(deck)
    for number in range(15):
        table.happens(e.CardDrawn(card=SealedCard(next(cards))))
        look(f"card {number + 1}")
        if number == 3:
            table.reader_sees(1, f"tag of {deck[0]}")
            look("a reader sees a card")
            table.reader_loses(1, f"tag of {deck[0]}")
            table.says(e.HoldShoe)
            look("the shoe is held")
            table.answers("go_on")
        if number == 5:
            table.shoe_is_lost()
            look("the shoe is lost")
            table.shoe_is_back()
            look("the shoe is back")
            table.answers("go_on")
        if number == 8:
            table.report("wrong_box", 1)
            look("a report")
            table.withdraws()
    table.folds(1, 2)
    look("all folded")
    table.collects()
    look("collected")


def test_a_screen_is_the_same_to_the_last_byte_whatever_lies_face_down(tmp_path: Path) -> None:
    """The only card that is turned, the dealer's last, is the same in both rounds; the other 51 are not."""
    last = Card("3c")
    others = [card for card in FULL_DECK if card != last]
    shown: list[list[tuple[str, list[str]]]] = []
    for seed in (1, 2):
        deck = [*Random(seed).sample(others, 14), last]

        async def play(deck: list[Card] = deck, seed: int = seed) -> None:
            async with desk(tmp_path / str(seed)) as at:
                await at.touch("sign_in", **DEALER)
                seen: list[tuple[str, list[str]]] = []
                a_round_with(at.talk, deck, lambda when: seen.append((when, screens_of(at))))
                shown.append(seen)

        asyncio.run(play())
    for (when, one), (_, other) in zip(*shown, strict=True):
        assert one == other, when


@played
async def test_only_turned_cards_have_a_face_on_the_screen(at: Desk) -> None:
    await at.touch("sign_in", **DEALER)
    to_the_decisions(at.talk, hands={1: "As Ah Ad 4s 5s", "dealer": "Ac Kd 8c 5d 3c"})
    at.talk.bets(1, 2, 3)
    assert faces(at.state()) == {"3c"}
    at.talk.shows_dealer()
    assert faces(at.state()) == {"Ac", "Kd", "8c", "5d", "3c"}
    at.talk.shows(3)
    assert len(faces(at.state())) == 10
    assert not faces(at.state()) & {"As", "Ah", "Ad", "4s", "5s"}


@played
async def test_where_the_next_card_goes_is_marked(at: Desk) -> None:
    await at.touch("sign_in", **DEALER)
    to_the_antes(at.talk, {1: 25, 2: 50})
    at.talk.closes_betting()
    marked = []
    for face in ("2s", "3s", "4s"):
        state = at.state()
        marked.append([place["tone"] for place in (*state["boxes"][:2], state["rail"]["dealer"])])
        at.talk.draw(face)
    assert marked == [["next", "plain", "plain"], ["plain", "next", "plain"], ["plain", "plain", "next"]]


def faces(state: dict[str, Any]) -> set[str]:
    rows = [state["rail"]["dealer"]["cards"], *(box["cards"] for box in state["boxes"])]
    return {card["face"] for row in rows for card in row if "face" in card}


# ---------------------------------------------------------------- every button does something


def filled(button: dict[str, Any], chance: Random, table: Any) -> dict[str, Any]:
    """What a person adds where a button asks."""
    ask = button["ask"]
    if ask is None:
        return {}
    match ask["kind"]:
        case "pin":
            return RUTH if button["act"] == "authorise" else DEALER
        case "money":
            step = ask["step_cents"]
            first = -(-ask["minimum_cents"] // step)
            return {ask["field"]: chance.randint(first, first + 3) * step}
        case "count":
            right = (table.game.state.cards_out, 3, ask["minimum"])  # the keypad lets no other be typed
            within = [count for count in right if ask["minimum"] <= count <= ask["maximum"]]
            return {ask["field"]: chance.choice(within)}
        case "face":
            known = {dealt.card.open() for dealt in table.game.state.deal.dealt if dealt.card}
            return {ask["field"]: chance.choice([card for card in FULL_DECK if card not in known])}
        case "text":
            return {ask["field"]: chance.choice(ask["choices"])}
    raise AssertionError(f"a new kind of question: {ask['kind']}")


MAY_BE_REFUSED = ("count", "face")  # what a person adds there can be wrong


def no_two_are_alike(state: dict[str, Any]) -> None:
    """The browser knows a button by its id: with two of one id it paints the wrong one anew."""
    for row in (state["actions"], state["fixed"], (state["sheet"] or {}).get("buttons", [])):
        names = [button["id"] for button in row]
        assert len(names) == len(set(names)), names


class Shoe:
    """Whole decks, now and then with a card unread or a word of trouble in between."""

    def __init__(self, at: Desk, chance: Random) -> None:
        self._at, self._chance = at, chance
        self._deck: list[Card] = []

    def may_speak(self) -> bool:
        phase = self._at.table.game.state.phase
        return phase == "deal" or (phase == "verify" and not self._at.table.game.state.checked)

    def speak(self) -> None:
        state = self._at.table.game.state
        if state.phase == "verify":
            for card in FULL_DECK:
                self._at.room.handle(e.CardDrawn(card=SealedCard(card)))
            return
        if not state.deal.dealt or not self._deck:
            self._deck = self._chance.sample(FULL_DECK, 52)
        read = self._chance.random() > 0.03
        self._at.room.handle(e.CardDrawn(card=SealedCard(self._deck.pop()) if read else None))
        if self._chance.random() < 0.05:
            self._at.room.handle(self._trouble())

    def _trouble(self) -> e.Event:
        return self._chance.choice(
            (
                e.DeviceLost(device="shoe", role="shoe"),
                e.DeviceReady(device="shoe", role="shoe"),
                e.DeviceFaulted(device="shoe", role="shoe", code="cannot_read"),
                e.ReportsMissed(device="shoe", role="shoe", count=1),
                e.CardSeen(place="1", tag=SealedTag(f"tag {self._chance.randrange(9)}")),
                e.PlaceRead(place="2", tags=(SealedTag("tag 1"),)),
            )
        )


async def walk(at: Desk, seed: int, steps: int) -> set[str]:
    """Somebody who presses anything, and mostly what comes next."""
    chance, pressed = Random(seed), set()
    shoe = Shoe(at, chance)
    for _ in range(steps):
        state = at.state()
        json.dumps(state)
        if shoe.may_speak() and chance.random() < 0.8:
            shoe.speak()
            continue
        buttons = [button for button in buttons_of(state) if button["enabled"] and button["act"] != "clean"]
        assert buttons, "a screen on which nothing can be pressed"
        no_two_are_alike(state)
        onward = [button for button in buttons if button["tone"] == "next"]
        button = chance.choice(onward if onward and chance.random() < 0.6 else buttons)
        if (
            button["id"]
            in ("lock", "close_table", "change_dealer", "sign_out", "order_deck_check", "reshuffle")
            and chance.random() < 0.8
        ):
            continue
        answer = await at.touch(button["act"], **{**button["args"], **filled(button, chance, at.table)})
        pressed.add(button["args"].get("command", button["act"]))
        asked = button["ask"]["kind"] if button["ask"] else ""
        assert answer.ok or asked in MAY_BE_REFUSED, (
            f"seed {seed}: {button['id']} {button['args']} was offered, and refused: {answer.message}"
        )
        assert at.room.loop.trouble is None
    return pressed


@pytest.mark.parametrize("seed", range(6))
def test_every_button_that_can_be_pressed_is_taken_or_asks(tmp_path: Path, seed: int) -> None:
    @played
    async def body(at: Desk) -> None:
        assert len(await walk(at, seed, 350)) > 12

    body(tmp_path)


# ---------------------------------------------------------------- screens that show the same


@played
async def test_screens_that_show_the_same_share_one_state_and_one_text(at: Desk) -> None:
    one, other = Screen(at.panel), Screen(at.panel)
    for step in (e.SignIn, e.CallFloor, e.FloorCame):
        at.talk.says(step, by="1182")
        for screen in (one, other):
            screen.refresh()
        assert one.to_send() == other.to_send()
        assert at.panel.state(one) is at.panel.state(other)


@played
async def test_a_screen_with_a_sheet_or_a_supervisor_shares_nothing(at: Desk) -> None:
    await at.touch("sign_in", **DEALER)
    plain, reading, supervised = (Screen(at.panel) for _ in range(3))
    await at.touch("open", reading, sheet=["devices"])
    await at.touch("authorise", supervised, **RUTH)
    assert at.state(plain)["header"]["badges"] == []
    assert at.state(reading)["sheet"] is not None
    assert [badge["text"] for badge in at.state(supervised)["header"]["badges"]] == ["2001 Ruth"]
    assert at.state(plain)["header"]["badges"] == []
    at.now_ms += AUTHORISED_MS + 1
    assert at.state(supervised)["header"]["badges"] == []


@played
async def test_a_state_is_new_after_every_entry_and_every_look(at: Desk) -> None:
    seen = [at.state()]
    at.talk.says(e.SignIn, by="1182", name="Marta")
    seen.append(at.state())
    at.screen.look = at.screen.look.changed("mirror")
    seen.append(at.state())
    at.panel._clock = lambda: "12:01"
    seen.append(at.panel.state(at.screen))
    assert len({id(state) for state in seen}) == 4
    assert seen[3]["header"]["clock"] == "12:01"
    at.screen.to_send()
    at.screen.refresh()
    assert at.screen.to_send() == []  # a clock that has moved on is no news


@played
async def test_the_devices_page_says_where_a_fault_is_and_what_to_do(at: Desk) -> None:
    at.panel._keepers = {"readers": SimpleNamespace(health=Health(state="faulted"))}
    where = e.Where(places=("3",), part="address", numbers=(7,))
    at.room.handle(e.DeviceFaulted(device="readers", role="readers", code="antenna_failed", where=where))
    at.talk.says(e.SignIn, by="1182", name="Marta")
    await at.touch("open", sheet=["devices"])
    [block] = [block for block in at.state()["sheet"]["blocks"] if block["head"] == "readers: fault"]
    assert "antenna failed: box 3 (address 7). Check its plug" in block["text"]


@played
async def test_the_devices_page_says_how_far_the_journal_can_be_believed(at: Desk) -> None:
    at.panel._standing = lambda: [
        ("not_sealed", False, ""),
        ("witness_not_reached", True, "/media/stick/T-01.heads"),
    ]
    at.room.handle(e.ClockStepped(by_ms=-7_000, shift_ms=-7_000))
    at.talk.says(e.SignIn, by="1182", name="Marta")
    await at.touch("open", sheet=["devices"])
    blocks = {block["head"].strip(): block for block in at.state()["sheet"]["blocks"]}
    assert "nobody can prove" in blocks["Journal"]["text"]
    assert blocks["Journal"]["tone"] == "plain"
    assert "cannot be reached" in blocks["Journal /media/stick/T-01.heads"]["text"]
    assert blocks["Journal /media/stick/T-01.heads"]["tone"] == "fault"
    assert "-7 seconds" in blocks["Clock"]["text"]
