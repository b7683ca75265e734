"""What a casino may set."""
