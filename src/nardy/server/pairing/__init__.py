"""Tournament state, pairings and standings as pure functions: no I/O, no clock."""
