"""The Universal Backgammon Interface (UBGI): notation, sessions, and external engines."""
