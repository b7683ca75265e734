"""How the log is written: for a person, for a program, or for systemd's journal, and never without an end."""

from __future__ import annotations

import logging
import os
import time
from typing import Any, TextIO

import structlog
from structlog.typing import EventDict, Processor

log = structlog.get_logger()

JOURNAL_STREAM = "JOURNAL_STREAM"  # systemd says in it which file is the journal's
PRIORITIES = {
    "debug": 7,
    "info": 6,
    "warning": 4,
    "error": 3,
    "exception": 3,
    "critical": 2,
}  # as syslog counts
A_MINUTE_S = 60.0
MOST_A_MINUTE = 10  # lines of libraries: whoever can make them complain shall not fill the disk


def log_to(stream: TextIO) -> None:
    if is_the_journal(stream):
        last: list[Processor] = [_with_priority]  # which also knows the time
    elif stream.isatty():
        last = [structlog.processors.TimeStamper(fmt="iso"), structlog.dev.ConsoleRenderer(colors=False)]
    else:
        last = [structlog.processors.TimeStamper(fmt="iso"), _as_json]
    structlog.configure(
        processors=[
            structlog.contextvars.merge_contextvars,
            structlog.processors.add_log_level,
            structlog.processors.format_exc_info,
            *last,
        ],
        wrapper_class=structlog.make_filtering_bound_logger(logging.INFO),
        logger_factory=structlog.PrintLoggerFactory(file=stream),
    )
    root = logging.getLogger()
    root.handlers = [handler for handler in root.handlers if not isinstance(handler, _Libraries)]
    root.addHandler(_Libraries())


_as_json = structlog.processors.JSONRenderer(ensure_ascii=False)


def is_the_journal(stream: TextIO) -> bool:
    try:
        about = os.fstat(stream.fileno())
    except OSError:
        return False
    return os.environ.get(JOURNAL_STREAM) == f"{about.st_dev}:{about.st_ino}"


def say_trouble(stream: TextIO, words: str) -> None:
    """What ends a command. In systemd's journal it is found among what needs somebody."""
    head = f"<{PRIORITIES['error']}>" if is_the_journal(stream) else ""
    for line in words.splitlines():
        print(f"{head}{line}", file=stream)


def _with_priority(logger: Any, name: str, event: EventDict) -> str:
    priority = PRIORITIES.get(str(event.pop("level", "")), 6)
    return f"<{priority}>{_as_json(logger, name, event)!s}"


class _Libraries(logging.Handler):
    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self._since_s = 0.0
        self._lines = 0

    def emit(self, record: logging.LogRecord) -> None:
        if time.monotonic() - self._since_s > A_MINUTE_S:
            if self._lines > MOST_A_MINUTE:
                log.warning("libraries_said_more", lines=self._lines - MOST_A_MINUTE)
            self._since_s, self._lines = time.monotonic(), 0
        self._lines += 1
        if self._lines <= MOST_A_MINUTE:
            log.log(
                record.levelno,
                "library_says",
                said=record.getMessage(),
                by=record.name,
                exc_info=record.exc_info,
            )
