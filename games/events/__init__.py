"""What can happen at a table.

A fact has happened: it is never refused, only ruled on. A command comes from a person: it can be
refused, with a reason and a rule, and then changes nothing. Both carry the time at which the daemon
heard of them, because time, too, only reaches the rules inside an event.
"""
# ruff: noqa: F403, F405, I001 (who reads the schema meets the kinds in the order of these lines)

from __future__ import annotations

from functools import reduce
from operator import or_
from typing import Annotated, Any

from pydantic import ConfigDict, Field, GetPydanticSchema, TypeAdapter

from games.events.messages import *
from games.events.shoe_and_readers import *
from games.events.device_facts import *
from games.events.table_commands import *
from games.events.card_commands import *
from games.events.house_wagers import *
from games.events.seats_and_stakes import *
from games.events.pot_wagers import *
from games.events.reports_and_rulings import *
from games.events.closed_rounds import *
from games.events.tournament_orders import *

Event = Fact | Command
_EveryKind: Any = reduce(or_, KINDS.values())
AnyEvent = Annotated[
    Event,
    GetPydanticSchema(lambda _, schema: schema.generate_schema(_EveryKind)),
    Field(discriminator="kind"),
]
# Made when it is first asked: a command that only reads a journal never does.
EVENT: TypeAdapter[Event] = TypeAdapter(AnyEvent, config=ConfigDict(defer_build=True))
