"""What a journal tells of rounds that are over: listed, told, shown step by step, handed out."""
