"""The daemon: takes a report, writes it down, asks the rules, tells everyone."""
