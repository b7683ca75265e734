"""The commands of tablectl, a module each: `add_arguments(parser)`, and `run(asked)` gives the exit status."""

OK, FAILED, USAGE = 0, 1, 2
INTERRUPTED = 130  # by Ctrl-C, as shells count: what was not done to its end found nothing
