"""The form in which other determinations are said: first what is to change, then from when (4.1, 4.2)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from games.every_game.announcing import notice_minutes
from games.offers import Choice, Draft, Money, Offer, Option, Said, Value, for_supervisor, notice_choice
from games.outcomes import Text, text
from games.pot.determining import differences, value_of
from games.pot.options import PotOptions, determine
from games.pot.state import PotState

MOST_CENTS = 10_000_000

# By page; each is a name in the configuration. Amounts are typed, the others go round.
PAGES: dict[str, tuple[str, ...]] = {
    "stakes": (
        "minimum_stake_cents",
        "maximum_buy_in_cents",
        "betting.blinds_cents.0",
        "betting.blinds_cents.1",
        "betting.blinds_cents.2",
        "betting.ante_cents",
        "betting.least_cents",
        "betting.most_cents",
    ),
    "cards": (
        "cards.deck",
        "cards.joker",
        "cards.ace_low",
        "cards.wins",
        "cards.eight_or_better",
        "betting.maximum",
        "betting.opening",
        "burn",
        "dealt",
        "first_opener",
        "seconds_to_act",
    ),
}
AROUND: dict[str, tuple[Any, ...]] = {
    "cards.deck": (52, 48, 44, 40, 36, 32),
    "cards.joker": (False, True),
    "cards.ace_low": (False, True),
    "cards.wins": ("high", "low", "split"),
    "cards.eight_or_better": (False, True),
    "betting.maximum": ("half_pot", "full_pot", "no_limit", "straddle"),
    "betting.opening": ("blind_a", "blind_b", "blind_c"),
    "burn": (False, True),
    "dealt": ("two_two_one", "one_by_one"),
    "first_opener": ("lowest", "highest"),
    "seconds_to_act": (None, 30, 40, 60, 90),
}
NAMES = tuple(name for names in PAGES.values() for name in names)
BLINDS = "betting.blinds_cents"


def determination_offers(state: PotState) -> Iterator[Offer]:
    options = state.options
    title = text("determine_title")
    pages = tuple(Option(page, text(f"do_determine_{page}"), {}) for page in PAGES)
    draft = Draft(
        "draft",
        title,
        text("determine_detail"),
        values=lambda said: _values(options, said),
        fault=lambda said: _fault(options, said),
        args=lambda said: {"changes": _as_said(_changes(options, said))},
        go_on=text("do_determine_when"),
    )
    when = notice_choice(
        title,
        "do_limits_next_round",
        "do_limits_in",
        notice_minutes(state),
        summary=lambda said: _summary(options, said),
    )
    fields = (Choice("page", title, lambda said: pages), draft, when)
    yield for_supervisor("change_determinations", text("do_determine"), fields=fields, grave=True)


def _values(options: PotOptions, said: Said) -> tuple[Value, ...]:
    return tuple(_value(options, name, said) for name in PAGES[said["page"]] if _has(options, name))


def _value(options: PotOptions, name: str, said: Said) -> Value:
    value = _now(options, name, said)
    code = name.rpartition(".")[2] if not name[-1].isdigit() else f"blind_{int(name[-1]) + 1}"
    if name in AROUND:
        around = AROUND[name]
        follows = around[(around.index(value) + 1) % len(around)] if value in around else around[0]
        return Value(name, text(f"determine_{code}", determined=value), follows=follows)
    chip = options.smallest_chip_cents
    typed = Money(
        name, text("determine_amount_title"), text("determine_why"), chip, MOST_CENTS, chip, start_cents=value
    )
    return Value(name, text(f"determine_amount_{code}", amount_cents=value), typed)


def _has(options: PotOptions, name: str) -> bool:
    """What the configuration leaves out is not determined at the table."""
    try:
        value = _now(options, name, {})
    except (AttributeError, IndexError):
        return False
    if name == "betting.maximum":
        return bool(value != "spread")  # how far a spread goes is the configuration's business
    if name == "betting.opening":
        return bool(options.betting.blinds_cents)
    return name in AROUND or value not in (None, 0)


def _now(options: PotOptions, name: str, said: Said) -> Any:
    if name in said:
        return said[name]
    return value_of(options, name)


def _changes(options: PotOptions, said: Said) -> dict[str, Any]:
    """Blinds are one determination, however many of them were typed."""
    changes = {name: said[name] for name in NAMES if name in said}
    blinds = [name for name in changes if name.startswith(BLINDS)]
    if blinds:
        changes = {name: value for name, value in changes.items() if name not in blinds}
        places = range(len(options.betting.blinds_cents))
        changes[BLINDS] = tuple(_now(options, f"{BLINDS}.{place}", said) for place in places)
    return changes


def _summary(options: PotOptions, said: Said) -> Text | None:
    """From what to what: read before it is said."""
    changes = _changes(options, said)
    fit = determine(options, changes)
    return (
        text("will_change", changes=differences(options, fit, changes)) if isinstance(fit, PotOptions) else None
    )


def _as_said(changes: dict[str, Any]) -> list[dict[str, Any]]:
    return [{"name": name, "value": value} for name, value in changes.items()]


def _fault(options: PotOptions, said: Said) -> Text | None:
    fit = determine(options, _changes(options, said))
    return None if isinstance(fit, PotOptions) else fit.say
