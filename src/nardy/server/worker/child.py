"""A worker of `nardy serve`, as a process of its own: python -I child.py FOLDER DATABASE LOG.

FOLDER has the package, LOG is the form of the log: text or json. The worker says its id on standard output when it has joined, and ends when its standard
input does: so it never outlives the club.
"""

import os
import signal
import sys
import threading
from pathlib import Path


def main() -> None:
    sys.path.insert(0, sys.argv[1])
    # One thread a worker: all together they take the cores.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    # Ctrl-C reaches the club, too, which then ends its workers.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_input, daemon=True).start()
    from nardy.errors import NardyError  # noqa: PLC0415 (after the path is set)
    from nardy.server.operations.json_logs import log_as_json  # noqa: PLC0415
    from nardy.server.worker.process import work  # noqa: PLC0415

    if sys.argv[3] == "json":
        log_as_json()
    try:
        work(Path(sys.argv[2]), _tell)
    except NardyError as error:
        raise SystemExit(str(error)) from None


def _tell(worker_id: str) -> None:
    sys.stdout.write(f"{worker_id}\n")
    sys.stdout.flush()


def _end_with_input() -> None:
    # The bytes are nobody's; the club closes the pipe, or has died.
    while os.read(0, 64):
        pass
    signal.raise_signal(signal.SIGTERM)


if __name__ == "__main__":
    main()
