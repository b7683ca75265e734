"""Marks for tests of rules that several instruments have under the same numbers."""

from collections.abc import Callable

import pytest

from docs.generate import played_as
from games.rulebook import Document


def house_rules(*numbers: str) -> Callable:
    return _marked(numbers, played_as("house"))


def pot_rules(*numbers: str) -> Callable:
    return _marked(numbers, played_as("pot"))


def _marked(numbers: tuple[str, ...], documents: tuple[Document, ...]) -> Callable:
    def marked(test: Callable) -> Callable:
        for number in numbers:
            for document in documents:
                test = pytest.mark.rule(document.name, number)(test)
        return test

    return marked
