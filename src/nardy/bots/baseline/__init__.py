"""The bot `baseline`: position features, their weights, and decisions by them."""
