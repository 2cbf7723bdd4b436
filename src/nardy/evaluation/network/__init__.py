"""Networks: what they compute, their files, and which one judges a game."""
