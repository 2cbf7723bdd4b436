"""Networks: computation, files, and the choice of a network for a game."""
