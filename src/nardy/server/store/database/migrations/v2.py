"""Sessions in place of one token per guest; accounts, sanctions and the audit log."""

import sqlalchemy as sql
from alembic import op

revision = "2"
down_revision = "1"


def upgrade() -> None:
    """Each guest's token becomes their first session."""
    op.execute("CREATE TEMPORARY TABLE old_guest AS SELECT * FROM guest")
    op.drop_table("guest")
    op.create_table(
        "guest",
        sql.Column("id", sql.Text, primary_key=True),
        sql.Column("name", sql.Text, nullable=False),
        sql.Column("since", sql.Integer, nullable=False),
    )
    op.execute("INSERT INTO guest SELECT id, name, since FROM old_guest")
    _make_sessions()
    op.execute("INSERT INTO session SELECT token, id, since, since, '' FROM old_guest")
    op.execute("DROP TABLE old_guest")
    _make_accounts()
    _make_decisions()


def _make_sessions() -> None:
    op.create_table(
        "session",
        sql.Column("token", sql.Text, primary_key=True),
        sql.Column("guest", sql.Text, sql.ForeignKey("guest.id"), nullable=False),
        sql.Column("since", sql.Integer, nullable=False),
        sql.Column("seen", sql.Integer, nullable=False),
        sql.Column("agent", sql.Text, nullable=False),
    )
    op.create_index("session_of_guest", "session", ["guest"])


def _make_accounts() -> None:
    op.create_table(
        "account",
        sql.Column("guest", sql.Text, sql.ForeignKey("guest.id"), primary_key=True),
        sql.Column("name", sql.Text, nullable=False, unique=True),
        sql.Column("password", sql.Text, nullable=False),
        sql.Column("role", sql.Text, nullable=False),
        sql.Column("since", sql.Integer, nullable=False),
    )
    op.create_table(
        "recovery",
        sql.Column("guest", sql.Text, sql.ForeignKey("guest.id"), primary_key=True),
        sql.Column("code", sql.Text, primary_key=True),
    )


def _make_decisions() -> None:
    op.create_table(
        "sanction",
        sql.Column("guest", sql.Text, sql.ForeignKey("guest.id"), primary_key=True),
        sql.Column("kind", sql.Text, primary_key=True),
        sql.Column("until", sql.Integer),
    )
    op.create_table(
        "audit",
        sql.Column("number", sql.Integer, primary_key=True),
        sql.Column("at", sql.Integer, nullable=False),
        sql.Column("who", sql.Text, nullable=False),
        sql.Column("what", sql.Text, nullable=False),
        sql.Column("about", sql.Text, nullable=False),
    )
