"""A network teaches itself a game."""
