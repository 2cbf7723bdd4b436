"""Private clubs: members and roles."""
