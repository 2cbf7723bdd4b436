"""Rollouts and training on all cores of this machine, beside one core.

    python benchmarks/cores.py --cores 16

Rollouts of long nardy from the start, cut after 11 plies: trials a second by one thread, by several threads and by
processes. Training of backgammon from the shipped network: exact targets a second by one process and by
as many as there are cores; the first rounds, in which processes start, are left out. `--device cuda` learns on a GPU
where as many actors as cores play.
"""

import argparse
import os
import time
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

from bounds import Bounds

# As the commands do: sixteen times sixteen threads of BLAS would wait for each other. NumPy reads it once.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

from nardy.analysis.rollouts import rollout_position
from nardy.bots.neural import NeuralBot
from nardy.compute.local import Processes
from nardy.evaluation.network import weights
from nardy.formats import position_text
from nardy.games import find_game
from nardy.kernel import compile_missing
from nardy.search.rollout import RolloutPlan
from nardy.train.trainer import Progress, Trainer
from nardy.train.training_plan import CPU, TrainingPlan

START = "long-nardy w 24:15 24:15"
TRIALS = 7_200
SHARE = 10 / 16
"""Ten times on sixteen cores is asked for."""
STARTING_ROUNDS = 3
WEIGHTS = Path(__file__).parents[1] / "src/nardy/data/weights/backgammon.npz"


def main() -> None:
    parser = argparse.ArgumentParser(description="Rollouts and training on all cores.")
    parser.add_argument("--cores", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--seconds", type=float, default=20.0, help="of training, twice")
    parser.add_argument(
        "--device", default=CPU, help="of the learner of many actors, as nardy train's"
    )
    asked = parser.parse_args()
    compile_missing()
    bounds = Bounds()
    rates = dict(rollout_rates(asked.cores))
    alone = rates["1 thread"]
    for name, rate in rates.items():
        print(f"rollout, {name:12} {rate:8,.0f} trials/s, {rate / alone:5.2f} times")
    most = 1 / (SHARE * asked.cores)
    taken = alone / rates[f"{asked.cores} processes"]
    bounds.tell("processes take, of one thread's time for a rollout", taken, "times", most=most)
    devices = {1: CPU, asked.cores: asked.device}
    targets = {
        actors: targets_a_second(actors, asked.seconds, on) for actors, on in devices.items()
    }
    for actors, rate in targets.items():
        print(f"training, {actors:2} processes {rate:8,.0f} targets/s")
    taken = targets[1] / targets[asked.cores]
    bounds.tell("processes take, of one's time for a target", taken, "times", most=most)
    bounds.leave()


def rollout_rates(cores: int) -> Iterator[tuple[str, float]]:
    plan = RolloutPlan(trials=TRIALS, plies=11)
    trials_a_second(replace(plan, trials=TRIALS // 20))
    for threads in sorted({1, 2, 4, cores}):
        rate = trials_a_second(replace(plan, threads=threads))
        yield f"{threads} thread{'s' * (threads > 1)}", rate
    with closing(Processes(cores)) as processes:
        many = replace(plan, trials=TRIALS * cores, workers=processes)
        trials_a_second(replace(many, trials=144 * cores))  # the processes start
        yield f"{cores} processes", trials_a_second(many)


def trials_a_second(plan: RolloutPlan) -> float:
    begun = time.perf_counter()
    rollout_position(position_text.loads(START), NeuralBot(0), plan)
    return plan.trials / (time.perf_counter() - begun)


def targets_a_second(actors: int, seconds: float, device: str) -> float:
    begin, _ = weights.load_any(WEIGHTS)
    plan = TrainingPlan(
        rules=find_game("backgammon"),
        hidden=begin.hidden,
        second=begin.second,
        phases=begin.phases,
        actors=actors,
        device=device,
    )
    rounds = list[tuple[float, int]]()

    def passed(progress: Progress) -> float:
        rounds.append((time.perf_counter(), progress.exact))
        lasted = rounds[-1][0] - rounds[min(STARTING_ROUNDS, len(rounds) - 1)][0]
        return float(lasted >= seconds)

    Trainer(plan, begin).run(passed, exact_share=1.0)
    (begun, before), (ended, after) = rounds[STARTING_ROUNDS], rounds[-1]
    return (after - before) / (ended - begun)


if __name__ == "__main__":
    main()
