"""What comes to a process that does not own its room: it is passed on to the owner."""
