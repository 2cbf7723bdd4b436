"""One board: seats, log, clock, dice, who is present."""
