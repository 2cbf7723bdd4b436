"""A club that runs as its users start it."""

import contextlib
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path


@contextlib.contextmanager
def running_club(folder: Path, port: int = 0, **settings: str) -> Iterator[str]:
    """The address of a club on a database in this folder; it ends with the block."""
    told = {f"NARDY_{name.upper()}": value for name, value in settings.items()}
    environment = {**os.environ, "NARDY_DATABASE": str(folder / "club.db"), **told}
    command = [sys.executable, "-m", "nardy", "serve", "--port", str(port)]
    with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        words = process.stdout.readline().split()
        try:
            yield next(word for word in words if word.startswith("http"))
        finally:
            process.terminate()
