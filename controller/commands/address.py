"""tablectl address: where a screen of a running table finds it."""

from __future__ import annotations

import argparse
import time
from pathlib import Path

from config.load import DEMO, ConfigError, screens_of, table_in
from controller.cannot_go_on import CannotGoOn
from controller.commands import OK
from controller.commands.table_file import elsewhere
from controller.commands.values import seconds
from controller.language import Language
from controller.web.addresses import LOOK_S, address_of, why_not, write_page, write_waiting_page

ROLES = ("dealer", "sign", "director", "bench")
EPILOG = """\
The address ends in the key of the screen, which is another one after every start. With --page it is not
printed but written into a file for this user alone; a browser that is started with that file opens it, and no
list of processes shows the key. While the table does not run, the page says so, and why, and looks again every
second. Run it as the table's user, or as one of the group that screens_group names."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.formatter_class, parser.epilog = argparse.RawDescriptionHelpFormatter, EPILOG
    parser.add_argument(
        "config", nargs="?", type=Path, default=DEMO, help="table file (default: the demonstration)"
    )
    parser.add_argument("--role", choices=ROLES, required=True, help="which screen")
    parser.add_argument("--page", type=Path, metavar="FILE", help="write a page that leads there")
    parser.add_argument(
        "--wait", type=seconds, default=0, metavar="SECONDS", help="for a table that is starting"
    )
    parser.add_argument("--state", type=Path, help="the folder that `tablectl run` was given")


def run(asked: argparse.Namespace) -> int:
    address = _address(asked, time.monotonic() + asked.wait)
    if asked.page is None:
        print(address)
    else:
        write_page(asked.page, address)
    return OK


def _address(asked: argparse.Namespace, until_s: float) -> str:
    while True:
        why, language = "", "en"
        try:
            table = elsewhere(table_in(asked.config), asked.state)
            folder, language = screens_of(asked.config, table), table.panel.language
            why = why_not(folder)
            return address_of(folder, asked.role)
        except (CannotGoOn, ConfigError) as trouble:
            if asked.page is not None:
                say = Language(language)
                title, detail = say.screen("not_running"), say.screen("not_running_detail")
                write_waiting_page(asked.page, title, detail, why or _of_its_file(trouble))
            if time.monotonic() >= until_s:
                raise
        time.sleep(LOOK_S)


def _of_its_file(trouble: Exception) -> str:
    """That nobody answers is what the page says anyway."""
    return str(trouble) if isinstance(trouble, ConfigError) else ""
