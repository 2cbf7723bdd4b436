"""What a position is worth: networks, their files, the cube."""
