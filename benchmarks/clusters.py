"""A rollout on one and on two workers of a Dask cluster, and on one and two threads without one.

    python benchmarks/clusters.py --repeats 5

The times are wall times of the same rollout, interleaved. Scheduler, workers and client share this
machine, so that two workers compete with them for two cores.
"""

import argparse
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from functools import partial

from nardy.analysis.rollouts import rollout_position
from nardy.bots.neural import NeuralBot
from nardy.compute.cluster import Cluster
from nardy.compute.local import Processes
from nardy.formats import position_text
from nardy.kernel import compile_missing
from nardy.search.rollout import RolloutPlan

START = "long-nardy w 24:15 24:15"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--trials", type=int, default=36 * 200)
    asked = parser.parse_args()
    compile_missing()
    seconds = dict[str, list[float]]()
    with cluster(1) as one, cluster(2) as two, closing(Processes(2)) as processes:
        plan = RolloutPlan(trials=asked.trials, plies=11)
        ways = {
            "1 thread": partial(roll_out, plan),
            "2 threads": partial(roll_out, replace(plan, threads=2)),
            "2 processes": partial(roll_out, replace(plan, workers=processes)),
            "1 worker": partial(roll_out, replace(plan, workers=one)),
            "2 workers": partial(roll_out, replace(plan, workers=two)),
        }
        figures = {name: way() for name, way in ways.items()}
        if len(set(figures.values())) != 1:
            sys.exit(f"expected equal figures, got {figures}")
        for _ in range(asked.repeats):
            for name, way in ways.items():
                seconds.setdefault(name, []).append(timed(way))
    alone = statistics.median(seconds["1 thread"])
    print(f"{asked.trials} trials of {START}, medians of {asked.repeats}, equal figures")
    for name, taken in seconds.items():
        median = statistics.median(taken)
        print(f"  {name:12} {median:6.2f} s  {alone / median:.2f} of one thread's speed")


def roll_out(plan: RolloutPlan) -> tuple[float, float]:
    return rollout_position(position_text.loads(START), NeuralBot(0), plan).equity


def timed(way: Callable[[], object]) -> float:
    begun = time.perf_counter()
    way()
    return time.perf_counter() - begun


@contextmanager
def cluster(workers: int) -> Iterator[Cluster]:
    """A cluster on loopback with workers of one thread each."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port = str(found.getsockname()[1])
    address = f"tcp://127.0.0.1:{port}"
    with tempfile.TemporaryDirectory() as folder:
        worker = ("worker", address, "--nthreads", "1", "--no-nanny", "--no-dashboard")
        started = [dask("scheduler", "--host", "127.0.0.1", "--port", port, "--no-dashboard")]
        started += [
            dask(*worker, "--local-directory", f"{folder}/{number}") for number in range(workers)
        ]
        try:
            with closing(Cluster(address)) as found:
                while found.count < workers:
                    time.sleep(0.1)
                yield found
        finally:
            for process in started:
                process.terminate()
                process.wait()


def dask(*arguments: str) -> subprocess.Popen[bytes]:
    quiet = subprocess.DEVNULL
    command = [sys.executable, "-m", "dask", *arguments]
    return subprocess.Popen(command, stdout=quiet, stderr=quiet)  # noqa: S603


if __name__ == "__main__":
    main()
