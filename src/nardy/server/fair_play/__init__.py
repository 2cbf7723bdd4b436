"""Fair play: no help from an engine in games that are being played."""
