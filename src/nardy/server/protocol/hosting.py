"""What a club says about itself, and numbers for its admins."""

from typing import Annotated

import msgspec

MOST_NAME = 40
MOST_WORDS = 1_000
MOST_RULES = 20_000
MOST_LOGO = 256_000
"""Bytes of the file of a logo."""
MOST_ACCENT = 20
MOST_LEVELS = 400


class ClubWords(msgspec.Struct, forbid_unknown_fields=True):
    """The words of a club about itself, all plain text, and what it offers first; '' is the default."""

    name: Annotated[str, msgspec.Meta(max_length=MOST_NAME)] = ""
    """In the header; empty: nardy."""
    welcome: Annotated[str, msgspec.Meta(max_length=MOST_WORDS)] = ""
    """On the first page."""
    announcement: Annotated[str, msgspec.Meta(max_length=MOST_WORDS)] = ""
    """On every page, until it is closed or changed."""
    rules: Annotated[str, msgspec.Meta(max_length=MOST_RULES)] = ""
    """The club's own rules; an empty line separates paragraphs."""
    accent: Annotated[str, msgspec.Meta(max_length=MOST_ACCENT)] = ""
    """The color of buttons: a name of the palette, or one or two colors such as #1f5fa8 (light page, dark page)."""
    game: Annotated[str, msgspec.Meta(max_length=MOST_NAME)] = ""
    """The id of the game that is offered first."""
    levels: Annotated[str, msgspec.Meta(max_length=MOST_LEVELS)] = ""
    """The level of bots that is offered first, such as 3, or 3 long-nardy=5 with another one for a game."""


class ClubAbout(ClubWords):
    """`/api/club`: what a club says about itself."""

    logo: str = ""
    """The address of its logo; empty: that of nardy."""


class ClubLogoFile(msgspec.Struct, forbid_unknown_fields=True):
    """A new logo of the club."""

    content: Annotated[bytes, msgspec.Meta(max_length=MOST_LOGO)] = b""
    """A PNG or WebP in base64; empty: that of the settings."""


class ClubNumbers(msgspec.Struct):
    """`/api/admin/numbers`: the club now, and in the last 24 hours."""

    members: int
    """Accounts of people."""
    programs: int
    new_members: int
    """Of the last 24 hours, as the other numbers below."""
    new_guests: int
    seen: int
    """People who were here."""
    games_going: int
    """Now."""
    games_ended: int
    notices_sent: int
    notices_failed: int
    notices_waiting: int
    """Now."""


class BackupMade(msgspec.Struct):
    """A backup that was made."""

    file: str
    """Its name, in the folder of the database."""
    bytes: int
    rooms: int
