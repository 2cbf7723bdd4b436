"""What a process computes with: results are the same only where this is the same."""

import hashlib
from collections.abc import Iterator
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import NamedTuple

from nardy.kernel import native
from nardy.kernel.cache import fingerprint
from nardy.version import __version__

_PACKAGE = Path(__file__).parents[1]


class WorkerIdentity(NamedTuple):
    """The program of a worker, and its processor."""

    version: str
    code: str
    """A hash of nardy's source and data, of NumPy's version, and of the compilers where Numba compiles."""
    processor: str
    """The built library, or the processor as LLVM calls it. Another may round the last digit differently."""

    @property
    def program(self) -> tuple[str, str]:
        """What must be equal; processors may differ, and are named in the result."""
        return self.version, self.code


@cache
def identity() -> WorkerIdentity:
    """The identity of this process."""
    kernel, processor = _kernel()
    digest = hashlib.sha256(kernel.encode())
    for source in sorted([*_PACKAGE.rglob("*.py"), *_data()]):
        digest.update(str(source.relative_to(_PACKAGE)).encode() + b"\0" + source.read_bytes())
    return WorkerIdentity(__version__, digest.hexdigest()[:12], processor)


def _data() -> Iterator[Path]:
    """Networks, levels, tables and other data: results depend on them as on the source."""
    for path in (_PACKAGE / "data").rglob("*"):
        if path.is_file() and path.suffix not in (".py", ".pyc"):
            yield path


def _kernel() -> tuple[str, str]:
    """The sources of the compiled code, and the processor that it runs on."""
    library = native.library()
    if library is not None:
        sources = f"built {native.text_hash()}, numpy {version('numpy')}"
        return sources, Path(str(library.__file__)).stem
    # Only where something is computed: the import takes 40 ms.
    from llvmlite import binding  # noqa: PLC0415 # pyright: ignore[reportMissingTypeStubs]

    return fingerprint(), binding.get_host_cpu_name()
