"""What a printer is given: plain lines, which know neither its width nor its letters."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from drivers.reports import Paper

Style = Literal["plain", "head", "title", "rule"]  # a rule is a line across, and has no text


@dataclass(frozen=True, slots=True)
class SlipLine:
    text: str = ""
    style: Style = "plain"


@dataclass(frozen=True, slots=True)
class Slip:
    paper: Paper
    number: int
    lines: tuple[SlipLine, ...]
    code: str = ""  # for whoever has a camera: printed as a QR code where the printer can
