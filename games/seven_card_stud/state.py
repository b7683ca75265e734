"""What is known about a table of Seven Card Stud beside what any pot game knows."""

from __future__ import annotations

from games.pot.state import PotState


class StudState(PotState):
    def start_deal_again(self) -> None:
        super().start_deal_again()
        self.final_exposed: list[int] = []  # 17.19
        self.deemed: set[int] = set()  # who tapped out by that rule, having checked
