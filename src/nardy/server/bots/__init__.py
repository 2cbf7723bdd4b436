"""Bots at boards, hints, their ratings."""
