"""No screen knows a face before it is turned: the same touches on two decks give the same bytes."""

from __future__ import annotations

import re
from dataclasses import dataclass

import pytest
from playwright.sync_api import Browser

from tests.browser.conftest import running_table, sitting_down
from tests.browser.dealing import Prepared, order_of_deal, spoken, written

ANTES = {1: 25, 3: 100, 6: 50}


@dataclass
class Seen:
    """All that reached a browser between the first card and the turning of the hands."""

    dealer: list[str]
    bench: list[str]
    page: str
    addresses: list[str]
    up: str
    down: list[str]


def deal_on_a_deck(browser: Browser, shuffles: int) -> Seen:
    with (
        running_table() as daemon,
        sitting_down(browser, daemon) as dealer,
        sitting_down(browser, daemon, role="bench") as bench,
    ):
        prepared = Prepared(daemon, shuffles)
        prepared.deal(ANTES)
        dealer.come().says("Deal the first card to box 1")
        bench.come()
        dealer.deal(ANTES)
        dealer.says("Box 1: bet or fold?")
        dealer.press("Bet 50")
        dealer.says("Box 3: bet or fold?")
        dealer.history()
        with prepared.screen() as screen:
            for _ in range(2):
                screen.press("bet")
        dealer.says("Turn your cards and set the hand")
        dealer.catches_up()
        dealer.awake()
        hidden = [card for card in order_of_deal(ANTES) if card != ("dealer", 5)]
        return Seen(
            dealer=[without_clock(frame) for frame in dealer.frames if '"beat"' not in frame],
            bench=[frame for frame in bench.frames if '"beat"' not in frame],
            page=dealer.page.content(),
            addresses=dealer.watch.addresses + bench.watch.addresses,
            up=dealer.exposed("dealer", 5),
            down=[dealer.exposed(place, nth) for place, nth in hidden],
        )


def without_clock(frame: str) -> str:
    frame = re.sub(r'"clock": "\d\d:\d\d"', '"clock": ""', frame)
    frame = re.sub(r'"head": "\d\d:\d\d:\d\d"', '"head": ""', frame)
    return re.sub(r'"id": ?"c-[^"]*"', '"id": ""', frame)  # the page draws the ids of its touches by lot


@pytest.fixture(scope="module")
def decks(browser: Browser) -> tuple[Seen, Seen]:
    return deal_on_a_deck(browser, 1), deal_on_a_deck(browser, 2)


def test_the_decks_differ(decks: tuple[Seen, Seen]) -> None:
    one, two = decks
    assert one.down != two.down


def test_every_frame_is_the_same_whatever_the_hidden_cards(decks: tuple[Seen, Seen]) -> None:
    one, two = ([aside(frame, deck) for frame in deck.dealer] for deck in decks)
    assert len(one) > len(order_of_deal(ANTES))
    assert one == two
    assert decks[0].bench == decks[1].bench
    assert [len(frame) for frame in decks[0].dealer] == [len(frame) for frame in decks[1].dealer]


def aside(text: str, deck: Seen) -> str:
    """The dealer's turned card may be told, wherever it stands."""
    return text.replace(f'"{deck.up}"', '"up"').replace(written(deck.up), "up")


def test_no_hidden_face_is_in_a_frame_a_page_or_an_address(decks: tuple[Seen, Seen]) -> None:
    for deck in decks:
        everything = "\n".join([*deck.dealer, deck.page, *deck.addresses])
        for face in deck.down:
            for form in (f'"{face}"', spoken(face), written(face), f"suit-{face[1]}"):
                if form.startswith("suit") and face[1] == deck.up[1]:
                    continue
                assert form not in everything


def test_the_pages_are_the_same_but_for_the_card_that_is_up(decks: tuple[Seen, Seen]) -> None:
    one, two = (plain_page(deck) for deck in decks)
    assert one == two


def plain_page(deck: Seen) -> str:
    page = re.sub(r'<b class="clock">[^<]*</b>', "", deck.page)
    page = re.sub(r"<span[^>]*class=\"card up[^>]*>.*?</svg></span>", "UP", page)
    return re.sub(r"127\.0\.0\.1:\d+", "", page)
