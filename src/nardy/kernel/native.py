"""The built kernel: a library for each system and processor level, beside these sources.

`nardy.kernel.build` makes them. One is used only if it was built from these very sources: a hash of
what they mean, without comments and docstrings, is compared.
"""

import ast
import contextlib
import hashlib
import os
import platform
import sysconfig
from functools import cache
from importlib.machinery import ExtensionFileLoader
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path
from types import ModuleType

from nardy.errors import NardyError

CHOICE = "NARDY_KERNEL"
"""The environment variable that chooses `native`, `numba` or `python`."""
SOURCES = Path(__file__).parent
LIBRARIES = SOURCES / "lib"
NOT_COMPILED = frozenset(
    {"__init__", "act_arrays", "arrays", "bench", "cache", "jit", "native", "warm"}
)
"""Files of this folder that have no compiled code."""
NAME = "nardy_kernel"
"""The name of the module in a library."""
V2 = frozenset({"sse4_2", "ssse3", "popcnt", "cx16"})
V3 = frozenset({"avx2", "bmi1", "bmi2", "f16c", "fma", "abm", "movbe"})
V4 = frozenset({"avx512f", "avx512bw", "avx512cd", "avx512dq", "avx512vl"})
"""The abilities that a level of x86-64 adds to the one before, as /proc/cpuinfo names them
(https://gitlab.com/x86-psABIs/x86-64-ABI)."""


class KernelMissingError(NardyError):
    """The kernel that was asked for is not there."""


@cache
def library() -> ModuleType | None:
    """The library for this system, of these sources; None if there is none, or another is chosen.

    Raises:
        KernelMissingError: `NARDY_KERNEL` is `native`, and there is none.
    """
    chosen = os.environ.get(CHOICE, "")
    if chosen not in ("", "native", "numba", "python"):
        raise KernelMissingError(
            f"expected native, numba or python in {CHOICE}, got {chosen!r}; take one of these"
        )
    if chosen in ("numba", "python"):
        return None
    found = _fitting()
    if found is None and chosen:
        raise KernelMissingError(
            f"expected a library of these sources in {LIBRARIES}, got none; build it by "
            f"`python -m nardy.kernel.build`, or leave {CHOICE} empty"
        )
    return found


def _fitting() -> ModuleType | None:
    # The stable ABI does not exist without the GIL (PEP 703).
    if sysconfig.get_config_var("Py_GIL_DISABLED") or not is_current():
        return None
    for name in names():
        path = LIBRARIES / name
        # A library that the system refuses must not take the rule book with it: a folder without the
        # right to run code, or another C library than glibc.
        with contextlib.suppress(ImportError, OSError):
            if path.exists() and built_sources() == (found := _loaded(path)).SOURCES:
                return found
    return None


def built_sources() -> str:
    """The hash of the meaning of the libraries' sources; empty if there are no libraries."""
    try:
        return (LIBRARIES / "sources.txt").read_text("utf-8").split()[1]
    except (OSError, IndexError):
        return ""


def names() -> list[str]:
    """The files that would do for this machine, the fastest first."""
    system, machine = platform.system().lower(), platform.machine().lower()
    machine = {"amd64": "x86_64", "arm64": "aarch64"}.get(machine, machine)
    if machine != "x86_64":
        return [f"{system}-{machine}.so"]
    return [f"{system}-x86_64-{level}.so" for level in levels(_processor_flags())]


def levels(flags: frozenset[str]) -> list[str]:
    """The levels of x86-64 of a processor with these flags, the highest first.

    Without any flags the system does not tell, and every processor since 2009 has the lowest level.
    """
    if not flags:
        return ["v2"]
    found = list[str]()
    for level, added in (("v2", V2), ("v3", V3), ("v4", V4)):
        if not added <= flags:
            break
        found.insert(0, level)
    return found


def _processor_flags() -> frozenset[str]:
    """The processor's abilities that the system uses; none where it does not tell."""
    try:
        told = Path("/proc/cpuinfo").read_text("utf-8")
    except OSError:
        return frozenset()
    lines = (line for line in told.splitlines() if line.startswith("flags"))
    return frozenset(next(lines, "").partition(":")[2].split())


def _loaded(path: Path) -> ModuleType:
    loader = ExtensionFileLoader(NAME, str(path))
    spec = spec_from_loader(NAME, loader)
    if spec is None:
        raise ImportError(f"expected a library in {path}, got another file")
    module = module_from_spec(spec)
    loader.exec_module(module)
    return module


def is_current() -> bool:
    """Whether the libraries were built from these sources."""
    try:
        as_text, as_meant = (LIBRARIES / "sources.txt").read_text("utf-8").split()
    except (OSError, ValueError):
        return False
    # The text is compared first: parsing everything would take a tenth of a second at each start.
    return as_text == text_hash() or as_meant == meaning_hash()


def compiled_sources() -> list[Path]:
    """The files that compiled code depends on."""
    files = [*SOURCES.glob("*.py"), *SOURCES.glob("llvm/*.py")]
    return sorted(file for file in files if file.stem not in NOT_COMPILED)


def text_hash() -> str:
    """A hash of the sources as they are."""
    digest = hashlib.sha256()
    for file in compiled_sources():
        # The zeros keep a name and the text after it apart.
        digest.update(file.name.encode() + b"\0" + file.read_bytes() + b"\0")
    return digest.hexdigest()[:20]


def meaning_hash() -> str:
    """A hash of the sources without comments, docstrings and layout."""
    digest = hashlib.sha256()
    for file in compiled_sources():
        tree = ast.parse(file.read_bytes())
        for node in ast.walk(tree):
            body = getattr(node, "body", None)
            if isinstance(body, list):
                node.body = [part for part in body if not _is_text(part)]  # type: ignore[attr-defined]
        digest.update(file.name.encode() + b"\0" + ast.dump(tree).encode() + b"\0")
    return digest.hexdigest()[:20]


def _is_text(node: object) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
