"""Which faults the tests would not notice: small changes of the code, each run against its tests.

    python -m pip install cosmic-ray pytest-cov
    python benchmarks/mutants.py --seed 18 --count 200 --cache FOLDER

A mutant is one change of one place: another operator, another number, a condition turned round, a
decorator or a branch left out (the operators are those of cosmic-ray). Drawn by a seed, each
is run against the tests that execute its line, the fastest first, for at most 60 seconds; a mutant that
no line of a test meets, or that passes, has survived. The tree is copied: nothing here is changed.

The seeds were written down before any mutant was drawn: 18 for the first 200, 1818 for 100 others that
are drawn when those are dealt with. FOLDER keeps what was found out: called again, it goes on where it stopped.
"""

import argparse
import json
import os
import random
import re
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from cosmic_ray.ast import ast_nodes, get_ast
from cosmic_ray.mutating import mutate_code
from cosmic_ray.plugins import get_operator, operator_names

ROOT = Path(__file__).parents[1]
NARDY = Path("src/nardy")
SERVER = (
    *("absence", "beginning", "cascades", "claims", "links", "performing", "presence", "referee"),
    *("results", "rolling", "room", "throws", "timing", "view"),
)
TARGETS = (
    *(NARDY / "server" / f"{name}.py" for name in SERVER),
    *sorted(path.relative_to(ROOT) for path in (ROOT / NARDY / "server/tournaments").glob("*.py")),
    *sorted(path.relative_to(ROOT) for path in (ROOT / NARDY / "server/ratings").glob("*.py")),
    *(
        NARDY / "evaluation" / f"{name}.py"
        for name in ("match_value", "match_cube", "cubes", "money_cube")
    ),
    *(NARDY / "analysis" / f"{name}.py" for name in ("review", "cube_review", "judge", "summary")),
)
"""Room and its parts, tournaments, ratings, match value, cubes, review."""
LEFT_OUT = re.compile(r"BitOr_|[Vv]ariable")
"""Operators whose mutants say nothing: `X | None` in a type fails at import; two want parameters."""
SUITES = ("tests/server", "tests/evaluation", "tests/analysis", "tests/search")
SECONDS = 60
MOST_TESTS = 60
"""Of the tests that execute a line; the fastest come first."""


class Mutant(NamedTuple):
    """One change of one place."""

    path: str
    operator: str
    occurrence: int
    line: int

    @property
    def name(self) -> str:
        """Its key in the cache."""
        return f"{self.path}:{self.line}:{self.operator}:{self.occurrence}"


def every_mutant() -> Iterator[Mutant]:
    """All that could be drawn, in a fixed order."""
    chosen = [name for name in sorted(operator_names()) if not LEFT_OUT.search(name)]
    operators = [(name, get_operator(name)()) for name in chosen]
    for path in TARGETS:
        nodes = list(ast_nodes(get_ast((ROOT / path).read_text("utf-8"))))
        for name, operator in operators:
            places = [place for node in nodes for place in operator.mutation_positions(node)]
            for occurrence, ((line, _), _) in enumerate(places):
                yield Mutant(str(path), name, occurrence, line)


def covered(cache: Path, copy: Path) -> Path:
    """The coverage of the suites, test by test, measured once."""
    data = cache / "coverage"
    if not data.exists():
        command = [
            *(sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--no-header"),
            *("--cov=nardy", "--cov-context=test", "--cov-report=", "--durations=0", *SUITES),
        ]
        environment = {**os.environ, "COVERAGE_FILE": str(data), "PYTHONPATH": str(copy / "src")}
        subprocess.run(command, cwd=copy, env=environment, check=False)  # noqa: S603 (our own tests)
    return data


def tests_of(data: Path, copy: Path, mutant: Mutant) -> list[str]:
    """The tests that execute a line, by their ids."""
    with sqlite3.connect(data) as connection:
        rows = connection.execute(
            "select c.context, l.numbits from line_bits l join context c on c.id = l.context_id"
            " join file f on f.id = l.file_id where f.path = ?",
            (str(copy / mutant.path),),
        ).fetchall()
    byte, bit = divmod(mutant.line, 8)
    found = {
        context.partition("|")[0]
        for context, bits in rows
        if context and byte < len(bits) and bits[byte] >> bit & 1
    }
    own = Path(mutant.path).stem
    return sorted(found, key=lambda test: (f"test_{own}.py" not in test, test))[:MOST_TESTS]


def outcome(mutant: Mutant, data: Path, copy: Path) -> str:
    """'killed', 'survived', 'late' (its tests took too long: killed too) or 'untested'."""
    tests = tests_of(data, copy, mutant)
    if not tests:
        return "untested"
    path = copy / mutant.path
    before = path.read_text("utf-8")
    mutated = mutate_code(before, get_operator(mutant.operator)(), mutant.occurrence)
    if mutated is None or mutated == before:
        return "same"
    path.write_text(mutated, "utf-8")
    command = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", *tests]
    environment = {**os.environ, "PYTHONPATH": str(copy / "src"), "PYTHONDONTWRITEBYTECODE": "1"}
    try:
        run = subprocess.run(  # noqa: S603 (our own tests)
            command, cwd=copy, env=environment, capture_output=True, timeout=SECONDS, check=False
        )
    except subprocess.TimeoutExpired:
        return "late"
    finally:
        path.write_text(before, "utf-8")
    return "survived" if run.returncode == 0 else "killed"


def told(results: Sequence[tuple[Mutant, str]]) -> None:
    """Print the counts, and every mutant that lives."""
    ends = [end for _, end in results]
    counted = [end for end in ends if end != "same"]
    dead = sum(end in ("killed", "late") for end in counted)
    print(f"{dead} of {len(counted)} killed ({dead / max(len(counted), 1):.0%})")
    for mutant, end in results:
        if end in ("survived", "untested"):
            print(f"{end:9} {mutant.name}")


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--seed", type=int, required=True)
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--cache", type=Path, required=True)
    options = parser.parse_args()
    cache = options.cache.resolve()
    copy = cache / "tree"
    if not copy.exists():
        cache.mkdir(parents=True, exist_ok=True)
        ignore = shutil.ignore_patterns(".venv*", ".git", "__pycache__", ".hypothesis", ".*_cache")
        shutil.copytree(ROOT, copy, ignore=ignore)
    data = covered(cache, copy)
    drawn = random.Random(options.seed).sample(sorted(every_mutant()), options.count)
    kept = cache / f"results-{options.seed}.json"
    known: dict[str, str] = json.loads(kept.read_text("utf-8")) if kept.exists() else {}
    for number, mutant in enumerate(drawn, 1):
        if mutant.name not in known:
            known[mutant.name] = outcome(mutant, data, copy)
            kept.write_text(json.dumps(known, indent=0), "utf-8")
            print(f"{number:4} {known[mutant.name]:9} {mutant.name}", flush=True)
    told([(mutant, known[mutant.name]) for mutant in drawn])


if __name__ == "__main__":
    main()
