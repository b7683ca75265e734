"""A table with a slip printer: a sheet is printed when the printer says so, and not before."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from controller.past.reading import Past
from tests.browser.dealing import Prepared, Screen, replug
from tests.daemon import Daemon


@pytest.fixture
def daemon() -> Iterator[Daemon]:
    with tempfile.TemporaryDirectory(prefix="table-") as folder:
        with_printer = (r'devices = \["', 'devices = ["devices/demo_printer.toml", "')
        made = Daemon(Path(folder), "demo", demo=with_printer).start()
        try:
            yield made
        finally:
            made.stop()


def a_round_is_void(daemon: Daemon) -> None:
    Prepared(daemon).antes({3: 5})
    with Screen(daemon) as screen:
        screen.press("close_betting")
        screen.authorise()
        screen.must("void_round", ground="disturbance")


def opens_the_sheet(screen: Screen) -> int:
    """Of the newest ruling."""
    screen._insist("open", {"sheet": ["incidents", 1]})
    listed = screen.until(lambda state: "sheet-" in str(state["sheet"]))["sheet"]
    [newest, *_] = [button for button in listed["buttons"] if button["id"].startswith("sheet-")]
    screen._insist(newest["act"], newest["args"])
    screen.until(lambda state: state["sheet"] is not None and state["sheet"]["kind"] == "incident")
    return int(newest["args"]["sheet"][1])


def prints(screen: Screen) -> Any:
    button = screen.state["sheet"]["print"]
    return screen.send(button["act"], button["args"])


def says(screen: Screen, what: str) -> None:
    screen.until(lambda state: what in str(state))


def in_the_tray(daemon: Daemon) -> str:
    tray = daemon.state / "dev" / "printer.paper"
    return tray.read_text() if tray.exists() else ""


def kinds(daemon: Daemon) -> list[str]:
    with Past(daemon.state) as past:
        written = [one for round_ in range(1, past.last_round + 1) for one in past.round(round_).written]
    return [one.kind for one in written if one.kind in ("print_sheet", "slip_printed", "slip_not_printed")]


def test_a_sheet_is_printed_when_the_printer_has_confirmed_it(daemon: Daemon) -> None:
    a_round_is_void(daemon)
    with Screen(daemon) as screen:
        record = opens_the_sheet(screen)
        assert prints(screen)["ok"]
        screen._insist("close", {})
        says(screen, f"The sheet of record {record} was printed.")
        slip = in_the_tray(daemon)
        assert slip.startswith("Ruling\n")
        assert "REPRINT" not in slip
        assert f"{record}: " in slip
        assert opens_the_sheet(screen) == record
        assert prints(screen)["ok"]
        screen._insist("close", {})
        screen.until(lambda state: "REPRINT" in in_the_tray(daemon))
        says(screen, f"The sheet of record {record} was printed.")
    assert kinds(daemon) == ["print_sheet", "slip_printed"] * 2


def test_paper_that_ends_in_mid_slip(daemon: Daemon) -> None:
    a_round_is_void(daemon)
    with Screen(daemon) as screen:
        record = opens_the_sheet(screen)
        daemon.bench.do("trouble", device="printer", word="paper_ends_soon")
        assert prints(screen)["ok"]
        screen._insist("close", {})
        says(
            screen,
            f"The sheet of record {record} was not printed to its end: paper ended. Load a new roll of paper.",
        )
        assert in_the_tray(daemon) == ""
        opens_the_sheet(screen)
        refused = prints(screen)
        assert not refused["ok"]
        assert refused["message"] == "The printer is not ready: paper ended. Load a new roll of paper."


def test_the_printers_cable_comes_out_in_mid_slip(daemon: Daemon) -> None:
    a_round_is_void(daemon)
    with Screen(daemon) as screen:
        record = opens_the_sheet(screen)
        daemon.bench.do("trouble", device="printer", word="prints_slowly")
        assert prints(screen)["ok"]
        again = prints(screen)
        assert again["message"].startswith("The printer is at work")
        time.sleep(0.5)
        daemon.bench.do("unplug", device="printer")
        screen._insist("close", {})
        says(screen, f"The sheet of record {record} was not printed to its end: not answering. Check its power")
        assert in_the_tray(daemon) == ""
        daemon.bench.do("trouble", device="printer", word="printer_recovers")
        replug(daemon, "printer")
        screen.until(lambda state: "Printer" not in [badge["text"] for badge in state["header"]["badges"]])
        opens_the_sheet(screen)
        assert prints(screen)["ok"]
        screen._insist("close", {})
        says(screen, f"The sheet of record {record} was printed.")
    assert "REPRINT" in in_the_tray(daemon), "some of the first lies there as well"
    assert kinds(daemon) == ["print_sheet", "slip_not_printed", "print_sheet", "slip_printed"]


# ---------------------------------------------------------------- a tournament's receipts


class AtTheCounter:
    """Somebody before the page of the tournament."""

    def __init__(self, daemon: Daemon, number: str, pin: str) -> None:
        self.screen = Screen(daemon, "director")
        self.screen.hear("screen")
        self.screen._insist("sign_in", {"badge": number, "pin": pin})

    def does(self, label: str, **said: object) -> None:
        state = self.screen.until(lambda state: self._button(state, label) is not None)
        button = self._button(state, label)
        assert button is not None
        self.screen._insist(button["act"], button["args"] | {"said": said})

    @staticmethod
    def _button(state: Any, label: str) -> Any:
        acts = [*state["acts"], *state["section"]["acts"]]
        return next((act["button"] for act in acts if act["button"]["label"] == label), None)

    def printer(self) -> Any:
        return self.screen.state["sheet"]["on_printer"]

    def prints(self) -> None:
        self.screen._insist("on_printer", {})

    def until_it_says(self, label: str) -> None:
        self.screen.until(lambda state: state["sheet"]["on_printer"]["label"] == label)


def a_fee_is_paid(daemon: Daemon) -> AtTheCounter:
    """The receipt is open when the fee is in."""
    manager = AtTheCounter(daemon, "4001", "2947")
    for label in (
        "Conditions are available to patrons",
        "Copy of the conditions sent to the commission",
        "House commission approved",
    ):
        manager.does(label, reference="file 7")
    manager.does("Nominate the tournament director", number="3001")
    manager.screen.socket.close()
    cashier = AtTheCounter(daemon, "5001", "8361")
    cashier.does("Take an entry: 55", person="", person_name="Zoë Größe")
    cashier.screen.until(lambda state: state["sheet"] is not None)
    return cashier


def tournament_daemon(folder: str, devices: str) -> Daemon:
    table = "demo_omaha_tournament"
    return Daemon(Path(folder), table, **{table: (r'devices = \["', f'devices = [{devices}"')}).start()


def test_a_receipt_is_printed_and_the_counter_is_told() -> None:
    with tempfile.TemporaryDirectory(prefix="table-") as folder:
        daemon = tournament_daemon(folder, '"devices/demo_printer.toml", ')
        try:
            cashier = a_fee_is_paid(daemon)
            assert cashier.printer()["label"] == "Print on the roll"
            cashier.prints()
            cashier.until_it_says("Printed. Print again")
            assert "Receipt\n" in in_the_tray(daemon)
            assert "Zoë Größe" in in_the_tray(daemon)
            assert "REPRINT" not in in_the_tray(daemon)
            daemon.bench.do("trouble", device="printer", word="paper_ends_soon")
            cashier.prints()
            cashier.until_it_says("Not printed: paper ended. Print again")
            answer = cashier.screen.send("on_printer", {})
            assert answer["message"] == "The printer is not ready: paper ended. Load a new roll of paper."
            daemon.bench.do("trouble", device="printer", word="new_paper")
            daemon.bench.do("trouble", device="printer", word="prints_slowly")
            time.sleep(2.5)
            cashier.prints()
            cashier.until_it_says("Is being printed")
            assert not cashier.printer()["enabled"]
            cashier.until_it_says("Printed. Print again")
            assert "REPRINT\nReceipt" in in_the_tray(daemon)
            cashier.screen.socket.close()
        finally:
            daemon.stop()
        with Past(daemon.state) as past:
            written = [one for round_ in range(1, past.last_round + 1) for one in past.round(round_).written]
        slips = [one for one in written if one.kind.startswith("slip_")]
        assert [(one.kind, one.event["paper"], one.event["number"]) for one in slips] == [
            ("slip_printed", "receipt", 1),
            ("slip_not_printed", "receipt", 1),
            ("slip_printed", "receipt", 1),
        ]


def test_where_the_table_has_no_printer_the_browser_prints() -> None:
    with tempfile.TemporaryDirectory(prefix="table-") as folder:
        daemon = tournament_daemon(folder, "")
        try:
            cashier = a_fee_is_paid(daemon)
            assert cashier.printer() is None
            assert not cashier.screen.send("on_printer", {})["ok"]
            cashier.screen.socket.close()
        finally:
            daemon.stop()
