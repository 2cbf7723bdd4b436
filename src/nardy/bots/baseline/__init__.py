"""The bot `baseline`: features of a position, their weights, and what it does by them."""
