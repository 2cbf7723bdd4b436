"""What a process computes with: results are the same only where this is the same."""

import hashlib
from functools import cache
from pathlib import Path
from typing import NamedTuple

from nardy.kernel.cache import fingerprint
from nardy.version import __version__

_PACKAGE = Path(__file__).parents[1]


class WorkerIdentity(NamedTuple):
    """The program of a worker, and its processor."""

    version: str
    code: str
    """A hash of nardy's source, of its compilers and their versions."""
    processor: str
    """As LLVM calls it: another one may round differently in the last digit."""

    @property
    def program(self) -> tuple[str, str]:
        """What must be equal; processors may differ, and are named in the result."""
        return self.version, self.code


@cache
def identity() -> WorkerIdentity:
    """The identity of this process."""
    # Only where something is computed: the import takes 40 ms.
    from llvmlite import binding  # noqa: PLC0415 # pyright: ignore[reportMissingTypeStubs]

    digest = hashlib.sha256(fingerprint().encode())
    for source in sorted(_PACKAGE.rglob("*.py")):
        digest.update(str(source.relative_to(_PACKAGE)).encode() + b"\0" + source.read_bytes())
    return WorkerIdentity(__version__, digest.hexdigest()[:12], binding.get_host_cpu_name())
