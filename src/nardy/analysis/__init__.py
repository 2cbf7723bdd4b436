"""Decisions and what they are worth."""
