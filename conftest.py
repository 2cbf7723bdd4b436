"""What holds for every test, the doctests in src, docs and README.md included."""

import os
from importlib.util import find_spec

import pytest
from hypothesis import settings
from tests.effort import THOROUGH, tries

from nardy.core import engine
from nardy.kernel import is_available

# Quick: the same examples each time, so that a change breaks the suite and luck does not.
settings.register_profile("quick", max_examples=25, deadline=None, derandomize=True)
settings.register_profile(
    "thorough", max_examples=tries(25, 200, 2_000), deadline=None, print_blob=True
)
settings.load_profile("thorough" if THOROUGH else "quick")

# The rule book is tested itself; the tests of the engine fill its place for themselves.
os.environ["NARDY_ENGINE"] = "off"
engine.clear()

# Without a kernel the rule book is still tested.
COMPILED = (
    *("kernel", "compute", "exact", "evaluation", "search", "arena", "analysis"),
    *("labels", "plots", "report", "rl", "train"),
)
"""The packages that need the kernel; so do these modules."""
BOTS = ("named", "neural", "variants", "final_arrays")
RUNS = ("arena_run", "exam_run", "label_run", "solving", "rollout_run", "bench_network")
MODULES = (
    *(f"bots/{{}}{name}" for name in BOTS),
    *(f"cli/{{}}{name}" for name in RUNS),
    "cli/train/{}run",
)
ABSENT = [f"{place}/{package}" for package in COMPILED for place in ("src/nardy", "tests")] + [
    f"{place}{name}.py"
    for module in MODULES
    for place, name in (("src/nardy/", module.format("")), ("tests/", module.format("test_")))
]
NEEDED = ("arena", "cluster", "exam", "label", "solve", "evaluate", "hint", "rollout")
COMMANDS = [f"tests/cli/test_{name}.py" for name in NEEDED] + ["tests/cli/train/test_command.py"]
PAGES = [
    *(f"docs/guide/{name}.md" for name in ("analysis", "reinforcement-learning")),
    *(f"docs/reference/{name}.md" for name in ("analysis", "arena", "plots", "rl")),
]
collect_ignore = [] if is_available() else [*ABSENT, *COMMANDS, *PAGES]
# Without Numba a built kernel is tested, and nothing can be compiled.
COMPILERS = ("build", "llvm", "warm.py")
COMPILERS_TESTS = ("build", "llvm", "test_warm.py", "test_cache.py")
if find_spec("numba") is None:
    collect_ignore += [f"src/nardy/kernel/{name}" for name in COMPILERS]
    collect_ignore += [f"tests/kernel/{name}" for name in COMPILERS_TESTS]
# Without the extra `server` there is no club.
CLUB = [
    "src/nardy/server",
    "tests/server",
    "tests/web",
    "tests/cli/test_serve.py",
    "tests/cli/test_site.py",
    "tests/cli/test_admin.py",
]
collect_ignore += [] if find_spec("litestar") else CLUB


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave the tests marked thorough to `./check all`."""
    if THOROUGH:
        return
    thorough = [item for item in items if item.get_closest_marker("thorough")]
    config.hook.pytest_deselected(items=thorough)
    items[:] = [item for item in items if item not in thorough]


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say once more, above the last line, what `./check` found wrong before the tests."""
    if failed := os.environ.get("NARDY_FAILED"):
        terminalreporter.section("FAILED before the tests", red=True, bold=True)
        terminalreporter.line(failed, red=True)
