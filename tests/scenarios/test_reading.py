"""A file that cannot be played is complained about: which file, which step, what is wrong."""

import pytest

from tests.scenarios.reading import Wrong, read

HEAD = """
document = "NI2004-492"
[[scenario]]
title = "one"
rules = ["7.3"]
"""
STEPS = """
steps = [
  { antes = { "1" = 25 } },
  %s,
  { expect_phase = "antes" },
]
"""


def scenarios(tmp_path, text):
    path = tmp_path / "some.toml"
    path.write_text(text, encoding="utf-8")
    return read(path)


def complaint(tmp_path, text):
    with pytest.raises(Wrong) as wrong:
        scenarios(tmp_path, text)
    return str(wrong.value)


@pytest.mark.parametrize(
    ("step", "said"),
    [
        ("{ anted = { box = 1 } }", "unknown word 'anted'; is it 'ante'?"),
        ('"happens"', "unknown word 'happens'"),
        ('"_check"', "unknown word '_check'"),
        ("{ dispenses = 5 }", "unknown word 'dispenses'"),
        ("{ ante = { box = 1, dollar = 25 } }", "ante: unknown key 'dollar'; is it 'dollars'?"),
        ("{ ante = { box = 1, amount = 25 } }", "ante: unknown key 'amount'; known are box, dollars"),
        ("{ ante = { box = 1 } }", "ante: 'dollars' is missing"),
        ('{ ante = { box = "one", dollars = 25 } }', "ante, box: 'one': Input should be a valid integer"),
        ('{ deal = { "1" = 7 } }', "deal, hands: {'1': 7}: Input should be a valid string"),
        ('{ folds = [1, "two"] }', "folds, boxes: [1, 'two']: Input should be a valid integer"),
        ("{ shuffle = 3 }", "shuffle: nothing is said with this word; write it as 'shuffle'"),
        ("{ ante = { box = 1, dollars = 25 }, folds = 1 }", "a step is one word and what is said with it"),
        ('{ expect_ruling = { rule = "9.3" } }', "expect_ruling: 'choice' is missing"),
        ('"expect_phase"', "expect_phase: 'phase' is missing"),
        ('{ supervisor_void = "fraud" }', "unknown word 'supervisor_void'; is it 'supervisor_voids'?"),
    ],
)
def test_a_step_that_cannot_be_played_is_named(tmp_path, step, said):
    wrong = complaint(tmp_path, HEAD + STEPS % step)
    assert wrong.startswith("some.toml, 'one', step 2")
    assert said in wrong


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("document = 5 5", "some.toml: not TOML"),
        ('document = "NI2004-492"', "some.toml: 'scenario' is missing"),
        ('document = "x"\nscenarios = []', "unknown key 'scenarios'; is it 'scenario'?"),
        (HEAD, "some.toml, scenario 1: 'steps' is missing"),
        (HEAD + "setps = []", "scenario 1: unknown key 'setps'; is it 'steps'?"),
        (HEAD.replace("7.3", "7.33") + "steps = []", "'one': NI2004-492 has no rule 7.33"),
        (HEAD.replace('"7.3"', "") + "steps = []", "'one': names no rule"),
        (HEAD.replace("2004-492", "2017-584") + "steps = []", "no game that is played has NI2017-584"),
        (HEAD + 'steps = ["open"]', "nothing is to be heard in it"),
        (HEAD + 'table = { boxs = 3 }\nsteps = ["open"]', "table: unknown key 'boxs'; is it 'boxes'?"),
    ],
)
def test_a_file_that_cannot_be_read_is_complained_about(tmp_path, text, said):
    assert said in complaint(tmp_path, text)


def test_what_is_heard_otherwise_names_the_step(tmp_path):
    (scenario,) = scenarios(tmp_path, HEAD + STEPS % '{ expect_phase = "deal" }')
    with pytest.raises(AssertionError, match=r"some.toml, 'one', step 2, .*the phase is antes, not deal"):
        scenario.play()


@pytest.mark.parametrize("last", ["{ ante = { box = 1, dollars = 26 } }", '"shuffle"'])
def test_a_refusal_that_nobody_expects_fails(tmp_path, last):
    (scenario,) = scenarios(tmp_path, HEAD + STEPS % last)
    with pytest.raises(AssertionError, match="nobody expected this refusal"):
        scenario.play()


def test_a_refusal_at_the_very_end_fails_too(tmp_path):
    (scenario,) = scenarios(tmp_path, HEAD + 'steps = [{ expect_phase = "antes" }, "shuffle"]')
    with pytest.raises(AssertionError, match="nobody expected this refusal"):
        scenario.play()


def test_the_table_is_as_the_scenario_wants_it(tmp_path):
    text = HEAD + 'table = { boxes = 2, minimum = 100 }\nsteps = [{ expect_phase = "antes" }]'
    (scenario,) = scenarios(tmp_path, text)
    state = scenario.play().game.state
    assert (len(state.boxes), state.options.limits.minimum_cents) == (2, 10_000)
