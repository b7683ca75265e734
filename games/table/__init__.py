"""A table between rounds and in them: pure, like the games. table.py is the one door."""
