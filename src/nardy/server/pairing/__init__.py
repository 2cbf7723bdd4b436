"""Tournaments as values: who entered, who meets whom, and who stands where. No I/O, no clock."""
