"""Questions to a person: asked once for each trouble, answered one after the other."""

from __future__ import annotations

from dataclasses import replace

from games.cards import SealedTag
from games.events import BOARD, Report
from games.every_game.state import Pending, State, notice
from games.outcomes import Choice, Outcome, Question, Text, text

OF_A_READER = ("put_back", "reader_erred")  # what can be said of a card that a reader saw


def ask(
    state: State,
    about: str,
    /,
    *,
    report: Report | None = None,
    box: int | None = None,
    count: int = 0,
    tag: SealedTag | None = None,
    say: str = "",
    **words: object,
) -> list[Outcome]:
    """The same trouble is asked about once, however often it shows; every gap is a trouble of its own."""
    if not possible(state, about, count, by_reader=tag is not None):  # never a question without an answer
        return [notice("too_late_to_rule", state.play_on_rule)]
    question = _question(state, about, report, count, words, say, by_reader=tag is not None)
    pending = Pending(question, report, box, count, tag, words)
    if about != "reports_missed" and any(_same(pending, other) for other in state.pending):
        return []
    # A shoe that does not answer comes before everything else: nothing may be dealt.
    state.pending.insert(0 if about == "shoe_lost" else len(state.pending), pending)
    return [pending.question]


def _same(one: Pending, other: Pending) -> bool:
    return all(one.words.get(key) == other.words.get(key) for key in ("place", "nth")) and (
        one.question.about == other.question.about and one.box == other.box
    )


def _question(  # noqa: PLR0917
    state: State,
    about: str,
    report: Report | None,
    count: int,
    words: dict[str, object],
    say: str = "",
    *,
    by_reader: bool = False,
) -> Question:
    return Question(
        about=about,
        say=text(say or _asked_as(state, about, count), count=count, **words),
        rule=state.irregularities[about].rule,
        choices=possible(state, about, count, by_reader=by_reader),
        reported_by=report.by if report else "",
    )


def _asked_as(state: State, about: str, count: int) -> str:
    """A game may ask what decides between its first answers. Once the first cannot be given any more, that
    does not decide, and only what happened is said."""
    first = state.irregularities[about].choices[0]
    return state.game.asked_as.get(about, about) if _fits(state, first, count) else about


def choices(state: State, pending: Pending) -> tuple[Choice, ...]:
    """What may be ruled now: the table has gone on since the question was asked."""
    return possible(state, pending.question.about, pending.count, by_reader=pending.tag is not None)


def possible(state: State, about: str, count: int = 0, *, by_reader: bool = False) -> tuple[Choice, ...]:
    """What could be ruled if it were asked about now."""
    fitting = [
        replace(choice, needs="supervisor") if about in state.options.supervisor_decides else choice
        for choice in state.irregularities[about].choices
        if _fits(state, choice, count)
    ]
    if any(choice.code in OF_A_READER for choice in fitting):
        # "Go on" would not say whether the card was put back or the reader erred.
        left_out = ("go_on",) if by_reader else OF_A_READER
        fitting = [choice for choice in fitting if choice.code not in left_out]
    if about in ("reports_missed", "shoe_faulted") and _readers_see(state, count):
        fitting.sort(key=lambda choice: choice.code != "count_as_dealt")
    return tuple(fitting)


def _readers_see(state: State, count: int) -> bool:
    """So many cards more than were told of: the missed ones lie there."""
    return count > 0 and state.watch.cards_at_rest - state.deal.in_sight >= count


def blocked(state: State, pending: Pending, choice: Choice) -> Text | None:
    """The card is put back only when the readers see it there, and a shoe deals on only when it is clear."""
    if choice.code == "put_back" and pending.tag is not None and not state.watch.is_back(pending.tag):
        return text("put_back_first", place=pending.words["place"], other=pending.words["other"])
    if choice.code == "not_dealt" and state.shoe_stopped:
        return text("clear_shoe_first")
    return None


def _fits(state: State, choice: Choice, count: int) -> bool:
    if not state.game.fits(state, choice.code):
        return False
    if choice.code == "count_as_dealt":
        return state.dealing and 0 < count <= len(state.deal.plan) - len(state.deal.dealt)
    if choice.code == "rule_on_exposure":
        return any(possible(state, about) for about in state.game.exposures)
    if choice.code == "deal_by_hand":
        return state.dealing
    if choice.code == "reshuffle":
        return state.phase in ("shuffle", "cut", state.game.before_deal)
    return choice.code != "void" or (state.in_round and not state.void)


def drop_past(state: State) -> None:
    """As the round has gone on since, there is nothing to rule any more."""
    while state.pending and not choices(state, state.pending[0]):
        state.pending.pop(0)


def drop(state: State, *abouts: str) -> bool:
    """Takes back questions that something newer has answered."""
    before = len(state.pending)
    state.pending = [pending for pending in state.pending if pending.question.about not in abouts]
    return len(state.pending) < before


# ---------------------------------------------------------------- exposed cards


def ask_exposed(state: State, about: str, report: Report) -> list[Outcome]:
    counted = state.exposed + state.counts_as_exposed(report.place)
    return ask(
        state, about, report=report, place=report.place, nth=report.nth, seen=report.seen, exposed=counted
    )


def next_question(state: State) -> list[Outcome]:
    """The question that is now first. How many cards were exposed may have changed since it was asked."""
    drop_past(state)
    pending = state.question
    if pending is None:
        return check_inventory(state)
    if pending.question.about not in state.game.exposures or pending.report is None:
        return []
    about = state.game.exposure(state, pending.report)
    if about == pending.question.about:
        return []
    pending.question = _question(
        state, about, pending.report, 0, pending.words | {"exposed": state.exposed + 1}
    )
    return [pending.question]


# ---------------------------------------------------------------- readers that came back


def check_inventory(state: State) -> list[Outcome]:
    """A reader that came back with more cards than the deal knows of is asked about once."""
    if not state.inventory_open or not state.undecided_yet or state.pending:
        return []
    if state.by_hand and state.dealing:
        return []  # the dealer has still to say what has been dealt
    state.inventory_open = False
    place = state.watch.overfull(state.deal)
    if place is None:
        return []
    extra = len(state.watch.at_home(place)) - len(state.deal.hand(place))
    due = state.deal.due
    in_order = extra == 1 and due is not None and due.place == place
    if place == BOARD and state.deal.slots(BOARD) and not in_order:
        return ask(state, "board_wrong", place=place)
    return ask(state, "readers_count_differs", count=1 if in_order else 0, place=place)
