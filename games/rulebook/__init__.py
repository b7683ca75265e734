"""Every numbered rule of every document, one file a document."""

from games.rulebook.book import Document, Entry, Reading, Rule, Treatment
from games.rulebook.ni2004_492 import CANBERRA_POKER
from games.rulebook.ni2005_67 import FARO
from games.rulebook.ni2005_74 import SEVEN_CARD_STUD
from games.rulebook.ni2007_208 import CASINO_HOLDEM
from games.rulebook.ni2017_583 import OMAHA

HOUSE_GAMES = (CANBERRA_POKER, CASINO_HOLDEM)
POT_GAMES = (OMAHA, FARO, SEVEN_CARD_STUD)
DOCUMENTS = {document.name: document for document in (*HOUSE_GAMES, *POT_GAMES)}

__all__ = [
    "CANBERRA_POKER",
    "CASINO_HOLDEM",
    "DOCUMENTS",
    "FARO",
    "HOUSE_GAMES",
    "OMAHA",
    "POT_GAMES",
    "SEVEN_CARD_STUD",
    "Document",
    "Entry",
    "Reading",
    "Rule",
    "Treatment",
]
