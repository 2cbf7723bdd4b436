"""A rollout on one and on two workers of a Dask cluster, and on one and two threads without one.

    python benchmarks/clusters.py --repeats 5
    python benchmarks/clusters.py --repeats 1 --trials 720 --kills 2

The times are wall times of the same rollout, interleaved. Scheduler, workers and client share this
machine, so that two workers compete with them for two cores: the bound for two workers is one for two free cores.

Then the same rollout is computed once more by two workers, of which one is killed again and again, each time replaced
by a new one. A chunk is 36 trials. All of these must give the same result to the bit.
"""

import argparse
import statistics
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path

from bounds import Bounds

from nardy.analysis.rollouts import RolledOut, rollout_position
from nardy.bots.neural import NeuralBot
from nardy.compute.cluster import Cluster
from nardy.compute.local import Processes
from nardy.formats import position_text
from nardy.kernel import compile_missing
from nardy.search.rollout import RolloutPlan

sys.path[:0] = [str(Path(__file__).parents[1])]
from tests.compute.cluster_processes import running_cluster  # noqa: E402

CHUNK = 36
FASTER = 1.6
START = "long-nardy w 24:15 24:15"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--trials", type=int, default=CHUNK * 200)
    parser.add_argument("--kills", type=int, default=5)
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
        figures |= {f"{asked.kills} kills": rolled_out_with_kills(plan, asked.kills)}
        for _ in range(asked.repeats):
            for name, way in ways.items():
                seconds.setdefault(name, []).append(timed(way))
    alone = statistics.median(seconds["1 thread"])
    print(f"{asked.trials} trials of {START}, medians of {asked.repeats}")
    for name, taken in seconds.items():
        median = statistics.median(taken)
        print(f"  {name:12} {median:6.2f} s  {alone / median:.2f} of one thread's speed")
    bounds = Bounds()
    taken = statistics.median(seconds["2 workers"]) / alone
    bounds.tell("two workers take, of one thread's time", taken, "times", most=1 / FASTER)
    wrong = [
        f"{name}: another result" for name, found in figures.items() if found != figures["1 thread"]
    ]
    bounds.require_none(wrong, f"the same result to the bit: {', '.join(figures)}")
    bounds.leave()


def roll_out(plan: RolloutPlan, report: Callable[[int], None] | None = None) -> RolledOut:
    return rollout_position(position_text.loads(START), NeuralBot(0), plan, report)


def rolled_out_with_kills(plan: RolloutPlan, kills: int) -> RolledOut:
    """The rollout by two workers, the older of which is killed so often, evenly over the chunks."""
    with running_cluster(2) as processes, closing(Cluster(processes.address)) as found:
        wait_for(2, found)
        at = [plan.trials * number // (kills + 1) for number in range(1, kills + 1)]

        def kill(trials: int) -> None:
            if at and trials >= at[0]:
                at.pop(0)
                # Both work again before one dies.
                wait_for(2, found)
                processes.kill_worker()
                processes.start_worker()

        told = roll_out(replace(plan, workers=found), kill)
    if at:
        sys.exit(f"expected {kills} kills, got {kills - len(at)}: roll out more trials")
    return told


def wait_for(workers: int, cluster: Cluster) -> None:
    while cluster.count < workers:
        time.sleep(0.1)


def timed(way: Callable[[], object]) -> float:
    begun = time.perf_counter()
    way()
    return time.perf_counter() - begun


@contextmanager
def cluster(workers: int) -> Iterator[Cluster]:
    """A cluster on loopback with workers of one thread each."""
    with running_cluster(workers) as processes, closing(Cluster(processes.address)) as found:
        wait_for(workers, found)
        yield found


if __name__ == "__main__":
    main()
