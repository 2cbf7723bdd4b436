"""A worker that hangs in the middle of its first job: python hanging_worker.py FOLDER.

The first line of its input names the database. It says its id, and then the kind of the job in which it hangs.
"""

import sys
import threading


def main() -> None:
    sys.path.insert(0, sys.argv[1])
    from nardy.server.jobs.orders import KINDS  # noqa: PLC0415 (after the path is set)
    from nardy.server.store.database.address import read_database  # noqa: PLC0415
    from nardy.server.worker.leases import Leases, LeaseTiming  # noqa: PLC0415
    from nardy.server.worker.worker import Worker  # noqa: PLC0415

    def hang(kind: str):
        def task(_: object):
            yield
            sys.stdout.write(f"{kind}\n")
            sys.stdout.flush()
            threading.Event().wait()

        return task

    database = read_database(sys.stdin.readline().rstrip("\n"))
    with Leases(database, LeaseTiming(lease=1000, renew_seconds=0.2)) as leases:
        worker = Worker(leases, {kind: hang(kind) for kind in KINDS})
        sys.stdout.write(f"{leases.id}\n")
        sys.stdout.flush()
        worker.run()


if __name__ == "__main__":
    main()
