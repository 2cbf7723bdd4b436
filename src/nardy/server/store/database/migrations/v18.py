"""From nardy 0.3.0 to 0.4.0: what a club's life needs."""

import sqlalchemy as sql
from alembic import op

revision = "18"
down_revision = "17"


def upgrade() -> None:
    """New tables, the role that an invitation gives, and numbers of the rooms that are over."""
    _uploaded_matches()
    _notices()
    _schedules()
    _meeting()
    _packed_games()
    _review_notes()
    _invitations_with_roles()
    _jobs()
    _finished_rooms()
    _tournament_talk()
    _shards()


def _uploaded_matches() -> None:
    op.create_table(
        "uploaded_match",
        sql.Column("id", sql.Text, primary_key=True),
        sql.Column("guest", sql.Text, sql.ForeignKey("guest.id"), nullable=False),
        sql.Column("name", sql.Text, nullable=False),
        sql.Column("game", sql.Text, nullable=False),
        sql.Column("length", sql.Integer, nullable=False),
        sql.Column("white_name", sql.Text, nullable=False),
        sql.Column("black_name", sql.Text, nullable=False),
        sql.Column("turns", sql.Integer, nullable=False),
        sql.Column("illegal", sql.Integer, nullable=False),
        sql.Column("since", sql.Integer, nullable=False),
        sql.Column("link", sql.Text, unique=True),
        sql.Column("record", sql.Text, nullable=False),
    )
    op.create_index("uploaded_match_of_guest", "uploaded_match", ["guest", "since"])


def _notices() -> None:
    op.create_table(
        "notice_choice",
        sql.Column("guest", sql.Text, sql.ForeignKey("guest.id"), primary_key=True),
        sql.Column("push", sql.Text, nullable=False),
        sql.Column("mail", sql.Text, nullable=False),
        sql.Column("language", sql.Text, nullable=False),
    )
    op.create_table(
        "push_subscription",
        sql.Column("id", sql.Text, primary_key=True),
        sql.Column("guest", sql.Text, sql.ForeignKey("guest.id"), nullable=False),
        sql.Column("endpoint", sql.Text, nullable=False, unique=True),
        sql.Column("p256dh", sql.Text, nullable=False),
        sql.Column("auth", sql.Text, nullable=False),
        sql.Column("session", sql.Text, nullable=False),
        sql.Column("since", sql.Integer, nullable=False),
    )
    op.create_index("push_subscription_of_guest", "push_subscription", ["guest"])
    op.create_table(
        "mail_address",
        sql.Column("guest", sql.Text, sql.ForeignKey("guest.id"), primary_key=True),
        sql.Column("address", sql.Text, nullable=False),
        sql.Column("confirmed", sql.Integer),
        sql.Column("confirm_code", sql.Text, nullable=False, unique=True),
        sql.Column("leave_code", sql.Text, nullable=False, unique=True),
        sql.Column("since", sql.Integer, nullable=False),
    )
    op.create_table(
        "notice",
        sql.Column("id", sql.Integer, primary_key=True),
        sql.Column("guest", sql.Text, sql.ForeignKey("guest.id"), nullable=False),
        sql.Column("kind", sql.Text, nullable=False),
        sql.Column("channel", sql.Text, nullable=False),
        sql.Column("target", sql.Text, nullable=False),
        sql.Column("key", sql.Text, nullable=False),
        sql.Column("game", sql.Text, nullable=False),
        sql.Column("path", sql.Text, nullable=False),
        sql.Column("state", sql.Text, nullable=False),
        sql.Column("reason", sql.Text, nullable=False, server_default=""),
        sql.Column("tries", sql.Integer, nullable=False, server_default="0"),
        sql.Column("due", sql.Integer, nullable=False),
        sql.Column("until", sql.Integer, nullable=False),
        sql.Column("at", sql.Integer, nullable=False),
        sql.UniqueConstraint("guest", "channel", "target", "key"),
    )
    op.create_index("notice_by_state", "notice", ["state", "due"])


def _schedules() -> None:
    op.create_table(
        "tournament_schedule",
        sql.Column("id", sql.Text, primary_key=True),
        sql.Column("maker", sql.Text, nullable=False),
        sql.Column("name", sql.Text, nullable=False),
        sql.Column("games", sql.Text, nullable=False),
        sql.Column("length", sql.Integer, nullable=False),
        sql.Column("terms", sql.Text, nullable=False),
        sql.Column("private_group", sql.Text, nullable=False),
        sql.Column("times", sql.Text, nullable=False),
        sql.Column("upto", sql.Integer, nullable=False),
        sql.Column("is_on", sql.Boolean, nullable=False),
        sql.Column("since", sql.Integer, nullable=False),
    )


def _meeting() -> None:
    op.create_table(
        "follow",
        sql.Column("guest", sql.Text, sql.ForeignKey("guest.id"), primary_key=True),
        sql.Column("followed", sql.Text, sql.ForeignKey("guest.id"), primary_key=True),
        sql.Column("since", sql.Integer, nullable=False),
    )
    op.create_index("follow_by_followed", "follow", ["followed"])
    op.create_table(
        "meeting_choice",
        sql.Column("guest", sql.Text, sql.ForeignKey("guest.id"), primary_key=True),
        sql.Column("seen_by", sql.Text, nullable=False),
        sql.Column("challenged_by", sql.Text, nullable=False),
    )
    op.create_table(
        "challenge",
        sql.Column("room", sql.Text, sql.ForeignKey("room.id"), primary_key=True),
        sql.Column("guest", sql.Text, sql.ForeignKey("guest.id"), nullable=False),
        sql.Column("challenged", sql.Text, sql.ForeignKey("guest.id"), nullable=False),
        sql.Column("since", sql.Integer, nullable=False),
        sql.Column("until", sql.Integer, nullable=False),
    )
    op.create_index("challenge_of_guest", "challenge", ["guest"])
    op.create_index("challenge_by_challenged", "challenge", ["challenged"])


def _packed_games() -> None:
    op.create_table(
        "packed_room",
        sql.Column("room", sql.Text, sql.ForeignKey("room.id"), primary_key=True),
        sql.Column("month", sql.Integer, nullable=False),
        sql.Column("number", sql.Integer, nullable=False),
        sql.Column("length", sql.Integer, nullable=False),
        sql.Column("data", sql.LargeBinary),
        sql.Column("archive", sql.Text),
    )
    op.create_index("packed_by_month", "packed_room", ["month"])


def _review_notes() -> None:
    op.create_table(
        "review_note",
        sql.Column("guest", sql.Text, sql.ForeignKey("guest.id"), primary_key=True),
        sql.Column("room", sql.Text, sql.ForeignKey("room.id"), primary_key=True),
        sql.Column("number", sql.Integer, primary_key=True),
        sql.Column("note", sql.Text, nullable=False),
        sql.Column("tried", sql.Text, nullable=False),
        sql.Column("changed", sql.Integer, nullable=False),
    )
    op.create_index("review_note_by_time", "review_note", ["guest", "changed"])


def _invitations_with_roles() -> None:
    role = sql.Column("role", sql.Text, nullable=False, server_default="member")
    op.add_column("private_group", role)


def _jobs() -> None:
    op.create_table(
        "job",
        sql.Column("id", sql.Text, primary_key=True),
        sql.Column("kind", sql.Text, nullable=False),
        sql.Column("urgency", sql.Integer, nullable=False),
        sql.Column("payload", sql.Text, nullable=False),
        sql.Column("asker", sql.Text, nullable=False),
        sql.Column("version", sql.Text, nullable=False),
        sql.Column("created", sql.Integer, nullable=False),
        sql.Column("owner", sql.Text),
        sql.Column("leased_until", sql.Integer, nullable=False),
        sql.Column("tries", sql.Integer, nullable=False),
        sql.Column("result", sql.Text),
    )
    op.create_index("job_by_urgency", "job", ["urgency", "created"])
    op.create_index("job_of_asker", "job", ["asker"])
    op.create_table(
        "job_process",
        sql.Column("id", sql.Text, primary_key=True),
        sql.Column("role", sql.Text, nullable=False),
        sql.Column("version", sql.Text, nullable=False),
        sql.Column("address", sql.Text, nullable=False),
        sql.Column("until", sql.Integer, nullable=False),
    )


def _finished_rooms() -> None:
    op.create_table(
        "finished_room",
        sql.Column("room", sql.Text, sql.ForeignKey("room.id"), primary_key=True),
        sql.Column("number", sql.Integer, nullable=False, unique=True),
        sql.Column("counted", sql.Integer, nullable=False),
    )
    op.create_index("finished_by_count", "finished_room", ["counted", "number"])
    op.create_table("room_ends", sql.Column("id", sql.Integer, primary_key=True))
    # Results are numbered so already (v14).
    op.execute(
        "INSERT INTO finished_room (room, number, counted) "
        "SELECT room.id, max(entry.rowid), 0 FROM room JOIN entry ON entry.room = room.id "
        "WHERE room.is_over GROUP BY room.id"
    )


def _tournament_talk() -> None:
    op.create_table(
        "tournament_line",
        sql.Column("tournament", sql.Text, sql.ForeignKey("tournament.id"), primary_key=True),
        sql.Column("number", sql.Integer, primary_key=True),
        sql.Column("who", sql.Text, nullable=False),
        sql.Column("text", sql.Text, nullable=False),
        sql.Column("at", sql.Integer, nullable=False),
        sql.Column("key", sql.Text, nullable=False),
        sql.UniqueConstraint("tournament", "who", "key"),
    )
    op.create_table(
        "tournament_report",
        sql.Column("tournament", sql.Text, primary_key=True),
        sql.Column("number", sql.Integer, primary_key=True),
        sql.Column("who", sql.Text, primary_key=True),
        sql.Column("at", sql.Integer, nullable=False),
        sql.ForeignKeyConstraint(
            ["tournament", "number"], ["tournament_line.tournament", "tournament_line.number"]
        ),
    )


def _shards() -> None:
    op.create_table(
        "club_process",
        sql.Column("id", sql.Text, primary_key=True),
        sql.Column("address", sql.Text, nullable=False),
        sql.Column("page", sql.Text, nullable=False),
        sql.Column("beat", sql.Integer, nullable=False),
        sql.Column("until", sql.Integer, nullable=False),
        sql.Column("bulletin", sql.Text, nullable=False),
    )
    op.create_table(
        "shard_lease",
        sql.Column("shard", sql.Integer, primary_key=True, autoincrement=False),
        sql.Column("owner", sql.Text),
        sql.Column("epoch", sql.Integer, nullable=False),
        sql.Column("beat", sql.Integer),
    )
    op.create_index("leases_by_owner", "shard_lease", ["owner"])
