"""The turns that the laws allow, by walking every sequence of moves.

A walk starts at (state, dice) and plays one die after another; wherever it may stop, the stop is
scored, and the legal turns are the stops with the best score.
"""

from collections.abc import Iterator
from typing import NamedTuple

from tests.oracle.catalog import Side
from tests.oracle.moves import State, begin, formations_hold, laws_of, readings, targets, texts

LIMIT = 400_000


class TooManyError(ValueError):
    """The walk met more than LIMIT states."""


class Node(NamedTuple):
    state: State
    dice: tuple[int, ...]


class Walk:
    """All sequences of moves of one dice list from one position."""

    def __init__(
        self,
        game: dict,
        players: tuple[Side, Side],
        dice: list[int],
        *,
        in_order: bool,
        double: int,
    ) -> None:
        start = begin(*players)
        self.laws = laws_of(game, start, double)
        self.start = Node(start, tuple(dice))
        self.in_order = in_order
        self.stepwise = game.get("prime_check", "step") == "step"
        self.known: dict[Node, tuple[int, int, int]] = {}

    def moves(self, node: Node) -> Iterator[tuple[int, int, Node]]:
        """Every legal move from here: origin, target, and where it leads."""
        state, dice = node
        if state.ended:
            return
        for die in sorted(set(dice[:1] if self.in_order else dice)):
            at = dice.index(die)
            rest = dice[:at] + dice[at + 1 :]
            for origin, target in targets(self.laws, state, die):
                for after in readings(self.laws, state, origin, target):
                    if not self.stepwise or formations_hold(self.laws, after):
                        yield origin, target, Node(after, rest)

    def score(self, node: Node) -> tuple[int, int, int]:
        """What stopping here is worth: dice used, the larger one of two, no hitter borne off."""
        total, state = self.start.dice, node.state
        used = len(total) - len(node.dice)
        if used and not self.stepwise and not formations_hold(self.laws, state):
            return -1, 0, 0
        larger = 0
        if state.ended:
            used = len(total)
        elif used == 1 and len(total) > 1 and not self.in_order:
            larger = sum(total) - sum(node.dice)
        return used, larger, not state.hitter_off

    def ends(self) -> set[tuple[str, str]]:
        """Both sides after every legal turn."""
        seen, ahead = {self.start}, [self.start]
        while ahead:
            for _, _, after in self.moves(ahead.pop()):
                if after not in seen:
                    seen.add(after)
                    ahead.append(after)
            if len(seen) > LIMIT:
                raise TooManyError(f"more than {LIMIT} states")
        scores = {node: self.score(node) for node in seen}
        best = max(scores.values())
        return {texts(node.state) for node, score in scores.items() if score == best}

    def best(self, node: Node) -> tuple[int, int, int]:
        """The best score within reach from here."""
        if node not in self.known:
            if len(self.known) > LIMIT:
                raise TooManyError(f"more than {LIMIT} states")
            top = self.score(node)
            for _, _, after in self.moves(node):
                if top >= (len(self.start.dice), 0, 1):
                    break
                top = max(top, self.best(after))
            self.known[node] = top
        return self.known[node]

    def after(self, played: list[tuple[int, int]]) -> set[Node]:
        """Where moves lead, by every die and every checker that they may have been."""
        nodes = {self.start}
        for move in played:
            nodes = {n for node in nodes for *m, n in self.moves(node) if tuple(m) == move}
        return nodes

    def next_moves(self, played: list[tuple[int, int]]) -> set[tuple[int, int]]:
        """The moves that keep a legal turn within reach after those played already."""
        top = self.best(self.start)
        return {
            (origin, target)
            for node in self.after(played)
            for origin, target, after in self.moves(node)
            if self.best(after) == top
        }


def final_positions(  # noqa: PLR0913
    game: dict, mover: Side, other: Side, dice: list[int], *, in_order: bool, double: int
) -> set[tuple[str, str]]:
    """Every legal final position, as the texts of the mover's and of the other's side."""
    return Walk(game, (mover, other), dice, in_order=in_order, double=double).ends()


def longest(  # noqa: PLR0913
    game: dict, mover: Side, other: Side, dice: list[int], *, in_order: bool, double: int
) -> int:
    """How many dice the longest play uses; all of them where it ends the game."""
    walk = Walk(game, (mover, other), dice, in_order=in_order, double=double)
    return walk.best(walk.start)[0]


def first_moves(  # noqa: PLR0913
    game: dict, mover: Side, other: Side, dice: list[int], *, in_order: bool, double: int
) -> set[tuple[int, int]]:
    """Every (origin, target) with which some legal turn begins."""
    return Walk(game, (mover, other), dice, in_order=in_order, double=double).next_moves([])


def leftover(game: dict, dice: list[int], used: int) -> list[int]:
    """The dice that the opponent must play of a cascade."""
    return dice[used:] if game["leftover"] == "opponent" else []
