"""Matches between bots, with standard errors."""
