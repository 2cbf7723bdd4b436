"""The process of a worker, from its start to SIGTERM."""

import contextlib
import signal
import sys
from collections.abc import Callable

from nardy.errors import MissingExtraError
from nardy.kernel import is_available
from nardy.server.bots.runner import preload
from nardy.server.store.database.address import Database
from nardy.server.worker.leases import Leases
from nardy.server.worker.review_sources import ReviewSources
from nardy.server.worker.tasks import tasks
from nardy.server.worker.worker import Worker

SWITCH = 0.0005
"""Python's thread switch interval in seconds, as in the club (run.py)."""


def require_kernel() -> None:
    """Refuse to think without the compiled kernel: other bots would play under the names of networks.

    Raises:
        MissingExtraError: it is missing.
    """
    if not is_available():
        raise MissingExtraError.of("a compiled kernel for workers", "compile")


def work(database: Database, tell: Callable[[str], None]) -> None:
    """Do the jobs of the club of a database until SIGTERM or Ctrl-C; *tell* is called when it begins.

    Raises:
        MissingExtraError: there is no compiled kernel.
        StoreError: the database cannot be used.
    """
    require_kernel()
    # Reviews give way to turns at once.
    sys.setswitchinterval(SWITCH)
    # Before it joins: a job must not wait until the networks are loaded.
    preload()
    with contextlib.closing(ReviewSources(database)) as games, Leases(database) as leases:
        worker = Worker(leases, tasks(games))
        for number in (signal.SIGTERM, signal.SIGINT):
            if signal.getsignal(number) is not signal.SIG_IGN:
                signal.signal(number, worker.end)
        tell(leases.id)
        worker.run()
