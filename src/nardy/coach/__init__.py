"""Why one turn is worth more than another, in words that are true of the position."""
