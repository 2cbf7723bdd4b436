"""Which faults the tests would not notice: small changes of the code, each run against its tests.

    python -m pip install cosmic-ray pytest-cov
    python benchmarks/mutants.py --seed 18 --count 200 --cache FOLDER

A mutant is one change of one place: another operator, another number, a condition turned round, a
decorator or a branch left out (the operators are those of cosmic-ray). Drawn by a seed, each is run
against the tests that execute its line (of a line that runs at import, the tests of its file). Its own
test file comes first, then the fastest tests, as many as take half of the 60 seconds without a mutant.
A mutant whose tests pass has survived, and so has one that no test meets. The tree is copied: nothing
here is changed.

The seeds were written down before any mutant was drawn: 18 for the first 200, 1818 for 100 others that
are drawn when those are dealt with. FOLDER keeps what was found out: called again, it goes on where it stopped.
"""

import argparse
import json
import os
import random
import re
import shutil
import subprocess
import sys
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import Queue
from typing import NamedTuple
from xml.etree import ElementTree as ET

from cosmic_ray.ast import ast_nodes, get_ast
from cosmic_ray.mutating import mutate_code
from cosmic_ray.plugins import get_operator, operator_names
from coverage import CoverageData

ROOT = Path(__file__).parents[1]
NARDY = Path("src/nardy")
SERVER = (
    *("rooms/start", "rooms/claims", "rooms/presence", "rooms/timeouts", "turns/actions"),
    *("rooms/results", "rooms/room", "rooms/dice", "rooms/clock", "turns/view"),
)
TARGETS = (
    *(NARDY / "server" / f"{name}.py" for name in SERVER),
    *sorted(path.relative_to(ROOT) for path in (ROOT / NARDY / "server/pairing").glob("*.py")),
    *sorted(path.relative_to(ROOT) for path in (ROOT / NARDY / "server/ratings").glob("*.py")),
    *(
        NARDY / "evaluation/cube" / f"{name}.py"
        for name in ("match_value", "match_cube", "cubes", "money_cube")
    ),
    *(NARDY / "analysis" / f"{name}.py" for name in ("review", "cube_review", "judge")),
)
"""Room and its parts, tournaments, ratings, match value, cubes, review."""
LEFT_OUT = re.compile(r"BitOr_|[Vv]ariable")
"""Operators whose mutants say nothing: `X | None` in a type fails at import; two want parameters."""
SUITES = ("tests/server", "tests/evaluation", "tests/analysis", "tests/search")
SECONDS = 60
PLANNED = 30.0
"""Seconds that the chosen tests of a mutant take without it: half, since two run side by side."""


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
    """All possible mutants, in a fixed order."""
    chosen = [name for name in sorted(operator_names()) if not LEFT_OUT.search(name)]
    operators = [(name, get_operator(name)()) for name in chosen]
    for path in TARGETS:
        nodes = list(ast_nodes(get_ast((ROOT / path).read_text("utf-8"))))
        for name, operator in operators:
            places = [place for node in nodes for place in operator.mutation_positions(node)]
            for occurrence, ((line, _), _) in enumerate(places):
                yield Mutant(str(path), name, occurrence, line)


def tests_in(contexts: Iterable[str]) -> set[str]:
    """The ids of tests, without their phases (setup, run, teardown)."""
    return {context.partition("|")[0] for context in contexts if context}


class Tests:
    """The tests of a copied tree: which of them execute a line, and how long each takes."""

    def __init__(self, cache: Path, copy: Path) -> None:
        self.copy = copy
        self.data = cache / "coverage"
        times = cache / "times.xml"
        if not times.exists():
            command = [
                *(sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--no-header"),
                *("--cov=nardy", "--cov-context=test", "--cov-report=", f"--junitxml={times}"),
                *("-n", "2", *SUITES),
            ]
            environment = {**os.environ, "COVERAGE_FILE": str(self.data)}
            subprocess.run(command, cwd=copy, env=environment, check=False)  # noqa: S603 (our own tests)
        self.seconds = {
            (str(case.get("classname")), str(case.get("name"))): float(case.get("time") or 0)
            for case in ET.parse(times).iter("testcase")  # noqa: S314 (pytest wrote it)
        }

    def took(self, test: str) -> float:
        """The seconds of a test, its fixtures included."""
        path, _, name = test.partition("::")
        *classes, name = name.split("::")
        place = ".".join([path.removesuffix(".py").replace("/", "."), *classes])
        return self.seconds.get((place, name), 1.0)

    def contexts(self, path: str) -> dict[int, list[str]]:
        """The tests that execute each line of a file; the empty context is its import."""
        data = CoverageData(str(self.data))
        data.read()
        return data.contexts_by_lineno(str(self.copy / path))

    def of(self, mutant: Mutant) -> list[str]:
        """The tests that a mutant is run against, in their order."""
        lines = self.contexts(mutant.path)
        meet = tests_in(lines.get(mutant.line, ()))
        if not meet:
            meet = tests_in(context for contexts in lines.values() for context in contexts)
        own = f"test_{Path(mutant.path).stem}.py"
        chosen: list[str] = []
        left = PLANNED
        for test in sorted(meet, key=lambda test: (own not in test, self.took(test), test)):
            left -= self.took(test)
            if left > 0 or not chosen:
                chosen.append(test)
        return chosen


def outcome(mutant: Mutant, tests: Sequence[str], copy: Path) -> str:
    """'killed', 'survived', 'late' (its tests took too long: killed too) or 'untested'."""
    if not tests:
        return "untested"
    path = copy / mutant.path
    before = path.read_text("utf-8")
    mutated = mutate_code(before, get_operator(mutant.operator)(), mutant.occurrence)
    if mutated is None or mutated == before:
        return "same"
    path.write_text(mutated, "utf-8")
    command = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", *tests]
    environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1"}
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


def copies(cache: Path, count: int) -> list[Path]:
    """*count* copies of this tree; the coverage of lines is measured in the first."""
    ignore = shutil.ignore_patterns(".venv*", ".git", "__pycache__", ".hypothesis", ".*_cache")
    trees = [cache / f"tree-{number}" for number in range(count)]
    for number, tree in enumerate(trees):
        if not tree.exists():
            shutil.copytree(trees[0] if number else ROOT, tree, ignore=ignore)
    return trees


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--seed", type=int, required=True)
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--cache", type=Path, required=True)
    parser.add_argument("--workers", type=int, default=2)
    options = parser.parse_args()
    cache = options.cache.resolve()
    cache.mkdir(parents=True, exist_ok=True)
    trees = copies(cache, options.workers)
    tests = Tests(cache, trees[0])
    drawn = random.Random(options.seed).sample(sorted(every_mutant()), options.count)
    kept = cache / f"results-{options.seed}.json"
    known: dict[str, str] = json.loads(kept.read_text("utf-8")) if kept.exists() else {}
    free: Queue[Path] = Queue()
    for tree in trees:
        free.put(tree)

    def run(mutant: Mutant) -> None:
        tree = free.get()
        known[mutant.name] = outcome(mutant, tests.of(mutant), tree)
        free.put(tree)
        kept.write_text(json.dumps(known, indent=0), "utf-8")
        print(f"{len(known):4} {known[mutant.name]:9} {mutant.name}", flush=True)

    with ThreadPoolExecutor(options.workers) as pool:
        list(pool.map(run, [mutant for mutant in drawn if mutant.name not in known]))
    told([(mutant, known[mutant.name]) for mutant in drawn])


if __name__ == "__main__":
    main()
