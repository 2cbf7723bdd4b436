import subprocess
import sys
from pathlib import Path

import pytest

from nardy.server.worker import child
from nardy.server.worker.pool import FOLDER


@pytest.mark.sqlite
@pytest.mark.thorough
def test_a_worker_without_a_database_says_so_in_a_sentence(tmp_path: Path) -> None:
    command = [sys.executable, "-I", child.__file__, FOLDER, "json"]
    # Its input stays open: it ends by itself.
    with subprocess.Popen(command, stdin=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stderr is not None
        assert process.stdin is not None
        process.stdin.write(f"{tmp_path / 'no' / 'club.db'}\n".encode())
        process.stdin.flush()
        told = process.stderr.read().decode()
        assert process.wait(20) == 1
    assert told.startswith("expected a database")
    assert "Traceback" not in told
