"""The physical table: cards with faces and tags, places for them, devices that speak when they move."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random, SystemRandom

from simulators.angel_eye import AngelEyeShoe
from simulators.building import build, cable
from simulators.device import Cable, HasKeys, NotPossible, ReadsTags, ScansCodes, SeesMarkers, SimulatedDevice
from simulators.mishaps import Mishap
from simulators.pcscd import PcscdWire
from simulators.shuffler import CHAMBERS, TRAY, Machine, colour_of
from simulators.specs import AnySpec, WatchingSpec, box_places, usual_antennas
from simulators.table_link import COLOUR_NUMBERS, LinkShoe, ShufflingShoe
from simulators.usb_wire import remove_what_is_left
from simulators.wire import DAMAGES, Wire

FACES = tuple(rank + suit for suit in "shdc" for rank in "23456789TJQKA")
JOKER = "Jk"
PILE, SHOE, HAND, POCKET, RACK = "pile", "shoe", "hand", "pocket", "rack"
DEALER, BOARD = "dealer", "board"
BURN = "burn"  # burnt cards lie in the rack, apart from the others
SHOES = ("shoe", "shuffling_shoe")
GARBAGE = bytes(range(0x80, 0xC0))
PACK = 5

Shoe = AngelEyeShoe | LinkShoe


@dataclass(eq=False, slots=True)
class PhysicalCard:
    face: str = field(repr=False)
    tag: bytes = field(repr=False)
    colour: str = "blue"


@dataclass(frozen=True, slots=True)
class Antenna:
    readers: ReadsTags
    number: int


class SimulatedTable:
    """Verbs are what hands do at a table. `tick` lets time pass; nothing here has a thread or a clock."""

    def __init__(  # noqa: PLR0917
        self,
        folder: Path,
        specs: Sequence[AnySpec],
        boxes: int,
        seed: int,
        boots: Random | None = None,
        faces: Sequence[str] = FACES,
        wires: type[Wire] = Wire,
    ) -> None:
        """`seed` fixes the cards, `faces` are those of a deck.

        Boot numbers must differ from run to run, so they have their own source."""
        self._chance = Random(seed)  # noqa: S311 - a seed must give the same cards again
        self._boots = boots or SystemRandom()
        self._places: dict[str, list[PhysicalCard]] = {
            place: [] for place in (PILE, SHOE, HAND, POCKET, DEALER, BOARD, BURN, RACK, *box_places(boxes))
        }
        self._boxes = boxes
        self._faces = self._known(faces)
        self._shoe: Shoe | None = None
        self._machine: Machine | None = None
        self._devices: dict[str, SimulatedDevice] = {}
        self._antennas: dict[str, Antenna] = {}
        self._markers: SeesMarkers | None = None
        self._sensors: dict[str, int] = {}  # the place that each marker sensor looks at
        self._button_mark: int | None = None  # the marker that is the dealer button
        self._install_all(folder, specs, seed, wires)
        self._mishap: Mishap = "none"
        self._fault = ""
        self._jammed = False
        self._check_pace_ms: int | None = None  # not None: the deck is being checked
        self._next_check_ms = 0
        self._check_over = ""  # the place that each card is laid on in the check, alone
        self._places[PILE] = self._new_cards()

    def _new_cards(self) -> list[PhysicalCard]:
        colours = ("blue", "red") if self._machine else ("blue",)
        return [card for colour in colours for card in self._new_deck(colour)]

    def _new_deck(self, colour: str) -> list[PhysicalCard]:
        return [PhysicalCard(face, self._new_tag(), colour) for face in self._faces]

    def _install_all(self, folder: Path, specs: Sequence[AnySpec], seed: int, wires: type[Wire]) -> None:
        self._check(specs)
        remove_what_is_left(folder)
        for port, spec in enumerate(specs, start=1):
            self._install(spec, cable(spec, folder, port, seed, wires))

    def _check(self, specs: Sequence[AnySpec]) -> None:
        readers = [spec for spec in specs if spec.kind == "reader_set"]
        watched = [place for spec in readers for place in self._antennas_of(spec).values()]
        for place in watched:
            self._cards_on(place)
        shoes = [spec for spec in specs if spec.kind in SHOES]
        if len(shoes) > 1:
            raise NotPossible("A table has one shoe: take the others out of the list of devices.")
        if len({*watched}) < len(watched):
            raise NotPossible("Two antennas look at one place: give each its own.")
        if len({spec.name for spec in specs}) < len(specs):
            raise NotPossible("Two devices have one name: give each its own.")

    def _install(self, spec: AnySpec, wire: Cable) -> None:
        antennas = self._antennas_of(spec)
        device = build(spec, wire, list(antennas), self._boots)
        self._devices[spec.name] = device
        if isinstance(device, AngelEyeShoe | LinkShoe):
            self._shoe = device
        elif isinstance(device, ShufflingShoe):
            self._has_shuffler(device)
        elif isinstance(device, ReadsTags):
            self._has_readers(device, antennas)
        elif isinstance(device, SeesMarkers):
            self._markers = device
            self._sensors = {place: number for number, place in antennas.items()}
            self._button_mark = spec.button_mark if isinstance(spec, WatchingSpec) else None

    def _has_shuffler(self, device: ShufflingShoe) -> None:
        for chamber in CHAMBERS:
            self._places.setdefault(chamber, [])
        self._machine = Machine(device, self._places, self._chance)

    def _has_readers(self, readers: ReadsTags, antennas: dict[int, str]) -> None:
        for number, place in antennas.items():
            self._antennas[place] = Antenna(readers, number)
            if place == RACK:
                self._antennas[BURN] = self._antennas[RACK]

    def _antennas_of(self, spec: AnySpec) -> dict[int, str]:
        if not isinstance(spec, WatchingSpec):
            return {}
        return spec.antennas or usual_antennas(self._boxes)

    def _new_tag(self) -> bytes:
        """An ISO 15693 number; drawn by lot, so that it tells nothing of the face."""
        return b"\xe0\x04" + self._chance.randbytes(6)

    # Time and the world around

    def tick(self, now_ms: int) -> None:
        for device in self._devices.values():
            device.tick(now_ms)
        if self._machine:
            self._machine.tick(now_ms)
        while self._check_pace_ms is not None and now_ms >= self._next_check_ms:
            self._check_one(now_ms, self._check_pace_ms)

    def close(self) -> None:
        for device in self._devices.values():
            device.wire.unplug()
            if isinstance(device.wire, PcscdWire):
                device.wire.close()

    @property
    def someone_listens(self) -> bool:
        return any(device.wire.up for device in self._devices.values())

    def state(self) -> dict[str, object]:
        """Counts only: what a camera above the table could tell of face-down cards."""
        return {
            "places": {place: len(cards) for place, cards in self._places.items()},
            "jammed": self._jammed,
            "fault": self._fault,
            "shuffler": self._in_the_machine(),
            "markers": self._lying_markers(),
            "button": self._button_mark is not None,
            "to_check": len(self._places[SHOE]) if self._check_pace_ms is not None else 0,
            "devices": {
                name: {"plugged": device.wire.plugged, "heard": device.wire.up, "can": device.can}
                for name, device in self._devices.items()
            },
        }

    def _lying_markers(self) -> dict[str, int | None]:
        lying = self._markers.lying if self._markers else {}
        return {place: lying[sensor] for place, sensor in self._sensors.items()}

    def _in_the_machine(self) -> dict[str, object] | None:
        if self._machine is None:
            return None
        chambers = {chamber: colour_of(self._places[chamber]) for chamber in CHAMBERS}
        return {**chambers, "open": self._machine.device.door_open}

    # The deck

    def load_deck(self) -> int:
        """The pile goes into the shoe; without a wire it is an ordinary one that tells of nothing."""
        if self._machine:
            raise NotPossible("This table has no shoe to load by hand: insert the decks.")
        self._checking_is_over()
        if not self._places[PILE]:
            raise NotPossible("There is no pile to load: collect the cards first.")
        self._places[SHOE] += self._places[PILE]
        self._places[PILE] = []
        return len(self._places[SHOE])

    def shuffle(self) -> None:
        self._chance.shuffle(self._deck())

    def shuffle_in(self) -> None:
        """A card that came too soon goes back among the others."""
        self._last_of(HAND)
        for _ in range(len(self._places[HAND])):
            self._move(HAND, self._source())
        self.shuffle()

    def cut(self, depth: int | None = None) -> None:
        """`depth` cards go from the top to the bottom; without it, somewhere in the middle half."""
        deck = self._deck()
        depth = self._middle_of(len(deck)) if depth is None else depth
        if not 0 < depth < len(deck):
            raise NotPossible(f"The deck has {len(deck)} cards: cut between 1 and {len(deck) - 1}.")
        deck[:] = deck[-depth:] + deck[:-depth]

    def _middle_of(self, count: int) -> int:
        return self._chance.randint(count // 4, count - count // 4)

    def new_deck(self, faces: list[str] | None = None) -> None:
        """All cards are taken away; others, with other tags and perhaps other faces, lie in the pile."""
        wanted = self._faces if faces is None else self._known(faces)
        self.take_decks_out()
        self._faces = wanted
        self._places[PILE] = self._new_cards()
        self._places[POCKET] = []

    @staticmethod
    def _known(faces: Sequence[str]) -> tuple[str, ...]:
        strange = [face for face in faces if face not in (*FACES, JOKER)]
        if strange or not faces:
            raise NotPossible(f"A deck has cards as Qd, and a joker as {JOKER}: {strange[:3]} are none.")
        return tuple(faces)

    def take_from_deck(self) -> None:
        """A card disappears into a pocket."""
        deck = self._deck()
        self._places[POCKET].append(deck.pop(self._chance.randrange(len(deck))))

    def put_back(self) -> None:
        self._into_the_deck(self._last_of(POCKET))
        self._places[POCKET].pop()

    def add_extra(self, face: str) -> None:
        """A second card with a face the deck already has."""
        if face not in FACES:
            raise NotPossible(f'"{face}" is no card: give rank and suit, for example "Qd".')
        self._into_the_deck(PhysicalCard(face, self._new_tag()))

    def exchange_next(self, face: str | None = None) -> None:
        """Somebody has put a card of another deck in the place of the next one. Its tag nobody has enrolled."""
        next_card = self._last_of(self._source())
        if face is not None and face not in FACES:
            raise NotPossible(f'"{face}" is no card: give rank and suit, for example "Qd".')
        foreign = PhysicalCard(face or next_card.face, self._new_tag(), next_card.colour)
        self._places[self._source()][-1] = foreign

    def enrol(self, path: Path) -> int:
        """What an enrolment station does with the cards at this table: each face of each pack once."""
        packs: dict[str, dict[str, bytes]] = {}
        for cards in self._places.values():
            for card in cards:
                packs.setdefault(card.colour, {}).setdefault(card.face, card.tag)
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(descriptor, "w") as file:
            file.writelines(_pack(colour, packs[colour]) for colour in sorted(packs))
        return sum(map(len, packs.values()))

    def _into_the_deck(self, card: PhysicalCard) -> None:
        deck = self._deck()
        deck.insert(self._chance.randint(0, len(deck)), card)

    def _deck(self) -> list[PhysicalCard]:
        """Wherever it is: in the shoe, or in a pile. The last card of the list comes out first."""
        deck = self._places[SHOE] or self._places[PILE]
        if not deck:
            raise NotPossible("There is no deck on the table: collect the cards first.")
        return deck

    def verify_next(self, mishap: Mishap = "none") -> None:
        """One card through the shoe outside any game; it lies in the pile afterwards."""
        self._read_by_shoe(self._last_of(SHOE), in_game=False, mishap=mishap)
        self._move(SHOE, PILE)

    def verify_all(self, pace_ms: int = 0, over: str | None = None) -> int:
        """Every card in the shoe, one each `pace_ms`, while time passes; on its way to the pile each is laid on
        the place `over`. Returns how many there are."""
        self._ready_shoe()
        self._last_of(SHOE)
        self._cards_on(over or PILE)
        self._check_over = over or ""
        self._check_pace_ms = max(0, pace_ms)
        self._next_check_ms = 0
        return len(self._places[SHOE])

    def _check_one(self, now_ms: int, pace_ms: int) -> None:
        if self._check_over:
            self._check_half(now_ms, pace_ms // 2)
        elif self._places[SHOE] and not self._jammed:
            self.verify_next()
            self._next_check_ms = now_ms + pace_ms
        else:
            self._check_pace_ms = None

    def _check_half(self, now_ms: int, half_pace_ms: int) -> None:
        """Half of the time a card is on its way to the reader, half it lies there."""
        self._next_check_ms = now_ms + half_pace_ms
        if self._places[HAND]:
            self._move(HAND, self._check_over)
            return
        if self._places[self._check_over]:
            self._move(self._check_over, PILE)
        if self._places[SHOE] and not self._jammed:
            self._read_by_shoe(self._last_of(SHOE), in_game=False, mishap="none")
            self._move(SHOE, HAND)
        else:
            self._check_pace_ms = None

    # Dealing

    def draw(self, to: str | None = None) -> None:
        """The next card goes to a place, or stays in the dealer's hand."""
        self._checking_is_over()
        self._cards_on(to or HAND)
        card = self._last_of(self._source())
        if self._shoe:
            self._read_by_shoe(card, in_game=True, mishap=self._mishap)
            self._mishap = "none"
        self._come_out(to)

    def draw_too_many(self, to: str | None = None, count: int = 2) -> None:
        for _ in range(count):
            self.draw(to)

    def double_feed(self, to: str | None = None) -> None:
        """Two cards come out as one; the shoe sees the first only."""
        if len(self._places[self._source()]) < 2:
            raise NotPossible("There are not two cards left: collect the cards and load the deck first.")
        self.draw(to)
        self._come_out(to)

    def next_card_goes(self, mishap: Mishap) -> None:
        """What happens with the next card drawn."""
        self._the_shoe()
        self._mishap = mishap

    def _read_by_shoe(self, card: PhysicalCard, in_game: bool, mishap: Mishap) -> None:
        if card.face == JOKER and mishap == "none":
            mishap = "smudged"  # it goes through, and no shoe can tell what it is
        if mishap == "misread":
            others = [face for face in self._faces if face not in (card.face, JOKER)]
            self._ready_shoe().card(others[-1], in_game)
            return
        self._ready_shoe().card(card.face, in_game, mishap)
        if mishap == "unread":
            self._fault = "cannot_read"

    def _come_out(self, to: str | None) -> None:
        self._move(self._source(), HAND)
        if to is not None:
            self._move(HAND, to)

    def _source(self) -> str:
        return SHOE if self._shoe or self._places[SHOE] else PILE

    # The shuffling shoe

    def take_decks_out(self) -> None:
        """Every card comes to the pile, those in the machine, too."""
        self.collect()
        if self._machine:
            for chamber in CHAMBERS:
                for _ in range(len(self._places[chamber])):
                    self._move(chamber, PILE)
            self._machine.taken_out()

    def insert_deck(self, colour: str | None = None) -> int:
        """The pile's cards of one colour go into the machine; without a colour, of that which lies on top."""
        machine = self._the_machine()
        colour = colour or self._last_of(PILE).colour
        deck = [card for card in self._places[PILE] if card.colour == colour]
        if not deck:
            raise NotPossible(f"There is no {colour} card in the pile: collect the cards first.")
        self._into_the_tray(machine, deck)
        self._places[PILE] = [card for card in self._places[PILE] if card.colour != colour]
        machine.inserted()
        return len(deck)

    def insert_foreign_deck(self, colour: str) -> None:
        """52 cards from somewhere else."""
        if colour not in COLOUR_NUMBERS:
            raise NotPossible(f'There is no colour "{colour}": choose one of {", ".join(COLOUR_NUMBERS)}.')
        machine = self._the_machine()
        self._into_the_tray(machine, self._new_deck(colour))
        machine.inserted()

    def _into_the_tray(self, machine: Machine, deck: list[PhysicalCard]) -> None:
        if self._places[TRAY]:
            raise NotPossible(
                "There is a deck in the tray: wait until the drum is free, or take the decks out."
            )
        self._places[TRAY] += deck

    def dispense(self, to: str | None = None, count: int = PACK, told_colour: str = "") -> None:
        """A pack comes out to a place, or into the dealer's hand. `told_colour` is what the sensor sees."""
        machine = self._ready_machine()
        self._cards_on(to or HAND)
        if len(self._places[SHOE]) < max(1, count):
            raise NotPossible(f"There are not {count} cards in the shoe: load the decks and wait for the drum.")
        pack = self._places[SHOE][-count:]
        for _ in range(count):
            self._move(SHOE, to or HAND)
        machine.dispensed(pack, told_colour)

    def jam_in_pack(self, to: str | None = None, count: int = 2) -> None:
        """It jams while a pack comes out: some cards are on the table, and it has not told of a pack."""
        machine = self._ready_machine()
        self._cards_on(to or HAND)
        for _ in range(min(count, len(self._places[SHOE]))):
            self._move(SHOE, to or HAND)
        machine.dealt_from = True
        self.jam()

    def door(self, is_open: bool) -> None:
        self._the_machine().device.door(is_open)

    def _the_machine(self) -> Machine:
        if self._machine is None:
            raise NotPossible("This table has no shuffling shoe: use load_deck and draw.")
        return self._machine

    def _ready_machine(self) -> Machine:
        machine = self._the_machine()
        if self._jammed or machine.device.door_open:
            raise NotPossible("The shuffling shoe does not work: clear the jam and close the door first.")
        return machine

    # Cards that lie on the table

    def move(self, start: str, to: str, count: int = 1) -> None:
        """The last `count` cards of one place, for example from "hand" to "box-2"."""
        if len(self._cards_on(start)) < count:
            raise NotPossible(f"{start} has {len(self._cards_on(start))} cards: move that many or fewer.")
        self._cards_on(to)
        for _ in range(count):
            self._move(start, to)

    def to_rack(self, place: str) -> None:
        self._last_of(place)
        for _ in range(len(self._cards_on(place))):
            self._move(place, RACK)

    def to_the_rack(self) -> None:
        """Every card on the felt."""
        for place in (HAND, DEALER, BOARD, BURN, *box_places(self._boxes)):
            for _ in range(len(self._places[place])):
                self._move(place, RACK)

    def swap(self, first: str, second: str) -> None:
        """The last card of each changes places."""
        if first == second:
            raise NotPossible("A place cannot change cards with itself: name two places.")
        self._last_of(first)
        self._last_of(second)
        self._move(first, HAND)
        self._move(second, first)
        self._move(HAND, second)

    def collect(self) -> None:
        """Every card except a pocketed one comes back to the pile. A deck that waits in the machine stays."""
        self._check_pace_ms = None
        waiting = self._chambers_at_rest()
        for place in self._places:
            if place not in (PILE, POCKET, *waiting):
                for _ in range(len(self._places[place])):
                    self._move(place, PILE)
        if self._machine:
            self._machine.dealt_from = False

    def _chambers_at_rest(self) -> tuple[str, ...]:
        if self._machine is None:
            return ()
        return tuple(chamber for chamber in CHAMBERS if chamber != SHOE or not self._machine.dealt_from)

    def expose(self, place: str, nth: int) -> str:
        """The nth card of a place is turned over: everybody at the table sees the face returned."""
        cards = self._cards_on(place)
        if not 1 <= nth <= len(cards):
            raise NotPossible(f"{place} has {len(cards)} cards: there is no card {nth} to turn over.")
        return cards[nth - 1].face

    def _move(self, start: str, to: str) -> None:
        destination = self._cards_on(to)
        card = self._last_of(start)
        if seen := self._antennas.get(start):
            seen.readers.leave(seen.number, card.tag)
        self._places[start].pop()
        destination.append(card)
        if seeing := self._antennas.get(to):
            seeing.readers.arrive(seeing.number, card.tag)

    def _cards_on(self, place: str) -> list[PhysicalCard]:
        if place not in self._places:
            raise NotPossible(f'There is no place "{place}": there are {", ".join(self._places)}.')
        return self._places[place]

    def _last_of(self, place: str) -> PhysicalCard:
        cards = self._cards_on(place)
        if not cards:
            advice = "collect the cards and load the deck first" if place == SHOE else "put a card there first"
            raise NotPossible(f"There is no card in {place}: {advice}.")
        return cards[-1]

    # Markers

    def place_marker(self, box: int, mark: int = 1) -> None:
        """The supervisor lays the marker with that number beside a box."""
        markers, sensor = self._marker_sensor(box)
        if not 1 <= mark <= 255:
            raise NotPossible("A marker carries a number from 1 to 255.")
        markers.place(sensor, mark)

    def take_marker(self, box: int) -> None:
        markers, sensor = self._marker_sensor(box)
        if markers.lying[sensor] is None:
            raise NotPossible(f"No marker lies at box {box}: place one first.")
        markers.take(sensor)

    def move_button(self, box: int) -> None:
        """The dealer button lies beside one seat, wherever it lay before."""
        if self._markers is None or self._button_mark is None:
            raise NotPossible("No sensor of this table sees a dealer button.")
        _, sensor = self._marker_sensor(box)
        for other, mark in self._markers.lying.items():
            if mark == self._button_mark and other != sensor:
                self._markers.take(other)
        if self._markers.lying[sensor] is None:
            self._markers.place(sensor, self._button_mark)

    def _marker_sensor(self, box: int) -> tuple[SeesMarkers, int]:
        sensor = self._sensors.get(f"box-{box}")
        if self._markers is None or sensor is None:
            raise NotPossible(f"No sensor for markers looks at box {box}.")
        return self._markers, sensor

    # A badge

    def scan(self, code: str) -> None:
        """Somebody holds a badge to the scanner."""
        for device in self._devices.values():
            if isinstance(device, ScansCodes):
                device.scan(code)
                return
        raise NotPossible("This table has no scanner for badges.")

    def press(self, device: str, button: int) -> None:
        """A finger presses a key and lets it go."""
        keypad = self._device(device)
        if not isinstance(keypad, HasKeys):
            raise NotPossible(f"{device} has no keys.")
        keypad.press(button)

    # Trouble

    def jam(self) -> None:
        if self._jammed:
            raise NotPossible("The shoe is jammed: clear the jam first.")
        shoe = self._what_fails()
        self._set_jammed(True)
        shoe.fault(shoe.jam_word)

    def clear_jam(self) -> None:
        if not self._jammed:
            raise NotPossible("The shoe is not jammed: there is nothing to clear.")
        self._set_jammed(False)
        shoe = self._what_fails()
        shoe.clear_fault(shoe.jam_word)

    def _set_jammed(self, jammed: bool) -> None:
        self._jammed = jammed
        if self._machine:
            self._machine.stopped = jammed

    def _what_fails(self) -> Shoe | ShufflingShoe:
        return self._machine.device if self._machine else self._the_shoe()

    def fault(self, word: str) -> None:
        """The shoe goes into a fault, for example "overdraw" or "reversed_midway"."""
        try:
            self._what_fails().fault(word)
        except KeyError:
            raise NotPossible(f'This shoe has no fault "{word}": docs/devices lists them.') from None
        self._fault = word

    def clear_fault(self) -> None:
        if not self._fault:
            raise NotPossible("The shoe has no fault: there is nothing to clear.")
        self._what_fails().clear_fault(self._fault)
        self._fault = ""

    def lose_reports(self, device: str, count: int = 1) -> None:
        """Reports that are numbered and never arrive."""
        self._device(device).skip(count)

    def garbage(self, device: str) -> None:
        """Noise on the line."""
        self._device(device).wire.send(GARBAGE)

    def damage(self, device: str, kind: str) -> None:
        """What the cable does to bytes from now on."""
        if kind not in DAMAGES:
            raise NotPossible(f'There is no damage "{kind}": choose one of {", ".join(DAMAGES)}.')
        self._device(device).wire.damage = DAMAGES[kind]

    def unplug(self, device: str) -> None:
        self._device(device).wire.unplug()

    def replug(self, device: str) -> None:
        self._device(device).wire.plug()

    def reboot(self, device: str) -> None:
        """Power off and on: the device forgets what it had not delivered."""
        self._device(device).reboot()

    def trouble(self, device: str, word: str) -> None:
        """It fails in one of its own ways."""
        self._device(device).trouble(word)

    def _device(self, name: str) -> SimulatedDevice:
        if name not in self._devices:
            raise NotPossible(f'There is no device "{name}": there are {", ".join(self._devices)}.')
        return self._devices[name]

    def _the_shoe(self) -> Shoe:
        if self._shoe is None:
            raise NotPossible("This table has no shoe that tells of cards: it has an ordinary one, or none.")
        return self._shoe

    def _ready_shoe(self) -> Shoe:
        if self._jammed:
            raise NotPossible("The shoe is jammed: clear the jam first.")
        return self._the_shoe()

    def _checking_is_over(self) -> None:
        if self._check_pace_ms is not None:
            raise NotPossible("The deck is being checked: wait until the last card is out.")


def _pack(colour: str, tags: Mapping[str, bytes]) -> str:
    rows = [
        f'  {{ face = "{face}", tag = "{tags[face].hex()}" }},\n' for face in (*FACES, JOKER) if face in tags
    ]
    return f'[[pack]]\ncolour = "{colour}"\ncards = [\n{"".join(rows)}]\n'
