"""The tables; each file adds its own to one metadata."""
