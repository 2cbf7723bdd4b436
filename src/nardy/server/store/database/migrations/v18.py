"""From nardy 0.3.0 to the next: what a club's life needs."""

revision = "18"
down_revision = "17"


def upgrade() -> None:
    """New tables; nothing else changes."""
