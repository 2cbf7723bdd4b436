"""Bots as players, their hints and ratings."""
