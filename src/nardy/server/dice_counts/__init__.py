"""Whether the dice of all games are even: counts, and what fair dice would show; pure, without a store."""
