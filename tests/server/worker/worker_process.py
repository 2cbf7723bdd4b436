"""A worker as a process of its own, which can be killed."""

import contextlib
import subprocess
import sys
from collections.abc import Generator
from pathlib import Path

from tests.server.databases import text_of_file

from nardy.server.worker import child
from nardy.server.worker.pool import FOLDER


@contextlib.contextmanager
def worker_process(file: Path, program: str = child.__file__) -> Generator[subprocess.Popen[str]]:
    """A worker that has joined, ended at last by the end of its input."""
    command = [sys.executable, program, FOLDER, "text"]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        assert process.stdin is not None
        process.stdin.write(f"{text_of_file(file)}\n")
        process.stdin.flush()
        assert process.stdout.readline().strip()
        yield process
        process.stdin.close()
