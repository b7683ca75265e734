"""What each audience is shown, in words and JSON, and what its touches do."""
