"""Analysis of positions and finished games: evaluations and reviews."""
