from tests.drivers.leaks import nothing_left_behind  # noqa: F401
