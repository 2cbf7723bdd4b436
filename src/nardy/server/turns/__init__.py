"""Legal acts and moves of a situation, as messages; independent of rooms."""
