"""What a game does in another way because of the kind of shoe that its cards come out of."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, ClassVar

from games import events as e
from games.every_game.rulings import Effect
from games.offers import Offer
from games.outcomes import Outcome, Prompt

Handler = Callable[[Any, Any], list[Outcome]]


class ShoeRules:
    """Nothing, as it stands here: most rules are the same whatever the cards come out of."""

    handlers: ClassVar[Mapping[type[e.Event], Handler]] = {}
    prompts: ClassVar[Mapping[str, Callable[[Any], Prompt]]] = {}  # by phase
    offers: ClassVar[Mapping[str, Callable[[Any], Iterator[Offer]]]] = {}  # by phase
    effects: ClassVar[Mapping[str, Effect]] = {}  # by the choice that was made
