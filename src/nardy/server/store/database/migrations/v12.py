"""Scopes of API tokens; other login methods of API clients are removed."""

import sqlalchemy as sql
from alembic import op

revision = "12"
down_revision = "11"


def upgrade() -> None:
    """Existing tokens get all scopes: play and read.

    They could also set a password or create recovery codes: such login methods are removed, and the
    browser sessions that came by them end.
    """
    scopes = sql.Column("scopes", sql.Text, nullable=False, server_default="")
    op.add_column("session", scopes)
    role = sql.table("account", *map(sql.column, ("guest", "role", "password")))
    programs = sql.select(role.c.guest).where(role.c.role == "program")
    session = sql.table("session", *map(sql.column, ("guest", "agent", "scopes")))
    theirs = session.c.guest.in_(programs)
    connection = op.get_bind()
    connection.execute(sql.delete(session).where(theirs, session.c.agent != "token"))
    connection.execute(sql.update(session).where(theirs).values(scopes="play read"))
    connection.execute(sql.update(role).where(role.c.role == "program").values(password=""))
    for name in ("recovery", "outside", "passkey"):
        table = sql.table(name, sql.column("guest"))
        connection.execute(sql.delete(table).where(table.c.guest.in_(programs)))
