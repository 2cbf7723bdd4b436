"""Text forms of positions and matches; each module has load, loads, dump and dumps."""
