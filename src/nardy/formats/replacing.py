"""Replacing a file at once: whoever reads it sees the old one or the new one, and never a part."""

import contextlib
import secrets
from collections.abc import Generator
from pathlib import Path
from typing import BinaryIO


@contextlib.contextmanager
def replacing(path: Path) -> Generator[BinaryIO]:
    """A new file beside *path* that takes its name at the end; after an error it is removed.

    Until then its name is no other's, since two processes may write the same file at once: the last one wins.
    """
    new = path.with_name(f"{path.name}.{secrets.token_hex(4)}.new")
    try:
        with new.open("xb") as file:
            yield file
        # Replacing is atomic on one file system.
        new.replace(path)
    finally:
        with contextlib.suppress(OSError):
            new.unlink(missing_ok=True)
