"""How well reviews agree with GNU Backgammon at two plies, on recorded matches.

    python benchmarks/reviews_agree.py FOLDER [--plies 0 1 2] [--settle 1296] [--taken 200] [--cache FOLDER]

FOLDER holds .mat or .txt files of backgammon matches. GNU Backgammon 1.07 (Debian: gnubg) analyses each with
two plies for turns and cube, its usual move filter, cubeful, pruned, without luck; nardy reviews it with each
number of plies. The correlation of the losses is printed: of turns for each match, of the cube for all decisions
together. --settle rolls out the decisions where the losses differ by 0.08 or more: all with the cube, and turns of the
matches with a correlation below 0.88. --taken rolls out positions of so many cube decisions, drawn by chance, and
tells how far the equities of double and take are from the rollouts, whose own variance is taken out. CPU is user
time: GNU Backgammon's of its command `analyse match`, nardy's of the review, luck included, both on one
thread. --cache keeps what was found, for another run.
"""

import argparse
import hashlib
import json
import os
import subprocess
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from nardy.analysis.answers import before_double
from nardy.analysis.cube_review import decides
from nardy.analysis.decisions import turn_of
from nardy.analysis.game_review import ReviewBot, ReviewedTurn, review
from nardy.analysis.rollouts import rollout_position, rollout_these
from nardy.bots.neural import NeuralBot
from nardy.core.acts import end_turn
from nardy.core.events import Started
from nardy.core.game import Game
from nardy.core.judge import find_turn
from nardy.core.position import Counts
from nardy.core.situation import Situation
from nardy.core.text import situation_text
from nardy.formats import mat, position_text
from nardy.formats.gnubg.ids import read_position_id
from nardy.search.rollout import RolloutPlan

Found = dict[str, Any]
LARGE = 0.08
LEAST = 0.88
"""Turns of matches below are settled by rollouts."""
CLOSE = 0.16
ACTS = ("double", "take", "pass")
SCRIPT = Path(__file__).with_name("gnubg_review.py")


class Pair(NamedTuple):
    """The loss of a decision by nardy and by GNU Backgammon."""

    match: str
    act: str
    """"turn", or what was done with the cube."""
    ours: float
    theirs: float
    before: str
    """Position text of who decided, or could have doubled."""
    equities: tuple[float, ...] = ()
    """Equities of a cube decision without a double and with a taken one: nardy's, then GNU's."""
    played: str = ""
    """The turn."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--plies", type=int, nargs="+", default=[0, 1, 2])
    parser.add_argument("--gnubg", default="/usr/games/gnubg")
    parser.add_argument("--cache", type=Path)
    parser.add_argument("--files", nargs="*", help="only these, by name without ending")
    parser.add_argument("--settle", type=int, metavar="TRIALS", help="of each rollout")
    parser.add_argument(
        "--taken", type=int, metavar="POSITIONS", help="equities of double and take"
    )
    parser.add_argument("--trials", type=int, default=1296, help="of each rollout of --taken")
    asked = parser.parse_args()
    cache = asked.cache or Path(tempfile.mkdtemp())
    cache.mkdir(parents=True, exist_ok=True)
    files = [
        file
        for file in sorted(asked.folder.iterdir())
        if file.suffix in (".mat", ".txt") and (not asked.files or file.stem in asked.files)
    ]
    for plies in asked.plies:
        pairs: list[Pair] = []
        cpu = np.zeros(2)
        table: list[tuple[str, float, int]] = []
        for file in files:
            ours, theirs = looked_at(file, plies, cache, asked.gnubg)
            found = list(paired(file.stem, ours, theirs))
            cpu += ours["cpu"], theirs["cpu"]
            pairs += found
            turns = [(one.ours, one.theirs) for one in found if one.act == "turn"]
            table.append((file.stem, correlation(turns), len(turns)))
        tell(plies, table, pairs, cpu)
        if asked.taken:
            tell_taken(pairs, asked.taken, lambda before: rolled_taken(before, asked.trials, cache))
        if asked.settle:
            settle([one for one in pairs if one.act != "turn"], NeuralBot(0), asked.settle)
            for match, _, _ in filter(lambda row: row[1] < LEAST, table):
                turns = [one for one in pairs if (one.match, one.act) == (match, "turn")]
                settle_turns(match, turns, NeuralBot(0), asked.settle)


def looked_at(file: Path, plies: int, cache: Path, gnubg: str) -> tuple[Found, Found]:
    """The analyses of nardy and GNU Backgammon, from the cache if it has them."""
    theirs = kept(cache / f"{file.stem}-2.json", lambda: by_gnubg(gnubg, file))
    ours = kept(cache / f"{file.stem}-nardy{plies}.json", lambda: by_nardy(file, plies))
    return ours, theirs


def kept(file: Path, find: Callable[[], Found]) -> Found:
    if not file.exists():
        file.write_text(json.dumps(find()))
    found: Found = json.loads(file.read_text())
    return found


def by_gnubg(program: str, file: Path) -> Found:
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "out.json"
        asked = json.dumps({"file": str(file.resolve()), "plies": 2, "out": str(out)})
        command = [program, "-t", "-q", "-r", "-p", str(SCRIPT)]
        env = {**os.environ, "NARDY_REVIEW": asked}
        subprocess.run(  # noqa: S603 (the program that was named)
            command, env=env, check=True, capture_output=True, stdin=subprocess.DEVNULL
        )
        found: Found = json.loads(out.read_text())
    return found


def by_nardy(file: Path, plies: int) -> Found:
    """The turns of the review, and every decision with the cube, also those it does not tell."""
    record, bot = mat.loads(file.read_bytes(), None), NeuralBot(plies)
    first = record.games[0].game
    list(review(first.events[:8], lambda _: first.rules, bot))  # what is compiled is loaded
    begun, rows = time.process_time(), list[dict[str, Any]]()
    for recorded in record.games:
        rules = recorded.game.rules
        for one in review(recorded.game.events, lambda _, rules=rules: rules, bot):
            if (
                isinstance(one, ReviewedTurn)
                and one.choices
                and not one.is_forced
                and one.before.roll
            ):
                roll = one.before.roll
                row = {
                    "key": key(one.before, roll.high, roll.low),
                    "loss": one.loss,
                    "played": one.played,
                }
                rows.append({**row, "act": "turn", "before": situation_text(one.before)})
    cpu = time.process_time() - begun
    for recorded in record.games:
        rows += cubes_of(recorded.game, ReviewBot(bot))
    return {"cpu": cpu, "rows": rows}


def cubes_of(recorded: Game, evaluator: ReviewBot) -> Iterator[dict[str, Any]]:
    game = None
    for number, event in enumerate(recorded.events):
        if isinstance(event, Started) or game is None:
            game = Game.from_events([event], lambda _: recorded.rules)
            continue
        before = game.situation
        if decides(before, event):
            one = evaluator.review_cube(number, before, event)
            doubler = before_double(before)
            yield {
                "key": key(doubler),
                "act": one.act,
                "loss": one.loss,
                "equities": [one.choice.no_double, one.choice.double_take],
                "before": situation_text(doubler),
            }
        game.apply(event)


def key(before: Situation, *dice: int) -> str:
    player = "w" if before.to_act.value == "white" else "b"
    return board_key(player, before.position.player, before.position.opponent, *dice)


def board_key(player: str, mine: Counts, theirs: Counts, *dice: int) -> str:
    places = [",".join(map(str, side[1:26])) for side in (mine, theirs)]
    return " ".join([player, *places, *map(str, sorted(dice))])


def paired(match: str, ours: Found, theirs: Found) -> Iterator[Pair]:
    """The same decision of both, in the order in which they came."""
    waiting: dict[tuple[str, str], list[dict[str, Any]]] = defaultdict(list)
    for row in ours["rows"]:
        waiting[row["key"], row["act"]].append(row)
    for one in theirs["decisions"]:
        for act, dice, loss, close in gnubg_losses(one):
            opponent, mine = read_position_id(one["board"])
            found = waiting[board_key("wb"[one["player"]], mine, opponent, *dice), act]
            if not found:
                continue
            row = found.pop(0)
            if act == "turn":
                yield Pair(match, act, row["loss"], loss, row["before"], (), row["played"])
                continue
            waits, taken = row["equities"]
            if close or act in ACTS or abs(waits - min(taken, 1)) < CLOSE:
                equities = (*row["equities"], *one["cube_equities"])
                yield Pair(match, act, row["loss"], loss, row["before"], equities)


def gnubg_losses(one: dict[str, Any]) -> Iterator[tuple[str, list[int], float, bool]]:
    """Act, dice, loss and whether it was close."""
    if len(one.get("turns", ())) > 1 and one["played"] is not None:
        best, played = one["turns"][0], one["turns"][one["played"]]
        yield "turn", one["dice"], best[1] - played[1], True
    if "cube_equities" not in one:
        return
    waits, taken = one["cube_equities"]
    gain = min(taken, 1) - waits
    doubled = one["act"] == "double"
    yield one["act"], [], max(0, -gain if doubled else gain), abs(gain) < CLOSE
    if one["answer"]:
        takes = one["answer"] == "take"
        yield "take" if takes else "pass", [], max(0, taken - 1 if takes else 1 - taken), True


def correlation(pairs: list[tuple[float, float]]) -> float:
    return float(np.corrcoef(np.array(pairs).T)[0, 1])


def tell(plies: int, table: list[tuple[str, float, int]], pairs: list[Pair], cpu: Any) -> None:
    print(f"\nnardy:{plies} against GNU Backgammon at two plies, {len(table)} matches")
    found = [one for _, one, _ in table]
    print("  turns, by match: " + ", ".join(f"{name} {one:.2f}" for name, one, _ in table))
    turns = [one for one in pairs if one.act == "turn"]
    lost = sum(one.ours for one in turns), sum(one.theirs for one in turns)
    print(
        f"  {len(turns)} turns: correlation {np.mean(found):.3f} in the mean, {min(found):.3f} at "
        f"least; lost {lost[0]:.2f} and {lost[1]:.2f}"
    )
    cubes = [one for one in pairs if one.act != "turn"]
    off = np.array(
        [[one.equities[0] - one.equities[2], one.equities[1] - one.equities[3]] for one in cubes]
    )
    print(
        f"  {len(cubes)} cube decisions: correlation "
        f"{correlation([(one.ours, one.theirs) for one in cubes]):.3f}, "
        f"{sum(abs(one.ours - one.theirs) >= LARGE for one in cubes)} differ by {LARGE} or more; "
        f"lost {sum(one.ours for one in cubes):.2f} and {sum(one.theirs for one in cubes):.2f}; "
        f"equities off by {np.sqrt((off**2).mean(0))[0]:.3f} waiting, "
        f"{np.sqrt((off**2).mean(0))[1]:.3f} taken"
    )
    print(
        f"  CPU {cpu[0]:.0f} s and {cpu[1]:.0f} s: {cpu[0] / cpu[1]:.2f} of GNU Backgammon's",
        flush=True,
    )


def tell_taken(pairs: list[Pair], count: int, rolled: Callable[[str], tuple[float, float]]) -> None:
    """How far equities of double and take are from rollouts with the cube, in some positions."""
    # A double and its answer are two decisions in one position.
    by_position = {one.before: one for one in pairs if one.act != "turn"}
    known = [by_position[before] for before in sorted(by_position)]
    drawn = np.random.default_rng(1).permutation(len(known))[:count]
    some = [known[n] for n in drawn]
    truths, errors = np.array([rolled(one.before) for one in some]).T
    noise = float((errors**2).mean())
    print(
        f"  double and take in {len(some)} positions, whose rollouts have an error of {noise**0.5:.4f}"
    )
    for name, column in (("nardy", 1), ("GNU Backgammon at two plies", 3)):
        wrong = np.array([one.equities[column] for one in some]) - truths
        draws = np.random.default_rng(1).integers(0, len(some), (2000, len(some)))
        spread = np.sqrt(np.maximum(0, (wrong[draws] ** 2).mean(1) - noise)).std()
        rms = max(0.0, float((wrong**2).mean()) - noise) ** 0.5
        print(f"    {name}: bias {wrong.mean():+.4f}, rms {rms:.4f} +-{spread:.4f}", flush=True)
        for n in np.argsort(-abs(wrong))[:5]:
            print(
                f"      {wrong[n]:+.3f}, rollout {truths[n]:.3f} +-{errors[n]:.3f}: {some[n].before}"
            )


def rolled_taken(before: str, trials: int, cache: Path) -> tuple[float, float]:
    """The equity of a taken double by a rollout to the end, and its standard error."""
    name = hashlib.sha256(f"{before} {trials}".encode()).hexdigest()[:16]

    def find() -> Found:
        plan = RolloutPlan(trials=trials, seed=1)
        cube = rollout_position(position_text.loads(before), NeuralBot(0), plan).cube
        if cube is None:
            message = f"expected a position with a double, got {before}"
            raise ValueError(message)
        return {"before": before, "double_take": cube.double_take}

    equity, error = kept(cache / f"taken-{name}.json", find)["double_take"]
    return equity, error


def settle(cubes: list[Pair], bot: NeuralBot, trials: int) -> None:
    """Roll out what the two lose differently: who is nearer?"""
    nearer = 0
    large = [one for one in cubes if abs(one.ours - one.theirs) >= LARGE]
    for one in large:
        before = position_text.loads(one.before)
        rolled = rollout_position(before, bot, RolloutPlan(trials=trials, seed=1)).cube
        if rolled is None:
            continue
        waits, taken = rolled.no_double[0], rolled.double_take[0]
        gain = min(taken, 1) - waits
        losses = {
            "roll": gain,
            "double": -gain,
            "take": taken - 1,
            "pass": 1 - taken,
        }
        truth = max(0.0, losses[one.act])
        is_nearer = abs(one.ours - truth) < abs(one.theirs - truth)
        nearer += is_nearer
        print(
            f"    {one.match} {one.act}: nardy {one.ours:.3f}, GNU {one.theirs:.3f}, rollout "
            f"{truth:.3f} (+-{rolled.gain[1]:.3f}), {'nardy' if is_nearer else 'GNU'} is nearer\n"
            f"      {one.before}",
            flush=True,
        )
    print(f"  nardy is nearer to its rollout in {nearer} of {len(large)}")


def settle_turns(match: str, turns: list[Pair], bot: NeuralBot, trials: int) -> None:
    """Roll out the best turns and the played one where the two lose differently: who is nearer?"""
    nearer = 0
    large = [one for one in turns if abs(one.ours - one.theirs) >= LARGE]
    for one in large:
        before = position_text.loads(one.before)
        found = {
            str(turn): (turn, after)
            for turn, after in map(partial(turn_of, before), bot.rank(before, 5))
        }
        turn, final = find_turn(before, one.played)
        found.setdefault(str(turn), (turn, end_turn(before, final, len(turn.moves))))
        rolled = rollout_these(before, [*found.values()], bot, RolloutPlan(trials=trials, seed=1))
        truth, error = next(each.behind for each in rolled if str(each.turn) == str(turn))
        is_nearer = abs(one.ours - truth) < abs(one.theirs - truth)
        nearer += is_nearer
        print(
            f"    {match} {one.played}: nardy {one.ours:.3f}, GNU {one.theirs:.3f}, rollout {truth:.3f} "
            f"(+-{error:.3f}), {'nardy' if is_nearer else 'GNU'} is nearer\n      {one.before}",
            flush=True,
        )
    print(f"  {match}: nardy is nearer to its rollout in {nearer} of {len(large)} turns")


if __name__ == "__main__":
    main()
