"""The clubs' step: here it changes nothing."""

revision = "8"
down_revision = "7"


def upgrade() -> None:
    """All stays as it was."""
