"""One connected screen: its numbered states, its touches and their answers, whatever the page is."""

from __future__ import annotations

import asyncio
import json
from collections import OrderedDict
from collections.abc import Mapping
from functools import cached_property
from typing import Any, Protocol

import structlog
from pydantic import BaseModel, ConfigDict, Field

from controller.authority import Session
from controller.language import Language
from controller.screens import plain
from controller.screens.scene import Json, Look
from games.outcomes import Refusal, text

log = structlog.get_logger()

IDS_REMEMBERED = 64
# Who somebody is does not change with what is shown: no PIN is typed again because a device spoke.
SAYS_WHO = frozenset({"sign_in", "authorise"})


class Touch(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    id: str = Field(min_length=1, max_length=64)
    seq: int
    act: str = Field(max_length=32)
    args: dict[str, Any] = {}


class Answered(BaseModel):
    """The reply to one touch."""

    kind: str = "reply"
    id: str
    ok: bool
    message: str = ""
    rule: str | None = None


class Whole(dict[str, Any]):
    """A state that is written as JSON once, however many screens show it. Nobody changes it any more."""

    @cached_property
    def text(self) -> str:
        return json.dumps(self, ensure_ascii=False)


class Role(Protocol):
    """What a page can be: it makes states and takes touches."""

    look: Look  # as a screen is set at first

    def state(self, screen: Screen) -> Whole: ...
    def plain(self, screen: Screen) -> Mapping[str, Any]: ...  # the least, when the state cannot be made
    async def touched(self, screen: Screen, touch: Touch) -> Refusal | None: ...
    def refuses_stale(self, screen: Screen, touch: Touch) -> bool: ...  # of a state that is not the newest
    def language(self, screen: Screen) -> Language: ...


class Screen:
    """One connection: its numbered states, its open sheet, the touches it has had answered."""

    def __init__(self, role: Role, chosen: Any = None) -> None:
        self.role = role
        self.look = role.look.as_chosen(chosen)
        self.sheet: tuple[Any, ...] = ()
        self.said: Json = {}  # what has been entered for the sheet so far
        self.stopped_by: object = None  # what had stopped the table when its sheet was last looked at
        self.session = Session()
        self.seq = 0
        self.wake = asyncio.Event()
        self.newest = ""  # the state that is still to be sent; an older one is not worth sending
        self.outbox: list[str] = []  # replies and beats since the last sending
        self._sent: Json = {}
        self._fault = ""
        self._tone = ""
        self._sound_due = ""
        self._answered: OrderedDict[str, Answered] = OrderedDict()

    async def touched(self, touch: Touch) -> None:
        self.refresh()  # what the finger saw is compared with what is true now, sent or not
        answer = self._answered.get(touch.id) or await self._first_time(touch)
        self.refresh()
        self.outbox.append(answer.model_dump_json())
        self.wake.set()

    def refresh(self) -> None:
        """Makes ready the state as it is now, numbered, if it is not the one made last."""
        self.newest = self._news() or self.newest

    def to_send(self) -> list[str]:
        messages = [self.newest, *self.outbox] if self.newest else self.outbox
        self.newest, self.outbox = "", []
        return messages

    async def _first_time(self, touch: Touch) -> Answered:
        stale = self._is_old(touch) and self.role.refuses_stale(self, touch)
        refusal = Refusal(say=text("stale")) if stale else await self._touch(touch)
        answer = Answered(id=touch.id, ok=refusal is None)
        if refusal:
            rule = refusal.rule.number if refusal.rule else None
            answer = Answered(
                id=touch.id, ok=False, message=plain.refused(self.role.language(self), refusal), rule=rule
            )
        self._answered[touch.id] = answer
        if len(self._answered) > IDS_REMEMBERED:
            self._answered.popitem(last=False)
        return answer

    def _is_old(self, touch: Touch) -> bool:
        return touch.seq != self.seq and touch.act not in SAYS_WHO

    async def _touch(self, touch: Touch) -> Refusal | None:
        try:
            return await self.role.touched(self, touch)
        except Exception as error:
            # Whatever a screen sends, only that touch fails.
            log.warning("touch_not_understood", act=touch.act, error=type(error).__name__)
            return Refusal(say=text("unknown_touch"))

    def _news(self) -> str | None:
        """A clock that has moved on is no news: it comes with every beat."""
        state = self._state()
        if state is self._sent or _without_clock(state) == _without_clock(self._sent):
            return None
        self._sent = state
        self.seq += 1
        own: Json = {"seq": self.seq}
        if "prompt" in state:
            # A state that nobody has heard yet may be replaced; its sound may not.
            self._sound_due = self._sound(state["prompt"]["tone"]) or (self._sound_due if self.newest else "")
            own["sound"] = self._sound_due
        return f"{json.dumps(own)[:-1]}, {state.text[1:]}"

    def _state(self) -> Whole:
        """A view that fails is our fault, like a rule that fails: the screen says so, and the table runs on."""
        try:
            state = self.role.state(self)
            state.text  # noqa: B018 - made here, so that it fails here
        except Exception as error:
            if repr(error) != self._fault:  # once, however often it is tried again
                log.exception("view_failed", page=type(self.role).__name__, sheet=self.sheet)
            self._fault = repr(error)
        else:
            self._fault = ""
            return state
        if self.sheet:  # the table itself may still be shown
            self.sheet = ()
            return self._state()
        return Whole(self.role.plain(self))

    def _sound(self, tone: str) -> str:
        new, self._tone = tone != self._tone, tone
        return {"fault": "alarm", "attention": "attention"}.get(tone, "") if new else ""


def _without_clock(state: Json) -> Json:
    return {**state, "header": {**state["header"], "clock": "", "now_ms": 0}} if "header" in state else state
