"""Statistics and audit of all dice of the club."""
