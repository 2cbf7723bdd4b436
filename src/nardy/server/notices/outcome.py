"""How an attempt to send a notice ended."""

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class Outcome:
    """The end of one attempt.

    `later` is said only where the other side surely did not take the notice; wherever it may have, the
    attempt has failed.
    """

    state: Literal["sent", "failed", "later", "gone", "dropped"]
    """`gone`: the place is no more; `dropped`: nobody needs the notice any more."""
    reason: str = ""
    """A short code without personal data, such as `status 403`."""
    seconds: float = 0.0
    """The pause that the other side asked for."""


SENT = Outcome("sent")
UNKNOWN = "unknown"
"""The reason where the connection was lost between the notice and its answer: it may have arrived."""
