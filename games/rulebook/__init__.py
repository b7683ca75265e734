"""Every numbered rule of every document, one file a document."""

from games.rulebook.book import Document, Reading, Rule, RuleRow, Treatment
from games.rulebook.ni2004_492 import CANBERRA_POKER
from games.rulebook.ni2005_67 import FARO
from games.rulebook.ni2005_74 import SEVEN_CARD_STUD
from games.rulebook.ni2007_208 import CASINO_HOLDEM
from games.rulebook.ni2017_583 import OMAHA

__all__ = [
    "CANBERRA_POKER",
    "CASINO_HOLDEM",
    "FARO",
    "OMAHA",
    "SEVEN_CARD_STUD",
    "Document",
    "Reading",
    "Rule",
    "RuleRow",
    "Treatment",
]
