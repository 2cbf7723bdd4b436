"""Positions and finished games, looked at: evaluations, reviews."""
