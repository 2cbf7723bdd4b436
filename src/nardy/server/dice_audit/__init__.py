"""The dice of the whole club, counted and audited."""
