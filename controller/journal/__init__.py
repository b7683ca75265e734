"""What is written down, and how a table comes back from it."""
