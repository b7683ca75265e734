"""Table-Link: our own open protocol. docs/table-link.md is its definition."""
