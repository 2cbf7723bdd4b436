"""The result of one check of `nardy doctor`: words for people, facts for programs."""

from dataclasses import dataclass, field
from enum import StrEnum


class CheckState(StrEnum):
    """How something is."""

    OK = "ok"
    NOTE = "note"
    """Not as it could be, but nothing that was asked for needs it."""
    BROKEN = "broken"


@dataclass(frozen=True)
class CheckResult:
    """The result of one check."""

    part: str
    """The heading that it belongs under."""
    name: str
    words: str
    """The finding, as a sentence."""
    state: CheckState = CheckState.OK
    do: str = ""
    """The command or step that mends it."""
    facts: dict[str, object] = field(default_factory=dict[str, object])
    """The same for programs."""
