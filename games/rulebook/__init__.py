"""Every numbered rule of every document, one file a document."""

from games.rulebook.book import Document, Entry, Reading, Rule, Treatment
from games.rulebook.ni2004_492 import CANBERRA_POKER

DOCUMENTS = {document.name: document for document in (CANBERRA_POKER,)}

__all__ = ["CANBERRA_POKER", "DOCUMENTS", "Document", "Entry", "Reading", "Rule", "Treatment"]
