"""A worker of `nardy serve`, as a process of its own: python -I child.py FOLDER LOG.

FOLDER has the package, LOG is the form of the log: text or json. The first line of standard input names the database:
an address may have a password, and arguments are seen by everybody on the machine. The worker says its id on standard
output when it has joined, and ends when its input does: so it never outlives the club.
"""

import os
import signal
import sys
import threading


def main() -> None:
    sys.path.insert(0, sys.argv[1])
    # One thread a worker: all together they take the cores.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    # Ctrl-C reaches the club, too, which then ends its workers.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    database = sys.stdin.readline().rstrip("\n")
    threading.Thread(target=_end_with_input, daemon=True).start()
    from nardy.errors import NardyError  # noqa: PLC0415 (after the path is set)
    from nardy.server.operations.json_logs import log_as_json  # noqa: PLC0415
    from nardy.server.store.database.address import read_database  # noqa: PLC0415
    from nardy.server.worker.process import work  # noqa: PLC0415

    if sys.argv[2] == "json":
        log_as_json()
    try:
        work(read_database(database), _tell)
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
