"""Says the rules' sentences in the language of a screen."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from datetime import datetime
from typing import Any

from controller.language.catalogues import LANGUAGES, SENTENCES, Book, own_sentences, shared, with_own
from games.cards import JOKER, AnyCard, Card, rank_text
from games.events import Where
from games.every_game.game import Game
from games.outcomes import (
    Acted,
    CardTurned,
    ChipsCounted,
    DisputeDecided,
    DisputeOpened,
    EntrantExcluded,
    JackpotPools,
    Notice,
    OrderFollowed,
    Outcome,
    Payment,
    Posted,
    PotSettled,
    Question,
    RoundClosed,
    RoundCorrected,
    Ruling,
    SeatMarked,
    StakeChanged,
    Text,
    TournamentRoundBegun,
    UncalledReturned,
    Undone,
    Withdrawn,
)

Clock = Callable[[int], str]
BLANK = re.compile(r"\S*\{\w+\}\S*\s*")

__all__ = ["LANGUAGES", "SENTENCES", "Language", "language_of", "time_of"]


def time_of(at_ms: int) -> str:
    """To the minute: what people are told beforehand."""
    return f"{datetime.fromtimestamp(at_ms / 1000):%H:%M}"


def card_of(face: str) -> AnyCard:
    return JOKER if face == JOKER else Card(face)


def language_of(name: str, game: type[Game], clock: Clock = time_of) -> Language:
    """As it is spoken at a table of that game."""
    return Language(name, seats=game.has_seats, own=own_sentences(game, name), clock=clock)


class Language:
    def __init__(
        self, name: str, *, seats: bool = False, own: Book | None = None, clock: Clock = time_of
    ) -> None:
        """In a pot game the players have seats, against the house they have boxes. `clock` says what time it is
        where somebody reads it."""
        self.name = name
        self._where = "seat" if seats else "box"
        self._book = with_own(shared(name), own or {})
        self._formats = self._book["formats"]
        self._sentences = {code: said for group in SENTENCES for code, said in self._book[group].items()}
        self._special: dict[str, Callable[[Any], str]] = {
            "nth": self.nth,
            "boxes": self.boxes,
            "from_ms": clock,
            "until_ms": clock,
            "seen": lambda face: card_of(face).short if face else "",
            "card": lambda face: card_of(face).short,
            "to_place": self.place,
            "blinds": lambda amounts: begin(self._each(amounts)),
            "late": self._late,
            "pot": self.pot,
            "uncalled": self._uncalled,
            "stakes": self._each,
            "changes": self._changes,
            "short": self._short,
            "absent": self._absent,
            "amounts": self._of_boxes,
            "moves": self._moves,
            "shares": self._shares,
            "fault": lambda code: str(self._book["faults"].get(code, code)),
            "remedy": self.remedy,
            "fault_at": self.fault_at,
            "why": lambda why: self.undetermined(why["code"], why),
            "colour": self.colour,
            "right_colour": self.colour,
            "second": lambda wager: str(self._book["screen"][f"wager_{wager}"]),
            "line": lambda code: str(self._book["paylines"][code]),
            "determined": self.determined,
            "decks": lambda decks: ", ".join(map(self.seen, decks)),
        }

    def say(self, sentence: Text | None) -> str:
        if sentence is None:
            return ""
        if sentence.code == "arithmetic":
            return self._arithmetic(sentence.words)
        if sentence.code == "give_all_back_explained":
            return self._all_back(sentence.words["lines"])
        return self._filled(self._template(sentence), sentence.words)

    def screen(self, code: str, /, **words: Any) -> str:
        return self._filled(self._book["screen"][code], words)

    def seen(self, caption: Text | None) -> str:
        """Of what is seen."""
        return self._filled(self._book["captions"][caption.code], caption.words) if caption else ""

    def sign(self, said: Text | None) -> str:
        """Of what the table's sign says."""
        return self._filled(self._book["sign"][said.code], said.words) if said else ""

    def of(self, group: str, code: str, /, **words: Any) -> str:
        """A word of a named group: a phase, a state, a fault."""
        return self._filled(self._book[group][code], words)

    def group(self, name: str) -> dict[str, str]:
        return dict(self._book[name])

    def explain(self, sentence: Text) -> str:
        return self._filled(self._book["explains"][sentence.code], sentence.words)

    def undetermined(self, code: str, words: Mapping[str, Any]) -> str:
        """Why nobody could play by what is to be determined, and what to change."""
        return self._filled(self._book["undetermined"][code], words)

    def ruling(self, sentence: Text) -> str:
        """A question is asked and ruled on with the same words."""
        return self._filled(self._book["rulings"][sentence.code], sentence.words)

    def choice(self, code: str, about: str) -> str:
        """What stands on the button of an answer."""
        return self._without_blanks(self._template(Text(code=f"choose_{code}", words={"about": about})))

    def act(self, kind: str, **words: Any) -> str:
        """What was done with that command, where nothing stands there that was touched for it."""
        return (
            self.of("acts", kind, **words) if kind in self._book["acts"] else self.of("buttons", f"do_{kind}")
        )

    def _without_blanks(self, template: str) -> str:
        return BLANK.sub("", template).strip()

    def told(self, outcome: Outcome) -> str:
        """One line of the hand history; empty for what a dealer need not read again."""
        if isinstance(outcome, CardTurned):
            return self.screen("turned_line", place=outcome.place, nth=outcome.nth, card=outcome.card)
        if isinstance(outcome, Payment):
            wager, result = self.screen(f"wager_{outcome.wager}"), self.screen(f"result_{outcome.result}")
            goes_back = outcome.result in ("void", "returned")
            cents = outcome.net_cents or (outcome.returned_cents if goes_back else 0)
            return self.screen("paid_line", box=outcome.box, wager=wager, result=result, amount_cents=cents)
        if isinstance(outcome, Ruling):
            said, rule = self.ruling(outcome.say), outcome.rule.number
            if outcome.reported_by:
                return self.screen(
                    "ruling_on_report_line", rule=rule, say=said, by=outcome.by, reporter=outcome.reported_by
                )
            return self.screen("ruling_line", rule=rule, say=said, by=outcome.by)
        if isinstance(outcome, Question):
            return self.explain(outcome.say)
        if isinstance(outcome, Undone):
            return self.screen("undone_line")
        if isinstance(outcome, Withdrawn):
            return self.screen("withdrawn_line")
        if isinstance(outcome, JackpotPools):
            return self._told_of_the_pools(outcome)
        if isinstance(outcome, DisputeOpened | DisputeDecided | RoundCorrected):
            return self._told_afterwards(outcome)
        if isinstance(outcome, RoundClosed):
            return self.screen("closed_line", round=outcome.round)
        if isinstance(outcome, Posted | Acted | PotSettled | UncalledReturned | StakeChanged):
            return self._told_of_a_pot(outcome)
        if isinstance(
            outcome, OrderFollowed | SeatMarked | TournamentRoundBegun | EntrantExcluded | ChipsCounted
        ):
            return self._told_of_a_tournament(outcome)
        return self.say(outcome.say) if isinstance(outcome, Notice) else ""

    def _told_of_the_pools(self, pools: JackpotPools) -> str:
        now = {
            "prize_cents": pools.prize_cents,
            "reserve_cents": pools.reserve_cents,
            "displayed_cents": pools.displayed_cents,
        }
        if not pools.changed_cents:
            return self.screen("pools_line", fed_cents=pools.fed_cents, paid_cents=pools.paid_cents, **now)
        return self.screen(
            "pools_changed_line",
            changed=self.money(pools.changed_cents, signed=True),
            by=f"{pools.by}, {pools.second_by}",
            reason=pools.reason,
            was_prize_cents=pools.was_prize_cents,
            was_reserve_cents=pools.was_reserve_cents,
            **now,
        )

    def _told_of_a_tournament(
        self, outcome: OrderFollowed | SeatMarked | TournamentRoundBegun | EntrantExcluded | ChipsCounted
    ) -> str:
        if isinstance(outcome, OrderFollowed):
            return self.screen("order_line", order=outcome.order)
        if isinstance(outcome, TournamentRoundBegun):
            return self.screen("tournament_round_line", round=outcome.round)
        if isinstance(outcome, EntrantExcluded):
            return self.screen("excluded_line", place=str(outcome.box), entry=outcome.entry)
        if isinstance(outcome, SeatMarked):
            taken = self.screen("entrant_here" if outcome.taken else "entrant_absent")
            return self.screen("seat_marked_line", place=str(outcome.box), entry=outcome.entry, taken=taken)
        cents, reckoned = outcome.counted_cents, outcome.reckoned_cents
        return self.screen(
            "chips_counted_line", place=str(outcome.box), amount_cents=cents, reckoned_cents=reckoned
        )

    def _told_afterwards(self, outcome: DisputeOpened | DisputeDecided | RoundCorrected) -> str:
        """Of a round that may be closed."""
        if isinstance(outcome, DisputeOpened):
            who = {"place": str(outcome.box), "by": outcome.by}
            return self.screen("dispute_line", round=outcome.round, claim=outcome.claim, **who)
        if isinstance(outcome, DisputeDecided):
            code = "dispute_upheld_line" if outcome.upheld else "dispute_stands_line"
            who = {"place": str(outcome.box), "by": outcome.by}
            said = self.screen(code, round=outcome.round, reason=outcome.reason, **who)
            return f"{said} {self.screen('review_asked_line')}" if outcome.review_asked else said
        told = "round_voided_line" if outcome.void else "round_corrected_line"
        both = f"{outcome.by}, {outcome.second_by}" if outcome.second_by else outcome.by
        return self.screen(told, round=outcome.round, by=both, reason=outcome.reason)

    def _told_of_a_pot(self, outcome: Posted | Acted | PotSettled | UncalledReturned | StakeChanged) -> str:
        if isinstance(outcome, Posted):
            return self.screen(f"posted_{outcome.what}_line", box=outcome.box, amount_cents=outcome.cents)
        if isinstance(outcome, Acted):
            tapped = self.screen("tapped_out_word") if outcome.tapped_out else ""
            return self.screen(
                f"acted_{outcome.action}_line",
                box=outcome.box,
                amount_cents=outcome.put_in_cents,
                to_cents=outcome.to_cents,
                tapped=tapped,
            )
        if isinstance(outcome, UncalledReturned):
            return self.screen("uncalled_line", box=outcome.box, amount_cents=outcome.cents)
        if isinstance(outcome, StakeChanged):
            return self.screen(
                f"stake_{outcome.why}_line",
                box=outcome.box,
                amount_cents=abs(outcome.cents),
                moved=self.money(outcome.cents, signed=True),
                stake_cents=outcome.stake_cents,
            )
        shares = [(share.box, share.cents, share.half) for share in outcome.shares]
        return self.screen(
            "pot_settled_line",
            pot=outcome.pot,
            amount_cents=outcome.amount_cents,
            commission_cents=outcome.commission_cents,
            shares=shares,
        )

    def determined(self, value: object) -> str:
        """Of a choice: what was determined, as people say it."""
        return str(self._book["determined"].get(str(value).lower(), value))

    def money(self, cents: int, *, signed: bool = False) -> str:
        whole, rest = divmod(abs(cents), 100)
        text = f"{whole:,}".replace(",", self._formats["thousands"])
        if rest:
            text += f"{self._formats['decimal']}{rest:02}"
        sign = "-" if cents < 0 else "+" if signed and cents else ""
        return sign + text

    def place(self, place: str, *, begins: bool = False) -> str:
        places = self._formats["places"]
        if place.isdigit():
            return str(places[self._where.capitalize() if begins else self._where]).format(n=place)
        return str(places.get(place.capitalize() if begins else place, ""))

    def remedy(self, fault: str) -> str:
        """What to do about it; a driver of somebody else may have a word of its own for what is wrong."""
        remedies = self._book["remedies"]
        return str(remedies.get(fault, remedies["unknown_fault"]))

    def fault_at(self, where: Where | Mapping[str, Any]) -> str:
        """At which places of the table, and what to look for at the device."""
        said = where if isinstance(where, Mapping) else asdict(where)
        places = ", ".join(self.place(place) for place in said["places"])
        part = said["part"] and self._filled(
            self._book["parts"][said["part"]], {"numbers": ", ".join(map(str, said["numbers"]))}
        )
        return f"{places} ({part})" if places and part else places or str(part)

    def pot(self, nth: int) -> str:
        """Everywhere the same: the main pot is the first."""
        return str(self._formats["side_pot" if nth > 1 else "main_pot"]).format(n=nth - 1)

    def boxes(self, numbers: Sequence[int]) -> str:
        """One after the other, as they are dealt to."""
        form = str(self._formats["boxes" if len(numbers) > 1 else "one_box"])
        return form.format(boxes=", ".join(map(str, numbers)))

    def colour(self, colour: str) -> str:
        """Of a deck's backs."""
        return str(self._book["colours"][colour or "unknown"])

    def nth(self, nth: int) -> str:
        return str(self._formats["nths"][nth - 1]) if nth else "0"

    def hand(self, words: Mapping[str, Any], group: str = "hands") -> str:
        """As it is said within a sentence."""
        ranks = words["ranks"]
        first, second = ranks[0], ranks[min(1, len(ranks) - 1)]
        names, plurals = self._formats["ranks"], self._formats["rank_plurals"]
        return str(self._book[group][words["hand"]]).format(
            first=names[first],
            firsts=plurals[first],
            second=names[second],
            seconds=plurals[second],
            each="-".join(rank_text(rank) for rank in ranks),
        )

    def hand_title(self, words: Mapping[str, Any]) -> str:
        """As it stands alone: "Full house, kings over jacks"."""
        return begin(self.hand(words, "hand_titles"))

    # ------------------------------------------------------------ filling in

    def _template(self, sentence: Text) -> str:
        """A choice may have its own words for one question, and a form where boxes are seats."""
        special = f"{sentence.code}_{sentence.words.get('about', f'at_{self._where}s')}"
        return str(self._sentences.get(special) or self._sentences[sentence.code])

    def _filled(self, template: str, words: Mapping[str, Any]) -> str:
        if not words and "{" not in template:
            return template
        begins = template.startswith(("{place}", "{other}"))
        filled = {key: self._word(key, value, begins=begins) for key, value in words.items()}
        if "hand" in words:
            filled["hand"] = self.hand(words)
        return template.format_map(filled)

    def _word(self, key: str, value: Any, *, begins: bool) -> str:
        if key.endswith("_cents"):
            return self.money(value)
        if key in ("place", "other"):
            return self.place(value, begins=begins)
        special = self._special.get(key)
        return special(value) if special else str(value)

    # ------------------------------------------------------------ lists of amounts

    def _each(self, amounts: Mapping[int, int]) -> str:
        """Who puts in what, by seat."""
        line = str(self._formats["seat_amount"])
        return ", ".join(line.format(n=seat, amount=self.money(cents)) for seat, cents in amounts.items())

    def _of_boxes(self, amounts: Mapping[int, int]) -> str:
        line = str(self._formats["box_amount"])
        return ", ".join(line.format(n=box, amount=self.money(cents)) for box, cents in amounts.items())

    def _late(self, amounts: Mapping[int, int]) -> str:
        return str(self._formats["late"]).format(each=self._each(amounts)) if amounts else ""

    def _changes(self, changes: Sequence[Mapping[str, Any]]) -> str:
        """What was determined, and what is to be."""
        return ", ".join(map(self._change, changes))

    def _change(self, change: Mapping[str, Any]) -> str:
        say = self._amount if change["cents"] else self.determined
        was, now = say(change["was"]), say(change["now"])
        form = "determine_amount" if change["cents"] else "determine"
        template = str(self._sentences.get(f"{form}_{change['code']}", f"{change['code']}: {{determined}}"))
        return template.format(determined=f"{was} → {now}", amount_cents=f"{was} → {now}")

    def _amount(self, cents: int | None) -> str:
        return "–" if cents is None else self.money(cents)

    def _short(self, seats: Sequence[int]) -> str:
        """Who has less than the minimum stake (14.3)."""
        return str(self._formats["short"]).format(seats=self._seats(seats)) if seats else ""

    def _absent(self, seats: Sequence[int]) -> str:
        """Entrants of a tournament who are not there."""
        return str(self._formats["absent"]).format(seats=self._seats(seats)) if seats else ""

    def _seats(self, seats: Sequence[int]) -> str:
        return ", ".join(self.place(str(seat)) for seat in seats)

    def _uncalled(self, back: Sequence[int] | None) -> str:
        if back is None:
            return ""
        seat, cents = back
        return str(self._formats["uncalled"]).format(n=seat, amount=self.money(cents))

    def _shares(self, shares: Sequence[Sequence[Any]]) -> str:
        """Who gets what of a pot, and with which hand if it was shown."""
        lines = []
        for seat, cents, half, *hand in shares:
            line = str(self._formats[f"share_{half}"]).format(n=seat, amount=self.money(cents))
            lines.append(f"{line}: {self.hand(hand[0])}" if hand and hand[0] else line)
        return ", ".join(lines)

    # ------------------------------------------------------------ sums

    def _arithmetic(self, words: Mapping[str, Any]) -> str:
        formats = self._formats
        dealers = self.hand(words["dealers"])
        if words["mine"]:
            parts = [begin(formats["mine_dealers"].format(mine=self.hand(words["mine"]), dealers=dealers))]
        else:
            parts = [formats["dealer_only"].format(dealers=dealers)]
        for line in words["lines"]:
            parts += self._sum(line)
        if words.get("undeclared"):
            parts.append(formats["sum_undeclared"])
        return " ".join(parts)

    def _sum(self, line: Mapping[str, Any]) -> list[str]:
        formats = self._formats
        money = {name: self.money(line[f"{name}_cents"]) for name in ("settled", "paid", "excess")}
        parts: list[str] = []
        if line["wager"] == "jackpot":
            parts += [formats["sum_jackpot"].format(**money)] if line["result"] == "win" else []
        elif line["result"] == "win":
            code = "sum_capped" if line["capped"] else f"sum_{line['wager']}"
            parts.append(formats[code].format(odds=line["odds"], **money))
        if line["excess_cents"]:
            parts.append(formats["sum_excess"].format(**money))
        return parts

    def _all_back(self, lines: Sequence[Mapping[str, int]]) -> str:
        line = self._formats["back_one"]
        return "; ".join(line.format(box=one["box"], moves=self._moves(one)) for one in lines)

    def _moves(self, line: Mapping[str, int]) -> str:
        """What the dealer takes from a box, gives it and leaves it, as far as there is anything."""
        formats = self._formats
        moves = {
            "taken_cents": formats["back_taken"],
            "given_cents": formats["back_given"],
            "lies_cents": formats["back_lies"],
            "kept_cents": formats["back_kept"],
        }
        return ", ".join(move.format(amount=self.money(line[way])) for way, move in moves.items() if line[way])


def begin(text: str) -> str:
    return text[:1].upper() + text[1:]
