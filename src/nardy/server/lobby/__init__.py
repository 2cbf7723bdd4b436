"""What a room looks like from outside: facts, spectators, chat, the list of games."""
