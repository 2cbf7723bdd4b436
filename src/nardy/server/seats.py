"""Who sits somewhere: `guest:ID` or `bot:SPEC`."""

PREFIX = "bot:"
