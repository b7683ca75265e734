"""tablectl tournament: questions on the rules of tournaments, answered from files."""
