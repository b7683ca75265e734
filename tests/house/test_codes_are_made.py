"""Every refusal and every notice of the rules is made in some test, which names it by its code: a rule's number
alone may stand for six of them."""

import ast
import re
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
REFUSES = {"require": 1, "refusal": 0, "WhyNot": 0}  # where the code stands among the arguments
TELLS = {"notice": 0}
SAYS = {"Refusal": REFUSES, "Notice": TELLS}  # made with say=text("code")
NOT_MADE_BY_ANYBODY = {"test_language.py"}  # there sentences are only looked for

# Found when this test was written. Whoever makes one in a test takes it out here; nothing comes in.
STILL_TO_MAKE = {
    *("another_pot_first", "correction_waits_already", "decide_first", "nobody_to_seat", "not_held"),
    *("not_in_round", "nothing_to_choose", "pay_prize_first"),
    *("commission_again", "commission_back", "entrant_has_left", "link_released"),
    *("no_limit_markers", "shoe_missed_something", "signed"),
    *("signed_in", "signed_out", "too_late_to_rule"),
}


@cache
def codes(kind: str) -> dict[str, str]:
    """With the first place where each is said."""
    found: dict[str, str] = {}
    for path in sorted((ROOT / "games").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and (code := _code(node, kind)) is not None:
                found.setdefault(code, f"{path.relative_to(ROOT)}:{node.lineno}")
    return found


def _code(call: ast.Call, kind: str) -> str | None:
    name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
    at = SAYS[kind].get(name)
    said: ast.expr | None = None
    if at is not None and len(call.args) > at:
        said = call.args[at]
    elif name == kind:
        say = next((one.value for one in call.keywords if one.arg == "say"), None)
        said = say.args[0] if isinstance(say, ast.Call) and say.args else None
    return said.value if isinstance(said, ast.Constant) and isinstance(said.value, str) else None


@cache
def named() -> frozenset[str]:
    texts = (
        path.read_text(encoding="utf-8")
        for path in (ROOT / "tests").rglob("*.*")
        if path.suffix in (".py", ".toml") and path.name not in (*NOT_MADE_BY_ANYBODY, Path(__file__).name)
    )
    return frozenset(word for text in texts for word in re.findall(r'"([a-z_]+)"', text))


@pytest.mark.parametrize(("kind", "least"), [("Refusal", 170), ("Notice", 110)])
def test_each_is_made_by_its_code_in_some_test(kind: str, least: int):
    assert len(codes(kind)) >= least, "they are not found any more where they are said"
    unmade = {code: where for code, where in codes(kind).items() if code not in named()}
    assert {code: where for code, where in unmade.items() if code not in STILL_TO_MAKE} == {}


def test_what_is_still_to_be_made_is_not_made_yet():
    assert {code for code in STILL_TO_MAKE if code in named()} == set()
