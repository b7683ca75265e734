"""Recorded play, to be played again: does this working tree still do and show what it did?

`python -m tests.same record` plays random rounds at every kind of table and keeps what happened, what the rules
answered and what every screen showed. `make same` plays the same events again and shows the first difference.
Where a change is meant to show something else, `python -m tests.same accept` keeps the new answers to the
old events.
"""
