"""Checks of the installation: packages, the kernel, networks and tables."""

import json
import os
import platform
import sys
import zipfile
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, distribution
from importlib.util import find_spec
from pathlib import Path

from nardy.cli.doctor.result import CheckResult, CheckState
from nardy.data import (
    baseline_file,
    equities_file,
    losses_file,
    shares_file,
    table_files,
    unpacked,
    weights_file,
)
from nardy.errors import NardyError, way_to_install
from nardy.games import BACKGAMMON, GAMES
from nardy.kernel import is_available, native
from nardy.version import __version__

PACKAGE = Path(__file__).parents[2]
EXTRAS = {
    "server": ("the club", ("litestar", "uvicorn", "sqlalchemy")),
    "cluster": ("several machines", ("distributed",)),
    "compile": ("compiling the kernel", ("numba",)),
    "pg": ("the club on PostgreSQL", ("psycopg",)),
    "plot": ("plots", ("matplotlib",)),
    "gpu": ("training on a GPU", ("torch",)),
}
"""Each extra with its purpose and the packages that stand for it."""
NETWORKS = [game for game in GAMES if weights_file(game).is_file()]


def installed() -> Iterator[CheckResult]:
    part = "Installed"
    yield CheckResult(part, "nardy", f"{__version__} in {PACKAGE}", facts={"version": __version__})
    python = platform.python_version()
    machine = f"{platform.system()} {platform.machine()}"
    yield CheckResult(
        part, "Python", f"{python} at {sys.executable}, on {machine}", facts={"version": python}
    )
    numpy = version_of("numpy")
    if numpy is None:
        yield CheckResult(
            part, "numpy", "not installed", CheckState.BROKEN, "do pip install 'numpy>=2'"
        )
    else:
        yield CheckResult(part, "numpy", numpy, facts={"version": numpy})
    for extra, (purpose, packages) in EXTRAS.items():
        found = {name: version_of(name) for name in packages}
        if all(found.values()):
            words = ", ".join(f"{name} {version}" for name, version in found.items())
            yield CheckResult(part, purpose, words, facts={"extra": extra, "versions": found})
        else:
            do = f"do {way_to_install(extra)}"
            yield CheckResult(part, purpose, "not installed", CheckState.NOTE, do, {"extra": extra})


def kernel() -> CheckResult:
    """Which kernel runs, and whether the libraries are of these sources."""
    part, name = "Kernel", "compiled code"
    current = native.is_current()
    facts: dict[str, object] = {"is_current": current, "fitting": native.names()}
    try:
        library = native.library()
    except NardyError as error:
        return CheckResult(
            part, name, str(error), CheckState.BROKEN, f"unset {native.CHOICE}", facts
        )
    if library is not None:
        file = Path(str(library.__file__)).name
        return CheckResult(
            part,
            name,
            f"built ahead of time: {file}",
            facts={**facts, "kind": "native", "file": file},
        )
    chosen = os.environ.get(native.CHOICE)
    why = (
        f"chosen by {native.CHOICE}"
        if chosen
        else "the libraries are of other sources"
        if any(native.LIBRARIES.glob("*.so")) and not current
        else "no library fits this machine"
    )
    if chosen == "python":
        words = f"none, plain Python, which is slow ({why})"
        return CheckResult(part, name, words, CheckState.NOTE, facts={**facts, "kind": "python"})
    if numba := version_of("numba"):
        words = f"compiled at the first use by Numba {numba} ({why})"
        return CheckResult(part, name, words, CheckState.NOTE, facts={**facts, "kind": "numba"})
    do = f"for bots with networks, hints and analysis do {way_to_install('compile')}"
    words = f"missing, so only the rule book answers ({why})"
    return CheckResult(part, name, words, CheckState.BROKEN, do, {**facts, "kind": "none"})


def data() -> Iterator[CheckResult]:
    """Networks, tables and files of the page that come with nardy."""
    part, repair = "Files of nardy", "do pip install --force-reinstall nardy"
    bad = [name for name in NETWORKS if not _is_sound(name)]
    borrowed = sorted(set(GAMES) - set(NETWORKS))
    words = f"{len(NETWORKS)} of {len(GAMES)} games have their own"
    if borrowed:
        words += f"; {', '.join(borrowed)} borrow a relative's"
    facts: dict[str, object] = {"games": NETWORKS, "damaged": bad}
    if bad or not NETWORKS:
        words = f"damaged: {', '.join(bad)}" if bad else "none"
        yield CheckResult(part, "networks", words, CheckState.BROKEN, repair, facts)
    else:
        yield CheckResult(part, "networks", words, facts=facts)
    equities = sorted(file.name for file in table_files())
    try:
        json.loads(unpacked(equities_file()))
        for file in (baseline_file(), losses_file(), shares_file()):
            json.loads(file.read_text("utf-8"))
    except (OSError, ValueError) as error:
        yield CheckResult(part, "tables", f"damaged: {error}", CheckState.BROKEN, repair)
    else:
        words = f"{len(equities)} of match equities; levels, outcomes, baseline"
        yield CheckResult(part, "tables", words, facts={"match_equities": equities})
    parts = ("index.html", "worker.js", "js", "css")
    lacking = [name for name in parts if not (PACKAGE / "web" / name).exists()]
    if lacking:
        yield CheckResult(part, "page", f"without {', '.join(lacking)}", CheckState.BROKEN, repair)
    else:
        yield CheckResult(part, "page", "there")


def trial() -> CheckResult:
    """Value the start of backgammon, where that takes no compilation."""
    part, name = "Files of nardy", "a trial"
    try:
        is_built = native.library() is not None
        why = "left out, since Numba would compile first" if is_available() else "left out"
    except NardyError:
        is_built, why = False, "left out"
    if not is_built:
        return CheckResult(part, name, why, CheckState.NOTE)
    from nardy import evaluate_many  # noqa: PLC0415 (imports the networks)

    try:
        equity = float(evaluate_many(BACKGAMMON, [BACKGAMMON.start]).equities[0])
    except Exception as error:  # noqa: BLE001 (whatever it is, it is what was looked for)
        words = f"the network does not answer: {error}"
        return CheckResult(
            part, name, words, CheckState.BROKEN, "do pip install --force-reinstall nardy"
        )
    words = f"the first roll of backgammon is worth {equity:+.3f}"
    return CheckResult(part, name, words, facts={"equity": equity})


def version_of(name: str) -> str | None:
    """The version of an installed package; None if it cannot be imported."""
    try:
        return distribution(name).version if find_spec(name) else None
    except PackageNotFoundError:
        return "of unknown version"


def _is_sound(game: str) -> bool:
    try:
        with weights_file(game).open("rb") as file, zipfile.ZipFile(file) as archive:
            return archive.testzip() is None
    except (OSError, zipfile.BadZipFile):
        return False
