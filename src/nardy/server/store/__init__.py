"""What the club remembers: the only place that knows SQL."""
