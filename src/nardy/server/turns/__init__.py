"""What is lawful at a moment, as messages; needs no room."""
