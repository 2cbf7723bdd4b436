"""How the games end, counted: the networks that come with nardy play themselves.

python benchmarks/shares.py --games 4000 > src/nardy/data/shares.json
python benchmarks/shares.py --equities | bzip2 > src/nardy/data/equities.json.bz2

Match equity tables are computed from these shares (nardy/evaluation/cube/equity_made.py); those of games with a cube
are stored, since a club needs all of them when it begins.
"""

import argparse
import json
import sys

import numpy as np

from nardy.arena.duels import DuelTerms, duel
from nardy.arena.player import NetworkPlayer
from nardy.core.rules import Rules
from nardy.evaluation.cube.equity_made import LONGEST, equal_shares, shares_of, table_with_cube
from nardy.evaluation.network.bundled_weights import bundled
from nardy.evaluation.network.network import Network, Positions
from nardy.games import GAMES
from nardy.kernel import layout as at
from nardy.kernel.scoring import FACT_TURNS_MINE
from nardy.search.choose import choose
from nardy.search.every_roll import EVERY_ROLL, roll_weights
from nardy.search.tables import GameTables, Tables, TurnTaken, rows_of, without_cube


def counted(rules: Rules, network: Network, games: int, seed: int) -> dict[str, object]:
    """Shares of a game's outcomes and how far it swings before the first double."""
    game = GameTables.of(rules)
    player = NetworkPlayer("network", network)
    points = duel((player, player), DuelTerms(game=game, pairs=games // 2, seed=seed)).points
    counts = [float((points == worth).sum()) for worth in game.points]
    shares = equal_shares(game.points, tuple(counts))
    return {
        "count": games,
        "shares": [round(share, 5) for share in shares],
        "swing": round(swing(game, network), 4),
    }


def swing(game: GameTables, network: Network) -> float:
    """The mean distance from one half of the chance to win before a player's second roll.

    The second player can first double after one turn, the first player after two.
    """
    first, weights = every_turn(game, network, Tables.begun(game, 1), is_opening=True)
    second, more = every_turn(game, network, first, is_opening=False)
    distances = [
        float(np.abs(win_chances(game, network, tables) - 0.5) @ shares)
        for tables, shares in ((first, weights), (second, np.outer(weights, more).ravel()))
    ]
    return sum(distances) / 2


def every_turn(
    game: GameTables, network: Network, tables: Tables, *, is_opening: bool
) -> tuple[Tables, np.ndarray]:
    """The tables after each of the 21 rolls, and how likely those are."""
    many = tables.part(np.repeat(np.arange(len(tables.boards)), len(EVERY_ROLL)))
    rolls = np.tile(EVERY_ROLL, (len(tables.boards), 1))
    rows = rows_of(game, many, rolls, many.facts[:, FACT_TURNS_MINE].astype(np.int64))
    turn: TurnTaken = choose(game, many, rows, network.value)
    many.advance(np.arange(len(many.boards)), turn, np.zeros_like(many.left))
    return many, roll_weights(game, is_opening=is_opening)


def win_chances(game: GameTables, network: Network, tables: Tables) -> np.ndarray:
    """The winning chances of the players on roll; half of a draw counts as won."""

    chances, _ = network.value(Positions(tables.boards, tables.pins, at.PLAYER, tables.facts))
    return chances @ ((np.sign(game.points) + 1) / 2)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=4_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--equities", action="store_true", help="the tables of stored shares")
    asked = parser.parse_args()
    if asked.equities:
        tell("python benchmarks/shares.py --equities", equities())
        return
    found: dict[str, object] = {}
    for name, rules in GAMES.items():
        plain = without_cube(rules)
        found[name] = counted(plain, bundled(rules)[0], asked.games, asked.seed)
        print(name, found[name], file=sys.stderr)
    tell("python benchmarks/shares.py", found)


def equities() -> dict[str, object]:
    """The tables of all games with a cube but backgammon, which has a published one: chances to seven digits."""
    found: dict[str, object] = {}
    for name, rules in GAMES.items():
        if rules.cube_play and name != "backgammon":
            table = table_with_cube(shares_of(rules), LONGEST, crawford=rules.crawford)
            chances = {"before": table.before[1:, 1:], "trailing": table.after[1:, 1]}
            found[name] = {part: array.round(7).tolist() for part, array in chances.items()}
    return found


def tell(made: str, games: dict[str, object]) -> None:
    """Print the file, a line a game."""
    lines = ",\n".join(f"  {json.dumps(name)}: {json.dumps(what)}" for name, what in games.items())
    print(f'{{"made": "{made}", "games": {{\n{lines}\n}}}}')


if __name__ == "__main__":
    main()
