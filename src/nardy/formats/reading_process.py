"""Read a binary file in a process of its own, which `limited` limits."""

import json
import subprocess
import sys
from collections.abc import Callable
from contextvars import ContextVar
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

from nardy.core.rules import Rules
from nardy.errors import NotationError
from nardy.formats import limited
from nardy.formats.record import Record

Json = dict[str, Any]
most_unpacked: ContextVar[int | None] = ContextVar("most_unpacked", default=None)
"""The most bytes of a file after unpacking, where somebody wants less than the format allows."""


@dataclass(frozen=True, kw_only=True)
class BinaryFormat:
    """A format of binary files: the same entry for each, `load` and `loads`."""

    name: str
    """In a sentence: "an .xg file"."""
    way_out: str
    """In a sentence: "do ..."."""
    reader: Path
    """The file with `extract`."""
    most_bytes: int
    replay: Callable[[Json, Rules | None], Record]
    """Makes a match of what `extract` finds."""

    def loads(self, data: bytes, rules: Rules | None = None) -> Record:
        """Read a match and replay it, as a .mat file is replayed.

        Raises:
            NotationError: no such file, a damaged one, or one that takes too much time or memory.
        """
        return self.replay(self.extracted(data), rules)

    def load(self, file: IO[bytes], rules: Rules | None = None) -> Record:
        """Read a match from a file."""
        return self.loads(file.read(self.most_bytes + 1), rules)

    def extracted(self, data: bytes) -> Json:
        """What the reader finds in a file.

        Raises:
            NotationError: damaged, or it takes more time or memory than a match needs.
        """
        if len(data) > self.most_bytes:
            raise self._refusal(f" of at most {self.most_bytes:,} bytes, got more")
        # Isolated from the user's packages and environment.
        command = [sys.executable, "-I", "-S", limited.__file__, str(self.reader)]
        if (most := most_unpacked.get()) is not None:
            command.append(str(most))
        try:
            done = subprocess.run(  # noqa: S603 (our own program)
                command,
                input=data,
                capture_output=True,
                timeout=2 * limited.MOST_SECONDS,
                check=False,
            )
        except subprocess.TimeoutExpired:
            raise self._refusal(", got one that takes more time than a match needs") from None
        # A negative status is the signal that ended the process.
        if done.returncode < 0 or (done.returncode and b"MemoryError" in done.stderr):
            raise self._refusal(", got one that takes more time or memory than a match needs")
        if done.returncode:
            raise self._refusal(", got a damaged one")
        return self.checked(json.loads(done.stdout))

    def checked(self, found: Json) -> Json:
        """What the process found.

        Raises:
            NotationError: it found damage.
        """
        if "error" in found:
            raise self._refusal(f": {found['error']}")
        return found

    def _refusal(self, what: str) -> NotationError:
        return NotationError(f"expected {self.name}{what}; {self.way_out}")
