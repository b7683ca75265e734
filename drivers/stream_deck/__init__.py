"""Stream Deck button boxes (vendor 0FD9)."""
