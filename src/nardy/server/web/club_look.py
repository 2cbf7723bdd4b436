"""The look of a club on its pages: a style sheet with its color, named before the page is drawn."""

from functools import lru_cache

from nardy.server.club.accent import accent_of
from nardy.server.web.static_files import File

ADDRESS = "/api/club/look.css"
MOST_KEPT = 200
"""Pages in memory: one for each beginning, language and preview that was shown lately."""


@lru_cache(maxsize=8)
def style_of(text: str) -> File:
    """The style sheet of a color as `accent_of` reads it; without a color it is empty."""
    accent = accent_of(text)
    rule = f":root {{ --action: light-dark({accent.light}, {accent.dark}); }}\n" if accent else ""
    return File.of(rule.encode(), "text/css")


def with_look(file: File, text: str) -> File:
    """The HTML of a page with the style sheet of the club's color; as it is without one."""
    return _named(file, style_of(text).tag) if text else file


@lru_cache(maxsize=MOST_KEPT)
def _named(file: File, tag: str) -> File:
    # After all other sheets, and under a new address with each color.
    link = f'<link rel="stylesheet" href="{ADDRESS}?{tag}">\n</head>'
    return File.of(file.content.replace(b"</head>", link.encode(), 1), file.kind)
