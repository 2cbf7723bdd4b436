"""Positions to try laws on: reached by random play, and constructed to be nasty.

Everything follows from the seed. The texts carry no dice; `turns=` stands where a law counts them.
Random play keeps every law of a single move but not the longest play.
"""

from collections.abc import Iterator
from random import Random

from tests.oracle.catalog import Side, dice_list, game_text, side_text, size
from tests.oracle.constructed import CONSTRUCT, Pair
from tests.oracle.ends import mothers
from tests.oracle.moves import sides
from tests.oracle.oracle import Walk


def positions(game: dict, seed: int, count: int) -> list[str]:
    """Half reached, half constructed."""
    return reachable(game, seed, count - count // 2) + nasty(game, seed, count // 2)


def reachable(game: dict, seed: int, count: int) -> list[str]:
    """Positions before the roll from games of random moves, a few of each game."""
    rng, found = Random(f"reachable {game['id']} {seed}"), []
    while len(found) < count:
        # For a few positions no game is played to its end.
        passed = list(random_game(game, rng, 150 if count > 8 else rng.randint(8, 80)))
        found += rng.sample(passed, min(len(passed), 8))
    return found[:count]


def nasty(game: dict, seed: int, count: int) -> list[str]:
    """Positions before the roll that are built to try the laws of the game's contact."""
    rng, found = Random(f"nasty {game['id']} {seed}"), []
    while len(found) < count:
        pair = CONSTRUCT[game["contact"]](game, rng)
        if not is_over(game, *pair):
            turns = (rng.randrange(game["cascade_from"]), rng.randrange(game["cascade_from"]))
            found.append(position_text(game, rng.choice("wb"), pair, turns))
    return found


def position_text(game: dict, letter: str, pair: Pair, turns: tuple[int, int]) -> str:
    """The text; `pair` is the mover's side and the other's, `turns` White's count and Black's."""
    mover, other = map(side_text, pair)
    white, black = (mover, other) if letter == "w" else (other, mover)
    counts = [min(n, game["cascade_from"] - 1) for n in turns]
    counted = game["cascade_count"] and min(counts) < game["cascade_from"] - 1
    field = [f"turns={counts[0]}-{counts[1]}"] if counted else []
    return " ".join([game_text(game), letter, white, black, *field])


def is_over(game: dict, mover: Side, other: Side) -> bool:
    if size(game) in (mover.checkers.get(0), other.checkers.get(0)):
        return True
    return game.get("mother") == "on" and mothers(game, other, mover) is not None


# -------------------------------------------------------------------------- random play


def random_game(game: dict, rng: Random, most_turns: int = 150) -> Iterator[str]:
    mover, other = Side(dict(game["start"])), Side(dict(game["start"]))
    taken = {"w": 0, "b": 0}
    letter = rng.choice("wb")
    for _ in range(most_turns):
        yield position_text(game, letter, (mover, other), (taken["w"], taken["b"]))
        mover, other, hit = random_turn(game, (mover, other), rng, taken[letter])
        taken[letter] += 1
        letter = "b" if letter == "w" else "w"
        mover, other = other, mover
        if is_over(game, mover, other) or (hit and game.get("first_hit_wins") == "on"):
            return


def random_turn(game: dict, pair: Pair, rng: Random, taken: int) -> tuple[Side, Side, bool]:
    roll = [rng.randint(1, 6), rng.randint(1, 6)]
    dice, in_order, double = dice_list(game, roll, taken)
    walk = Walk(game, pair, dice, in_order=in_order, double=double)
    node = walk.start
    while moves := list(walk.moves(node)):
        *_, node = rng.choice(moves)
    if walk.score(node)[0] < 0:
        node = walk.start
    hit = node.state.theirs[25] > walk.start.state.theirs[25]
    return (*sides(node.state), hit)
