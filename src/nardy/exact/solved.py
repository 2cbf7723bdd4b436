"""Solved games as files: the exact equity of every position; also unfinished solutions.

A file holds the value of every position for the player on roll, in single precision, and a manifest:
the game, a hash of its laws, sweeps, the last change, sha256.
"""

import hashlib
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import numpy as np

from nardy.core.options import rules_text
from nardy.core.rules import Rules
from nardy.errors import NardyError
from nardy.exact.archive import Manifest, as_array, with_manifest, write_whole
from nardy.exact.bearoff import PositionArrays
from nardy.exact.sides import last_place, side_numbers, sides_of
from nardy.exact.solver import Solver, Sweeps, losses_of, require_solvable
from nardy.kernel.arrays import rules_array
from nardy.kernel.layout import Floats

FORMAT = 1
MOST_CHANGE = 1e9
MOST_BYTES = 200_000_000


class SolutionError(NardyError):
    """A file of a solved game that cannot be used."""


@dataclass(frozen=True, eq=False)
class Solved:
    """A game with a known value of every position."""

    rules: Rules
    values: Floats
    """float32[n, n], by the numbers of the sides of the player on roll and the opponent."""
    manifest: Manifest

    @cached_property
    def top(self) -> int:
        return last_place(self.rules)

    def equity(self, positions: PositionArrays) -> Floats:
        """The equity of positions for the player who rolls next: float32[n], in points.

        Both play perfectly, for money without a cube. Positions belong to this game and are seen by the
        player who rolls next; the bar counts, pins and facts are ignored.
        """
        boards, _, seat, _ = positions
        mine = side_numbers(boards[:, seat], self.top)
        theirs = side_numbers(boards[:, 1 - seat], self.top)
        return self.values[mine, theirs]

    def value(self, positions: PositionArrays) -> tuple[Floats, Floats]:
        """`equity` with chances, which are unknown: float32[n, 0]."""
        return np.empty((len(positions[0]), 0), np.float32), self.equity(positions)


def solved_by(solver: Solver) -> Solved:
    """The present solution of a solver."""
    facts: Manifest = {
        "format": FORMAT,
        "game": rules_text(solver.rules),
        "laws": laws_hash(solver.rules),
        "sweeps": solver.done.count,
        # Infinite before the first sweep, which JSON cannot express.
        "change": min(solver.done.change, MOST_CHANGE),
        "positions": int(solver.is_position.sum()),
        "sha256": hashlib.sha256(solver.values.tobytes()).hexdigest(),
    }
    return Solved(solver.rules, solver.values, facts)


def go_on(solver: Solver, path: Path) -> float:
    """Continue an unfinished solution of the same game; return the seconds spent so far.

    Raises:
        SolutionError: see `load`.
    """
    solution = load(path, solver.rules)
    facts = solution.manifest
    solver.values = solution.values
    solver.done = Sweeps(int(facts["sweeps"]), float(facts["change"]))
    return float(facts.get("seconds", 0))


def laws_hash(rules: Rules) -> str:
    """A hash of everything that a solution depends on."""
    digest = hashlib.sha256(rules_array(rules).tobytes())
    digest.update(losses_of(rules, sides_of(rules)).tobytes())
    digest.update(str(rules.stakes).encode())
    # 80 bits tell games apart; the hash protects against mistakes, not against forgery.
    return digest.hexdigest()[:20]


def save(solution: Solved, path: Path, *, is_finished: bool = True) -> None:
    """Write the file atomically: an interrupted write leaves the old file.

    Raises:
        SolutionError: the disk is full, or the folder cannot be written.
    """
    # An unfinished solution is written again and again, so speed matters more than size.
    write = np.savez_compressed if is_finished else np.savez
    text = as_array(solution.manifest)
    write_whole(
        path, lambda stream: write(stream, values=solution.values, manifest=text), SolutionError
    )


def load(path: Path | str, rules: Rules) -> Solved:
    """Read the solution of a game from a file.

    Raises:
        SolutionError: no solution, damaged, of another version, or of a game with other laws.
        RulesError: the game cannot be solved.
    """
    require_solvable(rules)
    path = Path(path)
    manifest, values = _read(path)
    played = rules_text(rules)
    if manifest.get("laws") != laws_hash(rules):
        raise SolutionError(
            f"expected a solution of {played}, got one of {manifest.get('game')!r:.60} or of "
            f"other laws in {path}; solve it with 'nardy solve'"
        )
    if hashlib.sha256(values.tobytes()).hexdigest() != manifest.get("sha256"):
        raise SolutionError(
            f"expected a solution as it was written, got a changed one in {path}; solve it again"
        )
    return Solved(rules, values, manifest)


def _read(path: Path) -> tuple[Manifest, Floats]:
    spoiled = f"expected a file made by 'nardy solve', got something else in {path}"
    try:
        data = path.read_bytes()
    except OSError as error:
        raise SolutionError(
            f"expected the file of a solved game, got {error.strerror or error} for {path}"
        ) from None
    found = with_manifest(data, "values", MOST_BYTES)
    if found is None or found[1].dtype != np.float32:
        raise SolutionError(spoiled)
    facts, values = found
    if facts.get("format") != FORMAT:
        raise SolutionError(
            f"expected a solution of version {FORMAT}, got {facts.get('format')!r:.40} in {path}; "
            "solve it again"
        )
    return facts, values
