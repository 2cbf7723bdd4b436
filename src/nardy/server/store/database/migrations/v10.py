"""Lookalike forms of account names, and an index of a bot's rated games."""

import sqlalchemy as sql
from alembic import op

from nardy.server.names import looks_of

revision = "10"
down_revision = "9"


def upgrade() -> None:
    """Existing names are kept, even where two look alike."""
    looks = sql.Column("looks", sql.Text, nullable=False, server_default="")
    op.add_column("account", looks)
    op.create_index("account_by_looks", "account", ["looks"])
    account = sql.table("account", *map(sql.column, ("guest", "name", "looks")))
    connection = op.get_bind()
    for row in connection.execute(sql.select(account.c.guest, account.c.name)).all():
        named = sql.update(account).where(account.c.guest == row.guest)
        connection.execute(named.values(looks=looks_of(row.name)))
    for seat in ("white", "black"):
        op.create_index(f"rated_of_{seat}", "result", [seat, "is_rated", "ended_at"])
