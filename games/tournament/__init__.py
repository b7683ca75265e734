"""A tournament: its rules, conditions, entries, money, ballot, sessions and places, and no table's inside."""
