"""The daemon: takes a report, writes it down, asks the rules, tells everyone."""

__version__ = "0.2.0"
