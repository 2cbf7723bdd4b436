"""The club: a web server on which people and bots play any game of the family."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from nardy.server.app import create_app

__all__ = ["create_app"]


def __getattr__(name: str) -> object:
    """Import the app on first use: its packages are an optional extra."""
    if name != "create_app":
        raise AttributeError(name)
    from nardy.server.app import create_app  # noqa: PLC0415 (imports the web framework)

    return create_app
