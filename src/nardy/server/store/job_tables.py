"""The tables of work that other processes do for the club, and of the processes that do it."""

import sqlalchemy as sql

from nardy.server.store.dialects import MOMENT
from nardy.server.store.schema import metadata

job = sql.Table(
    "job",
    metadata,
    sql.Column("id", sql.Text, primary_key=True),
    sql.Column("kind", sql.Text, nullable=False),
    # Smaller ones come first.
    sql.Column("urgency", sql.Integer, nullable=False),
    # What to do, as JSON of texts and numbers.
    sql.Column("payload", sql.Text, nullable=False),
    # The club process that waits for the result.
    sql.Column("asker", sql.Text, nullable=False),
    # The version of nardy that asked: only the same one answers.
    sql.Column("version", sql.Text, nullable=False),
    # Times in milliseconds since 1970.
    sql.Column("created", MOMENT, nullable=False),
    # The lease: whose it is, until when, and the number of the try, which fences off earlier ones.
    sql.Column("owner", sql.Text),
    sql.Column("leased_until", MOMENT, nullable=False),
    sql.Column("tries", sql.Integer, nullable=False),
    # The answer as JSON; null until there is one.
    sql.Column("result", sql.Text),
    sql.Index("job_by_urgency", "urgency", "created"),
    sql.Index("job_of_asker", "asker"),
)

job_process = sql.Table(
    "job_process",
    metadata,
    sql.Column("id", sql.Text, primary_key=True),
    # 'club' or 'worker'.
    sql.Column("role", sql.Text, nullable=False),
    sql.Column("version", sql.Text, nullable=False),
    # Where it is woken up, on this machine.
    sql.Column("address", sql.Text, nullable=False),
    # Until when it counts as running, unless it says so again.
    sql.Column("until", MOMENT, nullable=False),
)
