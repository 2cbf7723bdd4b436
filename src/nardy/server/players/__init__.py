"""Ratings of players: standings, which games count, recalculation."""
