"""What ends a command in one sentence. Apart, so that the start of `tablectl` need not load more."""


class CannotGoOn(Exception):
    """The text says what is wrong and what to do."""
