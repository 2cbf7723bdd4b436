"""The games of the club: catalog, rule versions, its own games."""
