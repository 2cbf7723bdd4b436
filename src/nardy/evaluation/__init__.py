"""Position evaluation: networks, their files, the cube, match equity."""
