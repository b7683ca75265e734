"""A tournament on this machine: its journal, its tables, and the people who conduct it."""
