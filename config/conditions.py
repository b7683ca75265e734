"""Reads the conditions of a tournament. Like a table's configuration it complains once and fully."""

from __future__ import annotations

import tomllib
from pathlib import Path

from config.load import Complaint, ConfigError
from games.tournament.conditions import BadConditions, Conditions, read_conditions


def load_conditions(path: Path) -> Conditions:
    try:
        return read_conditions(tomllib.loads(path.read_text(encoding="utf-8")))
    except OSError as error:
        why = f"cannot be read ({error.strerror}): put the file there or correct its name"
        raise ConfigError([Complaint(str(path), "", why)]) from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ConfigError([Complaint(str(path), "", f"is not TOML: {error}")]) from None
    except BadConditions as error:
        raise ConfigError([Complaint(str(path), fault.key, fault.what) for fault in error.faults]) from None
