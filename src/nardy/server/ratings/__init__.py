"""Ratings: pure functions of results, without I/O or clock."""
