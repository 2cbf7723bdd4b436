"""The text form of whoever has a seat: `guest:ID` or `bot:SPEC`."""

PREFIX = "bot:"
