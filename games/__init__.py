"""The rules. Pure: no file, socket, clock, randomness, log or thread in here."""
