"""The message catalogues: whatever the code says is there, in both languages, and fits."""

from __future__ import annotations

import ast
import inspect
import re
import textwrap
import tomllib
from collections.abc import Callable, Iterator
from itertools import product
from pathlib import Path
from string import Formatter
from typing import NamedTuple, get_args, get_type_hints

import pytest

from config.roles import Part
from controller import language
from controller.journal.sealer import Sealing
from controller.journal.witness import Standing as WitnessStands
from controller.language import LANGUAGES, SENTENCES, Language
from controller.language import tournaments as language_of_tournaments
from controller.lines.keeper import State as DeviceState
from controller.loop import TroubleCode
from controller.screens.bench import NEXT_CARD, PACES_S
from controller.tournament import prints, view
from drivers.angel_eye.driver import FAULTS as ANGEL_EYE_FAULTS
from drivers.escpos.codec import trouble
from drivers.firmata.driver import NOT_TOLD, UNREADABLE
from drivers.json_lines.messages import FAULTS as JSON_LINES_FAULTS
from drivers.reports import FaultyPart
from drivers.table_link.driver import TableLink
from drivers.table_link.messages import COLOURS
from drivers.table_link.messages import FAULTS as TABLE_LINK_FAULTS
from games import betting, stakes
from games.betting import Maximum
from games.canberra_poker.books import SEEDED_FOR
from games.canberra_poker.jackpot import MAJOR_FLOOR_CENTS, MINOR_CENTS
from games.canberra_poker.phases import STRIP as CANBERRA_STRIP
from games.canberra_poker.tournament_seen import entrant_standing
from games.cards import Card
from games.casino_holdem.phases import STRIP as HOLDEM_STRIP
from games.casino_holdem.super_aces import ODDS as SUPER_ACES_ODDS
from games.catalogue import GAMES
from games.deal import Shoe
from games.events import COMMANDS, Colour, DeviceRole, Held, ReportKind
from games.events.tournament_orders import Strayed, Waiting
from games.every_game.deck import deck_fault
from games.every_game.prompts import SHOE_TROUBLE
from games.every_game.rulings import EFFECTS as EVERY_GAMES_EFFECTS
from games.every_game.rulings import GROUNDS
from games.hand_order import Category
from games.hands import rank_five
from games.house.boxes_seen import standing_of
from games.house.game import HouseGame
from games.house.offers import LIMITS
from games.outcomes import ActionName, Half, PostName, StakeWhy, Text, WagerName, WagerResult, text
from games.pot.determinations import AROUND, PAGES
from games.pot.game import PotGame
from games.pot.options import FAULTS, Misfit, determine
from games.pot.phases import STRIP as POT_STRIP
from games.pot.rulings import PENALTIES
from games.pot.seats_seen import BLINDS
from games.pot.stakes_on_sign import LIMITS as POT_LIMITS
from games.shuffler import DeckState, Shuffler
from games.tournament import desk, ending
from games.tournament import events as tournaments
from games.tournament.ballot import BallotFault
from games.tournament.entering import WhyNot
from games.tournament.outcomes import CashWhat, EntryState
from games.tournament.state import Stage
from simulators.device import SimulatedDevice
from tests.games.rounds.pot import OmahaRounds

ROOT = Path(__file__).parents[2]
FOLDER = Path(language.__file__).parent
BOOKS = {name: tomllib.loads((FOLDER / f"{name}.toml").read_text("utf-8")) for name in LANGUAGES}
SPEAKERS = {name: Language(name) for name in LANGUAGES}
ANY = "sentences"  # the groups that share one name space
PAGE = "director"
TOURNAMENT = "tournament"  # its sentences go before those of a table, and may have the same names
SOFT_HYPHEN = "\u00ad"
HOUSE_GAMES = [game for game in GAMES.values() if issubclass(game, HouseGame)]
STRIP = {*CANBERRA_STRIP, *HOLDEM_STRIP, *POT_STRIP}
ASKED_AS = {  # by more than one sentence in a game
    "shoe_back": {"shoe_back", "shoe_back_first"},
    "wrong_box": {"wrong_box", "card_astray", "dealt_out_of_turn"},
}
IRREGULARITIES = {name: row for game in GAMES.values() for name, row in game.irregularities.items()}
EFFECTS = {
    *EVERY_GAMES_EFFECTS,
    *(effect for game in GAMES.values() for effect in game.effects),
    *(effect for game in GAMES.values() for shoe in game.shoes for effect in shoe.effects),
}
HOUSE_GAMES = [game for game in GAMES.values() if issubclass(game, HouseGame)]
SECOND_WAGERS = {game.second_wager for game in HOUSE_GAMES}
SIDE_WAGERS = {game.side_wager for game in HOUSE_GAMES if game.side_wager}
HANDS = (*(category.word for category in Category), "low")
PUT_TOGETHER = {"arithmetic", "give_all_back_explained"}  # said from parts, in [formats]

# ---------------------------------------------------------------- what the code says


class Said(NamedTuple):
    group: str
    code: str
    where: str
    words: frozenset[str] | None  # those given; None if the source does not show them


def codes(expression: ast.AST, names: dict[str, ast.AST]) -> set[str]:
    """Every code that an expression of the source can become."""
    match expression:
        case ast.Constant(value=None):
            return set()
        case ast.Constant(value=str(code)):
            return {code} - {""}
        case ast.IfExp(body=one, orelse=other):
            return codes(one, names) | codes(other, names)
        case ast.Tuple(elts=[first, *_]):
            return codes(first, names)
        case ast.Dict(values=values):
            return {code for value in values for code in codes(value, names)}
        case ast.Name(id=name) | ast.Subscript(value=ast.Name(id=name)) if name in names:
            return codes(names[name], names)
    source = ast.unparse(expression)
    assert source in BUILT, f"a code is put together in a new way: tell BUILT what {source!r} can become"
    return BUILT[source]


def returned(function: Callable[..., object]) -> set[str]:
    tree = ast.parse(textwrap.dedent(inspect.getsource(function)))
    values = [node.value for node in ast.walk(tree) if isinstance(node, ast.Return)]
    constants = [value for value in values if isinstance(value, ast.Tuple | ast.IfExp)]
    constants += [value for value in values if isinstance(value, ast.Constant) and value.value]
    return {code for value in constants for code in codes(value, {})}


DECK_FAULTS = returned(deck_fault)
WRONG_DECKS = {*returned(Shuffler.fault_with), "same_colour"}
SEAT_STANDINGS = {
    "absent",
    "all_in",
    "out",
    *BLINDS[1:],
    "sits_out",
    "mucked",
    "too_early",
    "declared",
    "no_stake",
    "waits_for_blind",
    "barred",
}  # and those of a box
HEADS = {
    f"column_{node.value}"
    for module in (prints, view)
    for node in ast.walk(ast.parse(inspect.getsource(module)))
    if isinstance(node, ast.Constant)
}
QUICK = ("quick_least", "quick_half_pot", "quick_pot", "quick_all_in", "quick_most")
UNFIT = re.compile(r'(?:Unfit\(|_refused\(terms,)\s*"(\w+)"')  # what a bet or a stake is refused for
ASK_FOR_AMOUNTS = (
    "take_seat",
    "add_to_stake",
    "take_from_stake",
    "wager",
    "put_in",
    "act_out_of_turn",
)
DETERMINED = {name.rpartition(".")[2] for name in AROUND}
TYPED = {
    f"blind_{int(name[-1]) + 1}" if name[-1].isdigit() else name.rpartition(".")[2]
    for names in PAGES.values()
    for name in names
    if name not in AROUND
}
# The titles of a form are completed by what was said for its fields before.
SAID_BEFORE = {
    "report_which_card": {"place"},
    "report_which_face": {"place", "nth"},
    "correct_which_card": {"place"},
    "penalty_what": {"box"},
}
PENALTIES_OFFERED = (
    *("excluded", "wagers_void", "both_penalties", "out_of_round"),
    *("fold_hand", "fold_and_exclude"),
)
ASKED = (
    "report_title",
    "report_which_card",
    "report_which_face",
    "report_which_place",
    "report_which_place_at_seats",
)
HELD = {f"held_{why}" for why in get_args(Held) if why}


def simulated_devices(above: type[SimulatedDevice] = SimulatedDevice) -> list[type[SimulatedDevice]]:
    below = above.__subclasses__()
    return [*below, *(device for kind in below for device in simulated_devices(kind))]


BUILT: dict[str, set[str]] = {
    "DIRECTED[action]": {f"do_early_{action}_directed" for action in ("wager", "check", "fold")},
    "OUT_OF_TURN[action]": {f"do_early_{action}" for action in ("wager", "check", "fold")},
    "f'pot_blind_{place}'": {f"pot_blind_{place}" for place in (1, 2, 3)},
    "f'{code}_explained'": {f"{code}_explained" for code in (*DECK_FAULTS, *get_args(TroubleCode))},
    "code_of(error)": set(get_args(TroubleCode)),
    "f'held_{event.held}'": HELD,
    "f'held_{health.detail}'": HELD,
    "code": DECK_FAULTS,
    "deck_fault(state)": DECK_FAULTS,
    "f'stop_{question.about}'": {
        f"stop_{about}" for about in (*SHOE_TROUBLE, "count_back_differs", "cards_to_move")
    },
    "TITLES[type(incident)]": {"title_ruling", "title_dispute", "title_decision", "title_correction"},
    "f'fact_{name}'": {
        f"fact_{name}"
        for name in (
            "table",
            "round",
            "time",
            "dealer",
            "by",
            "reported_by",
            "asked",
            "open_for",
            "first_signed",
            "floor",
            "floor_came",
        )
    },
    "f'choose_{code}'": {f"choose_{effect}" for effect in EFFECTS},
    "f'choose_{choice.code}'": {f"choose_{effect}" for effect in EFFECTS},
    "f'ruled_{choice.code}'": {f"ruled_{effect}" for effect in EFFECTS},
    "f'ruled_{possible[0].code}'": {f"ruled_{effect}" for effect in EFFECTS},
    "say or _asked_as(state, about, count)": {
        *IRREGULARITIES,
        *PotGame.asked_as.values(),
        "shoe_lost_uncertain",
        "shoe_not_approved",
        "readers_held",
        "shoe_back_first",
        "cards_not_cut",
        "face_under_two_tags",
        "card_astray",
        "card_of_wrong_colour",
    },
    "waits.code if waits else ''": {"put_back_first", "clear_shoe_first"},
    "waits.code": {"put_back_first", "clear_shoe_first"},
    "why_not.why": set(get_args(get_type_hints(WhyNot)["why"])),
    "scene.trouble.code": set(),  # those of `_stop` and `Trouble`
    "phase": set(STRIP),
    "f'report_{what}'": {f"report_{kind}" for kind in get_args(ReportKind)},
    "f'do_{what}'": {f"do_{what}" for what in ("brightness", "theme", "mirror", "suits", "sounds", "language")},
    "f'do_seed_{why}'": {f"do_seed_{why}" for why in SEEDED_FOR},
    "f'do_limits_{name}'": {f"do_limits_{name}" for name in LIMITS},
    "f'do_limits_{name}_to'": {f"do_limits_{name}_to" for name in LIMITS},
    "f'limits_{name}_title'": {f"limits_{name}_title" for name in LIMITS},
    "f'{command}_title'": {f"{command}_title" for command in ASK_FOR_AMOUNTS},
    "quick": set(QUICK),
    "follows": {f"do_{penalty}" for penalty in PENALTIES_OFFERED},
    "later": {"do_close_in", "do_limits_in"},
    "now": {"do_close_after_round", "do_close_now", "do_limits_next_round"},
    "unfit.code": set(UNFIT.findall(inspect.getsource(betting) + inspect.getsource(stakes))),
    "PENALTIES[penalty]": set(PENALTIES.values()),
    "f'acted_{outcome.action}_line'": {f"acted_{action}_line" for action in get_args(ActionName)},
    "f'posted_{outcome.what}_line'": {f"posted_{what}_line" for what in get_args(PostName)},
    "f'stake_{outcome.why}_line'": {f"stake_{why}_line" for why in get_args(StakeWhy)},
    "f'blind_tag_{place}'": {f"blind_tag_{place}" for place in (1, 2, 3)},
    "f'do_determine_{page}'": {f"do_determine_{page}" for page in PAGES},
    "f'determine_{code}'": {f"determine_{code}" for code in DETERMINED},
    "f'determine_amount_{code}'": {f"determine_amount_{code}" for code in TYPED},
    "f'pot_{name}'": {f"pot_{name}" for name in POT_LIMITS},
    "f'do_void_{ground}'": {f"do_void_{ground}" for ground in GROUNDS},
    "f'claim_{number}'": {f"claim_{number}" for number in (1, 2, 3)},
    "f'correct_{way}'": {"correct_give", "correct_take"},
    "f'correct_{pool}_{way}'": {
        f"correct_{pool}_{way}" for pool in ("prize", "reserve") for way in ("into", "out_of")
    },
    "f'change_{pool}_{way}'": {
        f"change_{pool}_{way}" for pool in ("prize", "reserve") for way in ("into", "out_of")
    },
    "f'reason_{about}_{number}'": {
        f"reason_{about}_{number}"
        for about in ("void", "other", "penalty", "card", "correction", "pools")
        for number in (1, 2, 3)
    },
    "f'{device.role}_badge'": {f"{role}_badge" for role in get_args(DeviceRole)},
    "f'level_{scene.state.shoe}'": {f"level_{shoe}" for shoe in get_args(Shoe)},
    "f'journal_{code}'": {
        f"journal_{code}"
        for code in (
            *get_args(Sealing),
            *get_args(WitnessStands),
            "past_damaged",
            "disk_slow",
            "round_differs",
            "program_changed",
        )
    },
    "f'state_{state}'": {f"state_{state}" for state in get_args(DeviceState)},
    "f'wager_{outcome.wager}'": {f"wager_{wager}" for wager in get_args(WagerName)},
    "f'result_{outcome.result}'": {f"result_{result}" for result in get_args(WagerResult)},
    "f'deck_{why}'": {f"deck_{why}" for why in WRONG_DECKS},
    "f'wrong_deck_{shuffler.wrong}'": {f"wrong_deck_{why}" for why in WRONG_DECKS},
    "way": {"reboot", *(word for device in simulated_devices() for word in device.troubles)},
    "f'next_card_{mishap}'": {f"next_card_{mishap}" for mishap in NEXT_CARD},
    "name": {
        *("expose_last", "swap_boxes", "hand_to_rack", "fold_away"),
        *("pass_over", "draw_in_betting", "face_up_in_shoe"),
    },
    "f'autoplay_{pace}'": {f"autoplay_{pace}" for pace in PACES_S},
    "state.game.dealer_plays_explained": {game.dealer_plays_explained for game in HOUSE_GAMES},
    "state.game.decision_explained": {game.decision_explained for game in HOUSE_GAMES},
    "state.game.no_other_amount": {game.no_other_amount for game in HOUSE_GAMES},
    "f'{second}_or_fold'": {f"{second}_or_fold" for second in SECOND_WAGERS},
    "f'do_{state.game.second_wager}'": {f"do_{second}" for second in SECOND_WAGERS},
    "f'{self.second_wager}_decides'": {f"{second}_decides" for second in SECOND_WAGERS},
    "f'{state.game.second_wager}_line'": {f"{second}_line" for second in SECOND_WAGERS},
    "f'{state.game.second_wager}s'": {f"{second}s" for second in SECOND_WAGERS},
    "f'claims_{state.game.side_wager}'": {f"claims_{side}" for side in SIDE_WAGERS},
    "f'{state.game.side_wager}_mark'": {f"{side}_mark" for side in SIDE_WAGERS},
    "f'per_{state.game.capped_wager}'": {f"per_{game.capped_wager}" for game in HOUSE_GAMES},
    "f'link_{held.why}'": {f"link_{why}" for why in get_args(Strayed)},
    "f'strayed_{at.why}'": {f"strayed_{why}" for why in get_args(Strayed) if why != "not_conducted"},
    "f'tournament_waits_{here.waiting}'": {f"tournament_waits_{why}" for why in get_args(Waiting) if why},
    "which": {"minimum", "maximum", "multiple"},
    "f'{place}_rail'": {"board_rail", "dealer_rail"},
    "f'deck_{how_far}'": {f"deck_{state}" for state in ("outside", *get_args(DeckState))},
    "f'penalty_{penalty}'": {f"penalty_{what}" for what in ("void", "excluded", "both", "out_of_round")},
    "_how_sure(state)": {"shoe_lost", "shoe_lost_uncertain", "shoe_not_approved"},
    "f'recorded_{event.what}'": {f"recorded_{what}" for what in get_args(tournaments.Recorded)},
    "f'act_record_{what}'": {f"act_record_{what}" for what in get_args(tournaments.Recorded)},
    "f'ballot_{faults[0]}'": {f"ballot_{fault}" for fault in get_args(BallotFault)},
    "f'ask_{name}'": set(),  # those of `_ask`
    "f'told_cash_{outcome.what}'": {f"told_cash_{what}" for what in get_args(CashWhat)},
    "f'told_entry_{outcome.status}'": {f"told_entry_{status}" for status in get_args(EntryState)},
    "f'now_{seen.stage}'": {f"now_{stage}" for stage in ("between", "placing", "awarded", "cancelled")},
    "f'stage_{seen.stage}'": {f"stage_{stage}" for stage in get_args(Stage)},
    "f'part_{scene.part}'": {f"part_{part}" for part in get_args(Part) if part},
    "f'part_{part}'": {f"part_{part}" for part in get_args(Part) if part},
    "f'part_{speaker}'": {f"part_{part}" for part in get_args(Part) if part},
    "f'timer_{label}'": set(),  # those of `_timer`
    "f'tab_{name}'": {f"tab_{tab}" for tab in view.tabs_of("shift_manager")},
    "f'column_{name}'": HEADS & BOOKS["en"][PAGE].keys(),  # that none is missing is seen on paper
    "f'pool_{name}'": {"pool_fees", "pool_commission", "pool_prize_pool"},
    "f'cash_{one.what}'": {f"cash_{what}" for what in get_args(CashWhat)},
    "f'status_{entry.status}'": {f"status_{status}" for status in get_args(EntryState)},
    "f'paper_{kind}'": {f"paper_{kind}" for kind in prints.PAPERS},
    "label": set(),  # of `print_button`
    "waits or ''": returned(ending.waits_for),
    "ending.waits_for(state)": returned(ending.waits_for),
    "ending.waits_for(state) or 'tables_still_play'": returned(ending.waits_for),
    "why_not or ''": returned(desk.why_no_rebuy),
    "f'do_{kind}'": set(),  # of commands whose buttons have no blanks
    "f'do_{name}'": set(),  # those of `standing`, and on the bench of `_button` and `_hand`
    "f'group_{name}'": set(),  # those of `_group`
}
BUILT["place.standing"] = returned(standing_of) | SEAT_STANDINGS | returned(entrant_standing)
# Function -> group, what stands before the code, which argument is the code.
SAYERS = {
    "text": (ANY, "", 0),
    "notice": ("notices", "", 0),
    "require": (ANY, "", 1),
    "refusal": (ANY, "", 0),
    "_stop": ("prompts", "", 0),
    "_unusable": ("prompts", "", 0),
    "Trouble": ("prompts", "", 0),
    "screen": ("screen", "", 0),
    "caption": ("captions", "", 0),
    "on_sign": ("sign", "", 0),
    "wager_head": ("sign", "", 0),
    "standing": ("buttons", "do_", 1),
    "_to": ("buttons", "do_", 1),
    "_to_incidents": ("buttons", "do_", 1),
    "step_to": ("buttons", "do_", 0),
}
TOURNAMENT_SAYERS = {
    "text": (TOURNAMENT, "", 0),
    "notice": (TOURNAMENT, "", 0),
    "require": (TOURNAMENT, "", 1),
    "_ask": (TOURNAMENT, "ask_", 0),
    "said": (PAGE, "", 1),
    "print_button": (PAGE, "", 1),
    "shown": ("tournament_sign", "", 1),
    "_timer": (PAGE, "timer_", 1),
    "Unfit": (TOURNAMENT, "", 0),
}
TOURNAMENT_ROOMS = (ROOT / "games/tournament", ROOT / "controller/tournament")
BENCH_SAYERS = {"_button": ("bench", "do_", 1), "_hand": ("bench", "do_", 1), "_group": ("bench", "group_", 1)}


def in_the_source() -> Iterator[Said]:
    for room in ("games", "controller"):
        for path in sorted((ROOT / room).rglob("*.py")):
            sayers = SAYERS | (BENCH_SAYERS if path.name == "bench.py" else {})
            if path.parent in TOURNAMENT_ROOMS:
                sayers = TOURNAMENT_SAYERS
            tree = ast.parse(path.read_text("utf-8"))
            for node in ast.walk(tree):
                if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                    yield from _in_function(node, sayers, f"{path.relative_to(ROOT)}:{node.name}")


def _in_function(function: ast.AST, sayers: dict, where: str) -> Iterator[Said]:
    inside = list(ast.walk(function))
    names: dict[str, ast.AST] = {node.arg: ast.Constant("") for node in inside if isinstance(node, ast.arg)}
    for node in inside:  # an argument is passed on: its codes are found where they are given
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            names[node.targets[0].id] = node.value
    for call in inside:
        if isinstance(call, ast.Call) and (found := _said(call, sayers)):
            group, prefix, expression = found
            given = {keyword.arg for keyword in call.keywords}
            words = None if {None, "code"} & given or prefix else frozenset(given)
            for code in codes(expression, names):
                yield Said(group, prefix + code, where, words)


def _said(call: ast.Call, sayers: dict) -> tuple[str, str, ast.AST] | None:
    name = getattr(call.func, "id", getattr(call.func, "attr", ""))
    if name == "Text":
        return ANY, "", next(keyword.value for keyword in call.keywords if keyword.arg == "code")
    if name == "word":
        return ast.literal_eval(call.args[1]), "", call.args[2]
    if name == "of" and len(call.args) == 2 and isinstance(call.args[0], ast.Constant):
        return ast.literal_eval(call.args[0]), "", call.args[1]
    group, prefix, place = sayers.get(name, ("", "", 0))
    if group and len(call.args) > place:
        return group, prefix, call.args[place]
    return None  # "explain", "ruling" and "say" take a sentence whose code was given elsewhere


def by_other_ways() -> Iterator[tuple[str, str]]:
    """Codes that reach a catalogue as values rather than from a call."""
    yield from (("explains", about) for about in IRREGULARITIES)
    yield from (("rulings", f"ruled_{effect}") for effect in EFFECTS)
    yield from (
        ("forms", f"{code}_at_seats") for code in ("penalty_what", "report_which_place", "report_wrong_box")
    )
    yield from (("paylines", line) for line in (*MINOR_CENTS, *MAJOR_FLOOR_CENTS, *SUPER_ACES_ODDS))
    yield from (("paylines", line) for line in ("one_pair", "all_others"))
    yield from ((group, hand) for group in ("hands", "hand_titles") for hand in HANDS)
    of_devices = {*ANGEL_EYE_FAULTS.values(), *TABLE_LINK_FAULTS.values(), *JSON_LINES_FAULTS}
    of_devices |= {UNREADABLE, NOT_TOLD, "unknown_fault", "restarted", *returned(TableLink._objection)}
    of_devices |= {"reader_missing", "several_readers", "printer_stuck", *returned(trouble)}
    of_devices |= {"tells_cards", "not_answering", "reports_missed", "power_was_off"}
    yield from ((group, code) for code in of_devices for group in ("faults", "remedies"))
    yield from (("parts", part) for part in get_args(FaultyPart) if part)
    undoable = [kind for kind, command in tournaments.COMMANDS.items() if command.undoable]
    yield from ((TOURNAMENT, f"undo_{kind}") for kind in undoable)
    yield from (("colours", colour) for colour in (*COLOURS.values(), *get_args(Colour)))
    yield from (("formats", f"sum_{wager}") for wager in get_args(WagerName))
    yield from (("determined", str(value).lower()) for values in AROUND.values() for value in values)
    yield from (("determined", value) for value in (*get_args(Maximum), "eight_or_better"))
    yield from (("formats", f"share_{half}") for half in get_args(Half))
    yield from (
        ("undetermined", code) for code in (*FAULTS, "not_known", "not_at_the_table", "value_impossible")
    )
    yield from (("past", word) for word in _words_of_evidence())
    buttons = BOOKS["en"]["buttons"]  # one whose words have no blanks is told as it stands there
    yield from (("acts", kind) for kind in COMMANDS if "{" in buttons.get(f"do_{kind}", "{"))
    yield from (("acts", f"play_session_{why}") for why in get_args(Waiting) if why)
    yield from (("words", word) for word in _words_of_the_browser() - {"refused"})  # said before it has ours


def _words_of_evidence() -> set[str]:
    script = (ROOT / "controller/web/static/past.js").read_text("utf-8")
    keys = re.findall(r"\[((?:'\w+'(?:, )?)+)\]\.map\(name => key", script) + re.findall(r"\[('\w+'), ", script)
    named = re.findall(r"word\('(\w+)'\)|words\[language\]\.(\w+)", script)
    return {word for quoted in keys for word in re.findall(r"\w+", quoted)} | {
        one or other for one, other in named
    }


def _words_of_the_browser() -> set[str]:
    script = (ROOT / "controller/web/static/words.js").read_text("utf-8")
    return set(re.findall(r"^  (\w+): '", script, re.MULTILINE))


SAID = list(in_the_source())
USED = {(said.group, said.code) for said in SAID} | set(by_other_ways())


def has(book: dict, group: str, code: str) -> bool:
    if group == ANY:
        return code in PUT_TOGETHER or any(code in book[name] for name in SENTENCES)
    return code in book[group]


@pytest.mark.parametrize("name", LANGUAGES)
def test_whatever_the_code_says_is_in_the_catalogue(name):
    missing = {f"{group}: {code}" for group, code in USED if not has(BOOKS[name], group, code)}
    assert not missing, sorted(missing)


@pytest.mark.parametrize("name", LANGUAGES)
def test_nothing_in_the_catalogue_is_left_unsaid(name):
    own = {
        node.value
        for module in (language, language_of_tournaments)
        for node in ast.walk(ast.parse(inspect.getsource(module)))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }
    special = {
        f"choose_{choice.code}_{asked}"
        for game in GAMES.values()
        for about, row in game.irregularities.items()
        for asked in ASKED_AS.get(about, {about, game.asked_as.get(about, about)})
        for choice in row.choices
    }
    unsaid = [
        f"{group}: {code}"
        for group, entries in BOOKS[name].items()
        for code in entries
        if (group, code) not in USED
        and not (group in SENTENCES and (ANY, code) in USED)
        and not (group == "formats" and code in own)
        and not (group == "choices" and code in special)
    ]
    assert not unsaid, unsaid


@pytest.mark.parametrize("name", LANGUAGES)
def test_no_code_means_two_sentences(name):
    """All groups of sentences are one name space."""
    found = [code for group in SENTENCES for code in BOOKS[name][group]]
    assert sorted({code for code in found if found.count(code) > 1}) == []


@pytest.mark.parametrize("name", LANGUAGES)
def test_every_sentence_gets_the_words_it_needs(name):
    wanting = {
        f"{said.where}: {said.code} needs {', '.join(sorted(needed))}"
        for said in SAID
        if said.words is not None and (template := _template(name, said))
        if (needed := blanks(template) - said.words - SAID_BEFORE.get(said.code, set()))
    }
    assert not wanting, sorted(wanting)


def _template(name: str, said: Said) -> str | None:
    groups = SENTENCES if said.group == ANY else (said.group,)
    return next((BOOKS[name][group][said.code] for group in groups if said.code in BOOKS[name][group]), None)


# ---------------------------------------------------------------- the two catalogues side by side


def blanks(template: str) -> set[str]:
    return {field for _, field, _, _ in Formatter().parse(template) if field is not None}


def leaves(value: object, path: tuple = ()) -> Iterator[tuple[tuple, str]]:
    if isinstance(value, str):
        yield path, value
        return
    for key, inner in value.items() if isinstance(value, dict) else enumerate(value):
        yield from leaves(inner, (*path, key))


def test_both_catalogues_have_the_same_keys_in_the_same_order():
    english, german = ([path for path, _ in leaves(BOOKS[name])] for name in ("en", "de"))
    assert english == german


def test_both_catalogues_have_the_same_blanks():
    german = dict(leaves(BOOKS["de"]))
    differing = [path for path, said in leaves(BOOKS["en"]) if blanks(said) != blanks(german.get(path, said))]
    assert differing == []


@pytest.mark.parametrize("name", LANGUAGES)
def test_no_text_draws_the_signs_of_the_screen(name):
    assert [path for path, said in leaves(BOOKS[name]) if set(said) & set("▲■")] == []


def test_german_is_not_english():
    """Words of the trade and what is spelled the same are alike; whole sentences are not."""
    german = dict(leaves(BOOKS["de"]))
    plain = [(path, said) for path, said in leaves(BOOKS["en"]) if not blanks(said) and len(said.split()) > 2]
    assert [path for path, said in plain if german[path] == said] == [
        ("paylines", "dead_mans_hand"),
        ("sign", "super_aces"),
    ]


# ---------------------------------------------------------------- what fits


AMOUNTS = (20_000, 1_234_550, 4_000_000)
WIDEST = {
    "box": (7,),
    "nth": (1, 2, 3, 4, 5),
    "count": (52,),
    "out": (52,),
    "read": (104,),
    "cards": ("10♠, 10♥, 10♦",),
    "colour": get_args(Colour),
    "ante_cents": AMOUNTS[:2],
    "second": ["call"],
    "second_cents": AMOUNTS[::2],
    "amount_cents": AMOUNTS,
    "was_cents": AMOUNTS,
    "minutes": (30,),
    "place": ("9",),
    "pot": (6,),
    "entry": (9_999,),
    "until_ms": (0,),
    "seconds": (90,),
    "fault": tuple(sorted({code for group, code in USED if group == "faults"})),
    "number": ("13.2(a)",),
    "seats": ("2, 5, 6",),
}


def filled(name: str, group: str) -> Iterator[str]:
    """Every sentence of a group, with every combination of the widest words that occur."""
    for code, template in BOOKS[name][group].items():
        keys = sorted(blanks(template))
        for values in product(*(WIDEST[key] for key in keys)):
            yield SPEAKERS[name].of(group, code, **dict(zip(keys, values, strict=True)))


@pytest.mark.parametrize("name", LANGUAGES)
def test_prompts_hold_at_most_forty_characters(name):
    assert [said for said in filled(name, "prompts") if len(said) > 40] == []


@pytest.mark.parametrize("name", LANGUAGES)
@pytest.mark.parametrize("group", ["buttons", "choices"])
def test_labels_break_into_three_lines_of_twelve_letters(name, group):
    assert [label for label in filled(name, group) if not fits(label)] == []


@pytest.mark.parametrize("name", LANGUAGES)
def test_the_kinds_of_report_fit_on_buttons(name):
    kinds = [
        said for code, said in BOOKS[name]["forms"].items() if code.startswith("report_") and code not in ASKED
    ]
    assert [kind for kind in kinds if not fits(kind)] == []


@pytest.mark.parametrize("name", LANGUAGES)
def test_labels_for_the_supervisor_fit_with_their_mark(name):
    mark = BOOKS[name]["formats"]["supervisor_mark"]
    asked = [f"do_void_{ground}" for ground in GROUNDS]
    asked += ["do_deck_by_hand", "do_check_deck", "do_close", "do_box_maximum", "do_seed", "do_sign"]
    asked += ["do_shoe_replaced", "do_ordinary_shoe"]
    asked += [f"do_seed_{why}" for why in SEEDED_FOR]
    labels = [BOOKS[name]["buttons"][code] for code in asked] + list(BOOKS[name]["choices"].values())
    assert [label for label in labels if not fits(mark.format(label=label))] == []


def fits(label: str) -> bool:
    """As a browser breaks it: at spaces, behind hyphens, at soft hyphens, which then show."""
    lines = [""]
    for part in re.findall(rf"[^ {SOFT_HYPHEN}-]+[{SOFT_HYPHEN}-]?| ", label):
        before = lines[-1].replace(SOFT_HYPHEN, "")
        if len(f"{before}{part}".strip()) > 12:
            lines, before = [*lines, ""], ""
        lines[-1] = before + part
    return len(lines) <= 3 and all(len(line.strip()) <= 12 for line in lines)


# ---------------------------------------------------------------- words and numbers


@pytest.mark.parametrize(
    ("cents", "english", "german"),
    [
        (0, "0", "0"),
        (2_500, "25", "25"),
        (5, "0.05", "0,05"),
        (1_234_550, "12,345.50", "12.345,50"),
        (250_000_000, "2,500,000", "2.500.000"),
        (-4_000_010, "-40,000.10", "-40.000,10"),
    ],
)
def test_money(cents, english, german):
    assert (SPEAKERS["en"].money(cents), SPEAKERS["de"].money(cents)) == (english, german)


@pytest.mark.parametrize(
    ("place", "begins", "english", "german"),
    [
        ("3", False, "box 3", "Box 3"),
        ("3", True, "Box 3", "Box 3"),
        ("dealer", False, "the dealer", "dem Dealer"),
        ("dealer", True, "The dealer", "Dealer"),
        ("rack", False, "the discard rack", "der Ablage"),
        ("rack", True, "The discard rack", "Ablage"),
        ("", False, "", ""),
    ],
)
def test_places(place, begins, english, german):
    said = [SPEAKERS[name].place(place, begins=begins) for name in ("en", "de")]
    assert said == [english, german]


def test_ordinals():
    assert [SPEAKERS["en"].nth(nth) for nth in (0, 1, 5, 7)] == ["0", "first", "fifth", "seventh"]
    assert [SPEAKERS["de"].nth(nth) for nth in (0, 1, 5, 7)] == ["0", "erste", "fünfte", "siebte"]


@pytest.mark.parametrize(
    ("cards", "english", "german"),
    [
        ("As Kd 9h 8c 2s", "ace and king high", "Ass und König hoch"),
        ("6s 6d 9h 8c 2s", "a pair of sixes", "ein Paar Sechsen"),
        ("As Ad 8h 8c 2s", "two pairs, aces and eights", "zwei Paare, Asse und Achten"),
        ("Js Jd Jh 8c 2s", "three jacks", "drei Buben"),
        ("As 2d 3h 4c 5s", "a straight to the five", "Straße, Fünf hoch"),
        ("Qs 9s 8s 4s 2s", "a flush, queen high", "Flush, Dame hoch"),
        ("Ks Kd Kh Tc Ts", "a full house, kings over tens", "Full House, Könige über Zehnen"),
        ("7s 7d 7h 7c 2s", "four sevens", "vier Siebenen"),
        ("9h 8h 7h 6h 5h", "a straight flush to the nine", "Straight Flush, Neun hoch"),
        ("As Ks Qs Js Ts", "a royal flush", "Royal Flush"),
    ],
)
def test_hands(cards, english, german):
    words = rank_five([Card(face) for face in cards.split()]).words
    assert (SPEAKERS["en"].hand(words), SPEAKERS["de"].hand(words)) == (english, german)


def test_german_sentences_keep_their_grammar_at_every_place():
    say = SPEAKERS["de"].say
    assert say(text("too_many_cards", place="dealer", by="")) == "Bei dem Dealer liegen zu viele Karten."
    assert say(text("cards_exchanged", place="3", other="dealer")) == (
        "Eine Karte von dem Dealer liegt jetzt bei Box 3."
    )
    assert say(text("card_exposed", place="dealer", nth=5, seen="Td", exposed=1)) == (
        "Dealer, fünfte Karte aufgedeckt: 10♦. Nummer 1 in dieser Runde."
    )
    assert say(text("do_enter_card", nth=3)) == "Die dritte Karte eingeben"


def test_a_choice_has_its_own_words_for_one_question():
    answer = Text(code="choose_go_on", words={"about": "shoe_back"})
    assert [SPEAKERS[name].say(answer) for name in ("en", "de")] == ["Yes, go on", "Ja, weiter"]


def test_the_sum_behind_a_settlement_in_german():
    pair, ace_king = (
        rank_five([Card(face) for face in cards.split()]).words
        for cards in ("Ks Kd 9h 8c 2s", "As Kh 9d 8d 2d")
    )
    ante, bet = (
        {
            "wager": wager,
            "result": "win",
            "settled_cents": cents,
            "odds": 1,
            "paid_cents": cents,
            "excess_cents": 0,
            "capped": False,
        }
        for wager, cents in (("ante", 100_000), ("bet", 200_050))
    )
    said = SPEAKERS["de"].say(text("arithmetic", mine=pair, dealers=ace_king, lines=[ante, bet]))
    assert said == (
        "Ein Paar Könige gegen Ass und König hoch. Ante 1.000 x 1 = 1.000. Bet 2.000,50 x 1 = 2.000,50."
    )


@pytest.mark.parametrize(
    ("changes", "english", "german"),
    [
        (
            {"betting.least_cents": 0},
            "betting.least_cents cannot have this value: choose another.",
            "betting.least_cents kann diesen Wert nicht haben: einen anderen wählen.",
        ),
        (
            {"betting.nothing": 1},
            "There is nothing called betting.nothing here.",
            "Hier gibt es nichts mit dem Namen betting.nothing.",
        ),
        (
            {"minimum_stake_cents": 100_050},
            "1,000.50 cannot be paid in chips of 1: change the amount.",
            "1.000,50 geht nicht in Chips zu 1 auf: Betrag ändern.",
        ),
        (
            {"cards.eight_or_better": True, "cards.wins": "high"},
            "Eight or better is only for a pot that high and low split.",
            "Acht oder besser gilt nur, wenn hoch und niedrig teilen.",
        ),
    ],
    ids=["an impossible value", "no such name", "chips", "does not fit together"],
)
def test_what_cannot_be_determined_is_said_with_what_to_change(changes, english, german):
    configured = OmahaRounds(0).options.model_copy(update={"smallest_chip_cents": 100})
    fit = determine(configured, changes)
    assert isinstance(fit, Misfit)
    for name, said in (("en", english), ("de", german)):
        assert SPEAKERS[name].undetermined(fit.code, fit.words) == said
        refusal = text("cannot_be_determined", why={"code": fit.code, **fit.words})
        assert SPEAKERS[name].say(refusal).endswith(f". {said}")
