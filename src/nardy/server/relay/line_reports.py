"""What a process measures at a page whose messages it passes on: the room's owner cannot measure it itself."""

import msgspec

MARK = "#"
"""A report begins so; a message is JSON."""
LONG_MS = 1_000
"""Milliseconds of a silence that is told at once, and not with the next message: a silent page sends none."""


class LineReport(msgspec.Struct):
    """The connection of a page, as the process measures it that the page is connected to."""

    round_trip: int = 0
    """Milliseconds to the page and back."""
    silence: int = 0
    """Milliseconds since the last data while a pong is due."""
    is_left: bool = False
    """Whether the page has closed it on purpose."""

    @property
    def is_silent(self) -> bool:
        """Whether the silence goes on until the next report."""
        return self.silence > LONG_MS


_read = msgspec.json.Decoder(LineReport)


def written(report: LineReport) -> str:
    """A report as a text of the connection between two processes."""
    return MARK + msgspec.json.encode(report).decode()


def read(text: str) -> LineReport | None:
    """The report in a text; None if it is a message of the page."""
    return _read.decode(text[len(MARK) :]) if text.startswith(MARK) else None
