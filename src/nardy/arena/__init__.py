"""Bots against each other, with standard errors."""
