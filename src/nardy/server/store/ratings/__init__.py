"""Results, standings and recalculation of ratings."""
