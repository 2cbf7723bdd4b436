"""Login methods beside the password: OIDC identities and passkeys."""

import sqlalchemy as sql
from alembic import op

revision = "7"
down_revision = "6"


def upgrade() -> None:
    op.create_table(
        "outside",
        sql.Column("issuer", sql.Text, primary_key=True),
        sql.Column("subject", sql.Text, primary_key=True),
        sql.Column("guest", sql.Text, sql.ForeignKey("guest.id"), nullable=False),
        sql.Column("since", sql.Integer, nullable=False),
        sql.UniqueConstraint("guest", "issuer"),
    )
    op.create_table(
        "passkey",
        sql.Column("id", sql.Text, primary_key=True),
        sql.Column("guest", sql.Text, sql.ForeignKey("guest.id"), nullable=False),
        sql.Column("public", sql.Text, nullable=False),
        sql.Column("count", sql.Integer, nullable=False),
        sql.Column("name", sql.Text, nullable=False),
        sql.Column("since", sql.Integer, nullable=False),
        sql.Column("seen", sql.Integer, nullable=False),
    )
    op.create_index("passkey_of_guest", "passkey", ["guest"])
