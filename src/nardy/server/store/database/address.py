"""Which database: a file of SQLite, or the address of one of PostgreSQL."""

from dataclasses import dataclass, field
from pathlib import Path

SCHEMES = ("postgresql://", "postgres://")


@dataclass(frozen=True)
class PostgresAddress:
    """The address of a database of PostgreSQL; its text has no password.

    >>> print(PostgresAddress("postgresql://nardy:secret@db.example:5433/club"))
    postgresql://nardy@db.example:5433/club
    """

    text: str = field(repr=False)
    """As libpq reads it, perhaps with a password."""

    def __str__(self) -> str:
        """Without the password and the settings behind the question mark, which may have it, too."""
        scheme, _, rest = self.text.partition("?")[0].partition("://")
        user, at, place = rest.rpartition("@")
        return f"{scheme}://{user.partition(':')[0]}{at}{place}"


Database = Path | PostgresAddress


def read_database(text: str | Database) -> Database:
    """The database that a setting or an argument means.

    >>> read_database("club.db").name
    'club.db'
    """
    if isinstance(text, str):
        is_address = text.startswith(SCHEMES)
        return PostgresAddress(text) if is_address else Path(text).expanduser()
    return text


def text_of(database: Database) -> str:
    """What `read_database` reads, with the password of an address: not for people to see.

    >>> text_of(PostgresAddress("postgresql://nardy:secret@db.example/club"))
    'postgresql://nardy:secret@db.example/club'
    """
    return database.text if isinstance(database, PostgresAddress) else str(database)
