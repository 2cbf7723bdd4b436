"""How often `baseline` beats `random`: every game of the family, with standard errors.

    python benchmarks/baseline.py --games 1000
    python benchmarks/baseline.py --games 200 --game long-nardy --game fevga

The seats alternate, the dice follow from the seed, and the cube is left out: what is measured
is the moving of checkers. A draw and a void game count as half a win.
"""

import argparse
import math
import multiprocessing
import time
from collections.abc import Iterator
from random import Random
from statistics import fmean

from nardy.bots.baseline.bot import BaselineBot
from nardy.bots.random_bot import RandomBot
from nardy.core import acts
from nardy.core.dice import Roll
from nardy.core.game import opening_situation
from nardy.core.player import Player
from nardy.core.rules import Rules
from nardy.core.situation import Phase, Situation
from nardy.games import GAMES, find_game

CHUNK = 50
Task = tuple[str, int, int]
"""A game, the number of its first game, and how many."""


def main() -> None:
    """Play and print one line a game."""
    options = parsed()
    games = options.game or list(GAMES)
    tasks = [(game, n, CHUNK) for game in games for n in range(0, options.games, CHUNK)]
    # Seeds differ by --seed, and the table is the same however many processes play.
    jobs = [(options.seed, task) for task in tasks]
    print(f"{'game':<14}{'games':>6}{'wins':>8}{'±SE':>7}{'points':>9}{'±SE':>7}{'CPU s':>8}")
    with multiprocessing.Pool(options.processes) as pool:
        done = pool.imap(play_chunk, jobs)
        for game in games:
            chunks = [next(done) for task in tasks if task[0] == game]
            print(line(game, chunks), flush=True)


def parsed() -> argparse.Namespace:
    """The options of the command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--games", type=int, default=200, help="of each game [200]")
    parser.add_argument("--game", action="append", help="only this game (may be repeated)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--processes", type=int, default=multiprocessing.cpu_count())
    return parser.parse_args()


def line(game: str, chunks: list[tuple[list[float], float]]) -> str:
    """The result of one game as a line of the table; points are baseline's, a game."""
    points = [value for values, _ in chunks for value in values]
    wins = [(value > 0) + (value == 0) / 2 for value in points]
    seconds = sum(spent for _, spent in chunks)
    return (
        f"{game:<14}{len(points):>6}{fmean(wins):>8.1%}{error(wins):>7.1%}"
        f"{fmean(points):>+9.3f}{error(points):>7.3f}{seconds:>8.1f}"
    )


def error(values: list[float]) -> float:
    """The standard error of a mean."""
    mean = fmean(values)
    return math.sqrt(fmean([(value - mean) ** 2 for value in values]) / len(values))


def play_chunk(job: tuple[int, Task]) -> tuple[list[float], float]:
    """The points that baseline wins in each of some games, and the time they took."""
    seed, (game, first, count) = job
    rules = find_game(game).replace(cube_play=False, jacoby=False)
    began = time.process_time()
    points = [play_game(rules, f"{seed} {game}", n) for n in range(first, first + count)]
    return points, time.process_time() - began


def play_game(rules: Rules, seed: str, n: int) -> float:
    """The points that baseline wins in game number n: negative if it loses."""
    rng = Random(f"{seed} {n}")
    bots = (BaselineBot(), RandomBot(rng.randrange(2**32)))
    seat = list(Player)[n % 2]
    for situation in moments(rules, rng, bots, seat):
        if situation.result is not None:
            winner = situation.result.winner
            return situation.result.points * ((winner is seat) - (winner is seat.opponent))
    raise AssertionError("a game ends with a result")


def moments(
    rules: Rules, rng: Random, bots: tuple[BaselineBot, RandomBot], seat: Player
) -> Iterator[Situation]:
    """The moments of one game, baseline in its seat."""
    situation = opening_situation(rules)
    while situation.phase is not Phase.OVER:
        bot = bots[situation.to_act is not seat]
        if situation.phase is Phase.OPENING:
            situation = acts.open_game(situation, rng.randint(1, 6), rng.randint(1, 6))
        elif situation.phase is Phase.TURN:
            final, moves = bot.choose(situation)
            situation = acts.end_turn(situation, final, len(moves))
        elif bot.choose_act(situation) == "bomb":
            situation = acts.explode(situation)
        else:
            situation = acts.roll_dice(situation, Roll.of(rng.randint(1, 6), rng.randint(1, 6)))
        yield situation


if __name__ == "__main__":
    main()
