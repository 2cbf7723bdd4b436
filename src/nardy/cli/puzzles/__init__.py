"""`nardy puzzles`: solve puzzles, or take them along."""
