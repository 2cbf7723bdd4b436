"""The lawful turns of a moment as a live view."""

from collections.abc import Iterator, Mapping

from nardy.core.canonical import legal_turns
from nardy.core.judge import judge
from nardy.core.position import Position
from nardy.core.situation import Phase, Situation
from nardy.core.turn import Turn
from nardy.errors import NardyError


class LegalTurns(Mapping[Turn, Position]):
    """The lawful turns of a situation: a live view, like a mapping to final positions.

    `in` takes a Turn or its text in any notation, and never lists all turns for it.
    """

    def __init__(self, situation: Situation) -> None:
        """A view of the turns of the player who must act."""
        self._situation = situation
        self._turns: Mapping[Turn, Position] | None = None

    def _all(self) -> Mapping[Turn, Position]:
        if self._turns is None:
            dice = self._situation.dice
            over = self._situation.phase is not Phase.TURN
            rules, position = self._situation.rules, self._situation.position
            self._turns = {} if over or dice is None else legal_turns(rules, position, dice)
        return self._turns

    def __getitem__(self, turn: Turn | str) -> Position:
        """Where a turn leads, seen by the mover."""
        try:
            final = judge(self._situation, str(turn)).final
        except NardyError:
            final = None
        if final is None:
            raise KeyError(str(turn))
        return final

    def __contains__(self, turn: object) -> bool:
        """Whether a turn or text is lawful."""
        try:
            return judge(self._situation, str(turn)).is_lawful
        except NardyError:
            return False

    def __iter__(self) -> Iterator[Turn]:
        """The turns, each once, in order of their texts."""
        return iter(self._all())

    def __len__(self) -> int:
        """How many there are."""
        return len(self._all())

    def __repr__(self) -> str:
        """The turns by their texts."""
        return f"<LegalTurns: {', '.join(map(str, self))}>"
