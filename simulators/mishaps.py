"""What can go wrong with one card on its way out of a shoe."""

from __future__ import annotations

from typing import Literal

Mishap = Literal[
    "none",
    "unread",  # the card comes out, the shoe could not read it and says so as a fault
    "smudged",  # the card comes out and is reported without a face
    "unheard",  # the report is lost on the way, its number is used up
    "garbled",  # the report arrives with a wrong check, every time it is sent
    "misread",  # the shoe takes it for another card and says so
    "said_again",  # the shoe says the same card once more
]
