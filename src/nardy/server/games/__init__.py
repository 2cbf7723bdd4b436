"""What can be played: catalog, rule versions, custom games."""
