"""Statistics of the dice of all games, as pure functions without a store."""
