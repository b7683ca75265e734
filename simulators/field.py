"""What a reader that is asked again and again sees on its antennas, and what it mistakes."""

from __future__ import annotations

from simulators.device import SimulatedDevice

NOBODYS_TAG = bytes.fromhex("e0045e1dcafe0001")
MOMENT = 2  # scans: too few to mean anything
WHILE = 40  # scans: long enough to be believed


class PolledReader(SimulatedDevice):
    """Each trouble lasts for so many scans of an antenna."""

    troubles: tuple[str, ...] = (
        *("tag_drops_out", "two_of_five", "neighbour_read", "shifted_uid", "duplicate_uid", "late_read"),
        *("busy", "wedged", "firmware_changed"),
    )
    forgets = True

    def __init__(self, antennas: list[int]) -> None:
        self.lying: dict[int, list[bytes]] = {antenna: [] for antenna in antennas}
        self._lasts: dict[tuple[str, int], int] = {}  # trouble and antenna: for how many scans still
        self._just_left: dict[int, bytes] = {}
        self.is_wedged = False
        self.is_busy = 0  # questions that it will not take
        self.version = 1, 6

    def arrive(self, antenna: int, tag: bytes) -> None:
        self.lying[antenna].append(tag)

    def leave(self, antenna: int, tag: bytes) -> None:
        self.lying[antenna].remove(tag)
        self._just_left[antenna] = tag

    def seen(self, antenna: int) -> list[bytes]:
        """One scan."""
        tags = list(self.lying[antenna])
        if self._suffers("tag_drops_out", antenna):
            tags = tags[1:]
        if self._suffers("two_of_five", antenna):
            tags = tags[:2]
        if self._suffers("shifted_uid", antenna):
            tags = [tag[1:] + tag[:1] for tag in tags[:1]] + tags[1:]
        if self._suffers("duplicate_uid", antenna):
            tags += tags[:1]
        if self._suffers("neighbour_read", antenna):
            tags.append(self._neighbours_tag(antenna))
        if antenna in self._just_left and self._suffers("late_read", antenna):
            tags.append(self._just_left[antenna])
        return tags

    def _suffers(self, trouble: str, antenna: int) -> bool:
        left = self._lasts.get((trouble, antenna), 0)
        self._lasts[trouble, antenna] = max(0, left - 1)
        return left > 0

    def _neighbours_tag(self, antenna: int) -> bytes:
        others = (tag for other, tags in self.lying.items() if other != antenna for tag in tags)
        return next(others, NOBODYS_TAG)

    def _for(self, trouble: str, scans: int) -> None:
        for antenna in self.lying:
            self._lasts[trouble, antenna] = scans

    def tag_drops_out(self) -> None:
        self._for("tag_drops_out", MOMENT)

    def two_of_five(self) -> None:
        self._for("two_of_five", WHILE)

    def neighbour_read(self) -> None:
        self._for("neighbour_read", MOMENT)

    def shifted_uid(self) -> None:
        self._for("shifted_uid", MOMENT)

    def duplicate_uid(self) -> None:
        self._for("duplicate_uid", WHILE)

    def late_read(self) -> None:
        self._for("late_read", MOMENT)

    def busy(self) -> None:
        self.is_busy = MOMENT

    def wedged(self) -> None:
        """Until somebody takes its power away."""
        self.is_wedged = True

    def firmware_changed(self) -> None:
        self.version = 6, 6
        self.reboot()

    def reboot(self) -> None:
        self.is_wedged = False
