"""Results, standings and what follows from them."""
