"""Candidates of a cascade: the values of the network's best few after each die, against those of `baseline`.

    python benchmarks/cascades.py
    python benchmarks/cascades.py --decisions 500 --widths 1 8 16 gioul

The best candidate of each way is valued by the network as bots do it, with the dice left to the opponent.
"""

import argparse
import time
from collections.abc import Iterator

import numpy as np

from nardy.bots.baseline.bot import beam
from nardy.bots.neural import as_arrays
from nardy.core.dice import Roll
from nardy.core.situation import Situation
from nardy.evaluation.network.bundled_weights import bundled
from nardy.evaluation.network.compiled import compiled_net
from nardy.games import GAMES
from nardy.kernel import layout as at
from nardy.kernel.arrays import make_finals
from nardy.kernel.cascades import cascade_batch
from nardy.kernel.layout import Finals, Rows
from nardy.kernel.scoring import GOING_ON
from nardy.search.cascades import leaves_dice
from nardy.search.choose import choose, chosen_rows, play_turns, worth_of
from nardy.search.conversions import situation_at, table_of
from nardy.search.tables import LISTED, GameTables, Tables, rows_of

AT_ONCE = 20
"""Random games played side by side."""
DOUBLES = 0.3
"""Share of rolls that are made doubles."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    cascades = [name for name, rules in GAMES.items() if rules.cascade_count]
    parser.add_argument("games", nargs="*", default=cascades)
    parser.add_argument("--decisions", type=int, default=150)
    parser.add_argument("--widths", type=int, nargs="*", default=[1, 8, 12])
    asked = parser.parse_args()
    for name in asked.games:
        measure(name, asked.decisions, asked.widths)


def measure(name: str, count: int, widths: list[int]) -> None:
    gains, spent = {width: list[float]() for width in widths}, dict.fromkeys([0, *widths], 0.0)
    game, network = GameTables.of(GAMES[name]), bundled(GAMES[name])[0]
    net = compiled_net(network, game.rules)
    for _, (situation, part, facts) in zip(range(count), decisions(game), strict=False):
        assert situation.dice
        began = time.perf_counter()
        candidates = as_arrays(beam(situation, situation.dice))
        spent[0] += time.perf_counter() - began
        known = best(game, situation, candidates)
        for width in widths:
            finals = make_finals(1, width * (game.most_dice + 1), game.most_dice)
            began = time.perf_counter()
            found = cascade_batch(net, (part, facts), width, finals)
            spent[width] += time.perf_counter() - began
            boards, pins, moves, offsets = finals
            some = Finals(boards[:found], pins[:found], moves[:found], offsets)
            gains[width].append(best(game, situation, some) - known)
    print(f"{name}: {count} cascades; baseline's candidates {1000 * spent[0] / count:.1f} ms")
    for width, gain in gains.items():
        more, less = (np.array(gain) > 1e-6).sum(), (np.array(gain) < -1e-6).sum()
        error = np.std(gain) / np.sqrt(count)
        print(
            f"  {width:2} kept: {np.mean(gain):+.3f} ±{error:.3f} points, better in {more}, worse in {less}, "
            f"{1000 * spent[width] / count:.1f} ms",
            flush=True,
        )


def decisions(game: GameTables) -> Iterator[tuple[Situation, Rows, np.ndarray]]:
    """Cascades in games that the network plays, with their rows and facts."""
    random, value = np.random.default_rng(3), bundled(game.rules)[0].value
    tables = Tables.begun(game, AT_ONCE)
    while True:
        rolls = random.integers(1, 7, (AT_ONCE, 2), np.int8)
        doubled = random.random(AT_ONCE) < DOUBLES
        rolls[doubled, 1] = rolls[doubled, 0]
        rows = rows_of(game, tables, rolls)
        long = np.flatnonzero((rows.mids[:, at.MID_DICE] > LISTED) & (tables.left[:, 0] == 0))
        for row in long[:2].tolist():
            situation = situation_at(game, tables, row, Roll.of(*rolls[row].tolist()))
            which = np.array([row])
            yield situation, chosen_rows(rows, which), tables.facts[which]
        turn = choose(game, tables, rows, value)
        play_turns(game, tables, rows, turn)
        tables.begin(game, np.flatnonzero(turn.outcomes != GOING_ON))


def best(game: GameTables, situation: Situation, finals: Finals) -> float:
    """The value of the best of these final positions."""
    assert situation.dice
    played = (finals.moves[:, :, at.MOVE_ORIGIN] > 0).sum(1)
    left, value = leaves_dice(situation, situation.dice, played), bundled(game.rules)[0].value
    return float(worth_of(game, table_of(game, situation), finals, value, left).equities.max())


if __name__ == "__main__":
    main()
