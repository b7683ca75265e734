"""A reader, buttons or markers built from a microcontroller that writes JSON lines: docs/json-lines.md."""
