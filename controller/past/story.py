"""A round told as a person would tell it, in the language of whoever asks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Literal, NamedTuple, TypeGuard

from controller.journal.records import Difference
from controller.language import Language, card_of, language_of
from controller.past.happened import Happened, happened
from controller.past.reading import Dealer, NotThere, Past, PastRound
from controller.past.times import Zone, utc
from games import events as e
from games.outcomes import (
    Acted,
    CardTurned,
    DisputeDecided,
    DisputeOpened,
    Outcome,
    Payment,
    Posted,
    PotSettled,
    Prompt,
    Question,
    RoundClosed,
    RoundCorrected,
    Ruling,
    StakeChanged,
    Text,
    Undone,
    Withdrawn,
    text,
)

# What these say, they say of the touch that led to them.
TELLS_THE_ACT = (
    Acted,
    DisputeDecided,
    DisputeOpened,
    Posted,
    PotSettled,
    RoundCorrected,
    Ruling,
    StakeChanged,
    Undone,
    Withdrawn,
)
CITE_BEHIND = (Payment, PotSettled, Question, DisputeOpened, DisputeDecided, RoundCorrected)
TOLD_BY_WHAT_FOLLOWS = (
    "settle_box",
    "pay_bonus",
    "pay_jackpot",
    "sign_in",
    "call_floor",
    "floor_came",
    "print_sheet",
)
OF_ORDERS = ("tournament", "session", "entry", "chips_cents")
MONEY = ("amount_cents", "stake_cents", "to_cents", "minimum_cents", "maximum_cents", "multiple_cents")

Tone = Literal["act", "card", "money", "question", "ruling", "prompt", "news"]


class Line(NamedTuple):
    record: int
    at_ms: int
    tone: Tone
    text: str


@dataclass(frozen=True, slots=True)
class Story:
    """`lines` are the round's own; `later` what was put right of it afterwards."""

    head: list[str]
    lines: list[Line]
    result: list[str]
    later: list[Line]
    remarks: list[str]


# ---------------------------------------------------------------- one round


class Later(NamedTuple):
    """What was decided of a round when it was over."""

    in_round: int
    record: int
    at_ms: int
    outcome: DisputeOpened | DisputeDecided | RoundCorrected
    taken_back: int  # the record that took it back; 0 where it holds


@dataclass(frozen=True, slots=True)
class Whole:
    """A round with all that is told of it, played again once for every language."""

    past: Past
    round: PastRound
    happened: list[Happened]
    differences: list[Difference]
    later: list[Later]
    has_words: bool  # the key was there


def whole(past: Past, number: int) -> Whole:
    if number < 1:
        raise NotThere(f"{past.path} holds no round {number}: the first is 1")
    differences: list[Difference] = []
    of_round = past.round(number)
    has_words = past.seal is not None
    events = [one for one, _ in happened(past, number, differences)] if has_words else []
    later = list(said_later(past, number))
    return Whole(past, of_round, events, differences, later, has_words)


def said_later(past: Past, number: int) -> Iterator[Later]:
    """A dispute is decided, and money put right, when the round is long over."""
    kinds = ("dispute_opened", "dispute_decided", "round_corrected")
    for of_round in past.looking_back(number):
        for one in of_round.written:
            for outcome in one.outcomes(kinds):
                assert isinstance(outcome, DisputeOpened | DisputeDecided | RoundCorrected)
                if outcome.round == number:
                    back = of_round.taken_back.get(one.number, 0)
                    yield Later(of_round.number, one.number, one.at_ms, outcome, back)


def story(told: Whole, language: str, zone: Zone) -> Story:
    say = language_of(language, told.past.game, told.round.clock(zone))
    lines = list(_lines(told.happened, say)) if told.has_words else list(_in_clear(told.round, say))
    later = [Line(one.record, one.at_ms, "ruling", _told_later(one, say)) for one in told.later]
    result = [*_results(told.round, say), *_in_all(told, say)]
    return Story(list(_head(told, say, zone)), lines, result, later, list(_remarks(told, say)))


def _head(told: Whole, say: Language, zone: Zone) -> Iterator[str]:
    past, of_round = told.past, told.round
    title = past.game.document.title
    yield say.of("story", "head", round=of_round.number, table=past.table, game=title)
    yield say.of("story", "when", begins=zone.says(of_round.begins_ms), ends=zone.says(of_round.ends_ms))
    if of_round.dealers:
        yield say.of("story", "dealt_by", people=people(of_round.dealers))
    yield from _of_tournament(of_round, say)
    if of_round.entrants:
        seats = (say.of("story", "entrant", place=str(one.box), entry=one.entry) for one in of_round.entrants)
        yield say.of("story", "entrants", seats=", ".join(seats))
    if of_round.closed is None:
        yield say.of("story", "not_closed")
    elif of_round.closed.void:
        yield say.of("story", "void")
    elif any(isinstance(one.outcome, RoundCorrected) and one.outcome.void for one in _holding(told)):
        yield say.of("story", "void_later")


def _of_tournament(of_round: PastRound, say: Language) -> Iterator[str]:
    if (begun := of_round.of_tournament) is not None:
        yield say.of("story", "of_tournament", round=begun.round, session=begun.session)


def people(dealers: Iterable[Dealer]) -> str:
    return ", ".join(f"{dealer.number} {dealer.name}".strip() for dealer in dealers)


def _results(of_round: PastRound, say: Language) -> list[str]:
    closed = of_round.closed
    if closed is None:
        return []
    lines = [*_of_tournament(of_round, say)]  # beside the sums, too: on a sheet these stand by themselves
    lines += [
        say.of(
            "story",
            "result",
            place=str(box.box),
            wagered_cents=box.wagered_cents,
            returned_cents=box.returned_cents,
            paid_cents=box.paid_cents,
            net_cents=box.net_cents,
        )
        for box in closed.boxes
    ]
    if closed.commission_cents:
        lines.append(say.of("story", "commission", amount_cents=closed.commission_cents))
    return lines


def _holding(told: Whole) -> Iterator[Later]:
    return (one for one in told.later if not one.taken_back)


def _in_all(told: Whole, say: Language) -> Iterator[str]:
    """A round stays as it was recorded: what its players have of it in the end is reckoned from both."""
    moved: Counter[int] = Counter()
    for one in _holding(told):
        if isinstance(one.outcome, RoundCorrected):
            moved.update({box.box: box.cents for box in one.outcome.boxes})
    nets = {box.box: box.net_cents for box in told.round.closed.boxes} if told.round.closed else {}
    for box in sorted(moved):
        yield say.of("story", "in_all", place=str(box), net_cents=nets.get(box, 0) + moved[box])


def _remarks(told: Whole, say: Language) -> Iterator[str]:
    if not told.has_words:
        yield say.of("story", "without_key")
    for difference in told.differences[:1]:
        yield say.of("story", "differs", record=difference.record, program=str(difference.program))
    last = told.round.written[-1].number
    for first, until in told.past.missing:
        if first > last:
            yield say.of("story", "not_looked_in", first=first, last=until)


# ---------------------------------------------------------------- line by line


def _lines(events: Iterable[Happened], say: Language) -> Iterator[Line]:
    down: list[str] = []
    last: Happened | None = None
    prompted = ""
    entries: list[tuple[str, str]] = []
    for one in events:
        own = [*_said_of(one, say)]
        if back := _taken_back(one, entries):
            (tone, said), *more = own
            own = [(tone, f"{said} {say.of('story', 'it_was', what=back)}"), *more]
        entries += [(one.event.kind, said) for _, said in own[:1]]
        news = [outcome for outcome in one.outcomes if _is_news(outcome, prompted)]
        if down and last is not None and own:
            yield Line(last.record, last.at_ms, "card", _face_down(down, say))
            down = []
        down += one.face_down
        last = one if one.face_down else last
        yield from (Line(one.record, one.at_ms, tone, said) for tone, said in own)
        if down and last is not None and news:
            yield Line(last.record, last.at_ms, "card", _face_down(down, say))
            down = []
        for prompt in news:
            prompted = prompt.say.code
            yield Line(one.record, one.at_ms, "prompt", _prompt(prompt, say))
    if down and last is not None:
        yield Line(last.record, last.at_ms, "card", _face_down(down, say))


def _taken_back(one: Happened, entries: list[tuple[str, str]]) -> str:
    """What was said of the entry when it was made."""
    for outcome in one.outcomes:
        if isinstance(outcome, Undone):
            nths = (nth for nth, (kind, _) in enumerate(entries) if kind == outcome.what)
            last = max(nths, default=None)
            return entries.pop(last)[1] if last is not None else ""
    return ""


def _is_news(outcome: Outcome, prompted: str) -> TypeGuard[Prompt]:
    """Where the next card goes is told by the card itself."""
    if not isinstance(outcome, Prompt) or outcome.say.code == prompted:
        return False
    return "nth" not in outcome.say.words


def _said_of(one: Happened, say: Language) -> Iterator[tuple[Tone, str]]:
    if one.is_unruled:
        yield "news", say.of("story", "unruled", what=_by_its_name(one.event, say))
    act = _act(one, say)
    if act and not any(isinstance(outcome, TELLS_THE_ACT) for outcome in one.outcomes):
        yield "act", act
    for outcome in one.outcomes:
        if isinstance(outcome, RoundClosed):
            continue
        told = _with_sums(outcome, say)
        if told:
            yield _tone(outcome), told
        if isinstance(outcome, Question) and outcome.choices:
            yield "question", _choices(outcome, say)


def _tone(outcome: Outcome) -> Tone:
    if isinstance(outcome, CardTurned):
        return "card"
    if isinstance(outcome, Question):
        return "question"
    if isinstance(outcome, Ruling | DisputeDecided | DisputeOpened | RoundCorrected):
        return "ruling"
    return "money" if isinstance(outcome, Payment | PotSettled | Posted | Acted | StakeChanged) else "news"


def _with_sums(outcome: Outcome, say: Language) -> str:
    text = say.told(outcome)
    if isinstance(outcome, Ruling):
        text += _reason(outcome, say)
    if isinstance(outcome, RoundCorrected):
        text = " ".join([text, *corrected(outcome, say)])
    if isinstance(outcome, Undone):
        text += f" ({outcome.by})" if outcome.by else ""
    rule = getattr(outcome, "rule", None)
    if rule is not None and isinstance(outcome, CITE_BEHIND):
        text += f" ({rule.number})"
    return text


def _reason(ruling: Ruling, say: Language) -> str:
    return " " + say.of("story", "reason", reason=ruling.reason) if ruling.reason else ""


def corrected(outcome: RoundCorrected, say: Language) -> Iterator[str]:
    """Every sum that it moves, by the way it goes: to a player, into a pool, to the house."""
    moved = partial(say.money, signed=True)
    for box in outcome.boxes:
        yield say.of("story", "corrected_box", place=str(box.box), moved=moved(box.cents))
    if outcome.prize_cents:
        yield say.of("story", "corrected_prize", moved=moved(outcome.prize_cents))
    if outcome.reserve_cents:
        yield say.of("story", "corrected_reserve", moved=moved(outcome.reserve_cents))
    if outcome.commission_cents:
        yield say.of("story", "corrected_commission", moved=moved(outcome.commission_cents))


def _told_later(one: Later, say: Language) -> str:
    back = " " + say.of("story", "taken_back", record=one.taken_back) if one.taken_back else ""
    return _with_sums(one.outcome, say) + back


def _choices(question: Question, say: Language) -> str:
    labels = [_plain(say.choice(choice.code, question.about)) for choice in question.choices]
    return say.of("story", "choices", labels=", ".join(labels))


def _prompt(prompt: Prompt, say: Language) -> str:
    rule = f" ({prompt.rule.number})" if prompt.rule is not None else ""
    return say.of("story", "prompt", prompt=say.say(prompt.say)) + rule


def _face_down(places: Sequence[str], say: Language) -> str:
    burnt = places.count(e.BURN)
    counts: dict[str, int] = {}
    for place in places:
        if place != e.BURN:
            counts[place] = counts.get(place, 0) + 1
    told = [say.place(place) + (f" ({count})" if count > 1 else "") for place, count in counts.items()]
    parts = [say.of("story", "face_down", where=", ".join(told))] if told else []
    parts += [say.of("story", "burnt", count=burnt)] if burnt else []
    return " ".join(parts)


# ---------------------------------------------------------------- what was touched


def _act(one: Happened, say: Language) -> str:
    event = one.event
    if not isinstance(event, e.Command) or event.kind in TOLD_BY_WHAT_FOLLOWS:
        return ""
    act = _named(event, one.act)
    label = _plain(say.say(act) if act is not None else _by_its_name(event, say))
    details = list(_details(event, act.words if act is not None else {}, say))
    about = getattr(event, "round", 0)
    label = f"{label}, {say.screen('past_title', round=about)}:" if about else label
    text = " ".join([label, *details])
    box = getattr(event, "box", None)
    place = say.place(str(box), begins=True) if box else ""
    if place and place.lower() not in text.lower():
        text = f"{place}: {text}"
    if event.role == "supervisor":
        text = say.of("story", "by_supervisor", act=text, by=event.by)
    return text


def _by_its_name(event: e.Event, say: Language) -> str:
    """Of an order that no further round begins: why."""
    if not isinstance(event, e.Command):
        return say.of("story", "device_report")
    why = f"_{event.waiting}" if isinstance(event, e.PlaySession) and event.waiting else ""
    return say.act(
        event.kind + why, **{name: getattr(event, name) for name in OF_ORDERS if hasattr(event, name)}
    )


def _named(event: e.Command, act: Text | None) -> Text | None:
    """An amount that was typed is said like one that had a button of its own."""
    if isinstance(event, e.PlaceAnte):
        return text("do_ante", amount_cents=event.amount_cents)
    if isinstance(event, e.PlaceBonusWager):
        return text("do_bonus", amount_cents=event.amount_cents)
    return act


def _details(event: e.Command, said: dict[str, Any], say: Language) -> Iterator[str]:
    for name in MONEY:
        cents = getattr(event, name, None)
        checks = cents == 0 and name in ("amount_cents", "to_cents")
        if cents is not None and not checks and cents not in said.values():
            goes_out = getattr(event, "direction", "") in ("take", "out_of")  # of a player's stake, of a pool
            yield say.money(-cents if goes_out else cents)
    faces = getattr(event, "cards", None) or [getattr(event, "card", None)]
    yield from (card_of(face).short for face in faces if isinstance(face, str))
    reason = getattr(event, "reason", "") or getattr(event, "claim", "")
    if reason:
        yield f"({reason})"


def _plain(label: str) -> str:
    """As it is read, and not as it is broken into lines on a button."""
    return label.replace("\xad", "").rstrip("…")


# ---------------------------------------------------------------- without the key


def _in_clear(of_round: PastRound, say: Language) -> Iterator[Line]:
    """What was decided stands there without words; what was said of it cannot be told."""
    for one in of_round.written:
        for outcome in one.outcomes():
            tone = _tone(outcome)
            if isinstance(outcome, Question):
                codes = ", ".join(choice.code for choice in outcome.choices)
                text = say.of("story", "asked", about=outcome.about, codes=codes) + f" ({outcome.rule.number})"
            elif isinstance(outcome, Ruling):
                text = say.of("story", "ruled", about=outcome.about, choice=outcome.choice, by=outcome.by)
                text += f" ({outcome.rule.number}){_reason(outcome, say)}"
            elif isinstance(outcome, RoundClosed) or getattr(outcome, "say", None) is not None:
                continue
            else:
                text = _with_sums(outcome, say)
            if text:
                yield Line(one.number, one.at_ms, tone, text)


# ---------------------------------------------------------------- on paper and as JSON


def as_text(told: Story, zone: Zone, hashes: dict[int, str] | None = None) -> Iterator[str]:
    """`hashes` of the records, where they are asked for."""
    yield from told.head
    yield ""
    yield from (_line(one, zone, hashes) for one in told.lines)
    if told.result:
        yield ""
        yield from told.result
    if told.later:
        yield ""
        yield from (_line(one, zone, hashes, with_day=True) for one in told.later)
    if told.remarks:
        yield ""
        yield from told.remarks


def _line(one: Line, zone: Zone, hashes: dict[int, str] | None, *, with_day: bool = False) -> str:
    at = zone.says(one.at_ms) if with_day else zone.clock(one.at_ms)
    number = f"  #{one.record} {hashes.get(one.record, '')[:16]}" if hashes is not None else ""
    indent = "    " if one.tone in ("prompt",) else ""
    return f"{at}{number}  {indent}{one.text}"


def as_json(told: Story, zone: Zone) -> dict[str, Any]:
    def lines(of: list[Line]) -> list[dict[str, Any]]:
        return [
            {
                "record": one.record,
                "at": zone.at(one.at_ms).isoformat(),
                "at_utc": utc(one.at_ms),
                "tone": one.tone,
                "text": one.text,
            }
            for one in of
        ]

    return {
        "head": told.head,
        "lines": lines(told.lines),
        "result": told.result,
        "later": lines(told.later),
        "remarks": told.remarks,
    }
