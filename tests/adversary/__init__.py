"""A player who lies, mistypes, reports late, corrects and withdraws at every moment of every game."""
