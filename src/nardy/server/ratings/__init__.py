"""Ratings: pure functions of results, without a store and without a clock of their own."""
