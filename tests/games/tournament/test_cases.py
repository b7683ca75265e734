"""The worked cases of tournaments from an independent reading of the instruments.

They go through the commands: whoever has only these gets the same answers."""

import json

import pytest

from controller.tools.tournament.answers import COMMANDS
from controller.tools.tournament.commands import answers
from games.catalogue import rule_documents
from tests.cases import cases, named

COMMAND_OF = {kind: command for command, kinds in COMMANDS.items() for kind in kinds}
CASES = [case for kind in COMMAND_OF for case in cases("tournaments", kind)]


@pytest.mark.parametrize("case", CASES, ids=named)
def test_a_case_is_answered_as_it_was_worked_out(case):
    question = {"asks": case["kind"], "doc": case["doc"], "input": case["input"]}
    (answer,) = answers(COMMAND_OF[case["kind"]], "case", json.dumps(question))
    assert answer == case["expected"]
    if "rule" in answer:
        assert answer["rule"] in rule_documents()[case["doc"]].entries
