"""What can be known exactly: bearing off, races, and games of very few checkers."""
