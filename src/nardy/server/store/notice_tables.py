"""The tables of notices: what people want to be told, where to, and the outbox."""

import sqlalchemy as sql

from nardy.server.store.dialects import MOMENT
from nardy.server.store.schema import metadata

notice_choice = sql.Table(
    "notice_choice",
    metadata,
    sql.Column("guest", sql.Text, sql.ForeignKey("guest.id"), primary_key=True),
    # Kinds of notices, such as 'turn round', by channel.
    sql.Column("push", sql.Text, nullable=False),
    sql.Column("mail", sql.Text, nullable=False),
    sql.Column("language", sql.Text, nullable=False),
)

push_subscription = sql.Table(
    "push_subscription",
    metadata,
    sql.Column("id", sql.Text, primary_key=True),
    sql.Column("guest", sql.Text, sql.ForeignKey("guest.id"), nullable=False),
    # Named by the browser: the address of its push service, and its public key and secret in base64url.
    sql.Column("endpoint", sql.Text, nullable=False, unique=True),
    sql.Column("p256dh", sql.Text, nullable=False),
    sql.Column("auth", sql.Text, nullable=False),
    # The token hash of the session that asked; a browser that is signed out gets nothing.
    sql.Column("session", sql.Text, nullable=False),
    sql.Column("since", MOMENT, nullable=False),
    sql.Index("push_subscription_of_guest", "guest"),
)

mail_address = sql.Table(
    "mail_address",
    metadata,
    sql.Column("guest", sql.Text, sql.ForeignKey("guest.id"), primary_key=True),
    sql.Column("address", sql.Text, nullable=False),
    # When it was confirmed, in milliseconds since 1970; null until then.
    sql.Column("confirmed", MOMENT),
    # Both stand in e-mails, so they are kept in clear: one confirms the address, one removes it.
    sql.Column("confirm_code", sql.Text, nullable=False, unique=True),
    sql.Column("leave_code", sql.Text, nullable=False, unique=True),
    sql.Column("since", MOMENT, nullable=False),
)

# The outbox. A row is written with what it tells of, in the same transaction.

notice = sql.Table(
    "notice",
    metadata,
    sql.Column("id", sql.Integer, primary_key=True),
    sql.Column("guest", sql.Text, sql.ForeignKey("guest.id"), nullable=False),
    sql.Column("kind", sql.Text, nullable=False),
    # 'push' or 'mail'; a notice by push is for one subscription.
    sql.Column("channel", sql.Text, nullable=False),
    sql.Column("target", sql.Text, nullable=False),
    # What it tells of, such as 'turn ROOM 12'.
    sql.Column("key", sql.Text, nullable=False),
    sql.Column("game", sql.Text, nullable=False),
    sql.Column("path", sql.Text, nullable=False),
    # 'waiting', 'sending', and then 'sent', 'failed' or 'dropped'.
    sql.Column("state", sql.Text, nullable=False),
    sql.Column("reason", sql.Text, nullable=False, server_default=""),
    sql.Column("tries", sql.Integer, nullable=False, server_default="0"),
    # Times in milliseconds since 1970: when to send it, and until when it is worth it; `at` is of the last change.
    sql.Column("due", MOMENT, nullable=False),
    sql.Column("until", MOMENT, nullable=False),
    sql.Column("at", MOMENT, nullable=False),
    # One event is told once in each place.
    sql.UniqueConstraint("guest", "channel", "target", "key"),
    sql.Index("notice_by_state", "state", "due"),
)
