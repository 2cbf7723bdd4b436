"""Ways in beside the password: accounts kept elsewhere, passkeys, and the tokens of programs."""

import sqlalchemy as sql

from nardy.server.store.schema.tournaments import metadata

outside = sql.Table(
    "outside",
    metadata,
    # Who vouches, and what they call the person: together one person, whatever else changes.
    sql.Column("issuer", sql.Text, primary_key=True),
    sql.Column("subject", sql.Text, primary_key=True),
    sql.Column("guest", sql.Text, sql.ForeignKey("guest.id"), nullable=False),
    sql.Column("since", sql.Integer, nullable=False),
    sql.UniqueConstraint("guest", "issuer"),
)

passkey = sql.Table(
    "passkey",
    metadata,
    # Its id and its public key, as the browser told them, in base64 for addresses.
    sql.Column("id", sql.Text, primary_key=True),
    sql.Column("guest", sql.Text, sql.ForeignKey("guest.id"), nullable=False),
    sql.Column("public", sql.Text, nullable=False),
    # How often it has signed; one that goes back is a copy. Many never count, and stay at 0.
    sql.Column("count", sql.Integer, nullable=False),
    sql.Column("name", sql.Text, nullable=False),
    sql.Column("since", sql.Integer, nullable=False),
    sql.Column("seen", sql.Integer, nullable=False),
    sql.Index("passkey_of_guest", "guest"),
)

program = sql.Table(
    "program",
    metadata,
    # It sits at the board as a guest with an account of the role 'program'.
    sql.Column("guest", sql.Text, sql.ForeignKey("guest.id"), primary_key=True),
    # Who answers for it.
    sql.Column("owner", sql.Text, sql.ForeignKey("guest.id"), nullable=False),
    sql.Index("program_of_owner", "owner"),
)
